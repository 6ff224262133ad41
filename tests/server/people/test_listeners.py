"""Many who look on are told one after the other; everybody is told everything, in order."""

from __future__ import annotations

import asyncio
import gc
import weakref
from dataclasses import replace

from cuttle_tui.ports import Change, News
from engine.table.seats import Ready
from server.lobby.matchmaker import Matchmaker
from server.lobby.player_lobby import enter_lobby
from server.people.accounts import Player
from server.people.presence import AT_ONCE, InTurn, Turns
from tests.server.players import ANN, BOB, PLAN
from tests.server.rawssh import until


async def test_who_takes_turns_misses_nothing_and_is_called_no_more_once_stopped() -> None:
    heard: list[int] = []
    turns = Turns()
    in_turn = InTurn(heard.append, turns)
    for number in range(5):
        in_turn(number)
    assert not heard
    await until(lambda: len(heard) == 5)
    assert heard == [0, 1, 2, 3, 4]
    in_turn(5)
    in_turn.stop()
    ended = asyncio.Event()
    turns.wait(ended.set)
    await ended.wait()
    assert len(heard) == 5


async def test_turns_go_on_after_one_that_broke() -> None:
    turns, ended = Turns(), asyncio.Event()

    def broken() -> None:
        raise RuntimeError("broken")

    asyncio.get_running_loop().set_exception_handler(lambda _loop, _context: None)
    turns.wait(broken)
    turns.wait(ended.set)
    await ended.wait()


async def test_changes_before_a_turn_are_one_turn() -> None:
    heard: list[str] = []
    turns = Turns()
    one = InTurn[str](lambda text: heard.append(f"one {text}"), turns)
    other = InTurn[str](heard.append, turns)
    one("a")
    other("b")
    one("c")
    await until(lambda: len(heard) == 3)
    assert heard == ["one a", "one c", "b"]


async def test_many_watchers_of_one_table_hear_of_a_move_one_after_the_other(
    matchmaker: Matchmaker,
) -> None:
    ann, bob = enter_lobby(matchmaker, ANN), enter_lobby(matchmaker, BOB)
    chair = await ann.open_table(replace(PLAN, public=True))
    other = await bob.join_room(chair.state().code or "")
    chair.ask(Ready())
    other.ask(Ready())
    told: list[int] = []
    (room,) = matchmaker.rooms
    for number in range(20):
        lobby = enter_lobby(matchmaker, Player(f"w{number}", f"SHA256:w{number}"))

        def hear(change: Change, number: int = number) -> None:
            told.append(number)

        (await lobby.watch(room.table.title)).subscribe(hear)
    told.clear()
    room.table.notify()
    assert told == [*range(AT_ONCE)]
    await until(lambda: len({*told}) == 20)
    assert [*dict.fromkeys(told)] == [*range(20)]


async def test_the_lists_of_the_lobby_change_for_many_one_after_the_other(
    matchmaker: Matchmaker,
) -> None:
    told: list[int] = []
    lobbies = [enter_lobby(matchmaker, Player(f"w{one}", f"SHA256:w{one}")) for one in range(20)]
    for number, lobby in enumerate(lobbies):

        def hear(news: News, number: int = number) -> None:
            told.append(number)

        lobby.subscribe(hear)
    matchmaker.presence.lists_changed()
    matchmaker.presence.tick()
    assert told == [*range(AT_ONCE)]
    matchmaker.lost(lobbies[-1])
    await until(lambda: len(told) == 19)
    assert told == [*range(19)]


async def test_who_hears_late_hears_once_and_who_has_left_is_not_kept(
    matchmaker: Matchmaker,
) -> None:
    told: list[int] = []
    lobbies = [enter_lobby(matchmaker, Player(f"w{one}", f"SHA256:w{one}")) for one in range(20)]
    for number, lobby in enumerate(lobbies):

        def hear(news: News, number: int = number) -> None:
            told.append(number)

        lobby.subscribe(hear)
    for _ in range(50):
        matchmaker.presence.lists_changed()
        matchmaker.presence.tick()
    assert len(told) == 50 * AT_ONCE
    gone = lobbies.pop()
    kept = weakref.ref(gone)
    matchmaker.lost(gone)
    del gone, lobby
    gc.collect()
    assert kept() is None
    await until(lambda: 18 in told)
    assert sorted(told[50 * AT_ONCE :]) == [*range(AT_ONCE, 19)]


async def test_who_waits_for_a_turn_goes_one_at_a_time() -> None:
    turns, begun, at_once = Turns(), 0, []

    async def begin() -> None:
        nonlocal begun
        await turns.turn()
        begun += 1

    tasks = [asyncio.create_task(begin()) for _ in range(20)]
    while begun < len(tasks):
        before = begun
        await asyncio.sleep(0)
        at_once.append(begun - before)
    assert max(at_once) == 1


async def test_a_turn_is_not_spent_on_who_has_gone() -> None:
    turns = Turns()
    gone, here = (asyncio.create_task(turns.turn()) for _ in range(2))
    await asyncio.sleep(0)
    gone.cancel()
    async with asyncio.timeout(10):
        await here
