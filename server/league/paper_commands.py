"""`cuttle league`: standings and brackets from files, for clubs that play with paper."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from unicodedata import normalize

from cuttle_tui.i18n.translation import tr
from server.cli.parser import Commands, complain
from server.league.database_commands import add_recompute, add_site

if TYPE_CHECKING:
    from datetime import datetime, tzinfo

    from server.league.standings import Ties


_WRONG_USE: Final = 2
_STDIN: Final = Path("-")
_LONGEST: Final = 999
"""Weeks of a season, at most."""
_LARGEST: Final = 64
"""Players of a championship, at most."""
_LAST_YEAR: Final = 9000


def add_league(commands: Commands) -> None:
    """Add `cuttle league` to the commands."""
    league = commands.add_parser("league", help=tr("standings and brackets from files"))
    actions = league.add_subparsers(dest="action", metavar="ACTION", required=True)
    _add_table(actions)
    _add_bracket(actions)
    _add_year(actions)
    add_recompute(actions)
    add_site(actions)


def _add_table(actions: Commands) -> None:
    from server.league.seasons import SIZE, WEEKS

    table = actions.add_parser(
        "table",
        help=tr("print the weeks and the standings of a season"),
        description=tr(
            "Print the weeks and the standings of a season from a file of games.\n"
            "The file is CSV with the columns ended,one,other,winner: a game in each row, in any "
            "order. An empty winner is a stalemate. Games that ended at the same moment are taken "
            "in the order of their rows. Files and times are read as spreadsheets write them."
        ),
    )
    table.add_argument("file", type=Path, metavar="FILE", help=tr("the games; - is standard input"))
    table.add_argument(
        "--start",
        type=_moment,
        required=True,
        help=tr(
            "when the season begins: a day (midnight, of --zone or UTC), or a time with a zone"
        ),
    )
    table.add_argument(
        "--weeks",
        type=_number_to(_LONGEST),
        default=WEEKS,
        help=tr("weeks of the season ({default})", default=WEEKS),
    )
    table.add_argument(
        "--size",
        type=_number_to(_LARGEST),
        default=SIZE,
        help=tr("players who enter the championship ({default})", default=SIZE),
    )
    table.add_argument(
        "--zone",
        type=_zone,
        metavar="ZONE",
        help=tr("of the weeks, and of times that name none: Europe/Paris, or as in --zone=+01:00"),
    )
    table.add_argument(
        "--dates",
        choices=("dmy", "mdy"),
        help=tr("whether 1/6/2026 begins with the day or the month, where the file does not show"),
    )
    _add_ties(table)
    table.set_defaults(run=_table)


def _add_ties(parser: argparse.ArgumentParser) -> None:
    """Add what decides who enters a championship besides the standings, and how it is printed."""
    parser.add_argument(
        "--declined",
        action="append",
        default=[],
        metavar="NAME",
        help=tr("does not enter; may be repeated"),
    )
    parser.add_argument(
        "--playoff",
        action="append",
        default=[],
        type=_pair,
        metavar="WINNER:LOSER",
        help=tr("a play-off match of level players; may be repeated"),
    )
    parser.add_argument(
        "--lot",
        type=lambda text: [name for name in map(_name, text.split(",")) if name],
        default=[],
        metavar="NAME,NAME",
        help=tr("level players, as the lot has drawn them"),
    )
    parser.add_argument("--json", action="store_true", help=tr("print JSON, for scripts"))


def _name(text: str) -> str:
    """Return a name as files have it: with composed accents."""
    return normalize("NFC", text.strip())


def _pair(text: str) -> tuple[str, str]:
    winner, _, loser = text.partition(":")
    if not winner or not loser:
        message = tr("write WINNER:LOSER, not {text!r}", text=text)
        raise argparse.ArgumentTypeError(message)
    return _name(winner), _name(loser)


def _ties(options: argparse.Namespace, championship: str) -> Ties:
    from server.league.standings import Ties, league_lot

    return Ties(tuple(options.playoff), tuple(options.lot), partial(league_lot, championship))


def _zone(text: str) -> tzinfo:
    from cuttle_tui.i18n.translation import worded
    from server.league.paper import parse_zone
    from server.league.ratings import LeagueError

    try:
        return parse_zone(text)
    except LeagueError as error:
        raise argparse.ArgumentTypeError(worded(error)) from None


def _add_year(actions: Commands) -> None:
    from server.league.seasons import SIZE

    year = actions.add_parser(
        "year",
        help=tr("print the table of a year, and who enters its World Championship"),
        description=tr(
            "Print the table of a year from its championships, each a file of `league bracket`, "
            "in the order of the seasons; and who enters the World Championship."
        ),
    )
    year.add_argument(
        "files", type=Path, nargs="+", metavar="FILE", help=tr("the championships, one to four")
    )
    year.add_argument(
        "--points",
        type=Path,
        action="append",
        default=[],
        metavar="JSON",
        help=tr("what `league table --json` printed of a season, to part level players"),
    )
    year.add_argument(
        "--size",
        type=_number_to(_LARGEST),
        default=SIZE,
        help=tr("players who enter the championship ({default})", default=SIZE),
    )
    _add_ties(year)
    year.set_defaults(run=_year)


def _add_bracket(actions: Commands) -> None:
    bracket = actions.add_parser(
        "bracket",
        help=tr("print a championship: who meets whom next, and the places"),
        description=tr(
            "Print a championship, played as a double elimination, from a file of lines.\n"
            "First the players, a line each, in order of seed; then what happened, in order: "
            "`ann beat bob`, `ann did not come` or `ann withdrew`. # begins a comment."
        ),
    )
    bracket.add_argument(
        "file", type=Path, metavar="FILE", help=tr("the championship; - is standard input")
    )
    bracket.add_argument("--json", action="store_true", help=tr("print JSON, for scripts"))
    bracket.set_defaults(run=_bracket)


def _moment(text: str) -> datetime:
    """Read a day or a time with a zone."""
    from datetime import date, datetime, time

    from cuttle_tui.i18n.translation import worded
    from server.league.paper import parse_time
    from server.league.ratings import LeagueError

    try:
        try:
            moment = datetime.combine(date.fromisoformat(text), time())
        except ValueError:
            moment = parse_time(text)
        if moment.year > _LAST_YEAR:
            raise LeagueError("{text!r} is too late for a season", text=text)
    except LeagueError as error:
        raise argparse.ArgumentTypeError(worded(error)) from None
    return moment


def _number_to(most: int) -> Callable[[str], int]:
    """Return a reader of numbers from 1 to the most allowed."""

    def number(text: str) -> int:
        if text.isascii() and text.isdigit() and 1 <= int(text[:9]) <= most:
            return int(text)
        message = tr("a number from 1 to {most}, not {text!r}", most=most, text=text)
        raise argparse.ArgumentTypeError(message)

    return number


def _table(options: argparse.Namespace) -> int:
    from datetime import UTC

    from server.league.paper import Times, cut_json, entering, outside_json, parse_games, table_json
    from server.league.seasons import RULESET, SUITS, Season

    start = options.start
    if options.zone is not None and start.tzinfo is not None:
        start = start.astimezone(options.zone)
    elif start.tzinfo is None:  # a day
        start = start.replace(tzinfo=options.zone or UTC)
    season = Season(
        id=f"{start:%Y-%m-%d}",
        suit=SUITS[0],
        year=start.year,
        ruleset=RULESET,
        start=start,
        weeks=options.weeks,
        size=options.size,
    )

    def lines() -> Iterable[str]:
        from server.league.paper_files import table_lines

        games = parse_games(*_text(options.file), Times(options.zone, options.dates))
        declined = [*map(_name, options.declined)]
        chosen = entering(season, games, declined, _ties(options, season.id))
        if options.json:
            more = {"championship": cut_json(chosen), "outside": outside_json(season, games)}
            return [_json(table_json(season, games) | more)]
        return table_lines(season, games, chosen)

    return _print(lines)


def _bracket(options: argparse.Namespace) -> int:
    from server.league.paper import bracket_json
    from server.league.paper_files import bracket_lines, parse_bracket

    def lines() -> Iterable[str]:
        bracket = parse_bracket(*_text(options.file))
        return [_json(bracket_json(bracket))] if options.json else bracket_lines(bracket)

    return _print(lines)


def _year(options: argparse.Namespace) -> int:
    from server.league.paper_files import league_points, paper_year, year_json, year_lines
    from server.league.standings import world_entrants

    def lines() -> Iterable[str]:
        championships = [(str(path), _text(path)[0]) for path in options.files]
        points = league_points((str(path), _text(path)[0]) for path in options.points)
        table = paper_year(championships, points)
        declined = [*map(_name, options.declined)]
        ties = _ties(options, "world")
        chosen = world_entrants(table, options.size, declined=declined, ties=ties)
        return [_json(year_json(table, chosen))] if options.json else year_lines(table, chosen)

    return _print(lines)


def _json(value: Any) -> str:
    return json.dumps(value, indent=2)


def _text(path: Path) -> tuple[str, str]:
    """Return the text of a file, and its name; say so if its encoding is a guess."""
    from cuttle_tui.i18n.translation import system_words
    from engine.reading import OLD_WINDOWS
    from server.league.paper import decode
    from server.league.ratings import LeagueError

    name = "<stdin>" if path == _STDIN else str(path)
    try:
        data = sys.stdin.buffer.read() if path == _STDIN else path.read_bytes()
    except OSError as error:
        why = tr("cannot be read: {why}", why=system_words(error))
        raise LeagueError("{file}: {why}", file=name, why=why) from None
    text, encoding = decode(data, name)
    if encoding == OLD_WINDOWS:
        complain(tr("{file} is not UTF-8, so it was read as Windows-1252", file=name))
    return text, name


def _print(lines: Callable[[], Iterable[str]]) -> int:
    """Print lines, or why there are none; return the exit status."""
    from cuttle_tui.i18n.translation import worded
    from server.league.ratings import LeagueError

    try:
        text = "".join(f"{line}\n" for line in lines())
    except LeagueError as error:
        return complain(worded(error), status=_WRONG_USE)
    encoding = sys.stdout.encoding or "utf-8"  # what it cannot show is replaced
    sys.stdout.write(text.encode(encoding, "replace").decode(encoding))
    return 0
