"""Timelines: a cell for each turn, the foremost mark kept however narrow they get."""

from __future__ import annotations

from cuttle_tui.kit.text_types import MARKS, Cell, cells_of, merged
from engine.record.summary import Replay, moments_of
from tests.cuttle_tui.games import record_after
from tests.engine.test_summary import record_by_hand


def test_a_play_and_what_answers_it_are_one_cell() -> None:
    replay = Replay(record_by_hand())
    cells = cells_of(replay, moments_of(replay))
    assert [(cell.first, cell.last) for cell in cells[:4]] == [(0, 0), (1, 1), (2, 4), (5, 5)]
    assert [cell.mark for cell in cells] == [
        *(None, None, "counter", None, None),
        *("capture", None, "capture", None, "end"),
    ]


def test_merged_cells_keep_all_plies_and_the_foremost_mark() -> None:
    replay = Replay(record_after(ruleset="team", seed=20))
    cells = cells_of(replay, moments_of(replay))
    for most in (1, 7, 20, 500):
        fewer = merged(cells, most)
        assert len(fewer) <= most
        assert [cell.first for cell in fewer[1:]] == [cell.last + 1 for cell in fewer[:-1]]
        assert (fewer[0].first, fewer[-1].last) == (0, replay.plies)
        assert fewer[-1].mark == "end"
    assert merged((Cell(1, 2, "lead", 2), Cell(3, 4, "counter", 3)), 1) == (
        Cell(1, 4, "counter", 3),
    )
    assert MARKS[0] == "end"
