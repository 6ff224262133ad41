"""Cards, and sets of cards as bit masks.

A card is an int, rank-major: ``AC=0, AD=1, AH=2, AS=3, 2C=4 … KS=51``, jokers ``XB=52`` and
``XR=53``. So ``a > b`` between two number cards is the scuttle rule with suit ties. A set of cards
is an int with one bit per card (`CardSet`). The engine's bit tricks are all in this module.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, Generic, TypeVar

from engine.errors import NotationError

Card = int
CardSet = int

RANK_LETTERS: Final = "A23456789TJQK"
SUIT_LETTERS: Final = "CDHS"
ALL_CARDS: Final = 54

ACE, TWO, THREE, FOUR, FIVE, SIX, SEVEN, EIGHT, NINE, TEN, JACK, QUEEN, KING, JOKER = range(14)

ONE_OF_RANK: Final[tuple[CardSet, ...]] = (*(0b1111 << 4 * rank for rank in range(13)), 0b11 << 52)
"""The cards of each rank, `ACE` to `JOKER`."""

NUMBERS: Final[CardSet] = (1 << 40) - 1
"""Aces to tens: the cards that can be played for points."""

TWOS: Final = ONE_OF_RANK[TWO]
THREES: Final = ONE_OF_RANK[THREE]
EIGHTS: Final = ONE_OF_RANK[EIGHT]
NINES: Final = ONE_OF_RANK[NINE]
TENS: Final = ONE_OF_RANK[TEN]
JACKS: Final = ONE_OF_RANK[JACK]
QUEENS: Final = ONE_OF_RANK[QUEEN]
KINGS: Final = ONE_OF_RANK[KING]
JOKERS: Final = ONE_OF_RANK[JOKER]

FIRST_KING: Final = 48
"""The king of clubs, the lowest."""

LOWER_CARD: Final[tuple[CardSet, ...]] = tuple(
    ((1 << card) - 1) & NUMBERS for card in range(ALL_CARDS)
)
"""For each card, the number cards it beats when suits break ties."""

LOWER_RANK: Final[tuple[CardSet, ...]] = tuple(
    ((1 << (card & ~3)) - 1) & NUMBERS for card in range(ALL_CARDS)
)
"""For each card, the number cards of strictly lower rank."""

BIT: Final[tuple[CardSet, ...]] = tuple(1 << card for card in range(ALL_CARDS))
"""For each card, the set of it alone; looking it up is faster than shifting."""

_T = TypeVar("_T")
_HALF: Final = ALL_CARDS // 2
_LOW: Final = (1 << _HALF) - 1
_MOST: Final = 20_000
"""Sets of 27 cards that a `Listing` remembers, before it forgets them all: there are 21,000 of up
to four cards."""


class Listing(Generic[_T]):
    """Lists some items, then those of all cards of a set, lowest card first.

    It remembers the items of each half of the cards.
    """

    __slots__ = ("_by_card", "_first", "_high", "_low")

    def __init__(self, by_card: Sequence[Sequence[_T]], first: tuple[_T, ...] = ()) -> None:
        self._by_card = by_card
        self._first = first
        self._low: dict[CardSet, list[_T]] = {}
        self._high: dict[CardSet, list[_T]] = {}

    def of(self, cards: CardSet) -> list[_T]:
        """List the items of a set."""
        try:
            return self._low[cards & _LOW] + self._high[cards >> _HALF]
        except KeyError:
            low = self._learned(self._low, cards & _LOW, 0, self._first)
            return low + self._learned(self._high, cards >> _HALF, _HALF, ())

    def _learned(
        self, known: dict[CardSet, list[_T]], cards: CardSet, start: Card, first: tuple[_T, ...]
    ) -> list[_T]:
        if cards in known:
            return known[cards]
        items = [*first]
        for place, found in enumerate(self._by_card[start:]):
            if cards >> place & 1:
                items += found
        if len(known) >= _MOST:
            known.clear()
        known[cards] = items
        return items


_CARDS: Final = Listing([(card,) for card in range(ALL_CARDS)])


def members(cards: CardSet) -> list[Card]:
    """List the cards of a set, lowest first."""
    return _CARDS.of(cards)


_ALONE: Final = ((), *[(card,) for card in range(ALL_CARDS)])
"""No card, and each card alone: by the bit length of such a set."""
_FEW: Final = 3
_tuples: Final[dict[CardSet, tuple[Card, ...]]] = {}


def each(cards: CardSet) -> tuple[Card, ...]:
    """Return the cards of a set, lowest first; those of two and three cards are remembered."""
    if not cards & (cards - 1):  # one card, or none
        return _ALONE[cards.bit_length()]
    known = _tuples.get(cards)
    if known is None:
        known = tuple(members(cards))
        if len(known) <= _FEW:
            _tuples[cards] = known
    return known


def set_of(cards: Iterable[Card]) -> CardSet:
    mask = 0
    for card in cards:
        mask |= 1 << card
    return mask


def _chunk_values(first: Card) -> tuple[int, ...]:
    """Sum the points of every mask of ten bits, where bit 0 is the card `first`."""
    values = [0]
    for card in range(first, first + 10):
        values += [value + card // 4 + 1 for value in values]
    return tuple(values)


_V0: Final = _chunk_values(0)
_V1: Final = _chunk_values(10)
_V2: Final = _chunk_values(20)
_V3: Final = _chunk_values(30)


def points_of(cards: CardSet) -> int:
    """Sum the point values (ace 1 … ten 10) of a set of number cards."""
    return _V0[cards & 1023] + _V1[cards >> 10 & 1023] + _V2[cards >> 20 & 1023] + _V3[cards >> 30]


def rank_of(card: Card) -> int:
    """Return the rank, `ACE` (0) to `KING` (12), or `JOKER` (13)."""
    return card >> 2


def value_of(card: Card) -> int:
    """Return the points a number card is worth, 1 to 10."""
    return (card >> 2) + 1


CARD_NAMES: Final[tuple[str, ...]] = (
    *(rank + suit for rank in RANK_LETTERS for suit in SUIT_LETTERS),
    "XB",
    "XR",
)
_CARD_BY_NAME: Final = {name: card for card, name in enumerate(CARD_NAMES)}


def card_name(card: Card) -> str:
    """Write a card as two characters, ``TH`` for the ten of hearts."""
    return CARD_NAMES[card]


def parse_card(text: str) -> Card:
    """Read a two-character card name.

    Raises:
        NotationError: the text names no card.
    """
    try:
        return _CARD_BY_NAME[text]
    except KeyError:
        raise NotationError(
            "no such card: {text!r} (a rank of {ranks}, then a suit of {suits};"
            " or XB, XR for the jokers)",
            text=text,
            ranks=RANK_LETTERS,
            suits=SUIT_LETTERS,
        ) from None
