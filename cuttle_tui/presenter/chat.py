"""Select the chat lines that a reader sees, and place them in the log."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from cuttle_tui.i18n.rich_text import Sentence
from cuttle_tui.ports import ChatLine
from cuttle_tui.wording.table.chat import spoken


@dataclass(frozen=True, slots=True)
class ChatFilter:
    """What a reader wants to see of the chat."""

    me: str = ""
    """The reader's own name."""
    free_text: bool = False
    muted: frozenset[str] = frozenset()


Placed = tuple[int, Sentence]
"""A line, and the number of events before it."""


def heard(talk: Iterable[ChatLine], hearing: ChatFilter) -> Iterator[Placed]:
    """Format the chat lines; mention hidden free text only once."""
    hidden = False
    for line in talk:
        if line.who in hearing.muted:
            continue
        readable = line.phrase or hearing.free_text or line.who == hearing.me
        if readable or not hidden:
            yield line.after, spoken(line, hearing.me, readable=readable)
        hidden = hidden or not readable


def interleaved(events: Sequence[Placed], talk: Iterable[Placed]) -> tuple[Placed, ...]:
    """Merge chat lines into the events; return each line with the number of events so far."""
    told = [(place + 1, 0, line) for place, line in events]
    said = [(after, 1, line) for after, line in talk]
    return tuple((by, line) for by, _, line in sorted([*told, *said], key=lambda entry: entry[:2]))
