"""Play nights: tournaments of one evening, as a fold over what happened.

`update` gives the state after an event, or raises `NightError`; `to_pair` says who is to meet now,
and `is_over` whether the night has ended. Nothing here reads a clock or draws a lot: both come in
as arguments.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import product
from typing import Any, Final, Literal

from cuttle_tui.ports.league import BracketMatch, BracketSlot
from server.league.brackets import Bracket, Meeting
from server.league.night_results import (
    Closed,
    Joined,
    Left,
    MatchEnded,
    MatchStarted,
    NightEvent,
    NightStanding,
    Opened,
    Pairing,
    Reopened,
    Result,
    RoundPaired,
    Started,
    Why,
    night_standings,
)
from server.league.pairing import arena, round_robin, swiss, swiss_rounds
from server.league.ratings import LeagueError

FEWEST: Final = 2
MOST: Final = 64
_LATE: Final = ("swiss", "arena")
"""The formats that can be joined after the start."""


class NightError(ValueError):
    """An event cannot happen in a play night."""


@dataclass(frozen=True, slots=True)
class NightPlayer:
    """A player of a night."""

    player: str
    guest: str = ""
    """The name of a guest."""
    left: bool = False
    barred: bool = False


@dataclass(frozen=True, slots=True)
class NightMatch:
    """A match of a night, or a bye."""

    number: int
    """From 1."""
    pairing: Pairing
    paired: float
    table: str = ""
    """The id of its table; empty while a player is waited for."""
    winner: str = ""
    why: Why | Literal["", "bye"] = ""
    """How it ended; empty while it is open."""

    @property
    def players(self) -> tuple[str, ...]:
        """The players, the one who starts first; one alone for a bye."""
        return self.pairing.players

    @property
    def open(self) -> bool:
        """Whether it is not decided yet."""
        return not self.why

    def opponent(self, player: str) -> str:
        """Return the other player; empty for a bye."""
        return next((other for other in self.players if other != player), "")


@dataclass(frozen=True)
class Night:
    """A play night after some events."""

    plan: Opened
    players: tuple[NightPlayer, ...] = ()
    """In order of seed, once it has begun; late comers are last."""
    matches: tuple[NightMatch, ...] = ()
    started: Started | None = None
    closed: Closed | None = None
    early: bool = False
    """Whether it was closed before everything was played."""
    before: Night | None = None
    """As it was before it was closed."""
    waiting: tuple[str, ...] = ()
    """Who plays no match now, the longest waiting first."""
    bracket: Bracket | None = None
    """Of a double elimination that has begun."""

    @property
    def state(self) -> Literal["open", "running", "over"]:
        """Whether people gather, play, or have played."""
        if self.closed is not None:
            return "over"
        return "open" if self.started is None else "running"

    @property
    def here(self) -> tuple[str, ...]:
        """The players who take part now, in order of seed."""
        return tuple(each.player for each in self.players if not each.left)

    @property
    def playing(self) -> tuple[NightMatch, ...]:
        """The matches that are not decided."""
        return tuple(match for match in self.matches if match.open)

    @property
    def round(self) -> int:
        """The latest round; 0 before the first."""
        return max((match.pairing.round for match in self.matches), default=0)

    @property
    def rounds(self) -> int:
        """How many rounds there are; 0 if that is not known."""
        return self.started.rounds if self.started is not None else self.plan.rounds

    @property
    def ends(self) -> float | None:
        """When an arena pairs no more."""
        if self.started is None or self.plan.format != "arena":
            return None
        return self.started.at + 60 * self.plan.minutes

    @cached_property
    def results(self) -> tuple[Result, ...]:
        """How matches ended, with byes, without matches that count for nobody."""
        return tuple(
            Result(
                match.pairing,
                match.winner or None,
                forfeit=match.why in ("no-show", "withdrew"),
                played=match.why == "played" or (match.why == "withdrew" and bool(match.table)),
            )
            for match in self.matches
            if match.winner or match.why == "played"
        )

    @cached_property
    def counted(self) -> tuple[Result, ...]:
        """What counts for the standings.

        In a night that was ended early byes count for nobody. In a round robin the games of
        somebody who left before half of them count for nobody; who left later has lost the others.
        """
        results = [each for each in self.results if not self.early or each.pairing.second]
        if self.plan.format != "round-robin" or self.started is None:
            return tuple(results)
        kept = [each for each in results if not self.annulled.intersection(each.players)]
        met = {frozenset(each.players) for each in kept}
        for gone, other in () if self.early else product(self._left, self.here):
            if gone not in self.annulled and frozenset((gone, other)) not in met:
                pairing = Pairing(self.round, other, gone)
                kept.append(Result(pairing, other, forfeit=True, played=False))
        return tuple(kept)

    @cached_property
    def annulled(self) -> frozenset[str]:
        """Those whose games in a round robin count for nobody: they left before half of them."""
        if self.plan.format != "round-robin" or self.started is None or len(self.here) < FEWEST:
            return frozenset()  # who is left alone has won
        completed = Counter(
            player
            for each in self.results
            for player in each.players
            if not each.forfeit or each.winner == player
        )
        due = len(self.started.order) - 1
        return frozenset(each for each in self._left if 2 * completed[each] < due)

    @property
    def _left(self) -> tuple[str, ...]:
        """Those who began and are not here any more."""
        began = () if self.started is None else self.started.order
        return tuple(player for player in began if player not in self.here)

    @cached_property
    def rounds_left(self) -> tuple[tuple[Pairing, ...], ...]:
        """The rounds until everybody has met everybody who is here."""
        return round_robin(self.here, self.results)

    @cached_property
    def standings(self) -> tuple[NightStanding, ...]:
        """Everybody's place so far."""
        swiss = self.plan.format == "swiss"
        complete = self.round - bool(self.playing)
        players = [each.player for each in self.players if each.player not in self.annulled]
        return night_standings(players, self.counted, complete if swiss else 0)

    @property
    def winner(self) -> str:
        """Who has won a night that is over; empty if two share the first place, or nobody played.

        In a double elimination that was ended early, nobody has.
        """
        if self.closed is None:
            return ""
        if self.plan.format == "double-elimination":
            return self.bracket.champion if self.bracket is not None else ""
        first = [line.player for line in self.standings if line.place == 1 and self.counted]
        return first[0] if len(first) == 1 else ""

    def player(self, player: str) -> NightPlayer | None:
        """Return a player who takes part, or did."""
        return next((each for each in self.players if each.player == player), None)

    def open_match(self, player: str) -> NightMatch | None:
        """Return the match a player is to play now."""
        return next((match for match in self.playing if player in match.players), None)

    def may_join(self, player: str) -> bool:
        """Return whether a player can join now."""
        known = self.player(player)
        late = self.state == "running" and self.plan.format in _LATE
        if known is not None and (known.barred or not known.left):
            return False
        return (self.state == "open" or late) and len(self.here) < MOST


# what follows from an event ----------------------------------------------------------------------


def night_of(events: Iterable[NightEvent]) -> Night:
    """Return a night after all its events."""
    first, *rest = events
    if not isinstance(first, Opened):
        raise NightError("a night begins when it is opened")
    night = Night(first)
    for event in rest:
        night = update(night, event)
    return night


def update(night: Night, event: NightEvent) -> Night:
    """Return a night after an event."""
    if isinstance(event, Reopened):
        if night.before is None:
            raise NightError("the night is not over")
        return night.before
    if night.closed is not None:
        raise NightError("the night is over")
    if isinstance(event, Opened):
        raise NightError("a night is opened once")
    return _UPDATES[type(event)](night, event)


def _joined(night: Night, event: Joined) -> Night:
    if not night.may_join(event.player):
        raise NightError("this player cannot join now")
    known = night.player(event.player)
    if known is None:
        players = (*night.players, NightPlayer(event.player, event.guest))
    else:  # their place in the order of seed stays
        back = replace(known, left=False)
        players = tuple(back if each is known else each for each in night.players)
    waiting = (*night.waiting, event.player) if night.started is not None else ()
    return replace(night, players=players, waiting=waiting)


def _left(night: Night, event: Left) -> Night:
    known = night.player(event.player)
    if known is None or known.left:
        raise NightError("this player is not here")
    if night.started is None and not event.barred:
        return replace(night, players=tuple(each for each in night.players if each is not known))
    gone = replace(known, left=True, barred=event.barred)
    players = tuple(gone if each is known else each for each in night.players)
    match = night.open_match(event.player)
    if match is not None:
        ended = MatchEnded(match.number, match.opponent(event.player), "withdrew")
        night = _ended(night, ended)
    waiting = tuple(each for each in night.waiting if each != event.player)
    bracket = night.bracket
    if bracket is not None and event.player in bracket.entrants:
        with suppress(LeagueError):  # out already
            bracket = bracket.withdraw(event.player)
    return replace(night, players=players, waiting=waiting, bracket=bracket)


def _started(night: Night, event: Started) -> Night:
    if night.started is not None or {*event.order} != {*night.here} or len(event.order) < FEWEST:
        raise NightError("the night cannot begin like this")
    known = {each.player: each for each in night.players}
    barred = [each for each in night.players if each.left]
    double = night.plan.format == "double-elimination"
    return replace(
        night,
        players=(*(known[player] for player in event.order), *barred),
        started=event,
        waiting=event.order,
        bracket=Bracket.of(event.order) if double else None,
    )


def _paired(night: Night, event: RoundPaired) -> Night:
    matches = list(night.matches)
    paired: set[str] = set()
    for round, first, second in event.pairs:
        number, pairing = len(matches) + 1, Pairing(round, first, second)
        match = NightMatch(number, pairing, event.at)
        if paired.intersection(match.players) or not {*match.players} <= {*night.waiting}:
            raise NightError("a player is paired twice, or is not free")
        paired.update(match.players)
        matches.append(match if second else replace(match, winner=first, why="bye"))
    byes = [first for _, first, second in event.pairs if second is None]
    waiting = tuple(each for each in night.waiting if each not in paired)
    return replace(night, matches=tuple(matches), waiting=(*waiting, *byes))


def _match_started(night: Night, event: MatchStarted) -> Night:
    match = _open(night, event.match)
    return _with(night, replace(match, table=event.table))


def _ended(night: Night, event: MatchEnded) -> Night:
    match = _open(night, event.match)
    if event.winner and event.winner not in match.players:
        raise NightError("somebody else has won")
    night = _with(night, replace(match, winner=event.winner, why=event.why))
    waiting = (*night.waiting, *match.players)
    return replace(night, waiting=waiting, bracket=_bracket_after(night.bracket, match, event))


def _bracket_after(bracket: Bracket | None, match: NightMatch, event: MatchEnded) -> Bracket | None:
    """Return the bracket after a match; a draw is played again, and who withdrew is taken out."""
    if bracket is None or event.why in ("withdrew", "void"):
        return bracket
    if event.why == "no-show":
        worst = max(match.players, key=bracket.seed)
        return bracket.no_show(match.opponent(event.winner) if event.winner else worst)
    return bracket.beat(event.winner, match.opponent(event.winner)) if event.winner else bracket


def _closed(night: Night, event: Closed) -> Night:
    matches = tuple(replace(match, why="void") if match.open else match for match in night.matches)
    early = night.state == "running" and not is_over(night, event.at)
    return replace(night, matches=matches, closed=event, early=early, before=night)


def _open(night: Night, number: int) -> NightMatch:
    if not 1 <= number <= len(night.matches) or not night.matches[number - 1].open:
        raise NightError(f"match {number} is not open")
    return night.matches[number - 1]


def _with(night: Night, match: NightMatch) -> Night:
    matches = list(night.matches)
    matches[match.number - 1] = match
    return replace(night, matches=tuple(matches))


_UPDATES: Final[dict[type[NightEvent], Callable[[Night, Any], Night]]] = {
    Joined: _joined,
    Left: _left,
    Started: _started,
    RoundPaired: _paired,
    MatchStarted: _match_started,
    MatchEnded: _ended,
    Closed: _closed,
}


# what is due -------------------------------------------------------------------------------------


def rounds_for(plan: Opened, players: int) -> int:
    """Return how many rounds a night has, when it begins with so many players.

    0 where that follows from the results.
    """
    if plan.format == "swiss":
        return plan.rounds or swiss_rounds(players)
    if plan.format == "round-robin":
        return players - 1 + players % 2
    return 0


def to_pair(night: Night, now: float) -> tuple[Pairing, ...]:
    """Return who is to meet now, byes among them; nobody while others are to be waited for."""
    format = night.plan.format
    if night.state != "running":
        return ()
    if format == "double-elimination":
        assert night.bracket is not None
        busy = {player for match in night.playing for player in match.players}
        found: list[Pairing] = []
        for one, other in (meeting.players for meeting in night.bracket.open):
            if busy.intersection((one, other)):
                continue
            before = [match for match in night.matches if {one, other} & {*match.players}]
            both = [match for match in before if {one, other} == {*match.players}]
            if both and both[-1].pairing.first == one:
                one, other = other, one
            last = max((match.pairing.round for match in before), default=0)
            found.append(Pairing(last + 1, one, other))
        return tuple(found)
    if format == "arena":
        over = night.ends is None or now >= night.ends
        if over or len(night.waiting) < FEWEST:
            return ()
        return arena(night.waiting, night.results, 2 * len(night.playing))
    if night.playing or len(night.here) < FEWEST:
        return ()
    if format == "round-robin":
        pairings = next(iter(night.rounds_left), ())
    else:
        pairings = swiss(night.here, night.results) if night.round < night.rounds else ()
    return tuple(replace(pairing, round=night.round + 1) for pairing in pairings)


def is_over(night: Night, now: float) -> bool:
    """Return whether nothing is left to be played."""
    if night.state != "running" or night.playing or to_pair(night, now):
        return False
    return night.ends is None or now >= night.ends or not night.here


def bracket_lines(bracket: Bracket, name: Callable[[str], str]) -> tuple[BracketMatch, ...]:
    """Return the matches of a bracket, each player under the name that a function returns."""

    def slot(meeting: Meeting, player: str) -> BracketSlot:
        if not player:
            return BracketSlot("", 0)
        wins = None if meeting.result is None else meeting.result.wins
        own = None if wins is None else wins[player != meeting.winner]
        return BracketSlot(name(player), bracket.seed(player), own)

    return tuple(
        BracketMatch(
            meeting.number,
            meeting.side,
            meeting.round,
            (slot(meeting, meeting.players[0]), slot(meeting, meeting.players[1])),
            name(meeting.winner) if meeting.winner else "",
            meeting.state,
            meeting.result.why if meeting.result is not None else "",
        )
        for meeting in bracket.matches
    )
