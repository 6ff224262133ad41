"""What operators decide: corrections of results, and draws of championships."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any, Final

import sqlalchemy as sa

from server.league.brackets import FEWEST
from server.league.seasons import SIZE, Season
from server.league.standings import Cut, Ties, world_entrants
from server.league.store import championships
from server.league.store.championships import championship
from server.league.store.pages import bracket, year_standings
from server.league.store.ratings import (
    AS_PLAYED,
    corrections_of,
    rated_game,
    result_of,
    season_row,
    season_rows,
)
from server.league.store.recompute import follow_up
from server.league.store.seasons import Draw, Field, entering, known_season, season_entrants
from server.league.store.tables import (
    ChampionshipRow,
    Correction,
    LeagueGame,
    Verdict,
    corrections,
    league_games,
    names,
    season_standings,
    stored_matches,
)
from server.store.people import note_decision, person_named
from server.store.schema import games, seats
from server.store.values import AuditRow, Refused

VERDICTS: Final[Mapping[str, Verdict]] = {
    "stalemate": "stalemate",
    "void": "void",
    AS_PLAYED: "as-played",
}
"""Words that stand for no winner; anything else names the winner."""


@dataclass(frozen=True, slots=True)
class _Game:
    """A stored game, as far as corrections need it."""

    id: str
    winners: tuple[int, ...]
    seats: tuple[sa.Row[Any], ...]

    def said(self) -> str:
        """Return the result in words."""
        results = [seat.result for seat in self.seats]
        if "void" in results:
            return "void"
        won = [seat.name for seat in self.seats if seat.result == "won"]
        return f"won by {', '.join(won)}" if won else "a stalemate"


def correct(
    connection: sa.Connection, game: str, verdict: str, decision: AuditRow, *, rerating: bool = True
) -> list[str]:
    """Correct the result of a game; return what changes, as lines.

    Args:
        verdict: the winner's name or seat (``P0``), ``stalemate``, ``void``, or ``as-played`` to
            take corrections back.
        rerating: whether ratings follow; without them the transaction must be rolled back.

    Raises:
        Refused: there is no such game, or nobody of this name played it.
    """
    before = _game(connection, game)
    correction = _correction(before, verdict, decision)
    of_league = _of_league(connection, game)
    summary = _Summary(connection, of_league)
    connection.execute(corrections.insert().values(asdict(correction)))
    for seat in before.seats:
        connection.execute(
            seats.update()
            .where(seats.c.game == game, seats.c.seat == seat.seat)
            .values(result=result_of(seat.seat, before.winners, correction))
        )
    follow_up(connection, game, rerating=rerating)
    note_decision(connection, decision)
    lines = [f"game {game}: {_game(connection, game).said()}, before: {before.said()}"]
    return lines + list(summary.differences())


def _game(connection: sa.Connection, id: str) -> _Game:
    row = connection.execute(sa.select(games.c.winners).where(games.c.id == id)).first()
    if row is None:
        raise Refused(f"there is no game {id}")
    query = sa.select(seats).where(seats.c.game == id).order_by(seats.c.seat)
    return _Game(id, tuple(row.winners), tuple(connection.execute(query)))


def _correction(game: _Game, verdict: str, decision: AuditRow) -> Correction:
    said = (decision.reason, decision.by, decision.at)
    word = VERDICTS.get(verdict.lower())
    if word is not None:
        return Correction(game.id, word, None, *said)
    return Correction(game.id, "won", _winner(game, verdict), *said)


def _winner(game: _Game, verdict: str) -> int:
    """Return the seat of the winner.

    Raises:
        Refused: it is not clear who is meant, or the game was not one of two players.
    """
    if len(game.seats) != 2:
        raise Refused("only a game of two players can be given to one of them: declare it void")
    word = verdict.lower()
    found = [seat.seat for seat in game.seats if word in (seat.name.lower(), f"p{seat.seat}")]
    if len(found) > 1:
        raise Refused("both players have this name: say P0 or P1")
    if not found:
        names = ", ".join(seat.name for seat in game.seats)
        raise Refused(f"nobody called {verdict} played this game; its players are {names}")
    return int(found[0])


def _of_league(connection: sa.Connection, id: str) -> LeagueGame | None:
    """Return a game as its season knows it, or as it did before it was declared void."""
    known = rated_game(connection, id)
    if known is not None:
        return known
    correction = corrections_of(connection, [id]).get(id)
    if correction is None or correction.result != "void":
        return None
    return rated_game(connection, id, void=True)


class _Summary:
    """What a correction changes in a season: made before it, and asked after it."""

    def __init__(self, connection: sa.Connection, game: LeagueGame | None) -> None:
        self._connection = connection
        self._game = game
        self._row = season_row(connection, game.season) if game is not None else None
        self._match = self._match_now()
        self._table = self._table_now()

    def _match_now(self) -> str:
        game = self._game
        if game is None:
            return ""
        for match in stored_matches(self._connection, game.season, game.week):
            if (match.one, match.other) == (game.one, game.other):
                known = names(self._connection, [match.one, match.other])
                score = f"{match.wins_one}-{match.wins_other}"
                decided = f", won by {known[match.winner]}" if match.winner else ", not decided"
                return f"{known[match.one]} {score} {known[match.other]}{decided}"
        return "no match"

    def _table_now(self) -> dict[str, str]:
        if self._row is None:
            return {}
        return {
            each.player: f"place {each.place}, {each.points} points, {each.wins} wins"
            for each in season_standings(self._connection, self._row.season)
        }

    def differences(self) -> Iterator[str]:
        """Yield a line for each change."""
        if self._game is None or self._row is None:
            yield "it counts for no season: neither matches nor ratings change"
            return
        match, table = self._match_now(), self._table_now()
        yield f"match of week {self._game.week}: {match}, before: {self._match}"
        yield from self._moved(table)
        yield f"{self._rated()} games since then are rated again"
        seeded = championship(self._connection, self._row.season.id) is not None
        if seeded and self._row.closed is not None:
            yield "the season is closed: its championship keeps the seeds it began with"

    def _moved(self, table: dict[str, str]) -> Iterator[str]:
        players = sorted({*table, *self._table})
        known = names(self._connection, players)
        for player in players:
            now, was = table.get(player, "no place"), self._table.get(player, "no place")
            if now != was:
                yield f"{known[player]}: {now}, before: {was}"

    def _rated(self) -> int:
        assert self._game is not None
        count = sa.select(sa.func.count()).select_from(league_games)
        later = sa.and_(
            league_games.c.pool == self._game.pool,
            league_games.c.counts,
            league_games.c.winner.is_not(None),
            league_games.c.ended >= self._game.ended,
        )
        return int(self._connection.scalar(count.where(later)) or 0)


@dataclass(frozen=True, slots=True)
class ResultLine:
    """A rated game in a list."""

    game: str
    ended: datetime
    season: str
    """Empty if it falls into none."""
    week: int | None
    players: tuple[str, ...]
    """In the order of their seats."""
    result: str
    corrected: bool


def results(
    connection: sa.Connection, player: str, season: str, week: int | None, limit: int
) -> list[ResultLine]:
    """List rated games, newest first; empty texts and None mean all.

    Raises:
        Refused: there is no such player, season or week.
    """
    which = [games.c.rated, *_by(connection, player), *_within(connection, season, week)]
    query = sa.select(games.c.id, games.c.ended).where(*which)
    rows = connection.execute(query.order_by(games.c.ended.desc(), games.c.id).limit(limit)).all()
    return _lines(connection, rows)


def _by(connection: sa.Connection, player: str) -> Iterable[sa.ColumnElement[bool]]:
    if not player:
        return ()
    person = person_named(connection, player)
    if person is None:
        raise Refused(f"nobody is called {player}")
    return (games.c.id.in_(sa.select(seats.c.game).where(seats.c.player == person.player)),)


def _within(
    connection: sa.Connection, id: str, week: int | None
) -> Iterable[sa.ColumnElement[bool]]:
    if not id:
        if week is not None:
            raise Refused("say of which season the week is: --season SEASON")
        return ()
    row = season_row(connection, id)
    if row is None:
        raise Refused(f"there is no season {id}: `season list` shows them")
    season = row.season
    if week is None:
        return (games.c.ended >= season.start, games.c.ended < season.end)
    if not 1 <= week <= season.weeks:
        raise Refused(f"{season.name} has {season.weeks} weeks")
    start, end = season.week_start(week), season.week_end(week)
    return (games.c.ended >= start, games.c.ended < end)


def _lines(connection: sa.Connection, rows: Iterable[Any]) -> list[ResultLine]:
    found = {row.id: row.ended for row in rows}
    sat: dict[str, list[Any]] = {}
    columns = (seats.c.game, seats.c.seat, seats.c.player, seats.c.name, seats.c.result)
    query = sa.select(*columns).where(seats.c.game.in_(found)).order_by(seats.c.seat)
    for seat in connection.execute(query):
        sat.setdefault(seat.game, []).append(seat)
    known = names(
        connection, {each.player for some in sat.values() for each in some if each.player}
    )
    corrected = corrections_of(connection, found)
    seasons = [row.season for row in season_rows(connection)]
    return [
        _line(id, ended, sat.get(id, ()), known, seasons, id in corrected)
        for id, ended in found.items()
    ]


def _line(
    id: str,
    ended: datetime,
    sat: Iterable[Any],
    known: dict[str, str],
    seasons: Iterable[Season],
    corrected: bool,
) -> ResultLine:
    season = next((each for each in seasons if each.week(ended) is not None), None)
    named = [(known.get(each.player, each.name), each.result) for each in sat]
    won = [f"{name} won" for name, result in named if result == "won"]
    void = any(result == "void" for _, result in named)
    return ResultLine(
        id,
        ended,
        "" if season is None else season.id,
        None if season is None else season.week(ended),
        tuple(name for name, _ in named),
        "void" if void else "".join(won[:1]) or "stalemate",
        corrected,
    )


def draw_championship(
    connection: sa.Connection, id: str, size: int | None, draw: Draw, decision: AuditRow
) -> list[str]:
    """Draw the championship of a closed season, or of a year; return its seeds, as lines.

    One that exists is drawn anew, as long as nothing has happened in it.

    Args:
        id: the season's id, or the year.
        size: how many enter; by default as many as the season says.

    Raises:
        Refused: it cannot be drawn, or has begun.
    """
    row, lines = (
        _for_year(connection, int(id), size or SIZE, draw, decision)
        if id.isdecimal()
        else _for_season(connection, id, size, draw, decision)
    )
    championships.remove_unplayed(connection, row.id)
    championships.add_championship(connection, row)
    note_decision(connection, decision)
    return championships.seed_lines(row, names(connection, row.entrants)) + lines


def delete_championship(connection: sa.Connection, id: str, decision: AuditRow) -> list[str]:
    """Delete a championship in which nothing has happened; return what changes, as lines.

    Raises:
        Refused: there is none of this id, or it has begun.
    """
    lines = championships.remove_unplayed(connection, id)
    if not lines:
        raise Refused(f"there is no championship {id}")
    note_decision(connection, decision)
    return lines


def _for_season(
    connection: sa.Connection, id: str, size: int | None, draw: Draw, decision: AuditRow
) -> tuple[ChampionshipRow, list[str]]:
    row = known_season(connection, id)
    if row.closed is None:
        raise Refused(f"close {row.season.name} first: that draws its championship")
    found = season_entrants(connection, row.season, size or row.season.size, draw)
    return _with_field(id, row.season.year, row.season.suit, decision, found)


def _with_field(
    id: str, year: int, suit: str, decision: AuditRow, found: Field
) -> tuple[ChampionshipRow, list[str]]:
    if len(found.entrants) < FEWEST:
        raise Refused(f"{len(found.entrants)} can enter: a championship needs {FEWEST} players")
    return ChampionshipRow(id, year, suit, decision.at, found.entrants), found.lines


def _for_year(
    connection: sa.Connection, year: int, size: int, draw: Draw, decision: AuditRow
) -> tuple[ChampionshipRow, list[str]]:
    _check_complete(connection, year)
    table = year_standings(connection, year)
    known = names(connection, [line.player for line in table])

    def chosen(declined: Sequence[str], ties: Ties) -> Cut:
        return world_entrants(table, size, declined=declined, ties=ties)

    id = f"{year}-world"
    return _with_field(id, year, "", decision, entering(id, known, draw, chosen))


def _check_complete(connection: sa.Connection, year: int) -> None:
    """Refuse a year that is not over.

    Raises:
        Refused: there is no season in it, one is open, or a championship is not decided.
    """
    rows = [row for row in season_rows(connection) if row.season.year == year]
    if not rows:
        raise Refused(f"there is no season of {year}: `season list` shows them")
    open_ones = [row.season.name for row in reversed(rows) if row.closed is None]
    if open_ones:
        raise Refused(f"not closed yet: {', '.join(open_ones)}; the year is over when they are")
    held = [row for row in championships.all_championships(connection) if row.year == year]
    played = [row for row in held if row.suit]
    if not played:
        raise Refused(f"no championship of {year} was held, so nobody has points for the year")
    undecided = [row.id for row in played if not bracket(row).champion]
    if undecided:
        raise Refused(f"not decided yet: {', '.join(undecided)}; enter the results first")
