"""Choose among the puzzles that were found, and write the lines of the store."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from hashlib import sha256
from typing import Final

from engine.actions import Kind
from engine.cards import card_name
from engine.record.position_text import parse_position
from tests.programs.puzzles.difficulty import found_by, is_plain, is_trivial, rating
from tests.programs.puzzles.finding import Found

LETTERS: Final = "ABCDEFGHJKLMNPQRSTUVWXYZ"
SIGNS: Final = LETTERS + "23456789"
"""Those of a puzzle's id: none is taken for another."""
PLAIN: Final = 0.6
"""The largest part that all levels but the weakest find every time: there are most of these."""


def id_of(text: str) -> str:
    """Return the id of a position: a letter and three more signs, from its text."""
    number = int.from_bytes(sha256(text.encode()).digest())
    number, first = divmod(number, len(LETTERS))
    signs = LETTERS[first]
    for _ in range(3):
        number, sign = divmod(number, len(SIGNS))
        signs += SIGNS[sign]
    return signs


def store_lines(rated: Iterable[tuple[Found, Mapping[str, float]]], count: int) -> list[str]:
    """Return the lines of the store, the easiest first; of two with the same id one."""
    by_id = {id_of(found.text): (found, hits) for found, hits in rated}
    chosen: list[tuple[int, str]] = []
    room = round(count * PLAIN)
    for id, (found, hits) in sorted(by_id.items()):
        plain = is_plain(hits)
        if len(chosen) < count and _is_wanted(found, hits) and (room or not plain):
            room -= plain
            points = rating(found, hits)
            chosen.append((points, _line(id, points, found, hits)))
    return [line for _, line in sorted(chosen)]


def _is_wanted(found: Found, hits: Mapping[str, float]) -> bool:
    """Return whether it is no puzzle that points alone win, nor one that everybody solves."""
    by_points = found.kind == "win" and found.solutions[0].kind is Kind.POINTS
    return not by_points and not is_trivial(hits)


def _line(id: str, points: int, found: Found, hits: Mapping[str, float]) -> str:
    solutions = ",".join(map(str, found.solutions))
    fields = (id, points, found_by(hits), found.kind, found.goal, found.turns, solutions)
    return "\t".join([*map(str, fields), _without_deck(found.text)])


def _without_deck(text: str) -> str:
    """Return a position without the cards that lie in the deck unseen: it names all others."""
    revealed = parse_position(text).shown()
    shown = " ".join(["deck", *map(card_name, reversed(revealed))]) if revealed else ""
    fields = (shown if each.startswith("deck ") else each for each in text.split("; "))
    return "; ".join(field for field in fields if field)
