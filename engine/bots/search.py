"""Search deals that a seat may believe in, guided by a network, and assess positions by it."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import sqrt
from typing import Final

from engine.actions import DECLINE, Action
from engine.bots.attention import Deals, winning, wins
from engine.bots.network import Chances, Network, Odds, final, network_of, share, spread
from engine.play.legal import legal_actions
from engine.play.observe import determinize, observe
from engine.play.perform import play
from engine.play.position import Position
from engine.play.view import Ask, View
from engine.rules.effects import TakeFromScrap

EXPLORE: Final = 0.6
"""How much is tried beside what looks best."""
_TRUST: Final = 5.0
"""How many times as much the odds of opponents count when their hands are heeded."""
_CAUTION: Final = 0.06
"""How much worse than its node a play is taken to be before it is tried."""
_LOOK: Final = 16
"""How many iterations pass before the search looks whether it may stop."""


class _Edge:
    """A play from a node."""

    __slots__ = ("bonus", "mean", "node", "odds", "total", "visits")

    def __init__(self, odds: float, mean: float) -> None:
        self.visits = 0
        self.total = 0.0
        self.mean = mean
        self.odds = odds
        self.bonus = odds
        """The odds, less from visit to visit."""
        self.node: _Node | None = None


class _Node:
    """Positions that look the same apart from hidden cards."""

    __slots__ = ("edges", "found", "hidden", "known", "legal", "mean", "visits", "whole")

    def __init__(self, hidden: list[float], mean: float) -> None:
        self.edges: dict[Action, _Edge] = {}
        self.legal: list[Action] = []
        self.found: list[_Edge] = []
        """The edges of the plays that were legal last time."""
        self.whole = 0.0
        """The sum of their odds."""
        self.hidden = hidden
        self.known: Odds = {}
        self.visits = 0
        self.mean = mean


@dataclass(frozen=True, slots=True)
class Rating:
    """What the search found out about a play."""

    action: Action
    visits: int
    chance: float
    """The chance that the seat's side wins after it; without lines, what it is taken to be."""
    odds: float
    """The odds that the network gives it."""


class Search:
    """A search from a view."""

    def __init__(
        self,
        view: View,
        seed: int,
        nets: Sequence[Network] = (),
        *,
        curiosity: float = 0.0,
        least: int = 0,
        heeds_hands: bool = False,
    ) -> None:
        """Prepare a search from the view of the asked seat.

        Args:
            nets: the network for the choices of each seat; by default the one that ships.
            curiosity: how much of the odds of the first play is shared out evenly, so that plays
                which the network thinks little of are tried as well.
            least: how many lines each play of the first choice has before any has more.
            heeds_hands: ask the network in every line what opponents would do with the hands that
                they were dealt in it: each line takes longer, and tells more.
        """
        self._deals = Deals(view, random.Random(f"{seed} {view.ply}"))
        p = self._deals.next()
        self._nets = nets or (network_of(p.rules),) * p.rules.seats
        self._curiosity = curiosity
        self._heeded: tuple[int, ...] = ()
        """The opponents whose hands are heeded."""
        if heeds_hands:
            sides = view.ruleset.sides
            own = None if view.viewer is None else sides[view.viewer]
            self._heeded = tuple(seat for seat, side in enumerate(sides) if side != own)
        self._least = least
        self._root, result = self._grow(p)
        self._legal = list(view.legal)
        self._viewer = -1 if view.viewer is None else view.viewer
        self._gained = result[self._viewer]
        self._runs = 1

    def run(self, iterations: int, *, settle: bool = False) -> None:
        """Try so many more lines.

        `settle` stops as soon as the rest cannot change which play was tried most often.
        """
        for left in range(iterations, 0, -1):
            self._iterate(self._deals.next())
            if settle and left % _LOOK == 0:
                best, *others = sorted([edge.visits for edge in self._root.edges.values()])[::-1]
                if best - (others[0] if others else 0) > left:
                    return

    def chance(self) -> float:
        """Return the chance that the viewer's side wins, over all lines that were tried."""
        return self._gained / self._runs

    def ratings(self) -> list[Rating]:
        """Return all plays, the best first."""
        edges = self._root.edges
        found = [
            Rating(action, edge.visits, edge.mean, edge.odds)
            for action in self._legal
            if (edge := edges.get(action)) is not None
        ]
        return sorted(found, key=lambda rating: (-rating.visits, -rating.chance))

    def _iterate(self, p: Position) -> None:
        node = self._root
        path: list[tuple[_Node, _Edge, int]] = []
        while True:
            legal = self._legal if node is self._root and self._legal else legal_actions(p)
            seat = p.prompt.seats[0]
            if len(legal) == 1:
                action = legal[0]
                edge = node.edges.get(action)
                if edge is None:
                    (edge,) = self._edges(node, p, legal)
            else:
                action, edge = self._pick(node, p, legal)
                path.append((node, edge, seat))
            play(p, action)
            if p.outcome is not None:
                result = final(p, p.outcome)
                break
            if edge.node is None:
                edge.node, result = self._grow(p)
                break
            node = edge.node
        self._gained += result[self._viewer]
        self._runs += 1
        for node, edge, seat in path:
            gain = result[seat]
            edge.visits += 1
            edge.total += gain
            edge.mean = edge.total / edge.visits
            edge.bonus = edge.odds / (1 + edge.visits)
            node.visits += 1
            node.mean += (gain - node.mean) / (node.visits + 1)

    def _pick(self, node: _Node, p: Position, legal: list[Action]) -> tuple[Action, _Edge]:
        if legal == node.legal:
            found = node.found
        else:
            found = node.found = self._edges(node, p, legal)
            node.legal = legal
            node.whole = sum([edge.odds for edge in found])
        at = self._forced(node, p, legal)
        if at is not None:
            return legal[at], found[at]
        if p.prompt.seats[0] in self._heeded:
            scores = self._scores_by_hand(node, p, legal)
        else:
            reach = EXPLORE * sqrt(node.visits + 1) / node.whole
            scores = [edge.mean + reach * edge.bonus for edge in found]
        best = scores.index(max(scores))
        return legal[best], found[best]

    def _forced(self, node: _Node, p: Position, legal: list[Action]) -> int | None:
        """Return which play is made without a choice: at the root one with few lines, elsewhere one
        that wins.
        """
        if node is not self._root:
            won = winning(p, legal)
            return None if won is None else legal.index(won[0])
        visits = [edge.visits for edge in node.found] if self._least else [0]
        fewest = min(visits)
        return visits.index(fewest) if fewest < self._least else None

    def _scores_by_hand(self, node: _Node, p: Position, legal: list[Action]) -> list[float]:
        """Score plays by their means, and by the odds that they have from the hand in this line."""
        seat = p.prompt.seats[0]
        net = self._nets[seat]
        odds = net.odds(net.hidden(p, seat), p, legal, {})
        reach = _TRUST * EXPLORE * sqrt(node.visits + 1) / sum(odds)
        return [
            edge.mean + reach * odd / (1 + edge.visits)
            for edge, odd in zip(node.found, odds, strict=True)
        ]

    def _edges(self, node: _Node, p: Position, legal: list[Action]) -> list[_Edge]:
        """Return the edges of plays, and add those that are new."""
        edges = node.edges
        new = [action for action in legal if action not in edges]
        if new:
            mean = node.mean - _CAUTION
            net = self._nets[p.prompt.seats[0]]
            odds = net.odds(node.hidden, p, new, node.known)
            if self._curiosity and node is self._root:
                even = self._curiosity * sum(odds) / len(odds)
                odds = [(1 - self._curiosity) * odd + even for odd in odds]
            for action, chance in zip(new, odds, strict=True):
                edges[action] = _Edge(chance, mean)
        return [edges[action] for action in legal]

    def _grow(self, p: Position) -> tuple[_Node, Chances]:
        seat = p.prompt.seats[0]
        hidden = self._nets[seat].hidden(p, seat)
        won = winning(p)
        result = spread(self._nets, p, hidden) if won is None else final(p, won[1])
        return _Node(hidden, result[seat]), result


PER_SECOND: Final = 8000
"""Iterations that stand for a second of thought: a number, so that the result is repeatable."""
LEAST: Final = 16
"""Lines that begin with each play at least."""
_SHOWN: Final = 3
"""How many plays a hint shows."""
FIRMNESS: Final = 1.05
"""What the log odds that the search finds are multiplied by: fitted, see docs/BOTS.md."""
HOPE: Final = 0.27
"""What is taken off the log odds then: each seat hopes too much of the best play it finds."""


@dataclass(frozen=True, slots=True)
class Rated:
    """A legal action, and the chance that its seat's side wins after it."""

    action: Action
    chance: float
    then: Action | None = None
    """For a one-off that takes a card from the scrap: what would be taken, if it was thought of."""


@dataclass(frozen=True, slots=True)
class Assessment:
    """What a seat may think of its game; an opinion, from what it could know."""

    chance: float
    """The chance that the viewer's side wins, 0 to 1, when it plays the best it sees."""
    plays: tuple[Rated, ...]
    """The legal actions, best first; empty when the viewer is not asked."""


def assess(view: View, seed: int, seconds: float = 0.1) -> Assessment:
    """Assess a game for the viewer's side, whether or not it is asked, in about so many seconds.

    The same number of seconds always gives the same result. Every play is searched, however little
    it promises: at least `LEAST` lines begin with it.
    """
    assert view.viewer is not None
    if view.outcome is not None:
        return Assessment(share(view.outcome, view.ruleset, view.viewer), ())
    lines = max(round(PER_SECOND * seconds), LEAST * (len(view.legal) + 1))
    search = Search(view, seed, curiosity=1.0, least=LEAST)
    search.run(lines)
    if len(view.legal) < 2:
        chance = _firm(search.chance())
        return Assessment(chance, tuple(Rated(action, chance) for action in view.legal))
    won = wins(view)
    found = sorted(
        search.ratings(), key=lambda one: (one.action not in won, -one.chance, -one.visits)
    )
    plays = [Rated(one.action, _firm(one.chance)) for one in found]
    plays[:_SHOWN] = [_with_choice(view, one, seed, seconds) for one in plays[:_SHOWN]]
    return Assessment(plays[0].chance, tuple(plays))


def _with_choice(view: View, rated: Rated, seed: int, seconds: float) -> Rated:
    """Add what would be taken from the scrap, if a play is to take a card from there."""
    if not isinstance(view.effect(rated.action), TakeFromScrap):
        return rated
    # the view in which the viewer is asked what to take, if nobody counters
    p = determinize(view, b"take")
    play(p, rated.action)
    while p.prompt.ask is Ask.COUNTER:
        play(p, DECLINE)
    if p.prompt.ask is not Ask.FETCH:
        return rated
    asked = observe(p, view.viewer)
    return replace(rated, then=assess(asked, seed, seconds).plays[0].action)


def _firm(chance: float) -> float:
    """Calibrate a chance against games that were played out."""
    held = min(max(chance, 0.0005), 0.9995)
    return 1 / (1 + math.exp(HOPE - FIRMNESS * math.log(held / (1 - held))))
