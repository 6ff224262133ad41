"""Features of a position for the evaluation network.

A position is described from one seat's side, by the sets of cards in every hand, on every side and
in the scrap (of which the network sees how many of each rank there are), and by a list of plain
features: points needed, hand sizes, the ask, the announced card, the size of the deck …
"""

from __future__ import annotations

from typing import Final, NamedTuple

from engine.bots.threats import NONE, TURNS, threats
from engine.cards import ALL_CARDS, JOKER, KINGS, NUMBERS, CardSet, points_of
from engine.play.position import Position

ZONES: Final = 3
"""Sets of cards for each seat: its hand, its point cards, its royals. The scrap comes last."""
RANKS: Final = JOKER + 1
ZONE_ROWS: Final = 4 * RANKS
"""Weights of a set of cards: one for each rank and count."""

_NEEDS: Final = 22
_SIZES: Final = 11
_STOLEN: Final = 12
_JACKS: Final = 5
_SEATS: Final = 4

# Where each kind of plain feature begins; those of a seat come once for each of the four seats.
_NEED: Final = 0
_SIZE: Final = _NEED + _NEEDS
_HELD: Final = _SIZE + 2 * _SIZES
_STOLE: Final = _HELD + _JACKS
_FROZEN: Final = _STOLE + _STOLEN
_SEAT: Final = _FROZEN + 3
_ASK: Final = _SEATS * _SEAT
_MOVER: Final = _ASK + 11 * _SEATS
_OPENED: Final = _MOVER + _SEATS
_AIM: Final = _OPENED + RANKS * _SEATS * 2
_CHAIN: Final = _AIM + RANKS
_DECK: Final = _CHAIN + 5
_PASSES: Final = _DECK + ALL_CARDS + 1
_RACE: Final = _PASSES + 4
_TEMPO: Final = _RACE + 2 * _NEEDS * _NEEDS
_THREATS: Final = _TEMPO + _SEATS * TURNS * TURNS
_POINTS: Final = 11
_LEADS: Final = 21
_COURTS: Final = 9
# Within the threats of a seat:
_STEAL: Final = _POINTS
_SLOWED: Final = _STEAL + _POINTS
_ROBBED: Final = _SLOWED + TURNS * TURNS
_ACE: Final = _ROBBED + TURNS * TURNS
_SIX: Final = _ACE + _LEADS
_TURNS: Final = _SIX + _COURTS
_THREAT: Final = _TURNS + TURNS
PLAIN: Final = _THREATS + _SEATS * _THREAT
"""How many plain features there are."""

_WINNING: Final[tuple[CardSet, ...]] = tuple(
    NUMBERS & ~((1 << 4 * max(0, need - 1)) - 1) for need in range(_NEEDS)
)
"""By points needed, the cards that bring them at once."""
_BIT: Final = tuple(1 << card for card in range(ALL_CARDS))


class Features(NamedTuple):
    """A position as the network sees it."""

    sets: list[CardSet]
    """For each seat, clockwise from the one it is seen from: hand, points, royals; the scrap."""
    plain: list[int]


def rows(seats: int) -> int:
    """Return how many weights there are for so many seats (for each hidden unit)."""
    return (ZONES * seats + 1) * ZONE_ROWS + PLAIN


def rows_of_set(cards: CardSet) -> list[int]:
    """Return the weights of a set of cards: one for each rank in it, by the count."""
    return [
        4 * rank + count - 1
        for rank in range(RANKS)
        if (count := (cards >> 4 * rank & 15).bit_count())
    ]


def describe(p: Position, seat: int) -> Features:
    """Describe a running game from a seat's side."""
    around = p.rules.around[seat]
    seats = len(around)
    sets: list[CardSet] = []
    plain: list[int] = []
    needs = [_add_seat(p, other, place, sets, plain) for place, other in enumerate(around)]
    mover = (p.mover - seat) % seats
    own, foes = needs if seats == 2 else _nearest(needs)
    prompt = p.prompt
    plain += (
        _ASK + _SEATS * prompt.ask + (prompt.seats[0] - seat) % seats,
        _MOVER + mover,
        _DECK + len(p.deck),
        _RACE + _NEEDS * own + foes + (_NEEDS * _NEEDS if mover else 0),
    )
    _add_threats(p, around, mover, plain)
    if p.stacks:
        _add_stacks(p, around, plain)
    if p.passes:
        plain.append(_PASSES + min(p.passes, 3))
    if p.pile:
        _add_pile(p, seat, plain)
    sets.append(sum(map(_BIT.__getitem__, p.scrap)))
    return Features(sets, plain)


def _add_seat(p: Position, seat: int, place: int, sets: list[CardSet], plain: list[int]) -> int:
    """Add a seat's part of the table; return the points it needs."""
    hand, points, royals, frozen = p.hands[seat], p.points[seat], p.royals[seat], p.frozen[seat]
    need = p.rules.goals[(royals & KINGS).bit_count()]
    if points:
        need -= points_of(points)
    if need < 0:
        need = 0
    elif need >= _NEEDS:
        need = _NEEDS - 1
    size = hand.bit_count()
    if size >= _SIZES:
        size = _SIZES - 1
    base = place * _SEAT
    sets += (hand, points, royals)
    plain += (base + need, base + _SIZE + size + (_SIZES if hand & _WINNING[need] else 0))
    if frozen:
        plain.append(base + _FROZEN + min(2, frozen.bit_count()))
    return need


def _nearest(needs: list[int]) -> tuple[int, int]:
    """Return the points that the seat's side and its opponents need, with three or four seats."""
    if len(needs) == 3:
        return needs[0], min(needs[1:])
    return min(needs[::2]), min(needs[1::2])


def _add_threats(p: Position, around: tuple[int, ...], mover: int, plain: list[int]) -> None:
    """Add what each seat threatens, and the race of the sides."""
    found = threats(p)
    turns = []
    base = _THREATS
    for seat in around:
        soon, hit, slowed, steal, robbed, ace, six = found[seat]
        turns.append(soon)
        plain += (
            base + hit,
            base + _STEAL + steal,
            base + _SLOWED + slowed,
            base + _ROBBED + robbed,
            base + _TURNS + soon,
        )
        if ace != NONE:
            plain.append(base + _ACE + max(0, min(_LEADS - 1, ace + _LEADS // 2)))
        if six != NONE:
            plain.append(base + _SIX + max(0, min(_COURTS - 1, six + _COURTS // 2)))
        base += _THREAT
    own, foes = turns if len(turns) == 2 else _nearest(turns)
    plain.append(_TEMPO + TURNS * (TURNS * mover + own) + foes)


def _add_stacks(p: Position, around: tuple[int, ...], plain: list[int]) -> None:
    """Add how many cards each seat holds by jacks and jokers, and the points among them."""
    for place, seat in enumerate(around):
        field = p.points[seat] | p.royals[seat]
        held = [host for host in p.stacks if field >> host & 1]
        if held:
            stolen = sum(
                (host >> 2) + 1
                for host in held
                if NUMBERS >> host & 1 and p.lenders[p.stacks[host][0]] != seat
            )
            plain.append(place * _SEAT + _HELD + min(len(held), _JACKS - 1))
            plain.append(place * _SEAT + _STOLE + min(stolen, _STOLEN - 1))


def _add_pile(p: Position, seat: int, plain: list[int]) -> None:
    """Add what was announced, by whom, at what, and how often it was countered."""
    first = p.pile[0]
    rank = first.action.cards[0] >> 2
    by = (first.seat - seat) % p.rules.seats
    plain.append(_OPENED + 2 * (_SEATS * rank + by) + (len(p.pile) & 1))
    if first.action.targets:
        plain.append(_AIM + (first.action.targets[0] >> 2))
    plain.append(_CHAIN + min(len(p.pile), 4))
