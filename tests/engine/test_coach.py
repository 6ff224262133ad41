"""The coach: what plays are for, and what it thinks of a game; only ever from what a seat sees."""

from __future__ import annotations

import random
from contextlib import suppress
from dataclasses import replace
from functools import partial
from itertools import islice

import pytest

from cuttle_tui.coach.purposes import percent
from engine.actions import DECLINE, DRAW, Kind, parse_action
from engine.bots.attention import wins
from engine.bots.search import Assessment, Rated, assess
from engine.cards import parse_card
from engine.coach.analysis import (
    TURNING,
    WORST,
    Analysis,
    Decision,
    begun,
    candidates,
    decision_view,
    judged,
    plies_to_judge,
)
from engine.coach.plays import purposes
from engine.coach.purposes import KINDS, Purpose
from engine.errors import RulesetError
from engine.play.legal import legal_actions
from engine.play.observe import observe
from engine.record.summary import Replay
from engine.rules.options import OPTIONS, parse_ruleset
from engine.rules.rulesets import PRESETS, Ruleset
from tests.cuttle_tui.games import record_after, table_after
from tests.engine.knowledge import reshuffle_hidden
from tests.engine.play_out import steps
from tests.engine.worked import play_out, set_up
from tests.programs.bench.quality import passed_by
from tests.whole import some, times

pytestmark = pytest.mark.slow

_PURPOSE_LESS = (
    *(Kind.ROYAL, Kind.JACK, Kind.JOKER, Kind.ONE_OFF, Kind.DISCARD, Kind.DECLINE, Kind.TAKE),
    Kind.DRAW,
)
"""Kinds of which some plays do nothing worth a word, such as a second pair of glasses."""
_AT_RANDOM = 12
"""Decisions looked at in each game."""


def aims(
    ruleset: str, before: str, action: str, actions: str = "", then: str = ""
) -> dict[str, Purpose]:
    """Give what a play is for, by its kind, for the seat that is asked."""
    position = play_out(ruleset, before, f"{actions}; wait")
    view = observe(position, position.prompt.seats[0])
    played = parse_action(action)
    assert played in view.legal
    taken = parse_action(then) if then else None
    return {purpose.kind: purpose for purpose in purposes(view, played, taken)}


@pytest.mark.parametrize(
    ("before", "action", "kind", "number"),
    [
        ("P0 hand TC; P0 points 9S 4H; P1 hand +3", "points TC", "wins", 21),
        ("P0 hand TC; P0 points 6S; P1 hand +3", "points TC", "nears", 5),
        ("P0 hand TC; P1 points 8D 9H", "scuttle TC>8D", "stops", 4),
        ("P0 hand TC; P1 points 8D", "scuttle TC>8D", "takes-all", 8),
        ("P0 hand TC; P1 points 4D 4S 2H", "scuttle TC>4D", "takes", 4),
        ("P0 hand TC; P1 points 6D 2H", "scuttle TC>6D", "takes-half", 6),
        ("P0 hand KC; P0 points TS 4H", "royal KC", "wins", 14),
        ("P0 hand KC; P0 points TS", "royal KC", "nears", 4),
        ("P0 hand QC; P0 points TS", "royal QC", "guards", 10),
        ("P0 hand QC", "royal QC", "guards-later", 0),
        ("P0 hand 8C; P1 hand +3", "royal 8C", "sees", 3),
        ("P0 hand JC; P1 points 6D 2H", "jack JC>6D", "takes-half", 6),
        ("P0 hand JC; P0 points TS; P1 points TD[JH<0]", "jack JC>TD", "regains", 0),
        ("P0 hand AC; P0 points 3S; P1 points TD", "oneoff AC", "trades", 10),
        ("P0 hand AC; P0 points 3S", "oneoff AC", "wastes", 3),
        ("P0 hand 6C; P1 court KD QD", "oneoff 6C", "clears", 2),
        ("P0 hand 2C; P1 court KD", "oneoff 2C>KD", "raises", 21),
        ("P0 hand 2C; P1 court QD", "oneoff 2C>QD", "uncovers", 0),
        ("P0 hand 2C; P1 court 8D", "oneoff 2C>8D", "blinds", 0),
        ("P0 hand 2C; P1 points TD[JH<0]", "oneoff 2C>JH", "regains", 0),
        ("P0 hand 4C; P1 hand +3", "oneoff 4C", "costs", 2),
        ("P0 hand 5C", "oneoff 5C", "digs", 2),
        ("P0 hand 7C", "oneoff 7C", "tries", 1),
        ("P0 hand 3C; scrap KD 4D", "oneoff 3C", "searches", 2),
        ("P0 hand 9C; P1 court KD", "oneoff 9C>KD", "raises", 21),
        ("P0 hand AC 4S; P1 points TD; P0 court QS", "oneoff AC", "sure", 0),
        ("P0 hand TC; P0 court 8S; P1 hand TH", "points TC", "risks", 0),
        ("P0 hand AC; P0 court 8S; P1 hand 2H; P1 points TD", "oneoff AC", "countered", 0),
        ("P0 hand TS; P1 hand +3", "points TS", "safe", 0),
    ],
)
def test_what_a_play_is_for(before: str, action: str, kind: str, number: int) -> None:
    found = aims("standard", before, action)
    assert kind in found, found
    assert found[kind].number == number


def test_a_three_is_for_what_the_coach_itself_would_take() -> None:
    before = "P0 hand 3C; P0 points TS 9H; scrap QD 4D 5D"
    assert "fetches" not in aims("standard", before, "oneoff 3C")
    found = aims("standard", before, "oneoff 3C", then="take 5D")
    assert found["fetches"].cards == (parse_card("5D"),)
    assert found["wins-next"].cards == (parse_card("5D"),)
    assert "wins-next" not in aims("standard", before, "oneoff 3C", then="take QD")


def test_a_draw_has_no_reason_of_its_own_and_a_loss_no_comfort() -> None:
    assert not aims("standard", "P0 hand +3", "draw")
    assert list(aims("standard", "P0 hand AC; P0 points 9S; P0 court QS", "oneoff AC")) == [
        "wastes"
    ]


@pytest.mark.parametrize(
    ("before", "actions", "action", "kind"),
    [
        ("P0 hand AC; P1 hand 2H; P1 points TD", "oneoff AC", "counter 2H", "saves"),
        ("P0 hand 5C; P1 hand 2H", "oneoff 5C", "counter 2H", "denies"),
        ("P0 hand AC 2S; P1 hand 2H", "oneoff AC; counter 2H", "counter 2S", "carries"),
        ("P0 hand 5C; P1 hand 2H", "oneoff 5C", "decline", "holds"),
        ("P0 hand 5C AS; P1 hand 2H; P1 court 8D", "oneoff 5C", "decline", "holds-against"),
        ("P0 hand AC; P0 points TS; P1 hand 2H; P1 points 3D", "oneoff AC", "decline", "suits"),
        ("P0 hand 3C; scrap KD JS; P1 points 9H", "oneoff 3C; decline", "take JS", "may-steal"),
        ("P0 hand 3C; scrap KD TS; P1 points 9H", "oneoff 3C; decline", "take TS", "may-scuttle"),
        ("P0 hand 4C; P1 hand KD 3S 5S", "oneoff 4C; decline", "discard 3S 5S", "keeps"),
    ],
)
def test_what_an_answer_is_for(before: str, actions: str, action: str, kind: str) -> None:
    assert kind in aims("standard", before, action, actions)


def test_house_rules_change_what_a_play_is_for() -> None:
    seat = "P0 hand TC; P1 hand +3"
    assert aims("howto", seat, "oneoff TC")["costs"].number == 1
    open_to_nines = aims("cutthroat", "P0 hand KC; P0 points TS 4H", "royal KC")
    assert {"wins", "wins-unless"} & open_to_nines.keys()


@pytest.mark.parametrize("ruleset", PRESETS)
def test_every_play_of_every_ruleset_is_for_something(ruleset: str) -> None:
    found: set[str] = set()
    for seed in range(6):
        for position, legal, rng in steps(PRESETS[ruleset], seed):
            if not legal:
                break
            view = observe(position, position.prompt.seats[0])
            for action in rng.sample(legal, min(_AT_RANDOM, len(legal))):
                aims = purposes(view, action)
                assert aims or action.kind in _PURPOSE_LESS, action
                found |= {aim.kind for aim in aims}
    assert found <= set(KINDS)
    assert len(found) > 15


@pytest.mark.parametrize("option", OPTIONS)
def test_no_option_is_beyond_the_coach(option: str) -> None:
    ruleset = next(filter(None, (_with(name, option) for name in PRESETS)))
    for position, legal, rng in steps(ruleset, 5):
        for action in rng.sample(legal, min(_AT_RANDOM, len(legal))):
            purposes(observe(position, position.prompt.seats[0]), action)


def _with(name: str, option: str) -> Ruleset | None:
    """Lay an option over a preset, if that takes it."""
    for form in (option, f"{option}=6"):
        with suppress(RulesetError):
            return parse_ruleset(f"{name}+{form}")
    return None


def test_the_coach_knows_nothing_that_its_seat_does_not() -> None:
    """Shuffle what a seat cannot see: no figure and no purpose changes."""
    rng = random.Random(8)
    looked_at = 0
    for name in ("standard", "cuttle.cards", "cutthroat", "team"):
        for position, legal, _ in steps(PRESETS[name], 3):
            if len(legal) < 2 or rng.random() < times(80, 60) / 100:
                continue
            seat = position.prompt.seats[0]
            other = reshuffle_hidden(position, seat, rng)
            seen, shuffled = observe(position, seat), observe(other, seat)
            assert assess(seen, 0, 0.005) == assess(shuffled, 0, 0.005)
            for action in legal_actions(position)[:_AT_RANDOM]:
                assert purposes(seen, action) == purposes(shuffled, action)
            looked_at += position.hands[1 - seat % 2] != other.hands[1 - seat % 2]
    assert looked_at > times(10, 20)


# the analysis -------------------------------------------------------------------------------------


def analysed(replay: Replay) -> Analysis:
    """Judge a whole game."""
    analysis = begun(replay)
    while not analysis.complete:
        ply = analysis.plies[analysis.done]
        view = decision_view(replay, ply)
        analysis = analysis.further(judged(replay, ply, assess(view, 0, 0.005)))
    return analysis


def a_decision(best: float, played: float, *, ply: int = 0, side: int = 0) -> Decision:
    """Make a decision with these chances."""
    rated = Rated(DRAW, played), Rated(DECLINE, best)
    return Decision(ply, 1, side, side, best, *rated, matters=best > 0)


def of(*decisions: Decision, last: int = 4) -> Analysis:
    """Make an analysis of a game of two."""
    plies = tuple(decision.ply for decision in decisions)
    return Analysis(plies, last, (0, 1), (1,), decisions, len(decisions))


def test_only_choices_are_judged_and_each_by_its_own_seat() -> None:
    replay = Replay(record_after())
    analysis = analysed(replay)
    for ply in analysis.plies:
        view = decision_view(replay, ply)
        entry = replay.entry(ply + 1)
        assert entry is not None
        assert view.viewer == entry.seat
        assert len(candidates(assess(view, 0, 0.005))) > 1
    assert len(analysis.decisions) == len(analysis.plies) < replay.plies


def test_an_answer_to_a_draw_offer_is_no_decision() -> None:
    table = table_after(2)
    assert table.game is not None
    chairs = [table.chair(seat) for seat in range(2)]
    turn = table.game.position.prompt.seats[0]
    for seat, word in ((turn, f"offer@{turn}"), (1 - turn, "reject")):
        view = chairs[seat].state().view
        assert view is not None
        chairs[seat].submit(parse_action(word), view.ply)
    replay = Replay(table.record())
    entry = replay.entry(replay.plies)
    assert entry is not None
    assert entry.action.kind is Kind.REJECT
    before = Replay(record_after(2))
    assert begun(replay).plies == begun(before).plies


def test_each_curve_is_what_its_own_side_thinks_and_ends_with_the_result() -> None:
    """What the other side thinks in between makes no turn in it; a bad play does."""
    analysis = of(a_decision(0.6, 0.6, ply=1), a_decision(0.7, 0.3, ply=2, side=1))
    assert analysis.curves[0] == pytest.approx((0.5, 0.6, 0.6, 0.6, 0.0))
    assert analysis.curves[1] == pytest.approx((0.5, 0.5, 0.7, 0.3, 1.0))


def test_a_loss_beyond_the_margin_is_a_turning_point() -> None:
    small = a_decision(0.6, 0.6 - TURNING + 0.01, ply=0)
    large = a_decision(0.6, 0.6 - TURNING - 0.01, ply=2)
    analysis = of(small, large)
    assert analysis.turning_points == (large,)
    assert [moment.ply for moment in analysis.moments] == [3]
    assert analysis.turning_at(3) == large
    assert analysis.turning_at(2) is None


def test_the_accuracy_is_the_mean_of_what_decisions_that_matter_are_worth() -> None:
    good, half = a_decision(0.6, 0.6), a_decision(0.6, 0.6 - WORST / 2)
    lost, same = a_decision(0.9, 0.1), a_decision(0.0, 0.0)
    assert of(good, half, lost, same).accuracy(0) == 50
    assert of(good, same).accuracy(0) == 100
    assert of(same).accuracy(0) is None
    assert of(good).accuracy(1) is None


def test_there_is_no_accuracy_before_every_decision_was_looked_at() -> None:
    analysis = of(a_decision(0.6, 0.6), a_decision(0.6, 0.6, ply=2))
    assert analysis.accuracy(0) == 100
    assert replace(analysis, done=1).accuracy(0) is None


def test_a_win_that_is_passed_by_is_a_turning_point_however_little_it_costs() -> None:
    passed = replace(a_decision(0.99, 0.97), missed_win=True)
    assert of(passed).turning_points == (passed,)
    certain = replace(passed, matters=False)
    assert of(certain).turning_points == (certain,)


def test_a_play_that_wins_as_surely_as_the_win_at_hand_is_no_turning_point() -> None:
    """Else one would be told "counter with 2D (99%); better, 99%"."""
    assert of(replace(a_decision(0.99, 0.99), missed_win=True)).turning_points == ()
    assert of(replace(a_decision(1.0, 0.995), missed_win=True)).turning_points == ()


def _wins(replay: Replay, ply: int) -> bool:
    """Whether a win is at hand: any other turning point costs more than a percentage."""
    return bool(wins(decision_view(replay, ply)))


@pytest.mark.parametrize(
    ("name", "seed", "games"),
    some(
        [("standard", 317, 3), ("standard", 37, 3), ("standard", 5, 3), ("cuttle.cards", 5, 8)], 4
    ),
)
def test_no_turning_point_gives_one_percentage_twice(name: str, seed: int, games: int) -> None:
    """Games with a win passed by are rare: those of the first seeds begin with some."""
    replays = (replay for replay, _ in passed_by(PRESETS[name], seed))
    for replay in islice(replays, games):
        for ply in filter(partial(_wins, replay), plies_to_judge(replay)):
            decision = judged(replay, ply, assess(decision_view(replay, ply), 1, 0.02))
            if decision is not None and decision.turns:
                assert percent(decision.played.chance) != percent(decision.best.chance)


def test_the_coach_sees_the_win_that_was_at_hand() -> None:
    """After a draw in place of the jack the other side, at 20 points, most likely wins."""
    before = "P0 hand JH TC 5D; P1 hand +5; P0 points 6H 9D; P1 points TD TS"
    view = observe(set_up("standard", before), 0)
    found = assess(view, 0, 0.05)
    by_play = {str(rated.action): rated.chance for rated in found.plays}
    assert {str(rated.action) for rated in found.plays[:3]} >= {"jack JH>TD", "jack JH>TS"}
    assert found.chance > 0.99
    assert by_play["draw"] < 0.4


def test_what_the_assessment_does_not_rate_is_left_out() -> None:
    replay = Replay(record_after())
    ply = begun(replay).plies[0]
    nothing = Assessment(0.5, (Rated(parse_action("concede@0"), 0.5), Rated(DRAW, 0.4)))
    assert candidates(nothing) == (Rated(DRAW, 0.4),)
    assert judged(replay, ply, nothing) is None
    assert parse_card("AC") == 0


def test_the_coach_reckons_with_cards_that_were_seen() -> None:
    """Only a two that is known to be in the opponent's hand is named."""
    table = "P0 hand 5C; P1 hand 2C 8D"
    for seen, named in (("", ()), ("; turn 9 P0; seen 5 2C", (parse_card("2C"),))):
        found = aims("standard", table + seen, "oneoff 5C")
        assert (found["countered"].cards if "countered" in found else ()) == named
