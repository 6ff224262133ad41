"""Apply a task to the model of a table: the instructions, then the result."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from typing import Final

from cuttle_tui.i18n.rich_text import SILENCE
from cuttle_tui.ports import TableState
from cuttle_tui.presenter.view_model import KeysModel, SeatModel, TableModel
from cuttle_tui.table import choices
from cuttle_tui.table.ui import TableUi
from cuttle_tui.wording.guidance import Guidance
from cuttle_tui.wording.prompt_types import Prompt
from engine.cards import Card, parse_card
from engine.play.view import Ask, View


def guided(
    model: TableModel, guidance: Guidance, view: View, state: TableState, ui: TableUi
) -> TableModel:
    """Apply the guidance to the model of a running game."""
    step, fresh = choices.step_of(view, ui.choice), not state.log
    choosing = step == "card" and ui.choice.card is None and not ui.notice
    answering = step in ("answer", "pick", "take") or (fresh and view.ask is Ask.SEVEN)
    model = guide(
        model, guidance, choosing=choosing, answering=answering and not ui.explain, fresh=fresh
    )
    if not ui.notice:
        return model
    return replace(model, prompt=replace(model.prompt, why=ui.notice, story=SILENCE))


def guide(
    model: TableModel, guidance: Guidance, *, choosing: bool, answering: bool, fresh: bool
) -> TableModel:
    """Apply the guidance to a model.

    Args:
        model: the table as it is.
        guidance: what to say.
        choosing: whether a turn begins and no card is chosen yet.
        answering: whether the question is not about a turn.
        fresh: whether nothing has happened yet.
    """
    keys = KeysModel((), guidance.where)
    said = model.log.lines[-_LINES:]
    model = replace(model, log=replace(model.log, story=guidance.story, course=guidance.course))
    if guidance.verdict is not None:
        lesson = guidance.lesson
        below = bool(lesson) and not guidance.plate
        mid = replace(model.mid, lines=lesson or said, stack=(), newest_first=bool(lesson))
        mid = replace(mid, told_below=below)
        verdict = replace(guidance.verdict, story=lesson[-1] if below else SILENCE)
        tray = tuple(replace(face, key="") for face in model.tray)
        model = replace(model, prompt=verdict, mid=mid, tray=tray, keys=keys)
        return _flourish(model) if guidance.plate else model
    prompt = model.prompt
    if choosing:
        model = _with_target(model, guidance)
        task = Prompt(prompt.fill, guidance.head, guidance.task, prompt.options)
        prompt = replace(task, shorter=prompt.shorter, shortest=prompt.shortest)
    if guidance.hint or not prompt.why or answering:
        why = guidance.hint or (SILENCE if choosing else guidance.reminder)
        prompt = replace(prompt, why=why)
    if fresh and guidance.story and len(model.mid.stack) <= 1:
        mid = replace(model.mid, lines=guidance.story, newest_first=True, told_below=True)
        told = prompt.why not in (SILENCE, guidance.reminder)
        prompt = replace(prompt, story=SILENCE if told else guidance.story[-1])
        model = replace(model, mid=mid, log=replace(model.log, story=()))
    return replace(model, prompt=prompt, keys=keys)


_LINES: Final = 3


def _flourish(model: TableModel) -> TableModel:
    """Give the whole band to what was achieved, and fill the player's cards like a winner's."""
    won = tuple(replace(face, look="sel") for face in model.me.points)
    mid, prompt = replace(model.mid, dealt=False), model.prompt
    if len(mid.lines) == _LINES and not prompt.why:  # the counts leave the room to the lesson
        mid, prompt = replace(mid, lines=mid.lines[:-1]), replace(prompt, why=mid.lines[-1])
    return replace(model, mid=mid, prompt=prompt, me=replace(model.me, points=won))


def _with_target(model: TableModel, guidance: Guidance) -> TableModel:
    """Light up the cards on the table that the task names."""
    named = {parse_card(span.text) for span in guidance.task if span.role == "card"}
    return with_cards_lit(model, named) if named else model


def with_cards_lit(model: TableModel, named: Collection[Card]) -> TableModel:
    """Light up some of the cards on the table."""
    others = tuple(_lit(seat, named) for seat in model.others)
    return replace(model, others=others, me=_lit(model.me, named))


def _lit(seat: SeatModel, named: Collection[Card]) -> SeatModel:
    points, royals = (
        tuple(replace(face, lit=face.lit or face.card in named) for face in faces)
        for faces in (seat.points, seat.royals)
    )
    return replace(seat, points=points, royals=royals)
