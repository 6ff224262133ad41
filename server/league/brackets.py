"""Double elimination: the plan of a bracket, and its results."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from itertools import groupby
from typing import Final, Literal

from server.league.ratings import LeagueError

Side = Literal["winners", "losers", "final"]
FINAL: Final = "final"

_CROSSINGS: Final = {
    2: (),
    4: (0,),
    8: (1, 0),
    16: (3, 0, 0),
    32: (7, 1, 1, 0),
    64: (15, 2, 2, 0, 0),
}
"""By the size of the full bracket: where the losers of each round of the winners' bracket go, from
the second round on.

The loser of match i goes to match i XOR n of the losers' bracket. In the second round that turns
the order around, as usual; the other numbers were found by trying all: with these the fewest
players meet again early.
"""


@dataclass(frozen=True, slots=True)
class Source:
    """Where a player of a match comes from."""

    kind: Literal["seed", "winner", "loser"]
    number: int
    """The seed, or the number of the match, from 1."""


@dataclass(frozen=True, slots=True)
class Node:
    """A match of the plan."""

    side: Side
    round: int
    sources: tuple[Source, Source]


@lru_cache(maxsize=64)
def plan_of(entrants: int) -> tuple[Node, ...]:
    """Return the matches for so many entrants, the first final last.

    Every match stands behind those its players come from.
    """
    nodes: list[Node] = []

    def halve(
        side: Side, round: int, sources: list[Source | None]
    ) -> tuple[list[Source | None], list[Source | None]]:
        """Add a round in which neighbours meet; return where winners and losers come from."""
        winners: list[Source | None] = []
        losers: list[Source | None] = []
        for one, other in zip(sources[::2], sources[1::2], strict=True):
            if one is None or other is None:  # a bye, and nobody loses
                winners.append(one or other)
                losers.append(None)
            else:
                nodes.append(Node(side, round, (one, other)))
                winners.append(Source("winner", len(nodes)))
                losers.append(Source("loser", len(nodes)))
        return winners, losers

    first = [Source("seed", seed) if seed <= entrants else None for seed in _seed_order(entrants)]
    crossings = iter(_CROSSINGS[len(first)])
    winners, losers = halve("winners", 1, first)
    round = 1
    while len(winners) > 1:
        round += 1
        winners, dropped = halve("winners", round, winners)
        losers, _ = halve("losers", 2 * round - 3, losers)
        crossing = next(crossings)
        met = [each for i, one in enumerate(losers) for each in (one, dropped[i ^ crossing])]
        losers, _ = halve("losers", 2 * round - 2, met)
    halve(FINAL, 1, [*winners, *losers])
    # rounds that have a match are numbered from 1 on each side
    rounds = {node.side: sorted({n.round for n in nodes if n.side == node.side}) for node in nodes}
    return tuple(replace(node, round=rounds[node.side].index(node.round) + 1) for node in nodes)


def _seed_order(entrants: int) -> list[int]:
    """Return the seeds in the order of the first round: 1, 8, 4, 5, 2, 7, 3, 6."""
    order = [1]
    while len(order) < entrants:
        size = 2 * len(order)
        order = [seed for each in order for seed in (each, size + 1 - each)]
    return order


FEWEST: Final = 2
MOST: Final = 64

Why = Literal["played", "no-show", "withdrawn", "corrected"]
"""How a match got its winner."""
EventKind = Literal["beat", "no-show", "withdrawal"]


@dataclass(frozen=True, slots=True)
class Result:
    """How a match of a bracket ended."""

    winner: str
    why: Why = "played"
    wins: tuple[int, int] | None = None
    """Games won by the winner and the loser, if known."""


@dataclass(frozen=True, slots=True)
class BracketEvent:
    """Something that happened in a championship."""

    kind: EventKind
    player: str
    loser: str = ""
    """The one who was beaten."""


@dataclass(frozen=True, slots=True)
class Meeting:
    """A match of a bracket; there are no matches for byes."""

    number: int
    """From 1, in an order in which they can be played."""
    side: Side
    round: int
    """From 1, on its side; the second round of the final is the second match."""
    sources: tuple[Source, Source]
    """Where its players come from."""
    players: tuple[str, str]
    """Empty where it is not known who plays."""
    result: Result | None = None

    @property
    def state(self) -> Literal["waiting", "open", "over"]:
        """Whether it waits for its players, can be played, or is over."""
        if self.result is not None:
            return "over"
        return "open" if all(self.players) else "waiting"

    @property
    def winner(self) -> str:
        """The winner; empty until there is one."""
        return self.result.winner if self.result else ""

    @property
    def loser(self) -> str:
        """The loser; empty until there is one."""
        return self.opponent(self.winner) if self.result else ""

    def opponent(self, player: str) -> str:
        """Return the other player."""
        return self.players[1] if player == self.players[0] else self.players[0]


@dataclass(frozen=True)
class Bracket:
    """A double elimination tournament after some events.

    What cannot happen is a `LeagueError` that says why: "ann waits for the loser of match 3".
    """

    entrants: tuple[str, ...]
    """In order of seed."""
    results: Mapping[int, Result] = field(default_factory=dict)
    """By the number of the match."""
    withdrawn: frozenset[str] = frozenset()
    """Those who play no more: whoever meets them wins."""

    @classmethod
    def of(cls, entrants: Sequence[str]) -> Bracket:
        """Build a bracket in which nothing was played yet."""
        if not FEWEST <= len(entrants) <= MOST:
            raise LeagueError(
                "a bracket needs {fewest} to {most} players, not {number}",
                fewest=FEWEST,
                most=MOST,
                number=len(entrants),
            )
        for player in entrants:
            if entrants.count(player) > 1:
                raise LeagueError("{name} is entered twice", name=player)
        return cls(tuple(entrants))

    # what there is to see ------------------------------------------------------------------------

    @cached_property
    def matches(self) -> tuple[Meeting, ...]:
        """All matches by number; the second final only once it is needed."""
        come = {Source("seed", seed): player for seed, player in enumerate(self.entrants, 1)}
        meetings: list[Meeting] = []
        for number, node in enumerate(plan_of(len(self.entrants)), 1):
            players = come[node.sources[0]], come[node.sources[1]]
            result = self.results.get(number)
            meeting = Meeting(number, node.side, node.round, node.sources, players, result)
            come |= {
                Source("winner", number): meeting.winner,
                Source("loser", number): meeting.loser,
            }
            meetings.append(meeting)
        final = meetings[-1]
        if final.winner == final.players[1] != "":  # who came through the losers' bracket
            number = len(meetings) + 1
            result = self.results.get(number)
            meetings.append(Meeting(number, FINAL, 2, final.sources, final.players, result))
        return tuple(meetings)

    @property
    def open(self) -> tuple[Meeting, ...]:
        """The matches that can be played now."""
        return tuple(match for match in self.matches if match.state == "open")

    @property
    def champion(self) -> str:
        """The winner of the final; empty until there is one."""
        return self.matches[-1].winner

    def open_match(self, player: str) -> Meeting | None:
        """Return the match that a player can play now."""
        return next((match for match in self.open if player in match.players), None)

    def seed(self, player: str) -> int:
        """Return a player's seed, from 1."""
        return self.entrants.index(player) + 1

    @property
    def places(self) -> tuple[tuple[int, str], ...]:
        """The places that are decided, the first first.

        Players who were knocked out in the same round are level: the better seed takes the better
        place. Their places are decided when that round is over.
        """
        placed: list[str] = []
        losing = (match for match in self.matches if match.side == "losers")
        for _, matches in groupby(losing, key=lambda match: match.round):
            out = [match.loser for match in matches]
            if not all(out):
                break
            placed += sorted(out, key=self.seed, reverse=True)
        if self.champion:
            placed += [self.matches[-1].loser, self.champion]
        last = len(self.entrants)
        return tuple((last - index, player) for index, player in enumerate(placed))[::-1]

    # what may happen -----------------------------------------------------------------------------

    def apply(self, event: BracketEvent) -> Bracket:
        """Return the bracket after an event."""
        if event.kind == "beat":
            return self.beat(event.player, event.loser)
        if event.kind == "no-show":
            return self.no_show(event.player)
        return self.withdraw(event.player)

    def beat(
        self, winner: str, loser: str, wins: tuple[int, int] | None = None, why: Why = "played"
    ) -> Bracket:
        """Return the bracket after a match."""
        self._check_known(winner, loser)
        match = self.open_match(winner)
        if match is not None and loser in match.players and winner != loser:
            return self._with_result(match, Result(winner, why, wins))
        if self.champion:
            raise self._status(winner)
        if winner == loser:
            raise LeagueError("{name} cannot play against themselves", name=winner)
        raise LeagueError(
            "{one} and {other} do not meet now: {first}; {second}",
            one=winner,
            other=loser,
            first=self._status(winner),
            second=self._status(loser),
        )

    def no_show(self, player: str) -> Bracket:
        """Return the bracket after a player did not come: the opponent wins the match."""
        self._check_known(player)
        match = self.open_match(player)
        if match is None:
            raise LeagueError("{status}, so no match was missed", status=self._status(player))
        return self._with_result(match, Result(match.opponent(player), "no-show"))

    def withdraw(self, player: str) -> Bracket:
        """Return the bracket after a player withdrew: the opponents win all matches to come."""
        self._check_known(player)
        if self.champion or self._is_out(player) or player in self.withdrawn:
            raise LeagueError("{status}: nothing to withdraw from", status=self._status(player))
        return replace(self, withdrawn=self.withdrawn | {player})._settled()

    def _with_result(self, match: Meeting, result: Result) -> Bracket:
        return replace(self, results={**self.results, match.number: result})._settled()

    def _settled(self) -> Bracket:
        """Give every open match of a player who withdrew to the other one."""
        for match in self.open:
            gone = self.withdrawn.intersection(match.players)
            if gone:
                staying = [player for player in match.players if player not in gone]
                winner = staying[0] if staying else min(match.players, key=self.seed)
                return self._with_result(match, Result(winner, "withdrawn"))
        return self

    # why something may not happen ----------------------------------------------------------------

    def _check_known(self, *players: str) -> None:
        for player in players:
            if player not in self.entrants:
                raise LeagueError("{name} is not an entrant", name=player)

    def _is_out(self, player: str) -> bool:
        lost = sum(1 for match in self.matches if match.loser == player)
        return lost > 1 or (lost == 1 and self.champion not in ("", player))

    def _status(self, player: str) -> LeagueError:
        """Say whom a player meets, or why nobody."""
        if self.champion:
            return LeagueError("it is over: {name} is the champion", name=self.champion)
        match = self.open_match(player)
        if match is not None:
            return LeagueError(
                "{name} meets {opponent}", name=player, opponent=match.opponent(player)
            )
        if player in self.withdrawn:
            return LeagueError("{name} has withdrawn", name=player)
        if self._is_out(player):
            return LeagueError("{name} is out", name=player)
        waiting = (each for each in self.matches if each.state == "waiting")
        match = next(each for each in waiting if player in each.players)
        source = match.sources[match.players.index("")]
        if source.kind == "winner":
            return LeagueError(
                "{name} waits for the winner of match {number}", name=player, number=source.number
            )
        return LeagueError(
            "{name} waits for the loser of match {number}", name=player, number=source.number
        )
