"""Games that were played elsewhere and are brought in, and taken out again, as a whole."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final

import sqlalchemy as sa

from server.league.store.ratings import season_row
from server.league.store.recompute import derive_again
from server.league.store.tables import corrections, portions
from server.store import games as finished
from server.store.people import note_decision, person_named
from server.store.schema import games, imports, seats
from server.store.values import AuditRow, GameRow, Person, Refused

_SHOWN: Final = 50
"""Faulty lines that are named."""


@dataclass(frozen=True, slots=True)
class Brought:
    """A game of a file, before its players are known."""

    line: int
    """Where it stands in the file."""
    game: GameRow


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
    games: int
    undone: datetime | None = None


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
    for earlier in all_imports(connection):
        if earlier.digest == digest and earlier.undone is None:
            raise Refused(f"this file was brought in already: `import undo {earlier.number}` first")
    names = sorted({name for each in found for name in each.game.names})
    known = {name: person_named(connection, accounts.get(name, name)) for name in names}
    wrong = [*faults, *_faults(connection, found, known, unknown=unknown, season=season)]
    if wrong:
        more = [f"and {len(wrong) - _SHOWN} more"] if len(wrong) > _SHOWN else []
        raise Refused("\n".join([*wrong[:_SHOWN], *more, "nothing was brought in"]))
    if not found:
        raise Refused("the file has no games")
    values = {"at": decision.at, "by": decision.by, "source": source, "digest": digest}
    made = connection.execute(imports.insert().values(games=len(found), **values))
    number = int((made.inserted_primary_key or (0,))[0])
    for brought in found:
        people = tuple(known[name] for name in brought.game.names)
        finished.keep(connection, _seated(brought.game, people, source, number), deriving=False)
    again = derive_again(connection, [who.player for who in known.values() if who is not None])
    note_decision(connection, replace(decision, detail=decision.detail | {"number": number}))
    strangers = [name for name, who in known.items() if who is None]
    return [
        f"import {number}: {len(found)} games of {len(names)} players, from {source}",
        *(f"{name} is {who.name}" for name, who in known.items() if who and who.name != name),
        *([f"nobody here is called {', '.join(strangers)}"] if strangers else []),
        f"{again} games count in the league that did not, or are rated again",
        f"`import undo {number}` takes all of it back",
    ]


def _seated(game: GameRow, people: Sequence[Person | None], source: str, number: int) -> GameRow:
    """Return a game with its players' accounts, and where it comes from."""
    here = {seat: who.name for seat, who in enumerate(people) if who is not None}
    return replace(
        game,
        players=tuple(None if who is None else who.id for who in people),
        names=tuple(here.get(seat, name) for seat, name in enumerate(game.names)),
        record=finished.with_names(game.record, here),
        source=source,
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
        raise Refused(f"there is no season {season}: `season list` shows them")
    ids = [each.game.id for each in found]
    here: set[str] = set()
    for some in portions(ids):
        here.update(connection.scalars(sa.select(games.c.id).where(games.c.id.in_(some))))
    for each in found:
        game = each.game
        people = [known[name] for name in game.names]
        for name, who in zip(game.names, people, strict=True):
            if who is None and not (unknown and not game.rated):
                yield f"line {each.line}: nobody is called {name} (--as {name}=ACCOUNT)"
        if len({who.id for who in people if who}) < sum(who is not None for who in people):
            yield f"line {each.line}: {', '.join(game.names)} are one account"
        if game.id in here:
            yield f"line {each.line}: the game {game.id} is here already"
        here.add(game.id)
        if row is not None and row.season.week(game.ended) is None:
            yield f"line {each.line}: {game.ended:%Y-%m-%d} is outside {row.season.name}"


def take_out(connection: sa.Connection, number: int, decision: AuditRow) -> list[str]:
    """Remove all games of an import, as if it had never been; return what changes, as lines."""
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
    gone = connection.execute(games.delete().where(theirs)).rowcount
    connection.execute(imports.update().where(which).values(undone=decision.at))
    note_decision(connection, decision)
    return [
        f"{gone} games of import {number} ({row.source}) are removed",
        f"{again} games count no more in the league, or are rated again",
    ]
