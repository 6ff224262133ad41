"""Whatever happens to the league at the same moment comes to the same."""

from __future__ import annotations

import threading
from collections.abc import Callable
from datetime import timedelta
from functools import partial

import pytest

from server.league.seasons import Season
from server.league.store import pages
from server.league.store.seasons import Draw
from server.store.store import Store
from server.store.values import KeepGame
from tests.server.store.duels import DAY, RULES, START, decided, duel, people, untouched

pytestmark = pytest.mark.slow

TIMES = 5
MOMENT = timedelta(microseconds=1)


def _season(number: int) -> Season:
    start = START + number * 7 * DAY
    return Season(f"{2000 + number}-clubs", "clubs", 2000 + number, RULES, start, weeks=1)


def _at_once(*work: Callable[[], object]) -> None:
    """Do several things in threads that start together."""
    start = threading.Barrier(len(work))
    failures: list[BaseException] = []

    def run(each: Callable[[], object]) -> None:
        start.wait()
        try:
            each()
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=run, args=(each,)) for each in work]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []


def _table(store: Store, season: Season) -> list[tuple[str, int]]:
    page = store.read(pages.season_page, season.id, season.end)
    assert page is not None
    return [(line.name, line.wins) for line in page.standings]


def _seeds(store: Store, season: Season) -> list[str]:
    page = store.read(pages.find_bracket, season.id)
    assert page is not None
    return [slot.name for match in page.matches for slot in match.slots if slot.name][:2]


def test_a_correction_while_a_season_is_closed_comes_before_or_after_it(store: Store) -> None:
    ann, bob, cat = people(store, "ann", "bob", "cat")
    for number in range(TIMES):
        season = _season(number)
        store.open_season(False, season, decided())
        games = [(ann, bob, DAY), (ann, bob, 2 * DAY), (cat, bob, 3 * DAY), (cat, bob, 4 * DAY)]
        rows = [
            duel(f"s{number}g{at}", one, other, one, season.start + later)
            for at, (one, other, later) in enumerate(games)
        ]
        store.write([KeepGame(row) for row in rows])
        entry = decided("at the end", season.end)
        _at_once(
            partial(store.correct, False, f"s{number}g1", "void", entry),
            partial(store.close_season, False, season.id, Draw(), entry),
        )
        assert _table(store, season) == [("cat", 1), ("bob", 0)]
        assert _seeds(store, season) in (["ann", "bob"], ["cat", "bob"], ["ann", "cat"])
        assert untouched(store)
    assert len(store.audit(99)) == 3 * TIMES


def test_a_correction_while_the_match_is_decided_counts_each_game_once(store: Store) -> None:
    ann, bob, _ = people(store, "ann", "bob", "cat")
    for number in range(TIMES):
        season = _season(number)
        store.open_season(False, season, decided())
        rows = [
            duel(f"s{number}g{at}", ann, bob, ann, season.start + (at + 1) * DAY) for at in range(3)
        ]
        store.write([KeepGame(rows[0])])
        entry = decided("result correct", season.end)
        _at_once(
            partial(store.correct, False, f"s{number}g0", "bob", entry),
            partial(store.write, [KeepGame(rows[1])]),
            partial(store.write, [KeepGame(rows[2])]),
        )
        page = store.read(pages.week_page, season.id, 1, season.end)
        assert page is not None
        (match,) = page.matches
        assert (sorted(match.wins), match.winner, len(match.games)) == ([1, 2], "ann", 3)
        assert untouched(store)


@pytest.mark.parametrize(
    ("last", "weeks"), [(-MOMENT, [("decided", 2), ("", 0)]), (0 * MOMENT, [("void", 1)] * 2)]
)
def test_a_match_that_ends_as_the_week_turns_belongs_to_one_week(
    store: Store, last: timedelta, weeks: list[tuple[str, int]]
) -> None:
    ann, bob = people(store, "ann", "bob")
    season = Season("2026-clubs", "clubs", 2026, RULES, START, weeks=2)
    store.open_season(False, season, decided())
    turn = season.week_start(2)
    first = duel("g1", ann, bob, ann, turn - 5 * MOMENT)
    second = duel("g2", ann, bob, ann, turn + last)
    _at_once(*(partial(store.write, [KeepGame(row)]) for row in (second, first)))
    found = []
    for week in (1, 2):
        page = store.read(pages.week_page, season.id, week, season.end)
        assert page is not None
        found.append(
            (page.matches[0].state, len(page.matches[0].games)) if page.matches else ("", 0)
        )
    assert found == weeks
    assert untouched(store)
