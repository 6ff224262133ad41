"""A seat at a game of the arena, whoever plays it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal, Protocol

from engine.actions import Action
from engine.bots.named import NAMED
from engine.play.events import Event
from engine.play.view import Outcome, View
from engine.rules.rulesets import Ruleset

Fault = Literal["illegal", "slow", "ended", "unreadable", "broken", "conceded"]
"""Why a player lost a game without playing it to its end."""


class Lost(Exception):
    """A player has lost its game in a way that the rules do not know."""

    def __init__(self, fault: Fault, text: str) -> None:
        super().__init__(text)
        self.fault: Final[Fault] = fault


@dataclass(frozen=True, slots=True)
class Start:
    """A game that begins, as one of its players hears of it."""

    id: str
    ruleset: Ruleset
    seat: int
    names: tuple[str, ...]
    seed: int
    """The player's source of chance."""


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended, as one of its players hears of it."""

    outcome: Outcome | None
    """The end by the rules; None if there is none."""
    won: bool | None
    """Whether the player has won; None if nobody has."""
    why: str
    events: tuple[Event, ...]
    """What has happened since the player was last asked."""


class SeatPlayer(Protocol):
    """Plays one seat, game after game."""

    def begin(self, start: Start) -> None:
        """Begin a game.

        Raises:
            Lost: the player cannot.
        """

    def choose(self, view: View, events: Sequence[Event]) -> Action:
        """Choose an action; it is not checked here.

        Args:
            view: the game as the seat sees it; it is asked.
            events: what has happened since it was last asked, redacted for this seat.

        Raises:
            Lost: the player could not, or would not.
        """

    def end(self, result: Result) -> None:
        """End the game."""

    def close(self) -> None:
        """End whatever plays."""


class OwnPlayer:
    """A computer player of ours."""

    def __init__(self, name: str) -> None:
        self._player = NAMED[name]()
        self._seed = 0

    def begin(self, start: Start) -> None:
        """Take the seed of a game."""
        self._seed = start.seed

    def choose(self, view: View, events: Sequence[Event]) -> Action:
        """Ask the player."""
        del events
        try:
            return self._player.choose(view, self._seed)
        except Exception as error:  # one broken player must not end an arena of many
            raise Lost("broken", f"{type(error).__name__}: {error}") from error

    def end(self, result: Result) -> None:
        """Do nothing."""

    def close(self) -> None:
        """Do nothing."""
