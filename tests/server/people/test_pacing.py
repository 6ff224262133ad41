"""Many who look on are told one after the other; everybody is told everything, in order."""

from __future__ import annotations

import asyncio
from dataclasses import replace

from cuttle_tui.ports import Change, News
from server.lobby.matchmaker import Matchmaker
from server.lobby.player_lobby import enter_lobby
from server.people import pacing
from server.people.pacing import Paced, delay_of
from server.people.players import Player
from tests.server.players import ANN, BOB, PLAN
from tests.server.rawssh import until


def test_a_few_are_told_at_once_and_nobody_waits_for_long() -> None:
    assert {delay_of(place) for place in range(pacing.AT_ONCE)} == {0.0}
    delays = [delay_of(place) for place in range(1000)]
    assert len({*delays}) > 250
    assert max(delays) < 1.5


async def test_who_is_told_later_misses_nothing() -> None:
    heard: list[int] = []
    paced = Paced(heard.append, 0.001)
    for number in range(5):
        paced(number)
    assert not heard
    await until(lambda: len(heard) == 5)
    assert heard == [0, 1, 2, 3, 4]
    paced(5)
    paced.stop()
    await asyncio.sleep(0.002)
    assert len(heard) == 5


async def test_many_watchers_of_one_table_hear_of_a_move_one_after_the_other(
    matchmaker: Matchmaker,
) -> None:
    ann, bob = enter_lobby(matchmaker, ANN), enter_lobby(matchmaker, BOB)
    chair = ann.open_table(replace(PLAN, public=True))
    other = bob.join_room(chair.state().code or "")
    chair.ready()
    other.ready()
    told: list[int] = []
    (room,) = matchmaker.rooms
    for number in range(20):
        lobby = enter_lobby(matchmaker, Player(f"w{number}", f"SHA256:w{number}"))

        def hear(change: Change, number: int = number) -> None:
            told.append(number)

        lobby.watch(room.table.title).subscribe(hear)
    told.clear()
    room.table.notify()
    assert told == [*range(pacing.AT_ONCE)]
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
    assert told == [*range(pacing.AT_ONCE)]
    matchmaker.lost(lobbies[-1])
    await until(lambda: len(told) == 19)
    assert told == [*range(19)]
