"""Actions at a table besides playing: fill seats, chat, report, leave."""

from __future__ import annotations

from cuttle_tui.ports import LobbyError
from cuttle_tui.table.chat import PHRASES
from server.people.limits import PlayerLimits
from server.people.players import Player
from server.people.presence import Visitor
from server.sanitize import BadLine, TooLong, chat_line, room_code
from server.tables.bots import BotSeats
from server.tables.chat import Side
from server.tables.correspondence import Correspondence
from server.tables.player_locations import PlayerLocations
from server.tables.room import Room


def read_text(text: str) -> str:
    """Return what a player wrote for others, whole.

    Raises:
        LobbyError: ``text-long``, ``text-unreadable``.
    """
    try:
        return chat_line(text)
    except TooLong:
        raise LobbyError("text-long") from None
    except BadLine:
        raise LobbyError("text-unreadable") from None


class TableActions:
    """Checks and performs what players do at tables."""

    def __init__(
        self,
        locations: PlayerLocations,
        correspondence: Correspondence,
        bots: BotSeats,
        player_limits: PlayerLimits,
    ) -> None:
        self._locations = locations
        self._correspondence = correspondence
        self._bots = bots
        self._limits = player_limits
        self.closing = False
        """Whether the server refuses new games."""

    def check_open(self) -> None:
        """Refuse new games while the server shuts down.

        Raises:
            LobbyError: ``closing``.
        """
        if self.closing:
            raise LobbyError("closing")

    def may_begin(self, who: Player, address: str) -> None:
        """Count a new table against the rate limits of its player and of their address.

        Raises:
            LobbyError: ``closing``, ``too-many``.
        """
        self.check_open()
        self._limits.count("table", who.identity)
        self._limits.count("table from", address)

    def may_open_night(self, who: Player, address: str) -> None:
        """Count a new play night against the rate limits of its host and of their address.

        Raises:
            LobbyError: ``closing``, ``too-many``.
        """
        self.may_begin(who, address)
        self._limits.count("night", who.identity, address)

    def fill(self, room: Room, seat: int, level: str) -> None:
        """Seat computers in the free seats, if the host asks for it; nobody is paired with them.

        Raises:
            LobbyError: ``closing``.
        """
        self.check_open()
        if room.table.host == seat and not (room.config.queue or room.config.rated):
            self._bots.fill(room, level=level)

    def may_change(self, who: Player) -> None:
        """Count a change against its player's rate limit.

        Raises:
            LobbyError: ``too-many``.
        """
        self._limits.count("change", who.identity)

    def say(self, lobby: Visitor, room: Room, side: Side, text: str, *, phrase: bool) -> None:
        """Send a chat line to the others at a table.

        Raises:
            LobbyError: ``too-many``, ``text-long``, ``text-unreadable``.
        """
        line = room_code(text).lower() if phrase else read_text(text)
        if not line or (phrase and line not in PHRASES):
            return
        who = lobby.who
        self._limits.count("chat", who.identity)
        self._limits.count("chat from", lobby.address)
        after = len(room.table.state(None).log)
        room.chat.say(side, who.identity, who.name, line, phrase=phrase, after=after)

    def report(self, who: Player, other: str, why: str) -> None:
        """Store a report, with the other player's last chat lines.

        Raises:
            LobbyError: ``too-many``, ``text-long``, ``text-unreadable``.
        """
        room = self._locations.sitting(who.identity)
        said = [] if room is None else room.chat.by(other)[-5:]
        text = "; ".join([read_text(why), *said])
        self._limits.report(who.identity, other, room.id if room else "", text)

    def leave(self, identity: str, room: Room) -> None:
        """Free a player's seat: a running game is conceded, unless there are days for each move."""
        if room.config.correspondence:
            self._correspondence.look_away(identity, room)
        else:
            self._locations.leave(identity, room)
