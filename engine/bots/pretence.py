"""Think about a forced answer as if there were a choice, so that the time tells nothing."""

from __future__ import annotations

from typing import Final

from engine.actions import Kind
from engine.cards import BIT, Card, members
from engine.play.legal import RESPONSE_CARDS
from engine.play.observe import determinize, observe
from engine.play.position import Position
from engine.play.view import Ask, View

_ANSWERS: Final = {
    Ask.COUNTER: RESPONSE_CARDS[Kind.COUNTER],
    Ask.BLOCK: RESPONSE_CARDS[Kind.BLOCK],
    Ask.REBUFF: RESPONSE_CARDS[Kind.REBUFF],
}
"""The cards that answer, by what is asked."""


def with_an_answer(view: View) -> View:
    """Return the view as it would be with a card that can answer in place of one in hand.

    Only where the viewer is asked for an answer and has none: other views are returned as they are.
    """
    seat = view.viewer
    if (
        seat is None
        or len(view.legal) != 1
        or view.ask not in _ANSWERS
        or not view.seats[seat].hand
    ):
        return view
    p = determinize(view, b"as if")
    for card in members(_ANSWERS[view.ask]):
        if _swap(p, view, seat, card):
            return observe(p, seat)
    return view


def _swap(p: Position, view: View, seat: int, card: Card) -> bool:
    """Exchange a card of a seat's hand for one that it cannot see; return whether that worked."""
    given = view.seats[seat].hand[0]
    down = len(p.deck) - p.revealed
    if card in p.deck[:down]:
        p.deck[p.deck.index(card)] = given
    else:
        hidden = (
            other
            for other, part in enumerate(view.seats)
            if p.hands[other] & BIT[card] and card not in part.hand
        )
        holder = next(hidden, None)
        if holder is None:
            return False
        p.hands[holder] ^= BIT[card] | BIT[given]
    p.hands[seat] ^= BIT[card] | BIT[given]
    return True
