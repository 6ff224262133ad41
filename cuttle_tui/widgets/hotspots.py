"""Tell which key a click on a row of keys and labels stands for."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from rich.cells import cell_len

_NAMES: Final = {"esc": "escape"}
_NO_KEYS: Final = ("arrows",)


class Hotspot(NamedTuple):
    """Some columns of a row, and the key they stand for."""

    left: int
    right: int
    key: str


def hotspots(x: int, keys: str, stop: int) -> list[Hotspot]:
    """Part what is drawn from a column on: each key for itself, a label for the only key.

    Args:
        x: the first column.
        keys: the keys as they are drawn, parted by blanks.
        stop: the column after the label.
    """
    words = keys.split()
    if len(words) == 1:
        return [Hotspot(x, stop, _named(words[0]))] * (words[0] not in _NO_KEYS)
    spots = []
    for word in words:
        spots.append(Hotspot(x, x + cell_len(word), _named(word)))
        x += cell_len(word) + 1
    return spots


def key_under(spots: Iterable[Hotspot], x: int) -> str:
    """Give the key at a column, or none."""
    return next((spot.key for spot in spots if spot.left <= x < spot.right), "")


def _named(word: str) -> str:
    return _NAMES.get(word, word)
