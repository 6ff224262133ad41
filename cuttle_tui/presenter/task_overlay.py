"""Lay a task over a staged table: what is to be done, and what came of it."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from cuttle_tui.i18n.rich_text import SILENCE, Sentence
from cuttle_tui.ports import TableState
from cuttle_tui.presenter.view_model import KeysModel, MidModel, Scene
from cuttle_tui.table import choices
from cuttle_tui.table.ui import Desk
from cuttle_tui.wording.asking import Prompt
from cuttle_tui.wording.guidance import Guidance
from engine.play.view import Ask, View


def guided(scene: Scene, guidance: Guidance, view: View, state: TableState, desk: Desk) -> Scene:
    """Lay the guidance over the scene of a running game.

    Args:
        scene: the table as it is.
        guidance: what is to be said.
        view: the game.
        state: the table.
        desk: what the player has chosen.
    """
    step, fresh = choices.step_of(view, desk.choice), not state.log
    choosing = step == "card" and desk.choice.card is None and not desk.notice
    answering = step in ("answer", "pick", "take") or (fresh and view.ask is Ask.SEVEN)
    scene = guide(
        scene,
        guidance,
        choosing=choosing,
        answering=answering and not desk.explain,
        fresh=fresh,
    )
    return replace(scene, prompt=replace(scene.prompt, why=desk.notice)) if desk.notice else scene


def guide(
    scene: Scene, guidance: Guidance, *, choosing: bool, answering: bool, fresh: bool
) -> Scene:
    """Lay the guidance over a scene.

    Args:
        scene: the table as it is.
        guidance: what is to be said.
        choosing: whether the first step of a turn is asked, and no card is chosen.
        answering: whether something else than a turn is asked.
        fresh: whether nothing has happened yet.
    """
    keys = KeysModel((), guidance.where)
    said = scene.log.lines[-_LINES:]
    scene = replace(scene, log=replace(scene.log, lines=(*guidance.story, *scene.log.lines)))
    if guidance.verdict is not None:
        mid = _telling(scene.mid, guidance.lesson or said, first=bool(guidance.lesson))
        tray = tuple(replace(face, key="") for face in scene.tray)
        return replace(scene, prompt=guidance.verdict, mid=mid, tray=tray, keys=keys)
    prompt = scene.prompt
    if choosing:
        task = Prompt(prompt.fill, guidance.head, guidance.task, prompt.options)
        prompt = replace(task, shorter=prompt.shorter)
    if guidance.hint or not prompt.why or answering:
        why = guidance.hint or (SILENCE if choosing else guidance.reminder)
        prompt = replace(prompt, why=why)
    if fresh and guidance.story and len(scene.mid.stack) <= 1:
        mid = replace(scene.mid, lines=guidance.story, newest_first=True)
        scene = replace(scene, mid=mid, log=replace(scene.log, banded=len(guidance.story)))
    return replace(scene, prompt=prompt, keys=keys)


def _telling(mid: MidModel, lines: tuple[Sentence, ...], *, first: bool) -> MidModel:
    return replace(mid, lines=lines, stack=(), newest_first=first)


_LINES: Final = 3
