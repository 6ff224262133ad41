"""Play the games of a block, and time the moves."""

from __future__ import annotations

import math
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Final

from engine.actions import Action, Kind
from engine.arena.entrants import (
    Block,
    Entrant,
    Fault,
    Lost,
    OwnPlayer,
    Pair,
    Result,
    SeatPlayer,
    Start,
    deal_seed,
    game_id,
    player_seed,
    seating,
    sides_of,
)
from engine.arena.program import Program, Stopped
from engine.errors import IllegalAction
from engine.play.events import Event
from engine.play.observe import observe, redacted
from engine.record.record import Game, record_of, record_text
from engine.rules.options import parse_ruleset, stamped
from engine.rules.rulesets import Ruleset

_STEP: Final = math.log(1.05)
"""Each step is longer than the one before by a twentieth."""
_SHORTEST: Final = 1e-6
"""Seconds."""


def step_of(seconds: float) -> int:
    """Return the step in which a time falls."""
    return round(math.log(max(seconds, _SHORTEST)) / _STEP)


def quantile(counts: Mapping[int, int], part: float) -> float | None:
    """Return the seconds that a part of the moves, 0 to 1, did not exceed, to within a fortieth."""
    left = part * sum(counts.values())
    for step, count in sorted(counts.items()):
        left -= count
        if left <= 0:
            return math.exp(step * _STEP)
    return None


LONGEST_GAME: Final = 2000
"""Actions after which a game is a draw."""


@dataclass(frozen=True, slots=True)
class Plan:
    """An arena: what all its games have in common."""

    entrants: tuple[Entrant, ...]
    ruleset: str
    seed: str
    seconds: float
    """How long a program may take for an answer."""
    server: str
    """What greets programs."""

    @property
    def rules(self) -> Ruleset:
        return parse_ruleset(self.ruleset)

    @property
    def stamped(self) -> str:
        """The rules with their version."""
        return stamped(self.rules)


@dataclass(frozen=True, slots=True)
class Loss:
    """A game that one of a pair lost without playing it to its end."""

    who: int
    """0 or 1: which of the pair."""
    fault: Fault
    text: str


@dataclass(frozen=True, slots=True)
class Played:
    """A game that was played."""

    points: float
    """What the first of the pair made of it: 1, 0, or its share of a draw."""
    why: str
    """How it ended: a word of the rules, a fault, or ``endless``."""
    plies: int
    times: tuple[dict[int, int], dict[int, int]]
    """How many moves of each of the pair took how long; see `engine.arena.games`."""
    loss: Loss | None = None


@dataclass(frozen=True, slots=True)
class PlayedBlock:
    """The games of a block, in the order of `engine.arena.entrants.seating`."""

    block: Block
    games: tuple[Played, ...]


class Host:
    """Plays blocks one after the other; programs run on from game to game."""

    def __init__(
        self,
        plan: Plan,
        *,
        stopped: Callable[[], bool] = lambda: False,
        keep: Callable[[Block, int, str], None] | None = None,
    ) -> None:
        """Prepare to play.

        Args:
            stopped: returns whether to give up; then `Stopped` is raised.
            keep: is given the record of each game, as text, with its block and number.
        """
        self._plan = plan
        self._rules = plan.rules
        self._stopped = stopped
        self._keep = keep
        self._players: dict[tuple[Pair, int, int, int], SeatPlayer] = {}
        """Whoever plays for an entrant, by the pair, the number of the game in a block, the entrant
        and how many seats it has before: so nobody who remembers meets a deal twice."""

    def play(self, block: Block) -> PlayedBlock:
        count = sides_of(self._rules)
        return PlayedBlock(block, tuple(self._game(block, number) for number in range(count)))

    def close(self) -> None:
        """End all programs."""
        for player in self._players.values():
            player.close()
        self._players.clear()

    def _game(self, block: Block, number: int) -> Played:
        seats = seating(self._rules, number)
        used: Counter[int] = Counter()
        found = []
        for side in seats:
            entrant = block.pair[side]
            key = block.pair, number, entrant, used[entrant]
            used[entrant] += 1
            if key not in self._players:
                self._players[key] = seat_player(
                    self._plan.entrants[entrant], self._plan, self._stopped
                )
            found.append(self._players[key])
        running = _Running(self._plan, block, number, seats, found)
        played = running.play(self._stopped)
        if self._keep is not None:
            self._keep(block, number, running.record())
        return played


def seat_player(
    entrant: Entrant, plan: Plan, stopped: Callable[[], bool] = lambda: False
) -> OwnPlayer | Program:
    """Build whatever plays for an entrant."""
    if entrant.plays:
        return OwnPlayer(entrant.plays)
    return Program(entrant.command, seconds=plan.seconds, server=plan.server, stopped=stopped)


@dataclass(slots=True)
class _Running:
    """A game of the arena."""

    plan: Plan
    block: Block
    number: int
    seats: tuple[int, ...]
    """Who of the pair sits in each seat."""
    players: list[SeatPlayer]
    game: Game = field(init=False)
    times: tuple[Counter[int], Counter[int]] = field(init=False)
    news: list[list[Event]] = field(init=False)
    """What each seat has not been told yet, redacted for it."""
    seconds: list[float] = field(default_factory=list)
    started: datetime = field(default_factory=lambda: datetime.now(UTC))

    def __post_init__(self) -> None:
        rules = self.plan.rules
        deal = self.block.deal
        first = deal % rules.seats
        self.game = Game.from_seed(rules, deal_seed(self.plan.seed, deal), first=first)
        self.times = Counter(), Counter()
        self.news = [[] for _ in self.seats]

    def play(self, stopped: Callable[[], bool]) -> Played:
        """Play the game to its end."""
        loss = None
        try:
            names = tuple(self._name(side) for side in self.seats)
            for seat, player in enumerate(self.players):
                id = game_id(self.plan.seed, self.block, self.number, seat)
                seed = player_seed(self.plan.seed, self.block.deal, seat)
                with _blamed_on(seat):
                    player.begin(Start(id, self.game.ruleset, seat, names, seed))
            self._tell([self.game.opening])
            while self.game.outcome is None and len(self.game.actions) < LONGEST_GAME:
                if stopped():
                    raise Stopped
                self._act()
        except _LostBy as lost:
            loss = Loss(self.seats[lost.seat], lost.cause.fault, str(lost.cause))
            self._give_up(loss.who)
        outcome, why = self.game.outcome, "endless"
        if loss is not None:
            points, why = float(loss.who == 1), loss.fault
        elif outcome is None or not outcome.winners:
            points = 1 / sides_of(self.game.ruleset)
            why = why if outcome is None else outcome.why
        else:
            points, why = float(self.seats[outcome.winners[0]] == 0), outcome.why
        times = dict(self.times[0]), dict(self.times[1])
        played = Played(points, why, len(self.game.actions), times, loss)
        self._end(played)
        return played

    def _name(self, side: int) -> str:
        return self.plan.entrants[self.block.pair[side]].name

    def _act(self) -> None:
        """Ask the seat that is to act, and play what it chose."""
        seat = self.game.position.prompt.seats[0]
        view = observe(self.game.position, seat)
        with _blamed_on(seat):
            begun = time.perf_counter()
            action = self.players[seat].choose(view, tuple(self.news[seat]))
            if len(view.legal) > 1:
                self.times[self.seats[seat]][step_of(time.perf_counter() - begun)] += 1
        self.news[seat].clear()
        with _blamed_on(seat):
            if action.kind in (Kind.LEAVE, Kind.RETRACT):
                raise Lost("illegal", f"not played in an arena: {action}")
            try:
                events = self.game.submit(seat, action, self.game.position.ply)
            except IllegalAction as error:
                raise Lost("illegal", str(error)) from None
        self.seconds.append((datetime.now(UTC) - self.started).total_seconds())
        self._tell(events)

    def _tell(self, events: Sequence[Event]) -> None:
        for seat, news in enumerate(self.news):
            news += redacted(self.game.position, events, seat)

    def _give_up(self, side: int) -> None:
        """Concede every seat of a side, as far as the rules let it, for the record."""
        for seat, whose in enumerate(self.seats):
            if whose == side and self.game.outcome is None:
                concede = Action(Kind.CONCEDE, seat=seat)
                if seat not in self.game.position.retired:
                    self.game.submit(seat, concede, self.game.position.ply)
                    self.seconds.append((datetime.now(UTC) - self.started).total_seconds())

    def _end(self, played: Played) -> None:
        outcome = self.game.outcome
        drawn = played.loss is None and (outcome is None or not outcome.winners)
        why = played.loss.text if played.loss is not None else played.why
        for seat, player in enumerate(self.players):
            won = played.points == (1 if self.seats[seat] == 0 else 0)
            news = tuple(self.news[seat])
            player.end(Result(outcome, None if drawn else won, why, news))

    def record(self) -> str:
        names = tuple(self._name(side) for side in self.seats)
        return record_text(record_of(self.game, names, self.seconds, started=self.started))


class _LostBy(Exception):
    """A game was lost by the player of a seat."""

    def __init__(self, seat: int, cause: Lost) -> None:
        super().__init__(seat)
        self.seat = seat
        self.cause = cause


@contextmanager
def _blamed_on(seat: int) -> Iterator[None]:
    """Say whose seat it was in which something was lost."""
    try:
        yield
    except Lost as lost:
        raise _LostBy(seat, lost) from None
