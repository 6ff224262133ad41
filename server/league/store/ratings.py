"""Rated games and the ratings that follow from them, in the database and in memory."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from typing import Any, Final

import sqlalchemy as sa

from engine.actions import WORDS, Kind
from engine.computers import called
from engine.ratings import Rating, shown
from engine.rules.options import with_match
from server.league.ratings import POOLS, Pool, RatingGame, rate_game
from server.league.seasons import Season, pair_of
from server.league.store.tables import (
    Correction,
    LeagueGame,
    RatingPoint,
    Result,
    SeasonRow,
    StoredRating,
    corrections,
    game_plays,
    insert_all,
    league_games,
    portions,
    rating_changes,
    ratings,
    seasons,
    starting_ratings,
)
from server.store.schema import games, seats

_POOLS: Final[dict[str, Pool]] = {pool: pool for pool in POOLS}


def is_rated(game: LeagueGame) -> bool:
    """Return whether a game changes ratings; stalemates do not."""
    return game.counts and game.winner is not None and game.pool in _POOLS


def rerate(
    connection: sa.Connection, pool: str, since: datetime, players: Collection[str] = ()
) -> None:
    """Rate the games of a pool that ended at a moment or later, as if for the first time.

    To rate a new game that ended last is the same, and takes no longer than it needs.

    Args:
        players: whose starting rating may have changed.
    """
    later = sa.and_(rating_changes.c.pool == pool, rating_changes.c.ended >= since)
    found = connection.scalars(sa.select(rating_changes.c.player).where(later).distinct())
    changed = {*found, *players}
    due = find_games(connection, rated_since(pool, since))
    due.sort(key=lambda game: (game.ended, game.id))
    playing = {player for game in due for player in (game.one, game.other)}
    now = _before(connection, pool, changed, since)
    for some in portions(playing - changed):
        query = sa.select(ratings).where(ratings.c.pool == pool, ratings.c.player.in_(some))
        now |= {row.player: StoredRating(*row) for row in connection.execute(query)}
    connection.execute(rating_changes.delete().where(later))
    before = {player: Rating(each.mu, each.sigma, each.games) for player, each in now.items()}
    points = rate(due, before)
    insert_all(connection, rating_changes, map(asdict, points))
    now |= {each.player: standing(each) for each in points}
    players = changed | playing  # those who have no rating any more lose theirs
    for some in portions(players):
        which = sa.and_(ratings.c.pool == pool, ratings.c.player.in_(some))
        connection.execute(ratings.delete().where(which))
    insert_all(connection, ratings, (asdict(now[one]) for one in sorted(players) if one in now))


def rerate_players(connection: sa.Connection, players: Collection[str], now: datetime) -> int:
    """Rate anew what follows from the starting ratings of players; return how many games."""
    again = 0
    theirs = sa.or_(league_games.c.one.in_(players), league_games.c.other.in_(players))
    for pool in POOLS:
        ended = league_games.c.ended
        first = connection.scalar(
            sa.select(sa.func.min(ended)).where(rated_in(pool), theirs).correlate(None)
        )
        since = first or now
        rerate(connection, pool, since, players)
        counted = sa.select(sa.func.count()).where(rated_since(pool, since))
        again += connection.scalar(counted) or 0
    return again


def starting(
    connection: sa.Connection, pool: str, players: Collection[str] | None = None
) -> dict[str, StoredRating]:
    """Return the ratings that players, or all, brought along: before their first game here."""
    columns = (starting_ratings.c[column.name] for column in ratings.columns)
    query = sa.select(*columns).where(starting_ratings.c.pool == pool)
    if players is not None:
        query = query.where(starting_ratings.c.player.in_(players))
    return {row.player: StoredRating(*row) for row in connection.execute(query)}


def standing(point: RatingPoint) -> StoredRating:
    """Return the rating a player has after a game."""
    return StoredRating(
        point.player, point.pool, point.mu, point.sigma, point.games, point.shown, point.ended
    )


def _before(
    connection: sa.Connection, pool: str, players: Collection[str], moment: datetime
) -> dict[str, StoredRating]:
    """Return the ratings that players had before a moment; without any they are left out."""
    found: dict[str, StoredRating] = {}
    changes = rating_changes.c
    for some in portions(players):
        found |= starting(connection, pool, some)
        last = (
            sa.select(changes.player, sa.func.max(changes.games).label("games"))
            .where(changes.pool == pool, changes.player.in_(some), changes.ended < moment)
            .group_by(changes.player)
            .subquery()
        )
        same = sa.and_(changes.player == last.c.player, changes.games == last.c.games)
        query = sa.select(*(changes[column.name] for column in ratings.columns)).join(last, same)
        rows = connection.execute(query.where(changes.pool == pool))
        found |= {row.player: StoredRating(*row) for row in rows}
    return found


def rate(games: Iterable[LeagueGame], ratings: dict[str, Rating]) -> list[RatingPoint]:
    """Rate games in order; the ratings are those before them, and become those after them."""
    points: list[RatingPoint] = []
    for game in games:
        pool, winner = _POOLS[game.pool], str(game.winner)
        loser = game.other if winner == game.one else game.one
        day = f"{game.ended:%Y-%m-%d}"
        for change in rate_game(RatingGame.duel(game.id, game.ended, pool, winner, loser), ratings):
            ratings[change.player] = after = change.after
            numbers = after.mu, after.sigma, after.games, shown(after)
            points.append(RatingPoint(game.id, change.player, pool, game.ended, day, *numbers))
    return points


def stored_ratings(connection: sa.Connection, since: datetime | None = None) -> list[StoredRating]:
    """List ratings: all, or those of players with a rated game that ended since a moment."""
    query = sa.select(ratings)
    rows = connection.execute(query if since is None else query.where(ratings.c.ended >= since))
    return [StoredRating(*row) for row in rows]


_ZERO, _ONE = seats.alias("seat_0"), seats.alias("seat_1")
_THIRD = seats.alias("seat_2")
_TURNS: Final = tuple(
    WORDS[kind]
    for kind in (
        Kind.DRAW,
        Kind.PASS,
        Kind.POINTS,
        Kind.SCUTTLE,
        Kind.ROYAL,
        Kind.JACK,
        Kind.JOKER,
        Kind.ONE_OFF,
    )
)
"""What a turn is taken with, as records write it."""
PLAYED_TURNS: Final = 2
"""Turns that both players must have taken for a game that is given up to count (ADR 42)."""


def _unplayed() -> sa.ColumnElement[bool]:
    """Ask whether a game was given up before both players had taken a few turns."""
    too_few = []
    for seat in (0, 1):
        turns = sa.select(sa.func.coalesce(sa.func.sum(game_plays.c.count), 0)).where(
            game_plays.c.game == games.c.id,
            game_plays.c.seat == seat,
            game_plays.c.kind.in_(_TURNS),
        )
        too_few.append(turns.correlate(games).scalar_subquery() < PLAYED_TURNS)
    return sa.case((games.c.why != "concede", sa.false()), else_=sa.or_(*too_few))


_RATED: Final = (
    sa.select(
        games.c.id,
        games.c.ruleset,
        games.c.pool,
        games.c.ended,
        _ZERO.c.player.label("one"),
        _ONE.c.player.label("other"),
        _ZERO.c.result,
        _unplayed().label("unplayed"),
    )
    .join(_ZERO, sa.and_(_ZERO.c.game == games.c.id, _ZERO.c.seat == 0))
    .join(_ONE, sa.and_(_ONE.c.game == games.c.id, _ONE.c.seat == 1))
    .join(_THIRD, sa.and_(_THIRD.c.game == games.c.id, _THIRD.c.seat == 2), isouter=True)
    .where(
        games.c.rated,
        _ZERO.c.player.is_not(None),
        _ONE.c.player.is_not(None),
        _ZERO.c.player != _ONE.c.player,
        _THIRD.c.seat.is_(None),
    )
)
"""Rated games of two players with accounts."""
_VALID: Final = _ZERO.c.result != "void"


def season_rows(connection: sa.Connection) -> list[SeasonRow]:
    """List the seasons, newest first."""
    rows = connection.execute(sa.select(seasons).order_by(seasons.c.start.desc()))
    return [_season_row(row) for row in rows]


def season_row(connection: sa.Connection, id: str) -> SeasonRow | None:
    """Find a season."""
    row = connection.execute(sa.select(seasons).where(seasons.c.id == id)).first()
    return None if row is None else _season_row(row)


def _season_row(row: sa.Row[Any]) -> SeasonRow:
    season = Season(row.id, row.suit, row.year, row.ruleset, row.start, row.weeks, row.size)
    early = row.closed is not None and row.closed < season.end
    return SeasonRow(replace(season, ended=row.closed) if early else season, row.closed)


def rated_game(connection: sa.Connection, id: str, *, void: bool = False) -> LeagueGame | None:
    """Return a game as its season sees it, also a `void` one if asked; None if it is not rated."""
    which = games.c.id == id if void else sa.and_(games.c.id == id, _VALID)
    return next(_league_games(connection, season_rows(connection), which), None)


def rated_games(connection: sa.Connection, season: SeasonRow) -> Iterator[LeagueGame]:
    """Yield every rated game of a season, in no order; none counts yet."""
    at = games.c.ended
    inside = sa.and_(at >= season.season.start, at < season.season.end, _VALID)
    return _league_games(connection, [season], inside)


def _league_games(
    connection: sa.Connection, known: Sequence[SeasonRow], which: sa.ColumnElement[bool]
) -> Iterator[LeagueGame]:
    for row in connection.execute(_RATED.where(which)):
        for season in (each.season for each in known):
            week = season.week(row.ended)
            # under the season's ruleset, however long its match
            if week is not None and with_match(row.ruleset, "") == season.ruleset:
                one, other = pair_of(row.one, row.other)
                winner = {"won": row.one, "lost": row.other}.get(row.result)
                counts = _counts(row)
                yield LeagueGame(
                    row.id, season.id, week, row.pool, row.ended, one, other, winner, counts
                )
                break


def _counts(row: sa.Row[Any]) -> bool:
    """Return whether a game counts that belongs to no match; matches decide about theirs.

    One with a resident does not if nobody played: giving up hurts no person there.
    """
    if row.pool == "live":
        return False
    return not (row.unplayed and any(map(called, (row.one, row.other))))


AS_PLAYED: Final = "as-played"
"""A correction that takes those before it back."""
_PLAY: Final = re.compile(r"^[0-9]+\. P([0-9]) ([a-z]+)", re.MULTILINE)
COUNTED: Final = frozenset(
    (*_TURNS, *(WORDS[kind] for kind in (Kind.COUNTER, Kind.BLOCK, Kind.REBUFF)))
)
"""The kinds of play that are counted, as records write them."""


def result_of(seat: int, winners: Collection[int], correction: Correction | None) -> Result:
    """Return how a game ended for a seat: as the record says, or the correction that holds."""
    if correction is not None and correction.result != AS_PLAYED:
        if correction.result == "void":
            return "void"
        winners = () if correction.seat is None else (correction.seat,)
    if not winners:
        return "drawn"
    return "won" if seat in winners else "lost"


def corrections_of(
    connection: sa.Connection, games: Iterable[str] | None = None
) -> dict[str, Correction]:
    """Return the correction that holds for each of these games, or of all, that has one."""
    query = sa.select(*corrections.c["game", "result", "seat", "reason", "by", "at"])
    if games is not None:
        query = query.where(corrections.c.game.in_([*games]))
    rows = connection.execute(query.order_by(corrections.c.number))
    latest = {row.game: Correction(*row) for row in rows}
    return {game: each for game, each in latest.items() if each.result != AS_PLAYED}


def plays_of(game: str, record: str) -> list[dict[str, Any]]:
    """Return a row for each kind of play that a seat made, counted in the text of a record."""
    made = Counter((int(seat), kind) for seat, kind in _PLAY.findall(record))
    return [
        {"game": game, "seat": seat, "kind": kind, "count": count}
        for (seat, kind), count in sorted(made.items())
        if kind in COUNTED
    ]


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The league at a moment."""

    seasons: tuple[SeasonRow, ...]
    games: tuple[LeagueGame, ...]
    """The rated games of the running week."""
    ratings: tuple[StoredRating, ...]


@dataclass(frozen=True, slots=True)
class After:
    """What a game has changed."""

    games: tuple[LeagueGame, ...]
    """The rated games of its players in its week; empty if it is none of the league's."""
    ratings: tuple[StoredRating, ...]
    """The ratings that are new since."""


def snapshot(connection: sa.Connection, now: datetime) -> Snapshot:
    """Return the league as it is now."""
    rows = season_rows(connection)
    games: list[LeagueGame] = []
    for season, week in ((row.season, row.season.week(now)) for row in rows):
        if week is not None:
            mine = league_games.c.season == season.id, league_games.c.week == week
            games = find_games(connection, *mine)
            break
    return Snapshot(tuple(rows), tuple(games), tuple(stored_ratings(connection)))


def after_game(connection: sa.Connection, id: str) -> After:
    """Return what a game that was stored has changed."""
    found = find_games(connection, league_games.c.game == id)
    if not found:
        return After((), ())
    same_match = find_games(connection, in_match_of(found[0]))
    return After(tuple(same_match), tuple(stored_ratings(connection, found[0].ended)))


def find_games(connection: sa.Connection, *which: sa.ColumnElement[bool]) -> list[LeagueGame]:
    """List rated games of seasons."""
    rows = connection.execute(sa.select(league_games).where(*which))
    return [LeagueGame(*row) for row in rows]


def rated_since(pool: str, moment: datetime) -> sa.ColumnElement[bool]:
    """Select the games of a pool that ended at a moment or later, and change ratings."""
    return sa.and_(rated_in(pool), league_games.c.ended >= moment)


def rated_in(pool: str) -> sa.ColumnElement[bool]:
    """Select the games of a pool that change ratings."""
    game = league_games.c
    return sa.and_(game.pool == pool, game.counts, game.winner.is_not(None))


def in_match_of(game: LeagueGame) -> sa.ColumnElement[bool]:
    """Select the games of a pair in the week of one of them."""
    return sa.and_(
        league_games.c.season == game.season,
        league_games.c.week == game.week,
        league_games.c.one == game.one,
        league_games.c.other == game.other,
    )
