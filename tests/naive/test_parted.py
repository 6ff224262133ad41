"""Lines of play in which the engine and the naive rules once parted, each with how it must end."""

from __future__ import annotations

import pytest

from engine.actions import parse_action
from engine.play.legal import legal_actions, standing_actions
from engine.play.perform import play
from engine.record.position_text import parse_position, position_text
from tests import naive

LINES = {
    "a countered three breaks a run of passes counted by steps": (
        "cuttle.cards/1.0.0; P0 hand 3S 4D; P1 hand 2C; scrap 3D; turn 9 P0; passes 1",
        "oneoff 3S, counter 2C, decline",
        "scrap 3D 2C 3S; turn 10 P1; ply 3",
    ),
    "a three that ends the game by the run of passes is scrapped like any other": (
        "cuttle.cards/1.0.0; P0 hand 3S 4D; P1; scrap 3D; turn 9 P0; passes 2",
        "oneoff 3S, decline, take 3D",
        "scrap 3S; turn 9 P0; passes 3; ply 3; idle; over passes",
    ),
    "a jack whose last rebuff was countered lands; nobody is asked again": (
        "team; P0 hand 9S points TH; P1 hand 2C JC; P2; P3; deck 4C; turn 8 P1",
        "jack JC>TH@1, decline, rebuff 9S, counter 2C, decline, decline",
        "P1 points TH[JC<0]; P2; P3; deck 4C; scrap 2C 9S; turn 9 P2; ply 6",
    ),
    "nobody has two last turns because another gave up in sudden death": (
        "cutthroat+sudden-death; P0 hand 5C; P1 hand 2C; P2 hand 4D; deck 4C; turn 0 P0",
        "draw, pass, concede@0, pass",
        "turn 2 P2; sudden 0; ply 4; idle; retired P0; over suddenDeath",
    ),
    "a seven whose card was given up with is scrapped as well": (
        "cutthroat+seven_scrapped=afterEffect; P0 hand 7C; P1 hand 2C; P2 hand 5C; deck AC 4C 3C",
        "oneoff 7C, decline, decline, oneoff AC, concede@0",
        "deck 4C 3C; scrap 7C AC; turn 1 P1; ply 5; retired P0",
    ),
    "two jacks of one stack go to the hand of the seat that controlled both": (
        "standard+nine-two+attach-any; P0 hand 9C; P1 points TH[JC<1,JD<0]; deck 4C; turn 0 P0",
        "oneoff 9C>JC,JD, decline",
        "P0; P1 hand JC JD points TH; deck 4C; scrap 9C; turn 1 P1; ply 2",
    ),
    "a nine that may take anybody's glasses may take a partner's": (
        "team+nine-side=opp+anyG; P0 hand 9C; P1; P2 court 8C; P3; deck 4C; turn 0 P0",
        "oneoff 9C>8C, decline, decline",
        "P2 hand 8C; P3; deck 4C; scrap 9C; turn 1 P1; ply 3",
    ),
    "a seat that comes back while others answer an offer is asked too": (
        "team; P0 hand 5C; P1; P2; P3; deck 4C; turn 0 P0; absent P1",
        "offer@0, return@1, leave@3",
        "turn 0 P0; ask offer P1; offerer 0; ply 3; absent P3",
    ),
    "what a six scraps lies in an order that the position alone tells": (
        "howto; P0 hand 6C points TH[JH<1]; P1 points 3D[JS<0]; deck 4C; turn 0 P0",
        "oneoff 6C, decline",
        "P0 points 3D; P1 points TH; deck 4C; scrap JS JH 6C; turn 1 P1; ply 2",
    ),
}


@pytest.mark.parametrize("name", LINES)
def test_line(name: str) -> None:
    start, actions, end = LINES[name]
    position, s = parse_position(start), naive.parse(start)
    for action in actions.split(", "):
        play(position, parse_action(action))
        s = naive.play(s, action)
    assert position_text(position).endswith(end)
    assert naive.text(s) == position_text(position)
    assert {str(action) for action in legal_actions(position)} == naive.legal(s)


def test_an_absent_seat_may_only_return() -> None:
    start = "team; P0 hand 5C; P1; P2; P3; deck 4C; turn 0 P0; absent P1"
    position = parse_position(start)
    assert [str(action) for action in standing_actions(position, 1)] == ["return@1"]


def test_a_joker_that_reaches_nobody_takes_nothing() -> None:
    start = "standard+jokers=1+joker-mode=stealRoyal; P0 hand XB; P1 court KC; deck 4C; turn 0 P0"
    assert [str(action) for action in legal_actions(parse_position(start))] == ["draw"]
