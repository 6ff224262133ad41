"""The computer plays in another process, and sees what its seat may see."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from concurrent.futures import Future

import pytest

from cuttle_tui.ports import Chair, Change
from engine.actions import Action, Kind
from engine.play.view import View
from engine.rules.text import parse_ruleset
from engine.table.practice import PracticeChair, PracticeTable
from engine.table.table import Table
from server.tables.bots import BotPlayer, BotProcess


@pytest.fixture
async def bot_process() -> AsyncIterator[BotProcess]:
    """Make a process for computer players."""
    made = BotProcess()
    yield made
    made.close()


class _Person:
    """Plays whatever is first legal, and waits for its turn."""

    def __init__(self, chair: Chair) -> None:
        self.chair = chair
        self.news = asyncio.Event()
        chair.subscribe(self._changed)

    def _changed(self, change: Change) -> None:
        del change
        self.news.set()

    async def until_asked(self) -> bool:
        """Wait to be asked; False once the game is over."""
        async with asyncio.timeout(60):
            while True:
                view = self.chair.state().view
                assert view
                if view.outcome:
                    return False
                if view.asked[:1] == (self.chair.seat,):
                    return True
                self.news.clear()
                await self.news.wait()


async def test_the_computer_plays_games_to_their_end(bot_process: BotProcess) -> None:
    table = Table(parse_ruleset("standard"), b"seed")
    person = _Person(table.sit(0, "ann", "person"))
    BotPlayer(table.sit(1, "computer", "computer"), bot_process)
    for _ in range(2):
        for turn in range(500):
            if not await person.until_asked():
                break
            view = person.chair.state().view
            assert view
            calm = [action for action in view.legal if action.kind is not Kind.CONCEDE]
            person.chair.submit(calm[turn % len(calm)], view.ply)
        assert table.over
        person.chair.ready()
        assert not table.over


class _Broken(BotProcess):
    """Fails at every thought."""

    def think(self, view: View) -> Future[Action]:
        """Fail."""
        thought: Future[Action] = Future()
        thought.set_exception(ValueError(f"cannot think at ply {view.ply}"))
        return thought


async def test_a_thinker_that_fails_gives_up_instead_of_holding_a_person_up(
    caplog: pytest.LogCaptureFixture,
) -> None:
    bot_process = _Broken()
    table = Table(parse_ruleset("standard"), b"seed")
    person = _Person(table.sit(0, "ann", "person"))
    BotPlayer(table.sit(1, "computer", "computer"), bot_process)
    while await person.until_asked():
        view = person.chair.state().view
        assert view
        person.chair.submit(view.legal[0], view.ply)
    assert table.over
    assert "gave up" in caplog.text


class _Slow(BotProcess):
    """Thinks until it is told what comes of it."""

    def __init__(self) -> None:
        super().__init__()
        self.thoughts: list[tuple[View, Future[Action]]] = []

    def think(self, view: View) -> Future[Action]:
        """Begin to think."""
        thought: Future[Action] = Future()
        self.thoughts.append((view, thought))
        return thought


async def _settle() -> None:
    """Let the loop do what is due, and what follows from that."""
    for _ in range(10):
        await asyncio.sleep(0)


async def test_nobody_thinks_on_about_a_game_that_was_called_off() -> None:
    bot_process, table = _Slow(), Table(parse_ruleset("standard"), b"seed")
    for seat in (0, 1):
        BotPlayer(table.sit(seat, "computer", "computer"), bot_process)
    await _settle()
    ((view, thought),) = bot_process.thoughts
    table.abandon()
    thought.set_result(view.legal[0])
    await _settle()
    assert table.called_off
    assert len(bot_process.thoughts) == 1


async def test_a_thought_about_a_move_that_was_taken_back_is_dropped() -> None:
    """The ply may be the same again, where the person has made another move instead."""
    bot_process, table = _Slow(), PracticeTable(parse_ruleset("standard"), b"d", clock=lambda: 0.0)
    table.sit(0, "ann", "person")
    computer = BotPlayer(table.sit(1, "computer", "computer"), bot_process)
    person = PracticeChair(table, 0)
    await _settle()
    view = person.state().view
    assert computer
    assert view is not None
    first, second = [a for a in view.legal if a.kind in (Kind.POINTS, Kind.DRAW)][:2]
    person.submit(first, view.ply)
    await _settle()
    seen, thought = bot_process.thoughts[0]
    person.take_back()
    person.submit(second, view.ply)
    await _settle()
    thought.set_result(seen.legal[0])
    await _settle()
    now = person.state().view
    assert now is not None
    assert now.ply == seen.ply, "nothing was played"
    assert bot_process.thoughts[1][0] != seen, "it thinks again"


async def test_a_killed_process_is_replaced(bot_process: BotProcess) -> None:
    table = Table(parse_ruleset("standard"), b"seed")
    chairs = [table.sit(0, "ann", "person"), table.sit(1, "bob", "person")]
    public = chairs[0].state().view
    assert public
    view = chairs[public.asked[0]].state().view
    assert view
    await asyncio.wrap_future(bot_process.think(view))
    assert bot_process._pool
    for process in [*bot_process._pool._processes.values()]:
        process.kill()
        process.join()
    BotPlayer(chairs[public.asked[0]], bot_process)
    async with asyncio.timeout(60):
        while not table.over and view.ply == chairs[0].state().view.ply:  # type: ignore[union-attr]
            await asyncio.sleep(0.01)
    assert not table.over
