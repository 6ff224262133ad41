"""Do what people do at a table besides playing: begin, go on, talk, leave, complain."""

from __future__ import annotations

from contextlib import suppress

from cuttle_tui.ports import Chair, LobbyError, TableError
from cuttle_tui.table.quick_chat import PHRASES
from server.people.limits import PlayerLimits
from server.people.players import Player
from server.sanitize import chat_line, room_code
from server.tables.bot_seats import BotSeats
from server.tables.chat import Side
from server.tables.player_locations import PlayerLocations
from server.tables.room import Room


class TableActions:
    """What people may do at the tables here."""

    def __init__(
        self, locations: PlayerLocations, bots: BotSeats, player_limits: PlayerLimits
    ) -> None:
        """Let people do what manners allow.

        Args:
            places: where everybody sits.
            computers: who fills seats.
            manners: how often things may be done, and who has blocked whom.
        """
        self._locations = locations
        self._bots = bots
        self._limits = player_limits
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
        self._limits.count("table", who.identity)

    def fill(self, room: Room, seat: int) -> None:
        """Seat computers in the free seats, if the host asks for it; nobody is paired with them.

        Raises:
            LobbyError: ``closing``.
        """
        self.check_open()
        if room.table.host == seat and not room.config.queue:
            self._bots.fill(room)

    def ready(self, who: Player, chair: Chair, yes: bool) -> None:
        """Let a seat ask for the next game, while no game runs.

        Raises:
            LobbyError: ``closing``, ``too-many``.
        """
        self.check_open()
        self._limits.count("change", who.identity)
        with suppress(TableError):
            chair.ready(yes)

    def show_hands(self, who: Player, chair: Chair, yes: bool) -> None:
        """Let a seat agree to show its hand to watchers, or take that back.

        Raises:
            LobbyError: ``too-many``.
            TableError: the rules keep hands from watchers, or the game is rated.
        """
        self._limits.count("change", who.identity)
        chair.show_hands(yes)

    def say(self, who: Player, room: Room, side: Side, text: str, *, phrase: bool) -> None:
        """Carry a line to the others at a table.

        Raises:
            LobbyError: ``too-many``.
        """
        line = room_code(text).lower() if phrase else chat_line(text)
        if not line or (phrase and line not in PHRASES):
            return
        self._limits.count("chat", who.identity)
        after = len(room.table.state(None).log)
        room.talk.say(side, who.identity, who.name, line, phrase=phrase, after=after)
        room.table.tell()

    def report(self, who: Player, other: str, why: str) -> None:
        """Take a complaint, with what the other said last at the table both are at.

        Raises:
            LobbyError: ``too-many``.
        """
        room = self._locations.sitting(who.identity)
        said = [] if room is None else room.talk.by(other)[-5:]
        text = "; ".join([chat_line(why), *said])
        self._limits.report(who.identity, other, room.id if room else "", text)

    def leave(self, identity: str, room: Room) -> None:
        """Free a player's seat: a waiting table loses it, a running game is given up."""
        self._locations.leave(identity, room)
