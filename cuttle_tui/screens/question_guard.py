"""Tell keys that were meant for an earlier question from answers to the present one.

A question may change while a key is on its way: somebody moves, the game ends, the next one is
dealt. For a moment after the change is on the screen, a key can only have been meant for what was
there before.
"""

from __future__ import annotations

from time import monotonic
from typing import Final

READING: Final = 0.5
"""Seconds in which nobody can have read a new question and pressed a key for it."""
LOOKING: Final = 1.0
"""The same, where the whole table gives way to something else, as at the end of a game."""
_TYPING: Final = 0.3
"""Seconds between the keys of one sequence, at most: it is dropped as a whole."""


def now() -> float:
    """Return a monotonic time in seconds."""
    return monotonic()


class QuestionGuard:
    """Knows since when the present question has been on the screen."""

    def __init__(self) -> None:
        """Begin with a question that has been there for long."""
        self._seconds = 0.0
        self._until: float | None = 0.0
        """When it may be answered; None until it is on the screen."""

    def change(self, seconds: float = READING) -> None:
        """Note that another question is asked, which is not on the screen yet."""
        self._seconds, self._until = seconds, None

    def show(self) -> None:
        """Note that the question is on the screen now."""
        if self._until is None:
            self._until = now() + self._seconds

    def trust(self) -> None:
        """Note that the player asked for just this question, and knows it."""
        self._until = 0.0

    @property
    def unread(self) -> bool:
        """Whether nobody can have read the question yet."""
        return self._until is None or now() < self._until

    def drop(self) -> None:
        """Note that a key was dropped; those that follow at once belong to it."""
        if self._until is not None:
            self._until = max(self._until, now() + _TYPING)
