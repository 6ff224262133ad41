"""Chance within a game follows the recipe of docs/NOTATION.md, which any program can repeat."""

from __future__ import annotations

import hashlib
import itertools
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.actions import parse_action
from engine.cards import card_name
from engine.play.events import Discarded
from engine.play.perform import play
from engine.record.position_text import parse_position

SEED = "be9599805014fc97a136726f1be3872de10634f2bf4d0380d4a4f2e714bf07d2"
NOTATION = Path(__file__).parents[2] / "docs" / "NOTATION.md"
FOUR = (
    "standard+random-four; P0 hand 4C; P1 hand AS 3D 7H 9C KD; deck 5C 6C; scrap TD JD; "
    f"turn 6 P0; ply 11; seed {SEED}"
)
ABSENT = (
    "team; P0 hand 4C; P1 hand AS 3D 7H 9C KD; deck 5C 6C; scrap TD JD; turn 8 P0; ply 20; "
    f"absent P1; seed {SEED}"
)


def numbers(moment: str) -> Iterator[int]:
    """Yield the bytes of the stream that belongs to a moment."""
    for counter in itertools.count():
        block = bytes.fromhex(SEED) + moment.encode() + counter.to_bytes(8, "big")
        yield from hashlib.sha256(block).digest()


def below(stream: Iterator[int], n: int) -> int:
    return next(byte for byte in stream if byte < 256 - 256 % n) % n


def shuffled(cards: list[str], stream: Iterator[int]) -> list[str]:
    cards = list(cards)
    for last in range(len(cards) - 1, 0, -1):
        other = below(stream, last + 1)
        cards[last], cards[other] = cards[other], cards[last]
    return cards


def discarded(start: str, *actions: str) -> list[str]:
    """Play actions, and name the cards that chance made a seat discard."""
    position = parse_position(start)
    position.events = []
    for action in actions:
        play(position, parse_action(action))
    (event,) = (event for event in position.events if isinstance(event, Discarded))
    return list(map(card_name, event.cards))


def test_a_four_at_random() -> None:
    """Shuffle the hand, which lies in card order, and take the first two."""
    hand = shuffled(["AS", "3D", "7H", "9C", "KD"], numbers("ply 13 turn 6 scrap 2"))
    found = discarded(FOUR, "oneoff 4C", "decline")
    assert set(found) == set(hand[:2])
    assert found == ["3D", "7H"]


def test_what_an_absent_seat_owes() -> None:
    """Number the choices in their order, and draw one of the numbers."""
    choices = list(itertools.combinations(["AS", "3D", "7H", "9C", "KD"], 2))
    number = below(numbers("ply 22 turn 8 scrap 2"), len(choices))
    found = discarded(ABSENT, "oneoff 4C@1", "decline")
    assert tuple(found) == choices[number]
    assert found == ["9C", "KD"]


@pytest.mark.parametrize("text", [FOUR, ABSENT])
def test_the_vectors_are_published(text: str) -> None:
    published = " ".join(NOTATION.read_text("utf-8").split())
    assert text.partition("; seed")[0] in published
