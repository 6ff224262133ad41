"""Which codes work, who may sit down where, and who may look on."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from functools import partial
from typing import Any

import pytest

from cuttle_tui.ports import Chair, Inviter, LobbyError, News, TablePlan
from engine.errors import CuttleError
from engine.table.seats import Ready
from server.codes import ALPHABET
from server.lobby.matchmaker import Matchmaker
from server.lobby.player_lobby import PlayerLobby, enter_lobby
from server.people.accounts import Player, guest_of
from server.people.presence import AT_ONCE
from server.store.values import RunningTable
from tests.server.players import (
    ANN,
    BOB,
    CY,
    GUEST,
    PLAN,
    Clock,
    Paper,
    matchmaker_of,
    present,
    reason,
)


async def test_a_friend_joins_by_code_however_it_is_typed(matchmaker: Matchmaker) -> None:
    ann, bob = enter_lobby(matchmaker, ANN), enter_lobby(matchmaker, BOB)
    room = await ann.open_table(PLAN)
    code = room.state().code
    assert code is not None
    assert len(code) == 4
    assert set(code) <= set(ALPHABET)
    assert room.state().view is None
    chair = await bob.join_room(f" {code.lower()} ")
    assert (room.seat, chair.seat) == (0, 1)
    assert room.state().view is None
    assert (room.state().host, room.state().ready) == (0, (1,))
    room.ask(Ready())
    assert room.state().view is not None
    assert room.state().code is None
    assert [sitter.name for sitter in chair.state().sitters] == ["ann", "bob"]


async def test_codes_that_do_not_work_say_why(matchmaker: Matchmaker) -> None:
    ann, bob, cy = (enter_lobby(matchmaker, who) for who in (ANN, BOB, CY))
    room = await ann.open_table(PLAN)
    code = room.state().code
    assert code
    assert await ann.join_room(code) == room
    assert await reason(lambda: bob.join_room("0000")) == "unknown-code"
    assert await reason(lambda: bob.join_room("")) == "unknown-code"
    await bob.join_room(code)
    assert await reason(lambda: cy.join_room(code)) == "room-full"
    room.ask(Ready())
    assert await reason(lambda: cy.join_room(code)) == "used-code"
    other = (await cy.open_table(PLAN)).state().code
    assert other
    assert await reason(lambda: ann.join_room(other)) == "busy"
    assert await reason(lambda: ann.open_table(PLAN)) == "busy"
    assert await reason(lambda: ann.quick_match("standard")) == "busy"


async def test_a_guest_comes_back_by_the_code_and_by_nothing_else(matchmaker: Matchmaker) -> None:
    guest, bob = enter_lobby(matchmaker, GUEST), enter_lobby(matchmaker, BOB)
    await guest.quick_match("standard")
    chair = await bob.quick_match("standard")
    matchmaker.lost(guest)
    assert present(chair) == [False, True]
    stranger = enter_lobby(matchmaker, Player("guest-newt", guest_of("XXXXXXXX"), guest=True))
    assert await reason(lambda: stranger.join_room("ABCD2346")) == "unknown-code"
    back = await stranger.join_room("abcd-2345")
    assert back.seat == 0
    assert stranger.player == "guest-otter"
    assert present(chair) == [True, True]
    with_key = enter_lobby(matchmaker, CY)
    assert await reason(lambda: with_key.join_room("ABCD2345")) == "unknown-code"


async def test_codes_cannot_be_tried_one_after_another(
    matchmaker: Matchmaker, clock: Clock
) -> None:
    bob = enter_lobby(matchmaker, BOB)
    bob.address = "127.0.0.9"
    code = (await enter_lobby(matchmaker, ANN).open_table(PLAN)).state().code
    for number in range(8):
        assert await reason(partial(bob.join_room, f"ZZ{number}Z")) == "unknown-code"
    assert await reason(lambda: bob.join_room(code or "")) == "too-many"
    cy = enter_lobby(matchmaker, CY)
    cy.address = "127.0.0.9"
    assert await reason(lambda: cy.join_room("ZZZZ")) == "unknown-code"
    for number in range(64):
        guest = enter_lobby(
            matchmaker, Player(f"guest-{number}", guest_of(f"XXXX{number}"), guest=True)
        )
        guest.address = "127.0.0.9"
        await reason(partial(guest.join_room, "ZZZZ"))
    assert await reason(lambda: cy.join_room(code or "")) == "too-many"
    clock.now += 60
    await bob.join_room(code or "")


async def test_who_waits_or_why_no_seat_does_is_told_but_to_nobody_who_guesses(
    matchmaker: Matchmaker,
) -> None:
    ann, bob, guest = (enter_lobby(matchmaker, who) for who in (ANN, BOB, GUEST))
    code = (await ann.open_table(PLAN)).state().code or ""
    assert await guest.invited_by(code) == Inviter("ann", "standard")
    assert await reason(lambda: guest.invited_by("ZZZZ")) == "unknown-code"
    assert await reason(lambda: ann.invited_by(code)) == "own-room"
    for number in range(8):
        await reason(partial(bob.join_room, f"ZZ{number}Z"))
    told = {await reason(partial(bob.invited_by, each)) for each in (code, "ZZZZ")}
    assert told == {"too-many"}
    await guest.join_room(code)
    assert await reason(lambda: enter_lobby(matchmaker, CY).invited_by(code)) == "room-full"


def test_two_people_at_one_keyboard_play_at_home(matchmaker: Matchmaker) -> None:
    assert enter_lobby(matchmaker, ANN).home is None


async def test_a_watcher_sees_what_is_public_is_counted_and_is_no_player(
    matchmaker: Matchmaker,
) -> None:
    ann, bob, cy = (enter_lobby(matchmaker, who) for who in (ANN, BOB, CY))
    mine = await ann.quick_match("standard")
    await bob.quick_match("standard")
    line = cy.tables()[0]
    assert (line.running, line.mine, line.names) == (True, False, ("ann", "bob"))
    chair = await cy.watch(line.id)
    assert mine.state().watchers == 1
    view = chair.state().view
    assert view is not None
    assert all(seat.hand == () for seat in view.seats)
    assert await reason(lambda: ann.watch(line.id)) == "own-game"
    assert await reason(lambda: cy.watch("nothing")) == "no-such-table"
    matchmaker.lost(cy)
    assert mine.state().watchers == 0


@pytest.fixture
async def title(matchmaker: Matchmaker) -> str:
    """Return the title of a table where ann and bob play."""
    for who in (ANN, BOB):
        chair = await enter_lobby(matchmaker, who).quick_match("standard")
    return chair.state().title


async def test_a_table_has_so_many_watchers_and_no_more(matchmaker: Matchmaker, title: str) -> None:
    matchmaker.player_limits.watchers = 2
    cy, guest, dee = (
        enter_lobby(matchmaker, who) for who in (CY, GUEST, Player("dee", "SHA256:dee"))
    )
    await cy.watch(title)
    await guest.watch(title)
    assert await reason(lambda: dee.watch(title)) == "watchers-full"
    chair = await cy.watch(title)
    assert await reason(lambda: dee.watch(title)) == "watchers-full"
    chair.leave()
    await dee.watch(title)


async def test_a_watcher_sees_each_change_and_no_chat_of_those_they_blocked(
    matchmaker: Matchmaker, title: str
) -> None:
    cy, guest = enter_lobby(matchmaker, CY), enter_lobby(matchmaker, GUEST)
    one, other = await cy.watch(title), await guest.watch(title)
    assert one.state().watchers == 2
    other.chat.say("hello", phrase=False)
    assert [line.text for line in one.state().talk] == ["hello"]
    cy.block(GUEST.identity)
    assert one.state().talk == ()
    assert [line.text for line in other.state().talk] == ["hello"]
    (room,) = matchmaker.rooms
    room.table.leave(0)
    views = one.state().view, other.state().view
    assert all(view is not None and view.outcome is not None for view in views)


async def test_private_tables_are_not_listed_and_not_watched(matchmaker: Matchmaker) -> None:
    ann, bob, cy = (enter_lobby(matchmaker, who) for who in (ANN, BOB, CY))
    room = await ann.open_table(PLAN)
    assert cy.tables() == ()
    await bob.join_room(room.state().code or "")
    room.ask(Ready())
    assert cy.tables() == ()
    assert await reason(lambda: cy.watch(room.state().title)) == "no-such-table"
    assert [line.mine for line in ann.tables()] == [True]


async def test_anybody_may_sit_down_at_a_public_table(matchmaker: Matchmaker) -> None:
    ann, bob = enter_lobby(matchmaker, ANN), enter_lobby(matchmaker, BOB)
    heard: list[News] = []
    ann.subscribe(heard.append)
    room = await ann.open_table(TablePlan("standard", public=True))
    line = bob.tables()[0]
    assert (line.free, line.running) == (1, False)
    await bob.sit_at(line.id)
    assert News("sat-down", "bob") in heard
    room.ask(Ready())
    assert room.state().view is not None
    assert await reason(lambda: enter_lobby(matchmaker, CY).sit_at(line.id)) == "has-begun"


async def test_a_table_that_waits_is_not_watched_yet(matchmaker: Matchmaker) -> None:
    ann, bob = enter_lobby(matchmaker, ANN), enter_lobby(matchmaker, BOB)
    await ann.open_table(TablePlan("standard", public=True))
    line = bob.tables()[0]
    assert await reason(lambda: bob.watch(line.id)) == "not-begun"
    assert await reason(lambda: bob.watch(line.title)) == "not-begun"


async def test_no_new_games_begin_while_the_server_closes(matchmaker: Matchmaker) -> None:
    ann, bob = enter_lobby(matchmaker, ANN), enter_lobby(matchmaker, BOB)
    code = (await ann.open_table(PLAN)).state().code
    matchmaker.actions.closing = True
    assert await reason(lambda: bob.join_room(code or "")) == "closing"
    assert await reason(lambda: bob.quick_match("standard")) == "closing"
    assert await reason(lambda: bob.play_computer("standard")) == "closing"


async def test_a_broken_table_is_not_found_by_its_code(
    matchmaker: Matchmaker, clock: Clock, paper: Paper
) -> None:
    code = (await enter_lobby(matchmaker, ANN).open_table(PLAN)).state().code or ""
    (kept,) = paper.tables()
    again = matchmaker_of(clock, paper)
    again.restore([RunningTable("y", kept.head, ("{}",))])
    assert await reason(lambda: enter_lobby(again, BOB).join_room(code)) == "unknown-code"


@pytest.mark.parametrize("rules", ["no-such-rules", "standard+no-such-option"])
async def test_rules_that_do_not_exist_cost_nobody_a_seat(
    matchmaker: Matchmaker, rules: str
) -> None:
    ann = enter_lobby(matchmaker, ANN)
    mine = await ann.open_table(PLAN)
    asks: tuple[Callable[[], Awaitable[object]], ...] = (
        lambda: ann.quick_match(rules),
        lambda: ann.play_computer(rules),
        lambda: ann.open_table(TablePlan(rules)),
        lambda: ann.open_table(TablePlan("standard", timing="soon")),
    )
    for ask in asks:
        with pytest.raises(CuttleError):
            await ask()
    assert ann.held() == mine


async def test_a_game_with_the_computer_costs_nothing_before_the_own_first_move(
    matchmaker: Matchmaker,
) -> None:
    ann = enter_lobby(matchmaker, ANN)
    chair = await ann.play_computer("standard")
    assert chair.state().free_to_leave
    ended = []
    chair.subscribe(lambda change: ended.append(chair.state()))
    chair.leave()
    assert ended[0].called_off
    assert all(not state.given_up for state in ended)
    assert ann.held() is None


async def test_a_game_with_people_binds_from_its_first_moment(matchmaker: Matchmaker) -> None:
    ann, bob = enter_lobby(matchmaker, ANN), enter_lobby(matchmaker, BOB)
    room = await ann.open_table(PLAN)
    assert room.state().code is not None
    await bob.join_room(room.state().code or "")
    room.ask(Ready())
    assert room.state().running
    assert not room.state().free_to_leave


@pytest.fixture
def busy(clock: Clock, paper: Paper) -> Matchmaker:
    """Make a matchmaker where what many ask for at once comes in turn."""
    return matchmaker_of(clock, paper, in_turn=True)


def players(matchmaker: Matchmaker) -> list[PlayerLobby]:
    """Let twenty players enter."""
    return [enter_lobby(matchmaker, Player(f"p{one}", f"p{one}")) for one in range(20)]


async def most_at_once(count: Callable[[], int], end: int) -> int:
    """Return by how much a number grows at once until it has come to its end."""
    most = 0
    async with asyncio.timeout(10):
        while (before := count()) < end:
            await asyncio.sleep(0)
            most = max(most, count() - before)
    return most


@pytest.mark.parametrize(
    "sit_down",
    [
        lambda lobby: lobby.play_computer("standard"),
        lambda lobby: lobby.open_table(PLAN),
        lambda lobby: lobby.quick_match("standard"),
    ],
)
async def test_players_sit_down_in_turn(
    busy: Matchmaker, sit_down: Callable[[PlayerLobby], Coroutine[Any, Any, Chair]]
) -> None:
    """A table takes as long as twenty keys: others have theirs in between."""
    tasks = [asyncio.create_task(sit_down(each)) for each in players(busy)]
    assert await most_at_once(lambda: len([*busy.locations]), len(tasks)) == 1
    await asyncio.gather(*tasks)


async def test_those_who_wait_are_paired_and_called_in_turn(
    busy: Matchmaker, monkeypatch: pytest.MonkeyPatch
) -> None:
    heard: list[News] = []
    with monkeypatch.context() as patched:
        patched.setattr(busy.player_limits, "at_odds", lambda _one, _other: True)
        for lobby in players(busy):
            await lobby.quick_match("standard")
            lobby.subscribe(heard.append)
    busy.tick()
    busy.tick()  # those are in the queue still, but paired once
    assert heard.count(News("paired")) <= AT_ONCE
    assert await most_at_once(lambda: heard.count(News("paired")), 20) == 1
    assert len(busy.rooms) == 10


@pytest.mark.parametrize(
    "ask", [lambda lobby: lobby.quick_match("miller"), lambda lobby: lobby.play_resident("casual")]
)
async def test_who_asks_for_something_else_before_the_turn_is_not_paired(
    busy: Matchmaker,
    monkeypatch: pytest.MonkeyPatch,
    ask: Callable[[PlayerLobby], Coroutine[Any, Any, Chair]],
) -> None:
    ann, bob = enter_lobby(busy, ANN), enter_lobby(busy, BOB)
    with monkeypatch.context() as patched:
        patched.setattr(busy.player_limits, "at_odds", lambda _one, _other: True)
        waits = [await each.quick_match("standard") for each in (ann, bob)]
    asked = asyncio.create_task(ask(bob))
    await asyncio.sleep(0)
    busy.tick()  # which pairs them when it is their turn, behind what has been asked
    chair = await asked
    await busy.presence.seats.turn()
    assert [sitter.name for sitter in waits[0].state().sitters if sitter.name] == ["ann"]
    state = chair.state()
    assert not state.called_off
    assert state.view is None or state.view.outcome is None
    assert "bob" in [sitter.name for sitter in state.sitters]


async def test_who_joins_from_two_sessions_at_once_has_one_seat(busy: Matchmaker) -> None:
    host = await enter_lobby(busy, ANN).open_table(PLAN)
    code = host.state().code or ""
    chairs = await asyncio.gather(*(enter_lobby(busy, BOB).join_room(code) for _ in range(2)))
    assert [chair.seat for chair in chairs] == [1, 1]


async def test_games_that_many_ask_for_at_once_are_dealt_in_turn(busy: Matchmaker) -> None:
    hosts = [await each.open_table(PLAN) for each in players(busy)]
    for number, host in enumerate(hosts):
        guest = enter_lobby(busy, Player(f"g{number}", f"g{number}"))
        await guest.join_room(host.state().code or "")
    for host in hosts:
        host.ask(Ready())
    hosts[-1].leave()  # before the turn came
    assert sum(room.table.started for room in busy.rooms) == AT_ONCE
    assert await most_at_once(lambda: sum(room.table.started for room in busy.rooms), 19) == 1


async def test_who_is_gone_before_the_turn_gets_no_seat(matchmaker: Matchmaker) -> None:
    ann = enter_lobby(matchmaker, ANN)
    seated = asyncio.create_task(ann.open_table(PLAN))
    await asyncio.sleep(0)
    matchmaker.lost(ann)
    with pytest.raises(LobbyError):
        await seated
    assert not len(matchmaker.rooms)
