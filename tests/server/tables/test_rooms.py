"""What is kept of games and tables, and how they are found."""

from __future__ import annotations

import pytest

from engine.actions import parse_action
from engine.record.parser import parse_record
from server.lobby.matchmaker import Matchmaker
from server.lobby.player_lobby import enter_lobby
from server.people.players import Player
from server.store.values import RunningTable
from tests.server.players import (
    ANN,
    BOB,
    CY,
    PLAN,
    Clock,
    Paper,
    matchmaker_of,
)


def test_a_finished_game_is_kept_once(matchmaker: Matchmaker, clock: Clock, paper: Paper) -> None:
    ann, bob = enter_lobby(matchmaker, ANN), enter_lobby(matchmaker, BOB)
    mine, theirs = ann.quick_match("standard"), bob.quick_match("standard")
    theirs.submit(parse_action(f"concede@{theirs.seat}"), 0)
    mine.ready()
    row = paper.games[0].game
    assert (row.players, row.names, row.winners, row.why) == (
        (ANN.identity, BOB.identity),
        ("ann", "bob"),
        (0,),
        "concede",
    )
    assert parse_record(row.record).outcome is not None
    again = matchmaker_of(clock, paper)
    again.restore(paper.tables())
    enter_lobby(again, ANN)
    assert {kept.game.id for kept in paper.games} == {row.id}


def test_a_table_that_cannot_be_read_is_left_alone_and_hurts_no_other(
    matchmaker: Matchmaker, clock: Clock, paper: Paper
) -> None:
    enter_lobby(matchmaker, ANN).open_table(PLAN)
    broken = [RunningTable("x", "{}", ()), RunningTable("y", paper.tables()[0].head, ("{}",))]
    again = matchmaker_of(clock, paper)
    again.restore([*broken, *paper.tables()])
    assert len(again.rooms) == 1
    assert enter_lobby(again, ANN).held() is not None


def test_a_private_game_hides_no_other_of_its_name(
    matchmaker: Matchmaker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("server.tables.rooms._TITLES", ["elm"])
    ann, bob, cy = (enter_lobby(matchmaker, who) for who in (ANN, BOB, CY))
    room = ann.open_table(PLAN)
    bob.join_room(room.state().code or "")
    room.ready()
    for number in range(2):
        enter_lobby(matchmaker, Player(f"p{number}", f"id{number}")).quick_match("standard")
    names = [sitter.name for sitter in cy.watch("elm").state().sitters]
    assert names == ["p0", "p1"]
