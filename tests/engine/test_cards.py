"""Sets of cards, and the lists made of them."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, strategies as st

from engine.cards import ALL_CARDS, Listing, each, members, points_of, set_of, value_of

pytestmark = pytest.mark.slow

HANDS = st.sets(st.integers(0, ALL_CARDS - 1))


@given(HANDS)
def test_the_cards_of_a_set_come_lowest_first(hand: set[int]) -> None:
    assert members(set_of(hand)) == sorted(hand)
    assert each(set_of(hand)) == tuple(sorted(hand))


@given(st.sets(st.integers(0, 39)))
def test_points_are_the_sum_of_what_the_cards_are_worth(hand: set[int]) -> None:
    assert points_of(set_of(hand)) == sum(map(value_of, hand))


def test_items_are_listed_alike_however_often_and_for_however_many_sets() -> None:
    listing = Listing([(f"{card} up", f"{card} down") for card in range(ALL_CARDS)], ("draw",))
    chance = random.Random(5)
    hands = [sorted(chance.sample(range(ALL_CARDS), 16)) for _ in range(25_000)]
    for hand in [*hands, *hands[:1_000]]:
        items = listing.of(set_of(hand))
        assert items == ["draw", *[f"{card} {way}" for card in hand for way in ("up", "down")]]
        items.clear()  # a list of one's own, which nobody else sees
