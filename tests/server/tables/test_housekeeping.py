"""What happens to tables as time goes by, and while nothing can be stored."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Callable

import pytest

from cuttle_tui.ports import Chair, LobbyError, News, TablePlan
from engine.actions import DRAW
from engine.table.seats import Ready
from engine.table.table import HOLD, Table
from server.lobby.matchmaker import Matchmaker
from server.lobby.player_lobby import enter_lobby
from server.people.accounts import Player, guest_of
from tests.server.players import ANN, BOB, CY, GUEST, PLAN, Clock, Paper, matchmaker_of


async def test_a_waiting_room_is_held_for_a_while_and_closes_when_its_people_leave(
    matchmaker: Matchmaker, clock: Clock
) -> None:
    ann, bob = enter_lobby(matchmaker, ANN), enter_lobby(matchmaker, BOB)
    left = await ann.open_table(PLAN)
    first = left.state().code
    left.leave()
    assert first
    with pytest.raises(LobbyError, match="unknown-code"):
        await bob.join_room(first)
    second = (await ann.open_table(PLAN)).state().code
    matchmaker.lost(ann)
    again = enter_lobby(matchmaker, ANN).held()
    assert again is not None
    assert again.state().code == second
    for lobby in matchmaker.presence.lobbies(ANN.identity):
        matchmaker.lost(lobby)
    clock.now += HOLD + 1
    matchmaker.housekeeping.sweep()
    assert second
    with pytest.raises(LobbyError, match="unknown-code"):
        await bob.join_room(second)


async def test_tables_are_forgotten_once_everybody_is_gone(
    matchmaker: Matchmaker, clock: Clock, paper: Paper, monkeypatch: pytest.MonkeyPatch
) -> None:
    tables: weakref.WeakSet[Table] = weakref.WeakSet()

    def table(*args: object, **kwargs: object) -> Table:
        made = Table(*args, **kwargs)  # type: ignore[arg-type]
        tables.add(made)
        return made

    monkeypatch.setattr("server.tables.room.Table", table)
    await _play_and_go(matchmaker)
    assert tables
    clock.now += HOLD + 1
    matchmaker.housekeeping.sweep()
    gc.collect()
    assert not tables
    assert len(matchmaker.rooms) == 0
    assert not paper.heads
    assert not [*matchmaker.presence]


async def _play_and_go(matchmaker: Matchmaker) -> None:
    for _ in range(3):
        ann, bob, cy = (enter_lobby(matchmaker, who) for who in (ANN, BOB, CY))
        code = (await ann.open_table(PLAN)).state().code
        (await bob.join_room(code or "")).leave()
        await cy.quick_match("standard")
        for lobby in (ann, bob, cy):
            matchmaker.lost(lobby)


async def test_games_wait_while_nothing_can_be_written_and_no_clock_runs(
    matchmaker: Matchmaker, clock: Clock, paper: Paper
) -> None:
    ann, bob = enter_lobby(matchmaker, ANN), enter_lobby(matchmaker, BOB)
    room = await ann.open_table(TablePlan("standard", timing="quick"))
    await bob.join_room(room.state().code or "")
    room.ask(Ready())
    matchmaker.housekeeping.pause("the disk is full")
    assert room.state().trouble == "the disk is full"
    clock.now += 10_000
    matchmaker.housekeeping.pause(None)
    matchmaker.housekeeping.tick()
    assert room.state().trouble == ""
    view = room.state().view
    assert view is not None
    assert view.outcome is None


async def test_a_table_that_is_opened_while_nothing_can_be_written_says_why_it_waits(
    matchmaker: Matchmaker,
) -> None:
    matchmaker.housekeeping.pause("the disk is full")
    chair = await enter_lobby(matchmaker, ANN).play_computer("standard")
    matchmaker.housekeeping.tick()
    assert chair.state().trouble == "the disk is full"
    matchmaker.housekeeping.pause(None)
    assert chair.state().trouble == ""


async def test_lists_are_told_of_once_a_tick(matchmaker: Matchmaker) -> None:
    ann = enter_lobby(matchmaker, ANN)
    heard: list[News] = []
    ann.subscribe(heard.append)
    matchmaker.housekeeping.tick()
    heard.clear()
    await enter_lobby(matchmaker, BOB).open_table(TablePlan("standard", public=True))
    assert heard == []
    matchmaker.housekeeping.tick()
    matchmaker.housekeeping.tick()
    assert heard == [News("lobby")]


async def test_seats_are_held_anew_after_the_server_was_away(
    matchmaker: Matchmaker, clock: Clock, paper: Paper
) -> None:
    ann, bob, cy = (enter_lobby(matchmaker, who) for who in (ANN, BOB, CY))
    await ann.quick_match("standard")
    await bob.quick_match("standard")
    code = (await cy.open_table(PLAN)).state().code or ""
    for lobby in (ann, bob, cy):
        matchmaker.lost(lobby)
    clock.now += 10 * HOLD
    again = matchmaker_of(clock, paper)
    again.restore(paper.tables())
    held = enter_lobby(again, ANN).held()
    assert held is not None
    view = held.state().view
    if view is not None and view.legal:  # nobody claims on their own move
        held.submit(DRAW, view.ply)
    assert not held.state().claimable
    again.housekeeping.sweep()
    assert again.rooms.waiting_under(code) is not None
    clock.now += HOLD
    assert held.state().claimable


async def test_a_game_that_all_have_left_has_no_winner(
    matchmaker: Matchmaker, clock: Clock, paper: Paper
) -> None:
    ann, bob = enter_lobby(matchmaker, ANN), enter_lobby(matchmaker, BOB)
    await ann.quick_match("standard")
    await bob.quick_match("standard")
    matchmaker.lost(ann)
    clock.now += 23 * 3600
    matchmaker.lost(bob)
    clock.now += 2 * 3600
    matchmaker.housekeeping.sweep()
    assert len(matchmaker.rooms) == 1
    clock.now += 24 * 3600
    matchmaker.housekeeping.sweep()
    assert len(matchmaker.rooms) == 0
    assert paper.games == []


async def test_games_that_guests_have_left_do_not_pile_up(
    matchmaker: Matchmaker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("server.tables.chairs.ComputerPlayer", lambda *_, **__: None)
    monkeypatch.setattr("server.tables.housekeeping._MOST_LEFT", 2)
    await enter_lobby(matchmaker, ANN).play_computer("standard")
    for number in range(5):
        identity = guest_of(f"CODE{number}")
        guest = enter_lobby(matchmaker, Player(f"guest-{number}", identity, guest=True))
        await guest.play_computer("standard")
        matchmaker.lost(guest)
    matchmaker.lost(matchmaker.presence.lobbies(ANN.identity)[0])
    matchmaker.housekeeping.sweep()
    names = [room.table.sitters[0].name for room in matchmaker.rooms]
    assert names == ["ann", "guest-3", "guest-4"]


async def test_the_times_of_a_table_are_told_only_where_somebody_sees_them(
    matchmaker: Matchmaker, clock: Clock
) -> None:
    ann, bob = enter_lobby(matchmaker, ANN), enter_lobby(matchmaker, BOB)
    chair, _ = await ann.quick_match("standard"), await bob.quick_match("standard")
    told: list[object] = []
    (room,) = matchmaker.rooms
    room.table.subscribe(None, told.append)
    matchmaker.lost(bob)
    matchmaker.housekeeping.tick()
    told.clear()
    clock.now += 100
    matchmaker.housekeeping.tick()
    assert len(told) == 1
    assert chair.state().away == (None, 120)
    matchmaker.lost(ann)
    told.clear()
    clock.now += 50
    matchmaker.housekeeping.tick()
    assert told == []


async def test_whom_a_guest_blocked_is_forgotten_with_the_seat(
    matchmaker: Matchmaker, clock: Clock
) -> None:
    guest = enter_lobby(matchmaker, GUEST)
    await guest.quick_match("standard")
    guest.block(ANN.identity)
    matchmaker.lost(guest)
    matchmaker.housekeeping.sweep()
    assert matchmaker.player_limits.at_odds(GUEST.identity, ANN.identity)
    clock.now += HOLD + 1
    matchmaker.housekeeping.sweep()
    assert not matchmaker.player_limits.at_odds(GUEST.identity, ANN.identity)


async def _lapse(matchmaker: Matchmaker, clock: Clock) -> tuple[Chair, Player]:
    """Let the clock run out of whoever begins, and who is away; give the chair of the other."""
    lobbies = {one.identity: enter_lobby(matchmaker, one) for one in (ANN, BOB)}
    chairs = [await lobbies[ANN.identity].open_table(TablePlan("standard", timing="1+8"))]
    chairs.append(await lobbies[BOB.identity].join_room(chairs[0].state().code or ""))
    chairs[0].ask(Ready())
    view = chairs[0].state().view
    assert view is not None
    slow = (ANN, BOB)[view.asked[0]]
    matchmaker.lost(lobbies[slow.identity])
    clock.now += 10
    matchmaker.housekeeping.tick()
    return chairs[1 - view.asked[0]], slow


async def test_whose_game_ended_while_away_is_led_to_its_end(
    matchmaker: Matchmaker, clock: Clock
) -> None:
    chair, slow = await _lapse(matchmaker, clock)
    held = enter_lobby(matchmaker, slow).held()
    assert held is not None
    assert held.state().given_up == ((held.seat, "time"),)
    chair.ask(Ready())
    held.ask(Ready())
    view = held.state().view
    assert view is not None
    assert view.outcome is None


async def test_whose_game_ended_is_told_how_once_the_seat_is_not_held_any_more(
    matchmaker: Matchmaker, clock: Clock
) -> None:
    chair, slow = await _lapse(matchmaker, clock)
    title = chair.state().title
    clock.now += HOLD + 1
    matchmaker.housekeeping.sweep()
    back, heard = enter_lobby(matchmaker, slow), list[News]()
    assert back.held() is None
    back.subscribe(heard.append)
    assert heard == [News("ended", title, "time")]


async def test_who_was_away_when_the_other_gave_up_is_told_of_the_win(
    matchmaker: Matchmaker, clock: Clock
) -> None:
    ann, bob = enter_lobby(matchmaker, ANN), enter_lobby(matchmaker, BOB)
    await ann.quick_match("standard")
    chair = await bob.quick_match("standard")
    matchmaker.lost(ann)
    chair.leave()
    clock.now += HOLD + 1
    matchmaker.housekeeping.sweep()
    heard: list[News] = []
    enter_lobby(matchmaker, ANN).subscribe(heard.append)
    assert heard == [News("ended", chair.state().title, "won")]


async def test_a_game_that_all_have_left_for_good_has_no_result(
    matchmaker: Matchmaker, clock: Clock
) -> None:
    ann, bob = enter_lobby(matchmaker, ANN), enter_lobby(matchmaker, BOB)
    title = (await ann.quick_match("standard")).state().title
    await bob.quick_match("standard")
    matchmaker.lost(ann)
    matchmaker.lost(bob)
    clock.now += 25 * 3600
    matchmaker.housekeeping.sweep()
    heard: list[News] = []
    enter_lobby(matchmaker, ANN).subscribe(heard.append)
    assert heard == [News("ended", title, "off")]


async def test_who_waits_for_a_quick_match_is_told_each_minute_and_no_more(
    matchmaker: Matchmaker, clock: Clock
) -> None:
    ann = enter_lobby(matchmaker, ANN)
    chair = await ann.quick_match("standard")
    matchmaker.housekeeping.tick()
    told: list[object] = []
    chair.subscribe(told.append)
    for _ in range(3):
        clock.now += 20
        matchmaker.housekeeping.tick()
    assert len(told) == 1
    assert ann.queue()[0].since == 60


async def test_practice_keeps_the_seat_in_a_room(matchmaker: Matchmaker) -> None:
    ann = enter_lobby(matchmaker, ANN)
    chair = await ann.open_table(PLAN)
    practice = ann.practise("standard")
    assert practice.state().view is not None
    assert practice.practice is not None
    assert ann.held() == chair
    assert len(list(matchmaker.rooms)) == 1
    practice.leave()
    assert ann.held() == chair


async def test_clocks_of_many_tables_are_checked_in_parts_within_a_second(
    matchmaker: Matchmaker, clock: Clock
) -> None:
    chairs = []
    for number in range(12):
        one, other = (
            enter_lobby(matchmaker, Player(f"{name}{number}", f"{name}{number}"))
            for name in ("one", "other")
        )
        chairs.append(await one.quick_match("standard", timing="quick"))
        await other.quick_match("standard", timing="quick")
    waiting: list[tuple[float, Callable[[], None]]] = []
    clock.now += 1000
    matchmaker.tick(lambda seconds, check, rooms: waiting.append((seconds, lambda: check(rooms))))
    assert not any(chair.state().given_up for chair in chairs)
    matchmaker.rooms.close(next(iter(matchmaker.rooms)))
    assert len(waiting) > 1
    for seconds, check in waiting:
        assert 0 <= seconds < 1
        check()
    assert sum(bool(chair.state().given_up) for chair in chairs) == 11


async def test_tables_where_no_time_runs_that_somebody_sees_are_left_alone(
    matchmaker: Matchmaker,
) -> None:
    ann, bob = enter_lobby(matchmaker, ANN), enter_lobby(matchmaker, BOB)
    await ann.quick_match("standard", timing="none")
    await bob.quick_match("standard", timing="none")
    (room,) = matchmaker.rooms
    assert room.at_rest
    matchmaker.lost(bob)
    assert not room.at_rest  # ann is told how long his seat is kept
    cy = enter_lobby(matchmaker, CY)
    await cy.watch(room.id)
    matchmaker.lost(ann)
    assert not room.at_rest
    matchmaker.lost(cy)
    assert room.at_rest
    enter_lobby(matchmaker, ANN)
    assert not room.at_rest


async def test_a_practice_table_is_left_alone_with_its_player_and_without(
    matchmaker: Matchmaker,
) -> None:
    ann = enter_lobby(matchmaker, ANN)
    await ann.play_computer("standard")
    (room,) = matchmaker.rooms
    assert room.at_rest
    matchmaker.lost(ann)
    assert room.at_rest
    assert room.away_since(ANN.identity) is not None


async def _left(matchmaker: Matchmaker, number: int, address: str) -> None:
    """Let a guest begin a game against the computer and hang up."""
    lobby = enter_lobby(matchmaker, Player(f"g{number}", guest_of(f"CODE{number}"), guest=True))
    lobby.address = address
    await lobby.play_computer("standard")
    matchmaker.lost(lobby)


async def test_a_game_that_everybody_has_left_is_listed_again_when_somebody_is_back(
    matchmaker: Matchmaker,
) -> None:
    ann, bob = enter_lobby(matchmaker, ANN), enter_lobby(matchmaker, BOB)
    await ann.play_computer("standard")
    assert len(bob.tables()) == 1
    matchmaker.lost(ann)
    assert bob.tables() == ()
    again = enter_lobby(matchmaker, ANN)
    assert again.held() is not None
    assert len(bob.tables()) == 1


async def test_an_address_leaves_few_games_behind_and_not_for_long(
    matchmaker: Matchmaker, clock: Clock
) -> None:
    for number in range(40):
        clock.now += 1.0
        await _left(matchmaker, number, "192.0.2.1")
    await _left(matchmaker, 99, "192.0.2.2")
    matchmaker.housekeeping.sweep()
    assert len(matchmaker.rooms) == 16 + 1
    assert guest_of("CODE23") not in matchmaker.locations
    assert guest_of("CODE24") in matchmaker.locations
    clock.now += 2 * 3600.0 + 60.0
    matchmaker.housekeeping.sweep()
    assert len(matchmaker.rooms) == 0


@pytest.mark.slow
async def test_an_address_opens_so_many_tables_a_minute(
    matchmaker: Matchmaker, clock: Clock
) -> None:
    for number in range(60):
        await _left(matchmaker, number, "192.0.2.1")
    with pytest.raises(LobbyError, match="too-many"):
        await _left(matchmaker, 60, "192.0.2.1")
    await _left(matchmaker, 61, "192.0.2.2")
    clock.now += 1.0
    await _left(matchmaker, 62, "192.0.2.1")
