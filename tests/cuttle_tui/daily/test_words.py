"""What is said of a try: a line to share, the table of a day, how far one is."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import Final

import pytest

from cuttle_tui.daily import words
from cuttle_tui.daily.words import page_text, result_text, share_text
from cuttle_tui.ports import DailyPage, TryLine
from engine.bots.daily import TryResult
from tests.cuttle_tui.gallery.daily import DONE, NEW

_NOW: Final = datetime(2026, 11, 22, 23, 30, tzinfo=UTC)


@pytest.mark.parametrize(
    ("result", "told"),
    [
        (TryResult("won", 9, 7), "won in 9 turns, by 7"),
        (TryResult("won", 1, 0), "won in 1 turn"),
        (TryResult("lost", 12, -8), "lost in 12 turns, 8 points short"),
        (TryResult("drawn", 40), "a draw in 40 turns"),
        (TryResult("left", 3, -2), "not played to the end"),
    ],
)
def test_a_result_is_told_in_a_few_words(result: TryResult, told: str) -> None:
    assert result_text(result) == told


def test_a_line_to_share_has_the_day_the_result_and_the_race() -> None:
    line = TryLine("ana", TryResult("won", 9, 7, "=-+++"), mine=True)
    assert share_text("2026-11-22", line) == "Cuttle 2026-11-22: won in 9 turns, by 7 █▄▀▀▀"
    plain = share_text("2026-11-22", line, ascii=True)
    assert plain == "Cuttle 2026-11-22: won in 9 turns, by 7 =_^^^"
    assert plain.isascii()


def test_the_table_of_the_day_is_told_once_the_own_try_is_over() -> None:
    before, after = page_text(NEW, _NOW), page_text(DONE, _NOW)
    assert "dmitri" not in before
    assert "6 players are through with it" in before
    assert " 2. ana: won in 9 turns, by 7 █▄▀▀▀" in f" {after}".replace("\n", "\n ")
    assert "6. otter: not played to the end" in after
    assert "the next deal comes in 30 min" in after.lower()


def test_a_long_table_is_cut_short_but_for_the_own_line() -> None:
    lines = tuple(
        TryLine(f"p{place}", TryResult("won", place, 1), mine=place == 40, place=place)
        for place in range(1, 51)
    )
    told = page_text(replace(DONE, own=lines[39], lines=lines), _NOW)
    assert "12. p12" in told
    assert "13. p13" not in told
    assert "40. p40" in told
    assert "and 37 more" in told


def test_what_can_be_done_follows_from_the_try() -> None:
    assert words.entries(NEW) == (words.BEGIN, words.BEST, words.COACH)
    assert words.entries(replace(NEW, state="begun"))[0] == words.GO_ON
    assert words.entries(DONE) == (words.COPY, words.BEST, words.COACH)
    assert DONE.own is not None
    for_fun = replace(DONE, own=replace(DONE.own, counts=False), lines_before=())
    assert words.entries(for_fun) == (words.COACH,)
    assert "won in 9 turns, by 7, for fun" in page_text(for_fun, _NOW)
    assert "nobody has played it to the end" in page_text(DailyPage("2026-11-22"), _NOW)
