"""What can happen in a play night, its pairings and standings."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from itertools import combinations, groupby
from typing import Any, Final, Literal, TypeAlias, get_args

WIN: Final = 2
DRAW: Final = 1


@dataclass(frozen=True, slots=True)
class Pairing:
    """Two players who are to meet in a round, or one who has a bye."""

    round: int
    """From 1."""
    first: str
    """The player who starts."""
    second: str | None
    """None for a bye."""

    @property
    def players(self) -> tuple[str, ...]:
        """Whoever takes part: two players, or one who has a bye."""
        return (self.first,) if self.second is None else (self.first, self.second)


@dataclass(frozen=True, slots=True)
class Result:
    """How a pairing ended. A bye is won by its player."""

    pairing: Pairing
    winner: str | None
    """None for a draw."""
    forfeit: bool = False
    """Whether the loser did not come, or left."""
    played: bool = True
    """Whether the game began; a bye is not played."""

    @property
    def players(self) -> tuple[str, ...]:
        """Whoever took part: two players, or one who had a bye."""
        return self.pairing.players

    def points(self, player: str) -> int:
        """Return what it is worth to one of its players."""
        if self.winner is None:
            return DRAW
        return WIN if self.winner == player else 0

    def opponent(self, player: str) -> str | None:
        """Return whom one of its players met; None in a bye."""
        return self.pairing.second if player == self.pairing.first else self.pairing.first


@dataclass(frozen=True, slots=True)
class NightStanding:
    """A player's place in a play night."""

    place: int
    """Who is level in everything shares a place, and the places after it are left out."""
    player: str
    points: int
    """Two for a win or a bye, one for a draw."""
    wins: int
    draws: int
    losses: int
    byes: int
    buchholz: int
    """The points of all opponents; in a Swiss tournament by the rules of `night_standings`."""
    sonneborn: int
    """Sonneborn-Berger: the points of opponents, twice for a win, once for a draw."""


def points_of(results: Iterable[Result]) -> Counter[str]:
    """Return the points of each player."""
    points: Counter[str] = Counter()
    for result in results:
        points.update({player: result.points(player) for player in result.players})
    return points


def night_standings(
    players: Iterable[str], results: Sequence[Result], rounds: int = 0
) -> tuple[NightStanding, ...]:
    """Return the standings of all who took part, whatever the order of players and results.

    Points decide, then Buchholz, then Sonneborn-Berger, then the games of those still level with
    each other, if all of them have met. Who shares a place is in the order of names.

    In a Swiss tournament rounds that were not played count as in the Tie-Break Regulations of FIDE
    (Handbook C.07, in force since 2023, "unplayed rounds"): to a player such a round is a game
    against an opponent with the player's own points; to the opponents of somebody who has left,
    the rounds after that are draws.

    Args:
        players: who is or was here; whoever has a result is added.
        results: of all rounds so far, with the byes.
        rounds: rounds of a Swiss tournament so far; 0 in other tournaments, where a bye alone
            counts as a game against an opponent with the player's own points.
    """
    points = points_of(results)
    by_player: dict[str, list[Result]] = {player: [] for player in players}
    for result in results:
        for player in result.players:
            by_player.setdefault(player, []).append(result)
    worth: dict[str, int] = {}
    for player, played in by_player.items():
        # the rounds after the last one in which they were there are draws
        there = [each.pairing.round for each in played if not each.forfeit or each.winner == player]
        worth[player] = points[player] + DRAW * max(0, rounds - max(there, default=0))
    lines = [
        _standing(player, played, points[player], worth, rounds)
        for player, played in by_player.items()
    ]
    lines.sort(key=lambda line: (*_merit(line), line.player))
    found: list[NightStanding] = []
    for _, group in groupby(lines, key=_merit):
        level = {line.player: line for line in group}
        for shared in _by_encounters([*level], results):
            place = len(found) + 1
            found += [replace(level[player], place=place) for player in shared]
    return tuple(found)


def _standing(
    player: str, played: Sequence[Result], points: int, worth: Mapping[str, int], rounds: int
) -> NightStanding:
    """Return what a player did; a round that was not played is one against their own points."""
    faced: list[int] = []
    for result in played:
        other = result.opponent(player)
        faced.append(worth[other] if other is not None and result.played else points)
    missed = len({*range(1, rounds + 1)} - {result.pairing.round for result in played})
    met = [result for result in played if result.pairing.second is not None]
    gained = [result.points(player) for result in played]
    return NightStanding(
        place=0,
        player=player,
        points=points,
        wins=sum(result.winner == player for result in met),
        draws=sum(result.winner is None for result in met),
        losses=sum(result.winner not in (None, player) for result in met),
        byes=len(played) - len(met),
        buchholz=sum(faced) + missed * points,
        sonneborn=sum(won * other for won, other in zip(gained, faced, strict=True)),
    )


def _merit(line: NightStanding) -> tuple[int, int, int]:
    return -line.points, -line.buchholz, -line.sonneborn


def _by_encounters(level: Sequence[str], results: Sequence[Result]) -> list[list[str]]:
    """Split level players by their games with each other, best first, as far as that goes."""
    among = [
        result for result in results if len(result.players) == 2 and {*result.players} <= {*level}
    ]
    met = {frozenset(result.players) for result in among}
    if len(level) == 1 or not all(frozenset(pair) in met for pair in combinations(level, 2)):
        return [[*level]]
    points = points_of(among)
    groups = [
        [player for player in level if points[player] == score]
        for score in sorted({points[player] for player in level}, reverse=True)
    ]
    if len(groups) == 1:
        return groups
    return [smaller for group in groups for smaller in _by_encounters(group, results)]


Format = Literal["swiss", "round-robin", "arena", "double-elimination"]
FORMATS: Final[tuple[Format, ...]] = get_args(Format)
Why = Literal["played", "no-show", "withdrew", "void"]
"""How a match ended. Without a winner ``played`` is a draw, and the others count for nobody."""


@dataclass(frozen=True, slots=True)
class Opened:
    """A host opened the night: people may join."""

    at: float
    """In seconds since 1970, as every time here."""
    host: str
    """A player's id in the league, as everywhere here."""
    format: Format
    ruleset: str
    timing: str
    rounds: int = 0
    """Rounds of a Swiss tournament; 0: as many as its players need."""
    minutes: int = 0
    """Minutes of an arena."""


@dataclass(frozen=True, slots=True)
class Joined:
    """A player joined, or is back."""

    player: str
    guest: str = ""
    """The name of a guest; those of others are found by their account, as long as it is there."""


@dataclass(frozen=True, slots=True)
class Left:
    """A player left, or was withdrawn."""

    player: str
    barred: bool = False
    """Whether the host decided it: they may not come back."""


@dataclass(frozen=True, slots=True)
class Started:
    """The night began."""

    at: float
    order: tuple[str, ...]
    """The players in order of seed."""
    rounds: int
    """How many rounds there are; 0 where that follows from the results."""


@dataclass(frozen=True, slots=True)
class RoundPaired:
    """Players were paired: the next matches."""

    at: float
    pairs: tuple[tuple[int, str, str | None], ...]
    """The round, who starts and who does not; nobody else for a bye."""


@dataclass(frozen=True, slots=True)
class MatchStarted:
    """A match got a table."""

    match: int
    table: str


@dataclass(frozen=True, slots=True)
class MatchEnded:
    """A match is decided."""

    match: int
    winner: str
    """Empty if nobody won."""
    why: Why = "played"


@dataclass(frozen=True, slots=True)
class Closed:
    """The night is over."""

    at: float


@dataclass(frozen=True, slots=True)
class Reopened:
    """The night goes on, as if it had not been closed."""

    at: float


NightEvent: TypeAlias = (
    Opened | Joined | Left | Started | RoundPaired | MatchStarted | MatchEnded | Closed | Reopened
)

_KINDS: Final[dict[str, type[NightEvent]]] = {
    "opened": Opened,
    "joined": Joined,
    "left": Left,
    "started": Started,
    "paired": RoundPaired,
    "table": MatchStarted,
    "ended": MatchEnded,
    "closed": Closed,
    "reopened": Reopened,
}
_NAMES: Final = {kind: name for name, kind in _KINDS.items()}


def night_event_text(event: NightEvent) -> str:
    """Return an event as a line of JSON."""
    return json.dumps({"kind": _NAMES[type(event)], **asdict(event)})


def parse_night_event(text: str) -> NightEvent:
    """Read an event; a text that is none is a `ValueError`."""
    try:
        values: dict[str, Any] = json.loads(text)
        kind = _KINDS[values.pop("kind")]
        if kind is RoundPaired:
            values["pairs"] = tuple(map(tuple, values["pairs"]))
        if kind is Started:
            values["order"] = tuple(values["order"])
        return kind(**values)
    except (KeyError, TypeError, AttributeError) as error:
        raise ValueError(f"not an event of a play night: {text[:80]}") from error
