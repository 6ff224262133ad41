"""Remember hidden cards that were seen.

No rule shuffles a hand or the deck, and cards go there face up, unless they are drawn. So whoever
has seen a card always knows where it is: on the table, in the scrap, on the deck, or in the hand
that took it up. It is enough to note who saw which cards, at the latest when they are hidden; what
is known later follows from where they are then.
"""

from __future__ import annotations

from collections.abc import Mapping

from engine.cards import Card, CardSet, members, set_of
from engine.play.position import EVERYBODY, Position, Seen
from engine.play.readers import hands_read_by
from engine.play.view import Remembered


def remember(p: Position, cards: CardSet) -> None:
    """Note that everybody sees these cards."""
    p.seen = (*p.seen, Seen(p.turn, EVERYBODY, cards))


def remember_hands(p: Position) -> None:
    """Note which hands are read by whom: to be called before that may change."""
    opened = _read(p, None)
    if opened:
        remember(p, opened)
        return
    noted = [Seen(p.turn, 1 << seat, _read(p, seat)) for seat in range(p.rules.seats)]
    p.seen = (*p.seen, *noted)


def _read(p: Position, viewer: int | None) -> CardSet:
    """Return the cards of all hands that a viewer may read."""
    return sum([p.hands[seat] for seat in hands_read_by(p, viewer)])


def turn_down(p: Position) -> None:
    """Turn what a seven turned up face down again."""
    remember(p, set_of(p.shown()))
    p.revealed = 0


def turns_seen(p: Position, viewer: int | None) -> dict[Card, int]:
    """Return the noted cards that a viewer has seen, each with the last turn in which it did."""
    bit = 1 << (p.rules.seats if viewer is None else viewer)
    turns = {}
    for turn, by, cards in p.seen:
        if by & bit:
            for card in members(cards):
                turns[card] = turn
    return turns


def in_hand(hidden: CardSet, turns: Mapping[Card, int]) -> tuple[Remembered, ...]:
    """Return the hidden cards of a hand that were seen."""
    return tuple([Remembered(card, turns[card]) for card in members(hidden) if card in turns])


def on_deck(p: Position, turns: Mapping[Card, int]) -> tuple[Remembered, ...]:
    """Return the face-down cards on top of the deck that were seen, top first."""
    found = []
    for card in reversed(p.deck[: len(p.deck) - p.revealed]):
        if card not in turns:
            break
        found.append(Remembered(card, turns[card]))
    return tuple(found)
