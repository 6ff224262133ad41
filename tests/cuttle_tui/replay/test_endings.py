"""Every ending is told alike at every door: at the table, in lists, sentences, shared text."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cuttle_tui.i18n.translation import plain
from cuttle_tui.kit.names import names_of
from cuttle_tui.replay.archive_words import Result, result_cells, result_line, result_table
from cuttle_tui.replay.result_text import result_text
from cuttle_tui.replay.words import result_line as replay_line
from cuttle_tui.table.plate import how_line, recorded_plate
from cuttle_tui.table.words.game_over import over_prompt
from engine.actions import parse_action
from engine.record.record import Record
from engine.record.summary import Replay
from engine.table.state import LostBy, TableState
from tests.cuttle_tui.games import table_after

PAIR = ("ana", "bob")


def given_up() -> tuple[TableState, Record]:
    """End a game by what a record knows as a concession of bob."""
    table = table_after(8)
    view = table.chair(1).state().view
    assert view is not None
    table.chair(1).submit(parse_action("concede@1"), view.ply)
    return table.chair(0).state(), table.record()


@pytest.mark.parametrize(
    ("lost_by", "gone", "told"),
    [
        (None, False, "bob conceded"),
        (None, True, "bob left"),
        ((1, "time"), False, "bob ran out of time"),
        ((1, "absent"), True, "bob was away too long"),
    ],
)
def test_a_table_tells_who_ended_a_game_and_how(
    lost_by: LostBy | None, gone: bool, told: str
) -> None:
    state, _ = given_up()
    mine, theirs = state.sitters
    theirs = replace(theirs, kind="nobody") if gone else theirs
    state = replace(state, lost_by=lost_by, sitters=(mine, theirs))
    assert state.view is not None
    names = names_of((mine, replace(theirs, kind="person")), 0)
    assert plain(how_line(state.view, names, state)) == told
    assert plain(over_prompt(state.view, names, state).sentence) == told


def test_a_record_says_no_more_than_it_knows() -> None:
    """It tells neither time, absence nor leaving from conceding."""
    _, record = given_up()
    replay = Replay(record)
    names = names_of(table_after(0).chair(0).state().sitters, None)
    assert plain(replay_line(replay.view(replay.plies), names)) == "ana won: bob forfeited"
    assert plain(recorded_plate(replay).how) == "bob forfeited"
    assert ", bob forfeited, " in result_text(replay, curve=False)


@pytest.mark.parametrize(
    ("why", "scores", "winners", "cell", "sentence", "row"),
    [
        ("goal", (21, 14), (0,), "21-14", "you won 21-14 against bob, 9 turns", "you won 21-14"),
        ("goal", (15, 19), (0,), "", "you won against bob, 9 turns", "you won"),
        ("goal", (0, 0), (0,), "", "you won against bob, 9 turns", "you won"),
        ("concede", (15, 15), (1,), "", "you lost against bob, by forfeit", "you lost"),
        ("passes", (9, 4), (), "", "a draw against bob, everybody passed", "a draw"),
        ("agreed", (9, 4), (), "", "a draw against bob, by agreement", "a draw"),
        ("suddenDeath", (9, 4), (0,), "", "you won against bob, after the last turns", "you won"),
    ],
)
def test_points_are_told_only_where_they_decided(
    why: str, scores: tuple[int, ...], winners: tuple[int, ...], cell: str, sentence: str, row: str
) -> None:
    result = Result("2026-11-21", PAIR, winners, scores, 9, why)
    assert result_cells(result, "ana")[3] == cell
    assert plain(result_line(result, "ana")) == sentence
    (line,) = result_table([result], "ana")
    assert f"  {row}  bob" in plain(line)
    assert ("forfeit" in sentence) == (result_cells(result, "ana")[5] == "forfeit")


def test_shared_points_are_told_with_goals_that_differ() -> None:
    for seed in range(195, 260):
        replay = Replay(table_after(999, seed=seed).record())
        goals = {seat.goal for seat in replay.view(replay.plies).seats}
        if len(goals) > 1:
            break
    first = result_text(replay, curve=False).split(",")[0]
    assert first.count(" of ") == 2
