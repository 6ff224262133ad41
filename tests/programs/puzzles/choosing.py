"""Choose among the puzzles that were found, give each a day, and write the lines of the store."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import sha256
from itertools import pairwise
from typing import Final

from engine.actions import Kind
from engine.cards import card_name
from engine.record.position_text import parse_position
from tests.programs.puzzles.difficulty import Tries, found_by, is_trivial, rating, shares
from tests.programs.puzzles.finding import KINDS, Found

LETTERS: Final = "ABCDEFGHJKLMNPQRSTUVWXYZ"
SIGNS: Final = LETTERS + "23456789"
"""Those of a puzzle's id: none is taken for another."""
WEEK: Final = 7
MOST_OF_ALL: Final = 0.24
"""The largest part of the store that is of one kind."""
MOST_OF_A_DAY: Final = 0.48
"""The largest part of a day of the week that is of one kind."""
RISE: Final = 0.03
"""No day of the week is solved oftener by a level than the one before it, but for so much."""
AHEAD: Final = 4
"""How many weeks a puzzle may come sooner, so that two days do not ask the same."""
BAND: Final = 100
"""Points of rating: of each band there are about as many as of others, where there are enough."""


@dataclass(frozen=True, slots=True)
class Rated:
    """A puzzle that the levels have tried."""

    id: str
    found: Found
    tries: Tries

    @property
    def rating(self) -> int:
        """How hard it is."""
        return rating(self.tries)

    @property
    def sort(self) -> tuple[str, Kind]:
        """What it is like: two of a sort ask the same, and the same kind of action solves them."""
        return self.found.kind, self.found.solutions[0].kind


def id_of(text: str) -> str:
    """Return the id of a position: a letter and three more signs, from its text."""
    number = int.from_bytes(sha256(text.encode()).digest())
    number, first = divmod(number, len(LETTERS))
    signs = LETTERS[first]
    for _ in range(3):
        number, sign = divmod(number, len(SIGNS))
        signs += SIGNS[sign]
    return signs


def calendar(rated: Iterable[tuple[str, Found, Tries]], count: int) -> list[Rated]:
    """Return the puzzles of the store in the order of their days, from a Monday on.

    Raises:
        ValueError: what was found does not make seven days that are harder from one to the next.
    """
    by_id = {id: Rated(id, found, tries) for id, found, tries in rated}
    wanted = [each for _, each in sorted(by_id.items()) if _is_wanted(each)]
    chosen = _chosen(wanted, count - count % WEEK)
    days = _days(chosen)
    _check(days)
    return _in_turn(days)


def _is_wanted(each: Rated) -> bool:
    """Return whether it is no puzzle that points win at once, nor one that everybody solves."""
    found = each.found
    at_once = found.goal == "win" and not found.turns
    by_points = at_once and found.solutions[0].kind is Kind.POINTS
    return not by_points and not is_trivial(each.tries)


def _chosen(wanted: list[Rated], count: int) -> list[Rated]:
    """Choose so many, in turn of the kind of which there are fewest, the rarest sorts first."""
    left = {kind: [each for each in wanted if each.found.kind == kind] for kind in KINDS}
    chosen: list[Rated] = []
    kinds: Counter[str] = Counter()
    bands: Counter[tuple[str, int]] = Counter()
    sorts: Counter[tuple[str, Kind]] = Counter()
    while len(chosen) < count:
        open_kinds = [kind for kind in KINDS if left[kind] and kinds[kind] < MOST_OF_ALL * count]
        if not open_kinds:
            raise ValueError(f"there are only {len(chosen)} of enough kinds")
        kind = min(open_kinds, key=lambda each: kinds[each])
        best = min(
            left[kind], key=lambda each: (bands[kind, each.rating // BAND], sorts[each.sort])
        )
        left[kind].remove(best)
        chosen.append(best)
        kinds[kind] += 1
        bands[kind, best.rating // BAND] += 1
        sorts[best.sort] += 1
    return chosen


def _days(chosen: list[Rated]) -> list[list[Rated]]:
    """Cut the puzzles into the days of the week, the easiest first, none with too many of a kind.

    What is too many for its day waits for the next one; the last day gets what is left.
    """
    size = len(chosen) // WEEK
    left, days = sorted(chosen, key=lambda each: (each.rating, each.id)), []
    for _ in range(WEEK):
        day: list[Rated] = []
        kinds: Counter[str] = Counter()
        for each in left:
            if len(day) < size and kinds[each.found.kind] < int(MOST_OF_A_DAY * size):
                day.append(each)
                kinds[each.found.kind] += 1
        left = [each for each in left if each not in day]
        days.append(day)
    return days


def _check(days: list[list[Rated]]) -> None:
    """Raise if a day is not whole, or easier than the one before it for a level."""
    if any(len(day) != len(days[0]) for day in days):
        raise ValueError("the last days have too many of a kind")
    by_day = [shares(each.tries for each in day) for day in days]
    for before, after in pairwise(by_day):
        for name in before:
            if after[name] > before[name] + RISE:
                raise ValueError(f"{name} finds a day easier than the one before it")


def _in_turn(days: list[list[Rated]]) -> list[Rated]:
    """Return the puzzles as they come: each day another kind than the day before, if it can be."""
    order: list[Rated] = []
    left = [_spread(day) for day in days]
    for place in range(sum(map(len, days))):
        day, before = left[place % WEEK], order[-1].found.kind if order else ""
        others = (each for each in day[:AHEAD] if each.found.kind != before)
        order.append(next(others, day[0]))
        day.remove(order[-1])
    return order


def _spread(day: list[Rated]) -> list[Rated]:
    """Return the puzzles of a day of the week with each kind spread evenly over its weeks."""
    every = Counter(each.found.kind for each in day)
    used: Counter[str] = Counter()
    places: dict[str, float] = {}
    for each in sorted(day, key=lambda each: each.id):
        kind = each.found.kind
        places[each.id] = (used[kind] + 0.5) / every[kind]
        used[kind] += 1
    return sorted(day, key=lambda each: (places[each.id], each.id))


def store_line(each: Rated) -> str:
    """Write a puzzle as a line of the store."""
    found = each.found
    solutions = ",".join(map(str, found.solutions))
    who = found_by(each.tries)
    fields = (each.id, each.rating, who, found.kind, found.goal, found.turns, solutions)
    return "\t".join([*map(str, fields), without_deck(found.text)])


def without_deck(text: str) -> str:
    """Return a position without the cards that lie in the deck unseen: it names all others."""
    revealed = parse_position(text).shown()
    shown = " ".join(["deck", *map(card_name, reversed(revealed))]) if revealed else ""
    fields = (shown if each.startswith("deck ") else each for each in text.split("; "))
    return "; ".join(field for field in fields if field)
