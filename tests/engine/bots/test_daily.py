"""The deal of a day is the same whoever deals it, and so is what the computer does."""

from __future__ import annotations

import subprocess
import sys
from concurrent.futures import Future
from dataclasses import replace
from pathlib import Path
from typing import Final

import pytest

from engine.actions import Action, Kind
from engine.bots import daily, thinkers
from engine.bots.daily import (
    SEAT,
    CoachLines,
    TryResult,
    coach_line,
    daily_table,
    day_at,
    day_before,
    try_result,
)
from engine.bots.thinkers import EXACT, AtOnce, Thinkers
from engine.play.view import View
from engine.record.record import record_text
from tests.dealt_daily import DAY, NOON, game_by_hand, moves

_ROOT: Final = Path(__file__).parents[3]
_BY_HAND: Final = """
from tests.dealt_daily import game_by_hand, moves
print(moves(game_by_hand()))
"""


def test_a_day_is_one_of_utc() -> None:
    assert day_at(NOON) == DAY
    assert day_at(NOON + 12 * 3600 - 1) == DAY
    assert day_before(day_at(NOON + 12 * 3600)) == DAY
    assert day_before("2026-03-01") == "2026-02-28"


def test_each_day_has_another_deal_and_another_computer() -> None:
    days = [f"2026-11-{day:02}" for day in range(1, 31)]
    assert len({daily.seed_of(day) for day in days}) == len(days)
    assert len({daily.chance_of(day) for day in days}) == len(days)


def test_the_deal_of_a_day_stays_what_it_is() -> None:
    """Homes and servers of other versions have to agree on it."""
    assert daily.seed_of(DAY).hex()[:16] == "133ed20bd3440c28"
    assert moves(game_by_hand())[:4] == [
        (0, "points TC"),
        (1, "jack JC>TC"),
        (0, "oneoff 9D>JC"),
        (1, "decline"),
    ]


@pytest.mark.slow
@pytest.mark.parametrize("hashed", ["1", "2"])
def test_another_process_plays_the_same_line(hashed: str) -> None:
    asked = [sys.executable, "-c", _BY_HAND]
    told = subprocess.run(
        asked, cwd=_ROOT, env={"PYTHONHASHSEED": hashed}, capture_output=True, check=True, text=True
    )
    assert told.stdout.strip() == str(moves(game_by_hand()))


def _asked() -> View:
    """Return the first view of the computer in which it has a choice."""
    table = daily.daily_table(DAY, lambda: NOON)
    table.sit(0, "ann", "person")
    table.sit(1, "computer", "computer")
    mover = table.mover
    assert mover is not None
    view = table.state(mover).view
    assert view is not None
    return view


@pytest.mark.slow
def test_no_hurry_makes_an_exact_choice_another_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither a queue of thoughts nor a process that fails brings a quick move."""
    quick: list[str] = []
    here = thinkers.choose

    def noted(level: str, seed: int, view: View) -> object:
        quick.append(level)
        return here(level, seed, view)

    monkeypatch.setattr(thinkers, "choose", noted)
    view = _asked()
    wanted = here(daily.LEVEL, 5, view)
    waits = Thinkers(patience=0.0)
    fails = Thinkers(command=[sys.executable, "-c", "raise SystemExit"])
    try:
        for pool in (waits, fails):
            found: Future[object] = pool.think(view, daily.LEVEL, 5, EXACT)  # type: ignore[assignment]
            assert found.result(60) == wanted
    finally:
        waits.close()
        fails.close()
    assert quick == [daily.LEVEL]


async def test_the_coach_plays_a_day_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(daily, "COACH", "casual")
    first = await coach_line(DAY, AtOnce())
    assert first.outcome is not None
    assert first.players == ("computer casual", f"computer {daily.LEVEL}")
    lines = CoachLines(AtOnce())
    assert record_text(await lines.of(DAY)) == record_text(first)
    assert await lines.of(DAY) is await lines.of(DAY)
    assert moves(await lines.of(day_before(DAY))) != moves(first)


def test_a_record_tells_how_a_try_went() -> None:
    record = game_by_hand()
    result = try_result(record)
    assert record.outcome is not None
    assert result.end == ("won" if 0 in record.outcome.winners else "lost")
    assert len(result.race) == (result.turns + 1) // 2
    assert set(result.race) <= set("+-=")
    begun = replace(record, entries=record.entries[:4], outcome=None)
    assert try_result(begun).end == "left"


def test_who_concedes_has_given_the_try_up() -> None:
    table = daily_table(DAY, lambda: NOON)
    table.sit(SEAT, "ann", "person")
    table.sit(1 - SEAT, "computer", "computer")
    table.submit(SEAT, Action(Kind.CONCEDE, seat=SEAT), 0)
    assert table.record().outcome is not None
    assert try_result(table.record()).end == "left"


def test_tries_are_sorted_by_win_turns_and_margin() -> None:
    best_first = [
        TryResult("won", 9, 3),
        TryResult("won", 11, 20),
        TryResult("won", 11, 4),
        TryResult("drawn", 5),
        TryResult("lost", 30, -1),
        TryResult("lost", 8, -9),
        TryResult("left"),
    ]
    worst_first = [*reversed(best_first)]
    assert sorted(worst_first, key=lambda result: result.rank) == best_first
