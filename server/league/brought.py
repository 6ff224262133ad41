"""Read files of games that were played elsewhere: on paper, or on another server."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any, Final

from engine.errors import CuttleError
from engine.ratings import START, Rating, brought, spread
from engine.record.parser import parse_record
from engine.record.record import Record, record_text
from engine.rules.options import parse_ruleset, stamped
from engine.rules.rulesets import Ruleset
from server.league import cuttle_cards
from server.league.paper import Times, line_of, named_rows, parse_games
from server.league.ratings import LeagueError
from server.sanitize import clean
from server.store.imports import Brought, BroughtRating
from server.store.values import GameRow

PAPER: Final = "paper"
ANOTHER: Final = "another server"
_SOURCE: Final = 80
"""Characters of where a game comes from, at most."""
_PLAYERS: Final = 2
"""Of a game without a record."""


@dataclass(frozen=True, slots=True)
class Reading:
    """How a file is read."""

    ruleset: Ruleset
    """Of games on paper."""
    rated: bool
    times: Times
    game_id: Callable[[str, int], str]
    """Returns the id of a game of a file."""


def read_games(text: str, file: str, how: Reading) -> tuple[list[Brought], list[str], str]:
    """Read the games of a file; return them, what cannot be read, and where they come from.

    It is CSV as `cuttle league table` reads; or JSON, as `export` writes with whole records, or as
    cuttle.cards gives finished games.
    """
    faults: list[str] = []
    if text.lstrip().startswith(("{", "[")):
        found = [*_told(text, file, how, faults)]
        places = {each.game.source for each in found}
        return found, faults, (places.pop() if len(places) == 1 else "") or ANOTHER
    return [*_on_paper(text, file, how, faults)], faults, PAPER


_RATING: Final = ("player", "rating", "games")
"""The columns that a file of ratings must have; ``spread`` may be there."""


def read_ratings(text: str, file: str) -> tuple[list[BroughtRating], list[str]]:
    """Read ratings from CSV; return them, and what cannot be read."""
    found: list[BroughtRating] = []
    faults: list[str] = []
    try:
        rows = named_rows(text, file, _RATING)
    except LeagueError as error:
        return [], [str(error)]
    for line, row in rows:
        try:
            with line_of(file, line):
                found.append(BroughtRating(line, row["player"], _rating(row)))
        except LeagueError as error:
            faults.append(str(error))
    return found, faults


def _rating(row: Mapping[str, str]) -> Rating:
    """Read a rating as lists show it; a new player's spread stands in for none."""
    if not row["player"]:
        raise LeagueError("the name of a player is missing")
    points = _whole(row, "rating", 1, 4000)
    most = spread(START)
    wide = _whole(row, "spread", 1, most) if row.get("spread") else most
    return brought(points, wide, _whole(row, "games", 0, 100_000))


def _whole(row: Mapping[str, str], column: str, least: int, most: int) -> int:
    text = row[column].rstrip("? ").lstrip("±")
    if not (text.isdecimal() and least <= int(text) <= most):
        raise LeagueError(
            "{column} is a number from {least} to {most}, not {text!r}",
            column=column,
            least=least,
            most=most,
            text=row[column],
        )
    return int(text)


def digest_of(text: str) -> str:
    """Return what tells a file from others."""
    return hashlib.sha256(text.encode()).hexdigest()


def _on_paper(text: str, file: str, how: Reading, faults: list[str]) -> Iterator[Brought]:
    """Yield the games of a CSV file, of which only the results are known."""
    digest = digest_of(text)
    try:
        found = parse_games(text, file, how.times, faults)
    except LeagueError as error:
        faults.append(str(error))
        return
    for game in found:
        winners = () if game.winner is None else (game.players.index(game.winner),)
        yield Brought(
            int(game.id),
            GameRow(
                id=how.game_id(digest, int(game.id)),
                table=f"import-{digest[:16]}",
                ruleset=stamped(how.ruleset),
                players=(None, None),
                names=game.players,
                winners=winners,
                why="",
                rated=how.rated,
                started=game.ended,
                ended=game.ended,
                record="",
            ),
        )


def _told(text: str, file: str, how: Reading, faults: list[str]) -> Iterator[Brought]:
    """Yield the games of JSON: what `export` writes, or one or more of cuttle.cards."""
    try:
        told = json.loads(text)
        exported = isinstance(told, dict) and "games" in told
        listed: list[dict[str, Any]] = told["games"] if exported else _listed(told)
    except (ValueError, TypeError) as error:
        faults.append(f"this is neither what `export` nor what cuttle.cards writes: {error}")
        return
    read = _exported if exported else _of_cuttle_cards
    for number, each in enumerate(listed, 1):
        try:
            yield Brought(number, read(each, how))
        except (CuttleError, ValueError, LookupError, TypeError, AttributeError) as error:
            faults.append(f"{file}, game {number}: {error}")


def _listed(told: Any) -> list[dict[str, Any]]:
    return told if isinstance(told, list) else [told]


def _exported(told: dict[str, Any], how: Reading) -> GameRow:
    """Read a game of an export; its record is played again before it is believed."""
    source, ended = clean(told.get("source", ""), _SOURCE), datetime.fromisoformat(told["ended"])
    public = bool(told.get("public", False))
    where = str(told["id"]), str(told["table"])
    if told["record"]:
        row = _row(*where, parse_record(told["record"]), ended, how)
        return replace(row, record=told["record"], source=row.source or source, public=public)
    names = tuple(map(str, told["names"]))
    if len(names) != _PLAYERS:
        raise LeagueError("a game without a record is one of two players")
    return GameRow(
        *where,
        ruleset=stamped(parse_ruleset(told["ruleset"])),
        players=(None,) * _PLAYERS,
        names=names,
        winners=tuple(range(_PLAYERS)[seat] for seat in told["winners"]),
        why="",
        rated=how.rated,
        started=ended,
        ended=ended,
        record="",
        source=source,
        public=public,
    )


def _of_cuttle_cards(told: dict[str, Any], how: Reading) -> GameRow:
    """Read a game of cuttle.cards; it is the same game in any file."""
    table = f"{cuttle_cards.PLACE}-{cuttle_cards.number_of(told)}"
    record = cuttle_cards.read_game(told)
    ended = record.started + timedelta(seconds=record.entries[-1].seconds)
    return _row(how.game_id(table, 1), table, record, ended, how)


def _row(id: str, table: str, record: Record, ended: datetime, how: Reading) -> GameRow:
    """Return what is stored of a game with a record; whose it is comes later."""
    outcome = record.outcome
    if outcome is None:
        raise LeagueError("the game is not over")
    return GameRow(
        id=id,
        table=table,
        ruleset=stamped(record.ruleset),
        players=(None,) * len(record.players),
        names=record.players,
        winners=outcome.winners,
        why=outcome.why,
        rated=how.rated,
        started=record.started,
        ended=ended,
        record=record_text(record),
        source=clean(record.origin, _SOURCE),
    )
