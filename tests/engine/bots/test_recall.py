"""Computer players use what they have seen; weaker ones forget it."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import pairwise

import pytest

from engine.bots.attention import Deals, attended
from engine.bots.levels import LEVELS, Person, Thinker, recalled
from engine.cards import parse_card
from engine.play.observe import observe
from engine.play.view import View
from tests.engine.worked import set_up

_SEEN = "P0 hand 3C; P1 hand 4C 5C 6C 7C 8C; deck TC JC QC KC +3; turn {} P0; seen 4 {}"
_CARDS = "4C 5C 6C 7C 8C TC JC QC KC"


def seen_before(turns: int) -> View:
    return observe(set_up("standard", _SEEN.format(4 + turns, _CARDS)), 0)


def recalled_cards(view: View) -> set[int]:
    return {*view.seats[1].known, *(card for card, _ in view.known_top)}


def test_nothing_is_forgotten_at_once_nor_by_who_never_forgets() -> None:
    assert len(recalled_cards(seen_before(0))) == len(_CARDS.split())
    assert recalled(seen_before(0), 1, 0.9) == seen_before(0)
    assert recalled(seen_before(30), 1, 0.0) == seen_before(30)


def test_what_is_forgotten_stays_forgotten() -> None:
    for seed in range(10):
        known = [recalled_cards(recalled(seen_before(turns), seed, 0.2)) for turns in range(30)]
        assert all(later <= earlier for earlier, later in pairwise(known))
        assert known[0]
        assert not known[-1]


def test_who_forgets_a_card_of_the_deck_forgets_those_below_it() -> None:
    tops = [recalled(seen_before(5), seed, 0.2).known_top for seed in range(60)]
    assert all(top == seen_before(5).known_top[: len(top)] for top in tops)
    assert {len(top) for top in tops} >= {0, 1, 2}


def test_stronger_levels_forget_less() -> None:
    players = [level.player() for level in LEVELS]
    searching = [player.forgets for player in players if isinstance(player, Thinker)]
    judging = [player.forgets for player in players if isinstance(player, Person)]
    forgetting = judging + searching
    assert forgetting == sorted(forgetting, reverse=True)
    assert forgetting[-1] == 0 < forgetting[0]


def test_every_deal_has_the_cards_that_were_seen_in_their_places() -> None:
    deals = Deals(seen_before(9), random.Random(1))
    for _ in range(20):
        guess = deals.next()
        assert all(guess.hands[1] >> parse_card(name) & 1 for name in _CARDS.split()[:5])
        assert guess.deck[-4:] == [parse_card(name) for name in ("KC", "QC", "JC", "TC")]


@pytest.mark.parametrize("forgets", [False, True])
def test_a_loss_is_plain_to_who_remembers_the_card_that_brings_it(forgets: bool) -> None:
    """Its opponent fetched the ten with which it wins: to draw a card does not stop that."""
    before = "P0 hand AC 3D 4C; P1 hand TH; P1 points 9D 2D; turn 9 P0; seen 5 TH"
    view = observe(set_up("standard", before), 0)
    if forgets:
        view = recalled(view, 1, 1.0)
    left = {str(action) for action in attended(view, 1).legal}
    assert "oneoff AC" in left
    assert ("draw" in left) is forgets


@pytest.mark.slow
def test_a_choice_is_made_from_what_is_remembered() -> None:
    """The one who remembers that the opponent has all twos does not play into them."""
    before = "P0 hand 5C 9D; P1 hand 2C 2D 2H 3S; P1 points 3D; turn 9 P0; seen 5 2C 2D 2H 3S"
    view = observe(set_up("standard", before), 0)
    forgetful = Thinker(40, forgets=1.0)
    shares = [
        sum(str(player.choose(view, seed)).startswith("oneoff") for seed in range(30))
        for player in (forgetful, replace(forgetful, forgets=0.0))
    ]
    assert shares[1] < shares[0]
