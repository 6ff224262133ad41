"""Remember which puzzles and lessons are done."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, Protocol

DONE: Final = "done"
"""What progress is kept under, beside the settings."""


class Progress(Protocol):
    """Where it is kept which puzzles and lessons a player has done."""

    def load(self) -> frozenset[str]:
        """Return the names of all that are done."""

    def save(self, done: frozenset[str]) -> None:
        """Keep them."""


class InMemory:
    """Progress that lasts as long as it is held."""

    def __init__(self) -> None:
        self._done: frozenset[str] = frozenset()

    def load(self) -> frozenset[str]:
        """Return the names of all that are done."""
        return self._done

    def save(self, done: frozenset[str]) -> None:
        """Keep them."""
        self._done = done


class SavedProgress:
    """Progress that is kept beside the settings."""

    def __init__(self, recall: Callable[[str], Any], note: Callable[[str, Any], None]) -> None:
        """Keep it.

        Args:
            recall: gives what was kept under a name.
            note: keeps something under a name.
        """
        self._recall = recall
        self._note = note

    def load(self) -> frozenset[str]:
        """Return the names of all that are done; what is no list of names counts for none."""
        kept = self._recall(DONE)
        names = kept if isinstance(kept, list) else []
        return frozenset(name for name in names if isinstance(name, str))

    def save(self, done: frozenset[str]) -> None:
        """Keep them."""
        self._note(DONE, sorted(done))
