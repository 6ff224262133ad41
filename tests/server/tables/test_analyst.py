"""The coach on a server: one position at a time, in a process beside the server."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable

import pytest

from cuttle_tui.ports.chair import SECONDS, SEED
from engine.bots.search import Assessment, assess
from engine.bots.thinkers import AtOnce
from engine.play.view import View
from server.lobby.matchmaker import Matchmaker
from server.lobby.player_lobby import enter_lobby
from server.people.accounts import Player
from server.tables.chairs import SharedAnalyst
from tests.cuttle_tui import tables

VIEW = tables.view_of(tables.TARGETS, 0)


class _Held:
    """An analyst whose answers wait to be given."""

    def __init__(self) -> None:
        self.asked: list[asyncio.Future[Assessment]] = []

    def assess(
        self, view: View, seconds: float = SECONDS, *, seed: int = SEED, spare: bool = False
    ) -> Awaitable[Assessment]:
        """Note it."""
        self.asked.append(asyncio.get_running_loop().create_future())
        return self.asked[-1]


@pytest.mark.slow
async def test_players_take_turns_and_who_leaves_holds_nobody_up() -> None:
    held = _Held()
    analyst = SharedAnalyst(held)
    first, second = (asyncio.ensure_future(analyst.assess(VIEW)) for _ in range(2))
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    assert len(held.asked) == 1, "one position at a time"
    first.cancel()
    await asyncio.wait([first])
    async with asyncio.timeout(60):
        while len(held.asked) < 2:
            await asyncio.sleep(0)
        held.asked[1].set_result(assess(VIEW, 0))
        assert await second == assess(VIEW, 0)


@pytest.mark.slow
async def test_a_player_of_the_server_has_its_coach() -> None:
    matchmaker = Matchmaker(AtOnce(), lambda: 0.0)
    try:
        lobby = enter_lobby(matchmaker, Player("ann", "SHA256:ann"))
        async with asyncio.timeout(60):
            assert await lobby.analyst.assess(VIEW) == assess(VIEW, 0)
    finally:
        matchmaker.analyst.close()


async def test_what_nobody_waits_for_comes_last() -> None:
    held = _Held()
    analyst = SharedAnalyst(held)
    first = asyncio.ensure_future(analyst.assess(VIEW))
    spare = asyncio.ensure_future(analyst.assess(VIEW, spare=True))
    hint = asyncio.ensure_future(analyst.assess(VIEW))
    opinion = assess(VIEW, 0)
    async with asyncio.timeout(60):
        for place, waited in enumerate((first, hint, spare)):
            while len(held.asked) <= place:
                await asyncio.sleep(0)
            assert not waited.done()
            held.asked[place].set_result(opinion)
            assert await waited == opinion
            assert spare.done() == (waited is spare)
