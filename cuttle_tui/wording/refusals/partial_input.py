"""Show how to type an action with no own card, or with several."""

from __future__ import annotations

from typing import Final

from cuttle_tui.i18n.rich_text import Sentence, tell
from engine.actions import WORDS, Action, Kind
from engine.cards import Card, card_name
from engine.play.view import View

EXAMPLES: Final = {
    Kind.POINTS: "points 7S",
    Kind.SCUTTLE: "scuttle 9S>8D",
    Kind.ROYAL: "royal KD",
    Kind.JACK: "jack JH>10S",
    Kind.JOKER: "joker XB>KD",
    Kind.ONE_OFF: "oneoff 9C>KD",
    Kind.COUNTER: "counter 2S",
    Kind.BLOCK: "block 10S",
    Kind.REBUFF: "rebuff 9S",
    Kind.TAKE: "take 9S",
}
"""What is typed for each kind of action that plays one card."""
_AIMED: Final = (Kind.SCUTTLE, Kind.JACK, Kind.JOKER, Kind.ONE_OFF)


def how_typed(view: View, action: Action) -> Sentence:
    """Say what a typed action lacks."""
    kind, cards = action.kind, action.cards
    if not cards:
        return tell("which card? as in {example}", example=EXAMPLES[kind])
    if kind in _AIMED and len(cards) == 2 and not action.targets:
        example = f"{WORDS[kind]} {'>'.join(_own_first(view, cards))}"
        return tell("write > before the target, as in {example}", example=example)
    return tell("one card at a time, as in {example}", example=EXAMPLES[kind])


def _own_first(view: View, cards: tuple[Card, ...]) -> list[str]:
    """Name cards as typed, hand cards first."""
    held = () if view.viewer is None else view.seats[view.viewer].hand
    names = [card_name(card) for card in sorted(cards, key=lambda card: card not in held)]
    return [name.replace("T", "10") for name in names]
