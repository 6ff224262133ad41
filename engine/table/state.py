"""The state of a table and its match as a seat may know it, as plain values."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, fields, replace
from itertools import accumulate
from math import ceil
from typing import Final, Literal

from engine.play.events import Event
from engine.play.observe import observe
from engine.play.view import Outcome, View
from engine.record.match import MatchStanding
from engine.record.record import GIVES_UP, Game, GivenUp
from engine.record.summary import Replay
from engine.rules.rulesets import Ruleset

WEEKLY_WINS: Final = 2
"""Games that win a match of the league."""


@dataclass(slots=True)
class Match:
    """A series of games between the same seats."""

    ruleset: Ruleset
    first: int
    """The seat that acts first in the first game."""
    outcomes: list[Outcome] = field(default_factory=list)
    before: tuple[int, ...] = ()
    """Games won by each seat before the match came to this table; empty if it began here."""

    def next_first(self) -> int:
        """Return the seat that acts first in the next game; stalemates also pass the deal."""
        if self.ruleset.deal_rotate == "match":
            return self.first
        return (self.first + len(self.outcomes)) % self.ruleset.seats

    def next_match(self) -> Match:
        """Return a new match, after passing the deal."""
        first = self.next_first() if self.ruleset.deal_rotate == "game" else self.first + 1
        return Match(self.ruleset, first % self.ruleset.seats)

    def going_on(self, won: tuple[int, ...]) -> Match:
        """Return the match from here on, with the games that each seat has won in it so far."""
        return Match(self.ruleset, self.next_first(), before=won)

    @property
    def score(self) -> tuple[int, ...]:
        """Count the games won by each seat."""
        before = self.before or (0,) * self.ruleset.seats
        return tuple(
            before[seat] + sum(seat in outcome.winners for outcome in self.outcomes)
            for seat in range(self.ruleset.seats)
        )

    @property
    def winners(self) -> tuple[int, ...]:
        """Return the seats that have won the match, none while it is open."""
        needed = self.ruleset.wins_needed
        return tuple(seat for seat, wins in enumerate(self.score) if wins >= needed)

    @property
    def decided(self) -> bool:
        """Whether the match is over; a single game needs no winner."""
        return bool(self.winners) or (self.ruleset.match == "single" and bool(self.outcomes))


@dataclass(frozen=True, slots=True)
class StakeSeat:
    """What is at stake for a seat."""

    rating: int
    provisional: bool
    win: int
    """Change of the rating after a win."""
    loss: int
    """Change of the rating after a loss, usually negative."""
    change: int | None = None
    """What the game that has ended did to the rating, once that is known."""


@dataclass(frozen=True, slots=True)
class Stake:
    """What is at stake in a rated game."""

    season: str
    """The season's id; empty between seasons."""
    week: int
    weeks: int
    score: tuple[int, int]
    """Games of the week's match won by seats 0 and 1."""
    counts: bool
    """Whether the game counts for the week's match."""
    why: Literal["", "decided", "no-season", "days", "bots"] = ""
    """Why not: this week's match of the pair is decided, no season is running, it is a
    correspondence game, or one against a computer."""
    seats: tuple[StakeSeat, ...] = ()
    """Both seats; empty until both are taken."""

    @property
    def casual(self) -> bool:
        """Whether the game counts for no rating: between seasons, and after a decided match."""
        return self.why in ("decided", "no-season")

    @property
    def decided(self) -> bool:
        """Whether the week's match is decided, by this game or before it."""
        return max(self.score) >= WEEKLY_WINS


@dataclass(frozen=True, slots=True)
class Sitter:
    """Who sits in a seat."""

    name: str
    kind: Literal["person", "computer", "nobody"]
    present: bool = True
    """False while a person is disconnected, or once they left."""
    back: str = ""
    """What the backs of their cards follow from; empty if that is not known."""


NOBODY = Sitter("", "nobody", present=False)
EARLIER: Final = -1
"""Stands for an earlier game at the table."""


@dataclass(frozen=True, slots=True)
class AtDoor:
    """Somebody without a proof of who they are, who wants the seat of a player who is away."""

    caller: int
    """Their number: a nod is for nobody else."""
    seat: int
    """The seat that they may take."""
    minutes: int
    """For how long its player has been away, in whole minutes."""
    near: bool | None
    """Whether they come from the player's last address; None if that is not known."""


@dataclass(frozen=True, slots=True)
class ChatLine:
    """A line of the table's chat."""

    who: str
    text: str
    """The text, or the name of a ready phrase, which the app translates."""
    phrase: bool
    after: int
    """How many events of the game were logged before it; `EARLIER` if it was said before."""
    number: int
    """The number of the line at its table, from 1."""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The table as a seat may know it at any ply, past or current."""

    title: str
    """The table's name, a short word."""
    sitters: tuple[Sitter, ...]
    score: tuple[int, ...]
    """Games won by each seat in this match."""
    view: View | None
    """None until every seat is taken and the cards are dealt."""
    log: tuple[Event, ...]
    """This game's events so far, redacted for this seat."""
    steps: tuple[int, ...] = ()
    """How many events were logged after each action, the deal first."""
    turns: tuple[int, ...] = ()
    """The turn after each action, the deal first; turns are counted from 0."""
    commitment: str = ""
    """The hash of this game's secret, in hex."""
    invitation: str = ""
    """The command with which a friend joins, while there is a code."""
    link: str = ""
    """The address of a page where a friend joins; empty where there is none."""
    cuts: tuple[str, ...] = ()
    """The word with which each seat cut the deck; empty if it did not."""
    host: int | None = None
    """The seat of the person who has sat here longest, while the table waits."""
    ruleset: Ruleset | None = None
    """The ruleset, if the table states it before the deal."""
    timing: str = "none"
    """The name of the time control."""
    rated: bool = False
    stake: Stake | None = None
    """What a rated game is about, where a league is kept."""
    showing: tuple[int, ...] = ()
    """The seats that agreed to show their hands to watchers."""
    watchers: int = 0
    talk: tuple[ChatLine, ...] = ()
    game: str = ""
    """The id of this game's record, once it is over and stored on a server."""
    day: str = ""
    """The day whose deal this game is, as ``2026-11-30``; empty for any other game."""


@dataclass(frozen=True, slots=True)
class TableState(Snapshot):
    """The table as a seat may know it now."""

    code: str | None = None
    """The room code to give to a friend, while a seat is free."""
    by_code: bool = False
    """Whether its players met by such a code, and not by chance."""
    ready: tuple[int, ...] = ()
    """The seats that asked for the next game."""
    match_winners: tuple[int, ...] = ()
    """The winners of a decided match of several games."""
    goes_on: bool = False
    """Whether an undecided match goes on another day, whoever leaves the table."""
    won_before: tuple[int, ...] = ()
    """Games that each seat has won before the first deal, in the match that goes on here."""
    secret: str = ""
    """The secret behind this game's commitment, once the game is over."""
    next_commitment: str = ""
    """The hash of the next game's secret, once this game is over."""
    next_cuts: tuple[str, ...] = ()
    """The words with which the next deck is cut, once this game is over."""
    clocks: tuple[int, ...] = ()
    """Seconds each seat has left, rounded for display; empty without clocks."""
    deadline: str = ""
    """When the running clock of a correspondence game ends, as ``2026-11-25 14:00`` in UTC."""
    vacations: tuple[str, ...] = ()
    """Until when each seat is on vacation, in the same form; empty if nobody is."""
    at_door: tuple[AtDoor, ...] = ()
    """Who stands at the door, and for which seats; for those alone who may let them in."""
    away: tuple[int | None, ...] = ()
    """Seconds until the seat of an absent player may be claimed; None if present."""
    claimable: bool = False
    """Whether this seat may claim the win now because the others stayed away."""
    may_call_off: bool = False
    """Whether this seat may end the game without a result now."""
    called_off: bool = False
    """Whether the game was ended without a result."""
    free_to_leave: bool = False
    """Whether leaving now calls the game off: before one's own move against computers."""
    given_up: GivenUp = ()
    """The seats that gave up this game, and how, in order."""
    open_hands: bool = False
    """Whether watchers see every hand."""
    trouble: str = ""
    """Why actions cannot be saved now; empty if they can."""

    @property
    def next_deal(self) -> tuple[str, tuple[str, ...]]:
        """The commitment to the next deal, and the words with which it is cut so far."""
        if self.next_commitment:
            return self.next_commitment, self.next_cuts
        return self.commitment, self.cuts

    @property
    def untouched(self) -> bool:
        """Whether nobody has moved since the first deal of the table."""
        return len(self.steps) == 1 and not any(self.score)

    @property
    def running(self) -> bool:
        """Whether a game is being played."""
        return self.view is not None and self.view.outcome is None and not self.called_off

    @property
    def counts_for_rating(self) -> bool:
        """Whether the game changes ratings; a rated table is casual between seasons."""
        return self.rated and (self.stake is None or not self.stake.casual)

    @property
    def settled(self) -> bool:
        """Whether the game and its match are over."""
        if self.view is None or self.view.outcome is None:
            return self.called_off
        return self.view.ruleset.match == "single" or bool(self.match_winners) or self.called_off

    @property
    def match(self) -> MatchStanding | None:
        """How the match stands; None for a single game.

        What is practised or watched again stands alone.
        """
        if self.view is None or self.view.ruleset.match == "single" or not self.commitment:
            return None
        sides = tuple(side.side for side in self.view.seats)
        return MatchStanding(self.score, self.match_winners, sides)

    @property
    def leaving_loses_match(self) -> bool:
        """Whether somebody who leaves now has lost a match; a rated one goes on another day."""
        free = self.rated or self.leaving_keeps_match or self.settled or self.free_to_leave
        return self.match is not None and not free

    @property
    def leaving_keeps_match(self) -> bool:
        """Whether a match among friends goes on later though somebody leaves now.

        The running game is lost, and with it the match if it was the last that an opponent needed.
        """
        if self.view is None or self.match is None or self.settled or self.rated:
            return False
        theirs = max(won for seat, won in enumerate(self.score) if seat != self.view.viewer)
        return self.goes_on and theirs + self.running < self.view.ruleset.wins_needed


@dataclass(frozen=True, slots=True)
class Change:
    """A change at the table, with new events redacted for the listener."""

    events: tuple[Event, ...]


Listener = Callable[[Change], None]


HALF_MINUTE: Final = 30
_MINUTE, _HOUR, _DAY = 60, 3600, 86_400
_CLOCK_STEPS: Final = ((600, _MINUTE), (60, 15), (HALF_MINUTE, 5), (-1, 1))


def in_steps(seconds: float) -> int:
    """Round a time up for display: to minutes, or to seconds in the last half minute.

    More than a day is rounded to hours.
    """
    whole = max(0, ceil(seconds))
    if whole <= HALF_MINUTE:
        return whole
    step = _HOUR if whole > _DAY else _MINUTE
    return ceil(whole / step) * step


def clock_steps(seconds: float) -> int:
    """Round the time of a running clock up for display.

    The less time is left, the finer the steps: minutes, a quarter of one below ten minutes, five
    seconds in the last minute, single seconds in its last half. A clock is sent only when it
    changes, so that thinking costs hardly anything.
    """
    whole = max(0, ceil(seconds))
    step = next(step for least, step in _CLOCK_STEPS if whole > least)
    return ceil(whole / step) * step


def past_state(now: TableState, game: Game, ply: int, viewer: int | None) -> TableState | None:
    """Return the table as a viewer (None: a watcher) could see it at a ply, without legal actions.

    Ply 0 is the deal. A watcher sees what was public then, even if hands have been opened since.
    """
    if not 0 <= ply < len(now.steps):
        return None
    told = now.steps[ply]
    known = {field.name: getattr(now, field.name) for field in fields(Snapshot)}
    return replace(
        TableState(**known),
        view=replace(observe(game.at(ply), viewer), legal=()),
        log=now.log[:told],
        steps=now.steps[: ply + 1],
        turns=now.turns[: ply + 1],
        sitters=tuple(replace(sitter, present=sitter.kind != "nobody") for sitter in now.sitters),
        talk=tuple(line for line in now.talk if line.after <= told),
    )


def replayed_state(
    replay: Replay, ply: int, viewer: int | None = None, *, all_hands: bool = False
) -> TableState:
    """Return the table of a recorded game at a ply, 0 to `Replay.plies`.

    `all_hands` shows a watcher (None) every hand.
    """
    told = replay.told(viewer, all_hands=all_hands)[: ply + 1]
    done = replay.record.entries[:ply]
    gave_up = {entry.seat for entry in done if entry.action.kind in GIVES_UP}
    return TableState(
        title="",
        sitters=tuple(
            Sitter(name, "person", back=back)
            for name, back in zip(replay.names, replay.backs, strict=True)
        ),
        score=(0,) * len(replay.names),
        view=replay.view(ply, viewer, all_hands=all_hands),
        log=tuple(event for events in told for event in events),
        steps=tuple(accumulate(map(len, told))),
        turns=replay.turns[: ply + 1],
        given_up=tuple((seat, how) for seat, how in replay.record.given_up if seat in gave_up),
    )
