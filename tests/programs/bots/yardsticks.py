"""Players to measure others by; people never meet them.

A yardstick is given the position and its seat. All but `sees_all` look at nothing that the seat
cannot see.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Final

from engine.actions import Action, Kind
from engine.bots import greedy
from engine.bots.attention import Deals
from engine.bots.network import Chances, Network
from engine.cards import EIGHTS, KINGS, value_of
from engine.play.legal import legal_actions
from engine.play.observe import observe
from engine.play.perform import play
from engine.play.position import Position
from tests.programs.bots.evaluations import by_linear, chances

Yardstick = Callable[[Position, int, int], Action]
"""(the position, the seat, a seed) -> a legal action of the seat"""
_WINS: Final = 1000.0


def by_chance(p: Position, seat: int, seed: int) -> Action:
    """Choose any legal action."""
    return random.Random(seed).choice(legal_actions(p))


def by_greed(p: Position, seat: int, seed: int) -> Action:
    """Choose by the hand-made evaluation of what follows each action."""
    return greedy.choose(observe(p, seat), seed)


def by_priorities(p: Position, seat: int, seed: int) -> Action:
    """Choose by fixed priorities: win, counter, destroy the most, build, take points, draw."""
    legal = legal_actions(p)
    random.Random(seed).shuffle(legal)
    return max(legal, key=lambda action: _priority(p, seat, action))


def _priority(p: Position, seat: int, action: Action) -> float:
    if action.kind is Kind.POINTS and p.score(seat) + value_of(action.card) >= p.goal(seat):
        return _WINS
    return _PRIORITIES.get(action.kind, _nothing)(p, seat, action)


def _nothing(p: Position, seat: int, action: Action) -> float:
    return 0.0


def _lead(p: Position, seat: int) -> int:
    return p.score(seat) - max(p.score(foe) for foe in p.rules.foes[seat])


def _points(p: Position, seat: int, action: Action) -> float:
    return 20 + value_of(action.card)


def _scuttle(p: Position, seat: int, action: Action) -> float:
    mine, theirs = value_of(action.card), value_of(action.targets[0])
    return 34 + theirs - 0.1 * mine if theirs >= 5 else 12 + theirs - mine


def _royal(p: Position, seat: int, action: Action) -> float:
    bit = 1 << action.card
    return 40.0 if bit & KINGS else 18.0 if bit & EIGHTS else 33.0


def _jack(p: Position, seat: int, action: Action) -> float:
    if action.seat >= 0 and action.seat not in p.rules.allies[seat]:
        return -1.0
    if p.controller(action.targets[0]) in p.rules.allies[seat]:
        return -1.0
    return 36 + action.targets[0] / 8


def _one_off(p: Position, seat: int, action: Action) -> float:
    rank = action.card >> 2
    royals = [p.royals[s].bit_count() for s in range(p.rules.seats)]
    if rank == 0:
        return 45.0 if _lead(p, seat) <= -7 else -1.0
    if rank == 5:
        return 38.0 if max(royals[foe] for foe in p.rules.foes[seat]) > royals[seat] else -1.0
    if action.targets:
        hits = p.controller(action.targets[0]) in p.rules.foes[seat]
        return 37.0 if hits else -1.0
    return {2: 30.0, 3: 19.0, 4: 32.0, 6: 24.0}.get(rank, 5.0)


def _counter(p: Position, seat: int, action: Action) -> float:
    return 50.0 if p.pile[0].action.card >> 2 != 2 else 15.0


def _discard(p: Position, seat: int, action: Action) -> float:
    return -float(sum(card >> 2 for card in action.cards))


_PRIORITIES: Final[dict[Kind, Callable[[Position, int, Action], float]]] = {
    Kind.DRAW: lambda p, seat, action: 14.0,
    Kind.POINTS: _points,
    Kind.SCUTTLE: _scuttle,
    Kind.ROYAL: _royal,
    Kind.JACK: _jack,
    Kind.JOKER: _jack,
    Kind.ONE_OFF: _one_off,
    Kind.COUNTER: _counter,
    Kind.BLOCK: lambda p, seat, action: 20.0,
    Kind.REBUFF: lambda p, seat, action: 20.0,
    Kind.DECLINE: lambda p, seat, action: 16.0,
    Kind.TAKE: lambda p, seat, action: float(action.card),
    Kind.DISCARD: _discard,
    Kind.REJECT: lambda p, seat, action: 1.0,
}


Evaluator = Callable[[Position], Chances]


def by_network(net: Network) -> Evaluator:
    """Evaluate by a network."""
    return lambda p: chances(net, p)


def one_ply(evaluate: Evaluator = by_linear, deals: int = 1) -> Yardstick:
    """Build a player that evaluates what follows each action on guesses at the hidden cards."""

    def choose(p: Position, seat: int, seed: int) -> Action:
        view = observe(p, seat)
        if len(view.legal) == 1:
            return view.legal[0]
        dealt = Deals(view, random.Random(seed))
        worth = dict.fromkeys(view.legal, 0.0)
        for guess in [dealt.next() for _ in range(deals)]:
            for action in view.legal:
                worth[action] += evaluate(_after(guess, action))[seat]
        return max(worth, key=worth.__getitem__)

    return choose


def by_material(p: Position) -> Chances:
    """Evaluate by the hand-made evaluation: points, royals and cards in hand, not chances."""
    return tuple([greedy.evaluate(p, seat) for seat in range(p.rules.seats)])


def sees_all(evaluate: Evaluator = by_material) -> Yardstick:
    """Build a player that knows every card: its action, then the best reply to it."""

    def choose(p: Position, seat: int, seed: int) -> Action:
        return max(legal_actions(p), key=lambda action: _replied(evaluate, _after(p, action))[seat])

    return choose


def _replied(evaluate: Evaluator, p: Position) -> Chances:
    if p.outcome is not None:
        return evaluate(p)
    seat = p.prompt.seats[0]
    replies = (evaluate(_after(p, action)) for action in legal_actions(p))
    return max(replies, key=lambda reply: reply[seat])


def _after(p: Position, action: Action) -> Position:
    after = p.copy()
    play(after, action)
    return after
