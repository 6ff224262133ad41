"""Name what the app asks of a table, as one seat sees it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from engine.actions import Action
from engine.table.state import Listener, TableState


class Chair(Protocol):
    """A table as one seat sees it. A watcher's chair has seat None.

    A player's chairs are equal if they stand at the same table.
    """

    @property
    def seat(self) -> int | None:
        """The seat, 0 to n-1."""

    def state(self) -> TableState:
        """Give the table as this seat may know it."""

    def past(self, ply: int) -> TableState | None:
        """Give the table as this seat could see it after so many actions of the present game.

        There is nothing to do in it. None where no such ply was played, or nothing is told of it.
        """

    def submit(self, action: Action, ply: int) -> None:
        """Play an action that was chosen at `ply`; the table changes once it is kept.

        Raises:
            IllegalAction: the seat may not do this now (`NotYourTurn`, `StaleAction`).
        """

    def ready(self, yes: bool = True) -> None:
        """Ask for the next game, or take that back; it begins when every person asked."""

    def cut(self, word: str) -> None:
        """Cut the next deck with a word of one's own, which takes part in its shuffle.

        Raises:
            TableError: the deck is dealt already, or the word cannot be shown.
        """

    def claim(self) -> None:
        """Claim the game from those who stayed away.

        Raises:
            TableError: nobody has been away for long enough.
        """

    def call_off(self) -> None:
        """End the game without a result, for all others stayed away.

        Raises:
            TableError: somebody is here, or has not been away for long enough.
        """

    def show_hands(self, yes: bool = True) -> None:
        """Agree to show hands to watchers, or take that back.

        Raises:
            TableError: the rules keep hands from watchers, or the game is rated.
        """

    def fill(self) -> None:
        """Seat computers in every free seat, as the host of a table that waits."""

    def say(self, text: str, *, phrase: bool) -> None:
        """Say something to those one shares the table with: a ready phrase by name, or free text.

        Raises:
            LobbyError: ``too-many`` lines in a short time.
        """

    def record(self) -> str | None:
        """Give the record of the game once it is over, as text; None until then."""

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """Call the listener after each change; the result ends that."""

    def leave(self) -> None:
        """Stand up for good; a running game is conceded."""
