"""Search: what it proves is so, what it refutes is not, and hidden cards stay hidden."""

from __future__ import annotations

import random

import pytest

from engine.actions import parse_action
from engine.errors import IllegalAction, NotYourTurn, StaleAction
from engine.play.compiled import compile_rules
from engine.play.events import Drew
from engine.play.legal import legal_actions
from engine.play.perform import play
from engine.play.position import Position, deal
from engine.record.position_text import parse_position
from engine.rules.options import parse_ruleset
from engine.solver import Challenge, Objective, Search, TooMany, Verdict, worlds_of
from engine.table.seats import Ready

WIN_NOW = Objective(0, "win", 20)
HOLD_ONE = Objective(0, "hold", 21)
PROVED, REFUTED, UNKNOWN = Verdict.PROVED, Verdict.REFUTED, Verdict.UNKNOWN


def judge(text: str, aim: Objective, action: str, *, nodes: int = 50_000) -> Verdict:
    """Judge one action in a position as the seat knows it."""
    worlds = worlds_of(parse_position(text), aim.seat)
    return Search(aim, nodes=nodes).judge_action(worlds, parse_action(action))


@pytest.mark.parametrize(
    ("hand", "action", "verdict"),
    [
        ("6D 4C", "points 6D", PROVED),
        ("6D 4C", "points 4C", REFUTED),
        ("KD 4C", "royal KD", PROVED),
        ("KD 4C", "draw", REFUTED),
    ],
)
def test_a_win_this_turn(hand: str, action: str, verdict: Verdict) -> None:
    text = f"standard; P0 hand {hand} points TS 5H; P1 points 9C; turn 20 P0; deck 2C 3C"
    assert judge(text, WIN_NOW, action) is verdict


STOLEN = "P0 hand 6D {mine} points 6C 5H; P1 hand {his} points TD[JC<0]; turn 20 P0; deck {deck}"


@pytest.mark.parametrize(
    ("mine", "his", "deck", "verdict"),
    [
        ("4C", "3C", "3D", PROVED),
        ("4C", "3C", "2D", REFUTED),
        ("4C", "2C", "3D", REFUTED),
        ("2H", "3C", "2D", PROVED),
        ("2H", "2C", "2D 2S", PROVED),
    ],
)
def test_a_hidden_two_is_reckoned_with(mine: str, his: str, deck: str, verdict: Verdict) -> None:
    text = "standard; " + STOLEN.format(mine=mine, his=his, deck=deck)
    assert judge(text, WIN_NOW, "oneoff 6D") is verdict


def test_glasses_tell_the_hidden_two_apart() -> None:
    table = "standard; P0 hand 6D points 6C 5H court 8S; P1 hand {} points TD[JC<0]; turn 20 P0"
    open_hand = table.format("3C") + "; deck 2D"
    assert judge(open_hand, WIN_NOW, "oneoff 6D") is PROVED
    assert judge(table.format("2D") + "; deck 3C", WIN_NOW, "oneoff 6D") is REFUTED


def test_one_play_must_do_for_all_that_is_hidden() -> None:
    """Either king is in the deck's top for certain; which jack or queen is not."""
    text = "standard; P0 hand 7S points TH 4C; P1 points 9C; turn 20 P0; deck {}"
    assert judge(text.format("KD KH"), WIN_NOW, "oneoff 7S") is PROVED
    assert judge(text.format("KD QH"), WIN_NOW, "oneoff 7S") is REFUTED
    assert judge(text.format("QH KD"), WIN_NOW, "oneoff 7S") is REFUTED


def test_a_draw_is_any_card_of_the_deck() -> None:
    text = "standard; P0 points TH 4C court 8S; P1 hand 3D points 9C; turn 20 P0; deck {}"
    next_turn = Objective(0, "win", 22)
    assert judge(text.format("KD"), next_turn, "draw") is PROVED
    assert judge(text.format("KD QC"), next_turn, "draw") is REFUTED


def test_what_a_foe_draws_unseen_is_not_told_apart() -> None:
    text = "standard; P0 hand 3C{}; P1 points 9C; turn 21 P1; deck 2C KD"
    for glasses, groups in (("", [2]), (" court 8S", [1, 1])):
        worlds = worlds_of(parse_position(text.format(glasses)), 0)
        replies = Search(Objective(0, "hold", 21)).replies(worlds)
        assert [len(branch.worlds) for branch in replies] == groups


def test_a_game_without_a_winner_is_held_not_won() -> None:
    text = "standard; P0 hand KD; P1 points 9C; turn 20 P0; passes 2"
    assert judge(text, HOLD_ONE, "pass") is PROVED
    assert judge(text, WIN_NOW, "pass") is REFUTED


@pytest.mark.parametrize(
    ("action", "verdict"), [("scuttle 9H>8D", PROVED), ("points 9H", REFUTED), ("draw", REFUTED)]
)
def test_holding_through_the_next_turn(action: str, verdict: Verdict) -> None:
    text = "standard; P0 hand 9H court 8S; P1 hand 3H points TS 8D; turn 20 P0; deck 4C 5C"
    assert judge(text, HOLD_ONE, action) is verdict


def test_foes_play_as_one() -> None:
    text = (
        "cutthroat; P0 hand TD 9C points 2C court 8S; P1 hand 2D points 7C 5D; "
        "P2 hand TC points 9D 4S; turn 20 P0; deck 3C 3D 3H"
    )
    both = Objective(0, "hold", 22)
    assert judge(text, both, "scuttle TD>7C") is REFUTED
    assert judge(text, Objective(0, "hold", 21), "scuttle TD>7C") is PROVED


def test_a_small_budget_proves_nothing() -> None:
    text = "standard; P0 hand 6D points TS 5H; P1 hand 2C points 9C; turn 20 P0; deck 3C 4C"
    assert judge(text, WIN_NOW, "points 6D", nodes=1) is UNKNOWN
    assert judge(text, WIN_NOW, "points 6D", nodes=100) is PROVED


def test_every_hand_that_may_be_is_a_world() -> None:
    hidden = "standard; P0 hand 3C; P1 hand 4C 5C; turn 20 P0; deck 6C 7C 8C"
    assert len(worlds_of(parse_position(hidden), 0)) == 10
    assert len(worlds_of(parse_position(hidden), 1)) == 4
    seen = hidden.replace("hand 3C", "hand 3C court 8H")
    assert len(worlds_of(parse_position(seen), 0)) == 1
    with pytest.raises(TooMany, match="more than 9"):
        worlds_of(parse_position(hidden), 0, most=9)


def open_positions(count: int) -> list[Position]:
    """Play at random until the deck is empty, so that all hands are open."""
    ruleset = parse_ruleset("cuttle.cards")
    found: list[Position] = []
    chance = random.Random(5)
    while len(found) < count:
        pack = list(compile_rules(ruleset).pack)
        chance.shuffle(pack)
        position = deal(ruleset, pack)
        while position.outcome is None and position.deck:
            play(position, chance.choice(legal_actions(position)))
        if position.outcome is None:
            found.append(position)
    return found


@pytest.mark.slow
def test_what_one_side_wins_the_other_cannot_hold() -> None:
    """Judge the same question from both sides, where nothing is hidden from either."""
    verdicts = []
    for position in open_positions(30):
        last = position.turn + 1
        win = Search(Objective(0, "win", last), nodes=4_000).judge((position,))
        hold = Search(Objective(1, "hold", last), nodes=4_000).judge((position,))
        if UNKNOWN not in (win, hold):
            assert (win is PROVED) == (hold is REFUTED)
            verdicts.append(win)
    assert set(verdicts) == {PROVED, REFUTED}


# A set position, played

COUNTERED = "standard; " + STOLEN.format(mine="2H", his="2C", deck="3D")


def contest(text: str = COUNTERED, aim: Objective = WIN_NOW) -> Challenge:
    """Lay out a position."""
    return Challenge(text, aim, ("you", "bob"))


def test_foes_answer_and_the_aim_is_reached() -> None:
    one = contest()
    one.submit(parse_action("oneoff 6D"), one.view.ply)
    assert parse_action("counter 2H") in one.view.legal
    assert not one.settled
    one.submit(parse_action("counter 2H"), one.view.ply)
    assert one.solved
    assert one.view.outcome is not None


def test_a_wrong_action_fails_and_can_be_taken_back() -> None:
    one = contest()
    before = one.state()
    one.submit(parse_action("points 6D"), one.view.ply)
    assert one.failed
    assert not one.solved
    assert one.first == parse_action("points 6D")
    one.again()
    assert not one.failed
    assert one.state() == before


def test_what_is_hidden_shows_as_it_hurts_most() -> None:
    text = "standard; " + STOLEN.format(mine="4C", his="3C", deck="2D 3D 5D")
    one = contest(text)
    one.submit(parse_action("oneoff 6D"), one.view.ply)
    assert one.failed
    assert parse_action("counter 2D").card in one.view.scrap


def test_what_a_foe_draws_is_not_told() -> None:
    text = "standard; P0 hand 9H; P1 points TS; turn 20 P0; deck 4C 5C 6C"
    one = contest(text, HOLD_ONE)
    one.submit(parse_action("points 9H"), one.view.ply)
    assert [event.cards for event in one.state().log if isinstance(event, Drew)] == [()]


def test_refusals_say_what_is_wrong() -> None:
    one = contest()
    with pytest.raises(StaleAction):
        one.submit(parse_action("points 6D"), one.view.ply + 1)
    with pytest.raises(IllegalAction):
        one.submit(parse_action("points 9D"), one.view.ply)
    foes_turn = contest(COUNTERED.replace("turn 20 P0", "turn 21 P1"))
    with pytest.raises(NotYourTurn):
        foes_turn.submit(parse_action("points 6D"), foes_turn.view.ply)


def test_listeners_hear_of_every_change() -> None:
    one = contest()
    heard: list[object] = []
    stop = one.subscribe(heard.append)
    one.submit(parse_action("points 6D"), one.view.ply)
    one.again()
    stop()
    one.ask(Ready())
    assert len(heard) == 2
