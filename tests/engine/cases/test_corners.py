"""Corners of the rules that the numbered cases leave out."""

from __future__ import annotations

import pytest

from engine.play.events import AnsweredOffer
from tests.engine.worked import Case, each, play_out, run

CORNERS = [
    Case(
        "glasses do not read the hand of a seat that retired",
        "cutthroat",
        "P0 court 8H; P1 hand 2C KS; P2 hand QD; retired P1",
        "",
        "P0 sees P1 nothing; P0 sees P2 QD",
    ),
    Case(
        "a hand is read no longer once its seat retires",
        "cutthroat",
        "P0 court 8H; P1 hand 2C KS; P2 hand QD",
        "?P1 concede@1; P1 concede@1",
        "P0 sees P1 nothing; P0 sees P2 QD; watcher sees P1 nothing",
    ),
    Case(
        "cards that change hands thaw",
        "standard miller cuttle.cards on joker-swap freeze_scope=wholeTurn",
        "P0 hand XB KC frozen KC; P1 hand KD QH frozen KD",
        "oneoff XB",
        "P0 hand KD QH; P1 hand KC; P0 frozen; P1 frozen; P1 to play; can royal KC",
    ),
    Case(
        "a three off a seven that takes a three is no pass",
        "standard sipie miller encyclopedia",
        "P0 hand 7C; deck 3S; scrap 3D; passes 2",
        "oneoff 7C; oneoff 3S; take 3D",
        "goes on; passes 0; P0 hand 3D; P1 to play",
    ),
    Case(
        "a three off a seven breaks a run that is counted by steps",
        "cuttle.cards/1.0.0",
        "P0 hand 7C; deck 3S; scrap 3D; passes 2",
        "oneoff 7C; oneoff 3S; take 3D",
        "goes on; passes 0; P0 hand 3D; P1 to play",
    ),
    Case(
        "a retired seat is asked for no response",
        "cutthroat",
        "P0 hand AC; P1 hand 2C; P2; retired P1",
        "oneoff AC; wait",
        "asked P2",
    ),
    Case(
        "nor in the round that a counter opens",
        "cutthroat",
        "P0 hand AC; P1 hand 2C; P2 hand 2D; retired P1",
        "oneoff AC; P2 counter 2D; wait",
        "asked P0",
    ),
    Case(
        "a retired seat does not win by what comes back to it",
        "cutthroat",
        "P0 hand 6C points TC[JC<2]; P2 points 4D; retired P2",
        "oneoff 6C",
        "P2 score 14; goes on; P1 to play",
    ),
    Case(
        "the last turns of a seat that retires are not played by others",
        "cutthroat on sudden-death",
        "P0 hand 5C; P1 hand 2C; P2 hand 4D; deck 4C",
        "draw; pass; P0 concede@0; pass",
        "stalemate; turn 2",
    ),
    Case(
        "of a jacked card that a joker holds, the joker is what a joker names",
        "cutthroat",
        "P0 hand XR; P1 points TH[JC<2,XB<0]",
        "?joker XR>XB; !joker XR>JC; !joker XR>TH; joker XR>XB",
        "P0 points TH[JC,XB,XR]",
    ),
    Case(
        "of a royal that a joker holds, the royal is",
        "cutthroat",
        "P0 hand XR; P1 court KH[XB<2]",
        "?joker XR>KH; !joker XR>XB; joker XR>KH",
        "P0 court KH[XB,XR]",
    ),
    Case(
        "a frozen two that counters is frozen no longer",
        "cuttle.cards",
        "P0 hand AC 3H; P1 hand 2C KD frozen 2C KD",
        "oneoff AC; P1 counter 2C",
        "P1 frozen KD; scrap AC 2C",
    ),
]


@pytest.mark.parametrize(("case", "ruleset"), each(CORNERS), ids=lambda v: getattr(v, "number", v))
def test_corner(case: Case, ruleset: str) -> None:
    run(case, ruleset)


def test_an_absent_seat_neither_accepts_nor_rejects_a_stalemate() -> None:
    position = play_out("team", "P0; absent P1", "P0 offer@0; P3 accept")
    answers = [e for e in position.events or [] if isinstance(e, AnsweredOffer)]
    assert [(answer.seat, answer.accepted) for answer in answers] == [(3, True)]
    assert position.outcome is not None
    assert position.outcome.why == "agreed"
