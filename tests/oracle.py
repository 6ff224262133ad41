"""Tell which cards somebody has rightly seen, from the whole truth and the rules alone.

This is written beside the engine's own redaction and uses none of it.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from engine.cards import CARD_NAMES, Card, members
from engine.play.position import Position

_EIGHTS: Final = sum(1 << card for card, name in enumerate(CARD_NAMES) if name.startswith("8"))
_SIGNS: Final = {"♣": "C", "♦": "D", "♥": "H", "♠": "S", "★": "B", "☆": "R"}
_ON_SCREEN: Final = re.compile("(10|[A2-9JQK])([♣♦♥♠])|Jo([★☆])")


def reads(position: Position, viewer: int | None, seat: int) -> bool:
    """Tell whether a viewer may look into a hand now."""
    ruleset = position.rules.ruleset
    bared = ruleset.reveal_hands_deck_empty and not position.deck
    if viewer == seat or ruleset.hands_open or position.outcome is not None or bared:
        return True
    if viewer is None or seat in position.retired:
        return False
    foes = ruleset.sides[viewer] != ruleset.sides[seat]
    return foes and bool(position.exposer == viewer or position.royals[viewer] & _EIGHTS)


def in_sight(position: Position, viewer: int | None) -> set[Card]:
    """Give the cards that lie open to a viewer now."""
    seen = {*position.scrap, *position.pending_sevens}
    seen.update(*(stack for stack in position.stacks.values()))
    seen.update(*(played.action.cards for played in position.pile))
    if position.revealed:
        seen.update(position.deck[-position.revealed :])
    for seat in range(position.rules.seats):
        seen.update(members(position.points[seat] | position.royals[seat] | position.frozen[seat]))
        if reads(position, viewer, seat):
            seen.update(members(position.hands[seat]))
    return seen


class Knowledge:
    """What each seat, and a watcher (None), has seen of one game."""

    def __init__(self, position: Position) -> None:
        viewers: tuple[int | None, ...] = (None, *range(position.rules.seats))
        self._seen: dict[int | None, set[Card]] = {viewer: set() for viewer in viewers}
        self._pack = set(position.rules.pack)
        self.look(position)

    def look(self, position: Position) -> None:
        """Let everybody see what there is to see after an action."""
        for viewer, seen in self._seen.items():
            seen |= in_sight(position, viewer)

    def hidden(self, viewer: int | None) -> frozenset[Card]:
        """Give the cards a viewer has not seen in this game."""
        return frozenset(self._pack - self._seen[viewer])


@lru_cache(maxsize=1 << 14)
def cards_on(text: str) -> frozenset[Card]:
    """Find the cards that are drawn or named in a text, by their signs."""
    return frozenset(map(_card, _ON_SCREEN.finditer(text)))


def _card(match: re.Match[str]) -> Card:
    rank, suit, joker = match.groups()
    name = f"X{_SIGNS[joker]}" if joker else rank.replace("10", "T") + _SIGNS[suit]
    return CARD_NAMES.index(name)


def names(cards: frozenset[Card]) -> str:
    """Write cards for a message."""
    return " ".join(CARD_NAMES[card] for card in sorted(cards))
