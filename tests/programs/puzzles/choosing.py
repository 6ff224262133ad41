"""Choose among the puzzles that were found, give each a day, and write the lines of the store."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from itertools import pairwise
from typing import Final

from engine.actions import Kind
from engine.cards import card_name
from engine.record.position_text import parse_position
from tests.programs.puzzles.difficulty import TRIES, Tries, found_by, is_trivial, rating, shares
from tests.programs.puzzles.finding import KINDS, Found

LETTERS: Final = "ABCDEFGHJKLMNPQRSTUVWXYZ"
SIGNS: Final = LETTERS + "23456789"
"""Those of a puzzle's id: none is taken for another."""
WEEK: Final = 7
MOST_OF_ALL: Final = 0.24
"""The largest part of the store that is of one kind."""
MOST_OF_A_DAY: Final = 0.42
"""The largest part of a day of the week that is of one kind."""
RISE: Final = 0.0
"""No day of the week is solved oftener by a level than the one before it, but for so much."""
FALL: Final = 0.025
"""By so much less it should be solved, unless a level solves nearly all."""
SURE: Final = 0.9
EXCHANGES: Final = 100_000
"""How often two days try to exchange a puzzle."""
AHEAD: Final = 4
"""How many weeks a puzzle may come sooner, so that two days do not ask the same."""
BAND: Final = 100
"""Points of rating: of each band there are about as many as of others, where there are enough."""


@dataclass(frozen=True)
class Rated:
    """A puzzle that the levels have tried."""

    id: str
    found: Found
    tries: Tries

    @cached_property
    def rating(self) -> int:
        """How hard it is."""
        return rating(self.tries)

    @cached_property
    def shares(self) -> tuple[float, ...]:
        """Which share of its tries each level solves it."""
        return tuple(self.tries[name].share for name in TRIES)

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
            left[kind], key=lambda each: (sorts[each.sort], bands[kind, each.rating // BAND])
        )
        left[kind].remove(best)
        chosen.append(best)
        kinds[kind] += 1
        bands[kind, best.rating // BAND] += 1
        sorts[best.sort] += 1
    return chosen


def _days(chosen: list[Rated]) -> list[list[Rated]]:
    """Share the puzzles out among the days of the week, the easiest first.

    Levels find other kinds hard: so each day first gets as much of each kind, of which the first
    has the easiest. Then days exchange puzzles, as long as no level solves a day oftener for it.
    """
    days: list[list[Rated]] = [[] for _ in range(WEEK)]
    size = len(chosen) // WEEK
    for kind in KINDS:
        some = sorted(
            (each for each in chosen if each.found.kind == kind),
            key=lambda each: (each.rating, each.id),
        )
        for place, each in enumerate(some):
            days[place * WEEK // len(some)].append(each)
    _level(days, size)
    return _exchanged(days)


def _level(days: list[list[Rated]], size: int) -> None:
    """Have each day pass what it has too much of to the next, and take what it lacks from there."""
    for day, following in pairwise(days):
        while len(day) > size:
            hardest = max(day, key=lambda each: (each.rating, each.id))
            day.remove(hardest)
            following.append(hardest)
        while len(day) < size:
            easiest = min(following, key=lambda each: (each.rating, each.id))
            following.remove(easiest)
            day.append(easiest)


def _exchanged(days: list[list[Rated]]) -> list[list[Rated]]:
    """Exchange puzzles between days as long as that does better: see `_badness`."""
    rng, told = random.Random("days of the week"), [*map(_Day.of, days)]
    best = _badness(told)
    for _ in range(EXCHANGES):
        one, other = rng.sample(range(WEEK), 2)
        here, there = rng.randrange(len(days[one])), rng.randrange(len(days[other]))
        swapped = list(days[one]), list(days[other])
        swapped[0][here], swapped[1][there] = days[other][there], days[one][here]
        after = list(told)
        after[one], after[other] = map(_Day.of, swapped)
        badness = _badness(after)
        if badness < best:
            best, told = badness, after
            days[one], days[other] = swapped
    return days


@dataclass(frozen=True, slots=True)
class _Day:
    """What counts of a day of the week: who solves how much, how hard it is, what it asks most."""

    shares: tuple[float, ...]
    rating: float
    most: float
    """The part of it that is of one kind."""

    @classmethod
    def of(cls, day: list[Rated]) -> _Day:
        """Sum a day up."""
        kinds = Counter(each.found.kind for each in day)
        return cls(
            tuple(sum(column) / len(day) for column in zip(*(e.shares for e in day), strict=True)),
            sum(each.rating for each in day) / len(day),
            max(kinds.values()) / len(day),
        )


def _badness(days: list[_Day]) -> float:
    """Return how far the days are from what they should be; negative if Sundays are hard.

    What counts most is that a level solves a day oftener than the one before it, and that too many
    ask the same; then how much harder the days become.
    """
    rises = sum(
        max(0.0, now - then + FALL * (then < SURE))
        for before, after in pairwise(days)
        for then, now in zip(before.shares, after.shares, strict=True)
    )
    crowded = sum(max(0.0, day.most - MOST_OF_A_DAY) for day in days)
    slope = sum((place - (WEEK - 1) / 2) * day.rating for place, day in enumerate(days))
    return 1e6 * (rises + crowded) - slope


def _check(days: list[list[Rated]]) -> None:
    """Raise if a day is easier than the one before it for a level."""
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
