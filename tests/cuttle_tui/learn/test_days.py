"""The days of the puzzles: harder from Monday to Sunday for every level, never all of a kind."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from datetime import date, timedelta
from itertools import pairwise

import pytest

from cuttle_tui.learn.puzzles import WEEK, Puzzle, read_store
from tests.programs.puzzles.bench import BAND, bands, days, found_of, weekdays
from tests.programs.puzzles.choosing import RISE, calendar
from tests.programs.puzzles.difficulty import FILE, TRIES, rating, read_tries, shares

STORE = read_store()
EVERY = [STORE.puzzle(place) for place in range(len(STORE))]
KEPT = read_tries(FILE.read_text(encoding="utf-8"))
CLEARLY = 0.08
"""What a level solves less of a band than of the one below it, where it tells them apart."""


def _shares(some: list[Puzzle]) -> dict[str, float]:
    return shares(KEPT[puzzle.id] for puzzle in some)


def test_no_kind_is_more_than_a_quarter_of_the_store() -> None:
    kinds = Counter(puzzle.kind for puzzle in EVERY)
    assert len(kinds) >= 6
    assert max(kinds.values()) <= len(EVERY) / 4


def test_no_kind_is_more_than_half_of_a_day_of_the_week() -> None:
    for some in weekdays(STORE):
        kinds = Counter(puzzle.kind for puzzle in some)
        assert max(kinds.values()) <= len(some) / 2
        assert len(kinds) >= 5


def test_every_level_solves_less_from_day_to_day() -> None:
    told = [_shares(some) for some in weekdays(STORE)]
    for before, after in pairwise(told):
        for level in TRIES:
            assert after[level] <= before[level] + RISE
    assert all(told[-1][level] < told[0][level] for level in TRIES)


def test_no_puzzle_of_a_monday_is_as_hard_as_one_of_a_sunday() -> None:
    monday, *_, sunday = weekdays(STORE)
    assert max(p.rating or 0 for p in monday) < min(p.rating or 0 for p in sunday)


def _by_band() -> Iterator[tuple[int, list[Puzzle]]]:
    for least in range(1000, 2000, BAND):
        yield least, [p for p in EVERY if (p.rating or 0) // BAND * BAND == least]


def test_each_band_of_ratings_is_told_from_the_one_below_by_a_level() -> None:
    told = {least: _shares(some) for least, some in _by_band()}
    for before, after in pairwise(told.values()):
        assert max(before[level] - after[level] for level in TRIES) >= CLEARLY


def test_ratings_are_what_the_tries_that_are_kept_say() -> None:
    assert set(KEPT) == {puzzle.id for puzzle in EVERY}
    for puzzle in EVERY:
        assert puzzle.rating == rating(KEPT[puzzle.id])


def test_each_puzzle_is_of_the_kind_that_its_question_and_solution_are() -> None:
    for puzzle in EVERY:
        assert found_of(puzzle).kind == puzzle.kind


def test_two_days_seldom_ask_the_same() -> None:
    monday = date(2026, 11, 23)
    kinds = [STORE.of_the_day(monday + timedelta(days=n)).kind for n in range(len(STORE))]
    same = sum(kind == following for kind, following in pairwise(kinds))
    assert same <= len(kinds) / 10


def test_the_bench_prints_days_and_bands() -> None:
    assert [line.split()[0] for line in days()][1::6] == ["Monday", "Sunday"]
    assert len(days()) == 1 + WEEK
    assert [line.split()[0] for line in bands()[1:3]] == ["1000", "1100"]


def test_the_program_fills_no_store_of_a_few_kinds() -> None:
    some = [puzzle for puzzle in EVERY if puzzle.kind in ("win", "survive")]
    with pytest.raises(ValueError, match="enough kinds"):
        calendar(((each.id, found_of(each), KEPT[each.id]) for each in some), len(some))
