"""Remember which puzzles and lessons are done."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, Protocol

DONE: Final = "done"
"""The key of the progress in the preferences."""


class Progress(Protocol):
    """A store of the puzzles and lessons that a player has done."""

    def load(self) -> frozenset[str]:
        """Return the names of all that are done."""

    def save(self, done: frozenset[str]) -> None:
        """Save the names of all that are done."""


class InMemory:
    """Progress in memory."""

    def __init__(self) -> None:
        self._done: frozenset[str] = frozenset()

    def load(self) -> frozenset[str]:
        """Return the names of all that are done."""
        return self._done

    def save(self, done: frozenset[str]) -> None:
        """Save the names of all that are done."""
        self._done = done


class SavedProgress:
    """Progress saved with the settings."""

    def __init__(self, recall: Callable[[str], Any], note: Callable[[str, Any], None]) -> None:
        """Store progress through two callbacks.

        Args:
            recall: loads the value of a key.
            note: saves the value of a key.
        """
        self._recall = recall
        self._note = note

    def load(self) -> frozenset[str]:
        """Return the names of all that are done; ignore invalid data."""
        kept = self._recall(DONE)
        names = kept if isinstance(kept, list) else []
        return frozenset(name for name in names if isinstance(name, str))

    def save(self, done: frozenset[str]) -> None:
        """Save the names of all that are done."""
        self._note(DONE, sorted(done))
