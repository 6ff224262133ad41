"""Say in one sentence what a card is good for under the rules in play."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from cuttle_tui.prose import Sentence, card_span, say
from cuttle_tui.wording.names import counted
from engine.cards import EIGHT, NUMBERS, RANK_LETTERS, TEN, Card, rank_of
from engine.rulesets import UNLIMITED, Ruleset


def card_rule(card: Card, ruleset: Ruleset) -> Sentence:
    """Say what a card is good for."""
    rank = rank_of(card)
    plain = NUMBERS >> card & 1 and rank != EIGHT and RANK_LETTERS[rank] not in ruleset.one_offs
    words = _points_only(ruleset, rank) if plain else _RULES[rank](ruleset)
    return say(card_span(card), " ", words)


def _points_only(ruleset: Ruleset, rank: int) -> str:
    block = ", or a block against a scuttle" if rank == TEN and ruleset.ten_block_scuttle else ""
    return f"{counted(rank + 1, 'point')}{block or ', and no effect beside'}"


def foe(ruleset: Ruleset) -> str:
    """Name whoever an effect hits."""
    return "the other player" if ruleset.seats == 2 else "a foe"


def _three(ruleset: Ruleset) -> str:
    but = "" if ruleset.three_exclude == "self" else ", but no three,"
    return f"fetch: take one card{but} from the scrap into your hand"


def _four(ruleset: Ruleset) -> str:
    cards = counted(ruleset.four_count, "card")
    if ruleset.four_mode == "opponentDraws":
        return f"rob: {foe(ruleset)} has to draw {cards}"
    how = "by chance" if ruleset.four_mode == "random" else "of choice"
    return f"rob: {foe(ruleset)} discards {cards} {how}"


def _five(ruleset: Ruleset) -> str:
    pay = "discard one, then " if ruleset.five_discard else ""
    return f"draw: {pay}draw {counted(ruleset.five_draw, 'card')}"


def _seven(ruleset: Ruleset) -> str:
    one = "the top card" if ruleset.seven_reveal == 1 else "one of the top two cards"
    return f"peek: play {one} of the deck at once"


def _eight(ruleset: Ruleset) -> str:
    hands = "the other hand" if ruleset.seats == 2 else "the hands of your foes"
    against = "; or it scraps glasses" if ruleset.eight_one_off else ""
    if ruleset.eight_form == "none":
        return f"eight points{against or ', and no effect beside'}"
    if ruleset.eight_form == "status":
        return f"specs: eight points, or it opens {hands} until the next such eight"
    return f"specs: eight points, or glasses that open {hands} to you{against}"


def _nine(ruleset: Ruleset) -> str:
    far = "on top of the deck" if ruleset.nine_dest == "deckTop" else "back to the hand"
    number = "one card" if ruleset.nine_count == 1 else f"{ruleset.nine_count} cards"
    answer = "; or it answers a royal" if ruleset.nine_royal_response else ""
    return f"evict: send {number} {far}{answer}"


def _jack(ruleset: Ruleset) -> str:
    if ruleset.jack_reach == "oppToSelf":
        return "steal: a jack takes over a point card"
    where = "to the other side" if ruleset.seats == 2 else "from any seat to any other"
    return f"steal: a jack moves a point card {where}"


def _queen(ruleset: Ruleset) -> str:
    one = ", one a side" if ruleset.queen_max_per_side < UNLIMITED else ""
    return f"guard: a queen shields your other cards from aimed effects{one}"


def _joker(ruleset: Ruleset) -> str:
    if ruleset.joker_mode == "handSwap":
        return f"swap: exchange your hand with {foe(ruleset)}"
    if ruleset.joker_reach == "anyToAny":
        return "take: a joker moves a royal from any seat to any other"
    return "take: a joker takes over a royal, or a jack with what it holds"


_RULES: Final[tuple[Callable[[Ruleset], str], ...]] = (
    lambda ruleset: "wipe: all point cards go to the scrap",
    lambda ruleset: "undo: answers a one-off, or scraps one royal or glasses",
    _three,
    _four,
    _five,
    lambda ruleset: "purge: all kings, queens, jacks and glasses go to the scrap",
    _seven,
    _eight,
    _nine,
    lambda ruleset: f"cost: {foe(ruleset)} discards one card of choice",
    _jack,
    _queen,
    lambda ruleset: "goal: each king lowers the points you need",
    _joker,
)
"""By rank, ace to joker."""
