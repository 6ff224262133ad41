"""Keep what was worked out a moment ago: a cursor goes to and fro over a hand."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Generic, TypeVar

K = TypeVar("K")
V = TypeVar("V")

_MOST: Final = 6


class Recent(Generic[K, V]):
    """The last few values, found by what they were worked out from, which is compared."""

    __slots__ = ("_kept",)

    def __init__(self) -> None:
        self._kept: list[tuple[K, V]] = []

    def find(self, key: K) -> V | None:
        """Return the value of a key; None if it is not kept."""
        return next((value for kept, value in self._kept if kept == key), None)

    def add(self, key: K, value: V) -> V:
        """Keep a value, and drop the oldest of too many."""
        self._kept = [*self._kept[1 - _MOST :], (key, value)]
        return value

    def clear(self) -> None:
        """Drop all values."""
        self._kept = []


class Latest(Generic[K, V]):
    """The last value, until what it was worked out from changes."""

    __slots__ = ("_kept",)

    def __init__(self) -> None:
        self._kept: tuple[K, V] | None = None

    def at(self, key: K, make: Callable[[], V]) -> V:
        """Return the value of a key, worked out if it is not the last one."""
        if self._kept is None or self._kept[0] != key:
            self._kept = key, make()
        return self._kept[1]
