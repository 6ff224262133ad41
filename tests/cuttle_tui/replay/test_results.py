"""Finished games as rows, from the reader's own side."""

from __future__ import annotations

import pytest

from cuttle_tui.i18n.translation import plain
from cuttle_tui.ports import ArchivedGame
from cuttle_tui.replay.archive_words import (
    Result,
    result_cells,
    result_line,
    result_text,
    rival_of,
    rivalry_line,
    tally_lines,
)
from engine.record.match import MatchStanding

_PAIR = ("bob", "ana")


@pytest.mark.parametrize(
    ("result", "cells"),
    [
        (
            Result("today", _PAIR, (1,), (14, 21), 33, "goal"),
            ("today", "you won", "bob", "21-14", "33", "points"),
        ),
        (
            Result("today", _PAIR, (0,), (14, 9), 8, "concede"),
            ("today", "you lost", "bob", "", "8", "forfeit"),
        ),
        (Result("today", _PAIR, ()), ("today", "a draw", "bob", "", "", "")),
        (Result("today", _PAIR, None), ("today", "unfinished", "bob", "", "", "")),
        (
            Result("today", ("bob", "eve"), (1,), (3, 21), 9, "goal"),
            ("today", "eve won", "bob", "3-21", "9", "points"),
        ),
        (
            Result("today", _PAIR, (0,), readable=False, watchable=False),
            ("today", "", "bob", "", "", "broken file"),
        ),
    ],
)
def test_a_game_is_told_from_the_readers_side(result: Result, cells: tuple[str, ...]) -> None:
    assert result_cells(result, "ana") == cells


def test_a_game_in_a_sentence() -> None:
    won = Result("today", _PAIR, (1,), (14, 21), 33, "goal")
    assert plain(result_line(won, "ana")) == "you won 21-14 against bob, 33 turns"
    unknown = Result("today", _PAIR, (0,))
    assert plain(result_line(unknown, "ana")) == "you lost against bob"
    given = Result("today", _PAIR, (0,), (3, 5), 8, "concede")
    assert plain(result_line(given, "ana")) == "you lost against bob: you forfeited"


def test_lists_say_which_level_of_the_computer_was_met() -> None:
    won = Result("2026-11-21 08:15", ("ana", "computer sharp"), (0,), (21, 14), 20, "goal")
    assert result_cells(won, "ana")[2] == "computer · sharp"
    assert (
        "computer 2 · expert"
        in result_cells(won._replace(players=("ana", "bob", "computer 2 expert")), "ana")[2]
    )
    assert plain(result_line(won, "ana")) == (
        "you won 21-14 against the computer (sharp), 20 turns"
    )
    kept = ArchivedGame("x", ("ana", "computer beginner"), "2026-11-21", (1,))
    assert result_text(kept, "ana") == "you lost to the computer (beginner)"


@pytest.mark.parametrize(
    ("other", "rival"),
    [("bob", "bob"), ("computer sharp", ""), ("computer", ""), ("machine", ""), ("machine 1", "")],
)
def test_a_computer_is_no_rival_whatever_records_call_it(other: str, rival: str) -> None:
    assert rival_of(Result("today", ("ana", other), (0,)), "ana") == rival
    assert rival_of(Result("today", (other, "ana"), (0,)), "ana") == rival


@pytest.mark.parametrize(
    ("score", "won", "me", "cell", "line"),
    [
        ((0, 1), (), "ana", "you won, match 1-0", "you lead the match 1-0"),
        ((1, 2), (1,), "ana", "match won, 2-1", "you won the match 2-1"),
        ((1, 2), (1,), "bob", "match lost, 1-2", "ana won the match 2-1"),
        ((1, 2), (1,), "eve", "ana won, match 2-1", "ana won the match 2-1"),
    ],
)
def test_the_games_of_a_match_say_how_it_stood(
    score: tuple[int, ...], won: tuple[int, ...], me: str, cell: str, line: str
) -> None:
    match = MatchStanding(score, won, (0, 1))
    result = Result("2026-11-21", _PAIR, (1,), (14, 21), 33, "goal", match=match)
    assert result_cells(result, me)[1] == cell
    kept = ArchivedGame("x", _PAIR, "2026-11-21", (1,), match=match)
    assert result_text(kept, me).endswith(f"; {line}")


def test_matches_are_counted_beside_games() -> None:
    first = ArchivedGame("a", _PAIR, "", (1,), match=MatchStanding((0, 1), (), (0, 1)))
    last = ArchivedGame("b", _PAIR, "", (1,), match=MatchStanding((0, 2), (1,), (0, 1)))
    assert [plain(line) for line in tally_lines([last, first], "ana")] == [
        "bob: 2 won, 0 lost; matches 1-0"
    ]
    assert plain(rivalry_line([first], "ana", "bob")) == "against bob: 1 won, 0 lost"
