"""Show a table at an earlier ply, as a seat could see it then."""

from __future__ import annotations

from dataclasses import fields, replace
from itertools import accumulate

from engine.play.observe import observe
from engine.record.game import Game
from engine.record.replay import Replay
from engine.table.state import Sitter, Snapshot, TableState


def past_state(now: TableState, game: Game, ply: int, viewer: int | None) -> TableState | None:
    """Return the table as a viewer could see it at a ply, without legal actions.

    A watcher sees what was public then, even if hands have been opened since.

    Args:
        now: the table as the viewer may know it now.
        game: the current game.
        ply: actions played; 0 is the deal.
        viewer: the seat, or None for a watcher.
    """
    if not 0 <= ply < len(now.steps):
        return None
    told = now.steps[ply]
    known = {field.name: getattr(now, field.name) for field in fields(Snapshot)}
    return replace(
        TableState(**known),
        view=replace(observe(game.at(ply), viewer), legal=()),
        log=now.log[:told],
        steps=now.steps[: ply + 1],
        sitters=tuple(replace(sitter, present=sitter.kind != "nobody") for sitter in now.sitters),
        talk=tuple(line for line in now.talk if line.after <= told),
    )


def replayed_state(
    replay: Replay, ply: int, viewer: int | None = None, *, all_hands: bool = False
) -> TableState:
    """Return the table of a recorded game at a ply.

    Args:
        replay: the recorded game.
        ply: actions played, 0 to `Replay.plies`.
        viewer: the seat, or None for a watcher.
        all_hands: show a watcher every hand.
    """
    told = replay.told(viewer, all_hands=all_hands)[: ply + 1]
    return TableState(
        title="",
        sitters=tuple(Sitter(name, "person") for name in replay.names),
        score=(0,) * len(replay.names),
        view=replay.view(ply, viewer, all_hands=all_hands),
        log=tuple(event for events in told for event in events),
        steps=tuple(accumulate(map(len, told))),
    )
