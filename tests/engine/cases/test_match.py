"""Who deals, who starts, and when a match is decided."""

from __future__ import annotations

import itertools

import pytest

from engine.actions import Action, Kind, parse_action
from engine.play.legal import legal_actions
from engine.play.view import Outcome
from engine.record.match import MatchStanding
from engine.record.parser import parse_record
from engine.record.record import Deal, record_text
from engine.rules.options import parse_ruleset
from engine.table.seats import Ready
from engine.table.state import Match
from engine.table.table import Table
from tests.engine.worked import MAIN

COVERED = ["T259", "T260", "T267", "T269"]
STALEMATE = Outcome((), "passes")


@pytest.mark.parametrize("name", MAIN)
def test_t259_the_first_dealer_is_drawn_and_the_seat_left_of_him_begins(name: str) -> None:
    ruleset = parse_ruleset(name)
    firsts = {Deal(bytes([i]) * 32, ()).first(ruleset.seats) for i in range(60)}
    assert firsts == set(range(ruleset.seats))
    table = Table(ruleset, b"x")
    for seat in range(ruleset.seats):
        table.sit(seat, "ana", "person")
    assert table.game is not None
    deal = table.record().deal
    assert deal is not None
    first = deal.first(ruleset.seats)
    assert table.game.position.mover == first
    dealer = (first - 1) % ruleset.seats
    assert table.game.position.hands[dealer].bit_count() == ruleset.deal_dealer


@pytest.mark.parametrize("name", MAIN)
@pytest.mark.parametrize("outcome", [STALEMATE, Outcome((0,), "goal"), Outcome((1,), "concede")])
def test_t260_the_deal_passes_on_after_every_game(name: str, outcome: Outcome) -> None:
    match = Match(parse_ruleset(name + "+first-to-3"), 1)
    match.outcomes.append(outcome)
    stays = name == "howto"
    assert match.next_first() == (1 if stays else 2 % match.ruleset.seats)
    assert match.next_match().first == 2 % match.ruleset.seats


def test_t267_first_to_two_ignores_stalemates() -> None:
    match = Match(parse_ruleset("cuttle.cards+first-to-2"), 0)
    for outcome in (Outcome((0,), "goal"), STALEMATE):
        match.outcomes.append(outcome)
        assert not match.decided
    match.outcomes.append(Outcome((0,), "goal"))
    assert match.decided
    assert match.winners == (0,)
    assert match.score == (2, 0)


def test_t269_first_to_three_plays_on_at_two_all() -> None:
    match = Match(parse_ruleset("standard+first-to-3"), 0)
    for winner in (0, 1, 1, 0):
        match.outcomes.append(Outcome((winner,), "goal"))
    match.outcomes.insert(2, STALEMATE)
    assert not match.decided
    match.outcomes.append(Outcome((1,), "goal"))
    assert match.winners == (1,)


def test_a_single_game_is_a_match_even_if_nobody_won() -> None:
    match = Match(parse_ruleset("standard"), 0)
    assert not match.decided
    match.outcomes.append(STALEMATE)
    assert match.decided
    assert match.winners == ()


def test_a_table_plays_a_match_to_its_end_and_begins_another() -> None:
    table = Table(parse_ruleset("standard+first-to-2"), b"match")
    chairs = [table.sit(seat, name, "person") for seat, name in enumerate(("ana", "bob"))]
    starts = []
    while not table.state(0).match_winners:
        assert table.game is not None
        starts.append(table.game.first)
        while legal := legal_actions(table.game.position):
            chairs[table.game.position.prompt.seats[0]].submit(legal[-1], table.game.position.ply)
        if not table.state(0).match_winners:
            for chair in chairs:
                chair.ask(Ready())
    assert max(table.score) == 2
    assert all(a != b for a, b in itertools.pairwise(starts))
    for chair in chairs:
        chair.ask(Ready())
    assert table.score == (0, 0)


def test_l05_one_all_with_stalemates_between_is_undecided() -> None:
    match = Match(parse_ruleset("cuttle.cards+first-to-2"), 0)
    for outcome in (Outcome((0,), "goal"), STALEMATE, STALEMATE, Outcome((1,), "goal"), STALEMATE):
        match.outcomes.append(outcome)
    assert not match.decided
    assert match.score == (1, 1)


def test_l09_an_accepted_stalemate_is_no_win_and_leaves_the_match_open() -> None:
    table = Table(parse_ruleset("cuttle.cards+first-to-2"), b"l09")
    chairs = [table.sit(seat, name, "person") for seat, name in enumerate(("ana", "bob"))]
    assert table.game is not None
    chairs[0].submit(parse_action("offer@0"), 0)
    chairs[1].submit(parse_action("accept"), 1)
    assert table.over
    assert table.state(0).match_winners == ()
    assert table.score == (0, 0)
    for chair in chairs:
        chair.ask(Ready())
    assert not table.over


def test_l12_a_game_replays_under_the_version_it_was_played_by() -> None:
    played = Table(parse_ruleset("cuttle.cards"), b"l12")
    for seat in (0, 1):
        played.sit(seat, "ana", "person")
    text = record_text(played.record())
    assert "ruleset: cuttle.cards/1.0.2\n" in text
    assert parse_record(text).ruleset.nine_dest == "hand"
    assert parse_ruleset("cuttle.cards/2.0.0").nine_dest == "deckTop"


@pytest.mark.parametrize("wins", [1, 4, 7])
def test_t267_a_match_may_go_to_any_number_of_wins(wins: int) -> None:
    match = Match(parse_ruleset(f"standard+first-to={wins}"), 0)
    for _ in range(wins):
        assert not match.decided
        match.outcomes += [STALEMATE, Outcome((1,), "goal")]
    assert match.winners == (1,)
    assert match.next_match().score == (0, 0)


def _at_table(rules: str, *, rated: bool = False) -> Table:
    ruleset = parse_ruleset(rules)
    table = Table(ruleset, b"left", rated=rated)
    for seat, name in enumerate(("ana", "bob", "cyd", "dot")[: ruleset.seats]):
        table.sit(seat, name, "person")
    return table


def _concede(table: Table, seat: int) -> None:
    assert table.game is not None
    table.submit(seat, Action(Kind.CONCEDE, seat=seat), table.game.position.ply)


def test_who_leaves_a_match_between_two_games_has_lost_it() -> None:
    table = _at_table("standard+first-to-2")
    _concede(table, 1)
    assert table.state(0).match_winners == ()
    assert table.state(0).match == MatchStanding((1, 0), (), (0, 1))
    table.leave(0)
    assert table.score == (1, 0)
    assert table.state(1).match_winners == (1,)
    assert table.state(1).settled
    table.leave(1)
    assert table.state(None).match_winners == (1,), "who left first has lost"


def test_who_leaves_in_a_game_has_lost_the_match_too() -> None:
    table = _at_table("standard+first-to-3")
    table.leave(1)
    assert table.score == (1, 0)
    assert table.state(0).match_winners == (0,)


def test_a_rated_match_goes_on_another_day() -> None:
    table = _at_table("cuttle.cards+first-to-2", rated=True)
    table.leave(1)
    assert table.state(0).match_winners == ()


def test_a_match_of_three_has_no_winner_while_two_stay() -> None:
    table = _at_table("cutthroat+first-to-2")
    assert table.game is not None
    table.leave(1)
    table.leave(2)
    assert table.over
    assert table.state(0).match_winners == (0,)


def test_partners_lose_the_match_that_one_of_them_leaves() -> None:
    table = _at_table("team+first-to-2")
    table.leave(1)
    assert table.state(0).match_winners == (), "the computer plays on for the seat"
