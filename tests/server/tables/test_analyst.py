"""The coach on a server: one position at a time, in the process of the computer players."""

from __future__ import annotations

import asyncio
from concurrent.futures import BrokenExecutor, Future

import pytest

from cuttle_tui.ports import LobbyError
from engine.bots.assess import Assessment, assess
from engine.play.view import View
from server.lobby.matchmaker import Matchmaker
from server.lobby.player_lobby import enter_lobby
from server.people.players import Player
from server.tables.analyst import BotAnalyst
from server.tables.bots import BotProcess
from tests.cuttle_tui import tables

VIEW = tables.view_of(tables.TARGETS, 0)


class _Held(BotProcess):
    """A process whose answers wait to be given."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[Future[Assessment]] = []

    def assess(self, view: View, seconds: float) -> Future[Assessment]:
        """Note it."""
        self.asked.append(Future())
        return self.asked[-1]


async def test_players_take_turns_and_who_leaves_holds_nobody_up() -> None:
    process = _Held()
    analyst = BotAnalyst(process)
    first, second = (asyncio.ensure_future(analyst.assess(VIEW)) for _ in range(2))
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    assert len(process.asked) == 1, "computer players wait for one position at most"
    first.cancel()
    await asyncio.wait([first])
    while len(process.asked) < 2:
        await asyncio.sleep(0)
    process.asked[1].set_result(assess(VIEW, 0))
    async with asyncio.timeout(60):
        assert await second == assess(VIEW, 0)


async def test_a_process_that_was_killed_is_told_of_and_replaced() -> None:
    process = _Held()
    analyst = BotAnalyst(process)
    asked = asyncio.ensure_future(analyst.assess(VIEW))
    while not process.asked:
        await asyncio.sleep(0)
    process.asked[0].set_exception(BrokenExecutor())
    with pytest.raises(LobbyError, match="no-coach"):
        await asked
    again = asyncio.ensure_future(analyst.assess(VIEW))
    while len(process.asked) < 2:
        await asyncio.sleep(0)
    process.asked[1].set_result(assess(VIEW, 0))
    assert await again == assess(VIEW, 0)


@pytest.mark.slow
async def test_a_player_of_the_server_has_the_coach_of_its_process() -> None:
    process = BotProcess()
    try:
        lobby = enter_lobby(Matchmaker(process, lambda: 0.0), Player("ann", "SHA256:ann"))
        async with asyncio.timeout(60):
            assert await lobby.analyst.assess(VIEW) == assess(VIEW, 0)
    finally:
        process.close()
