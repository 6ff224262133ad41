"""Hold for each rank how its one-off may be aimed and what it does, by ruleset."""

from __future__ import annotations

from typing import Final, NamedTuple

from engine.cards import EIGHT, EIGHTS, FOUR, JOKER, NINE, ONE_OF_RANK, TEN, CardSet
from engine.play.compiled import cards_of_ranks
from engine.play.one_offs import (
    Resolve,
    resolve_ace,
    resolve_drawing_four,
    resolve_exposure,
    resolve_five,
    resolve_four,
    resolve_nine,
    resolve_random_four,
    resolve_scrap_target,
    resolve_seven,
    resolve_six,
    resolve_swap,
    resolve_ten,
    resolve_three,
)
from engine.play.targets import (
    Offer,
    offer_always,
    offer_double_nine,
    offer_eight,
    offer_nine,
    offer_three,
    offer_two,
    offer_victim,
    offer_victim_to_draw,
    offer_victim_with_cards,
    offer_with_deck,
)
from engine.rules.rulesets import Ruleset


class Effect(NamedTuple):
    """What one rank does as a one-off."""

    offer: Offer
    resolve: Resolve


_FOUR: Final = {
    "choice": Effect(offer_victim_with_cards, resolve_four),
    "random": Effect(offer_victim_with_cards, resolve_random_four),
    "opponentDraws": Effect(offer_victim_to_draw, resolve_drawing_four),
}
_BASE: Final[tuple[Effect | None, ...]] = (
    Effect(offer_always, resolve_ace),
    Effect(offer_two, resolve_scrap_target),
    Effect(offer_three, resolve_three),
    None,  # four: by four.mode
    Effect(offer_with_deck, resolve_five),
    Effect(offer_always, resolve_six),
    Effect(offer_with_deck, resolve_seven),
    None,  # eight: by its form
    Effect(offer_nine, resolve_nine),
    None,  # ten: by ten.oneOff
    None,
    None,
    None,
    None,  # joker: by joker.mode
)


def effects_of(ruleset: Ruleset) -> tuple[tuple[Effect | None, ...], CardSet]:
    """Pick the effects a ruleset plays with, by rank, and the cards that have one."""
    effects = list(_BASE)
    effects[FOUR] = _FOUR[ruleset.four_mode]
    if ruleset.nine_count > 1:
        effects[NINE] = Effect(offer_double_nine, resolve_nine)
    allowed = cards_of_ranks(ruleset.one_offs)
    if ruleset.eight_form == "status":
        effects[EIGHT] = Effect(offer_always, resolve_exposure)
    elif ruleset.eight_one_off:
        effects[EIGHT] = Effect(offer_eight, resolve_scrap_target)
        allowed |= EIGHTS
    if ruleset.ten_one_off == "discard1":
        effects[TEN] = Effect(offer_victim_with_cards, resolve_ten)
    if ruleset.joker_mode == "handSwap":
        effects[JOKER] = Effect(offer_victim, resolve_swap)
        allowed |= ONE_OF_RANK[JOKER]
    cards = sum(ONE_OF_RANK[rank] for rank, effect in enumerate(effects) if effect) & allowed
    return tuple(effects), cards


def cards_with(effects: tuple[Effect | None, ...], offer: Offer) -> CardSet:
    """Gather the cards whose one-off is offered in this way."""
    return sum(
        ONE_OF_RANK[rank] for rank, effect in enumerate(effects) if effect and effect.offer is offer
    )
