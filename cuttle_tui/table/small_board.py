"""Make a small board of a table, as it is seen before it is opened."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from cuttle_tui.drawing.faces import Face
from cuttle_tui.i18n.translation import N_, Sentence, tr
from cuttle_tui.kit.board import BoardModel, BoardSeat
from cuttle_tui.ports import TableState
from cuttle_tui.table.presenter import present_table
from cuttle_tui.table.situation import TableUi
from cuttle_tui.table.view_model import SeatModel, TableModel
from cuttle_tui.table.words.status_notes import YOUR_HAND

SEATS: Final = 2
"""How many seats a small board shows."""
_TOTAL: Final = N_("{score} of {goal}")


def board_of(state: TableState, opens: str, titles: tuple[Sentence, ...]) -> BoardModel:
    """Return a table that has been dealt as its viewer sees it; a watcher sees no hand."""
    view = state.view
    assert view is not None
    seats = board_seats(present_table(state, view.viewer or 0, TableUi()))
    if view.viewer is None:
        return BoardModel(opens, titles, seats, "", ())
    hand = tuple(map(Face, view.seats[view.viewer].hand))
    return BoardModel(opens, titles, seats, tr(YOUR_HAND), hand)


def board_seats(table: TableModel) -> tuple[BoardSeat, ...]:
    """Return what lies before each seat, from the top."""
    return (*map(_seat, table.others), _seat(table.me))


def _seat(seat: SeatModel) -> BoardSeat:
    total = tr(_TOTAL, score=seat.score, goal=seat.goal)
    return BoardSeat(seat.name, total, seat.near, bare(seat.points), bare(seat.royals))


def bare(faces: Iterable[Face]) -> tuple[Face, ...]:
    """Take from cards what only a player at the table needs."""
    return tuple(
        replace(face, key="", word="", brief="", look="ice" if face.look == "ice" else "paper")
        for face in faces
    )
