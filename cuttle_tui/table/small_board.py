"""Make a small board of a table, as it is seen before it is opened."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from cuttle_tui.drawing.faces import Face
from cuttle_tui.i18n.translation import N_, tr
from cuttle_tui.kit.board import BoardSeat
from cuttle_tui.table.view_model import SeatModel, TableModel

SEATS: Final = 2
"""How many seats a small board shows."""
_TOTAL: Final = N_("{score} of {goal}")


def board_seats(table: TableModel) -> tuple[BoardSeat, ...]:
    """Return what lies before each seat, from the top."""
    return (*map(_seat, table.others), _seat(table.me))


def _seat(seat: SeatModel) -> BoardSeat:
    total = tr(_TOTAL, score=seat.score, goal=seat.goal)
    return BoardSeat(seat.name, total, seat.near, bare(seat.points), bare(seat.royals))


def bare(faces: Iterable[Face]) -> tuple[Face, ...]:
    """Take from cards what only a player at the table needs."""
    return tuple(
        replace(face, key="", word="", look="ice" if face.look == "ice" else "paper")
        for face in faces
    )
