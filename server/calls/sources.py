"""What there is to call, read from how things stand: offered again and again, taken once.

Nothing here remembers what was told. A call's key follows from what happened, and the database
takes each key once (`server.store.calls`): a restart, or a node that dies, repeats and loses none.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any, Final, get_args

import sqlalchemy as sa

from engine.bots.daily import TryEnd, TryResult, day_at, day_before
from engine.rules.options import stamped
from server.league.nights import Night
from server.league.standings import rank_week
from server.league.store.championships import all_championships, bracket
from server.league.store.ratings import season_rows
from server.league.store.tables import tallies
from server.store import tries
from server.store.calls import Call
from server.store.values import player_id
from server.tables.room import Room

_SHOWN: Final = 5
"""Places of a week and of a day that are told."""
_MOST_PAIRS: Final = 32
_ROUNDS: Final = ("swiss", "round-robin", "double-elimination")
"""The formats of nights with rounds."""
_PAIRED: Final = 600.0
"""Seconds after which a round is no news any more."""
_SETTLED: Final = timedelta(minutes=2)
"""What ended in a week or on a day is stored by then."""
_NEWS: Final = timedelta(days=8)
"""How long a season may be over while its last week is told."""
_ENDS: Final[dict[str, TryEnd]] = {end: end for end in get_args(TryEnd)}


def seek_key(table: str) -> str:
    """Return the key of the call that somebody waits at a table."""
    return f"seek:{table}"


def waits(room: Room) -> str:
    """Return the identity of who waits at a public table for others; empty for nobody."""
    config, people = room.config, room.people()
    is_open = config.public and not (config.ladder or config.championship or config.day)
    if not is_open or room.given or room.table.started or not room.table.free_seats():
        return ""
    return next(iter(people), "")


def seek(room: Room, identity: str) -> Call:
    """Return the call that somebody waits."""
    config = room.config
    facts = {
        "player": player_id(identity),
        "rules": stamped(room.table.ruleset),
        "timing": config.timing,
        "rated": config.rated,
        "code": room.code or "",
    }
    return Call(seek_key(room.id), "seek", facts)


def of_night(id: str, night: Night | None, now: float) -> Iterator[Call]:
    """Return what there is to call of the play night that is held."""
    if night is None or night.closed is not None:
        return
    plan = night.plan
    if night.state == "open":
        facts = {"player": plan.host, "format": plan.format}
        yield Call(f"night:{id}", "night", {**facts, "rules": plan.ruleset, "timing": plan.timing})
    elif plan.format in _ROUNDS:
        matches = [match for match in night.matches if match.pairing.round == night.round]
        if matches and now - min(match.paired for match in matches) < _PAIRED:
            pairs = [[each.pairing.first, each.pairing.second] for each in matches[:_MOST_PAIRS]]
            yield Call(f"round:{id}:{night.round}", "round", {"round": night.round, "pairs": pairs})


def of_league(connection: sa.Connection, now: datetime) -> list[Call]:
    """Return what there is to call of the week that is over, of finals, and of yesterday's deal."""
    return [*_weeks(connection, now), *_finals(connection), *_days(connection, now)]


def _weeks(connection: sa.Connection, now: datetime) -> Iterator[Call]:
    """Return the latest week that is over, of seasons that run or have just ended."""
    latest = now - _SETTLED
    for row in season_rows(connection):
        season = row.season
        if season.start > latest or now - season.end > _NEWS:
            continue
        begun = [n for n in range(1, season.weeks + 1) if season.week_start(n) < season.end]
        over = [n for n in begun if season.week_end(n) <= latest]
        if over:
            scores = rank_week(tallies(connection, season.id, over[-1]))
            lines = [[score.place, score.player, score.points] for score in scores if score.place]
            facts = {"season": season.id, "week": over[-1], "lines": lines[:_SHOWN]}
            yield Call(f"week:{season.id}:{over[-1]}", "week", facts)


def _finals(connection: sa.Connection) -> Iterator[Call]:
    """Return the finals that can be played, and those that are decided."""
    for row in all_championships(connection):
        if row.source:
            continue  # it was held elsewhere
        final = bracket(row).matches[-1]
        facts: dict[str, Any] = {"championship": row.id, "players": [*final.players]}
        if final.state == "open":
            yield Call(f"final:{row.id}:{final.number}", "final", facts)
        elif final.winner:
            yield Call(f"champion:{row.id}", "final", {**facts, "champion": final.winner})


def _days(connection: sa.Connection, now: datetime) -> Iterator[Call]:
    """Return the table of yesterday's deal, if anybody has played it."""
    day = day_before(day_at((now - _SETTLED).timestamp()))
    done = [
        (TryResult(_ENDS[row.end], row.turns, row.margin), row)
        for row in tries.of_day(connection, day)
        if row.end in _ENDS
    ]
    if not done:
        return
    done.sort(key=lambda each: each[0].rank)
    ranks = [result.rank for result, _ in done]
    lines = [
        [
            ranks.index(result.rank) + 1,
            player_id(row.person) if row.person else "",
            [result.end, result.turns, result.margin],
        ]
        for result, row in done[:_SHOWN]
    ]
    yield Call(f"day:{day}", "day", {"day": day, "players_in_all": len(done), "lines": lines})
