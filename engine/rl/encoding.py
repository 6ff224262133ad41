"""Number the actions of every ruleset, for programs that learn to choose among them.

The order of the numbers is fixed. They run through these groups, each in the order of its cards,
ascending, then its targets, then the seat it names (none first, then 0 to 3)::

    draw, pass, decline, accept, reject, discard nothing
    points                      aces to tens
    royal                       eights, queens, kings
    oneoff                      any card
    oneoff @seat                any card, the seats 0 to 3
    oneoff >target              twos, eights, nines; any target
    oneoff >two targets         nines; any two targets
    scuttle >target             aces to tens; aces to tens
    jack >target (@seat)        jacks; aces to tens
    joker >target (@seat)       jokers; any target
    counter, block, rebuff      twos; tens; nines
    take                        any card
    discard                     one card; two cards; and beyond `SIZE` three, four, …

What is played out of turn (conceding, offering a stalemate) has no number.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations, product
from math import comb
from typing import Final

from engine.actions import (
    ACCEPT,
    DECLINE,
    DISCARD_NOTHING,
    DRAW,
    PASS,
    REJECT,
    Action,
    Kind,
)
from engine.cards import (
    ALL_CARDS,
    EIGHTS,
    JACKS,
    JOKERS,
    KINGS,
    NINES,
    NUMBERS,
    QUEENS,
    TENS,
    TWOS,
    Card,
    CardSet,
    members,
)

_ALL: Final[CardSet] = (1 << ALL_CARDS) - 1
_SEATS: Final = (0, 1, 2, 3)
_ANY_SEAT: Final = (-1, *_SEATS)
_ONCE: Final = 2
"""The most cards that one number below `SIZE` discards."""


def _group(
    kind: Kind,
    cards: CardSet,
    targets: Iterable[tuple[Card, ...]] = ((),),
    seats: Iterable[int] = (-1,),
) -> Iterator[Action]:
    """Yield the actions of a kind, for each card, targets and seat."""
    for card, named, seat in product(members(cards), [*targets], [*seats]):
        if card not in named:
            yield Action(kind, (card,), named, seat)


def _singles(cards: CardSet) -> list[tuple[Card, ...]]:
    return [(card,) for card in members(cards)]


def _all_actions() -> Iterator[Action]:
    yield from (DRAW, PASS, DECLINE, ACCEPT, REJECT, DISCARD_NOTHING)
    yield from _group(Kind.POINTS, NUMBERS)
    yield from _group(Kind.ROYAL, EIGHTS | QUEENS | KINGS)
    yield from _group(Kind.ONE_OFF, _ALL)
    yield from _group(Kind.ONE_OFF, _ALL, seats=_SEATS)
    yield from _group(Kind.ONE_OFF, TWOS | EIGHTS | NINES, _singles(_ALL))
    yield from _group(Kind.ONE_OFF, NINES, combinations(range(ALL_CARDS), 2))
    yield from _group(Kind.SCUTTLE, NUMBERS, _singles(NUMBERS))
    yield from _group(Kind.JACK, JACKS, _singles(NUMBERS), _ANY_SEAT)
    yield from _group(Kind.JOKER, JOKERS, _singles(_ALL), _ANY_SEAT)
    yield from _group(Kind.COUNTER, TWOS)
    yield from _group(Kind.BLOCK, TENS)
    yield from _group(Kind.REBUFF, NINES)
    yield from _group(Kind.TAKE, _ALL)
    for count in range(1, _ONCE + 1):
        for cards in combinations(range(ALL_CARDS), count):
            yield Action(Kind.DISCARD, cards)


_ACTIONS: Final = tuple(_all_actions())
_NUMBERS: Final = {action: number for number, action in enumerate(_ACTIONS)}
SIZE: Final = len(_ACTIONS)
"""How many actions a learner chooses from; only discards of three cards or more lie beyond."""


def encode(action: Action) -> int:
    """Return the number of an action.

    Raises:
        ValueError: it has none, as no ruleset has it in turn.
    """
    number = _NUMBERS.get(action)
    if number is not None:
        return number
    cards = action.cards
    if action.kind is not Kind.DISCARD or len(cards) <= _ONCE or sorted({*cards}) != [*cards]:
        raise ValueError(f"an action without a number: {action}")
    number = SIZE + sum(comb(ALL_CARDS, count) for count in range(_ONCE + 1, len(cards)))
    return number + sum(comb(card, place + 1) for place, card in enumerate(cards))


def decode(number: int) -> Action:
    """Return the action with a number.

    Raises:
        ValueError: no action has it.
    """
    if 0 <= number < SIZE:
        return _ACTIONS[number]
    rest, count = number - SIZE, _ONCE + 1
    while count <= ALL_CARDS and rest >= comb(ALL_CARDS, count):
        rest -= comb(ALL_CARDS, count)
        count += 1
    if number < 0 or count > ALL_CARDS:
        raise ValueError(f"no action has the number {number}")
    cards: list[Card] = []
    for place in range(count, 0, -1):
        card = next(card for card in range(ALL_CARDS - 1, -1, -1) if comb(card, place) <= rest)
        rest -= comb(card, place)
        cards.append(card)
    return Action(Kind.DISCARD, tuple(reversed(cards)))
