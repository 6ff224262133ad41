"""The chairs of the only table of a hall, for tests that look at what its players see."""

from __future__ import annotations

from cuttle_tui.ports import Chair, TablePlan
from engine.play.view import View
from server.lobby.matchmaker import Matchmaker
from server.lobby.player_lobby import enter_lobby
from server.people.players import Player
from server.serve import Server
from server.tables.chairs import SeatChair


def seat_two(hall: Matchmaker, host: Player, guest: Player) -> tuple[SeatChair, SeatChair]:
    """Seat two at a public table, and have them dealt cards."""
    one = enter_lobby(hall, host).open_table(TablePlan("standard", public=True))
    two = enter_lobby(hall, guest).sit_at(hall.table_lines("")[0].id)
    one.ready()
    two.ready()
    return one, two


def chairs_of(server: Server) -> list[Chair]:
    """Give the chairs in which people sit."""
    (room,) = server.matchmaker.rooms
    return [room.table.chair(seat) for seat in sorted(room.people().values())]


def view_of(chair: Chair) -> View:
    """Give the game as it is seen from a chair."""
    view = chair.state().view
    assert view is not None
    return view
