"""Explain in a line what a card does under the rules in play."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from cuttle_tui.i18n.rich_text import Sentence, card_span, say
from cuttle_tui.i18n.translation import N_, Plural, Words, counted
from engine.cards import EIGHT, NUMBERS, TEN, Card, rank_of
from engine.rules.effects import effect_of
from engine.rules.rulesets import UNLIMITED, Ruleset


def card_rule(card: Card, ruleset: Ruleset) -> Sentence:
    """Explain what a card does."""
    rank = rank_of(card)
    plain = NUMBERS >> card & 1 and rank != EIGHT and effect_of(ruleset, rank) is None
    words = _points_only(ruleset, rank) if plain else _RULES[rank](ruleset)
    return say(card_span(card), " ", words)


_NO_EFFECT: Final = Plural("{n} point; no one-off effect", "{n} points; no one-off effect")
_BLOCKS: Final = Plural("{n} point, or block a scuttle", "{n} points, or block a scuttle")


def _points_only(ruleset: Ruleset, rank: int) -> str:
    blocks = rank == TEN and ruleset.ten_block_scuttle
    return counted(rank + 1, _BLOCKS if blocks else _NO_EFFECT)


_FETCHES: Final = {
    "self": N_("fetch: take a card from the scrap"),
    "self+3": N_("fetch: take a card, but no three, from the scrap"),
}


_ROBS: Final = {
    "choice": (
        Plural("rob: your opponent discards {n} card", "rob: your opponent discards {n} cards"),
        Plural("rob: an opponent discards {n} card", "rob: an opponent discards {n} cards"),
    ),
    "random": (
        Plural(
            "rob: your opponent discards {n} card at random",
            "rob: your opponent discards {n} cards at random",
        ),
        Plural(
            "rob: an opponent discards {n} card at random",
            "rob: an opponent discards {n} cards at random",
        ),
    ),
    "opponentDraws": (
        Plural("rob: your opponent must draw {n} card", "rob: your opponent must draw {n} cards"),
        Plural("rob: an opponent must draw {n} card", "rob: an opponent must draw {n} cards"),
    ),
}
"""For two players, and for more."""


_DRAWS: Final = (
    Plural("draw: draw {n} card", "draw: draw {n} cards"),
    Plural("draw: discard one, then draw {n} card", "draw: discard one, then draw {n} cards"),
)


_PEEKS: Final = (
    N_("peek: play the top card of the deck"),
    N_("peek: play one of the top two cards of the deck"),
)


def _eight(ruleset: Ruleset) -> Words:
    if ruleset.eight_form == "none":
        return _EIGHT_SCRAPS if ruleset.eight_one_off else _EIGHT_POINTS
    if ruleset.eight_form == "status":
        return _EIGHT_STATUS[ruleset.seats > 2]
    return _GLASSES[ruleset.seats > 2][ruleset.eight_one_off]


_EIGHT_POINTS: Final = N_("eight points; no one-off effect")
_EIGHT_SCRAPS: Final = N_("eight points; or scrap glasses")
_EIGHT_STATUS: Final = (
    N_("specs: eight points, or your opponent plays with an open hand until the next eight"),
    N_("specs: eight points, or your opponents play with open hands until the next eight"),
)
_GLASSES: Final = (
    (
        N_("specs: eight points, or glasses to see your opponent's hand"),
        N_("specs: eight points, or glasses to see your opponent's hand; or scrap glasses"),
    ),
    (
        N_("specs: eight points, or glasses to see your opponents' hands"),
        N_("specs: eight points, or glasses to see your opponents' hands; or scrap glasses"),
    ),
)
"""For two players or more; without or with another effect."""


_EVICTS: Final = (
    (
        Plural(
            "evict: return a card to its controller's hand",
            "evict: return {n} cards to their controllers' hands",
        ),
        Plural(
            "evict: return a card to its controller's hand; or counter a royal",
            "evict: return {n} cards to their controllers' hands; or counter a royal",
        ),
    ),
    (
        Plural("evict: put a card on top of the deck", "evict: put {n} cards on top of the deck"),
        Plural(
            "evict: put a card on top of the deck; or counter a royal",
            "evict: put {n} cards on top of the deck; or counter a royal",
        ),
    ),
)
"""To a hand or the deck; without or with the counter to royals."""


_COSTS: Final = (N_("cost: your opponent discards a card"), N_("cost: an opponent discards a card"))


_STEAL: Final = N_("steal: take an opponent's point card")
_MOVES: Final = (
    N_("steal: move a point card across the table"),
    N_("steal: move a point card from any player to any other"),
)


_GUARDS: Final = (
    N_("guard: protects your other cards from jacks, twos and nines"),
    N_("guard: protects your other cards from jacks, twos and nines; one per player"),
)


def _joker(ruleset: Ruleset) -> Words:
    if ruleset.joker_mode == "handSwap":
        return _SWAPS[ruleset.seats > 2]
    return _TAKE_ANY if ruleset.joker_reach == "anyToAny" else _TAKE


_SWAPS: Final = (
    N_("swap: exchange hands with your opponent"),
    N_("swap: exchange hands with an opponent"),
)
_TAKE: Final = N_("take: steal a royal, or a jack with the card it holds")
_TAKE_ANY: Final = N_("take: move a royal from any player to any other")

_WIPE: Final = N_("wipe: scrap all point cards")
_UNDO: Final = N_("break: counter a one-off, or scrap one royal or glasses")
_PURGES: Final = (
    N_("purge: scrap all kings, queens, jacks and glasses"),
    N_("purge: scrap all kings, queens, jacks, jokers and glasses"),
)
_GOAL: Final = N_("goal: lowers the points you need")

_RULES: Final[tuple[Callable[[Ruleset], Words], ...]] = (
    lambda ruleset: _WIPE,
    lambda ruleset: _UNDO,
    lambda ruleset: _FETCHES[ruleset.three_exclude],
    lambda ruleset: counted(ruleset.four_count, _ROBS[ruleset.four_mode][ruleset.seats > 2]),
    lambda ruleset: counted(ruleset.five_draw, _DRAWS[ruleset.five_discard > 0]),
    lambda ruleset: _PURGES[ruleset.joker_mode == "stealRoyal"],
    lambda ruleset: _PEEKS[ruleset.seven_reveal > 1],
    _eight,
    lambda ruleset: counted(
        ruleset.nine_count, _EVICTS[ruleset.nine_dest == "deckTop"][ruleset.nine_royal_response]
    ),
    lambda ruleset: _COSTS[ruleset.seats > 2],
    lambda ruleset: _STEAL if ruleset.jack_reach == "oppToSelf" else _MOVES[ruleset.seats > 2],
    lambda ruleset: _GUARDS[ruleset.queen_max_per_side < UNLIMITED],
    lambda ruleset: _GOAL,
    _joker,
)
"""By rank, ace to joker."""
