"""The league in the database: its tables, the plain values of their rows, and the matches."""

from __future__ import annotations

import zlib
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final, Literal

import sqlalchemy as sa

from cuttle_tui.ports.league import deleted_name, unknown_name
from engine.computers import called
from server.league.seasons import Match, RatedGame, Season
from server.league.standings import Standing, Tally, rank_season
from server.store.schema import Moment, games, metadata, numbered_texts, part_of, people
from server.store.who_may_see import listed_for

seasons: Final = sa.Table(
    "seasons",
    metadata,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("suit", sa.Text, nullable=False),
    sa.Column("year", sa.Integer, nullable=False),
    sa.Column("ruleset", sa.Text, nullable=False),
    sa.Column("start", Moment, nullable=False),
    sa.Column("weeks", sa.Integer, nullable=False),
    sa.Column("size", sa.Integer, nullable=False),
    sa.Column("closed", Moment),
)

corrections: Final = sa.Table(
    "corrections",
    metadata,
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("game", sa.Text, nullable=False, index=True),
    sa.Column("result", sa.Text, nullable=False),
    sa.Column("seat", sa.Integer),
    sa.Column("reason", sa.Text, nullable=False),
    sa.Column("by", sa.Text, nullable=False),
    sa.Column("at", Moment, nullable=False),
)
"""Only ever added to; the latest correction of a game holds. ``seat`` is the winner's."""

league_games: Final = sa.Table(
    "league_games",
    metadata,
    part_of("games", "game", primary_key=True),
    sa.Column("season", sa.Text, sa.ForeignKey("seasons.id"), nullable=False),
    sa.Column("week", sa.Integer, nullable=False),
    sa.Column("pool", sa.Text, nullable=False),
    sa.Column("ended", Moment, nullable=False),
    sa.Column("one", sa.Text, nullable=False),
    sa.Column("other", sa.Text, nullable=False),
    sa.Column("winner", sa.Text),
    sa.Column("counts", sa.Boolean, nullable=False),
    sa.Index("ix_league_games_pair", "season", "week", "one", "other"),
    sa.Index("ix_league_games_ended", "ended", "game"),
)
"""Derived: the rated games of each season, as corrected. ``counts`` is false for casual ones."""

league_matches: Final = sa.Table(
    "league_matches",
    metadata,
    sa.Column("season", sa.Text, sa.ForeignKey("seasons.id"), primary_key=True),
    sa.Column("week", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("one", sa.Text, primary_key=True),
    sa.Column("other", sa.Text, primary_key=True),
    sa.Column("wins_one", sa.Integer, nullable=False),
    sa.Column("wins_other", sa.Integer, nullable=False),
    sa.Column("started", Moment, nullable=False),
    sa.Column("ended", Moment),
    sa.Column("winner", sa.Text),
    sa.Index("ix_league_matches_pair", "one", "other"),
    sa.Index("ix_league_matches_other", "other"),
)
"""Derived: the match of each pair and week."""

ratings: Final = sa.Table(
    "ratings",
    metadata,
    sa.Column("player", sa.Text, primary_key=True),
    sa.Column("pool", sa.Text, primary_key=True),
    sa.Column("mu", sa.Double, nullable=False),
    sa.Column("sigma", sa.Double, nullable=False),
    sa.Column("games", sa.Integer, nullable=False),
    sa.Column("shown", sa.Integer, nullable=False),
    sa.Column("ended", Moment, nullable=False, index=True),
    sa.Index("ix_ratings_pool", "pool", "shown"),
)
"""Derived: the rating of each player after the game that ended last."""

rating_changes: Final = sa.Table(
    "rating_changes",
    metadata,
    part_of("games", "game", primary_key=True),
    sa.Column("player", sa.Text, primary_key=True),
    sa.Column("pool", sa.Text, nullable=False),
    sa.Column("ended", Moment, nullable=False),
    sa.Column("day", sa.Text, nullable=False),
    sa.Column("mu", sa.Double, nullable=False),
    sa.Column("sigma", sa.Double, nullable=False),
    sa.Column("games", sa.Integer, nullable=False),
    sa.Column("shown", sa.Integer, nullable=False),
    sa.Index("ix_rating_changes_player", "player", "pool", "games"),
    sa.Index("ix_rating_changes_ended", "ended", "game"),
)
"""Derived: the rating of a player after each rated game; ``day`` is its last day, in UTC."""

starting_ratings: Final = sa.Table(
    "starting_ratings",
    metadata,
    sa.Column("player", sa.Text, primary_key=True),
    sa.Column("pool", sa.Text, primary_key=True),
    sa.Column("mu", sa.Double, nullable=False),
    sa.Column("sigma", sa.Double, nullable=False),
    sa.Column("games", sa.Integer, nullable=False),
    sa.Column("shown", sa.Integer, nullable=False),
    sa.Column("ended", Moment, nullable=False),
    sa.Column("source", sa.Text, nullable=False),
    sa.Column("imported", sa.Integer, nullable=False, index=True),
)
"""Ratings that were brought in from elsewhere: what players have before their first game here."""

game_plays: Final = sa.Table(
    "game_plays",
    metadata,
    part_of("games", "game", primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("kind", sa.Text, primary_key=True),
    sa.Column("count", sa.Integer, nullable=False),
    sqlite_with_rowid=False,
)
"""Derived: how often a seat made each kind of play, by the words of records."""

championships: Final = sa.Table(
    "championships",
    metadata,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("year", sa.Integer, nullable=False),
    sa.Column("suit", sa.Text, nullable=False),
    sa.Column("created", Moment, nullable=False),
    sa.Column("source", sa.Text, nullable=False, server_default=""),
    sa.Column("imported", sa.Integer, index=True),
)
"""``suit`` is empty for a World Championship; ``source`` and ``imported`` are of one that was held
elsewhere (`server.store.imports`)."""

championship_entrants: Final = sa.Table(
    "championship_entrants",
    metadata,
    part_of("championships", "championship", primary_key=True),
    sa.Column("seed", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("player", sa.Text, nullable=False, index=True),
)

championship_entries: Final = sa.Table(
    "championship_entries",
    metadata,
    part_of("championships", "championship", primary_key=True),
    *numbered_texts(),
)
"""Results and withdrawals; only ever added to."""

nights: Final = sa.Table(
    "nights",
    metadata,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("head", sa.Text, nullable=False),
)
"""Play nights."""

night_entries: Final = sa.Table(
    "night_entries", metadata, part_of("nights", "night", primary_key=True), *numbered_texts()
)
"""What happened at a play night; only ever added to."""

follows: Final = sa.Table(
    "follows",
    metadata,
    part_of("people", "person", primary_key=True),
    part_of("people", "other", primary_key=True, index=True),
)

Result = Literal["won", "lost", "drawn", "void"]
"""How a game ended for a seat."""
Verdict = Literal["won", "stalemate", "void", "as-played"]
"""What a correction makes of a game; the last takes earlier corrections back."""


@dataclass(frozen=True, slots=True)
class SeasonRow:
    """A season, and when an operator closed it."""

    season: Season
    closed: datetime | None = None


@dataclass(frozen=True, slots=True)
class Correction:
    """An operator's decision about a game; the latest holds."""

    game: str
    result: Verdict
    seat: int | None
    """The winner's seat."""
    reason: str
    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class LeagueGame:
    """A rated game of a season, as corrected."""

    id: str
    season: str
    week: int
    pool: str
    ended: datetime
    one: str
    other: str
    """The two players, sorted."""
    winner: str | None
    """None after a stalemate."""
    counts: bool = False
    """False if the week's match of the pair was decided before, or a resident met nobody."""

    @property
    def rated(self) -> RatedGame:
        """The game as matches are made of it."""
        return RatedGame(self.id, self.ended, (self.one, self.other), self.winner)


@dataclass(frozen=True, slots=True)
class LeagueMatch:
    """The match of a pair in a week."""

    season: str
    week: int
    one: str
    other: str
    wins_one: int
    wins_other: int
    started: datetime
    ended: datetime | None
    winner: str | None


@dataclass(frozen=True, slots=True)
class StoredRating:
    """A player's rating in a pool."""

    player: str
    pool: str
    mu: float
    sigma: float
    games: int
    shown: int
    ended: datetime
    """When the last of the games ended."""


@dataclass(frozen=True, slots=True)
class RatingPoint:
    """A player's rating after a game."""

    game: str
    player: str
    pool: str
    ended: datetime
    day: str
    mu: float
    sigma: float
    games: int
    shown: int


@dataclass(frozen=True, slots=True)
class ChampionshipRow:
    """A championship: who entered, and what happened since."""

    id: str
    year: int
    suit: str
    """Empty for a World Championship."""
    created: datetime
    entrants: tuple[str, ...]
    """Players, in order of seed."""
    entries: tuple[str, ...] = ()
    source: str = ""
    """Where it was held, if that was elsewhere."""
    imported: int | None = None


@dataclass(frozen=True, slots=True)
class NightRow:
    """A play night: its head, and its entries in order."""

    id: str
    head: str
    entries: tuple[str, ...] = ()


_WINNER: Final = league_matches.c.winner
_LOSER: Final = sa.case(
    (league_matches.c.one == _WINNER, league_matches.c.other), else_=league_matches.c.one
)


def stored_matches(
    connection: sa.Connection, season: str, week: int | None = None
) -> list[LeagueMatch]:
    """List the matches of a season, or of one of its weeks."""
    query = sa.select(league_matches).where(league_matches.c.season == season)
    if week is not None:
        query = query.where(league_matches.c.week == week)
    return [LeagueMatch(*row) for row in connection.execute(query)]


def decided_matches(connection: sa.Connection, season: Season) -> list[Match]:
    """Return the decided matches of a season, without their games."""
    return [
        Match(
            row.week,
            (row.one, row.other),
            (),
            (row.wins_one, row.wins_other),
            row.started,
            season.week_end(row.week),
            row.ended,
            row.winner,
        )
        for row in stored_matches(connection, season.id)
        if row.winner is not None
    ]


def tallies(connection: sa.Connection, season: str, week: int | None = None) -> list[Tally]:
    """Count the matches that each player won and lost in each week of a season."""
    inside = [league_matches.c.season == season, _WINNER.is_not(None)]
    if week is not None:
        inside.append(league_matches.c.week == week)
    sides = sa.union_all(
        _side(_WINNER, 1, 0).where(*inside), _side(_LOSER, 0, 1).where(*inside)
    ).subquery()
    query = sa.select(
        sides.c.week, sides.c.player, sa.func.sum(sides.c.won), sa.func.sum(sides.c.lost)
    ).group_by(sides.c.week, sides.c.player)
    return [Tally(*row) for row in connection.execute(query)]


def _side(player: sa.ColumnElement[Any], won: int, lost: int) -> sa.Select[Any]:
    return sa.select(
        league_matches.c.week.label("week"),
        player.label("player"),
        sa.literal_column(str(won)).label("won"),
        sa.literal_column(str(lost)).label("lost"),
    )


def season_standings(connection: sa.Connection, season: Season) -> tuple[Standing, ...]:
    """Return the standings of a season."""
    return rank_season(season, tallies(connection, season.id))


def games_of_week(connection: sa.Connection, season: str, week: int) -> list[tuple[str, str, str]]:
    """List the live games of a week that count and everybody may watch: the id and the pair."""
    query = (
        sa.select(league_games.c.game, league_games.c.one, league_games.c.other)
        .join(games, games.c.id == league_games.c.game)
        .where(league_games.c.season == season, league_games.c.week == week)
        .where(league_games.c.pool == "live", league_games.c.counts, listed_for(""))
        .where(games.c.record != "")
    )
    rows = connection.execute(query.order_by(league_games.c.ended, league_games.c.game))
    return [(row.game, row.one, row.other) for row in rows]


_AT_A_TIME: Final = 500
_STRANGER: Final = "elsewhere "
"""What the id begins with of somebody without an account, in a championship from elsewhere."""


def stranger(name: str) -> str:
    """Return who somebody is in the league who has no account."""
    return f"{_STRANGER}{name}"


def names(connection: sa.Connection, players: Collection[str]) -> dict[str, str]:
    """Return the name of each of these players; residents are known by theirs.

    Those whose accounts were deleted are told apart by numbers that stay the same everywhere.
    """
    found: dict[str, str] = {}
    for player in players:
        number = 10_000 + zlib.crc32(player.encode()) % 90_000
        found[player] = player if called(player) else deleted_name(number)
        if player.startswith(_STRANGER):
            found[player] = unknown_name(player.removeprefix(_STRANGER))
    for some in portions(players):
        query = sa.select(people.c.player, people.c.name).where(people.c.player.in_(some))
        found |= {row.player: row.name for row in connection.execute(query)}
    return found


def insert_all(
    connection: sa.Connection, table: sa.Table, rows: Iterable[Mapping[str, Any]]
) -> None:
    """Insert rows, if there are any."""
    every = list(rows)
    if every:
        connection.execute(table.insert(), every)


def insert_new(connection: sa.Connection, table: sa.Table, values: Mapping[str, Any]) -> bool:
    """Insert a row unless its key is there, or another node is faster; return whether it was."""
    which = [column == values[column.name] for column in table.primary_key.columns]
    if connection.execute(sa.select(sa.literal(1)).select_from(table).where(*which)).first():
        return False
    with connection.begin_nested() as inner:
        try:
            connection.execute(table.insert().values(values))
        except sa.exc.IntegrityError:
            inner.rollback()
            return False
    return True


def portions(ids: Collection[str]) -> Iterator[list[str]]:
    """Yield ids in order, as many at a time as a statement takes."""
    ordered = sorted(set(ids))
    for at in range(0, len(ordered), _AT_A_TIME):
        yield ordered[at : at + _AT_A_TIME]
