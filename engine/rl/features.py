"""Write a view as numbers, for programs that learn: what a seat may know, and nothing else.

Seats are counted from the viewer, clockwise; a table of two or three leaves the last ones empty.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from engine.cards import ALL_CARDS, Card
from engine.play.view import Ask, SeatView, View

SEATS: Final = 4
HIGHEST: Final = 127
"""The largest feature; the smallest is `LOWEST`. Larger counts are cut off."""
LOWEST: Final = -1

_SEAT_SETS: Final = ("hand", "frozen", "points", "royals", "attached", "taken")
_SEAT_COUNTS: Final = ("hand size", "score", "goal")
_SEAT_SIGNS: Final = ("partner", "away", "mover", "asked", "sees hands", "announced", "named")
_TABLE_SETS: Final = ("scrap", "revealed", "pile", "targets", "pending sevens", "chosen")
_TABLE_COUNTS: Final = ("deck", "owed", "passes", "sudden death", "pile size")

NAMES: Final[tuple[str, ...]] = (
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
"""What each feature says, in order."""
LENGTH: Final = len(NAMES)


def features(view: View, seat: int, chosen: Iterable[Card] = ()) -> list[int]:
    """Return the features of a view.

    Args:
        view: the game as a seat sees it.
        seat: that seat.
        chosen: cards of a larger discard that the seat has chosen so far.
    """
    numbers: list[int] = []
    for place in range(SEATS):
        other = (seat + place) % len(view.seats)
        if place < len(view.seats):
            numbers += _seat(view, seat, other)
        else:
            numbers += [0] * _PER_SEAT
    numbers += _table(view, seat, [*chosen])
    return [min(max(number, LOWEST), HIGHEST) for number in numbers]


_PER_SEAT: Final = len(_SEAT_SETS) * ALL_CARDS + len(_SEAT_COUNTS) + len(_SEAT_SIGNS)


def _bits(cards: Iterable[Card]) -> list[int]:
    bits = [0] * ALL_CARDS
    for card in cards:
        bits[card] = 1
    return bits


def _seat(view: View, viewer: int, seat: int) -> Iterator[int]:
    part = view.seats[seat]
    placed = (*part.points, *part.royals)
    yield from _bits(part.hand)
    yield from _bits(part.frozen)
    yield from _bits(on.card for on in part.points)
    yield from _bits(on.card for on in part.royals)
    yield from _bits(card for on in placed for card in on.stack)
    yield from _bits(_taken_from(view, seat))
    yield from (part.hand_size, part.score, part.goal)
    yield _is_partner(part, view.seats[viewer])
    yield seat in view.retired or seat in view.absent
    yield seat == view.mover
    yield seat in view.asked
    yield seat == view.exposer
    yield bool(view.pile) and seat == view.pile[0].seat
    yield bool(view.pile) and seat == view.pile[0].action.seat


def _is_partner(part: SeatView, own: SeatView) -> bool:
    return part is not own and part.side == own.side


def _taken_from(view: View, seat: int) -> Iterator[Card]:
    """Yield the cards on the table that go back to a seat if their jacks and jokers go."""
    for part in view.seats:
        for placed in (*part.points, *part.royals):
            if placed.owner == seat:
                yield placed.card


def _table(view: View, seat: int, chosen: list[Card]) -> Iterator[int]:
    yield from _bits(view.scrap)
    yield from _bits(view.revealed)
    yield from _bits(card for played in view.pile for card in played.action.cards)
    yield from _bits(card for played in view.pile for card in played.action.targets)
    yield from _bits(view.pending_sevens)
    yield from _bits(chosen)
    yield from (view.ask is ask for ask in Ask)
    yield from (view.deck_size, view.owed - len(chosen), view.passes, view.sudden, len(view.pile))
