"""Name what the app asks of the world: a lobby, and a table as one seat sees it.

The same app runs at home and over ssh; only what stands behind these protocols differs. What
crosses them is plain values. Listeners are called in the caller's task: they may only put
something on a queue.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, Protocol

from engine.actions import Action
from engine.errors import CuttleError
from engine.record import Record
from engine.table import Change, Listener, Sitter, TableState

__all__ = [
    "Chair",
    "Change",
    "Invitation",
    "Kept",
    "Listener",
    "Lobby",
    "LobbyError",
    "Shelf",
    "Sitter",
    "TableState",
]


class LobbyError(CuttleError):
    """The lobby cannot do what was asked; `reason` says why, for the app to word."""

    def __init__(
        self,
        reason: Literal[
            "unknown-code",
            "used-code",
            "room-full",
            "own-room",
            "busy",
            "closing",
            "offline",
            "only-at-home",
        ],
    ) -> None:
        super().__init__(reason)
        self.reason = reason


class Chair(Protocol):
    """A table as one seat sees it. A watcher's chair has seat None."""

    @property
    def seat(self) -> int | None:
        """The seat, 0 to n-1."""

    def state(self) -> TableState:
        """Give the table as this seat may know it."""

    def submit(self, action: Action, ply: int) -> None:
        """Play an action that was chosen at `ply`.

        Raises:
            IllegalAction: the seat may not do this now (`NotYourTurn`, `StaleAction`).
        """

    def rematch(self) -> None:
        """Ask for the next game once one is over; it begins when every person asked."""

    def record(self) -> str | None:
        """Give the record of the game once it is over, as text; None until then."""

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """Call the listener after each change; the result ends that."""

    def leave(self) -> None:
        """Stand up for good; a running game is conceded."""


@dataclass(frozen=True, slots=True)
class Invitation:
    """How a friend gets to a server, for the home screen to tell."""

    commands: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Kept:
    """A game whose record was kept."""

    name: str
    """What the shelf calls it."""
    players: str
    when: str


class Shelf(Protocol):
    """Where the records of games are kept."""

    @property
    def trouble(self) -> str:
        """Why the last game could not be kept; empty when it was."""

    def games(self) -> tuple[Kept, ...]:
        """List the games, newest first."""

    def record(self, name: str) -> Record:
        """Read the record of a game.

        Raises:
            RecordError: it cannot be read, or is none.
        """


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

    def play_computer(self, ruleset: str) -> Chair:
        """Sit down with computer players in every other seat."""

    def hot_seat(self, ruleset: str, computers: int = 0) -> tuple[Chair, ...]:
        """Open a table whose seats are played at this keyboard; only at home.

        The last chair is a watcher's: what may be shown between two turns. The computer plays so
        many of the seats.
        """

    def quick_match(self, ruleset: str) -> Chair:
        """Sit down with whoever waits, or wait for the next one."""

    def open_room(self, ruleset: str, computers: int = 0) -> Chair:
        """Open a table for friends; its state carries the code.

        The computer plays so many of the other seats.
        """

    def join_room(self, code: str) -> Chair:
        """Sit down at a friend's table.

        Raises:
            LobbyError: no room waits under that code.
        """

    def held(self) -> Chair | None:
        """The seat that is held for this player after a lost connection, if any."""
