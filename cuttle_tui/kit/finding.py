"""Find lines by a word or a card: in the log, in lists and on pages. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final
from unicodedata import normalize

from cuttle_tui.i18n.translation import N_, Plural, Sentence, Span, counted, say, tell
from engine.cards import card_name, parse_card

LONGEST: Final = 30
"""The most characters of a query."""
LINES_FOUND: Final = Plural("{n} line found", "{n} lines found")
NOTHING_FOUND: Final = N_("no line found")
_SIGNS: Final = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}


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


def next_match(matches: Sequence[int], here: int, step: int) -> int:
    """Return the match after a line, or the one before it for a step of -1, wrapping around."""
    ahead = [line for line in matches if (line - here) * step > 0]
    around = matches[0] if step > 0 else matches[-1]
    return around if not ahead else ahead[0] if step > 0 else ahead[-1]


def is_elsewhere(found: Sequence[int], here: int) -> bool:
    """Return whether anything was found besides the line in focus."""
    return any(line != here for line in found)


def count_line(found: Sequence[int]) -> Sentence:
    """Count the lines that were found."""
    return say(counted(len(found), LINES_FOUND)) if found else say(NOTHING_FOUND)


def place_line(query: str, found: Sequence[int], here: int) -> Sentence:
    """Tell which of the lines that were found is in focus; at least one was found."""
    told = Span(query.strip(), "strong")
    if here not in found:
        return tell("{query}: {lines}", query=told, lines=counted(len(found), LINES_FOUND))
    place = list(found).index(here) + 1
    return tell("{query}: found {place} of {count}", query=told, place=place, count=len(found))
