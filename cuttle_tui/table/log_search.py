"""Read the log: move along its lines, and search them. Pure, like all that turns keys into wishes.

Nothing here knows the screen: a key comes in, how the log is read then comes out.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from cuttle_tui.i18n.rich_text import Sentence
from cuttle_tui.table.chat import edited
from engine.cards import card_name, parse_card

_STEPS: Final = {"up": -1, "down": 1, "pageup": -10, "pagedown": 10, "home": -9999, "end": 9999}
_LONGEST: Final = 30
"""Characters one can search for."""
_SIGNS: Final = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}


@dataclass(frozen=True, slots=True)
class Reading:
    """How the log is being read."""

    line: int = -1
    """The line in focus; -1 is the newest, whichever that is."""
    typing: bool = False
    """What to search for is being typed."""
    query: str = ""
    """What was searched for."""

    @property
    def searching(self) -> bool:
        """Whether keys belong to a search."""
        return self.typing or bool(self.query)

    def place(self, count: int) -> int:
        """Tell the line in focus among so many; -1 where there is none."""
        return count - 1 if self.line < 0 else min(self.line, count - 1)


AT_NEWEST: Final = Reading()


def press(reading: Reading, key: str, lines: Sequence[Sentence]) -> Reading | None:
    """Answer a key; None where it closes the log."""
    if reading.typing:
        return _type(reading, key, lines)
    if key == "/":
        return replace(reading, typing=True, query="")
    if reading.query and key in ("n", "N"):
        return _further(reading, 1 if key == "n" else -1, lines)
    if key == "escape" and reading.query:
        return replace(reading, query="")
    if key in ("escape", "q", "l"):
        return None
    step = _STEPS.get(key, 0)
    return focus(reading, reading.place(len(lines)) + step, len(lines)) if step else reading


def focus(reading: Reading, line: int, count: int) -> Reading:
    """Put a line in focus, or the one nearest to it; the newest stays the newest."""
    line = max(0, min(count - 1, line))
    return replace(reading, line=-1 if line == count - 1 else line)


def _type(reading: Reading, key: str, lines: Sequence[Sentence]) -> Reading:
    """Take a key for what is searched, and go along to the nearest match, upwards."""
    if key == "escape":
        return replace(reading, typing=False, query="")
    if key == "enter":
        return replace(reading, typing=False)
    if key in ("up", "down"):
        return _further(reading, _STEPS[key], lines)
    query = edited(reading.query, key, _LONGEST)
    typed, here = replace(reading, query=query), reading.place(len(lines))
    matches = found(lines, query)
    nearest = [line for line in matches if line <= here][-1:] or matches[:1]
    return focus(typed, nearest[0], len(lines)) if nearest else typed


def _further(reading: Reading, step: int, lines: Sequence[Sentence]) -> Reading:
    """Go to the next match, or to the one before; round the ends."""
    matches, here = found(lines, reading.query), reading.place(len(lines))
    if not matches:
        return reading
    ahead = [line for line in matches if (line - here) * step > 0]
    around = matches[0] if step > 0 else matches[-1]
    nearest = around if not ahead else ahead[0] if step > 0 else ahead[-1]
    return focus(reading, nearest, len(lines))


def found(lines: Sequence[Sentence], query: str) -> tuple[int, ...]:
    """List the lines that tell of something; cards are found by letters and by signs."""
    wanted = query.strip().casefold()
    if not wanted:
        return ()
    return tuple(place for place, line in enumerate(lines) if wanted in _readable(line))


def _readable(line: Sentence) -> str:
    """Write a line in each way in which one may search for its cards."""
    forms = (
        "".join(write(span.text) if span.role == "card" else span.text for span in line)
        for write in (_by_name, _as_drawn, _by_letters)
    )
    return "\n".join(forms).casefold()


def _by_name(name: str) -> str:
    return card_name(parse_card(name))


def _by_letters(name: str) -> str:
    return name.replace("T", "10", 1) if name[:1] == "T" else name


def _as_drawn(name: str) -> str:
    return _by_letters(name[:1]) + _SIGNS.get(name[1:], name[1:])


def ply_at(places: Sequence[int], steps: Sequence[int], line: int) -> int | None:
    """Tell after how many actions a line of the log was so; None where nothing is known of that.

    Args:
        places: for each line, how many events the log held with it.
        steps: how many events the log held after each action, the deal first.
        line: which line.
    """
    if not steps or not 0 <= line < len(places):
        return None
    told = max(places[line], steps[0])
    return min(bisect_right(steps, told - 1), len(steps) - 1)
