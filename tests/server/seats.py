"""The chairs of the only table of a server, for tests that look at what its players see."""

from __future__ import annotations

from cuttle_tui.ports import Chair
from engine.view import View
from server.serve import Server


def chairs_of(server: Server) -> list[Chair]:
    """Give the chairs in which people sit."""
    (room,) = server.matchmaker.rooms
    return [room.table.chair(seat) for seat in sorted(room.people().values())]


def view_of(chair: Chair) -> View:
    """Give the game as it is seen from a chair."""
    view = chair.state().view
    assert view is not None
    return view
