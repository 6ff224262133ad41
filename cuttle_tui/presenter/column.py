"""Present the log: where it is read, and what is asked in its column beside the table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from cuttle_tui.i18n.rich_text import SILENCE
from cuttle_tui.ports import TableState
from cuttle_tui.presenter.digest import TableDigest
from cuttle_tui.presenter.view_model import LogModel, TableModel, TurnLines
from cuttle_tui.table import log_search
from cuttle_tui.table.chat import steps_back
from cuttle_tui.table.ui import Mode, TableUi
from cuttle_tui.wording.log import log_view
from cuttle_tui.wording.prompt_types import Prompt
from cuttle_tui.wording.table.chat import menu_of, talk_prompt
from cuttle_tui.wording.table.status_notes import NO_CALL, NOTHING_YET, Call, call_of
from engine.play.events import Event

LastTurns = tuple[TurnLines, ...]


def log_of(digest: TableDigest) -> LogModel:
    """Return the log with the numbers of its turns."""
    return LogModel(digest.lines, numbers=_numbers(digest), empty=NOTHING_YET)


def _numbers(digest: TableDigest) -> tuple[int, ...]:
    """Return the number of the turn that begins with each line; 0 for the others and for chat."""
    numbers, last = [], 0
    for place, turn in enumerate(digest.turns):
        begins = turn > last and place not in digest.spoken
        numbers.append(turn if begins else 0)
        last = turn if begins else last
    return tuple(numbers)


def last_turns(digest: TableDigest, log: Sequence[Event], seats: Sequence[int]) -> LastTurns:
    """Return the last turn of each seat, in the order of the seats; chat is left out."""
    told = [place for place, turn in enumerate(digest.turns) if turn and place not in digest.spoken]
    turns = {digest.turns[place]: place for place in reversed(told)}
    latest = dict[int, int]()
    for turn, first in turns.items():  # the newest first
        latest.setdefault(getattr(log[digest.places[first] - 1], "seat", -1), turn)
    return tuple(
        TurnLines(
            latest.get(seat, 0),
            tuple(digest.lines[place] for place in told if digest.turns[place] == latest.get(seat)),
        )
        for seat in seats
        if told
    )


def read_log(log: LogModel, ui: TableUi) -> LogModel:
    """Show the log, with the line in focus while it is read."""
    if ui.mode is not Mode.LOG:
        return replace(log, scroll=ui.scroll)
    reading = ui.reading
    return replace(
        log,
        focus=reading.place(len(log.lines)),
        found=log_search.found(log.lines, reading.query),
    )


def talked(model: TableModel, ui: TableUi) -> TableModel:
    """Ask what to say, with the phrases below the log."""
    muted = ui.chat.who in ui.muted
    prompt = talk_prompt(ui.chat, ui.chat_context, muted=muted, listed=ui.beside)
    log = replace(model.log, scroll=ui.scroll, menu=menu_of(ui.chat, ui.chat_context))
    return replace(model, prompt=prompt, log=log)


def in_column(model: TableModel, state: TableState, seat: int, ui: TableUi) -> TableModel:
    """Read the log or talk in the column beside a table that stays in sight."""
    if ui.mode is Mode.TALK:
        opened = talked(model, ui)
        call = _call(state, seat, steps_back(ui.chat, ui.chat_context), ui)
        return beside(model, opened.log, opened.prompt, call, ui)
    log = read_log(model.log, ui)
    place = log_view.line_of_log(log.focus, len(log.lines))
    prompt = log_view.log_prompt(ui.reading, log.found, log.focus, None, place)
    call = _call(state, seat, 2 if ui.reading.searching else 1, ui)
    return beside(model, log, prompt, NO_CALL if call.kind == "over" else call, ui)


def _call(state: TableState, seat: int, steps: int, ui: TableUi) -> Call:
    """Return what calls back to the table; a watcher is not asked for another game."""
    return call_of(replace(state, ready=()) if ui.watching else state, seat, steps)


def beside(model: TableModel, log: LogModel, prompt: Prompt, call: Call, ui: TableUi) -> TableModel:
    """Move the filled bar and the keys from a table to the column beside it.

    The table keeps its question in a calm bar, without keys.

    Args:
        model: the table.
        log: the log as it is read.
        prompt: what is asked in the column.
        call: what the table waits for.
        ui: may hold a notice, which stands in the column.
    """
    urgent = call.line if call.kind == "answer" else SILENCE
    prompt = replace(
        prompt,
        fill="alarm" if urgent else "bar",
        why=ui.notice or urgent or prompt.why or call.line,
    )
    return replace(
        model,
        prompt=replace(model.prompt, fill="wait", options=(), shorter=(), shortest=()),
        mid=replace(model.mid, question=()),
        tray=tuple(replace(face, key="") for face in model.tray),
        log=replace(log, prompt=prompt),
    )
