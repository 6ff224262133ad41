"""Weak players who play as people do, and forced answers that take as long as free ones."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from engine.actions import Action, Kind
from engine.bots.attention import attended
from engine.bots.greedy import chance_at
from engine.cards import BIT, KINGS, QUEENS, Card, members, rank_of, value_of
from engine.play.legal import RESPONSE_CARDS
from engine.play.observe import determinize, observe
from engine.play.position import Position
from engine.play.view import Ask, View

_ANSWERS: Final = {
    Ask.COUNTER: RESPONSE_CARDS[Kind.COUNTER],
    Ask.BLOCK: RESPONSE_CARDS[Kind.BLOCK],
    Ask.REBUFF: RESPONSE_CARDS[Kind.REBUFF],
}
"""The cards that answer, by what is asked."""


def with_an_answer(view: View) -> View:
    """Return the view as it would be with a card that can answer in place of one in hand.

    Only where the viewer is asked for an answer and has none: other views are returned as they are.
    """
    seat = view.viewer
    if (
        seat is None
        or len(view.legal) != 1
        or view.ask not in _ANSWERS
        or not view.seats[seat].hand
    ):
        return view
    p = determinize(view, b"as if")
    for card in members(_ANSWERS[view.ask]):
        if _swap(p, view, seat, card):
            return observe(p, seat)
    return view


def _swap(p: Position, view: View, seat: int, card: Card) -> bool:
    """Exchange a card of a seat's hand for one that it cannot see; return whether that worked."""
    given = view.seats[seat].hand[0]
    down = len(p.deck) - p.revealed
    if card in p.deck[:down]:
        p.deck[p.deck.index(card)] = given
    else:
        hidden = (
            other
            for other, part in enumerate(view.seats)
            if p.hands[other] & BIT[card] and card not in part.hand
        )
        holder = next(hidden, None)
        if holder is None:
            return False
        p.hands[holder] ^= BIT[card] | BIT[given]
    p.hands[seat] ^= BIT[card] | BIT[given]
    return True


_ACE, _TWO, _THREE, _FOUR, _FIVE, _SIX, _SEVEN = range(7)
_SEEN_BY_ALL: Final = (Kind.DRAW, Kind.PASS, Kind.DECLINE, Kind.REJECT, Kind.DISCARD, Kind.TAKE)


@dataclass(frozen=True, slots=True)
class Person:
    """A player by likings, without looking ahead."""

    notices: Mapping[Kind, float]
    """The chance that it notices a play of a kind; 1 for kinds that are left out."""
    mood: float
    """How far its likings vary from play to play, in points."""
    weighs: bool
    """Whether it weighs what aces, sixes and scuttles cost it."""
    attends: bool = False
    """Whether it sees what wins or loses at once."""

    def choose(self, view: View, seed: int) -> Action:
        """Choose among the plays it notices; a forced answer takes as long as one to choose."""
        chosen = self._chosen(with_an_answer(view), seed)
        return chosen if chosen in view.legal else view.legal[0]

    def _chosen(self, view: View, seed: int) -> Action:
        view = attended(view, seed) if self.attends else view
        chance = chance_at(view, seed)
        noticed = [
            action
            for action in view.legal
            if action.kind in _SEEN_BY_ALL or chance.random() < self.notices.get(action.kind, 1.0)
        ]
        return max(
            noticed or view.legal,
            key=lambda action: self.liking(view, action) + chance.gauss(0, self.mood),
        )

    def liking(self, view: View, action: Action) -> float:
        """Return how much it likes a play, in points, whatever its mood."""
        kind = action.kind
        if kind in (Kind.POINTS, Kind.SCUTTLE):
            return self._by_value(view, action)
        if kind is Kind.ONE_OFF:
            return self._one_off(view, action)
        if kind in (Kind.JACK, Kind.JOKER):
            return _steal(view, action)
        if kind in (Kind.DISCARD, Kind.TAKE):
            worth = sum(_KEEP[rank_of(card)] for card in action.cards)
            return worth if kind is Kind.TAKE else -worth
        if kind is Kind.ROYAL:
            bit = 1 << action.card
            return 9.0 if bit & KINGS else 6.0 if bit & QUEENS else 2.5
        return _LIKINGS.get(kind, 0.0)

    def _by_value(self, view: View, action: Action) -> float:
        assert view.viewer is not None
        own = view.seats[view.viewer]
        value = value_of(action.card)
        if action.kind is Kind.POINTS:
            return 100.0 if own.score + value >= own.goal else value
        gain = value_of(action.targets[0])
        return 1.2 * gain - (0.4 * value if self.weighs else 0.0)

    def _one_off(self, view: View, action: Action) -> float:
        rank = rank_of(action.card)
        if action.targets:
            return 7.0 if _hits(view, action.targets[0]) else -5.0
        if rank == _ACE:
            lead = _lead(view)
            return -lead - 1.0 if self.weighs else 2.0
        if rank == _SIX:
            return 3.0 * _royals_behind(view) - 2.0 if self.weighs else 2.0
        return _ONE_OFFS.get(rank, 1.0)


def _steal(view: View, action: Action) -> float:
    """Like to take cards from opponents for its own side."""
    if not _hits(view, action.targets[0]):
        return -5.0
    if action.seat >= 0 and _is_foe(view, action.seat):
        return -5.0
    target = action.targets[0]
    return 1.0 + value_of(target) if target < 40 else 7.0


def _is_foe(view: View, seat: int) -> bool:
    assert view.viewer is not None
    return view.seats[seat].side != view.seats[view.viewer].side


def _hits(view: View, target: Card) -> bool:
    """Return whether a card on the table is on an opponent's side."""
    return any(
        _is_foe(view, seat) and (placed.card == target or target in placed.stack)
        for seat, part in enumerate(view.seats)
        for placed in (*part.points, *part.royals)
    )


def _lead(view: View) -> int:
    assert view.viewer is not None
    foes = [part.score for seat, part in enumerate(view.seats) if _is_foe(view, seat)]
    return view.seats[view.viewer].score - max(foes)


def _royals_behind(view: View) -> int:
    assert view.viewer is not None
    foes = [len(part.royals) for seat, part in enumerate(view.seats) if _is_foe(view, seat)]
    return max(foes) - len(view.seats[view.viewer].royals)


_KEEP: Final = (2.0, 4.0, 3.0, 2.0, 3.0, 3.0, 4.0, 5.0, 6.0, 7.0, 7.0, 8.0, 9.0, 7.0)
"""How much each card in hand is liked, ace to joker."""
_ONE_OFFS: Final = {_THREE: 4.0, _FOUR: 5.0, _FIVE: 5.0, _SEVEN: 4.0}
_LIKINGS: Final = {Kind.DRAW: 3.0, Kind.COUNTER: 5.0, Kind.DECLINE: 1.0, Kind.REJECT: 1.0}
