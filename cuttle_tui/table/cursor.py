"""Move the cursor along the cards of the tray, and from row to row where they lie in several."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Final

from cuttle_tui.table.choices import TRAY_KEYS, Choice
from engine.cards import Card

_ALONG: Final = ("left", "right", "home", "end")
_ROWS: Final = {"up": -1, "down": 1}


def move(
    choice: Choice,
    key: str,
    cards: Sequence[Card],
    across: int = 0,
    stops: Collection[Card] | None = None,
) -> Choice:
    """Move the cursor by an arrow or by the key of a card; esc puts it away.

    Args:
        choice: where it is.
        key: the key, as Textual names it.
        cards: the cards of the tray, as they are drawn.
        across: how many of them stand in one row; 0 for all.
        stops: the cards at which arrows stop; all, if not given.
    """
    if key == "escape":
        return replace(choice, card=None)
    open_to = [card for card in cards if stops is None or card in stops]
    if key in _ALONG and open_to:
        return replace(choice, card=_along(choice.card, key, open_to))
    if key in _ROWS:
        return replace(choice, card=_across_rows(choice.card, _ROWS[key], cards, across, open_to))
    card = keyed(key, cards)
    return choice if card is None else replace(choice, card=card)


def keyed(key: str, cards: Sequence[Card]) -> Card | None:
    """Give the card of the tray that has a key, or none."""
    place = TRAY_KEYS.find(key) if len(key) == 1 else -1
    return cards[place] if 0 <= place < len(cards) else None


def _along(card: Card | None, key: str, cards: Sequence[Card]) -> Card:
    if card not in cards or key in ("home", "end"):
        return cards[-1 if key in ("left", "end") else 0]
    step = 1 if key == "right" else -1
    return cards[(cards.index(card) + step) % len(cards)]


def _across_rows(
    card: Card | None, step: int, cards: Sequence[Card], across: int, stops: Sequence[Card]
) -> Card | None:
    """Give the nearest card in the rows above or below; the same one, where there is none."""
    if not 0 < across < len(cards) or not stops:
        return card
    if card not in cards:
        return stops[0]
    row, column = divmod(cards.index(card), across)
    places = [divmod(cards.index(one), across) for one in stops]
    ahead = [place for place in places if (place[0] - row) * step > 0]
    if not ahead:
        return card
    nearest = min(ahead, key=lambda place: (abs(place[0] - row), abs(place[1] - column)))
    return cards[nearest[0] * across + nearest[1]]
