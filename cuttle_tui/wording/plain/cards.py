"""Word cards and sentences so that they can be heard as well as read."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from cuttle_tui.i18n.rich_text import Sentence, say
from cuttle_tui.i18n.translation import C_, N_, Message, tr
from engine.cards import JOKER, Card, parse_card, rank_of

Line = Sentence | str | Message
"""What can be said as a line of text."""

_ACE: Final = C_("a rank in words", "ace")
_COURT: Final = (
    C_("a rank in words", "jack"),
    C_("a rank in words", "queen"),
    C_("a rank in words", "king"),
)
_RANKS: Final = (_ACE, *map(str, range(2, 11)), *_COURT)
_SUITS: Final = (
    C_("a suit in words, after its rank", "clubs"),
    C_("a suit in words, after its rank", "diamonds"),
    C_("a suit in words, after its rank", "hearts"),
    C_("a suit in words, after its rank", "spades"),
)
_JOKERS: Final = (N_("black joker"), N_("red joker"))


def card_words(card: Card) -> str:
    """Write a card in words."""
    if rank_of(card) == JOKER:
        return str(_JOKERS[card & 1])
    return tr("{rank} of {suit}", rank=_RANKS[rank_of(card)], suit=_SUITS[card & 3])


def rank_words(card: Card) -> str:
    """Write a card's rank in words; a joker has none."""
    return "" if rank_of(card) == JOKER else str(_RANKS[rank_of(card)])


def spoken(line: Line, *, short: bool) -> str:
    """Write a sentence, its cards in words or by their two-character names."""
    return "".join(
        card_words(parse_card(text)) if role == "card" and not short else text
        for text, role in say(line)
    )


def line_of_text(text: str, keep: Collection[str] = ()) -> str:
    """Make a line of a sentence: a capital first, unless a name comes first, and a full stop."""
    text = " ".join(text.split())
    if not text.startswith(tuple(keep)):
        text = text[:1].upper() + text[1:]
    return f"{text}." if text[-1:].isalnum() or text[-1:] in (")", "'", '"') else text
