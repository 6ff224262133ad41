"""Lay a task over a staged table: what is to be done, and what came of it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from cuttle_tui.i18n.rich_text import SILENCE, Sentence
from cuttle_tui.presenter.view_model import KeysModel, MidModel, Scene
from cuttle_tui.wording.prompt_types import Prompt


@dataclass(frozen=True, slots=True)
class Guidance:
    """What a table says beside what it says of itself."""

    head: str
    """The first words of the bar while no card is chosen."""
    task: Sentence
    reminder: Sentence
    """The task for the row of reasons, while the bar asks something else."""
    story: tuple[Sentence, ...]
    """What the band tells until something has happened."""
    keys: KeysModel
    hint: Sentence = SILENCE
    verdict: Prompt | None = None
    """What came of it, once something did."""
    lesson: tuple[Sentence, ...] = ()
    """What the band tells then; nothing to let it tell what happened."""


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
    keys = guidance.keys
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
