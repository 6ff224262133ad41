"""Actions as numbers and views as vectors, for programs that learn."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator
from itertools import combinations, product
from math import comb
from typing import Final

from engine.actions import ACCEPT, DECLINE, DISCARD_NOTHING, DRAW, PASS, REJECT, Action, Kind
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
from engine.play.view import Ask, View

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


SEATS: Final = 4
HIGHEST: Final = 127
"""The largest feature; the smallest is `LOWEST`. Larger counts are cut off."""
LOWEST: Final = -1

_SEAT_SETS: Final = ("hand", "frozen", "points", "royals", "attached", "taken")
_SEAT_COUNTS: Final = ("hand size", "score", "goal")
_SEAT_SIGNS: Final = ("partner", "away", "mover", "asked", "sees hands", "announced", "named")
_TABLE_SETS: Final = ("scrap", "revealed", "pile", "targets", "pending sevens", "chosen")
_TABLE_COUNTS: Final = ("deck", "owed", "passes", "sudden death", "pile size")

_FIRST_NAMES: Final[tuple[str, ...]] = (
    *(
        f"seat {seat} {name}"
        for seat in range(SEATS)
        for name in (
            *(f"{zone} {card}" for zone in _SEAT_SETS for card in range(ALL_CARDS)),
            *_SEAT_COUNTS,
            *_SEAT_SIGNS,
        )
    ),
    *(f"{zone} {card}" for zone in _TABLE_SETS for card in range(ALL_CARDS)),
    *(f"ask {ask.name.lower()}" for ask in Ask),
    *_TABLE_COUNTS,
)
_SEEN_SETS: Final = (*(f"seat {seat} remembered" for seat in range(SEATS)), "next", "known top")
"""What was seen: of hidden hands, the next card of the deck, and all that are known there."""
NAMES: Final[tuple[str, ...]] = (
    *_FIRST_NAMES,
    *(f"{zone} {card}" for zone in _SEEN_SETS for card in range(ALL_CARDS)),
)
"""What each feature says, in order."""
VERSION: Final = 1
"""The version of the features; each has those of the one before, and more at the end."""
LENGTHS: Final = (len(_FIRST_NAMES), len(NAMES))
"""By version, how many features there are."""
LENGTH: Final = LENGTHS[VERSION]


def features(view: View, seat: int, chosen: Iterable[Card] = ()) -> list[int]:
    """Return the features of a view of a seat, and of what it has chosen of a larger discard."""
    return [*feature_bytes(view, seat, chosen)]


def feature_bytes(view: View, seat: int, chosen: Iterable[Card] = ()) -> array[int]:
    """Return the features of a view as signed bytes, which numpy takes as they are."""
    numbers = array("b", bytes(LENGTH))
    for place in range(len(view.seats)):
        other = (seat + place) % len(view.seats)
        at = _put_sets(numbers, place * _PER_SEAT, _seat_sets(view, other))
        _put_counts(numbers, at, _seat_counts(view, seat, other))
    held = [*chosen]
    on_pile = [played.action for played in view.pile]
    at = _put_sets(
        numbers,
        SEATS * _PER_SEAT,
        (
            view.scrap,
            view.revealed,
            (card for action in on_pile for card in action.cards),
            (card for action in on_pile for card in action.targets),
            view.pending_sevens,
            held,
        ),
    )
    counts = (view.deck_size, view.owed - len(held), view.passes, view.sudden, len(view.pile))
    _put_counts(numbers, at, (*(view.ask is ask for ask in Ask), *counts))
    _put_sets(numbers, LENGTHS[0], _seen_sets(view, seat))
    return numbers


_PER_SEAT: Final = len(_SEAT_SETS) * ALL_CARDS + len(_SEAT_COUNTS) + len(_SEAT_SIGNS)


def _put_sets(numbers: array[int], at: int, sets: Iterable[Iterable[Card]]) -> int:
    """Put a one for each card of each set; return where the next feature is."""
    for cards in sets:
        for card in cards:
            numbers[at + card] = 1
        at += ALL_CARDS
    return at


def _put_counts(numbers: array[int], at: int, counts: Iterable[int]) -> None:
    for place, count in enumerate(counts, at):
        numbers[place] = min(max(count, LOWEST), HIGHEST)


def _seat_sets(view: View, seat: int) -> Iterator[Iterable[Card]]:
    part = view.seats[seat]
    placed = (*part.points, *part.royals)
    yield part.hand
    yield part.frozen
    yield (on.card for on in part.points)
    yield (on.card for on in part.royals)
    yield (card for on in placed for card in on.stack)
    # what goes back to the seat if their jacks and jokers go
    laid = (on for other in view.seats for on in (*other.points, *other.royals))
    yield (on.card for on in laid if on.owner == seat)


def _seat_counts(view: View, viewer: int, seat: int) -> Iterator[int]:
    part, own = view.seats[seat], view.seats[viewer]
    yield from (part.hand_size, part.score, part.goal)
    yield part is not own and part.side == own.side
    yield seat in view.retired or seat in view.absent
    yield seat == view.mover
    yield seat in view.asked
    yield seat == view.exposer
    yield bool(view.pile) and seat == view.pile[0].seat
    yield bool(view.pile) and seat == view.pile[0].action.seat


def _seen_sets(view: View, seat: int) -> Iterator[Iterable[Card]]:
    for place in range(SEATS):
        there = place < len(view.seats)
        part = view.seats[(seat + place) % len(view.seats)]
        yield (card for card, _ in part.remembered) if there else ()
    yield (card for card, _ in view.known_top[:1])
    yield (card for card, _ in view.known_top)
