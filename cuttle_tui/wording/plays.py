"""Word what playing a card in one way would do."""

from __future__ import annotations

from typing import Final

from cuttle_tui.prose import Sentence, cards, say
from cuttle_tui.wording.asking import Question
from cuttle_tui.wording.names import goal_with, kings_of, role_word
from engine.actions import Kind
from engine.cards import ACE, EIGHT, KING, QUEEN, SEVEN, SIX, THREE, Card, rank_of, value_of
from engine.view import View


def play_label(q: Question, card: Card, kind: Kind) -> Sentence:
    """Word what playing a card in one way would do."""
    side = q.view.seats[q.seat]
    if kind is Kind.POINTS:
        return say(f"points: {side.score + value_of(card)} of {max(side.goal, 0)}")
    if kind is Kind.SCUTTLE:
        return say("scuttle ", cards(targets_of(q.view, card, kind), " or ", most=3))
    if kind is Kind.ONE_OFF:
        return say(f"one-off: {_one_off_words(q.view, card)}")
    if kind in (Kind.JACK, Kind.JOKER):
        verb = "steal " if kind is Kind.JACK else "take "
        return say(verb, cards(targets_of(q.view, card, kind), " or ", most=3))
    if kind is Kind.ROYAL:
        return _royal_label(q, card)
    return say(_OTHER_LABELS.get(kind, kind.name.lower()))


def _one_off_words(view: View, card: Card) -> str:
    word = role_word(card, view.ruleset) or "effect"
    return f"{word}{_ONE_OFF_OBJECTS.get(rank_of(card), '')}"


_ONE_OFF_OBJECTS: Final = {
    ACE: " all points",
    THREE: " from scrap",
    SIX: " all royals",
    SEVEN: " at the deck",
}
_OTHER_LABELS: Final = {Kind.DISCARD: "throw it away"}


def _royal_label(q: Question, card: Card) -> Sentence:
    rank = rank_of(card)
    if rank == KING:
        goal = goal_with(q.view, q.seat, kings_of(q.view, q.seat) + 1)
        return say(f"king: goal {goal}" if goal > 0 else "king: no goal left")
    if rank == QUEEN:
        return say("queen: guard your cards")
    hands = "the other hand" if len(q.view.seats) == 2 else "the hands of foes"
    return say(f"glasses: read {hands}" if rank == EIGHT else "royal")


def targets_of(view: View, card: Card, kind: Kind) -> list[Card]:
    """List what a card may be aimed at first."""
    found = (a.targets[0] for a in view.legal if a.kind is kind and a.cards == (card,) if a.targets)
    return list(dict.fromkeys(found))
