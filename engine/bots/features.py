"""Features of a position for networks, and what the hands threaten."""

from __future__ import annotations

from bisect import bisect_left
from functools import lru_cache
from typing import Final, NamedTuple

from engine.cards import (
    ACE,
    ALL_CARDS,
    BIT,
    JACKS,
    JOKER,
    KINGS,
    NUMBERS,
    ONE_OF_RANK,
    QUEENS,
    SIX,
    CardSet,
    points_of,
)
from engine.play.position import Position

TURNS: Final = 5
"""How many turns to a win are told apart: one, two … five or more."""
_MOST_REMEMBERED: Final = 2_000


class Reserves(NamedTuple):
    """What a hand has to offer."""

    sums: tuple[int, ...]
    """The points of its best none, one, two, three and four cards."""
    kings: int
    beaten: CardSet
    """The cards that its highest number card scuttles."""
    jack: bool
    ace: bool
    six: bool


class Threat(NamedTuple):
    """What a seat threatens."""

    turns: int
    """Turns to a win if nobody interferes, less one: 0 to `TURNS` - 1."""
    hit: int
    """The highest card that it can scuttle, 0 if none."""
    slowed: int
    """The turns of the seat it scuttles before (times `TURNS`) and after that."""
    steal: int
    """The highest card that it can take by a jack, 0 if none."""
    robbed: int
    """The turns of the seat it takes it from before (times `TURNS`) and after that."""
    ace: int
    """By how many points the best opponent is ahead, if it holds an ace, else `NONE`."""
    six: int
    """By how many royals an opponent is ahead, if it holds a six, else `NONE`."""


NONE: Final = -100


_Side = tuple[Reserves, tuple[int, ...], int, int, int, int]
"""A seat's side of the table, and its hand: its reserves; the points it needs, with no more kings,
with one more …; its score; the opponent that its jack would rob, of how many points; its turns. A
plain tuple, as two are built for every evaluation."""


class _Remembered(dict[CardSet, Reserves]):
    """The reserves of hands, each found out when it is first asked for."""

    def __missing__(self, hand: CardSet) -> Reserves:
        if len(self) >= _MOST_REMEMBERED:
            self.clear()
        numbers = hand & NUMBERS
        beaten = total = 0
        if numbers:
            beaten = (1 << numbers.bit_length() - 1) - 1
        sums = [0]
        for _ in range(1, TURNS):
            if numbers:
                top = numbers.bit_length()
                numbers ^= 1 << top - 1
                total += (top + 3) >> 2
            sums.append(total)
        found = self[hand] = Reserves(
            tuple(sums),
            (hand & KINGS).bit_count(),
            beaten,
            hand & JACKS != 0,
            hand & ONE_OF_RANK[ACE] != 0,
            hand & ONE_OF_RANK[SIX] != 0,
        )
        return found


_RESERVES: Final = _Remembered()


def threats(p: Position) -> list[Threat]:
    """Return what each seat threatens."""
    all_goals = p.rules.goals
    foes = p.rules.foes
    sides: list[_Side] = []
    for seat, hand in enumerate(p.hands):
        points, kings = p.points[seat], p.royals[seat] & KINGS
        reserve = _RESERVES[hand & ~p.frozen[seat]]
        score = points_of(points) if points else 0
        goals = all_goals[kings.bit_count() :] if kings else all_goals
        owner, steal = _steal(p, foes[seat]) if reserve.jack else (0, 0)
        sides.append((reserve, goals, score, owner, steal, _turns(reserve, goals, score, steal)))
    return [_threat(p, sides, seat) for seat in range(len(sides))]


def _threat(p: Position, sides: list[_Side], seat: int) -> Threat:
    foes = p.rules.foes[seat]
    (_, _, beaten, _, has_ace, has_six), _, score, owner, steal, turns = sides[seat]
    ace = max([sides[foe][2] for foe in foes]) - score if has_ace else NONE
    six = NONE
    if has_six:
        six = max([p.royals[foe].bit_count() for foe in foes]) - p.royals[seat].bit_count()
    victim, hit = _hit(p, foes, beaten) if beaten else (foes[0], 0)
    slowed = _without(sides[victim], hit)
    robbed = _without(sides[owner if steal else foes[0]], steal)
    return Threat(turns, hit, slowed, steal, robbed, ace, six)


def _without(side: _Side, lost: int) -> int:
    """Return the turns of a seat (times `TURNS`), and those after it lost some points."""
    reserve, goals, score, _, steal, turns = side
    if not lost:
        return (TURNS + 1) * turns
    return TURNS * turns + _turns(reserve, goals, score - lost, steal)


def _steal(p: Position, foes: tuple[int, ...]) -> tuple[int, int]:
    """Return the opponent with the highest card that no queen covers, and the card's points."""
    at, best = foes[0], 0
    for foe in foes:
        points = p.points[foe]
        if points and not p.royals[foe] & QUEENS:
            value = (points.bit_length() + 3) >> 2
            if value > best:
                at, best = foe, value
    return at, best


def _hit(p: Position, foes: tuple[int, ...], beaten: CardSet) -> tuple[int, int]:
    """Return the opponent with the highest card that is beaten, and the card's points."""
    at, best = foes[0], 0
    for foe in foes:
        reached = p.points[foe] & beaten
        if reached:
            value = (reached.bit_length() + 3) >> 2
            if value > best:
                at, best = foe, value
    return at, best


def _turns(reserve: Reserves, goals: tuple[int, ...], score: int, steal: int) -> int:
    """Return how many plays a win takes, by points, a jack and kings, less one.

    Args:
        goals: the points needed with no more kings, with one more …
        steal: the points that a jack brings.
    """
    sums, kings = reserve[:2]
    if steal:
        sums = _with_steal(sums, steal)
    best = bisect_left(sums, goals[0] - score)
    if kings:
        for more, goal in enumerate(goals[1 : kings + 1], 1):
            best = min(best, more + bisect_left(sums, goal - score))
    return best - 1 if best > 0 else 0


@lru_cache(maxsize=1 << 14)
def _with_steal(sums: tuple[int, ...], steal: int) -> tuple[int, ...]:
    """Return the points of a hand's best cards, with those that a jack brings among them."""
    return (0, *[max(a, b + steal) for a, b in zip(sums[1:], sums, strict=False)])


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


class Features(NamedTuple):
    """A position as the network sees it."""

    sets: list[CardSet]
    """For each seat, clockwise from the one it is seen from: hand, points, royals; the scrap."""
    plain: list[int]


def rows(seats: int) -> int:
    """Return how many weights there are for so many seats (for each hidden unit)."""
    return (ZONES * seats + 1) * ZONE_ROWS + PLAIN


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
    if p.pile:  # what was announced, by whom, at what, and how often it was countered
        first = p.pile[0]
        rank = first.action.cards[0] >> 2
        by = (first.seat - seat) % p.rules.seats
        plain.append(_OPENED + 2 * (_SEATS * rank + by) + (len(p.pile) & 1))
        if first.action.targets:
            plain.append(_AIM + (first.action.targets[0] >> 2))
        plain.append(_CHAIN + min(len(p.pile), 4))
    sets.append(sum(map(BIT.__getitem__, p.scrap)))
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
