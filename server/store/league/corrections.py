"""Corrections: an operator decides how a game ended, and everything follows from that."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy import Connection

from server.store.errors import Refused
from server.store.fold.derive import follow_up
from server.store.fold.rated import rated_game, season_row
from server.store.fold.results import AS_PLAYED, corrections_of, result_of
from server.store.fold.values import AuditRow, Correction, LeagueGame, Verdict
from server.store.league.audit import record
from server.store.league.championships import championship
from server.store.league.matches import season_standings, stored_matches
from server.store.league.players import names
from server.store.league_tables import corrections, league_games
from server.store.tables import games, seats

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
    connection: Connection, game: str, verdict: str, decision: AuditRow, *, rerating: bool = True
) -> list[str]:
    """Correct the result of a game; return what changes, as lines.

    Args:
        connection: in a transaction.
        game: its id.
        verdict: the winner's name or seat (``P0``), ``stalemate``, ``void``, or ``as-played`` to
            take corrections back.
        decision: who corrects it, when and why.
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
    record(connection, decision)
    lines = [f"game {game}: {_game(connection, game).said()}, before: {before.said()}"]
    return lines + list(summary.differences())


def _game(connection: Connection, id: str) -> _Game:
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


def _of_league(connection: Connection, id: str) -> LeagueGame | None:
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

    def __init__(self, connection: Connection, game: LeagueGame | None) -> None:
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
