"""Find which key a click on drawn keys and labels represents."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from typing import Final, NamedTuple

from rich.cells import cell_len

from cuttle_tui.drawing.glyphs import Glyphs
from cuttle_tui.drawing.rows import sentence_width
from cuttle_tui.i18n.rich_text import Sentence
from cuttle_tui.keymap.names import key_named

_NAMES: Final = {"esc": "escape", "pgup": "pageup", "pgdn": "pagedown"}
_NO_KEYS: Final = ("arrows", "type")
"""Words for more than one key."""
_KEY_ROLES: Final = ("key", "target")


class Hotspot(NamedTuple):
    """Some columns of a row, and the key they represent."""

    left: int
    right: int
    key: str
    y: int = 0


def hotspots(x: int, keys: str, stop: int, y: int = 0) -> list[Hotspot]:
    """Split keys drawn from column `x` into hotspots, which end before `stop`.

    With a single key, the label is part of its hotspot.
    """
    words = keys.split()
    spots = []
    for word in words:
        end = x + cell_len(word)
        key = _named(word)
        if key and end <= stop:
            spots.append(Hotspot(x, stop if len(words) == 1 else end, key, y))
        x = end + 1
    return spots


def spots_in(
    sentence: Sentence, x: int, y: int, glyphs: Glyphs, *, stop: int = 9999
) -> list[Hotspot]:
    """Find the keys in a sentence drawn at a cell, before the column `stop`.

    The words after a key, up to the next one, are its label.
    """
    if not any(span.role in _KEY_ROLES for span in sentence):
        return []
    found: list[tuple[int, str]] = []
    for span in sentence:
        if span.role in _KEY_ROLES and span.text.strip():  # wrapped lines part keys from blanks
            found.append((x, span.text))
        x += sentence_width((span,), glyphs)
    ends = [*found, (x, "")]
    return [
        spot
        for (left, keys), (end, _) in pairwise(ends)
        for spot in hotspots(left, keys, min(end, stop), y)
    ]


def key_under(spots: Iterable[Hotspot], x: int, y: int = 0) -> str:
    """Return the key at a cell; empty if there is none."""
    return next((spot.key for spot in spots if spot.y == y and spot.left <= x < spot.right), "")


def _named(word: str) -> str:
    """Return the terminal's name of a key; empty for a word that means several keys."""
    key = key_named(word)
    several = key in _NO_KEYS or (len(key) == 3 and key[1] == "-")
    return "" if several else _NAMES.get(key, key)
