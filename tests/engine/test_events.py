"""Events: what is told when nobody may answer, whatever is in their hands."""

from __future__ import annotations

import pytest

from engine.actions import parse_action
from engine.cards import parse_card
from engine.play import events as ev
from engine.play.perform import play
from engine.record.position_text import parse_position

QUEEN = parse_card("QH")


@pytest.mark.parametrize("hand", ["2D 3D", "4D 5D"])
@pytest.mark.parametrize(
    ("ruleset", "action", "told"),
    [
        ("standard", "oneoff 6C", True),
        ("standard+queen_blocks_counter=none", "oneoff 6C", False),
        ("standard+queen_blocks_counter=twos", "oneoff 6C", False),
        ("standard", "points 5C", False),
    ],
)
def test_a_queen_that_lets_nobody_answer_is_told(
    ruleset: str, action: str, told: bool, hand: str
) -> None:
    text = f"{ruleset}; P0 hand 5C 6C court QH; P1 hand {hand} court KD; deck 7S 8S; turn 9 P0"
    position = parse_position(text)
    position.events = []
    play(position, parse_action(action))
    shielded = [event for event in position.events if isinstance(event, ev.Shielded)]
    assert shielded == [ev.Shielded(0, (QUEEN,))] * told


def test_a_queen_that_was_there_before_shields_the_next_royal() -> None:
    position = parse_position(
        "standard+nine_royal_response=yes; P0 hand KC court QH; P1 hand 9D; deck 7S 8S; turn 9 P0"
    )
    position.events = []
    play(position, parse_action("royal KC"))
    assert ev.Shielded(0, (QUEEN,)) in position.events


def test_who_would_give_up_has_not_done_so_before_the_partner_agrees() -> None:
    position = parse_position("team; P0 hand 5C; P1 hand 2D; P2 hand 3D; P3 hand 4D; deck 7S 8S")
    position.events = []
    for action in ("concede@1", "retract@1", "concede@1", "concede@3"):
        play(position, parse_action(action))
    assert position.events == [
        ev.AskedToConcede(1),
        ev.Retracted(1),
        ev.AskedToConcede(1),
        ev.Conceded(3),
        ev.Ended((0, 2), "concede"),
    ]
