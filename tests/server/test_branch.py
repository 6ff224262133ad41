"""Practice from a finished game on the server: computers answer, and no table is opened for it."""

from __future__ import annotations

import asyncio
from contextlib import suppress

import pytest

from cuttle_tui.ports import LobbyError
from engine.actions import parse_action
from engine.bots.thinkers import AtOnce
from engine.record.summary import Replay
from engine.table.practice import PracticeGame
from server.lobby.matchmaker import Matchmaker
from server.lobby.player_lobby import enter_lobby
from server.people.accounts import Player
from tests.cuttle_tui.games import record_after

ANN = Player("ann", "SHA256:ann")


async def test_the_computer_answers_and_no_table_is_opened() -> None:
    matchmaker = Matchmaker(AtOnce(), lambda: 0.0)
    view = Replay(record_after()).view(6)
    seat = 1 - view.asked[0]
    chair = enter_lobby(matchmaker, ANN).play_on(PracticeGame(record_after(), 6, seat))
    changed = asyncio.Event()
    chair.subscribe(lambda _: changed.set())
    async with asyncio.timeout(60):
        await changed.wait()
    state = chair.state()
    assert chair.seat == seat
    assert state.view is not None
    assert state.view.ply > view.ply
    assert len(matchmaker.rooms) == 0
    assert enter_lobby(matchmaker, ANN).held() is None
    assert chair.record() is None
    chair.submit(parse_action(f"concede@{seat}"), state.view.ply)
    assert len(matchmaker.rooms) == 0


@pytest.mark.slow
async def test_practice_is_begun_as_seldom_as_tables() -> None:
    lobby = enter_lobby(Matchmaker(AtOnce(), lambda: 0.0), ANN)
    begun = 0
    with suppress(LobbyError):
        while begun < 100:
            lobby.play_on(PracticeGame(record_after(), 26, 0)).leave()
            begun += 1
    assert begun < 100
    with pytest.raises(LobbyError, match="too-many"):
        lobby.play_on(PracticeGame(record_after(), 26, 0))
