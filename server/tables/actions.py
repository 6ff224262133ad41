"""Do what people do at a table besides playing: begin, go on, talk, leave, complain."""

from __future__ import annotations

from contextlib import suppress

from cuttle_tui.ports import LobbyError, TableError
from cuttle_tui.table.quick_chat import PHRASES
from engine.table.table import Table
from server.people.limits import Manners
from server.people.players import Player
from server.sanitize import chat_line, room_code
from server.tables.chat import Side
from server.tables.computers import Computers
from server.tables.player_locations import Places
from server.tables.room import Room


class Conduct:
    """What people may do at the tables here."""

    def __init__(self, places: Places, computers: Computers, manners: Manners) -> None:
        """Let people do what manners allow.

        Args:
            places: where everybody sits.
            computers: who fills seats.
            manners: how often things may be done, and who has blocked whom.
        """
        self._places = places
        self._computers = computers
        self._manners = manners
        self.closing = False
        """Whether no new games are begun."""

    def check_open(self) -> None:
        """Let games begin unless the server closes.

        Raises:
            LobbyError: ``closing``.
        """
        if self.closing:
            raise LobbyError("closing")

    def may_begin(self, who: Player) -> None:
        """Count that somebody begins at a table of their own.

        Raises:
            LobbyError: ``closing``, ``too-many``.
        """
        self.check_open()
        self._manners.count("table", who.identity)

    def fill(self, room: Room, seat: int) -> None:
        """Seat computers in the free seats, if the host asks for it; nobody is paired with them.

        Raises:
            LobbyError: ``closing``.
        """
        self.check_open()
        if room.table.host == seat and not room.head.queue:
            self._computers.fill(room)

    def ready(self, who: Player, table: Table, seat: int, yes: bool) -> None:
        """Let a seat ask for the next game, while no game runs.

        Raises:
            LobbyError: ``closing``, ``too-many``.
        """
        self.check_open()
        self._manners.count("change", who.identity)
        with suppress(TableError):
            table.ready(seat, yes)

    def show_hands(self, who: Player, table: Table, seat: int, yes: bool) -> None:
        """Let a seat agree to show its hand to watchers, or take that back.

        Raises:
            LobbyError: ``too-many``.
            TableError: the rules keep hands from watchers, or the game is rated.
        """
        self._manners.count("change", who.identity)
        table.show_hands(seat, yes)

    def say(self, who: Player, room: Room, side: Side, text: str, *, phrase: bool) -> None:
        """Carry a line to the others at a table.

        Raises:
            LobbyError: ``too-many``.
        """
        line = room_code(text).lower() if phrase else chat_line(text)
        if not line or (phrase and line not in PHRASES):
            return
        self._manners.count("chat", who.identity)
        after = len(room.table.state(None).log)
        room.talk.say(side, who.identity, who.name, line, phrase=phrase, after=after)
        room.table.tell()

    def report(self, who: Player, other: str, why: str) -> None:
        """Take a complaint, with what the other said last at the table both are at.

        Raises:
            LobbyError: ``too-many``.
        """
        room = self._places.sitting(who.identity)
        said = [] if room is None else room.talk.by(other)[-5:]
        text = "; ".join([chat_line(why), *said])
        self._manners.report(who.identity, other, room.id if room else "", text)

    def leave(self, identity: str, room: Room) -> None:
        """Free a player's seat: a waiting table loses it, a running game is given up."""
        self._places.leave(identity, room)
