"""The chairs of the only table of a hall, for tests that look at what its players see."""

from __future__ import annotations

from cuttle_tui.ports import Chair, TablePlan
from engine.actions import Action, Kind
from engine.play.view import View
from engine.table.seats import Ready
from server.lobby.matchmaker import Matchmaker
from server.lobby.player_lobby import PlayerLobby, enter_lobby
from server.people.accounts import Player
from server.serve import Server
from server.tables.chairs import PlayerChair


async def seat_two(
    hall: Matchmaker, host: Player, guest: Player
) -> tuple[PlayerChair, PlayerChair]:
    """Seat two at a public table, and have them dealt cards."""
    one = await enter_lobby(hall, host).open_table(TablePlan("standard", public=True))
    two = await enter_lobby(hall, guest).sit_at(hall.table_lines("")[0].id)
    one.ask(Ready())
    two.ask(Ready())
    return one, two


def chairs_of(server: Server) -> list[Chair]:
    """Give the chairs in which people sit."""
    (room,) = server.matchmaker.rooms
    return [room.table.chair(seat) for seat in sorted(room.people().values())]


def concede(lobby: PlayerLobby) -> None:
    """Let a player concede the game they play."""
    chair = lobby.held()
    assert chair is not None
    assert chair.seat is not None
    view = view_of(chair)
    chair.submit(Action(Kind.CONCEDE, seat=chair.seat), view.ply)


def next_game(*lobbies: PlayerLobby) -> None:
    """Let players begin the next game of their match, if one is over."""
    chairs = [lobby.held() for lobby in lobbies]
    for chair in chairs:
        if chair is not None and chair.state().next_commitment:
            chair.ask(Ready())


def view_of(chair: Chair) -> View:
    """Give the game as it is seen from a chair."""
    view = chair.state().view
    assert view is not None
    return view
