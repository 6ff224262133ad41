"""A league year by chance: 40 players of hidden strength, four seasons, games of every kind.

The same seed gives the same year. Games are rows of (ended, one, other, winner), as simple as a
table on paper, so that whatever reads them can be compared with `check_season`.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Final, NamedTuple

NAMES: Final = (
    *("ada", "ben", "cleo", "dirk", "edda", "finn", "gwen", "hugo", "ines", "jack"),
    *("kira", "leon", "mona", "nils", "olga", "paul", "quinn", "rosa", "sven", "tara"),
    *("umar", "vera", "wim", "xenia", "yuri", "zoe", "anton", "britt", "carl", "dora"),
    *("emil", "frida", "georg", "hanna", "igor", "julia", "karl", "lena", "max", "nora"),
)
SUITS: Final = ("clubs", "diamonds", "hearts", "spades")
WEEKS: Final = 13

_WEEK: Final = timedelta(days=7)
_STALEMATE: Final = 0.06
_LEAVE: Final = 0.07
"""How often a pair stops after a game, with nothing decided."""
_RETURN: Final = 0.5
"""How often such a pair goes on a day or two later, sometimes in the next week."""
_ENCORE: Final = 0.12
"""How often a pair plays on although its match is decided."""


class Row(NamedTuple):
    """A finished rated game."""

    ended: datetime
    one: str
    """The player who started."""
    other: str
    winner: str | None
    """None for a stalemate."""


@dataclass(frozen=True, slots=True)
class SimulatedSeason:
    """A season: its suit, its first moment, its weeks of seven days."""

    suit: str
    start: datetime
    weeks: int = WEEKS

    @property
    def end(self) -> datetime:
        """The moment after its last."""
        return self.start + self.weeks * _WEEK


@dataclass(frozen=True, slots=True)
class SimulatedYear:
    """The seasons and games of a year."""

    seasons: tuple[SimulatedSeason, ...]
    players: tuple[str, ...]
    strengths: dict[str, float]
    """The chance of winning is logistic in the difference."""
    rows: tuple[Row, ...]
    """In the order of their ends, no two at the same moment; some between seasons."""


def simulate(seed: int, players: int = len(NAMES), year: int = 2026) -> SimulatedYear:
    """Return a year by chance.

    Args:
        seed: the same seed gives the same year.
        players: how many take part, at most 40.
        year: when the first season starts: on the first Monday.
    """
    chance = random.Random(seed)
    names = NAMES[:players]
    seasons = tuple(_seasons(year))
    strengths = {name: chance.gauss(0, 0.8) for name in names}
    diligence = [min(8.0, chance.paretovariate(1.2)) for _ in names]
    by_moment: dict[datetime, Row] = {}
    at = seasons[0].start - _WEEK
    while at < seasons[-1].end + _WEEK:
        for _ in range(chance.randint(players, 2 * players)):
            one, other = _meet(chance, names, diligence)
            for row in _evening(chance, strengths, _moment(chance, at), one, other):
                by_moment.setdefault(row.ended, row)
        at += _WEEK
    for boundary in _boundaries(seasons):
        # One game ends at the very moment at which a week begins, one a microsecond before.
        for moment in (boundary, boundary - timedelta(microseconds=1)):
            one, other = _meet(chance, names, diligence)
            by_moment[moment] = Row(moment, one, other, _winner(chance, strengths, one, other))
    return SimulatedYear(
        seasons, names, strengths, tuple(by_moment[moment] for moment in sorted(by_moment))
    )


def _seasons(year: int) -> Iterator[SimulatedSeason]:
    """Yield four seasons: the second starts as the first ends, the others after a few days."""
    first = datetime(year, 1, 1, tzinfo=UTC)
    start = first + timedelta(days=-first.weekday() % 7)
    for suit, pause in zip(SUITS, (0, 2, 9, 0), strict=True):
        season = SimulatedSeason(suit, start)
        yield season
        start = season.end + timedelta(days=pause)


def _boundaries(seasons: tuple[SimulatedSeason, ...]) -> Iterator[datetime]:
    for season in seasons:
        yield from (season.start + number * _WEEK for number in range(season.weeks + 1))


def _meet(chance: random.Random, names: tuple[str, ...], diligence: list[float]) -> tuple[str, str]:
    one = other = ""
    while one == other:
        one, other = chance.choices(names, diligence, k=2)
    return one, other


def _moment(chance: random.Random, week: datetime) -> datetime:
    """Return when a pair sits down: any day at evening, often just before the week ends."""
    if chance.random() < 0.1:
        return week + _WEEK - timedelta(minutes=chance.uniform(1, 90))
    return week + timedelta(days=chance.randrange(7), hours=chance.uniform(17, 23.5))


def _evening(
    chance: random.Random, strengths: dict[str, float], at: datetime, one: str, other: str
) -> Iterator[Row]:
    """Yield the games of a pair: to a second win, or until they leave, or beyond."""
    wins = dict.fromkeys((one, other), 0)
    while max(wins.values()) < 2 or chance.random() < _ENCORE:
        at += timedelta(minutes=chance.uniform(6, 25))
        winner = _winner(chance, strengths, one, other)
        yield Row(at, one, other, winner)
        if winner is not None:
            wins[winner] += 1
        one, other = other, one
        if max(wins.values()) < 2 and chance.random() < _LEAVE:
            if chance.random() > _RETURN:
                return
            at += timedelta(days=chance.randint(1, 2))


def _winner(chance: random.Random, strengths: dict[str, float], one: str, other: str) -> str | None:
    if chance.random() < _STALEMATE:
        return None
    likely = 1 / (1 + math.exp(strengths[other] - strengths[one]))
    return one if chance.random() < likely else other
