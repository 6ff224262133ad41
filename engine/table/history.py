"""The state of a table, built by applying its events in order."""

from __future__ import annotations

import hashlib
from collections import Counter
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final

from engine.actions import OUT_OF_TURN, Action, Kind
from engine.errors import IllegalAction
from engine.play.events import Event
from engine.play.legal import standing_actions
from engine.play.observe import redacted
from engine.record.match import FOR_GOOD, staying
from engine.record.record import GIVES_UP, SCHEME, Deal, Game, GivingUp, Record, record_of
from engine.rules.rulesets import Ruleset
from engine.table.controls import TimeControl
from engine.table.events import DealtOut, TableEvent
from engine.table.seats import Clocks, TableSeats, Vacations
from engine.table.state import Match

_ASIDE: Final = frozenset(OUT_OF_TURN) - {Kind.OFFER}
"""Actions out of turn that are no decisions; an offer is a decision because it asks others."""
TAKES_BACK: Final = frozenset((Kind.RETRACT, Kind.RETURN))
"""Actions that undo an aside, so that it can be repeated."""
_MOST_TAKEN_BACK: Final = 3
"""The limit per seat between two decisions; otherwise a game could go on forever."""
News = dict[int | None, tuple[Event, ...]]
"""New events by viewer."""


@dataclass(frozen=True, slots=True)
class TableConfig:
    """The fixed settings of a table."""

    ruleset: Ruleset
    seed: bytes
    """The secret source of all secrets of the match."""
    control: TimeControl | None = None
    """The time control; None for no limit."""
    rated: bool = False
    """Whether games are rated; their hands are never shown to watchers."""
    goes_on: bool = False
    """Whether a match that people leave before it is decided goes on at another table."""
    played: int = 0
    """How many games of a match that goes on here were played at other tables."""


class TableHistory:
    """The games and seats of a table; outdated events change nothing."""

    def __init__(self, config: TableConfig) -> None:
        self.config = config
        self.reset()

    def reset(self) -> None:
        """Reset to an empty table."""
        self.ruleset = self.config.ruleset
        self.seats = TableSeats(self.ruleset.seats)
        self.game: Game | None = None
        self.deal: Deal | None = None
        self.cuts: tuple[str, ...] = ()
        """The words with which the current deck was cut."""
        self.match: Match | None = None
        self.clocks: Clocks | None = None
        self.vacations = Vacations(self.ruleset.seats)
        self.came = False
        """Whether the match of the first game had begun elsewhere."""
        self.called_off = False
        self.given_up: dict[int, GivingUp] = {}
        """How seats gave up the current game, in order."""
        self.unplayed = False
        """Whether the game ended before anybody had played, by a seat given up."""
        self.series = [0] * self.ruleset.seats
        """Games won by each seat."""
        self.logs: News = {}
        self.steps: tuple[int, ...] = ()
        """How many events the logs held after each action, the deal first."""
        self.turns: tuple[int, ...] = ()
        """The turn after each action, the deal first."""
        self.games = 0
        """How many games were dealt."""
        self._decisions = 0
        """Decisions so far; asides do not count and give no new time."""
        self._taken_back: Counter[int] = Counter()
        """How often each seat has undone an aside since the last decision."""
        self.ended_at = 0.0
        """When the last game ended, in seconds since 1970; the record has it less exactly."""
        self._began = 0.0
        self._seconds: list[float] = []

    @property
    def over(self) -> bool:
        """Whether the current game has ended."""
        return self.game is not None and (self.game.outcome is not None or self.called_off)

    @property
    def running(self) -> bool:
        """Whether a game is being played."""
        return self.game is not None and not self.over

    @property
    def due(self) -> bool:
        """Whether the next game should be dealt: every seat is taken and ready.

        No game begins against an absent player, except where a decision has days.
        """
        control, seats = self.config.control, self.seats
        by_days = control is not None and control.days > 0
        absent = not by_days and any(since is not None for since in seats.away)
        if self.running or absent or seats.free() or not seats.persons() <= seats.ready:
            return False
        return self.game is None or bool(seats.persons())

    @property
    def awaits_next(self) -> bool:
        """Whether the match goes on with another game, and nobody has left."""
        if not self.over or self.called_off or self.match is None or self.seats.free():
            return False
        return self.ruleset.match != "single" and not self.match.decided

    @property
    def match_winners(self) -> tuple[int, ...]:
        """The seats that have won a match of several games: by games, or since the others left.

        No further game is dealt then.
        """
        match = self.match
        if match is None or self.ruleset.match == "single":
            return ()
        if match.winners or not self.over or self.called_off or self.goes_on:
            return match.winners
        return staying(self.ruleset.sides, self.seats.left)

    @property
    def goes_on(self) -> bool:
        """Whether an undecided match goes on another day, if rated or among people."""
        computers = any(sitter.kind == "computer" for sitter in self.seats.sitters)
        return self.config.rated or (self.config.goes_on and not computers)

    @property
    def open_hands(self) -> bool:
        """Whether watchers see every hand: every person agreed, and the rules allow it."""
        persons = self.seats.persons()
        return self.may_show and bool(persons) and persons <= self.seats.showing

    @property
    def may_show(self) -> bool:
        """Whether the table allows hands to be shown to watchers."""
        return not self.config.rated and self.ruleset.spectators != "public"

    def may_take_back(self, seat: int) -> bool:
        """Return whether a seat may undo another aside before the next decision."""
        return self._taken_back[seat] < _MOST_TAKEN_BACK

    def upcoming(self, scheme: int = SCHEME) -> Deal:
        """Return the deal of the next game, as its deck is cut so far."""
        number = self.games.to_bytes(4, "big")
        secret = hashlib.sha256(b"cuttle secret" + self.config.seed + number).digest()
        words = tuple(word.encode() for word in self.seats.cuts)
        return Deal(secret, tuple(self.seats.nonces) if scheme == 1 else words, scheme)

    def record(self, game: Game) -> Record:
        return record_of(
            game,
            self.seats.names(),
            self._seconds,
            started=datetime.fromtimestamp(int(self._began), UTC),
            deal=self.deal,
            number=self.games + self.came * self.config.played,
            given_up=tuple(sorted(self.given_up.items())),
            left=() if self.unplayed else self.left_match,
        )

    @property
    def left_match(self) -> tuple[int, ...]:
        """The seats that have left a match that their last played game had not decided, in order.

        A game that was left before anybody played tells nothing: they left after the one before.
        """
        match, single = self.match, self.ruleset.match == "single"
        if match is None or single or not self.over or self.called_off or self.goes_on:
            return ()
        if match.winners and not self.unplayed:
            return ()
        gone = {seat for seat, how in self.given_up.items() if how in FOR_GOOD}
        left: list[int] = []
        for place, seat in enumerate(self.seats.left):
            if staying(self.ruleset.sides, self.seats.left[:place]):
                break  # it was won by then: who leaves now has lost nothing
            if self.unplayed or seat not in gone:
                left.append(seat)
        return tuple(left)

    def apply(self, entry: TableEvent) -> News:
        """Apply an event, and return the news for each viewer."""
        events = entry.apply(self)
        news: News = {}
        if events and self.game is not None:  # log them, redacted for each viewer
            position = self.game.position
            for viewer, log in self.logs.items():
                news[viewer] = redacted(position, events, viewer)
                self.logs[viewer] = (*log, *news[viewer])
        if self.game is not None and len(self.steps) <= len(self.game.actions):
            self.steps = (*self.steps, len(self.logs[None]))
            self.turns = (*self.turns, self.game.position.turn)
        if self.clocks is not None and self.game is not None:
            seats = self.game.position.prompt.seats if self.running else ()
            self.clocks.press(seats[0] if seats else None, self._decisions, entry.at)
        return news

    # Events

    def set_length(self, ruleset: Ruleset) -> None:
        """Change the length of the match before its first game; the others agree to it anew."""
        if self.game is None:
            self.ruleset = ruleset
            self.seats.ready.clear()

    def begin_game(self, entry: DealtOut) -> list[Event]:
        """Deal the next game, unless one is running."""
        if self.running:
            return []
        self.deal = self.upcoming(entry.scheme)
        self.cuts, self.seats.cuts = tuple(self.seats.cuts), [""] * self.ruleset.seats
        if self.match is None:
            self.match = Match(self.ruleset, self.deal.first(self.ruleset.seats))
        elif self.match.decided:
            self.match = self.match.next_match()
        if entry.won is not None:
            self.match = self.match.going_on(entry.won)
            self.came |= not self.games
        deck, first = self.deal.deck(self.ruleset), self.match.next_first()
        self.game = Game(self.ruleset, deck, first=first, seed=self.deal.seed)
        self.games += 1
        self._began, self._seconds = entry.at, []
        self.called_off, self.given_up, self.unplayed = False, {}, False
        self._taken_back.clear()
        control, seats = self.config.control, self.ruleset.seats
        self.clocks = None
        if control is not None:
            self.clocks = Clocks(control, [control.bank] * seats, vacations=self.vacations)
        self.seats.ready.clear()
        self.logs = dict.fromkeys((None, *range(seats)), ())
        self.steps = self.turns = ()
        return [self.game.opening]

    def play(self, seat: int, action: Action, ply: int, at: float) -> list[Event]:
        """Play an action, if it is still legal."""
        if self.game is None or self.over:
            return []
        try:
            events = self.game.submit(seat, action, ply)
        except IllegalAction:  # another event was saved first
            return []
        kind = action.kind
        if kind in TAKES_BACK:
            self.given_up.pop(seat, None)
        elif kind in GIVES_UP:
            self.given_up.setdefault(seat, "left" if kind is Kind.LEAVE else "conceded")
        self._taken_back[seat] += kind in TAKES_BACK
        if kind not in _ASIDE:
            self._decisions += 1
            self._taken_back.clear()
        self._seconds.append(round(max(0.0, at - self._began), 1))
        if self.game.outcome is not None and self.match is not None:
            self.ended_at = max(at, self._began)
            self.match.outcomes.append(self.game.outcome)
            for winner in self.game.outcome.winners:
                self.series[winner] += 1
        return events

    def give_up(self, seat: int, at: float, why: GivingUp) -> list[Event]:
        """Concede the running game for a seat, or leave if only a side can concede."""
        if self.game is None or self.over or self.seats.sitters[seat].kind == "nobody":
            return []
        kind = Kind.LEAVE if self.ruleset.concede_mode == "side" else Kind.CONCEDE
        action = Action(kind, seat=seat)
        if action not in standing_actions(self.game.position, seat):
            return []
        self.given_up.pop(seat, None)  # leaving after asking to concede
        self.given_up[seat] = why
        events = self.play(seat, action, self.game.position.ply, at)
        played = any(each.kind not in OUT_OF_TURN for each in self.game.actions)
        self.unplayed = self.over and not played
        return events

    def restart_clocks(self, lost: float | None, at: float) -> None:
        """Restart decision and absences, or let them go on without what was lost."""
        away = self.seats.away
        if lost is None:
            self.seats.away = [None if left is None else at for left in away]
            if self.clocks is not None:
                self.clocks.restart(at)
            return
        self._began += min(0.0, lost)  # the date was wrong when the game began
        self.seats.away = [None if left is None else min(at, left + lost) for left in away]
        if self.clocks is not None:
            self.clocks.shift(lost, at)
