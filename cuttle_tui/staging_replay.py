"""Work out what each zone shows while a recorded game is stepped through."""

from __future__ import annotations

from dataclasses import dataclass, replace

from cuttle_tui.ports import TableState
from cuttle_tui.prose import SILENCE, Sentence
from cuttle_tui.scene import Desk, KeysModel, Mode, Scene, SeatModel
from cuttle_tui.staging import stage
from cuttle_tui.staging_table import Told, tell
from cuttle_tui.wording import replay as wording
from cuttle_tui.wording.asking import Prompt
from cuttle_tui.wording.modes import OPEN_HAND
from engine.record import Entry
from engine.replay import Replay
from engine.view import View


@dataclass(frozen=True, slots=True)
class Side:
    """Whose eyes one sees with, and who sits at the bottom of the screen."""

    seat: int
    viewer: int | None = None
    all_hands: bool = False


@dataclass(frozen=True, slots=True)
class Moment:
    """One ply of a replay, as one side shows it."""

    state: TableState
    view: View
    told: Told
    side: Side
    ply: int
    plies: int
    why: Sentence
    lines: tuple[Sentence, ...]
    """The action that led here, worded, and what came of it."""


def sides_of(seats: int, seat: int) -> tuple[Side, ...]:
    """List the sides to see a game from, for whoever sits in a seat or watches from behind it."""
    return (
        Side(seat, all_hands=True),
        *(Side(other, viewer=other) for other in range(seats)),
        Side(seat),
    )


def moment_of(replay: Replay, ply: int, side: Side) -> Moment:
    """Look at one ply of a replay from one side."""
    state = replay.state(ply, side.viewer, all_hands=side.all_hands)
    assert state.view is not None
    view = replace(state.view, legal=())
    state = replace(state, view=view)
    told = tell(state, side.seat, covered=True)
    events = replay.events(ply, side.viewer, all_hands=side.all_hands)
    before = state.log[: len(state.log) - len(events)]
    entry: Entry | None = replay.entry(ply)
    return Moment(
        state=state,
        view=view,
        told=told,
        side=side,
        ply=ply,
        plies=replay.plies,
        why=_why(replay, ply, view, told),
        lines=tuple(wording.deed_lines(entry, events, before, told.names)),
    )


def _why(replay: Replay, ply: int, view: View, told: Told) -> Sentence:
    if view.outcome is not None:
        return wording.result_line(view, told.names)
    if ply == replay.plies:
        return wording.UNFINISHED
    return SILENCE if ply else wording.rules_line(replay.ruleset.name)


def stage_replay(moment: Moment, desk: Desk, typed: str | None) -> Scene:
    """Stage a ply; `typed` is the number being typed to go to, None while there is none."""
    side = moment.side
    scene = stage(moment.state, side.seat, desk, moment.told)
    viewer = "" if side.viewer is None else moment.told.names.who(side.viewer)
    right = wording.where(viewer, moment.view.turn + 1, all_hands=side.all_hands)
    scene = replace(
        scene,
        others=tuple(map(_third_person, scene.others)),
        keys=KeysModel(scene.keys.hints, right),
    )
    if desk.mode is not Mode.GAME:
        return scene
    return replace(
        scene,
        prompt=_prompt(moment, typed),
        keys=KeysModel(wording.HINTS, right),
        tray=tuple(replace(face, key="") for face in scene.tray),
    )


def _prompt(moment: Moment, typed: str | None) -> Prompt:
    if typed is not None:
        return wording.go_prompt(typed, moment.plies)
    return wording.replay_prompt(moment.ply, moment.plies, moment.lines, moment.why)


def _third_person(seat: SeatModel) -> SeatModel:
    return replace(seat, hand_note=OPEN_HAND) if seat.hand_note else seat
