"""What was played elsewhere: files are brought in, and taken out again, as a whole."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from shlex import quote
from typing import Final, Literal, TypeAlias

import sqlalchemy as sa

from engine.ratings import Rating, shown
from server.league.brackets import BracketEvent
from server.league.ratings import Pool
from server.league.store import championships
from server.league.store.ratings import rerate_players, season_row, starting, stored_ratings
from server.league.store.recompute import derive_again
from server.league.store.tables import (
    ChampionshipRow,
    championships as championships_table,
    corrections,
    portions,
    starting_ratings,
    stranger,
)
from server.sanitize import clean
from server.store import games as finished
from server.store.people import note_decision, person_named
from server.store.schema import games, imports, seats
from server.store.values import AuditRow, GameRow, Person, Refused, with_origin

Kind: TypeAlias = Literal["games", "championship", "ratings"]
_LONGEST: Final = 24
"""Characters of the name of somebody without an account."""
_SHOWN: Final = 50
"""Faulty lines that are named."""


@dataclass(frozen=True, slots=True)
class Brought:
    """A game of a file, before its players are known."""

    line: int
    """Where it stands in the file."""
    game: GameRow


@dataclass(frozen=True, slots=True)
class BroughtRating:
    """A rating of a file, before it is known whose it is."""

    line: int
    name: str
    rating: Rating


@dataclass(frozen=True, slots=True)
class Import:
    """A file that was brought in."""

    number: int
    at: datetime
    by: str
    source: str
    """Where its games come from."""
    digest: str
    """Of the file: it comes in once."""
    size: int
    """How many it has of its kind."""
    undone: datetime | None = None
    kind: Kind = "games"


def all_imports(connection: sa.Connection) -> list[Import]:
    """List what was brought in, newest first."""
    rows = connection.execute(sa.select(imports).order_by(imports.c.number.desc()))
    return [Import(*row) for row in rows]


def bring_in(
    connection: sa.Connection,
    found: Sequence[Brought],
    faults: Sequence[str],
    source: str,
    digest: str,
    decision: AuditRow,
    *,
    accounts: Mapping[str, str],
    unknown: bool,
    season: str,
) -> list[str]:
    """Store the games of a file; return what changes, as lines.

    Args:
        faults: what of the file cannot be read, each with its line.
        accounts: the accounts of players whom the file calls otherwise, by those names.
        unknown: whether a name that nobody has stays a name; otherwise it is a fault.
        season: the season in which all of them are to be; empty for none.
    """
    names = sorted({name for each in found for name in each.game.names})
    known = {name: person_named(connection, accounts.get(name, name)) for name in names}
    _check(
        connection,
        digest,
        [*faults, *_faults(connection, found, known, unknown=unknown, season=season)],
    )
    number = _begin(connection, "games", len(found), source, digest, decision)
    for brought in found:
        people = tuple(known[name] for name in brought.game.names)
        finished.keep(connection, _seated(brought.game, people, source, number), deriving=False)
    again = derive_again(connection, [who.player for who in known.values() if who is not None])
    return [
        f"import {number}: {counted(len(found), 'games')} of {len(names)} players, from {source}",
        *_who_is_who(known),
        *_again("counted in the league, or rated again", again),
        f"`import undo {number}` takes all of it back",
    ]


def bring_in_championship(
    connection: sa.Connection,
    held: ChampionshipRow,
    events: Sequence[BracketEvent],
    digest: str,
    decision: AuditRow,
    *,
    accounts: Mapping[str, str],
    unknown: bool,
) -> list[str]:
    """Store a championship, whose players are named as in the file; return what changes, as lines.

    Args:
        events: what happened in it, in order.
        accounts: as for games.
        unknown: whether a name that nobody has stays a name; otherwise it is a fault.
    """
    season = season_row(connection, held.id)
    if season is not None and season.closed is None:
        raise Refused(f"{season.season.name} is open here: close it first")
    known = {name: person_named(connection, accounts.get(name, name)) for name in held.entrants}
    _check(connection, digest, [*_entrant_faults(known, unknown=unknown)])
    player_of = {
        name: stranger(_printed(name)) if who is None else who.player for name, who in known.items()
    }
    number = _begin(connection, "championship", 1, held.source, digest, decision)
    entrants = tuple(map(player_of.__getitem__, held.entrants))
    row = replace(held, entrants=entrants, imported=number)
    championships.add_championship(connection, row)
    for at, event in enumerate(events, 1):
        entry = {"kind": event.kind, "player": player_of[event.player]}
        entry |= {"loser": player_of[event.loser]} if event.loser else {}
        championships.add_entry(connection, row.id, at, json.dumps(entry))
    return [
        f"import {number}, from {held.source}",
        *_who_is_who(known),
        *championships.standing_lines(connection, row.id),
        f"`import undo {number}` takes all of it back",
    ]


def _entrant_faults(known: Mapping[str, Person | None], *, unknown: bool) -> Iterator[str]:
    """Yield which names of a championship nobody has, or two of them are one's."""
    entered: dict[str, str] = {}
    for name, who in known.items():
        if who is not None:
            if (first := entered.setdefault(who.id, name)) != name:
                yield f"{first} and {name} are one account"
        elif not unknown:
            yield _nobody(name, stays=True)


def bring_in_ratings(
    connection: sa.Connection,
    found: Sequence[BroughtRating],
    faults: Sequence[str],
    source: str,
    digest: str,
    decision: AuditRow,
    *,
    accounts: Mapping[str, str],
    pool: Pool,
    force: bool,
) -> list[str]:
    """Give accounts the ratings they bring along; return what changes, as lines.

    Args:
        force: whether it may be so for those who have rated games here: these are rated again.
    """
    known = {
        each.name: person_named(connection, accounts.get(each.name, each.name)) for each in found
    }
    played = {each.player: each.games for each in stored_ratings(connection) if each.pool == pool}
    begun = starting(connection, pool)
    _check(connection, digest, [*faults, *_rating_faults(found, known, played, begun, force=force)])
    number = _begin(connection, "ratings", len(found), source, digest, decision)
    lines = [
        f"import {number}: {counted(len(found), 'ratings')}, from {source}",
        *_who_is_who(known),
    ]
    players = []
    for each in found:
        who = known[each.name]
        assert who is not None
        rating = each.rating
        values = asdict(rating) | {"pool": pool, "player": who.player, "shown": shown(rating)}
        values |= {"ended": decision.at, "source": source, "imported": number}
        connection.execute(starting_ratings.insert().values(values))
        players.append(who.player)
        here = counted(played.get(who.player, 0), "rated games")
        before = f", before {here} here" if who.player in played else ""
        lines.append(
            f"{who.name} begins at {shown(rating)} with {counted(rating.games, 'games')}{before}"
        )
    again = rerate_players(connection, players, decision.at)
    return [*lines, *_again("rated again", again), f"`import undo {number}` takes all of it back"]


def _rating_faults(
    found: Sequence[BroughtRating],
    known: Mapping[str, Person | None],
    played: Mapping[str, int],
    begun: Collection[str],
    *,
    force: bool,
) -> Iterator[str]:
    """Yield what is wrong with the ratings of a file, with their lines."""
    here = set(begun)
    for each in found:
        who = known[each.name]
        if who is None:
            yield f"line {each.line}: {_nobody(each.name)}"
            continue
        if who.player in here:
            yield f"line {each.line}: {who.name} has a rating from elsewhere already"
        elif who.player in played and not force:
            rated = counted(played[who.player], "rated games")
            yield f"line {each.line}: {who.name} has {rated} here (--force rates them again)"
        here.add(who.player)


def _check(connection: sa.Connection, digest: str, wrong: Sequence[str]) -> None:
    """Refuse a file that was brought in before, or has faults."""
    for earlier in all_imports(connection):
        if earlier.digest == digest and earlier.undone is None:
            raise Refused(f"this file was brought in already: `import undo {earlier.number}` first")
    if wrong:
        more = [f"and {len(wrong) - _SHOWN} more"] if len(wrong) > _SHOWN else []
        raise Refused("\n".join([*wrong[:_SHOWN], *more, "nothing was brought in"]))


def _begin(
    connection: sa.Connection, kind: Kind, size: int, source: str, digest: str, decision: AuditRow
) -> int:
    """Write down that a file is brought in; return its number."""
    if not size:
        raise Refused(f"the file has no {kind}")
    values = {"at": decision.at, "by": decision.by, "source": source, "digest": digest}
    made = connection.execute(imports.insert().values(games=size, kind=kind, **values))
    number = int((made.inserted_primary_key or (0,))[0])
    note_decision(connection, replace(decision, detail=decision.detail | {"number": number}))
    return number


def _printed(name: str) -> str:
    """Return the name of somebody who is nobody here, as it can be shown."""
    return clean(name, _LONGEST) or finished.SOMEONE


def _nobody(name: str, *, stays: bool = False) -> str:
    """Say that nobody is meant, and what to do; the name may stay one where it `stays`."""
    otherwise = ", or --unknown" if stays else ""
    return f"nobody is called {name} (--as {quote(f'{name}=ACCOUNT')}{otherwise})"


def counted(count: int, things: str) -> str:
    """Word how many there are of what is named in the plural."""
    return f"{count} {things.removesuffix('s') if count == 1 else things}"


def _again(what: str, games: int) -> list[str]:
    """Say of how many games something is to be; nothing if of none."""
    return [f"{what}: {counted(games, 'games')}"] if games else []


def _who_is_who(known: Mapping[str, Person | None]) -> Iterator[str]:
    """Yield who is meant where the file says it otherwise, and who is nobody here."""
    for name, who in known.items():
        if who is not None and who.name != name:
            yield f"{name} is {who.name}"
    strangers = [name for name, who in known.items() if who is None]
    if strangers:
        yield f"nobody here is called {', '.join(strangers)}"


def _seated(game: GameRow, people: Sequence[Person | None], source: str, number: int) -> GameRow:
    """Return a game with its players' accounts, and where it comes from."""
    sat = enumerate(zip(people, game.names, strict=True))
    names = {seat: _printed(name) if who is None else who.name for seat, (who, name) in sat}
    origin = game.source or source
    record = finished.with_names(game.record, names)
    return replace(
        game,
        players=tuple(None if who is None else who.id for who in people),
        names=tuple(names.values()),
        record=with_origin(record, origin) if record else "",
        source=origin,
        imported=number,
    )


def _faults(
    connection: sa.Connection,
    found: Sequence[Brought],
    known: Mapping[str, Person | None],
    *,
    unknown: bool,
    season: str,
) -> Iterator[str]:
    """Yield what is wrong with the games of a file, with their lines."""
    row = season_row(connection, season) if season else None
    if season and row is None:
        raise Refused(
            f"there is no season {season}: `season list` shows them, `season new` opens one"
        )
    ids = [each.game.id for each in found]
    here: set[str] = set()
    for some in portions(ids):
        here.update(connection.scalars(sa.select(games.c.id).where(games.c.id.in_(some))))
    for each in found:
        game = each.game
        people = [known[name] for name in game.names]
        for name, who in zip(game.names, people, strict=True):
            if who is None and not (unknown and not game.rated):
                yield f"line {each.line}: {_nobody(name, stays=not game.rated)}"
        if len({who.id for who in people if who}) < sum(who is not None for who in people):
            yield f"line {each.line}: {', '.join(game.names)} are one account"
        if game.id in here:
            yield f"line {each.line}: the game {game.id} is here already"
        here.add(game.id)
        if row is not None and row.season.week(game.ended) is None:
            yield f"line {each.line}: {game.ended:%Y-%m-%d} is outside {row.season.name}"


def take_out(connection: sa.Connection, number: int, decision: AuditRow) -> list[str]:
    """Remove all of an import, as if it had never been; return what changes, as lines."""
    which = imports.c.number == number
    row = connection.execute(sa.select(imports).where(which)).first()
    if row is None or row.undone is not None:
        raise Refused(f"import {number} is not there: `import list` shows them")
    theirs = games.c.imported == number
    ids = sa.select(games.c.id).where(theirs)
    sat = sa.select(seats.c.player).where(seats.c.game.in_(ids), seats.c.player.is_not(None))
    players = sorted(set(connection.scalars(sat)))
    connection.execute(games.update().where(theirs).values(rated=False))
    again = derive_again(connection, players)
    connection.execute(corrections.delete().where(corrections.c.game.in_(ids)))
    connection.execute(games.delete().where(theirs))
    connection.execute(championships_table.delete().where(championships_table.c.imported == number))
    begun = starting_ratings.c.imported == number
    rated = [*connection.scalars(sa.select(starting_ratings.c.player).where(begun))]
    connection.execute(starting_ratings.delete().where(begun))
    again += rerate_players(connection, rated, decision.at) if rated else 0
    connection.execute(imports.update().where(which).values(undone=decision.at))
    note_decision(connection, decision)
    return [
        f"{counted(row.games, row.kind)} of import {number} ({row.source}) removed",
        *_again("counted no more in the league, or rated again", again),
    ]
