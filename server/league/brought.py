"""Read files of games that were played elsewhere: on paper, or on another server."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from engine.errors import CuttleError
from engine.ratings import START, Rating, brought, spread
from engine.record.parser import parse_record
from engine.rules.options import stamped
from engine.rules.rulesets import Ruleset
from server.league.paper import Times, line_of, named_rows, parse_games
from server.league.ratings import LeagueError
from server.store.imports import Brought, BroughtRating
from server.store.values import GameRow

PAPER: Final = "paper"
ANOTHER: Final = "another server"


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

    It is CSV as `cuttle league table` reads, or JSON as `export` writes, with whole records.
    """
    faults: list[str] = []
    if text.lstrip().startswith("{"):
        return [*_exported(text, how, faults)], faults, ANOTHER
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


def _exported(text: str, how: Reading, faults: list[str]) -> Iterator[Brought]:
    """Yield the games of an export; each record is played again before it is believed."""
    try:
        listed: list[dict[str, Any]] = json.loads(text)["games"]
    except (ValueError, LookupError, TypeError) as error:
        faults.append(f"this is not what `export` writes: {error}")
        return
    for number, told in enumerate(listed, 1):
        try:
            record = parse_record(told["record"])
            outcome = record.outcome
            if outcome is None:
                raise LeagueError("the game is not over")
            yield Brought(
                number,
                GameRow(
                    id=str(told["id"]),
                    table=str(told["table"]),
                    ruleset=stamped(record.ruleset),
                    players=(None,) * len(record.players),
                    names=record.players,
                    winners=outcome.winners,
                    why=outcome.why,
                    rated=how.rated,
                    started=record.started,
                    ended=datetime.fromisoformat(told["ended"]),
                    record=told["record"],
                    public=bool(told.get("public", False)),
                ),
            )
        except (CuttleError, ValueError, LookupError, TypeError) as error:
            faults.append(f"game {number}: {error}")
