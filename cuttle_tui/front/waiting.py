"""What waits for the player on the first screen: each is a text, a key, and what it does."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from enum import IntEnum
from typing import Final

from cuttle_tui.kit.words import Entry

KEYS: Final = "xyz"
"""The keys of the rows, from the top; no other entry of the first screen has one of them."""


class Urgency(IntEnum):
    """How soon something wants an answer; what is more urgent comes first."""

    LATER = 0
    TODAY = 1
    """Worth doing today."""
    NOW = 2
    """Somebody waits: it is in focus when the screen opens."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """Something that waits; its entry gets the key of its row."""

    entry: Entry
    act: Callable[[], None] = field(compare=False)
    urgency: Urgency = Urgency.LATER
    about: object = None
    """What it is about, such as a friend."""
    key: str = ""
    """A key of its own, in place of its row's."""


def rows_of(waiting: Iterable[Waiting]) -> tuple[Waiting, ...]:
    """Choose what is listed, the most urgent first, and give each its key."""
    keys, rows = iter(KEYS), []
    for each in sorted(waiting, key=lambda each: -each.urgency):
        if key := each.key or next(keys, ""):
            rows.append(replace(each, entry=replace(each.entry, key=key)))
    return tuple(rows)
