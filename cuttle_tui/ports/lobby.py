"""Name what the app asks of the place where tables are found and opened."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Final, Protocol

from cuttle_tui.ports.account import Account
from cuttle_tui.ports.archive import Shelf
from cuttle_tui.ports.chair import Chair
from cuttle_tui.ports.listings import GameLine, NewsListener, PersonLine, QueueLine, TableLine
from engine.record.record import Record
from engine.table.clocks import NO_CLOCK
from engine.table.practice import PracticeGame


@dataclass(frozen=True, slots=True)
class TablePlan:
    """What a table is to be like."""

    ruleset: str
    computers: int = 0
    """How many of the other seats the computer plays."""
    timing: str = NO_CLOCK
    public: bool = False
    """Whether the lobby lists it, so that anybody may sit down."""


RATED: Final = "cuttle.cards"
"""The rules of ranked matches; the first to two wins has won."""


class Lobby(Protocol):
    """Where tables are found and opened, for one player."""

    @property
    def player(self) -> str:
        """The player's name."""

    @property
    def online(self) -> bool:
        """Whether other people can be met here (the ssh server), or not (at home)."""

    @property
    def shelf(self) -> Shelf | None:
        """Where this player's games are kept, None where none are."""

    @property
    def account(self) -> Account | None:
        """What the server keeps of this player; None at home."""

    def play_computer(self, ruleset: str) -> Chair:
        """Sit down with computer players in every other seat.

        While one waits for a quick match this passes the time: the place in the queue is kept.
        """

    def hot_seat(self, ruleset: str, computers: int = 0) -> tuple[Chair, ...]:
        """Open a table whose seats are played at this keyboard; only at home.

        The last chair is a watcher's: what may be shown between two turns. The computer plays so
        many of the seats.
        """

    def play_on(self, branch: PracticeGame) -> Chair:
        """Sit down in a game that goes on from a finished one; computers take the other seats.

        Raises:
            LobbyError: ``closing``, ``too-many``.
        """

    def quick_match(self, ruleset: str, *, rated: bool = False) -> Chair:
        """Sit down with whoever waits, or wait for the next one.

        Raises:
            LobbyError: ``guests-unrated``, ``rated-rules``, ``busy``, ``closing``, ``too-many``.
        """

    def open_table(self, plan: TablePlan) -> Chair:
        """Open a table; its state carries the code to hand to friends.

        Raises:
            LobbyError: ``busy``, ``closing``, ``too-many``.
        """

    def join_room(self, code: str) -> Chair:
        """Sit down at a friend's table; or, by a guest's resume code, in one's own seat again.

        Raises:
            LobbyError: no room waits under that code.
        """

    def sit_at(self, table: str) -> Chair:
        """Sit down at a public table, by its id.

        Raises:
            LobbyError: ``no-such-table``, ``has-begun``, ``room-full``, ``busy``, ``blocked``.
        """

    def watch(self, table: str) -> Chair:
        """Watch a running game, by the table's id or title.

        Raises:
            LobbyError: ``no-such-table``, ``not-begun``, ``own-game``.
        """

    def held(self) -> Chair | None:
        """The seat in a running game or at a table that waits, if this player has one."""

    def tables(self) -> tuple[TableLine, ...]:
        """List the tables one may see: those that wait first, then the games in play."""

    def people(self) -> tuple[PersonLine, ...]:
        """List who is here."""

    def queue(self) -> tuple[QueueLine, ...]:
        """List who waits for a quick match."""

    def games(self) -> Awaitable[tuple[GameLine, ...]]:
        """List the latest finished games of everybody."""

    def replay(self, game: str) -> Awaitable[Record]:
        """Give the record of a finished game, by its id.

        Raises:
            LobbyError: ``no-such-game``.
        """

    def block(self, person: str, yes: bool = True) -> None:
        """Meet somebody no more, by the id of their line; or again."""

    def report(self, person: str, why: str) -> None:
        """Tell those who run the server about somebody, by the id of their line.

        Raises:
            LobbyError: ``too-many``.
        """

    def subscribe(self, listener: NewsListener) -> Callable[[], None]:
        """Call the listener with news; the result ends that."""
