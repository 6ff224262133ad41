"""What operators decide: corrections of results, and draws of championships."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any, Final

import sqlalchemy as sa

from server.league.brackets import FEWEST
from server.league.seasons import SIZE
from server.league.standings import Cut, Ties, world_entrants
from server.league.store import championships
from server.league.store.championships import bracket, championship
from server.league.store.pages import year_standings
from server.league.store.ratings import (
    AS_PLAYED,
    corrections_of,
    rated_game,
    rated_since,
    result_of,
    season_row,
    season_rows,
)
from server.league.store.recompute import follow_up
from server.league.store.seasons import Draw, entering, known_season, season_entrants
from server.league.store.tables import (
    ChampionshipRow,
    Correction,
    LeagueGame,
    Verdict,
    corrections,
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
    """
    before = _game(connection, game)
    word = VERDICTS.get(verdict.lower())
    winner = None if word is not None else _winner(before, verdict)
    said = decision.reason, decision.by, decision.at
    correction = Correction(game, word or "won", winner, *said)
    of_league = _of_league(connection, game)
    was = _state(connection, of_league)
    connection.execute(corrections.insert().values(asdict(correction)))
    for seat in before.seats:
        result = result_of(seat.seat, before.winners, correction)
        which = sa.and_(seats.c.game == game, seats.c.seat == seat.seat)
        connection.execute(seats.update().where(which).values(result=result))
    follow_up(connection, game, rerating=rerating)
    note_decision(connection, decision)
    lines = [f"game {game}: {_game(connection, game).said()}, before: {before.said()}"]
    return [*lines, *_differences(connection, of_league, was)]


def _game(connection: sa.Connection, id: str) -> _Game:
    row = connection.execute(sa.select(games.c.winners).where(games.c.id == id)).first()
    if row is None:
        raise Refused(f"there is no game {id}")
    query = sa.select(seats).where(seats.c.game == id).order_by(seats.c.seat)
    return _Game(tuple(row.winners), tuple(connection.execute(query)))


def _winner(game: _Game, verdict: str) -> int:
    """Return the seat of the winner."""
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
    game = rated_game(connection, id)
    if game is not None:
        return game
    correction = corrections_of(connection, [id]).get(id)
    if correction is None or correction.result != "void":
        return None
    return rated_game(connection, id, void=True)


def _state(connection: sa.Connection, game: LeagueGame | None) -> tuple[str, dict[str, str]]:
    """Return the match of a game, and everybody's place in its season, in words."""
    row = season_row(connection, game.season) if game is not None else None
    if game is None or row is None:
        return "", {}
    said = "no match"
    for match in stored_matches(connection, game.season, game.week):
        if (match.one, match.other) == (game.one, game.other):
            name_of = names(connection, [match.one, match.other])
            score = f"{match.wins_one}-{match.wins_other}"
            decided = f", won by {name_of[match.winner]}" if match.winner else ", not decided"
            said = f"{name_of[match.one]} {score} {name_of[match.other]}{decided}"
    return said, {
        each.player: f"place {each.place}, {each.points} points, {each.wins} wins"
        for each in season_standings(connection, row.season)
    }


def _differences(
    connection: sa.Connection, game: LeagueGame | None, was: tuple[str, dict[str, str]]
) -> Iterator[str]:
    """Yield a line for each change since a game's season was as it was."""
    row = season_row(connection, game.season) if game is not None else None
    if game is None or row is None:
        yield "it counts for no season: neither matches nor ratings change"
        return
    (match_before, places_before), (match, places) = was, _state(connection, game)
    yield f"match of week {game.week}: {match}, before: {match_before}"
    players = sorted({*places, *places_before})
    name_of = names(connection, players)
    for player in players:
        now, before = places.get(player, "no place"), places_before.get(player, "no place")
        if now != before:
            yield f"{name_of[player]}: {now}, before: {before}"
    again = sa.select(sa.func.count()).where(rated_since(game.pool, game.ended))
    yield f"{connection.scalar(again) or 0} games since then are rated again"
    if row.closed is not None and championship(connection, row.season.id) is not None:
        yield "the season is closed: its championship keeps the seeds it began with"


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
    """List rated games, newest first; empty texts and None mean all."""
    which: list[sa.ColumnElement[bool]] = [games.c.rated]
    if player:
        person = person_named(connection, player)
        if person is None:
            raise Refused(f"nobody is called {player}")
        which.append(games.c.id.in_(sa.select(seats.c.game).where(seats.c.player == person.player)))
    if season:
        found = known_season(connection, season).season
        start, end = found.start, found.end
        if week is not None:
            if not 1 <= week <= found.weeks:
                raise Refused(f"{found.name} has {found.weeks} weeks")
            start, end = found.week_start(week), found.week_end(week)
        which += (games.c.ended >= start, games.c.ended < end)
    elif week is not None:
        raise Refused("say of which season the week is: --season SEASON")
    query = sa.select(games.c.id, games.c.ended).where(*which)
    rows = connection.execute(query.order_by(games.c.ended.desc(), games.c.id).limit(limit)).all()
    return _lines(connection, {row.id: row.ended for row in rows})


def _lines(connection: sa.Connection, ended: Mapping[str, datetime]) -> list[ResultLine]:
    """Return the lines of games, by when they ended."""
    sat: dict[str, list[Any]] = {id: [] for id in ended}
    columns = seats.c["game", "seat", "player", "name", "result"]
    query = sa.select(*columns).where(seats.c.game.in_(ended)).order_by(seats.c.seat)
    for seat in connection.execute(query):
        sat[seat.game].append(seat)
    name_of = names(connection, {seat.player for some in sat.values() for seat in some} - {None})
    corrected = corrections_of(connection, ended)
    seasons = [row.season for row in season_rows(connection)]
    lines = []
    for id, at in ended.items():
        named = [(name_of.get(seat.player, seat.name), seat.result) for seat in sat[id]]
        result = next((f"{name} won" for name, how in named if how == "won"), "stalemate")
        if any(how == "void" for _, how in named):
            result = "void"
        players = tuple(name for name, _ in named)
        season = next((each for each in seasons if each.week(at) is not None), None)
        of, week = ("", None) if season is None else (season.id, season.week(at))
        lines.append(ResultLine(id, at, of, week, players, result, id in corrected))
    return lines


def draw_championship(
    connection: sa.Connection, id: str, size: int | None, draw: Draw, decision: AuditRow
) -> list[str]:
    """Draw the championship of a closed season, or of a year; return its seeds, as lines.

    One that exists is drawn anew, as long as nothing has happened in it.

    Args:
        id: the season's id, or the year.
        size: how many enter; by default as many as the season says.
    """
    if id.isdecimal():
        year, suit = int(id), ""
        id = f"{year}-world"
        _check_complete(connection, year)
        table = year_standings(connection, year)
        name_of = names(connection, [line.player for line in table])

        def chosen(declined: Sequence[str], ties: Ties) -> Cut:
            return world_entrants(table, size or SIZE, declined=declined, ties=ties)

        field = entering(id, name_of, draw, chosen)
    else:
        row = known_season(connection, id)
        season = row.season
        if row.closed is None:
            raise Refused(f"close {season.name} first: that draws its championship")
        year, suit = season.year, season.suit
        field = season_entrants(connection, season, size or season.size, draw)
    if len(field.entrants) < FEWEST:
        raise Refused(f"{len(field.entrants)} can enter: a championship needs {FEWEST} players")
    made = ChampionshipRow(id, year, suit, decision.at, field.entrants)
    championships.remove_unplayed(connection, id)
    championships.add_championship(connection, made)
    note_decision(connection, decision)
    return championships.seed_lines(made, names(connection, made.entrants)) + field.lines


def delete_championship(connection: sa.Connection, id: str, decision: AuditRow) -> list[str]:
    """Delete a championship in which nothing has happened; return what changes, as lines."""
    lines = championships.remove_unplayed(connection, id)
    if not lines:
        raise Refused(f"there is no championship {id}")
    note_decision(connection, decision)
    return lines


def _check_complete(connection: sa.Connection, year: int) -> None:
    """Refuse a year that is not over."""
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
