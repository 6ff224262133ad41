"""Who meets whom in a quick match, and what one may do meanwhile."""

from __future__ import annotations

import pytest

from cuttle_tui.ports import News, TablePlan
from engine.bots.levels import USUAL_LEVEL
from engine.table.seats import Fill
from server.lobby.matchmaker import Matchmaker
from server.lobby.player_lobby import enter_lobby
from tests.server.players import ANN, BOB, CY, GUEST, PLAN, Clock, Paper, matchmaker_of, reason


async def test_quick_match_brings_those_who_wait_for_the_same_rules_together(
    matchmaker: Matchmaker,
) -> None:
    ann, bob, cy = (enter_lobby(matchmaker, who) for who in (ANN, BOB, CY))
    waiting = await ann.quick_match("standard")
    other = await bob.quick_match("cuttle.cards")
    assert waiting.state().view is None
    assert other.state().view is None
    met = await cy.quick_match("standard")
    assert [sitter.name for sitter in met.state().sitters] == ["ann", "cy"]
    assert other.state().view is None


async def test_asking_for_a_quick_match_twice_never_seats_one_against_oneself(
    matchmaker: Matchmaker,
) -> None:
    ann = enter_lobby(matchmaker, ANN)
    await ann.quick_match("standard")
    chair = await ann.quick_match("standard")
    assert chair.state().view is None
    assert (await enter_lobby(matchmaker, BOB).quick_match("standard")).state().view is not None
    assert chair.state().view is not None


async def test_who_waited_for_a_match_before_the_end_is_met_only_when_back(
    matchmaker: Matchmaker, clock: Clock, paper: Paper
) -> None:
    await enter_lobby(matchmaker, ANN).quick_match("standard")
    again = matchmaker_of(clock, paper)
    again.restore(paper.tables())
    bob, cy = enter_lobby(again, BOB), enter_lobby(again, CY)
    assert (await bob.quick_match("standard")).state().view is None
    ann = enter_lobby(again, ANN)
    assert ann.held() is not None
    await cy.quick_match("standard")
    held = ann.held()
    assert held is not None
    assert held.state().view is not None


async def test_while_one_waits_one_may_play_the_computer_until_somebody_comes(
    matchmaker: Matchmaker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("server.tables.chairs.ComputerPlayer", lambda *_, **__: None)
    ann, bob = enter_lobby(matchmaker, ANN), enter_lobby(matchmaker, BOB)
    heard: list[News] = []
    ann.subscribe(heard.append)
    waiting = await ann.quick_match("standard")
    practice = await ann.play_computer("standard")
    assert practice.state().view is not None
    await bob.quick_match("standard")
    assert waiting.state().view is not None
    assert News("paired") in heard
    held = ann.held()
    assert held is not None
    assert [sitter.name for sitter in held.state().sitters] == ["ann", "bob"]
    assert len(matchmaker.rooms) == 1


async def test_rated_games_are_for_accounts_and_their_own_rules(matchmaker: Matchmaker) -> None:
    ann, guest = enter_lobby(matchmaker, ANN), enter_lobby(matchmaker, GUEST)
    assert await reason(lambda: guest.quick_match("cuttle.cards", rated=True)) == "guests-unrated"
    assert await reason(lambda: ann.quick_match("standard", rated=True)) == "rated-rules"
    await ann.quick_match("cuttle.cards", rated=True)
    chair = await enter_lobby(matchmaker, BOB).quick_match("cuttle.cards", rated=True)
    state = chair.state()
    assert state.rated
    assert state.timing == "steady"
    assert (await enter_lobby(matchmaker, CY).quick_match("cuttle.cards")).state().view is None


async def test_those_who_blocked_each_other_do_not_meet(matchmaker: Matchmaker) -> None:
    ann, bob, cy = (enter_lobby(matchmaker, who) for who in (ANN, BOB, CY))
    ann.block(BOB.identity)
    await ann.quick_match("standard")
    assert (await bob.quick_match("standard")).state().view is None
    room = await cy.open_table(TablePlan("standard", public=True))
    assert room.state().code
    cy.block(BOB.identity)
    assert await reason(lambda: bob.sit_at(cy.tables()[0].id)) == "blocked"


async def test_the_queue_tells_who_waits_and_since_when(
    matchmaker: Matchmaker, clock: Clock
) -> None:
    ann, bob = enter_lobby(matchmaker, ANN), enter_lobby(matchmaker, BOB)
    await ann.quick_match("standard")
    clock.now += 90
    line = bob.queue()[0]
    assert (line.name, line.ruleset, line.since, line.me) == ("ann", "standard", 90.0, False)
    assert ann.queue()[0].me
    matchmaker.lost(ann)
    assert bob.queue() == ()


async def test_nobody_is_paired_with_computers(
    matchmaker: Matchmaker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("server.tables.chairs.ComputerPlayer", lambda *_, **__: None)
    ann = enter_lobby(matchmaker, ANN)
    waiting = await ann.quick_match("cuttle.cards", rated=True)
    waiting.ask(Fill(USUAL_LEVEL))
    assert waiting.state().view is None
    room = await enter_lobby(matchmaker, BOB).open_table(PLAN)
    matchmaker.actions.closing = True
    assert await reason(lambda: room.ask(Fill(USUAL_LEVEL))) == "closing"
