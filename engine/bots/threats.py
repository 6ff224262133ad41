"""What the hands threaten: how soon a seat can win, and what it can take from the others."""

from __future__ import annotations

from bisect import bisect_left
from functools import lru_cache
from typing import Final, NamedTuple

from engine.cards import JACKS, KINGS, NUMBERS, ONE_OF_RANK, QUEENS, CardSet, points_of
from engine.play.position import Position

TURNS: Final = 5
"""How many turns to a win are told apart: one, two … five or more."""
_ACES: Final = ONE_OF_RANK[0]
_SIXES: Final = ONE_OF_RANK[5]
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
        found = self[hand] = _reserves(hand)
        return found


def _reserves(hand: CardSet) -> Reserves:
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
    return Reserves(
        tuple(sums),
        (hand & KINGS).bit_count(),
        beaten,
        hand & JACKS != 0,
        hand & _ACES != 0,
        hand & _SIXES != 0,
    )


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
        reserve: the hand.
        goals: the points needed with no more kings, with one more …
        score: the points there are.
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
