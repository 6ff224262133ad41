"""Show how the cards of a game are dealt: first their backs, then their faces."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from cuttle_tui.presenter.view_model import SeatModel, TableModel

if TYPE_CHECKING:
    from cuttle_tui.drawing.faces import Face, Side

_DEALT: Final = (1, 2, 3, 3, 3)
_TURNED: Final = (0, 0, 0, 1, 2)
"""For each step, the thirds of the hands that are dealt, and of the own hand that lie open."""
STEPS: Final = len(_DEALT)
"""The steps of a deal; after the last, the table is shown as it is."""
_PARTS: Final = 3


def during_deal(model: TableModel, step: int) -> TableModel:
    """Return the table with as many cards as are dealt in a step."""
    return replace(
        model,
        others=tuple(_part_of_hand(seat, step) for seat in model.others),
        tray=tuple(_part_of_tray(model.tray, step)),
    )


def _part_of_hand(seat: SeatModel, step: int) -> SeatModel:
    dealt = _part(seat.hand_size, _DEALT[step])
    return replace(seat, hand_size=dealt, known=seat.known[:dealt])


def _part_of_tray(faces: tuple[Face, ...], step: int) -> Iterator[Face]:
    dealt, turned = _part(len(faces), _DEALT[step]), _part(len(faces), _TURNED[step])
    for place, face in enumerate(faces):
        side: Side = "face" if place < turned else "back" if place < dealt else "none"
        yield replace(face, side=side)


def _part(whole: int, thirds: int) -> int:
    return -(-whole * thirds // _PARTS)
