"""Search small positions exhaustively: what can a seat force, whatever is hidden from it?

An `Objective` names what a seat wants to force and by when. Its opponents cooperate against it and
see everything. Hidden cards are not guessed: every arrangement stays possible (a set of `Worlds`
that look the same to the seat) until the game reveals it, so a play has to work in all of them.
The order of the deck is always unknown.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
from itertools import combinations, islice
from typing import Final, Literal, NamedTuple

from engine.actions import Action, Kind
from engine.cards import Card, members, set_of
from engine.play.legal import legal_actions
from engine.play.observe import observe
from engine.play.perform import play
from engine.play.position import Position
from engine.play.readers import hands_read_by
from engine.play.view import Outcome

Worlds = tuple[Position, ...]
"""Positions that look the same to the seat."""

NODES: Final = 20_000
"""The default limit of positions per search."""

_FEW: Final = 4
"""Worlds to try first."""


class Verdict(Enum):
    """The result of a search."""

    PROVED = "proved"
    """The seat can force it, whatever its opponents do and whatever is hidden."""
    REFUTED = "refuted"
    """No play of the seat forces it against every reply and every hidden card."""
    UNKNOWN = "unknown"
    """The search reached its limit."""


@dataclass(frozen=True, slots=True)
class Objective:
    """What a seat wants to force."""

    seat: int
    goal: Literal["win", "hold"]
    """Win, or have not lost, when the last turn is over."""
    last: int
    """The number of the last turn that counts."""


class Continuation(NamedTuple):
    """An action and the worlds it leads to."""

    action: Action
    worlds: Worlds


class TooMany(Exception):
    """The search exceeded its limit of positions."""


class Search:
    """A search for an objective, with a limit of positions."""

    def __init__(self, aim: Objective, *, nodes: int = NODES, listening: bool = False) -> None:
        """Prepare a search.

        Args:
            aim: what the seat wants to force.
            nodes: the limit of positions.
            listening: whether positions carry the events that led to them.
        """
        self.aim = aim
        self.spent = 0
        """Positions searched so far."""
        self._nodes = nodes
        self._listening = listening

    def judge(self, worlds: Worlds) -> Verdict:
        """Return whether the aim can be forced from here."""
        return self._verdict(worlds, self._reached)

    def judge_action(self, worlds: Worlds, action: Action) -> Verdict:
        """Return whether the aim can be forced by starting with this action of the seat."""
        return self._verdict(worlds, lambda some: self._reached_by(some, action))

    def _verdict(self, worlds: Worlds, reached: Callable[[Worlds], bool]) -> Verdict:
        """Try a few worlds first: an aim that fails in some of them fails in all together."""
        try:
            if len(worlds) > _FEW and not reached(worlds[:_FEW]):
                return Verdict.REFUTED
            return Verdict.PROVED if reached(worlds) else Verdict.REFUTED
        except TooMany:
            return Verdict.UNKNOWN

    def branches(self, worlds: Worlds, action: Action) -> list[Continuation]:
        """Play an action in every world where it is legal, and group what looks the same."""
        results = [
            result
            for world in worlds
            if len(worlds) == 1 or action in legal_actions(world)
            for result in self._results(world, action)
        ]
        return [Continuation(action, group) for group in parted(results, self.aim.seat)]

    def replies(self, worlds: Worlds) -> Iterator[Continuation]:
        """Yield every reply of the asked opponent in any of the worlds, the sharpest first."""
        actions = dict.fromkeys(action for world in worlds for action in legal_actions(world))
        for action in sorted(actions, key=_sharpness):
            yield from self.branches(worlds, action)

    def reply(self, worlds: Worlds) -> Continuation:
        """Choose the opponent's reply: defeat the aim if possible, else hurt the seat most."""
        replies = list(self.replies(worlds))
        defeats = [b for b in replies if self.judge(b.worlds) is not Verdict.PROVED]
        return min(defeats or replies, key=self._comfort)

    def _comfort(self, branch: Continuation) -> tuple[int, int]:
        """Rate a continuation for the seat: by whether it has lost or won, then by its points."""
        position = branch.worlds[0]
        if position.outcome is None:
            return 1, position.score(self.aim.seat)
        return 2 * (self.aim.seat in position.outcome.winners), 0

    def is_settled(self, worlds: Worlds) -> bool:
        """Return whether the game or the time for the aim is over."""
        return worlds[0].outcome is not None or worlds[0].turn > self.aim.last

    def is_ours(self, worlds: Worlds) -> bool:
        """Return whether the seat itself, or its partner, is asked."""
        position = worlds[0]
        return position.prompt.seats[0] in position.rules.allies[self.aim.seat]

    def _reached(self, worlds: Worlds) -> bool:
        position = worlds[0]
        if position.outcome is not None:
            return self._pleases(position.outcome)
        if position.turn > self.aim.last:
            return self.aim.goal == "hold"
        if not self.is_ours(worlds):
            return all(self._reached(branch.worlds) for branch in self.replies(worlds))
        return any(
            self._reached_by(worlds, action)
            for action in sorted(legal_actions(position), key=_sharpness)
        )

    def _reached_by(self, worlds: Worlds, action: Action) -> bool:
        return all(self._reached(branch.worlds) for branch in self.branches(worlds, action))

    def _pleases(self, outcome: Outcome) -> bool:
        won = self.aim.seat in outcome.winners
        return won or (self.aim.goal == "hold" and not outcome.winners)

    def _results(self, world: Position, action: Action) -> list[Position]:
        """Play an action; if it takes hidden cards off the deck, once per possible set of cards."""
        result = self._played(world, action)
        touched = len(world.deck) - len(result.deck) + result.revealed - world.revealed
        if touched <= 0:
            return [result]
        return [self._played(arranged, action) for arranged in _arrangements(world, touched)]

    def _played(self, world: Position, action: Action) -> Position:
        self.spent += 1
        if self.spent > self._nodes:
            raise TooMany
        result = world.copy()
        result.events = [] if self._listening else None
        play(result, action)
        return result


_SHARPEST: Final = (
    Kind.COUNTER,
    Kind.BLOCK,
    Kind.REBUFF,
    Kind.JACK,
    Kind.JOKER,
    Kind.POINTS,
    Kind.SCUTTLE,
    Kind.ONE_OFF,
    Kind.ROYAL,
)


def _sharpness(action: Action) -> tuple[int, int]:
    """Return a sort key: the likely impact of an action, high cards first."""
    kind = _SHARPEST.index(action.kind) if action.kind in _SHARPEST else len(_SHARPEST)
    return kind, -action.cards[0] if action.cards else 0


def _arrangements(world: Position, count: int) -> Iterator[Position]:
    """Yield a position for each set of `count` cards on top of the face-down deck."""
    known = world.deck[len(world.deck) - world.revealed :]
    hidden = sorted(world.deck[: len(world.deck) - world.revealed])
    for chosen in combinations(hidden, min(count, len(hidden))):
        arranged = world.copy()
        rest = [card for card in hidden if card not in chosen]
        arranged.deck = [*rest, *chosen, *known]
        yield arranged


def parted(positions: Iterable[Position], seat: int) -> list[Worlds]:
    """Group positions by what the seat sees."""
    every = list(positions)
    if len(every) == 1:
        return [(every[0],)]
    groups: dict[object, list[Position]] = {}
    for position in every:
        groups.setdefault(observe(position, seat), []).append(position)
    return [tuple(group) for group in groups.values()]


def worlds_of(position: Position, seat: int, *, most: int = 5_000) -> Worlds:
    """Return every position that looks the same to the seat, up to the order of the deck.

    Hands that the seat cannot read are dealt from the unseen cards in every possible way.

    Raises:
        TooMany: there are more than `most`.
    """
    read = hands_read_by(position, seat)
    others = [other for other in range(position.rules.seats) if other not in read]
    hidden = set_of(position.deck[: len(position.deck) - position.revealed])
    for other in others:
        hidden |= position.hands[other] & ~position.frozen[other]
    worlds = tuple(islice(_dealt(position, others, members(hidden)), most + 1))
    if len(worlds) > most:
        raise TooMany(f"more than {most} arrangements of what is hidden")
    return worlds


def _dealt(position: Position, others: list[int], hidden: list[Card]) -> Iterator[Position]:
    if not others:
        world = position.copy()
        world.deck = [*hidden, *position.deck[len(position.deck) - position.revealed :]]
        yield world
        return
    first, *rest = others
    seen = position.frozen[first]
    for chosen in combinations(hidden, (position.hands[first] & ~seen).bit_count()):
        dealt = position.copy()
        dealt.hands[first] = seen | set_of(chosen)
        yield from _dealt(dealt, rest, [card for card in hidden if card not in chosen])
