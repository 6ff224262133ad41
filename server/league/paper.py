"""Files of clubs that play with paper: games as CSV, in the forms that people's programs write.

What cannot be read is a `LeagueError`; one that knows its line is a `PaperError`.
"""

from __future__ import annotations

import csv
import io
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta, timezone, tzinfo
from typing import Any, Final, Literal, TypeAlias

from engine.reading import OLD_WINDOWS, UTF8, encoding_of
from server.league.brackets import Bracket
from server.league.ratings import LeagueError
from server.league.seasons import RatedGame, Season, play_matches
from server.league.standings import NO_TIES, Cut, Ties, cut, standings, week_scores, year_points


class PaperError(LeagueError):
    """A line of a file cannot be used."""

    def __init__(self, file: str, line: int, why: LeagueError) -> None:
        super().__init__("{file}:{line}: {why}", file=file, line=line, why=why)


@contextmanager
def line_of(file: str, line: int) -> Iterator[None]:
    """Say of a mistake in which line of a file it is."""
    try:
        yield
    except LeagueError as error:
        raise PaperError(file, line, error) from None


def decode(data: bytes, file: str) -> tuple[str, str]:
    """Return the text of a file, with composed accents, and its encoding.

    UTF-8 and UTF-16 are known by a byte order mark or without one. What is neither is taken for
    Windows-1252.
    """
    encoding, mark = _encoding(data)
    try:
        text = data.removeprefix(mark).decode(encoding)
    except UnicodeDecodeError as error:
        raise _no_text(data, error.start, file) from None
    if "\0" in text:
        raise _no_text(data, max(0, data.find(b"\0")), file)
    return unicodedata.normalize("NFC", text), encoding


def _encoding(data: bytes) -> tuple[str, bytes]:
    """Return the encoding of a file, and its byte order mark."""
    encoding, mark = encoding_of(data)
    if encoding == UTF8 and not mark:
        try:
            data.decode(UTF8)
        except UnicodeDecodeError:
            return OLD_WINDOWS, b""
    return encoding, mark


def _no_text(data: bytes, at: int, file: str) -> PaperError:
    line = data.count(b"\n", 0, at) + 1
    return PaperError(file, line, LeagueError("this is not UTF-8 text"))


DayOrder: TypeAlias = Literal["dmy", "mdy"]
"""Whether the day or the month comes first in a date such as 1/6/2026."""
_WRITTEN: Final = re.compile(
    r"(?P<a>\d{1,4})(?P<sep>[./-]) ?(?P<b>\d{1,2})(?P=sep) ?(?P<c>\d{1,4})\.?[T ,]+"
    r"(?P<hour>\d{1,2})[:.h](?P<minute>\d{2})(?:[:.](?P<second>\d{2})(?:[.,]\d+)?)?"
    r" ?(?P<half>[ap]\.?m\.?)?",
    re.IGNORECASE,
)
"""As spreadsheets write them: 06.01.2026 19:10, 1/6/26 7:10 PM, 2026-01-06 19:10:00."""
_SERIAL: Final = re.compile(r"\d{5}([.,]\d+)?")
"""Days since the end of 1899, as spreadsheets store a time."""
_FIRST_DAY: Final = datetime(1899, 12, 30)
_OFFSET: Final = re.compile(r"([+-])(\d{1,2}):?(\d{2})")


@dataclass(frozen=True, slots=True)
class Times:
    """How the times of a file are read."""

    zone: tzinfo | None = None
    """Of times that name none; without it they are refused."""
    order: DayOrder | None = None
    """None: as the file itself shows."""

    def read(self, text: str) -> datetime:
        """Read a time."""
        plain = " ".join(text.split())
        written = _WRITTEN.fullmatch(plain)
        if written is not None:
            moment = _date(text, written, self.order)
        elif _SERIAL.fullmatch(plain):
            days = timedelta(days=float(plain.replace(",", ".")))
            moment = _FIRST_DAY + timedelta(seconds=round(days.total_seconds()))
        else:
            try:
                moment = datetime.fromisoformat(plain.upper())
            except ValueError:
                raise _no_time(text) from None
            if len(plain) <= len("2026-01-05"):
                raise LeagueError("{text!r} has no time of day", text=text)
        zoned = moment if moment.tzinfo is not None else moment.replace(tzinfo=self.zone)
        if zoned.tzinfo is None:
            raise LeagueError(
                "{text!r} has no time zone: add Z for UTC, or an offset such as +02:00", text=text
            )
        try:
            return zoned.astimezone(UTC)
        except (ValueError, OverflowError):
            raise _no_time(text) from None


def parse_time(text: str) -> datetime:
    """Read an ISO time with a zone."""
    return Times().read(text)


def parse_zone(text: str) -> tzinfo:
    """Read a time zone: an offset as ``+01:00``, or a name as ``Europe/Paris``."""
    from zoneinfo import ZoneInfo

    found = _OFFSET.fullmatch(text)
    try:
        if found is None:
            return ZoneInfo("UTC" if text.upper() in ("Z", "UTC") else text)
        sign, hours, minutes = found.groups()
        offset = timedelta(hours=int(hours), minutes=int(minutes))
        return timezone(-offset if sign == "-" else offset)
    except (ValueError, OSError, LookupError):
        raise LeagueError(
            "{text!r} is not a time zone such as +01:00 or Europe/Paris", text=text
        ) from None


def day_order(texts: Iterable[str]) -> DayOrder | None:
    """Return whether the day comes first in the dates of a file; None if none of them shows it."""
    for text in texts:
        found = _WRITTEN.fullmatch(" ".join(text.split()))
        if found is None or not _is_open(found):
            continue
        if int(found["a"]) > 12:
            return "dmy"
        if int(found["b"]) > 12:
            return "mdy"
    return None


def _is_open(found: re.Match[str]) -> bool:
    """Return whether a date does not say by its form what comes first."""
    return found["sep"] == "/" and len(found["a"]) < 3


def _date(text: str, found: re.Match[str], order: DayOrder | None) -> datetime:
    first, second, last = (int(found[name]) for name in "abc")
    if len(found["a"]) > 2:
        year, month, day = first, second, last
    else:
        year = last if last > 99 else 2000 + last
        day, month = (second, first) if _month_first(text, found, order) else (first, second)
    hour, half = int(found["hour"]), (found["half"] or "").lower()
    if half and not 1 <= hour <= 12:
        raise _no_time(text)
    if half:
        hour = hour % 12 + 12 * (half[0] == "p")
    try:
        return datetime(year, month, day, hour, int(found["minute"]), int(found["second"] or 0))
    except ValueError:
        raise _no_time(text) from None


def _month_first(text: str, found: re.Match[str], order: DayOrder | None) -> bool:
    if not _is_open(found) or found["a"] == found["b"]:
        return False
    if order is None:
        raise LeagueError(
            "{text!r} may begin with the day or with the month: say --dates dmy or --dates mdy",
            text=text,
        )
    return order == "mdy"


def _no_time(text: str) -> LeagueError:
    return LeagueError("{text!r} is not a time such as 2026-01-05T19:30:00Z", text=text)


COLUMNS: Final = ("ended", "one", "other", "winner")
_DELIMITERS: Final = (",", ";", "\t", "|")
"""What may part the columns: a spreadsheet takes what its country uses."""
_SAID: Final = "sep="
"""How a first line says what parts the columns, for Excel."""
_AS_WRITTEN: Final = Times()


def parse_games(
    text: str, file: str, times: Times = _AS_WRITTEN, faults: list[str] | None = None
) -> tuple[RatedGame, ...]:
    """Read games from CSV with the columns ended, one, other and winner, in any order.

    Games that ended at the same moment are taken in the order of their rows. The columns are parted
    by commas, semicolons, tabs or bars; others that have a name, and empty ones, are left out.
    Rows that cannot be read are added to the faults, if those are asked for.
    """
    rows = named_rows(text, file, COLUMNS)
    if times.order is None:
        times = replace(times, order=day_order(row["ended"] for _, row in rows))
    games = []
    for line, row in rows:
        try:
            with line_of(file, line):
                games.append(_game(row, line, times))
        except PaperError as error:
            if faults is None:
                raise
            faults.append(str(error))
    return tuple(games)


def _game(row: Mapping[str, str], line: int, times: Times) -> RatedGame:
    """Read the game of a row."""
    one, other, winner = row["one"], row["other"], row["winner"]
    if not one or not other:
        raise LeagueError("the name of a player is missing")
    if one == other:
        raise LeagueError("{name} cannot play against themselves", name=one)
    if winner not in (one, other, ""):
        raise LeagueError(
            "the winner {winner} is neither {one} nor {other}", winner=winner, one=one, other=other
        )
    return RatedGame(f"{line:09}", times.read(row["ended"]), (one, other), winner or None)


def outside(season: Season, games: Sequence[RatedGame]) -> tuple[tuple[int, RatedGame], ...]:
    """Return the games that no week of the season counts, each with its line in the file."""
    return tuple((int(game.id), game) for game in games if season.week(game.ended) is None)


def _rows(text: str, file: str, columns: Sequence[str]) -> Iterator[tuple[int, list[str]]]:
    """Yield the rows with the lines they begin on; blank ones are left out."""
    delimiter, skipped = _delimiter(text, columns)
    body = io.StringIO(text[skipped:], newline="")
    reader = csv.reader(body, delimiter=delimiter, skipinitialspace=True, strict=True)
    while True:
        line = reader.line_num + 1 + bool(skipped)
        try:
            fields = [" ".join(field.split()) for field in next(reader)]
        except StopIteration:
            return
        except csv.Error:
            raise PaperError(
                file, line, LeagueError("a quote is not closed, or stands inside a field")
            ) from None
        if any(fields):
            yield line, fields


def _delimiter(text: str, columns: Sequence[str]) -> tuple[str, int]:
    """Return what parts the columns, and the length of a first line that only says so: `sep=;`."""
    first = next(iter(text.splitlines(keepends=True)), "")
    said = first.strip("\r\n").strip('"')
    if said.lower().startswith(_SAID) and len(said) == len(_SAID) + 1:
        return said[-1], len(first)
    header = next((line for line in text.splitlines() if line.strip()), "")

    def found(delimiter: str) -> int:
        names = (name.strip().strip('"').strip().lower() for name in header.split(delimiter))
        return sum(name in columns for name in names)

    return max(_DELIMITERS, key=found), 0


def named_rows(text: str, file: str, columns: Sequence[str]) -> list[tuple[int, Mapping[str, str]]]:
    """Return the rows by the names of their columns, each with its line."""
    rows = _rows(text, file, columns)
    line, header = next(rows, (1, []))
    names = [name.lower() for name in header]
    while names and not names[-1]:
        names.pop()
    with line_of(file, line):
        _check_header([name for name in names if name], columns)
    found: list[tuple[int, Mapping[str, str]]] = []
    for line, fields in rows:
        with line_of(file, line):
            _check_fields(names, fields)
        found.append((line, dict(zip(names, fields, strict=False))))
    return found


def _check_fields(names: Sequence[str], fields: Sequence[str]) -> None:
    filled = len(fields)
    while filled > len(names) and not fields[filled - 1]:
        filled -= 1
    if filled != len(names):
        raise LeagueError(
            "there are {number} fields, not {wanted}: an empty winner needs its comma too",
            number=filled,
            wanted=len(names),
        )
    for number, (name, field) in enumerate(zip(names, fields, strict=False), 1):
        if field and not name:
            raise LeagueError("column {number} has no name: {text!r}", number=number, text=field)


def _check_header(names: Sequence[str], columns: Sequence[str]) -> None:
    if not set(names).intersection(columns):
        wanted = ",".join(columns)
        raise LeagueError("the first line must name the columns: {columns}", columns=wanted)
    for name in columns:
        if names.count(name) > 1:
            raise LeagueError("the column {name} is there twice", name=name)
    for name in columns:
        if name not in names:
            raise LeagueError("the column {name} is missing", name=name)


def entering(
    season: Season, games: Sequence[RatedGame], declined: Sequence[str] = (), ties: Ties = NO_TIES
) -> Cut:
    """Return who enters the championship of a season."""
    matches = play_matches(season, games).matches
    table = standings(season, matches)
    known = {each.player for each in table}
    for name in (*declined, *ties.lot, *(name for pair in ties.playoffs for name in pair)):
        if name not in known:
            raise LeagueError("{name} is not in the standings", name=name)
    return cut(table, matches, season.size, declined=declined, ties=ties)


def table_json(season: Season, games: Sequence[RatedGame]) -> dict[str, Any]:
    """Return the weeks and the standings of a season."""
    matches = play_matches(season, games).matches
    weeks = []
    for week in range(1, season.weeks + 1):
        scores = week_scores(matches, week)
        points = {score.player: score.points for score in scores}
        wins = {score.player: score.wins for score in scores}
        weeks.append({"week": week, "points": points, "wins": wins})
    return {
        "weeks": weeks,
        "standings": [
            {"place": each.place, "name": each.player, "points": each.points, "wins": each.wins}
            for each in standings(season, matches)
        ],
    }


def outside_json(season: Season, games: Sequence[RatedGame]) -> list[dict[str, Any]]:
    """Return the games that no week of the season counts."""
    return [
        {"line": line, "ended": game.ended.isoformat(), "players": [*game.players]}
        for line, game in outside(season, games)
    ]


def cut_json(chosen: Cut) -> dict[str, Any]:
    """Return who enters a championship: seeds in order, and who is level."""
    return {
        "seeds": [*chosen.entrants],
        "level": [*chosen.level],
        "drawn": [[*group] for group in chosen.drawn],
    }


def bracket_json(bracket: Bracket) -> dict[str, Any]:
    """Return a championship: its matches, who meets whom next, and the places so far."""
    return {
        "entrants": [*bracket.entrants],
        "matches": [
            {
                "number": match.number,
                "side": match.side,
                "round": match.round,
                "players": [player or None for player in match.players],
                "winner": match.winner or None,
                "why": match.result.why if match.result else None,
            }
            for match in bracket.matches
        ],
        "next": [[*match.players] for match in bracket.open],
        "champion": bracket.champion or None,
        "places": [
            {"place": place, "name": name, "points": year_points(place)}
            for place, name in bracket.places
        ],
    }
