"""Say in one sentence what a card is good for under the rules in play."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from cuttle_tui.i18n.rich_text import Sentence, card_span, say
from cuttle_tui.i18n.translation import N_, Plural, Words, counted
from engine.cards import EIGHT, NUMBERS, TEN, Card, rank_of
from engine.rules.effects import effect_of
from engine.rules.rulesets import UNLIMITED, Ruleset


def card_rule(card: Card, ruleset: Ruleset) -> Sentence:
    """Say what a card is good for."""
    rank = rank_of(card)
    plain = NUMBERS >> card & 1 and rank != EIGHT and effect_of(ruleset, rank) is None
    words = _points_only(ruleset, rank) if plain else _RULES[rank](ruleset)
    return say(card_span(card), " ", words)


_NO_EFFECT: Final = Plural("{n} point, and no effect beside", "{n} points, and no effect beside")
_BLOCKS: Final = Plural(
    "{n} point, or a block against a scuttle", "{n} points, or a block against a scuttle"
)


def _points_only(ruleset: Ruleset, rank: int) -> str:
    blocks = rank == TEN and ruleset.ten_block_scuttle
    return counted(rank + 1, _BLOCKS if blocks else _NO_EFFECT)


def _three(ruleset: Ruleset) -> Words:
    return _FETCH if ruleset.three_exclude == "self" else _FETCH_NO_THREE


_FETCH: Final = N_("fetch: take one card from the scrap into your hand")
_FETCH_NO_THREE: Final = N_("fetch: take one card, but no three, from the scrap into your hand")


def _four(ruleset: Ruleset) -> Words:
    return counted(ruleset.four_count, _ROBS[ruleset.four_mode][ruleset.seats > 2])


_ROBS: Final = {
    "choice": (
        Plural(
            "rob: the other player discards {n} card of their choice",
            "rob: the other player discards {n} cards of their choice",
        ),
        Plural(
            "rob: a foe discards {n} card of their choice",
            "rob: a foe discards {n} cards of their choice",
        ),
    ),
    "random": (
        Plural(
            "rob: the other player discards {n} card by chance",
            "rob: the other player discards {n} cards by chance",
        ),
        Plural("rob: a foe discards {n} card by chance", "rob: a foe discards {n} cards by chance"),
    ),
    "opponentDraws": (
        Plural(
            "rob: the other player has to draw {n} card",
            "rob: the other player has to draw {n} cards",
        ),
        Plural("rob: a foe has to draw {n} card", "rob: a foe has to draw {n} cards"),
    ),
}
"""For two players, and for more."""


def _five(ruleset: Ruleset) -> Words:
    return counted(ruleset.five_draw, _PAY_AND_DRAW if ruleset.five_discard else _DRAW)


_DRAW: Final = Plural("draw: draw {n} card", "draw: draw {n} cards")
_PAY_AND_DRAW: Final = Plural(
    "draw: discard one, then draw {n} card", "draw: discard one, then draw {n} cards"
)


def _seven(ruleset: Ruleset) -> Words:
    return _PEEK if ruleset.seven_reveal == 1 else _PEEK_TWO


_PEEK: Final = N_("peek: play the top card of the deck at once")
_PEEK_TWO: Final = N_("peek: play one of the top two cards of the deck at once")


def _eight(ruleset: Ruleset) -> Words:
    if ruleset.eight_form == "none":
        return _EIGHT_SCRAPS if ruleset.eight_one_off else _EIGHT_POINTS
    if ruleset.eight_form == "status":
        return _EIGHT_STATUS[ruleset.seats > 2]
    return _GLASSES[ruleset.seats > 2][ruleset.eight_one_off]


_EIGHT_POINTS: Final = N_("eight points, and no effect beside")
_EIGHT_SCRAPS: Final = N_("eight points; or it scraps glasses")
_EIGHT_STATUS: Final = (
    N_("specs: eight points, or it opens the other hand until the next such eight"),
    N_("specs: eight points, or it opens the hands of your foes until the next such eight"),
)
_GLASSES: Final = (
    (
        N_("specs: eight points, or glasses that open the other hand to you"),
        N_("specs: eight points, or glasses that open the other hand to you; or it scraps glasses"),
    ),
    (
        N_("specs: eight points, or glasses that open the hands of your foes to you"),
        N_(
            "specs: eight points, or glasses that open the hands of your foes to you;"
            " or it scraps glasses"
        ),
    ),
)
"""For two players, and for more; without another effect, and with it."""


def _nine(ruleset: Ruleset) -> Words:
    to_deck = ruleset.nine_dest == "deckTop"
    return counted(ruleset.nine_count, _EVICTS[to_deck][ruleset.nine_royal_response])


_EVICTS: Final = (
    (
        Plural(
            "evict: send one card back to its holder's hand",
            "evict: send {n} cards back to their holders' hands",
        ),
        Plural(
            "evict: send one card back to its holder's hand; or it answers a royal",
            "evict: send {n} cards back to their holders' hands; or it answers a royal",
        ),
    ),
    (
        Plural(
            "evict: send one card on top of the deck", "evict: send {n} cards on top of the deck"
        ),
        Plural(
            "evict: send one card on top of the deck; or it answers a royal",
            "evict: send {n} cards on top of the deck; or it answers a royal",
        ),
    ),
)
"""To a hand, and to the deck; without an answer to royals, and with it."""


def _ten(ruleset: Ruleset) -> Words:
    return _COSTS[ruleset.seats > 2]


_COSTS: Final = (
    N_("cost: the other player discards one card of their choice"),
    N_("cost: a foe discards one card of their choice"),
)


def _jack(ruleset: Ruleset) -> Words:
    return _STEAL if ruleset.jack_reach == "oppToSelf" else _MOVES[ruleset.seats > 2]


_STEAL: Final = N_("steal: a jack takes over a point card")
_MOVES: Final = (
    N_("steal: a jack moves a point card to the other side"),
    N_("steal: a jack moves a point card from any seat to any other"),
)


def _queen(ruleset: Ruleset) -> Words:
    return _GUARD_ONE if ruleset.queen_max_per_side < UNLIMITED else _GUARD


_GUARD: Final = N_("guard: a queen shields your other cards from aimed effects")
_GUARD_ONE: Final = N_("guard: a queen shields your other cards from aimed effects, one a side")


def _joker(ruleset: Ruleset) -> Words:
    if ruleset.joker_mode == "handSwap":
        return _SWAPS[ruleset.seats > 2]
    return _TAKE_ANY if ruleset.joker_reach == "anyToAny" else _TAKE


_SWAPS: Final = (
    N_("swap: exchange hands with the other player"),
    N_("swap: exchange hands with a foe"),
)
_TAKE: Final = N_("take: a joker takes over a royal, or a jack with what it holds")
_TAKE_ANY: Final = N_("take: a joker moves a royal from any seat to any other")

_WIPE: Final = N_("wipe: all point cards go to the scrap")
_UNDO: Final = N_("undo: answers a one-off, or scraps one royal or glasses")
_PURGE: Final = N_("purge: all kings, queens, jacks and glasses go to the scrap")
_PURGE_JOKERS: Final = N_("purge: kings, queens, jacks, jokers and glasses go to the scrap")
_GOAL: Final = N_("goal: each king lowers the points you need")

_RULES: Final[tuple[Callable[[Ruleset], Words], ...]] = (
    lambda ruleset: _WIPE,
    lambda ruleset: _UNDO,
    _three,
    _four,
    _five,
    lambda ruleset: _PURGE_JOKERS if ruleset.joker_mode == "stealRoyal" else _PURGE,
    _seven,
    _eight,
    _nine,
    _ten,
    _jack,
    _queen,
    lambda ruleset: _GOAL,
    _joker,
)
"""By rank, ace to joker."""
