"""Rebuild every position from a record: ruleset, deal and actions."""

from __future__ import annotations

from collections.abc import Sequence

from engine.actions import OUT_OF_TURN, Action
from engine.cards import Card
from engine.errors import IllegalAction, NotYourTurn, StaleAction
from engine.play.compiled import compile_rules
from engine.play.events import Dealt, Event
from engine.play.legal import is_legal, standing_actions
from engine.play.perform import play
from engine.play.position import Position, check_seat, deal
from engine.play.view import Outcome
from engine.prng import Stream
from engine.rules.rulesets import Ruleset


class Game:
    """A game as its ruleset, deal and actions."""

    def __init__(
        self, ruleset: Ruleset, deck: Sequence[Card], *, first: int = 0, seed: bytes = b""
    ) -> None:
        self.ruleset = ruleset
        self.deck = tuple(deck)
        self.first = first
        self.seed = seed
        self.actions: list[Action] = []
        self.actors: list[int] = []
        """The seat that played each action."""
        self.position: Position = self._start()

    @classmethod
    def from_seed(cls, ruleset: Ruleset, seed: bytes, *, first: int = 0) -> Game:
        """Deal a game from a seed: the same seed gives the same game."""
        deck = Stream(seed).shuffled(compile_rules(ruleset).pack)
        return cls(ruleset, deck, first=first, seed=seed)

    def _start(self) -> Position:
        return deal(self.ruleset, self.deck, first=self.first, seed=self.seed)

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, None while it runs."""
        return self.position.outcome

    @property
    def opening(self) -> Event:
        """The first event of the game."""
        sizes = tuple(hand.bit_count() for hand in self._start().hands)
        return Dealt(self.first, sizes)

    def check(self, seat: int, action: Action, ply: int) -> None:
        """Raise if an action is illegal for a seat now.

        Raises:
            StaleAction: it was chosen for an earlier position.
            NotYourTurn: another seat is asked.
            SeatError: there is no such seat.
            IllegalAction: the rules do not allow it.
        """
        position = self.position
        check_seat(seat, self.ruleset.seats)
        standing = action.kind in OUT_OF_TURN
        if standing and action in standing_actions(position, seat):
            return
        if ply != position.ply:
            raise StaleAction(
                "chosen at ply {ply}, but the game is at ply {now}", ply=ply, now=position.ply
            )
        if position.prompt.seats[:1] != (seat,) and not standing:
            raise NotYourTurn("seat {seat} cannot act now", seat=seat)
        if not is_legal(position, seat, action):
            raise IllegalAction("seat {seat} cannot play {action} now", seat=seat, action=action)

    def submit(self, seat: int, action: Action, ply: int) -> list[Event]:
        """Check and play a seat's action; return its events."""
        self.check(seat, action, ply)
        events: list[Event] = []
        self.position.events = events
        play(self.position, action)
        self.position.events = None
        self.actions.append(action)
        self.actors.append(seat)
        return events

    def at(self, ply: int) -> Position:
        """Rebuild the position at a ply."""
        position = self._start()
        for action in self.actions[:ply]:
            play(position, action)
        return position
