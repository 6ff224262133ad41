"""Championships in the database, and all that the league has stored about a player."""

from __future__ import annotations

import json
import logging
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from functools import lru_cache
from typing import Any, Final

import sqlalchemy as sa

from server.league.brackets import Bracket
from server.league.ratings import LeagueError
from server.league.seasons import NEEDED, RULESET
from server.league.store.ratings import season_row
from server.league.store.tables import (
    ChampionshipRow,
    championship_entrants,
    championship_entries,
    championships,
    league_matches,
    names,
    rating_changes,
    starting_ratings,
)
from server.store.people import note_decision
from server.store.values import AuditRow, EnterMatch, Refused

log = logging.getLogger(__name__)

_KINDS: Final = ("beat", "no-show", "withdrawal")
UNDO: Final = "undo"
"""The kind of an entry that takes back the latest entry in force."""
REINSTATE: Final = "reinstate"
"""The kind of an entry that takes back a player's withdrawal."""


def add_championship(connection: sa.Connection, row: ChampionshipRow) -> None:
    """Store a new championship."""
    if championship(connection, row.id) is not None:
        raise Refused(f"there is a championship {row.id} already")
    Bracket.of(row.entrants)
    connection.execute(
        championships.insert().values(
            id=row.id,
            year=row.year,
            suit=row.suit,
            created=row.created,
            source=row.source,
            imported=row.imported,
        )
    )
    connection.execute(
        championship_entrants.insert(),
        [
            {"championship": row.id, "seed": seed, "player": player}
            for seed, player in enumerate(row.entrants, 1)
        ],
    )


def remove_unplayed(connection: sa.Connection, id: str) -> list[str]:
    """Remove a championship, if there is one; return what changes, as lines."""
    row = championship(connection, id)
    if row is None:
        return []
    if _in_force(row):
        raise Refused(
            f"the championship {id} has begun: `championship undo {id}` takes back what was "
            "entered last, one by one"
        )
    connection.execute(championships.delete().where(championships.c.id == id))
    return [f"the championship {id} and its seeds are removed"]


def championship(connection: sa.Connection, id: str) -> ChampionshipRow | None:
    """Find a championship."""
    found = all_championships(connection, championships.c.id == id)
    return found[0] if found else None


def all_championships(
    connection: sa.Connection, which: sa.ColumnElement[bool] | None = None
) -> list[ChampionshipRow]:
    """List championships, newest first."""
    query = sa.select(championships).order_by(championships.c.created.desc(), championships.c.id)
    rows = connection.execute(query if which is None else query.where(which)).all()
    entrants = _texts(connection, championship_entrants.c.player, championship_entrants.c.seed)
    entries = _texts(connection, championship_entries.c.text, championship_entries.c.number)
    return [
        ChampionshipRow(
            row.id,
            row.year,
            row.suit,
            row.created,
            tuple(entrants.get(row.id, ())),
            tuple(entries.get(row.id, ())),
            row.source,
            row.imported,
        )
        for row in rows
    ]


def _texts(
    connection: sa.Connection, text: sa.Column[Any], number: sa.Column[Any]
) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    of = text.table.c.championship
    for id, value in connection.execute(sa.select(of, text).order_by(of, number)):
        found.setdefault(id, []).append(value)
    return found


def add_entry(connection: sa.Connection, id: str, number: int, text: str) -> bool:
    """Add an entry to a championship; return False if its number is taken: nothing changes."""
    row = _known(connection, id)
    if number <= len(row.entries):
        return False
    _with_entry(row, text, names(connection, row.entrants))
    connection.execute(
        championship_entries.insert().values(championship=id, number=number, text=text)
    )
    return True


def enter_match(connection: sa.Connection, match: EnterMatch) -> None:
    """Enter a match that was played on the server, once.

    A result that no longer fits, because operators have entered another, is only logged.
    """
    row = championship(connection, match.championship)
    # a result that was taken back is not entered again
    if row is None or match.table in {json.loads(text).get("table", "") for text in row.entries}:
        return
    entry = {
        "kind": "beat",
        "player": match.winner,
        "loser": match.loser,
        "wins": list(match.wins),
        "why": "played",
        "table": match.table,
    }
    try:
        add_entry(connection, row.id, len(row.entries) + 1, json.dumps(entry))
    except (LeagueError, Refused) as error:
        log.warning("table %s decided nothing in %s: %s", match.table, row.id, error)


def match_to_play(connection: sa.Connection, id: str, player: str) -> tuple[str, str] | None:
    """Return whom a player is to meet now in a championship, and by which rules.

    None if there is no such championship, or nothing to play.
    """
    row = championship(connection, id)
    if row is None or player not in row.entrants:
        return None
    match = bracket(row).open_match(player)
    season = season_row(connection, id)
    rules = RULESET if season is None else season.season.ruleset
    return None if match is None else (match.opponent(player), rules)


def champion_by(connection: sa.Connection, id: str, table: str) -> str:
    """Return the name of the champion whom the match of a table has made; empty if none."""
    row = championship(connection, id)
    if row is None or not row.entries or json.loads(row.entries[-1]).get("table") != table:
        return ""
    champion = bracket(row).champion
    return names(connection, [champion])[champion] if champion else ""


def _known(connection: sa.Connection, id: str) -> ChampionshipRow:
    row = championship(connection, id)
    if row is None:
        raise Refused(f"there is no championship {id}")
    return row


@lru_cache(256)
def bracket(row: ChampionshipRow) -> Bracket:
    """Return how a championship stands."""
    made = Bracket.of(row.entrants)
    for entry in _in_force(row):
        match entry["kind"]:
            case "beat":
                wins, why = tuple(entry.get("wins") or ()) or None, entry.get("why", "played")
                made = made.beat(entry["player"], entry["loser"], wins, why)
            case "no-show":
                made = made.no_show(entry["player"])
            case _:
                made = made.withdraw(entry["player"])
    return made


def _in_force(row: ChampionshipRow) -> list[dict[str, Any]]:
    """Return the entries that were not taken back."""
    found: list[dict[str, Any]] = []
    for entry in map(json.loads, row.entries):
        if entry["kind"] in _KINDS:
            found.append(entry)
        elif entry["kind"] == UNDO and found:
            found.pop()
        elif entry["kind"] == REINSTATE:
            found = [each for each in found if not _withdraws(each, entry["player"])]
    return found


def _withdraws(entry: dict[str, Any], player: str) -> bool:
    return (entry["kind"], entry["player"]) == ("withdrawal", player)


def _with_entry(row: ChampionshipRow, text: str, name_of: dict[str, str]) -> Bracket:
    """Return how a championship stands after one more entry."""
    try:
        return bracket(replace(row, entries=(*row.entries, text)))
    except LeagueError as error:
        raise named(error, name_of) from None


def named(error: LeagueError, name_of: dict[str, str]) -> Refused:
    """Return an error that names players in place of their ids."""
    why = str(error)
    for player, name in name_of.items():
        why = why.replace(player, name)
    return Refused(why)


def take_back(connection: sa.Connection, id: str, decision: AuditRow) -> list[str]:
    """Take back the latest result or withdrawal; return what changes, as lines."""
    row = _known(connection, id)
    if not _in_force(row):
        raise Refused("nothing has happened in this championship")
    entry = {"kind": UNDO, "by": decision.by, "at": decision.at.isoformat()}
    return _enter(connection, row, entry, decision)


def reinstate(connection: sa.Connection, id: str, name: str, decision: AuditRow) -> list[str]:
    """Take back a player's withdrawal; return what changes, as lines."""
    row = _known(connection, id)
    player = _entrant(names(connection, row.entrants), name)
    if not any(_withdraws(entry, player) for entry in _in_force(row)):
        raise Refused(f"{name} has not withdrawn")
    entry = {"kind": REINSTATE, "player": player, "by": decision.by, "at": decision.at.isoformat()}
    return _enter(connection, row, entry, decision)


def enter_result(
    connection: sa.Connection,
    id: str,
    kind: str,
    who: Sequence[str],
    wins: tuple[int, int] | None,
    decision: AuditRow,
) -> list[str]:
    """Enter a result or a withdrawal that an operator reports; return what changes, as lines.

    Args:
        kind: ``beat``, ``no-show`` or ``withdrawal``.
        who: the players' names: winner and loser, or the one who withdraws.
        wins: games won by the winner and the loser, if known.
    """
    row = _known(connection, id)
    name_of = names(connection, row.entrants)
    players = [_entrant(name_of, name) for name in who]
    entry = _entry(kind, players, wins)
    if kind == "no-show":
        try:
            bracket(row).beat(players[0], players[1])
        except LeagueError as error:
            raise named(error, name_of) from None
    entry |= {"by": decision.by, "at": decision.at.isoformat(), "reason": decision.reason}
    return _enter(connection, row, entry, decision)


def withdraw_deleted(connection: sa.Connection, player: str) -> None:
    """Withdraw a player whose account is deleted wherever they have a match left to play."""
    text = json.dumps(_entry("withdrawal", [player], None))
    for id, _ in entered(connection, player):
        with suppress(LeagueError, Refused):  # it is over, or they are out of it
            add_entry(connection, id, len(_known(connection, id).entries) + 1, text)


def _entry(kind: str, players: Sequence[str], wins: tuple[int, int] | None) -> dict[str, Any]:
    """Return what is written down of a result or a withdrawal."""
    if wins is not None and kind != "beat":
        raise Refused("a match to which somebody did not come has no score: leave --score out")
    if wins is not None and (wins[0] != NEEDED or wins[1] >= NEEDED):
        possible = " or ".join(f"{NEEDED}-{lost}" for lost in range(NEEDED))
        raise Refused(f"a match is won with {NEEDED} games, so its score is {possible}")
    match kind:
        case "beat":
            entry: dict[str, Any] = {"kind": kind, "player": players[0], "loser": players[1]}
            return entry | ({} if wins is None else {"wins": list(wins)})
        case "no-show":
            return {"kind": kind, "player": players[1]}
        case _:
            return {"kind": kind, "player": players[0]}


def _enter(
    connection: sa.Connection, row: ChampionshipRow, entry: dict[str, Any], decision: AuditRow
) -> list[str]:
    text = json.dumps(entry)
    add_entry(connection, row.id, len(row.entries) + 1, text)
    note_decision(connection, decision)
    name_of = names(connection, row.entrants)
    before, after = bracket(row), _with_entry(row, text, name_of)
    was, now = _results(before), _results(after)
    lines = [
        f"match {number}: {name_of[winner]} beats {name_of[loser]}"
        for number, (winner, loser) in now.items()
        if number not in was
    ]
    lines += [
        f"match {number}: no longer won by {name_of[winner]}"
        for number, (winner, _) in was.items()
        if number not in now
    ]
    open_before = {match.number for match in before.open}
    lines += [
        f"match {match.number}: {name_of[match.players[0]]} meets {name_of[match.players[1]]}"
        for match in after.open
        if match.number not in open_before
    ]
    if after.champion:
        lines.append(f"{name_of[after.champion]} is the champion")
    return lines


def _entrant(name_of: dict[str, str], name: str) -> str:
    found = [player for player, own in name_of.items() if own.lower() == name.lower()]
    if len(found) == 1:
        return found[0]
    if name in name_of:
        return name
    raise Refused(f"{name} is not an entrant; these are: {', '.join(name_of.values())}")


def _results(made: Bracket) -> dict[int, tuple[str, str]]:
    """Return winner and loser of each match that is over, by its number."""
    return {each.number: (each.winner, each.loser) for each in made.matches if each.winner}


def seed_lines(row: ChampionshipRow, name_of: dict[str, str]) -> list[str]:
    """Return a line for each seed."""
    lines = [f"championship {row.id}, {len(row.entrants)} players"]
    return lines + [f"seed {seed}: {name_of[each]}" for seed, each in enumerate(row.entrants, 1)]


def standing_lines(connection: sa.Connection, id: str) -> list[str]:
    """Return a line for each seed and each match, and one for the champion."""
    row = _known(connection, id)
    name_of, made = names(connection, row.entrants), bracket(row)
    lines = seed_lines(row, name_of)
    for match in made.matches:
        one, other = (name_of.get(player, "?") for player in match.players)
        if match.winner:
            lines.append(
                f"match {match.number}: {name_of[match.winner]} beats {name_of[match.loser]}"
            )
        elif match.state == "open":
            lines.append(f"match {match.number}: {one} meets {other}")
    if made.champion:
        lines.append(f"{name_of[made.champion]} is the champion")
    return lines


def entered(connection: sa.Connection, player: str) -> list[tuple[str, int]]:
    """List the championships a player entered, with the seed."""
    query = sa.select(championship_entrants.c.championship, championship_entrants.c.seed)
    rows = connection.execute(query.where(championship_entrants.c.player == player))
    return [(row.championship, row.seed) for row in rows]


def league_data(connection: sa.Connection, player: str) -> dict[str, Any]:
    """Return a player's matches, ratings and championships."""
    query = sa.select(rating_changes).where(rating_changes.c.player == player)
    changes = connection.execute(query.order_by(rating_changes.c.pool, rating_changes.c.games))
    return {
        "matches": _matches(connection, player),
        "ratings": [
            {
                "pool": row.pool,
                "game": row.game,
                "ended": row.ended.isoformat(),
                "rating": row.shown,
                "mu": row.mu,
                "sigma": row.sigma,
            }
            for row in changes
        ],
        "ratings_before": [
            {"pool": row.pool, "rating": row.shown, "games": row.games, "source": row.source}
            for row in connection.execute(
                sa.select(starting_ratings).where(starting_ratings.c.player == player)
            )
        ],
        "championships": [{"id": id, "seed": seed} for id, seed in entered(connection, player)],
    }


def _matches(connection: sa.Connection, player: str) -> list[dict[str, Any]]:
    theirs = sa.or_(league_matches.c.one == player, league_matches.c.other == player)
    query = sa.select(league_matches).where(theirs).order_by(league_matches.c.started)
    rows = connection.execute(query).all()
    name_of = names(connection, {each for row in rows for each in (row.one, row.other)})
    found = []
    for row in rows:
        first, wins = row.one == player, (row.wins_one, row.wins_other)
        found.append(
            {
                "season": row.season,
                "week": row.week,
                "opponent": name_of[row.other if first else row.one],
                "wins": list(wins if first else wins[::-1]),
                "won": None if row.winner is None else row.winner == player,
                "started": row.started.isoformat(),
                "ended": None if row.ended is None else row.ended.isoformat(),
            }
        )
    return found
