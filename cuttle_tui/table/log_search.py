"""Read the log: move along its lines, and search them. Pure."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final
from unicodedata import normalize

from cuttle_tui.i18n.rich_text import Sentence
from cuttle_tui.keymap.commands import Intent
from cuttle_tui.keymap.editing import Edit, Erase, TypeText, edited
from cuttle_tui.table.intents import Act, MoveLine, NextFound
from engine.cards import card_name, parse_card

_LONGEST: Final = 30
"""The maximum length of a query."""
_SIGNS: Final = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}


@dataclass(frozen=True, slots=True)
class Reading:
    """The state of reading the log."""

    line: int = -1
    """The line in focus; -1 follows the newest."""
    typing: bool = False
    """The query is being typed."""
    query: str = ""
    """The query."""

    @property
    def searching(self) -> bool:
        """Whether a search is active."""
        return self.typing or bool(self.query)

    def place(self, count: int) -> int:
        """Return the line in focus among `count` lines; -1 if there is none."""
        return count - 1 if self.line < 0 else min(self.line, count - 1)


AT_NEWEST: Final = Reading()


_ACTS: Final = (Act.SEARCH, Act.END_SEARCH, Act.CONFIRM, Act.BACK)


def takes(intent: Intent) -> bool:
    """Return whether an intent belongs to the log."""
    return isinstance(intent, TypeText | Erase | NextFound | MoveLine) or intent in _ACTS


def read(reading: Reading, intent: Intent, lines: Sequence[Sentence]) -> Reading | None:
    """Return the state after an intent; None when the log is closed."""
    if isinstance(intent, TypeText | Erase):
        return _type(reading, intent, lines)
    if isinstance(intent, NextFound):
        return _next_found(reading, intent.step, lines)
    if isinstance(intent, MoveLine):
        return focus(reading, reading.place(len(lines)) + intent.step, len(lines))
    if intent == Act.SEARCH:
        return replace(reading, typing=True, query="")
    if intent == Act.END_SEARCH:
        return replace(reading, typing=False, query="")
    if intent == Act.CONFIRM:
        return replace(reading, typing=False)
    return None if intent == Act.BACK else reading


def focus(reading: Reading, line: int, count: int) -> Reading:
    """Focus the nearest line; a focus on the newest line follows new ones."""
    line = max(0, min(count - 1, line))
    return replace(reading, line=-1 if line == count - 1 else line)


def _type(reading: Reading, edit: Edit, lines: Sequence[Sentence]) -> Reading:
    """Edit the query, and go to the nearest match, upwards."""
    query = edited(reading.query, edit, _LONGEST)
    typed, here = replace(reading, query=query), reading.place(len(lines))
    matches = found(lines, query)
    nearest = [line for line in matches if line <= here][-1:] or matches[:1]
    return focus(typed, nearest[0], len(lines)) if nearest else typed


def _next_found(reading: Reading, step: int, lines: Sequence[Sentence]) -> Reading:
    """Go to the next or the previous match, wrapping around."""
    matches, here = found(lines, reading.query), reading.place(len(lines))
    if not matches:
        return reading
    ahead = [line for line in matches if (line - here) * step > 0]
    around = matches[0] if step > 0 else matches[-1]
    nearest = around if not ahead else ahead[0] if step > 0 else ahead[-1]
    return focus(reading, nearest, len(lines))


def is_elsewhere(found: Sequence[int], here: int) -> bool:
    """Return whether anything was found besides the line in focus."""
    return any(line != here for line in found)


def found(lines: Sequence[Sentence], query: str) -> tuple[int, ...]:
    """List the lines that match the query; cards match by letters and by signs."""
    wanted = normalize("NFC", query.strip()).casefold()
    if not wanted:
        return ()
    return tuple(place for place, line in enumerate(lines) if wanted in _readable(line))


def _readable(line: Sentence) -> str:
    """Write a line with each notation that a search may use for its cards."""
    forms = (
        "".join(write(span.text) if span.role == "card" else span.text for span in line)
        for write in (_by_name, _as_drawn, _by_letters)
    )
    return normalize("NFC", "\n".join(forms)).casefold()


def _by_name(name: str) -> str:
    return card_name(parse_card(name))


def _by_letters(name: str) -> str:
    return name.replace("T", "10", 1) if name[:1] == "T" else name


def _as_drawn(name: str) -> str:
    return _by_letters(name[:1]) + _SIGNS.get(name[1:], name[1:])


def ply_at(places: Sequence[int], steps: Sequence[int], line: int) -> int | None:
    """Return the number of actions at a line of the log; None if that is unknown.

    Args:
        places: for each line, the number of events so far.
        steps: the number of events after each action, the deal first.
        line: the index of the line.
    """
    if not steps or not 0 <= line < len(places):
        return None
    told = max(places[line], steps[0])
    return min(bisect_right(steps, told - 1), len(steps) - 1)
