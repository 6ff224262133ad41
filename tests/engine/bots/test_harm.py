"""Plays that turn against the side that makes them: no level takes one without need."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from engine.actions import parse_action
from engine.bots.attention import harmless
from engine.bots.levels import LEVELS, Level
from engine.play.observe import observe
from engine.play.position import Position
from engine.play.view import Ask
from engine.rules.options import parse_ruleset
from engine.rules.rulesets import PRESETS
from tests.engine.bots.positions import sample
from tests.engine.knowledge import reshuffle_hidden
from tests.engine.worked import play_out, set_up
from tests.programs.bench.quality import harms_itself
from tests.whole import times

ATTENTIVE = [level for level in LEVELS if level.name != "beginner"]
LIGHT = [level for level in LEVELS if level.name != "master"]

SELF_HARM = [
    ("standard", "P0 hand AC 2S JH; P0 court QS; P1 hand +4; P1 points 5C", "oneoff 2S>QS"),
    (
        "standard",
        "P0 hand 2S 3D; P0 court KD; P1 hand +3; P1 points 3H 8H[JC<0]; P1 court QC KC",
        "oneoff 2S>KD",
    ),
    ("standard", "P0 hand 2S 3D; P0 court 8D; P1 hand +3", "oneoff 2S>8D"),
    ("standard", "P0 hand 2S 3D; P0 points TD[JH<1]; P1 hand +3", "oneoff 2S>JH"),
    ("standard", "P0 hand 9S 3D; P0 court KD; P1 hand +3", "oneoff 9S>KD"),
    ("standard", "P0 hand 9S 3D; P0 points TD[JH<1]; P1 hand +3", "oneoff 9S>JH"),
    ("sipie", "P0 hand 9S 3D; P0 court KD; P1 hand +3", "oneoff 9S>KD"),
    ("standard", "P0 hand 6S 3D; P0 court KD QD; P1 hand +3; P1 court KH", "oneoff 6S"),
    ("cuttle.cards", "P0 hand 6S 3D; P0 court KD 8D; P1 hand +3; P1 court KH", "oneoff 6S"),
    ("standard", "P0 hand 6S 3D; P0 points TD[JH<1]; P1 hand +3; P1 court KH", "oneoff 6S"),
    ("cuttle.cards", "P0 hand AC 3D; P0 points 7D; P1 hand +3; P1 points 5D", "oneoff AC"),
    (
        "cutthroat",
        "P0 hand AC 3D; P0 points 4D; P1 hand +3; P1 points 3H; P2 hand +3; P2 points 2D",
        "oneoff AC",
    ),
    ("standard", "P0 hand JC 3D; P0 points 7D; P1 hand +3; P1 points 5D", "jack JC>7D"),
    ("standard+own-scuttle", "P0 hand 8C 3D; P0 points 7D; P1 hand +3", "scuttle 8C>7D"),
    ("standard+eight-for-eight", "P0 hand 8C 3D; P0 court 8D; P1 hand +3", "oneoff 8C>8D"),
    ("standard+nine-two", "P0 hand 9C 3D; P0 court KD QD; P1 hand +3", "oneoff 9C>QD,KD"),
    ("standard+drawing-four", "P0 hand 4C 3D; P1 hand +3", "oneoff 4C"),
    ("standard+joker-swap", "P0 hand XB 3D 4D 5D; P1 hand +1", "oneoff XB"),
]
"""Rulesets, positions, and a play that costs its side more than the other."""

FAIR = [
    ("standard", "P0 hand 2S 3D; P0 court QS; P1 hand +3; P1 court KD", "oneoff 2S>KD"),
    ("standard", "P0 hand 6S 3D; P0 court KD; P1 hand +3; P1 court KH", "oneoff 6S"),
    ("standard", "P0 hand 6S 3D; P0 court KD; P1 hand +3; P1 points TD[JH<0]", "oneoff 6S"),
    ("standard", "P0 hand AC 3D; P0 points 5C; P1 hand +3; P1 points 7D", "oneoff AC"),
    ("cutthroat", "P0 hand AC; P0 points 7D; P1 hand +3; P1 points 9D; P2 hand +3", "oneoff AC"),
    ("standard", "P0 hand 5C 3D; P0 points 7D; P1 hand +3", "oneoff 5C"),
    ("standard", "P0 hand 3C 5D; P0 points 7D; P1 hand +3; scrap KD", "oneoff 3C"),
    ("standard", "P0 hand JC 3D; P1 hand +3; P1 points 5D", "jack JC>5D"),
    ("cuttle.cards", "P0 hand 9C 3D; P1 hand +3; P1 points AD", "oneoff 9C>AD"),
]
"""The same, with a play that does not."""


def _places(p: Position) -> list[str]:
    return [str(action) for action in harmless(observe(p, p.prompt.seats[0]))]


@pytest.mark.parametrize(("ruleset", "before", "play"), SELF_HARM)
def test_what_costs_oneself_most_is_left_out(ruleset: str, before: str, play: str) -> None:
    p = set_up(ruleset, before)
    assert parse_action(play) in observe(p, 0).legal
    assert play not in _places(p)


@pytest.mark.parametrize(("ruleset", "before", "play"), FAIR)
def test_what_costs_others_as_much_is_left(ruleset: str, before: str, play: str) -> None:
    assert play in _places(set_up(ruleset, before))


@pytest.mark.slow
@pytest.mark.parametrize("level", LIGHT, ids=lambda level: level.name)
@pytest.mark.parametrize(("ruleset", "before", "play"), SELF_HARM)
def test_no_level_turns_against_itself(level: Level, ruleset: str, before: str, play: str) -> None:
    view = observe(set_up(ruleset, before), 0)
    player = level.player()
    assert play not in {str(player.choose(view, seed)) for seed in range(times(15, 40))}


@pytest.mark.parametrize(
    ("theirs", "ours", "kept"),
    [
        ("KD KH", "", ["decline"]),  # the six costs its own side more
        ("KD", "QH", ["counter 2C", "decline"]),
        ("", "KS QH", ["counter 2C", "decline"]),
    ],
)
def test_a_foolish_play_of_the_opponent_is_not_countered(
    theirs: str, ours: str, kept: list[str]
) -> None:
    before = f"P0 hand 6S 3D; P0 court {theirs}; P1 hand 2C 4H 5H; P1 court {ours}"
    p = play_out("standard", before, "oneoff 6S; wait")
    assert sorted(_places(p)) == kept


def test_a_card_that_an_opponent_gives_to_a_partner_is_let_go() -> None:
    before = (
        "P0 hand +3; P1 hand 2S 6H 8C 9C; P1 points TS[JD<0]; P2 hand 4S 7C QH KS JS; "
        "P3 hand +3; turn 2 P2"
    )
    view = observe(play_out("team", before, "jack JS>TS@3; P3 decline; wait"), 1)
    assert (view.ask, parse_action("rebuff 9C") in view.legal) == (Ask.REBUFF, True)
    assert "rebuff 9C" not in {str(action) for action in harmless(view)}


@pytest.mark.slow
@pytest.mark.parametrize("level", ATTENTIVE, ids=lambda level: level.name)
def test_a_loss_is_stopped_even_at_ones_own_cost(level: Level) -> None:
    """The ace costs ten against eight, but after any other play the six in hand wins."""
    before = "P0 hand AC 3D; P0 points TD; P0 court 8C; P1 hand 6S 4S; P1 points 8D; P1 court KH"
    view = observe(set_up("standard", before), 0)
    assert {str(level.player().choose(view, seed)) for seed in range(times(2, 6))} == {"oneoff AC"}


def test_a_play_that_wins_is_never_harm() -> None:
    """The six gives the ten back, and costs five royals: more than the ten that the other loses."""
    before = (
        "P0 hand 6S 3D; P0 court 8C 8D QC QS QD; P0 points 9D 4D; P1 hand +3; P1 points TD[JH<0]"
    )
    assert "oneoff 6S" in _places(set_up("standard", before))


def test_a_play_by_which_another_wins_is_harm_whatever_it_costs_them() -> None:
    """The six scraps five royals of theirs, and gives them the ten with which they have 21."""
    before = (
        "P0 hand 6S 3D; P0 points TD[JH<1]; P1 hand +3; P1 court 8C 8D QC QS QD; P1 points 9C 2C"
    )
    p = set_up("standard", before)
    assert parse_action("oneoff 6S") in observe(p, 0).legal
    assert "oneoff 6S" not in _places(p)


def test_what_cannot_be_avoided_is_legal() -> None:
    p = set_up("standard", "P0 hand 2S; P0 court QS; P1 hand +3; deck")
    view = observe(p, 0)
    only = tuple(action for action in view.legal if action.targets)
    assert harmless(replace(view, legal=only)) == only


def test_harm_depends_on_the_view_alone() -> None:
    rng = random.Random(7)
    for name in ("standard", "cuttle.cards", "cutthroat", "team"):
        for p in sample(PRESETS[name], 15):
            seat = p.prompt.seats[0]
            other = reshuffle_hidden(p, seat, rng)
            assert harmless(observe(p, seat)) == harmless(observe(other, seat))


_EVERYWHERE = [*PRESETS, *(f"standard+{_text}" for _text in ("own-scuttle", "attach-any"))]


@pytest.mark.parametrize("name", _EVERYWHERE)
def test_in_no_ruleset_is_only_ones_own_side_aimed_at(name: str) -> None:
    """Counted by a rule that knows nothing of worth: what is aimed at lies on one's own side."""
    for p in sample(parse_ruleset(name), 40):
        view = observe(p, p.prompt.seats[0])
        kept = harmless(view)
        if any(not harms_itself(view, action) for action in view.legal):
            aimed = [a for a in kept if a.targets and harms_itself(view, a)]
            assert not [str(action) for action in aimed]
