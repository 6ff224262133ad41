"""The table of a year, and who enters its World Championship."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from server.league.points import shared_places
from server.league.seasons import SIZE, SUITS
from server.league.seeding import NO_TIES, Cut, Ties, seeded

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
    """Rank all who entered a championship of the year.

    Level players are separated by season titles, then by the best place, the number of
    championships entered, and the points of the year's seasons.

    Args:
        championships: the year's championships that are over, at most one for each suit.
        league_points: by player, the points of all the year's seasons.
    """
    placed: dict[str, dict[str, int]] = {}
    for championship in championships:
        for place, player in enumerate(championship.places, 1):
            placed.setdefault(player, {})[championship.suit] = place
    lines = [_line(player, by_suit, league_points) for player, by_suit in placed.items()]
    lines.sort(key=lambda line: (_key(line), line.player))
    places = shared_places([_key(line) for line in lines])
    return tuple(replace(line, place=place) for place, line in zip(places, lines, strict=True))


def _line(
    player: str, by_suit: Mapping[str, int], league_points: Mapping[str, int]
) -> YearStanding:
    seasons = tuple(year_points(by_suit[suit]) if suit in by_suit else 0 for suit in SUITS)
    own = [*by_suit.values()]
    return YearStanding(
        place=0,
        player=player,
        points=sum(seasons),
        titles=own.count(1),
        best=min(own),
        entered=len(own),
        league_points=league_points.get(player, 0),
        seasons=seasons,
    )


def _key(line: YearStanding) -> tuple[int, ...]:
    """Return what a year is ranked by, the smallest first."""
    return (-line.points, -line.titles, line.best, -line.entered, -line.league_points)


def world_entrants(
    table: Sequence[YearStanding],
    size: int = SIZE,
    *,
    declined: Container[str] = (),
    ties: Ties = NO_TIES,
) -> Cut:
    """Return who enters the World Championship, in order of seed.

    Args:
        table: the table of the year.
        size: how many enter.
        declined: players who do not want to enter; those below them move up.
        ties: what separates those who share a place.

    Raises:
        LeagueError: a play-off or a lot is of players who are not level.
    """
    keys = {line.player: line.place for line in table if line.player not in declined}
    return seeded(keys, size, ties)
