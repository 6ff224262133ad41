"""What nobody but a beginner overlooks: a win at hand, and the only defence."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import cache
from importlib import resources
from itertools import islice

import pytest

from engine.actions import DECLINE, parse_action
from engine.bots.attention import attended, reckoned, wins
from engine.bots.levels import LEVELS, Level, Thinker, with_an_answer
from engine.bots.network import Network
from engine.play.observe import observe
from engine.play.position import Position
from engine.play.view import RESPONSE_ASKS, Ask, View
from engine.rules.rulesets import PRESETS
from engine.solver import Objective, Search, Verdict, worlds_of
from tests.engine.bots.positions import sample
from tests.engine.knowledge import reshuffle_hidden
from tests.engine.play_out import steps
from tests.engine.worked import play_out, set_up
from tests.programs.bench.quality import Question, overlooked, with_a_win, with_one_defence
from tests.whole import times

pytestmark = pytest.mark.slow

ATTENTIVE = [level for level in LEVELS if level.name != "beginner"]
LIGHT = [level for level in ATTENTIVE if level.name != "master"]


@cache
def _with_a_win(name: str) -> list[Question]:
    return list(islice(with_a_win(PRESETS[name], 3), 25))


@cache
def _with_one_defence(name: str) -> list[Question]:
    return list(islice(with_one_defence(PRESETS[name], 3), times(2, 12)))


@pytest.mark.parametrize("name", ["cuttle.cards", "standard"])
@pytest.mark.parametrize("level", LIGHT, ids=lambda level: level.name)
def test_a_win_at_hand_is_not_passed_by(level: Level, name: str) -> None:
    questions = _with_a_win(name)
    assert overlooked(questions, level.player().choose) == 0


@pytest.mark.parametrize("name", ["cuttle.cards", "standard"])
@pytest.mark.parametrize("level", LIGHT, ids=lambda level: level.name)
def test_the_only_defence_is_not_passed_by(level: Level, name: str) -> None:
    questions = _with_one_defence(name)
    assert overlooked(questions, level.player().choose) == 0


@pytest.mark.parametrize("level", ATTENTIVE, ids=lambda level: level.name)
@pytest.mark.parametrize(
    ("ruleset", "before", "right"),
    [
        ("standard", "P0 hand 5C QS TD 2H; P0 points 9H 7S; P1 hand +5", "points 5C, points TD"),
        ("standard", "P0 hand KS 3D 2H; P0 points 9H 5S; P1 hand +5", "royal KS"),
        ("cuttle.cards", "P0 hand JS 3D; P0 points 9H 5S; P1 points TD; P1 hand +5", "jack JS>TD"),
        ("standard", "P0 hand 9S 3D 7H; P0 court 8C; P1 points TD 8H; P1 hand 3S", "scuttle 9S>8H"),
        (
            "cuttle.cards",
            "P0 hand 6D 7D TD; P0 court 8C; P1 points 8H TH; P1 hand 3H 7H 9H KS; scrap 2D 2H 2S",
            "scuttle TD>8H",
        ),
        (
            "cuttle.cards",
            "P0 hand 3S 7S JS; P0 court 8D QS; P1 points 9D; P1 court KS; P1 hand 3D 6S JC KH",
            "jack JS>9D",
        ),
    ],
)
def test_worked_positions(level: Level, ruleset: str, before: str, right: str) -> None:
    view = observe(set_up(ruleset, before), 0)
    for seed in range(times(2, 6)):
        assert str(level.player().choose(view, seed)) in right.split(", ")


@pytest.mark.parametrize("level", ATTENTIVE, ids=lambda level: level.name)
def test_a_seven_that_may_win_is_countered_by_who_sees_the_hands(level: Level) -> None:
    """It wins by a card that it may find: in more than a third of all decks."""
    before = (
        "P0 hand 7S 3D TC TD; P0 points 4H 9S; P1 hand AS 2C 5H QD; P1 court 8C KH; "
        "scrap 2D 2H 2S 4C"
    )
    view = observe(play_out("cuttle.cards", before, "oneoff 7S; wait"), 1)
    for seed in range(times(3, 12)):
        assert str(level.player().choose(view, seed)) == "counter 2C"


def test_what_wins_is_told_from_what_may_be_countered() -> None:
    before = "P0 hand 2C 4S; P0 points 9H 7S; P1 points TD[JH<0]; P1 hand +4"
    assert wins(observe(set_up("standard", before), 0)) == ()
    before += "; P0 court QS"
    assert wins(observe(set_up("standard", before), 0)) == (parse_action("oneoff 2C>JH"),)


def test_a_win_by_a_one_off_that_nobody_can_counter_is_seen_in_the_opponents_hand() -> None:
    """Its six would take the jacks away, and give its cards back: only the queen can be hit."""
    before = (
        "P0 hand 2D 3D 4C; P0 court 8C; P0 points TD[JH<1] 5D[JS<1]; "
        "P1 hand 6C; P1 points 5H 2H; P1 court QH"
    )
    view = observe(set_up("standard", before), 0)
    assert {str(action) for action in attended(view, 1).legal} >= {"oneoff 2D>QH"}
    assert "draw" not in {str(action) for action in attended(view, 1).legal}


WINS_IN_TWO = [
    (
        "cuttle.cards",
        "P0 hand 2S KS 3D; P0 points 6H 7C; P0 court 8H QD; "
        "P1 hand JD; P1 points TC; P1 court QC QS",
        "points 2S, points 3D, royal KS",
    ),
    (
        "standard",
        "P0 hand 2D 5H 6H KS; P0 points TS; P0 court 8H; P1 hand AS 6C; P1 points 3D; "
        "P1 court KC KD",
        "points 6H, royal KS",
    ),
    (
        "cuttle.cards",
        "P0 hand JD JS; P0 court 8H KS; P1 points 6S 7C 7S; P1 hand",
        "jack JD>7C, jack JD>7S, jack JS>7C, jack JS>7S",
    ),
    (
        "standard",
        "P0 hand 6H KD; P0 points 4S 8H; P0 court 8D QD; "
        "P1 hand JH JS; P1 points AH 6S 7C; P1 court QC QS",
        "points 6H, royal KD",
    ),
    (
        "standard",
        "P0 hand 9C 9S; P0 points TS; P0 court 8C; P1 hand 6C; P1 points 3D 3H; P1 court QS",
        "points 9C, points 9S",
    ),
]
"""Positions with the other hand open, and the plays that win by the next turn at the latest."""


@pytest.mark.parametrize(("ruleset", "before", "right"), WINS_IN_TWO)
@pytest.mark.parametrize("name", ["expert", "master"])
def test_a_win_in_two_is_not_missed_where_the_hand_is_known(
    name: str, ruleset: str, before: str, right: str
) -> None:
    p = set_up(ruleset, before)
    player = next(level for level in LEVELS if level.name == name).player()
    for seed in range(30 if name == "expert" else 2):
        assert str(player.choose(observe(p, 0), seed)) in right.split(", ")


@pytest.mark.parametrize(("ruleset", "before", "right"), WINS_IN_TWO)
def test_what_is_taken_for_a_win_in_two_is_proved_by_the_solver(
    ruleset: str, before: str, right: str
) -> None:
    p = set_up(ruleset, before)
    search = Search(Objective(0, "win", p.turn + 2))
    sure = reckoned(observe(p, 0), 5).legal
    assert {str(action) for action in sure} <= {*right.split(", ")}
    for action in sure:
        assert search.judge_action(worlds_of(p, 0), action) is Verdict.PROVED


def test_without_the_hand_nothing_is_reckoned() -> None:
    before = WINS_IN_TWO[0][1].replace("court 8H QD", "court QD")
    view = observe(set_up("cuttle.cards", before), 0)
    assert reckoned(view, 1) is view


def test_nothing_is_reckoned_where_a_third_player_may_answer() -> None:
    before = "P0 hand 4S 3D; P0 points TS; P0 court KD 8C; P1 hand 5C; P2 hand 6C"
    view = observe(set_up("cutthroat", before), 0)
    assert all(len(theirs.known) == theirs.hand_size for theirs in view.seats[1:])
    assert reckoned(view, 1) is view


def test_a_hand_of_which_one_card_is_known_is_not_reckoned_with() -> None:
    """The four wins at once, whatever is hidden: only the size of the hand speaks against it."""
    before = "P0 hand 9C 4S 3D; P0 points TS; P0 court KD; P1 hand +2; P1 court KH"
    p = play_out("standard", before, "oneoff 9C>KH; decline; draw")
    view = observe(p, 0)
    theirs = view.seats[1]
    assert (view.ask, 0 < len(theirs.known) < theirs.hand_size) == (Ask.PLAY, True)
    assert reckoned(view, 1) is view
    known = replace(theirs, hand_size=len(theirs.known))
    told = replace(view, seats=(view.seats[0], known))
    assert "points 4S" in {str(action) for action in reckoned(told, 1).legal}


def test_what_is_seen_depends_on_the_view_alone() -> None:
    rng = random.Random(5)
    for name in ("standard", "cuttle.cards", "cutthroat", "team"):
        for p in sample(PRESETS[name], 12):
            seat = p.prompt.seats[0]
            view, other = observe(p, seat), observe(reshuffle_hidden(p, seat, rng), seat)
            assert attended(view, 3) == attended(other, 3)
            assert reckoned(view, 3) == reckoned(other, 3)
            assert attended(view, 3).legal


class Counting(Network):
    """A network that counts how often it is asked about a position."""

    def __init__(self) -> None:
        file = resources.files("engine.bots").joinpath("weights", "standard.network")
        super().__init__(2, file.read_bytes())
        self.count = 0

    def hidden(self, p: Position, seat: int) -> list[float]:
        self.count += 1
        return super().hidden(p, seat)


def _thoughts(view: View, lines: int) -> int:
    net = Counting()
    Thinker(lines, networks=lambda _: (net, net)).choose(view, 1)
    return net.count


@pytest.mark.parametrize(
    ("ruleset", "before", "actions", "answer"),
    [
        ("standard", "P0 hand 5C 3D; P1 hand {} 4H 7S", "oneoff 5C", "2H"),
        ("standard", "P0 hand AC 3D; P1 hand {} 4H 7S; P1 points 9S", "oneoff AC", "2H"),
        (
            "standard+ten_block_scuttle=yes",
            "P0 hand TC 3D; P1 hand {} 4H; P1 points 9S",
            "scuttle TC>9S",
            "TH",
        ),
        ("standard+nine_royal_response=yes", "P0 hand KC 3D; P1 hand {} 4H 7S", "royal KC", "9H"),
    ],
)
def test_a_forced_answer_takes_as_much_thought(
    ruleset: str, before: str, actions: str, answer: str
) -> None:
    """Under load the time of an answer would tell otherwise whether there was a choice."""
    thoughts = []
    for card, free in ((answer, True), ("6H", False)):
        p = play_out(ruleset, before.format(card), f"{actions}; wait")
        view = observe(p, p.prompt.seats[0])
        assert view.ask in RESPONSE_ASKS
        assert (len(view.legal) > 1) is free
        thoughts.append(_thoughts(view, 60))
    assert 0.7 < thoughts[1] / thoughts[0] < 1.4


@pytest.mark.parametrize("name", ["standard", "cuttle.cards", "cutthroat", "team"])
def test_who_cannot_answer_thinks_as_if_with_a_card_that_can(name: str) -> None:
    rng, found = random.Random(2), 0
    for seed in range(12):
        for p, legal, _ in steps(PRESETS[name], seed):
            if p.prompt.ask is not Ask.COUNTER or len(legal) != 1:
                continue
            seat = p.prompt.seats[0]
            view = observe(p, seat)
            armed = with_an_answer(view)
            if armed is view:
                continue
            found += 1
            assert armed.legal[0] == DECLINE
            assert len(set(armed.seats[seat].hand) ^ set(view.seats[seat].hand)) == 2
            assert replace(armed, seats=view.seats, legal=view.legal) == view
            assert armed == with_an_answer(observe(reshuffle_hidden(p, seat, rng), seat))
    assert found > 5


def test_another_table_is_another_chance() -> None:
    """After a move was taken back and another one made, the same play is not overlooked again."""
    level = next(level for level in LEVELS if level.name == "casual").player()
    chosen = set()
    for scrap in ("4C", "4S", "5C", "5S", "6C", "6S", "7C", "7S", "8C"):
        before = f"P0 hand 3C 5D 9H 2D; P1 points 8H; P1 hand +5; scrap {scrap}"
        chosen.add(level.choose(observe(set_up("standard", before), 0), 1))
    assert len(chosen) > 1
