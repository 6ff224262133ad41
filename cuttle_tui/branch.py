"""Choose the seat in which a finished game is played on, and begin there."""

from __future__ import annotations

from engine.branch import Branch
from engine.replay import Replay


def seat_at(replay: Replay, ply: int, viewer: int | None) -> int:
    """Give the seat whose eyes are open; with all hands open, or none, the one to move."""
    if viewer is not None:
        return viewer
    view = replay.view(ply)
    return view.asked[0] if view.asked else view.mover


def branch_off(replay: Replay, ply: int, viewer: int | None, *, title: str = "") -> Branch:
    """Play on from a ply of a finished game.

    Args:
        replay: the game.
        ply: where it is to go on.
        viewer: the seat whose eyes are open, None for everybody's or nobody's.
        title: the table's name.

    Raises:
        BranchError: no game can go on from there.
    """
    return Branch(replay.record, ply, seat_at(replay, ply, viewer), title=title)
