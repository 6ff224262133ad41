"""Who is here, which seats are held, and what is brought back."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cuttle_tui.ports import News, TablePlan
from engine.actions import DRAW, parse_action
from engine.table.seats import Claim
from engine.table.table import HOLD
from server.lobby.matchmaker import Matchmaker
from server.lobby.player_lobby import enter_lobby
from server.people.accounts import ExitMessage, Player, guest_of
from tests.server.players import ANN, BOB, CY, GUEST, PLAN, Clock, Paper, matchmaker_of, present


async def test_a_lost_player_keeps_the_seat_and_gets_it_back(matchmaker: Matchmaker) -> None:
    ann, bob = enter_lobby(matchmaker, ANN), enter_lobby(matchmaker, BOB)
    await ann.quick_match("standard")
    chair = await bob.quick_match("standard")
    matchmaker.lost(ann)
    assert present(chair) == [False, True]
    assert chair.state().view is not None
    back = enter_lobby(matchmaker, ANN)
    assert present(chair) == [True, True]
    held = back.held()
    assert held is not None
    assert held.seat == 0
    assert bob.held() is not None


async def test_a_second_connection_of_the_same_key_shares_the_seat(matchmaker: Matchmaker) -> None:
    ann, bob = enter_lobby(matchmaker, ANN), enter_lobby(matchmaker, BOB)
    await ann.quick_match("standard")
    chair = await bob.quick_match("standard")
    again = enter_lobby(matchmaker, ANN)
    assert again.held() is not None
    matchmaker.lost(ann)
    assert present(chair) == [True, True]
    matchmaker.lost(again)
    assert present(chair) == [False, True]


async def test_everything_is_back_after_an_end_without_warning(
    matchmaker: Matchmaker, clock: Clock, paper: Paper
) -> None:
    ann, bob, cy = (enter_lobby(matchmaker, who) for who in (ANN, BOB, CY))
    mine, theirs = await ann.quick_match("standard"), await bob.quick_match("standard")
    waiting = await cy.open_table(TablePlan("team", timing="quick", public=True))
    for _ in range(4):
        view = mine.state().view
        assert view is not None
        mover = (mine, theirs)[view.asked[0]]
        seen = mover.state().view
        assert seen is not None
        mover.submit(seen.legal[0], seen.ply)
    again = matchmaker_of(clock, paper)
    again.restore(paper.tables())
    chair = enter_lobby(again, ANN).held()
    assert chair is not None
    there = replace(chair.state(), sitters=mine.state().sitters, away=mine.state().away)
    assert there == mine.state()
    assert [sitter.present for sitter in chair.state().sitters] == [True, False]
    room = enter_lobby(again, CY).held()
    assert room is not None
    assert room.state().code == waiting.state().code
    assert room.state().timing == "quick"
    assert room.state().host == 0


async def test_a_table_that_breaks_ends_alone(
    matchmaker: Matchmaker, paper: Paper, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, bob, cy = (enter_lobby(matchmaker, who) for who in (ANN, BOB, CY))
    chair, _ = await ann.quick_match("standard"), await bob.quick_match("standard")
    other = await cy.open_table(PLAN)
    told: list[ExitMessage] = []
    ann.kick = told.append
    view = chair.state().view
    assert view is not None
    paper.waits = True
    mover = enter_lobby(matchmaker, (ANN, BOB)[view.asked[0]]).held()
    assert mover is not None
    mover.submit(parse_action("draw"), view.ply)

    def broken(*_: object) -> None:
        raise RuntimeError("a bug")

    monkeypatch.setattr("engine.table.history.TableHistory.apply", broken)
    paper.waiting.pop()()
    monkeypatch.undo()
    assert len(told) == 1
    assert ann.held() is None
    assert other.state().code
    assert len(matchmaker.rooms) == 1


async def test_who_waits_for_others_is_busy_and_who_is_asked_is_not(matchmaker: Matchmaker) -> None:
    ann, bob = enter_lobby(matchmaker, ANN), enter_lobby(matchmaker, BOB)
    chair, _ = await ann.quick_match("standard"), await bob.quick_match("standard")
    view = chair.state().view
    assert view is not None
    players = (ANN, BOB)
    assert not matchmaker.locations.is_busy(players[view.asked[0]].identity)
    assert matchmaker.locations.is_busy(players[1 - view.asked[0]].identity)
    assert not matchmaker.locations.is_busy(CY.identity)


async def test_nothing_stays_in_memory_of_guests_who_came_and_went(matchmaker: Matchmaker) -> None:
    for number in range(3):
        who = Player(f"guest-{number}", guest_of(f"CODE{number}"), guest=True)
        matchmaker.player_limits.remember(who.identity, frozenset())
        assert matchmaker.player_limits._blocks == {}
        guest = enter_lobby(matchmaker, who)
        guest.subscribe(lambda _news: None)
        guest.block(ANN.identity)
        (await guest.quick_match("standard")).leave()
        matchmaker.lost(guest)
    kept = (
        matchmaker.player_limits._blocks,
        matchmaker.locations._since,
        matchmaker.presence._listeners,
    )
    assert kept == ({}, {}, {})


def test_a_name_is_free_again_only_when_nobody_here_has_it(matchmaker: Matchmaker) -> None:
    guest = enter_lobby(matchmaker, GUEST)
    assert matchmaker.has_name("guest-otter")
    matchmaker.lost(guest)
    assert not matchmaker.has_name("guest-otter")


def test_who_is_gone_is_not_here_again_by_a_name_that_comes_late(matchmaker: Matchmaker) -> None:
    stranger = enter_lobby(matchmaker, Player("ann", "key:SHA256:ann"))
    matchmaker.lost(stranger)
    stranger.become(ANN)
    assert [*matchmaker.presence] == []
    assert stranger.player == "ann"


async def test_whose_game_was_claimed_hears_of_it_after_a_restart_too(
    matchmaker: Matchmaker, clock: Clock, paper: Paper
) -> None:
    ann, bob = enter_lobby(matchmaker, ANN), enter_lobby(matchmaker, BOB)
    await ann.quick_match("standard")
    chair = await bob.quick_match("standard")
    view = chair.state().view
    if view is not None and view.legal:
        chair.submit(DRAW, view.ply)
    matchmaker.lost(ann)
    clock.now += HOLD + 1
    chair.ask(Claim())
    again = matchmaker_of(clock, paper)
    again.restore(paper.tables())
    heard: dict[str, list[News]] = {}
    for player in (ANN, BOB):
        enter_lobby(again, player).subscribe(heard.setdefault(player.name, []).append)
    assert heard == {"ann": [News("claimed", chair.state().title)], "bob": []}
