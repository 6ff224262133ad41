"""Present the table before the cards are dealt."""

from __future__ import annotations

from typing import Final

from cuttle_tui.i18n.rich_text import Sentence
from cuttle_tui.ports import TableState
from cuttle_tui.presenter.digest import TableDigest
from cuttle_tui.presenter.view_model import KeysModel, LogModel, MidModel, SeatModel, TableModel
from cuttle_tui.table.ui import Mode, TableUi
from cuttle_tui.wording.front import waiting_room
from cuttle_tui.wording.prompt_types import Prompt
from cuttle_tui.wording.table.absence import leave_prompt
from cuttle_tui.wording.table.status_notes import where

_BAND_LINES: Final = 3


def present_waiting(state: TableState, seat: int, ui: TableUi, told: TableDigest) -> TableModel:
    """Present the empty table: the players, who is ready, and what is missing."""
    count = len(state.sitters)
    order = tuple((seat + step) % count for step in range(1, count))
    return TableModel(
        others=tuple(_seat(state, other, told, ui) for other in order),
        mid=MidModel(lines=_lines(state, ui, told), dealt=False, newest_first=True),
        me=_seat(state, seat, told, ui),
        prompt=_prompt(state, seat, ui, told),
        tray=(),
        keys=KeysModel((), where(state, watching=ui.watching)),
        log=LogModel(told.lines),
    )


def _lines(state: TableState, ui: TableUi, told: TableDigest) -> tuple[Sentence, ...]:
    lines = waiting_room.queue_lines(ui.queue) or waiting_room.waiting_lines(state, told.names)
    if told.latest:
        lines = [*lines[: _BAND_LINES - 1], told.latest[-1]]
    return tuple(lines[:_BAND_LINES])


def _prompt(state: TableState, seat: int, ui: TableUi, told: TableDigest) -> Prompt:
    if ui.mode is Mode.LEAVE:
        return leave_prompt(None, told.names)
    if ui.queue:
        return waiting_room.queue_prompt(ui.queue)
    return waiting_room.waiting_prompt(state, seat)


def _seat(state: TableState, seat: int, told: TableDigest, ui: TableUi) -> SeatModel:
    if state.sitters[seat].kind == "nobody":
        return SeatModel(str(waiting_room.FREE_SEAT), empty=True)
    note = "" if ui.queue else waiting_room.seat_note(state, seat)
    return SeatModel(told.names.who(seat), told.names.longest, note=note, dealt=False)
