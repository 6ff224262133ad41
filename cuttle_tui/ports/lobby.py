"""The lobby: where games are found and opened."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Final, Protocol

from cuttle_tui.ports.account import Account
from cuttle_tui.ports.archive import GameArchive
from cuttle_tui.ports.chair import Chair
from cuttle_tui.ports.listings import GameLine, NewsListener, PersonLine, QueueLine, TableLine
from engine.record.record import Record
from engine.table.clocks import NO_CLOCK
from engine.table.practice import PracticeGame


@dataclass(frozen=True, slots=True)
class TablePlan:
    """What a new table is like."""

    ruleset: str
    computers: int = 0
    """How many of the other seats the computer plays."""
    timing: str = NO_CLOCK
    public: bool = False
    """Whether the lobby lists it, so that anybody may sit down."""


RATED: Final = "cuttle.cards"
"""The rules of rated matches, which the first to win two games wins."""


class Lobby(Protocol):
    """Where one player finds and opens games; what only some lobbies have is None elsewhere."""

    @property
    def player(self) -> str:
        """The player's name."""

    @property
    def online(self) -> OnlineLobby | None:
        """Meeting other people, on a server; None at home."""

    @property
    def home(self) -> HomeLobby | None:
        """Sharing a keyboard, at home; None on a server."""

    @property
    def archive(self) -> GameArchive | None:
        """This player's own archive of finished games; None where none is kept."""

    @property
    def account(self) -> Account | None:
        """What the server stores about this player; None at home."""

    def play_computer(self, ruleset: str) -> Chair:
        """Start a game with computers in every other seat.

        A player who waits for a quick match keeps their place in the queue.
        """

    def play_on(self, branch: PracticeGame) -> Chair:
        """Start practice from a finished game; computers take the other seats.

        Raises:
            LobbyError: ``closing``, ``too-many``.
        """


class HomeLobby(Protocol):
    """What only a lobby at home can do."""

    def hot_seat(self, ruleset: str, computers: int = 0) -> tuple[Chair, ...]:
        """Open a table whose seats are played at this keyboard.

        The computer plays the last `computers` seats. The last chair is a watcher's: what may be
        shown between two turns.
        """


class OnlineLobby(Lobby, Protocol):
    """A server's lobby: queue, public tables, rooms, people and finished games."""

    def quick_match(self, ruleset: str, *, rated: bool = False) -> Chair:
        """Join somebody who waits for the same rules, or wait for the next player.

        Raises:
            LobbyError: ``guests-unrated``, ``rated-rules``, ``busy``, ``closing``, ``too-many``.
        """

    def open_table(self, plan: TablePlan) -> Chair:
        """Open a table; its state carries the room code.

        Raises:
            LobbyError: ``busy``, ``closing``, ``too-many``.
        """

    def join_room(self, code: str) -> Chair:
        """Join a friend's table by its room code; or resume a guest's seat by its resume code.

        Raises:
            LobbyError: no room waits under that code.
        """

    def sit_at(self, table: str) -> Chair:
        """Join a public table, by its id.

        Raises:
            LobbyError: ``no-such-table``, ``has-begun``, ``room-full``, ``busy``, ``blocked``.
        """

    def watch(self, table: str) -> Chair:
        """Watch a running game, by the table's id or title.

        Raises:
            LobbyError: ``no-such-table``, ``not-begun``, ``own-game``.
        """

    def held(self) -> Chair | None:
        """Return this player's seat in a running game or at a table that waits, if any."""

    def tables(self) -> tuple[TableLine, ...]:
        """List the tables this player may see: those that wait first, then games in play."""

    def people(self) -> tuple[PersonLine, ...]:
        """List who is connected."""

    def queue(self) -> tuple[QueueLine, ...]:
        """List who waits for a quick match."""

    def games(self) -> Awaitable[tuple[GameLine, ...]]:
        """List the latest finished games of everybody."""

    def replay(self, game: str) -> Awaitable[Record]:
        """Return the record of a finished game, by its id.

        Raises:
            LobbyError: ``no-such-game``.
        """

    def block(self, person: str, yes: bool = True) -> None:
        """Block somebody, by the id of their line, or unblock them."""

    def report(self, person: str, why: str) -> None:
        """Report somebody to those who run the server, by the id of their line.

        Raises:
            LobbyError: ``too-many``.
        """

    def subscribe(self, listener: NewsListener) -> Callable[[], None]:
        """Call the listener with news; the result ends that."""
