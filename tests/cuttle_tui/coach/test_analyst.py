"""The coach at home thinks in a process of its own, also where the app has taken the streams."""

from __future__ import annotations

import asyncio
import io
import sys

import pytest

from cuttle_tui.coach.analyst import ProcessAnalyst
from cuttle_tui.local.lobby import LocalLobby
from cuttle_tui.ports import LobbyError
from engine.bots.search import assess
from engine.bots.thinkers import Failed, Worker, command_of
from tests.cuttle_tui import tables

pytestmark = pytest.mark.slow

VIEW = tables.view_of(tables.TARGETS, 0)


class _Taken(io.StringIO):
    """What an app puts in place of the streams."""

    def fileno(self) -> int:
        """Give none."""
        return -1


@pytest.mark.slow
async def test_it_thinks_beside_an_app_that_has_taken_the_streams(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sys, "stderr", _Taken())
    analyst = ProcessAnalyst()
    try:
        async with asyncio.timeout(60):
            assert await analyst.assess(VIEW) == assess(VIEW, 0)
    finally:
        analyst.close()


async def test_a_killed_process_is_told_and_replaced() -> None:
    analyst = ProcessAnalyst()
    try:
        async with asyncio.timeout(60):
            assert await analyst.assess(VIEW) == assess(VIEW, 0)
            process = analyst._worker.process
            assert process is not None
            process.kill()
            process.wait()
            with pytest.raises(LobbyError, match="no-coach"):
                await analyst.assess(VIEW)
            assert await analyst.assess(VIEW) == assess(VIEW, 0)
    finally:
        analyst.close()


async def test_a_lobby_that_ends_drops_what_its_coach_thinks_about() -> None:
    lobby = LocalLobby()
    analyst = lobby.analyst
    assert isinstance(analyst, ProcessAnalyst)
    thought = asyncio.ensure_future(analyst.assess(VIEW, 50.0))
    async with asyncio.timeout(60):
        while analyst._worker.process is None:
            await asyncio.sleep(0.01)
    lobby.close()
    with pytest.raises(LobbyError, match="no-coach"):
        await thought
    for thread in analyst._waiting._threads:
        thread.join(60)
        assert not thread.is_alive()


def test_a_process_that_was_ended_thinks_nowhere_else() -> None:
    worker = Worker(command_of(0))
    worker.end()
    with pytest.raises(Failed):
        worker.assess(VIEW, 0, 50.0)
    assert worker.process is None


async def test_once_closed_it_says_so() -> None:
    analyst = ProcessAnalyst()
    analyst.close()
    with pytest.raises(LobbyError, match="no-coach"):
        await analyst.assess(VIEW)
