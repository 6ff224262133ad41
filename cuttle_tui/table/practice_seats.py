"""Choose the seats in which a finished game can be played on, the likely one first."""

from __future__ import annotations

from engine.record.replay import Replay
from engine.table.practice import PracticeError


def seats_at(replay: Replay, ply: int, viewer: int | None, player: str) -> tuple[int, ...]:
    """List the seats that can be taken at a ply: the likely one first, the others in their order.

    Likely is the seat that is looked from, else the player's own, else the one to move.

    Args:
        replay: the game.
        ply: where it is to go on.
        viewer: the seat whose eyes are open, None for everybody's or nobody's.
        player: the name of whoever is to play.

    Raises:
        BranchError: no game can go on from there.
    """
    if replay.record.outcome is None:
        raise PracticeError("unfinished")
    view = replay.view(ply)
    if view.outcome is not None:
        raise PracticeError("over")
    seats = tuple({*range(len(view.seats))} - {*view.retired, *view.absent})
    if not seats:
        raise PracticeError("gone")
    names = replay.record.players
    own = names.index(player) if names.count(player) == 1 else None
    mover = view.asked[0] if view.asked else view.mover
    likely = next(seat for seat in (viewer, own, mover, *seats) if seat in seats)
    return (likely, *(seat for seat in seats if seat != likely))
