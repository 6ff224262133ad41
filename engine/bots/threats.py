"""What the hands threaten: how soon a seat can win, and what it can take from the others."""

from __future__ import annotations

from bisect import bisect_left
from typing import Final, NamedTuple

from engine.cards import JACKS, KINGS, NUMBERS, ONE_OF_RANK, QUEENS, CardSet, members, points_of
from engine.play.position import Position

TURNS: Final = 5
"""How many turns to a win are told apart: one, two … five or more."""
_ACES: Final = ONE_OF_RANK[0]
_SIXES: Final = ONE_OF_RANK[5]
_MOST_REMEMBERED: Final = 50_000


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


class _Side(NamedTuple):
    """A seat's side of the table, and its hand."""

    reserve: Reserves
    goals: tuple[int, ...]
    """The points it needs, with no more kings, with one more …"""
    score: int
    owner: int
    """The opponent that its jack would rob."""
    steal: int
    turns: int


class _Remembered(dict[CardSet, Reserves]):
    """The reserves of hands, each found out when it is first asked for."""

    def __missing__(self, hand: CardSet) -> Reserves:
        if len(self) >= _MOST_REMEMBERED:
            self.clear()
        found = self[hand] = _reserves(hand)
        return found


def _reserves(hand: CardSet) -> Reserves:
    numbers = hand & NUMBERS
    values = [(card >> 2) + 1 for card in members(numbers)][::-1]
    sums = [sum(values[:count]) for count in range(TURNS)]
    return Reserves(
        tuple(sums),
        (hand & KINGS).bit_count(),
        ((1 << numbers.bit_length() - 1) - 1) if numbers else 0,
        hand & JACKS != 0,
        hand & _ACES != 0,
        hand & _SIXES != 0,
    )


_RESERVES: Final = _Remembered()


def threats(p: Position) -> list[Threat]:
    """Return what each seat threatens."""
    foes = p.rules.foes
    sides: list[_Side] = []
    for seat, hand in enumerate(p.hands):
        points, royals = p.points[seat], p.royals[seat]
        reserve = _RESERVES[hand & ~p.frozen[seat]]
        score = points_of(points) if points else 0
        goals = p.rules.goals[(royals & KINGS).bit_count() :] if royals else p.rules.goals
        owner, steal = _steal(p, foes[seat]) if reserve.jack else (0, 0)
        turns = _turns(reserve, goals, score, steal)
        sides.append(_Side(reserve, goals, score, owner, steal, turns))
    return [_threat(p, sides, seat, side) for seat, side in enumerate(sides)]


def _threat(p: Position, sides: list[_Side], seat: int, side: _Side) -> Threat:
    foes = p.rules.foes[seat]
    reserve = side.reserve
    ace = six = NONE
    if reserve.ace:
        ace = max([sides[foe].score for foe in foes]) - side.score
    if reserve.six:
        six = max([p.royals[foe].bit_count() for foe in foes]) - p.royals[seat].bit_count()
    victim, hit = _hit(p, foes, reserve.beaten)
    owner = side.owner if side.steal else foes[0]
    slowed, robbed = _without(sides[victim], hit), _without(sides[owner], side.steal)
    return Threat(side.turns, hit, slowed, side.steal, robbed, ace, six)


def _without(side: _Side, lost: int) -> int:
    """Return the turns of a seat (times `TURNS`), and those after it lost some points."""
    turns = side.turns
    if not lost:
        return (TURNS + 1) * turns
    return TURNS * turns + _turns(side.reserve, side.goals, side.score - lost, side.steal)


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
    sums = reserve.sums
    if steal:
        sums = (0, *[max(a, b + steal) for a, b in zip(sums[1:], sums, strict=False)])
    best = bisect_left(sums, goals[0] - score)
    for more, goal in enumerate(goals[1 : reserve.kings + 1], 1):
        best = min(best, more + bisect_left(sums, goal - score))
    return best - 1 if best > 0 else 0
