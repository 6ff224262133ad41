"""What hands threaten, as the network is told."""

from __future__ import annotations

import pytest

from engine.bots.features import NONE, TURNS, threats
from tests.engine.worked import set_up


@pytest.mark.parametrize(
    ("seat", "turns"),
    [
        ("P0 hand 3C 9D points TS 8H", 1),
        ("P0 hand 2C AD points TS 8H", 2),
        ("P0 hand KC 4D points TS", 2),
        ("P0 hand KC KD TD", 3),
        ("P0 hand 2C points TS", TURNS),
        ("P0 hand JC points TS 2D; P1 points 9D", 1),
        ("P0 hand JC 2H points TS; P1 points 9D", 2),
        ("P0 hand JC points TS 2D; P1 points 9D court QC", TURNS),
    ],
)
def test_turns_to_a_win(seat: str, turns: int) -> None:
    assert threats(set_up("standard", seat))[0].turns == turns - 1


def test_what_can_be_taken() -> None:
    position = set_up("standard", "P0 hand 9C JC; P1 hand 2C points TD 5S 2D")
    mine, theirs = threats(position)
    assert (mine.hit, mine.steal) == (5, 10)
    assert (theirs.hit, theirs.steal) == (0, 0)
    assert theirs.turns == TURNS - 1


def test_a_scuttle_slows() -> None:
    position = set_up("standard", "P0 hand TC; P1 hand 3C points 9D TH")
    assert threats(position)[0].slowed == TURNS * 0 + TURNS - 1
    assert threats(position)[1].slowed == (TURNS + 1) * (TURNS - 1)


def test_aces_and_sixes_are_told_by_the_lead_they_undo() -> None:
    position = set_up("standard", "P0 hand AC 6C points 2C; P1 hand 9D points 9H court KC 8D")
    mine, theirs = threats(position)
    assert (mine.ace, mine.six) == (7, 2)
    assert (theirs.ace, theirs.six) == (NONE, NONE)
