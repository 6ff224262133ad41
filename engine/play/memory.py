"""Remember hidden cards that were seen.

No rule shuffles a hand or the deck, and cards go there face up, unless they are drawn. So whoever
has seen a card always knows where it is: on the table, in the scrap, on the deck, or in the hand
that took it up. It is enough to note who saw which cards, at the latest when they are hidden; what
is known later follows from where they are then.
"""

from __future__ import annotations

from engine.cards import BIT, Card, CardSet, members
from engine.play.position import EVERYBODY, Position
from engine.play.readers import hands_read_by, sees_hands
from engine.play.view import Remembered


def remember(p: Position, cards: CardSet) -> None:
    """Note that everybody sees these cards."""
    p.seen = (*p.seen, (p.turn, EVERYBODY, cards))


def remember_hands(p: Position) -> None:
    """Note who reads the hands of others: to be called before that may change."""
    if hands_read_by(p, None):
        remember(p, sum(p.hands))
        return
    for seat in range(p.rules.seats):
        if sees_hands(p, seat):
            read = sum([p.hands[other] for other in hands_read_by(p, seat)])
            p.seen = (*p.seen, (p.turn, BIT[seat], read))


def remember_own(p: Position, seat: int) -> None:
    """Note that a seat has seen its own hand, before that goes to another seat."""
    p.seen = (*p.seen, (p.turn, BIT[seat], p.hands[seat]))


def turn_down(p: Position) -> None:
    """Turn what a seven turned up face down again."""
    cards = 0
    for card in p.shown():
        cards |= BIT[card]
    remember(p, cards)
    p.revealed = 0


def seen_by(p: Position, viewer: int | None) -> CardSet:
    """Return the noted cards that a viewer has seen."""
    bit = _bit(p, viewer)
    cards = 0
    for _, by, seen in p.seen:
        if by & bit:
            cards |= seen
    return cards


def _bit(p: Position, viewer: int | None) -> int:
    """Return the bit that stands for a viewer: for watchers, that of no seat."""
    return BIT[p.rules.seats if viewer is None else viewer]


def with_turns(p: Position, viewer: int | None, cards: CardSet) -> tuple[Remembered, ...]:
    """Return cards that a viewer has seen, each with the last turn in which it did."""
    return tuple([_last_seen(p, viewer, card) for card in members(cards)])


def _last_seen(p: Position, viewer: int | None, card: Card) -> Remembered:
    bit = _bit(p, viewer)
    turns = [turn for turn, by, seen in p.seen if by & bit and seen & BIT[card]]
    return Remembered(card, max(turns))


def top_of_deck(p: Position, viewer: int | None, seen: CardSet) -> tuple[Remembered, ...]:
    """Return the face-down cards on top of the deck that a viewer has seen, top first."""
    found = []
    for place in range(len(p.deck) - p.revealed - 1, -1, -1):
        card = p.deck[place]
        if not seen & BIT[card]:
            break
        found.append(_last_seen(p, viewer, card))
    return tuple(found)
