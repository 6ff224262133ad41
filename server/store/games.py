"""Finished games in the database: who played, and the record."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from datetime import datetime
from itertools import groupby
from operator import attrgetter
from typing import Any, Final

import sqlalchemy as sa

from engine.computers import called
from engine.rules.options import MATCHES
from server.league.store.ratings import plays_of, result_of
from server.league.store.recompute import derive
from server.league.store.tables import game_plays, insert_all
from server.store.matches import in_matches, is_of_match
from server.store.schema import forgotten, former_names, games, people, seats, tries
from server.store.values import GUESTS, ComputerGame, GameRow, LeaveMatch, player_id, with_left
from server.store.who_may_see import listed_for, may_open

SOMEONE: Final = "someone"
"""The name of a player whose account was deleted."""


def keep(connection: sa.Connection, game: GameRow, *, deriving: bool = True) -> None:
    """Store a finished game, once, with what follows from it for the league.

    Deleted players are ``someone`` in it.
    """
    if connection.scalar(sa.select(games.c.id).where(games.c.id == game.id)) is not None:
        return
    known = sa.select(people.c.id).where(people.c.id.in_(filter(None, game.players)))
    here = {None, *connection.scalars(known)}
    gone = [seat for seat, who in enumerate(game.players) if who not in here]
    players = tuple(None if seat in gone else who for seat, who in enumerate(game.players))
    named = dict.fromkeys(gone, SOMEONE) | _names_now(connection, game)
    kept = replace(_renamed(game, named), players=players)
    values = {column.name: getattr(kept, column.name) for column in games.columns}
    connection.execute(games.insert().values(values | {"winners": list(game.winners)}))
    rows = []
    for seat, person in enumerate(game.players):
        who = person
        if person is None and game.rated and called(game.names[seat]) is not None:
            who = game.names[seat]  # of computers only residents in rated games are in the league
        rows.append(
            {
                "game": game.id,
                "seat": seat,
                "person": kept.players[seat],
                "name": kept.names[seat],
                "player": None if who is None else player_id(who),
                "result": result_of(seat, game.winners, None),
                "guest": game.guests[seat] if game.guests else None,
            }
        )
    connection.execute(seats.insert(), rows)
    insert_all(connection, game_plays, plays_of(game.id, kept.record))
    if game.rated and deriving:
        derive(connection, game.id)


def _names_now(connection: sa.Connection, game: GameRow) -> dict[int, str]:
    """Return the names of those who were renamed while they played, by seat."""
    query = (
        sa.select(former_names.c.person, former_names.c.name, people.c.name)
        .join(people, people.c.id == former_names.c.person)
        .where(former_names.c.person.in_(filter(None, game.players)))
    )
    now = {(person, former): name for person, former, name in connection.execute(query)}
    sat = enumerate(zip(game.players, game.names, strict=True))
    return {seat: now[who, name] for seat, (who, name) in sat if (who, name) in now}


def _renamed(game: GameRow, names: Mapping[int, str]) -> GameRow:
    """Rename seats in a game, and in the head of its record."""
    named = tuple(names.get(seat, name) for seat, name in enumerate(game.names))
    return replace(game, names=named, record=with_names(game.record, names))


def with_names(record: str, names: Mapping[int, str]) -> str:
    """Rename seats in the head of a record."""
    head, line, rest = record.partition("\n\n")
    for seat, name in names.items():
        said = f"player {seat}: {name}".replace("\\", r"\\")
        head = re.sub(rf"^player {seat}: .*$", said, head, flags=re.M)
    return head + line + rest


def leave_match(connection: sa.Connection, write: LeaveMatch) -> None:
    """Note who left the match of a game after it."""
    record = connection.scalar(sa.select(games.c.record).where(games.c.id == write.id))
    if record is not None:
        told = games.update().where(games.c.id == write.id)
        connection.execute(told.values(record=with_left(record, write.left)))


def rename(connection: sa.Connection, id: str, name: str) -> int:
    """Rename a person in every game they played; return how many had another name."""
    theirs = sa.and_(seats.c.person == id, seats.c.name != name)
    query = sa.select(games.c.id, games.c.record, seats.c.seat).join(seats).where(theirs)
    rows = connection.execute(query).all()
    for row in rows:
        record = with_names(row.record, {row.seat: name})
        connection.execute(games.update().where(games.c.id == row.id).values(record=record))
    connection.execute(seats.update().where(theirs).values(name=name))
    return len(rows)


def forget(connection: sa.Connection, id: str) -> None:
    """Remove a person's name from every game they played."""
    rename(connection, id, SOMEONE)
    connection.execute(seats.update().where(seats.c.person == id).values(person=None))


def drop_guests(connection: sa.Connection, before: datetime, most: int = 500) -> int:
    """Delete games that ended before a time, in which nobody has or had an account.

    So for the tries of guests, and whom they have forgotten.

    Returns how many; at most `most` at once, because other writes wait meanwhile.
    """
    known = sa.select(seats.c.game).where(seats.c.player.is_not(None))
    old = sa.select(games.c.id).where(games.c.ended < before, games.c.id.not_in(known))
    chosen = [*connection.scalars(old.order_by(games.c.ended).limit(most))]
    theirs = tries.c.person.is_(None), tries.c.day < f"{before:%Y-%m-%d}"
    connection.execute(tries.delete().where(*theirs))
    by_guests = forgotten.c.person.startswith(GUESTS), forgotten.c.at < before
    connection.execute(forgotten.delete().where(*by_guests))
    connection.execute(games.delete().where(games.c.id.in_(chosen)))
    return len(chosen)


def game(connection: sa.Connection, id: str, viewer: str) -> GameRow | None:
    """Find a stored game for somebody who knows its id; None if they may not see it either."""
    found = _told(connection, _rows(connection, sa.select(games).where(games.c.id == id)))
    return found[0] if found and may_open(found[0], viewer) else None


def by_ids(connection: sa.Connection, ids: Sequence[str]) -> list[GameRow]:
    """Return stored games with how their matches stood."""
    return _told(connection, _rows(connection, sa.select(games).where(games.c.id.in_(ids))))


def close_link(connection: sa.Connection, id: str) -> None:
    """Close the link to a game for good."""
    connection.execute(games.update().where(games.c.id == id).values(closed=True))


def recent(
    connection: sa.Connection, limit: int | None = 50, person: str | None = None
) -> list[GameRow]:
    """List stored games, newest first: those for everybody, or those of a person."""
    query = sa.select(games).order_by(games.c.ended.desc(), games.c.id.desc()).limit(limit)
    theirs = sa.select(seats.c.game).where(seats.c.person == person)
    wanted = listed_for("") if person is None else games.c.id.in_(theirs)
    return _told(connection, _rows(connection, query.where(wanted)))


def _told(connection: sa.Connection, rows: Sequence[GameRow]) -> list[GameRow]:
    """Add to games how the matches of their tables stood."""
    tables = {row.table for row in rows if is_of_match(row)}
    whole = sa.select(games).where(games.c.table.in_(tables))
    return in_matches(rows, _rows(connection, whole)[::-1] if tables else ())


def matches_won(connection: sa.Connection, person: str, other: str = "") -> tuple[int, int]:
    """Count the matches that a person won and lost at tables of two, against one or all others.

    Rated ones are not among them: the league has those.
    """
    query = sa.select(games).where(
        games.c.rated.is_(False),
        sa.or_(*(games.c.ruleset.contains(f"+{option}") for option in MATCHES)),
        *(
            games.c.id.in_(sa.select(seats.c.game).where(seats.c.person == who))
            for who in filter(None, (person, other))
        ),
    )
    rows = _rows(connection, query)[::-1]
    ended = [(row, row.match.winners) for row in in_matches(rows, rows) if row.match is not None]
    duels = [(row, won) for row, won in ended if won and len(row.players) == _DUEL]
    won = sum(row.players.index(person) in winners for row, winners in duels)
    return won, len(duels) - won


_DUEL: Final = 2


def against_computers(connection: sa.Connection, person: str) -> list[ComputerGame]:
    """List a person's games in which computers had all other seats, oldest first."""
    other = seats.alias()
    query = (
        sa.select(games.c.id, games.c.ruleset, seats.c.result, other.c.name)
        .join(seats, seats.c.game == games.c.id)
        .join(other, sa.and_(other.c.game == games.c.id, other.c.seat != seats.c.seat))
        .where(seats.c.person == person, seats.c.result.is_not(None))
        .where(games.c.pool.in_(("live-bots", "days-bots")))
        .order_by(games.c.ended, games.c.id)
    )
    found = groupby(connection.execute(query), key=lambda row: (row.id, row.ruleset, row.result))
    played = [ComputerGame(*game, tuple(row.name for row in rows)) for game, rows in found]
    return [game for game in played if all(map(called, game.names))]


def seats_since(
    connection: sa.Connection, person: str, since: datetime, most: int = 24
) -> list[tuple[str, int]]:
    """List the ids of a person's latest games since a moment, newest first, with their seats."""
    query = sa.select(seats.c.game, seats.c.seat).join(games, games.c.id == seats.c.game)
    theirs = query.where(seats.c.person == person, games.c.ended >= since)
    rows = connection.execute(theirs.order_by(games.c.ended.desc(), games.c.id.desc()).limit(most))
    return [(row.game, row.seat) for row in rows]


def _rows(connection: sa.Connection, query: sa.Select[Any]) -> list[GameRow]:
    found = query.subquery()
    joined = sa.select(found, seats.c.person, seats.c.name).join(seats, seats.c.game == found.c.id)
    rows = connection.execute(
        joined.order_by(found.c.ended.desc(), found.c.id.desc(), seats.c.seat)
    )
    listed: list[GameRow] = []
    for _, same in groupby(rows, key=attrgetter("id")):
        sat = list(same)
        values = {column.name: getattr(sat[0], column.name) for column in games.columns}
        values["winners"] = tuple(values["winners"])
        players, names = tuple(seat.person for seat in sat), tuple(seat.name for seat in sat)
        listed.append(GameRow(**values, players=players, names=names))
    return listed


def plain(game: GameRow) -> dict[str, Any]:
    """Return a game as plain JSON."""
    when = {"started": game.started.isoformat(), "ended": game.ended.isoformat()}
    values = asdict(game) | when | {"names": list(game.names), "winners": list(game.winners)}
    del values["players"], values["match"], values["guests"]
    return values
