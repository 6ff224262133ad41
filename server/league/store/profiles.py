"""A player in the league: the profile, the record against another, and whom they follow."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

import sqlalchemy as sa

from cuttle_tui.ports.league import PROFILE_PARTS, HeadToHead, Profile, Tally
from cuttle_tui.ports.listings import GameLine
from cuttle_tui.preferences import earned_back
from cuttle_tui.worn import own_back
from server.league.store.pages import awards, rating_line, shows
from server.league.store.tables import (
    follows,
    game_plays,
    league_matches,
    names as names_of,
    rating_changes,
    ratings,
    starting_ratings,
)
from server.store.games import matches_won
from server.store.people import blocks_of, person_named
from server.store.schema import games, people, seats
from server.store.values import NoSuchPerson, Person
from server.store.who_may_see import listed_for

CURVE_POOL: Final = "live"
_OPPONENTS: Final = 20
_LAST: Final = 10
"""Games that are listed for two players."""
_RESULTS: Final = ("won", "lost", "drawn")
_THEIRS: Final = seats.alias("theirs")
_THIRD: Final = seats.alias("third")


@dataclass(frozen=True, slots=True)
class Seen:
    """A profile, and whose it is."""

    person: str
    profile: Profile
    """Without what only the server's memory knows: who is online."""
    blocked: bool
    """Whether the player has blocked the one who looks."""


def profile_for(connection: sa.Connection, name: str, viewer: str) -> Seen | None:
    """Return what somebody may see of a player, guests without an id; None if there is none."""
    person = person_named(connection, name)
    if person is None:
        return None
    blocked = bool(viewer) and viewer in blocks_of(connection, person.id)
    me = person.id == viewer
    followed = bool(viewer) and person.id in followed_by(connection, viewer)
    shown = _profile(connection, person, visible_parts(person, me=me, blocked=blocked))
    return Seen(person.id, replace(shown, me=me, followed=followed), blocked)


def visible_parts(person: Person, *, me: bool, blocked: bool) -> frozenset[str]:
    """Return the parts of a profile that the player sees, or somebody else, or whom they block."""
    if me:
        return frozenset(PROFILE_PARTS)
    if blocked:
        return frozenset()
    return frozenset(part for part in PROFILE_PARTS if shows(person.settings, part))


def _profile(connection: sa.Connection, person: Person, parts: frozenset[str]) -> Profile:
    player = person.player
    values: dict[str, Any] = {}
    if "games" in parts:
        results = sa.select(seats.c.result, sa.func.count()).where(_of(player))
        values["games"] = _counted(_dict(connection, results.group_by(seats.c.result)))
        values["matches"] = _matches(connection, person)
        values["by_ruleset"] = _by_ruleset(connection, player)
        values["streak"], values["best_streak"] = _streaks(connection, player)
    if "opponents" in parts:
        values["by_opponent"] = _by_opponent(connection, player)
    if "plays" in parts:
        values["favourites"] = _favourites(connection, player)
    if "rating" in parts:
        begun = starting_ratings.c
        same = sa.and_(begun.player == ratings.c.player, begun.pool == ratings.c.pool)
        query = (
            sa.select(ratings, begun.games.label("before"), begun.source)
            .join(starting_ratings, same, isouter=True)
            .where(ratings.c.player == player)
        )
        rows = connection.execute(query.order_by(ratings.c.games.desc()))
        values["ratings"] = tuple(
            replace(rating_line(person.name, row), before=row.before or 0, source=row.source or "")
            for row in rows
        )
        values["curve"] = _curve(connection, player)
    return Profile(
        name=person.name,
        since=f"{person.created:%Y-%m-%d}",
        online=False,
        followed=False,
        me=False,
        parts=parts,
        awards=awards(connection, player),
        back=earned_back(person.settings) or own_back(person.id),
        **values,
    )


def _matches(connection: sa.Connection, person: Person) -> tuple[int, int]:
    player, winner = person.player, league_matches.c.winner
    theirs = sa.or_(league_matches.c.one == player, league_matches.c.other == player)
    counts = sa.select(winner, sa.func.count()).where(theirs, winner.is_not(None))
    league = _dict(connection, counts.group_by(winner))
    won, lost = matches_won(connection, person.id)
    mine = league.get(player, 0)
    return won + mine, lost + sum(league.values()) - mine


def _of(player: str) -> sa.ColumnElement[bool]:
    return sa.and_(seats.c.player == player, seats.c.result.in_(_RESULTS))


def _dict(connection: sa.Connection, query: sa.Select[Any]) -> dict[Any, Any]:
    """Return the rows of a query of two columns."""
    return {row[0]: row[1] for row in connection.execute(query)}


def _counted(counts: Mapping[str, int]) -> Tally:
    return Tally(*(counts.get(result, 0) for result in _RESULTS))


def _tallies(
    rows: Iterable[sa.Row[Any]], name: Callable[[str], str] = str
) -> list[tuple[str, Tally]]:
    """Count results by the name of the first column, the most frequent first."""
    found: dict[str, Counter[str]] = defaultdict(Counter)
    for of, result, count in map(tuple, rows):
        found[name(of)][result] += count
    tallies = [(of, _counted(counts)) for of, counts in found.items()]
    return sorted(tallies, key=lambda each: (-each[1].games, each[0]))


def _by_ruleset(connection: sa.Connection, player: str) -> tuple[tuple[str, Tally], ...]:
    """Count by ruleset, whatever its version and the options."""
    query = (
        sa.select(games.c.ruleset, seats.c.result, sa.func.count())
        .join(games, games.c.id == seats.c.game)
        .where(_of(player))
        .group_by(games.c.ruleset, seats.c.result)
    )
    rows = connection.execute(query).all()
    return tuple(_tallies(rows, lambda ruleset: re.split("[+/]", ruleset)[0]))


def _duels(player: str) -> sa.Select[Any]:
    """Select a player's games of two, by opponent."""
    return (
        sa.select(_THEIRS.c.player, seats.c.result)
        .select_from(seats)
        .join(_THEIRS, sa.and_(_THEIRS.c.game == seats.c.game, _THEIRS.c.seat == 1 - seats.c.seat))
        .join(_THIRD, sa.and_(_THIRD.c.game == seats.c.game, _THIRD.c.seat == 2), isouter=True)
        .where(_of(player), _THIRD.c.seat.is_(None), _THEIRS.c.player.is_not(None))
    )


def _by_opponent(connection: sa.Connection, player: str) -> tuple[tuple[str, Tally], ...]:
    duels = _duels(player).subquery()
    columns = (duels.c.player, duels.c.result)
    query = sa.select(*columns, sa.func.count()).group_by(*columns)
    tallies = _tallies(connection.execute(query).all())[:_OPPONENTS]
    known = names_of(connection, [of for of, _ in tallies])
    return tuple((known[of], tally) for of, tally in tallies)


def _favourites(connection: sa.Connection, player: str) -> tuple[tuple[str, int], ...]:
    count = sa.func.sum(game_plays.c.count)
    query = (
        sa.select(game_plays.c.kind, count)
        .join(seats, sa.and_(seats.c.game == game_plays.c.game, seats.c.seat == game_plays.c.seat))
        .where(seats.c.player == player)
        .group_by(game_plays.c.kind)
        .order_by(count.desc(), game_plays.c.kind)
    )
    return tuple((kind, int(number)) for kind, number in connection.execute(query))


def _streaks(connection: sa.Connection, player: str) -> tuple[int, int]:
    """Return the streak up to now, negative for losses, and the longest of games won."""
    order = (games.c.ended, games.c.id)
    number = sa.func.row_number()
    numbered = (
        sa.select(
            seats.c.result,
            number.over(order_by=order).label("at"),
            number.over(partition_by=seats.c.result, order_by=order).label("within"),
        )
        .join(games, games.c.id == seats.c.game)
        .where(_of(player))
        .subquery()
    )
    runs = (
        sa.select(
            numbered.c.result,
            sa.func.count().label("length"),
            sa.func.max(numbered.c.at).label("last"),
        )
        .group_by(numbered.c.result, numbered.c.at - numbered.c.within)
        .cte()
    )
    longest = sa.select(sa.func.max(runs.c.length)).where(runs.c.result == "won")
    query = sa.select(runs.c.result, runs.c.length, longest.scalar_subquery().label("best"))
    row = connection.execute(query.order_by(runs.c.last.desc()).limit(1)).first()
    if row is None:
        return 0, 0
    now = {"won": row.length, "lost": -row.length}.get(row.result, 0)
    return now, row.best or 0


def _curve(connection: sa.Connection, player: str) -> tuple[tuple[str, int], ...]:
    theirs = sa.and_(rating_changes.c.player == player, rating_changes.c.pool == CURVE_POOL)
    last = (
        sa.select(sa.func.max(rating_changes.c.games)).where(theirs).group_by(rating_changes.c.day)
    )
    query = (
        sa.select(rating_changes.c.day, rating_changes.c.shown)
        .where(theirs, rating_changes.c.games.in_(last))
        .order_by(rating_changes.c.games)
    )
    return tuple((day, rating) for day, rating in connection.execute(query))


class Hidden(LookupError):
    """A player does not show this."""


def head_to_head(connection: sa.Connection, names: tuple[str, str], viewer: str) -> HeadToHead:
    """Return two players' games against each other, from the side of the first.

    Raises:
        NoSuchPerson: nobody has one of these names.
        Hidden: one of them does not show their opponents to the one who looks.
    """
    one, other = (_named(connection, name) for name in names)
    for person in () if viewer in (one.id, other.id) else (one, other):
        blocked = viewer in blocks_of(connection, person.id)
        if "opponents" not in visible_parts(person, me=False, blocked=blocked):
            raise Hidden(person.name)
    duels = _duels(one.player).where(_THEIRS.c.player == other.player).subquery()
    counts = sa.select(duels.c.result, sa.func.count()).group_by(duels.c.result)
    pair, winner = sorted((one.player, other.player)), league_matches.c.winner
    won = _dict(
        connection,
        sa.select(winner, sa.func.count())
        .where(league_matches.c.one == pair[0], league_matches.c.other == pair[1])
        .group_by(winner),
    )
    casual = matches_won(connection, one.id, other.id)
    return HeadToHead(
        one.name,
        other.name,
        _counted(_dict(connection, counts)),
        (won.get(one.player, 0) + casual[0], won.get(other.player, 0) + casual[1]),
        _last(connection, one.player, other.player, viewer),
    )


def _named(connection: sa.Connection, name: str) -> Person:
    person = person_named(connection, name)
    if person is None:
        raise NoSuchPerson(name)
    return person


def _last(connection: sa.Connection, one: str, other: str, viewer: str) -> tuple[GameLine, ...]:
    theirs = (
        _duels(one)
        .join(games, games.c.id == seats.c.game)
        .where(_THEIRS.c.player == other, listed_for(viewer))
        .order_by(games.c.ended.desc(), games.c.id.desc())
        .limit(_LAST)
    )
    query: sa.Select[Any] = theirs.with_only_columns(
        *games.c["id", "winners", "ruleset", "ended", "rated"],
        *(seats.c.seat, seats.c.name, _THEIRS.c.name.label("opponent")),
    )
    lines = []
    for row in connection.execute(query):
        both = (row.name, row.opponent) if row.seat == 0 else (row.opponent, row.name)
        ended = f"{row.ended:%Y-%m-%d %H:%M}"
        lines.append(GameLine(row.id, both, tuple(row.winners), row.ruleset, ended, row.rated))
    return tuple(lines)


def follow(connection: sa.Connection, person: str, other: str, most: int) -> bool:
    """Follow a person, if there is room for one more; return whether they are followed.

    Repeating it changes nothing.
    """
    known = set(connection.scalars(sa.select(people.c.id).where(people.c.id.in_([person, other]))))
    for id in (person, other):
        if id not in known:
            raise NoSuchPerson(id)
    followed = followed_by(connection, person)
    if other in followed:
        return True
    if len(followed) >= most:
        return False
    connection.execute(follows.insert().values(person=person, other=other))
    return True


def unfollow(connection: sa.Connection, person: str, other: str) -> None:
    """Stop following a person."""
    connection.execute(follows.delete().where(follows.c.person == person, follows.c.other == other))


def followed_by(connection: sa.Connection, person: str) -> frozenset[str]:
    """Return the ids of those whom a person follows."""
    return frozenset(
        connection.scalars(sa.select(follows.c.other).where(follows.c.person == person))
    )
