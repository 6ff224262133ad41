"""What operators see of accounts, and decide about them.

What they decide is tried first: each function returns what changes, as lines.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields, replace
from datetime import UTC, datetime, timedelta
from typing import Any, Final

import sqlalchemy as sa

from server.league.store.one_player import become_one_player
from server.names import is_bot, same_name, stored_skeleton
from server.store import games as finished, personal_data
from server.store.joining import Settings, join, open_tables
from server.store.people import (
    bans_in_force,
    held_for,
    is_secretary,
    key_for,
    keys_of,
    name_free,
    note_decision,
    person,
    person_named,
)
from server.store.schema import former_names, games, keys, people, reports, seats
from server.store.values import MOST_KEYS, AuditRow, Ban, Key, ManyKeys, Person, Refused, Report


@dataclass(frozen=True, slots=True)
class AccountLine:
    """An account in a list."""

    id: str
    name: str
    created: datetime
    seen: datetime | None
    """When its player was here last; None if that is not known."""
    keys: int
    games: int
    reports: int
    """How often others have reported the player."""


@dataclass(frozen=True, slots=True)
class AccountPage:
    """All that an operator looks up of an account."""

    line: AccountLine
    keys: tuple[Key, ...]
    last_game: datetime | None
    rated: int
    """Rated games."""
    reported: int
    """How often the player has reported others."""
    bans: tuple[Ban, ...]
    """Those in force for the name or a key."""
    former: tuple[tuple[str, datetime], ...]
    """Names that were theirs, and until when each is held back."""
    tables: tuple[str, ...]
    """The ids of the tables that are open with them."""
    secretary: bool


@dataclass(frozen=True, slots=True)
class FiledReport:
    """A report as operators see it, with the names that its people have now."""

    number: int
    by: str
    against: str
    report: Report
    settled: datetime | None
    settled_by: str
    verdict: str


def filed_reports(connection: sa.Connection, every: bool, limit: int | None) -> list[FiledReport]:
    """List reports, newest first: those that wait for an operator, or all."""
    query = sa.select(reports).order_by(reports.c.at.desc(), reports.c.number.desc()).limit(limit)
    rows = connection.execute(query if every else query.where(reports.c.settled.is_(None))).all()
    ids = {who for row in rows for who in (row.by, row.against)}
    known = connection.execute(sa.select(people.c.id, people.c.name).where(people.c.id.in_(ids)))
    names = {row.id: row.name for row in known}
    return [
        FiledReport(
            row.number,
            names.get(row.by, row.by),
            names.get(row.against, row.against),
            Report(**{each.name: getattr(row, each.name) for each in fields(Report)}),
            row.settled,
            row.settled_by,
            row.verdict,
        )
        for row in rows
    ]


def settle_report(
    connection: sa.Connection, number: int, yes: bool, decision: AuditRow
) -> list[str]:
    """Settle a report with the reason as the verdict, or have it wait again."""
    row = connection.execute(sa.select(reports).where(reports.c.number == number)).first()
    if row is None:
        raise Refused(f"there is no report {number}")
    if yes is (row.settled is not None):
        raise Refused(f"report {number} {'is settled already' if yes else 'waits'}")
    verdict = decision.reason if yes else ""
    by, at = (decision.by, decision.at) if yes else ("", None)
    changed = {"settled": at, "settled_by": by, "verdict": verdict}
    connection.execute(reports.update().where(reports.c.number == number).values(changed))
    note_decision(connection, decision)
    before = f", before: settled by {row.settled_by}: {row.verdict}" if not yes else ""
    return [f"report {number} {'is settled' if yes else 'waits again'}{before}"]


def _count(column: sa.Column[Any]) -> sa.ScalarSelect[int]:
    """Count the rows that name a person."""
    counted = sa.select(sa.func.count()).where(column == people.c.id)
    return counted.correlate(people).scalar_subquery()


_LINE: Final[sa.Select[Any]] = sa.select(
    *people.c["id", "name", "created", "seen"],
    _count(keys.c.person),
    _count(seats.c.person),
    _count(reports.c.against),
)


def account_lines(
    connection: sa.Connection, part: str, unseen_since: datetime | None, limit: int | None
) -> list[AccountLine]:
    """List accounts, whoever was here last first.

    Args:
        part: of the name; or a key's whole fingerprint. Empty for all.
        unseen_since: only those who were not here since.
    """
    query = _LINE
    if part:
        of_key = sa.select(keys.c.person).where(keys.c.fingerprint == part)
        bones = people.c.skeleton.contains(stored_skeleton(part), autoescape=True)
        query = query.where(
            sa.or_(people.c.name.icontains(part, autoescape=True), bones, people.c.id.in_(of_key))
        )
    if unseen_since is not None:
        seen = sa.func.coalesce(people.c.seen, people.c.created)
        query = query.where(seen < unseen_since)
    newest = people.c.seen.desc().nulls_last(), people.c.name
    return [AccountLine(*row) for row in connection.execute(query.order_by(*newest).limit(limit))]


def account_page(connection: sa.Connection, name: str) -> AccountPage:
    """Look up an account."""
    who = account_named(connection, name)
    line = AccountLine(*connection.execute(_LINE.where(people.c.id == who.id)).one())
    count_rated = sa.func.count().filter(games.c.rated)
    played = sa.select(sa.func.max(games.c.ended), count_rated).join(seats)
    last, rated = connection.execute(played.where(seats.c.person == who.id)).one()
    own = keys_of(connection, who.id)
    held = sa.select(former_names.c.name, former_names.c.until)
    rows = connection.execute(held.where(former_names.c.person == who.id))
    filed = sa.select(sa.func.count()).where(reports.c.by == who.id)
    return AccountPage(
        line,
        tuple(own),
        last,
        rated,
        connection.scalar(filed) or 0,
        tuple(_bans_of(connection, who)),
        tuple((row.name, row.until) for row in rows.all()),
        tuple(open_tables(connection, who.id)),
        is_secretary(connection, who.id),
    )


def set_secretary(connection: sa.Connection, name: str, yes: bool, decision: AuditRow) -> list[str]:
    """Make an account a secretary's, or no longer."""
    who = account_named(connection, name)
    if is_secretary(connection, who.id) is yes:
        raise Refused(f"{who.name} is {'a' if yes else 'no'} secretary already")
    connection.execute(people.update().where(people.c.id == who.id).values(secretary=yes))
    note_decision(connection, decision)
    if not yes:
        return [f"{who.name} is no secretary any more"]
    return [f"{who.name} is a secretary: settles reports and corrects results, in the account"]


def account_named(connection: sa.Connection, name: str) -> Person:
    """Return the person of exactly this name, or of this id."""
    found = person_named(connection, name)
    if found is not None and found.name.lower() == name.lower():
        return found
    by_id = person(connection, name)
    if by_id is not None:
        return by_id
    hint = "" if found is None else f"; is {found.name} meant?"
    raise Refused(f"nobody is called {name}{hint}")


def _bans_of(connection: sa.Connection, who: Person) -> list[Ban]:
    own = {key.fingerprint for key in keys_of(connection, who.id)}
    return [
        ban
        for ban in bans_in_force(connection)
        if (ban.kind == "name" and same_name(ban.value, who.name)) or ban.value in own
    ]


def check_not_banned(connection: sa.Connection, who: Person) -> None:
    """Refuse what would let somebody who is banned come in again."""
    for ban in _bans_of(connection, who):
        raise Refused(f"{who.name} is banned: first `unban {ban.kind} {ban.value}`")


def rename_account(
    connection: sa.Connection, name: str, wanted: str, days: int, decision: AuditRow
) -> list[str]:
    """Rename an account; its old name is held back for so many days, for its player alone."""
    who = account_named(connection, name)
    if who.name == wanted:
        raise Refused(f"{name} is called so already")
    check_not_banned(connection, who)
    other = person_named(connection, wanted)
    if other is not None and other.id != who.id:
        raise Refused(f"{wanted} is taken, or looks like {other.name}")
    if not name_free(connection, wanted, who.id):
        held = held_for(connection, wanted)
        raise Refused(f"{wanted} is held back until {held:%Y-%m-%d} for whoever was called so")
    take_name(connection, who, wanted, datetime.now(UTC) + timedelta(days=days))
    played = finished.rename(connection, who.id, wanted)
    note_decision(connection, decision)
    lines = [
        f"{who.name} is called {wanted}; the name is the same in standings, ratings and "
        f"{played} stored games",
        f"nobody else can be called {who.name} for {days} days",
    ]
    if tables := open_tables(connection, who.id):
        lines.append(f"{len(tables)} open tables show {who.name} until they are over")
    return lines


def take_name(connection: sa.Connection, who: Person, name: str, until: datetime) -> None:
    """Give an account a name, and hold back its old one."""
    changed = {"name": name, "skeleton": key_for(connection, name, who.id)}
    connection.execute(people.update().where(people.c.id == who.id).values(changed))
    again = former_names.c.person == who.id, former_names.c.name.in_((name, who.name))
    connection.execute(former_names.delete().where(*again))
    connection.execute(former_names.insert().values(person=who.id, name=who.name, until=until))


def merge_accounts(
    connection: sa.Connection,
    name: str,
    into: str,
    days: int,
    decision: AuditRow,
    *,
    league: bool,
    settings: Callable[[Settings, Settings], Settings],
) -> list[str]:
    """Merge an account into another one of the same person.

    Args:
        days: for how long nobody else may have the name that goes.
        league: whether both become one player of the league as well.
        settings: returns the settings of both together.
    """
    other, who = account_named(connection, name), account_named(connection, into)
    if other.id == who.id:
        raise Refused("name two accounts")
    if is_bot(other.name) != is_bot(who.name):
        raise Refused("a bot and a person are not one")
    for each in (other, who):
        check_not_banned(connection, each)
    if tables := open_tables(connection, other.id):
        raise Refused(f"{other.name} sits at a table that is open ({', '.join(tables)}): try later")
    lines = [f"{other.name} becomes part of {who.name}: keys, friends, blocks, follows, reports"]
    if league:
        lines += become_one_player(connection, who.player, other.player, decision)
    else:
        lines.append(
            f"in the league {other.name} stays as the player of a deleted account: ratings, "
            "standings and championships of everybody stay (--league makes one player of both)"
        )
    try:
        joined = join(connection, who.id, other.id, settings)
    except ManyKeys:
        raise Refused(f"together they have more than {MOST_KEYS} keys") from None
    until = datetime.now(UTC) + timedelta(days=days)
    connection.execute(former_names.insert().values(person=who.id, name=other.name, until=until))
    note_decision(connection, decision)
    return [
        *lines,
        f"{joined} games are told under the name {who.name}; where both played, {other.name} is "
        "named someone",
        f"settings, e-mail address, vacations and rating shown are those of {who.name}",
        f"nobody else can be called {other.name} for {days} days",
        "this cannot be taken back: `account export` both first",
    ]


def delete_account(connection: sa.Connection, name: str, decision: AuditRow) -> list[str]:
    """Delete an account for somebody, as its player could."""
    who = account_named(connection, name)
    line = AccountLine(*connection.execute(_LINE.where(people.c.id == who.id)).one())
    lines = [
        f"the account {who.name} is deleted for good, with its {line.keys} keys, settings, friends "
        "and blocks",
        f"{line.games} games stay, and name their player as someone",
    ]
    if tables := open_tables(connection, who.id):
        lines.append(f"it gives up its seats at {len(tables)} open tables")
    if _bans_of(connection, who):
        lines.append("its bans stay, by key")
    personal_data.delete(connection, who.id)
    # who was deleted is named nowhere, also not in the audit
    note_decision(connection, replace(decision, detail={"account": who.id}))
    return lines
