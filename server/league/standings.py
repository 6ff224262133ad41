"""Points, standings, who enters a championship, and the table of a year.

A play-off or a lot of players who are not level is a `LeagueError`.
"""

from __future__ import annotations

import hashlib
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from typing import Any, Final

from server.league.ratings import LeagueError
from server.league.seasons import SIZE, SUITS, Match, Season


@dataclass(frozen=True, slots=True)
class Ties:
    """What separates players who are level in everything that was played."""

    playoffs: tuple[tuple[str, str], ...] = ()
    """Play-off matches, as (winner, loser)."""
    lot: tuple[str, ...] = ()
    """Players in the order in which they were drawn."""
    drawn: Callable[[str], str] = field(default=str)
    """Returns what the league's own lot orders a player by."""


NO_TIES: Final = Ties()


@dataclass(frozen=True, slots=True)
class Cut:
    """Who enters a championship."""

    entrants: tuple[str, ...]
    """In order of seed."""
    level: tuple[str, ...] = ()
    """Players still level across the border: a play-off match has to decide, or a lot. Until then
    the league's own lot orders them."""
    drawn: tuple[tuple[str, ...], ...] = ()
    """Level players who all enter, in the order of the league's own lot."""


def league_lot(championship: str, name: str) -> str:
    """Return what the league's own lot orders a player by, the smallest first.

    It is the SHA-256 of the championship's id, a blank and the name: everybody can draw it again,
    and nobody is ahead in every season.
    """
    return hashlib.sha256(f"{championship} {name}".encode()).hexdigest()


def seeded(keys: Mapping[str, Any], size: int, ties: Ties = NO_TIES) -> Cut:
    """Return who enters, in order of seed.

    By player, `keys` are what they are ranked by, the smallest first; level players have the same.
    """
    for count, (one, other) in enumerate(ties.playoffs):
        if one == other or not {one, other} <= keys.keys() or keys[one] != keys[other]:
            raise LeagueError(
                "{one} and {other} are not level, so no play-off decides between them",
                one=one,
                other=other,
            )
        if any({one, other} == {*before} for before in ties.playoffs[:count]):
            raise LeagueError("{one} and {other} have one play-off, not two", one=one, other=other)
    won = Counter(winner for winner, _ in ties.playoffs)
    parted = {player: (key, -won[player]) for player, key in keys.items()}
    _check_lot(parted, ties.lot)
    drawn = {player: number for number, player in enumerate(ties.lot)}
    merit = {player: (key, drawn.get(player, len(drawn))) for player, key in parted.items()}
    order = sorted(merit, key=lambda player: (merit[player], ties.drawn(player)))
    entrants = tuple(order[:size])
    entering = [keys[player] for player in entrants]
    for player in (*ties.lot, *won):
        if keys[player] not in entering:
            raise LeagueError("{name} does not enter, so nothing is to be decided", name=player)
    groups = [tuple(group) for _, group in groupby(order, key=merit.__getitem__)]
    level = [group for group in groups if len(group) > 1]
    inside = tuple(group for group in level if {*group} <= {*entrants})
    across = (group for group in level if group not in inside and {*group} & {*entrants})
    return Cut(entrants, next(across, ()), inside)


def _check_lot(keys: Mapping[str, Any], lot: Sequence[str]) -> None:
    """Refuse a lot of players who are not level, and one that leaves out somebody who is."""
    for number, player in enumerate(lot):
        if player in lot[:number]:
            raise LeagueError("the lot names {name} twice", name=player)
        level = [each for each in keys if player in keys and keys[each] == keys[player]]
        if len(level) < 2:
            raise LeagueError("{name} is level with nobody, so no lot is drawn", name=player)
        left_out = [each for each in level if each not in lot]
        if left_out:
            raise LeagueError(
                "{name} is level with {other}: draw the lot among all who are",
                name=player,
                other=left_out[0],
            )


PLACED: Final = (5, 4, 3)
"""Points for the first three places of a week."""
WON: Final = 2
"""Points for a match won, without a place."""
PLAYED: Final = 1
"""Points for a match lost, without any won."""


@dataclass(frozen=True, slots=True)
class WeekScore:
    """What a player did in a week, in matches that were decided."""

    player: str
    wins: int
    losses: int
    points: int
    place: int | None
    """None for those who won no match."""


@dataclass(frozen=True, slots=True)
class Standing:
    """A player's place in a season."""

    place: int
    """Shared by those level on points and wins; the places after them are left out."""
    player: str
    points: int
    wins: int
    losses: int
    weeks: tuple[int, ...]
    """Points of every week of the season."""


def week_points(wins: Mapping[str, int], played: Collection[str]) -> dict[str, int]:
    """Return the points of everybody who completed a match in a week, given the matches won."""
    points = dict.fromkeys(played, PLAYED)
    for player, place in week_places(wins).items():
        points[player] = PLACED[place - 1] if place <= len(PLACED) else WON
    return points


def week_places(wins: Mapping[str, int]) -> dict[str, int]:
    """Return the place of everybody who won a match in a week; level players share one."""
    winners = [player for player, number in wins.items() if number]
    return dict(zip(winners, shared_places([-wins[player] for player in winners]), strict=True))


def shared_places(keys: Sequence[Any]) -> list[int]:
    """Rank keys, the smallest first: level ones share a place, and the places after are left out.

    The keys 1, 1, 3 have the places 1, 1, 3; so do the keys 2, 2, 7.
    """
    first: dict[Any, int] = {}
    for place, key in enumerate(sorted(keys), 1):
        first.setdefault(key, place)
    return [first[key] for key in keys]


@dataclass(frozen=True, slots=True)
class Tally:
    """What a player did in a week, in matches that were decided."""

    week: int
    player: str
    wins: int
    losses: int


def tallies_of(matches: Iterable[Match]) -> tuple[Tally, ...]:
    """Return what everybody did in each week; only decided matches matter."""
    wins, losses = Counter[tuple[int, str]](), Counter[tuple[int, str]]()
    for match in matches:
        if match.winner is not None:
            wins[match.week, match.winner] += 1
            losses[match.week, str(match.loser)] += 1
    return tuple(Tally(*each, wins[each], losses[each]) for each in {*wins, *losses})


def week_scores(matches: Iterable[Match], week: int) -> tuple[WeekScore, ...]:
    """Return what everybody did in a week, the best first."""
    return rank_week(tally for tally in tallies_of(matches) if tally.week == week)


def rank_week(tallies: Iterable[Tally]) -> tuple[WeekScore, ...]:
    """Return what everybody did in the week of the tallies, the best first."""
    ranked = sorted(tallies, key=lambda each: (-each.wins, each.losses, each.player))
    wins = {tally.player: tally.wins for tally in ranked}
    places, points = week_places(wins), week_points(wins, wins)
    return tuple(
        WeekScore(each.player, each.wins, each.losses, points[each.player], places.get(each.player))
        for each in ranked
    )


def standings(season: Season, matches: Iterable[Match]) -> tuple[Standing, ...]:
    """Rank all who completed a match by points, then by match wins."""
    return rank_season(season, tallies_of(matches))


def rank_season(season: Season, tallies: Iterable[Tally]) -> tuple[Standing, ...]:
    """Rank all who have a tally by points, then by match wins."""
    by_week: dict[int, list[Tally]] = defaultdict(list)
    for tally in tallies:
        by_week[tally.week].append(tally)
    weeks: dict[str, list[int]] = defaultdict(lambda: [0] * season.weeks)
    wins, losses = Counter[str](), Counter[str]()
    for week, counted in by_week.items():
        for score in rank_week(counted):
            weeks[score.player][week - 1] = score.points
            wins[score.player] += score.wins
            losses[score.player] += score.losses
    totals = {player: sum(points) for player, points in weeks.items()}
    players = sorted(weeks, key=lambda player: (-totals[player], -wins[player], player))
    places = shared_places([(-totals[player], -wins[player]) for player in players])
    return tuple(
        Standing(place, player, totals[player], wins[player], losses[player], tuple(weeks[player]))
        for place, player in zip(places, players, strict=True)
    )


def cut(
    standings: Sequence[Standing],
    matches: Iterable[Match],
    size: int,
    *,
    declined: Container[str] = (),
    ties: Ties = NO_TIES,
) -> Cut:
    """Return who enters the championship, by seed; players below those who declined move up.

    Players who share a place are separated by match wins among themselves, then by fewer match
    losses in the season, a play-off match, and a lot.
    """
    place = {each.player: each.place for each in standings}
    among = Counter(
        match.winner
        for match in matches
        if match.winner is not None and place.get(match.winner) == place.get(str(match.loser))
    )
    keys = {
        each.player: (each.place, -among[each.player], each.losses)
        for each in standings
        if each.player not in declined
    }
    return seeded(keys, size, ties)


YEAR_POINTS: Final = (21, 14, 10, 7, 5, 3, 2, 1)
"""Points for the first places of a season's championship."""


@dataclass(frozen=True, slots=True)
class Championship:
    """A season's championship that is over."""

    suit: str
    places: tuple[str, ...]
    """All who entered, the champion first."""


@dataclass(frozen=True, slots=True)
class YearStanding:
    """A player's place in a year."""

    place: int
    """Shared by those level in everything that counts."""
    player: str
    points: int
    titles: int
    """Championships won."""
    best: int
    """The best place in a championship."""
    entered: int
    """Championships entered."""
    league_points: int
    """Points of the year's seasons together."""
    seasons: tuple[int, ...]
    """Points of each season's championship, clubs first."""


def year_points(place: int) -> int:
    """Return the points for a place in a season's championship."""
    return YEAR_POINTS[place - 1] if place <= len(YEAR_POINTS) else 0


def year_table(
    championships: Iterable[Championship], league_points: Mapping[str, int]
) -> tuple[YearStanding, ...]:
    """Rank all who entered a championship of the year that is over.

    Level players are separated by season titles, then by the best place, the number of
    championships entered, and the points of the year's seasons.
    """
    placed: dict[str, dict[str, int]] = defaultdict(dict)
    for championship in championships:
        for place, player in enumerate(championship.places, 1):
            placed[player][championship.suit] = place
    lines = []
    for player, by_suit in placed.items():
        seasons = tuple(year_points(by_suit[suit]) if suit in by_suit else 0 for suit in SUITS)
        own = [*by_suit.values()]
        counts = (sum(seasons), own.count(1), min(own), len(own), league_points.get(player, 0))
        lines.append(YearStanding(0, player, *counts, seasons))

    def merit(line: YearStanding) -> tuple[int, ...]:
        return (-line.points, -line.titles, line.best, -line.entered, -line.league_points)

    lines.sort(key=lambda line: (merit(line), line.player))
    places = shared_places([merit(line) for line in lines])
    return tuple(replace(line, place=place) for place, line in zip(places, lines, strict=True))


def world_entrants(
    table: Sequence[YearStanding],
    size: int = SIZE,
    *,
    declined: Container[str] = (),
    ties: Ties = NO_TIES,
) -> Cut:
    """Return who enters the World Championship, in order of seed."""
    keys = {line.player: line.place for line in table if line.player not in declined}
    return seeded(keys, size, ties)
