"""Choose a card among many by typing its rank, then its suit. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from cuttle_tui.i18n.card_letters import COURT, SUIT_NAMES
from cuttle_tui.table.choices import Choice
from engine.cards import ACE, JOKER, RANK_LETTERS, SUIT_LETTERS, TEN, Card, rank_of

SPELLING_KEYS: Final = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ*"
"""Keys that may be a rank or a suit, by the player's language."""
_OTHER_RANKS: Final = {"1": ACE, "0": TEN, "*": JOKER, "x": JOKER, "X": JOKER}
"""Ten is typed as `10`, `0` or `t`."""
_JOKERS: Final = "BR"
"""The letters of the jokers, the black one first."""


def spelled(choice: Choice, letter: str, cards: Sequence[Card]) -> Choice | None:
    """Return the choice after a letter of a card's name; None if it names none of these cards.

    A rank chooses its first card, and the next one when it is typed again. While a rank is typed,
    letters of suits are suits: one that is not there changes nothing.
    """
    suit = None if choice.rank is None else _suit_of(letter, choice.rank)
    if suit is not None:
        named = [card for card in cards if rank_of(card) == choice.rank and card & 3 == suit]
        return replace(choice, card=named[0]) if named else choice
    rank = _rank_of(letter)
    alike = [card for card in cards if rank_of(card) == rank]
    if not alike:
        return None
    again = choice.rank == rank and choice.card in alike
    place = alike.index(choice.card) + 1 if again and choice.card is not None else 0
    return replace(choice, card=alike[place % len(alike)], rank=rank)


def spelling_keys(choice: Choice, cards: Sequence[Card]) -> list[str]:
    """Return the keys that name a rank or a suit now."""
    return [key for key in SPELLING_KEYS if spelled(choice, key, cards) is not None]


def _rank_of(letter: str) -> int | None:
    """Return a rank by its letter: as it is printed, or as in English."""
    if letter in _OTHER_RANKS:
        return _OTHER_RANKS[letter]
    printed = {str(name): RANK_LETTERS.index(rank) for rank, name in COURT.items()}
    english = {rank: place for place, rank in enumerate(RANK_LETTERS)}
    return {**english, **printed}.get(letter.upper())


def _suit_of(letter: str, rank: int) -> int | None:
    """Return a suit by its letter as it is printed; other letters as in English."""
    suits = _JOKERS if rank == JOKER else SUIT_LETTERS
    printed = {str(SUIT_NAMES[suit]): place for place, suit in enumerate(suits)}
    english = {suit: place for place, suit in enumerate(suits)}
    return {**english, **printed}.get(letter.upper())
