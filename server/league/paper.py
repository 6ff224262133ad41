"""Files of clubs that play with paper: games as CSV, championships as lines; tables as JSON."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final

from server.league.brackets import Bracket, BracketEvent, EventKind, Meeting
from server.league.errors import LeagueError
from server.league.matches import RatedGame, play_matches
from server.league.points import WeekScore, standings, week_scores
from server.league.seasons import Season
from server.league.years import year_points

COLUMNS: Final = ("ended", "one", "other", "winner")
FEWEST: Final = 4
MOST: Final = 16
"""Players of a championship."""
_COMMENT: Final = re.compile(r"^\s*#.*|\s#(\s.*)?$")
"""A line that begins with ``#``, or the rest of a line from a ``#`` between blanks on."""


_ENDINGS: Final[tuple[tuple[str, EventKind], ...]] = (
    (" withdrew", "withdrawal"),
    (" did not come", "no-show"),
)


class PaperError(LeagueError):
    """A line of a file cannot be used."""

    def __init__(self, file: str, line: int, why: LeagueError) -> None:
        super().__init__("{file}:{line}: {why}", file=file, line=line, why=why)


def decode(data: bytes, file: str) -> str:
    """Return the text of a file in UTF-8, with or without a byte order mark.

    Raises:
        PaperError: it is in another encoding.
    """
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise PaperError(file, line, LeagueError("this is not UTF-8 text")) from None


# games -------------------------------------------------------------------------------------------


def parse_games(text: str, file: str) -> tuple[RatedGame, ...]:
    """Read games from CSV with the columns ended, one, other and winner, in any order.

    Games that ended at the same moment are taken in the order of their rows.

    Args:
        text: the whole file.
        file: its name, for errors.

    Raises:
        PaperError: a line cannot be read.
    """
    rows = _rows(text, file)
    first = next(rows, None)
    if first is None:
        raise PaperError(file, 1, _columns_wanted())
    line, header = first
    names = [name.lower() for name in header]
    _check(file, line, _header_problem(names))
    games = []
    for line, fields in rows:
        if len(fields) != len(names):
            wrong = LeagueError(
                "there are {number} fields, not {wanted}: an empty winner needs its comma too",
                number=len(fields),
                wanted=len(names),
            )
            raise PaperError(file, line, wrong)
        try:
            games.append(_game(line, dict(zip(names, fields, strict=True))))
        except LeagueError as error:
            raise PaperError(file, line, error) from None
    return tuple(games)


def _rows(text: str, file: str) -> Iterator[tuple[int, list[str]]]:
    """Yield the rows with the lines they begin on; blank ones are left out."""
    reader = csv.reader(io.StringIO(text, newline=""), skipinitialspace=True, strict=True)
    while True:
        line = reader.line_num + 1
        try:
            fields = [field.strip() for field in next(reader)]
        except StopIteration:
            return
        except csv.Error:
            raise PaperError(
                file, line, LeagueError("a quote is not closed, or stands inside a field")
            ) from None
        if any(fields):
            yield line, fields


def _check(file: str, line: int, problem: LeagueError | None) -> None:
    if problem is not None:
        raise PaperError(file, line, problem)


def _columns_wanted() -> LeagueError:
    return LeagueError("the first line must name the columns: {columns}", columns=",".join(COLUMNS))


def _header_problem(names: Sequence[str]) -> LeagueError | None:
    """Return what is wrong with the names of the columns."""
    if not set(names).intersection(COLUMNS):
        return _columns_wanted()
    for name in names:
        if name not in COLUMNS:
            return LeagueError(
                "unknown column {name!r}; the columns are {columns}",
                name=name,
                columns=",".join(COLUMNS),
            )
        if names.count(name) > 1:
            return LeagueError("the column {name} is there twice", name=name)
    missing = [name for name in COLUMNS if name not in names]
    if missing:
        return LeagueError("the column {name} is missing", name=missing[0])
    return None


def _game(line: int, row: Mapping[str, str]) -> RatedGame:
    one, other, winner = row["one"], row["other"], row["winner"]
    if not one or not other:
        raise LeagueError("the name of a player is missing")
    if one == other:
        raise LeagueError("{name} cannot play against themselves", name=one)
    if winner not in (one, other, ""):
        raise LeagueError(
            "the winner {winner} is neither {one} nor {other}",
            winner=winner,
            one=one,
            other=other,
        )
    return RatedGame(f"{line:09}", parse_time(row["ended"]), (one, other), winner or None)


def parse_time(text: str) -> datetime:
    """Read an ISO time with a zone.

    Raises:
        LeagueError: it is none.
    """
    try:
        moment = datetime.fromisoformat(text.upper())
        zoned = moment.astimezone(UTC) if moment.tzinfo else None
    except (ValueError, OverflowError):
        raise LeagueError("{text!r} is not a time as 2026-01-05T19:30:00Z", text=text) from None
    if zoned is None:
        raise LeagueError(
            "{text!r} has no time zone: add Z for UTC, or an offset as +02:00", text=text
        )
    return zoned


def table_json(season: Season, games: Sequence[RatedGame]) -> dict[str, Any]:
    """Return the weeks and the standings of a season."""
    matches = play_matches(season, games).matches
    weeks = range(1, season.weeks + 1)
    return {
        "weeks": [_week_json(week, week_scores(matches, week)) for week in weeks],
        "standings": [
            {"place": each.place, "name": each.player, "points": each.points, "wins": each.wins}
            for each in standings(season, matches)
        ],
    }


def _week_json(week: int, scores: Sequence[WeekScore]) -> dict[str, Any]:
    """Return a week; those who completed a match are in it, the best first."""
    return {
        "week": week,
        "points": {score.player: score.points for score in scores},
        "wins": {score.player: score.wins for score in scores},
    }


# championships -----------------------------------------------------------------------------------


@dataclass(slots=True)
class _Reader:
    """Reads a championship line by line."""

    entrants: list[str]
    bracket: Bracket | None = None
    """None until the first result."""

    def read(self, text: str) -> None:
        """Take a line that is not blank.

        Raises:
            LeagueError: it makes no sense here.
        """
        event = _event(text, self.entrants)
        if event is not None:
            self.bracket = self.begun().apply(event)
        elif self.bracket is None:
            self._enter(text)
        else:
            raise LeagueError(
                "{line!r} is no result; write it as: ann beat bob, ann withdrew, ann did not come",
                line=text,
            )

    def _enter(self, name: str) -> None:
        if name in self.entrants:
            raise LeagueError("{name} is entered twice", name=name)
        if len(self.entrants) == MOST:
            raise LeagueError("a championship has at most {most} players", most=MOST)
        self.entrants.append(name)

    def begun(self) -> Bracket:
        """Return the bracket so far.

        Raises:
            LeagueError: there are too few players.
        """
        if len(self.entrants) < FEWEST:
            raise LeagueError(
                "a championship needs {fewest} to {most} players, not {number}: name them first, "
                "in order of seed, a line each",
                fewest=FEWEST,
                most=MOST,
                number=len(self.entrants),
            )
        return self.bracket or Bracket.of(self.entrants)


def parse_bracket(text: str, file: str) -> Bracket:
    """Read a championship: the players in order of seed, a line each, then what happened.

    A line ``ann beat bob``, ``ann withdrew`` or ``ann did not come`` says what happened; the names
    may have blanks in them. Blank lines and comments (``# ...``) are left out.

    Args:
        text: the whole file.
        file: its name, for errors.

    Raises:
        PaperError: a line cannot be read, or cannot happen.
    """
    reader, number = _Reader([]), 1
    for number, line in enumerate(io.StringIO(text, newline=None), 1):
        words = " ".join(_COMMENT.sub("", line.rstrip("\n")).split())
        try:
            if words:
                reader.read(words)
        except LeagueError as error:
            raise PaperError(file, number, error) from None
    try:
        return reader.begun()
    except LeagueError as error:
        raise PaperError(file, number, error) from None


def _event(text: str, entrants: Sequence[str]) -> BracketEvent | None:
    """Return what a line says happened; None if it is a name."""
    for ending, kind in _ENDINGS:
        if text.endswith(ending):
            return BracketEvent(kind, _known(text.removesuffix(ending), entrants))
    words = text.split()
    splits = [
        (" ".join(words[:index]), " ".join(words[index + 1 :]))
        for index, word in enumerate(words)
        if word == "beat" and 0 < index < len(words) - 1
    ]
    if not splits:
        return None
    for winner, loser in splits:
        if winner in entrants and loser in entrants:
            return BracketEvent("beat", winner, loser)
    winner, loser = splits[0]
    return BracketEvent("beat", _known(winner, entrants), _known(loser, entrants))


def _known(name: str, entrants: Sequence[str]) -> str:
    if name not in entrants:
        raise LeagueError("{name} is not an entrant", name=name)
    return name


def bracket_json(bracket: Bracket) -> dict[str, Any]:
    """Return a championship: its matches, who meets whom next, and the places so far."""
    return {
        "entrants": [*bracket.entrants],
        "matches": [_match_json(match) for match in bracket.matches],
        "next": [[*match.players] for match in bracket.open],
        "champion": bracket.champion or None,
        "places": [
            {"place": place, "name": name, "points": year_points(place)}
            for place, name in bracket.places
        ],
    }


def _match_json(match: Meeting) -> dict[str, Any]:
    return {
        "number": match.number,
        "side": match.side,
        "round": match.round,
        "players": [player or None for player in match.players],
        "winner": match.winner or None,
        "why": match.result.why if match.result else None,
    }
