"""The table as the app sees it from one seat."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from engine.actions import Action
from engine.table.chair import TakeBack
from engine.table.state import Listener, TableState


class Chat(Protocol):
    """Talk at a table."""

    def say(self, text: str, *, phrase: bool) -> None:
        """Send a quick chat phrase by its name, or free text, to the others on this side.

        Raises:
            LobbyError: ``too-many`` lines in a short time.
        """


class OnlineSeat(Protocol):
    """What a seat can do about the other people at its table."""

    def cut(self, word: str) -> None:
        """Cut the next deck with a word, which takes part in its shuffle.

        Raises:
            TableError: the deck is dealt already, or the word cannot be shown.
        """

    def claim(self) -> None:
        """Claim the game from players who stayed away.

        Raises:
            TableError: nobody has been away for long enough.
        """

    def call_off(self) -> None:
        """End the game without a result, because everyone else stayed away.

        Raises:
            TableError: somebody is here, or has not been away for long enough.
        """

    def show_hands(self, yes: bool = True) -> None:
        """Allow watchers to see this hand, or withdraw that.

        Raises:
            TableError: the rules keep hands from watchers, or the game is rated.
        """

    def fill(self) -> None:
        """Seat computers in every free seat, as the host of a table that waits."""


class Chair(Protocol):
    """A table as one seat sees it. A watcher's chair has seat None.

    A player's chairs are equal if they stand at the same table.
    """

    @property
    def seat(self) -> int | None:
        """The seat, 0 to n-1."""

    @property
    def chat(self) -> Chat | None:
        """Chat with the other people; None at home and in practice."""

    @property
    def online(self) -> OnlineSeat | None:
        """What only a player at a server's table can do; None elsewhere, and for watchers."""

    @property
    def practice(self) -> TakeBack | None:
        """Taking moves back; None where moves stand."""

    def state(self) -> TableState:
        """Return the table as this seat may know it."""

    def past(self, ply: int) -> TableState | None:
        """Return the table as this seat saw it after so many actions of the present game.

        Nothing can be played in it. None if no such ply was played, or nothing of it is shown.
        """

    def submit(self, action: Action, ply: int) -> None:
        """Play an action that was chosen at `ply`; the table changes once it is saved.

        Raises:
            IllegalAction: the seat may not do this now (`NotYourTurn`, `StaleAction`).
        """

    def ready(self, yes: bool = True) -> None:
        """Ask for the next game, or withdraw that; it begins when every person asked."""

    def record(self) -> str | None:
        """Return the record of the game once it is over, as text; None until then."""

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """Call the listener after each change; the result ends that."""

    def leave(self) -> None:
        """Leave for good; a running game is conceded."""
