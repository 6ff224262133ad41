"""The table seen from a seat, and the coach who sees no more than it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Final, Protocol

from engine.actions import Action
from engine.bots.search import Assessment
from engine.play.view import View
from engine.table.queries import TakeBack
from engine.table.seats import SeatRequest
from engine.table.state import Listener, TableState

MOVING: Final = "moving"
"""The trouble of a table that is on its way to another server."""
APART: Final = "apart"
"""The trouble of a table whose players are at servers that cannot reach each other."""


class Chat(Protocol):
    """Chat at a table."""

    def say(self, text: str, *, phrase: bool) -> None:
        """Send a quick phrase by its name, or free text, to the others on this side.

        Raises:
            LobbyError: ``too-many`` lines in a short time.
        """


class Chair(Protocol):
    """A table seen from a seat. A watcher's chair has seat None.

    A player's chairs are equal if they are at the same table.
    """

    @property
    def seat(self) -> int | None:
        """The seat, 0 to n-1."""

    @property
    def chat(self) -> Chat | None:
        """Chat with the other people; None at home and in practice."""

    @property
    def practice(self) -> TakeBack | None:
        """Taking moves back; None where that is not possible."""

    def state(self) -> TableState:
        """Return the table as this seat may see it."""

    def past(self, ply: int) -> Awaitable[TableState | None]:
        """Return the table as this seat saw it at a ply of the current game, read-only.

        None if that ply was not played, or may not be shown.
        """

    def submit(self, action: Action, ply: int) -> None:
        """Play an action chosen at `ply`; the table changes once it is saved.

        Raises:
            IllegalAction: the seat may not do this now (`NotYourTurn`, `StaleAction`).
        """

    def ask(self, request: SeatRequest) -> None:
        """Ask for something besides playing; nothing happens for a watcher.

        Raises:
            TableError, LobbyError: the seat may not do this now.
        """

    def record(self) -> str | None:
        """Return the record of a finished game as text; None until then."""

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """Call the listener after each change; call the result to unsubscribe."""

    def leave(self) -> None:
        """Leave for good, conceding a running game."""


SECONDS: Final = 0.1
"""How long a position is thought about in an analysis."""
LONGER: Final = 0.4
"""How long for a hint, which a player waits for."""
SEED: Final = 0
"""The usual seed of guesses at hidden cards: fixed, so that it tells nothing about them."""


class Analyst(Protocol):
    """Assesses positions outside the app's own task, so that the app is never held up."""

    def assess(
        self, view: View, seconds: float = SECONDS, *, seed: int = SEED, spare: bool = False
    ) -> Awaitable[Assessment]:
        """Assess a game for the seat of a view; the same view gives much the same result.

        Args:
            view: what the seat sees.
            seconds: how long it is thought about.
            seed: the seed of guesses at hidden cards.
            spare: whether this may wait for spare time, since nobody waits for it.

        Raises:
            LobbyError: ``no-coach``: what assesses has failed.
        """
