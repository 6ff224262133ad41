"""`cuttle league`: standings and brackets from files, for clubs that play with paper."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar

from cuttle_tui.i18n.translation import tr
from server.cli.parser import Commands, complain
from server.cli.recompute import add_recompute
from server.cli.site import add_site

if TYPE_CHECKING:
    from datetime import datetime

    from server.league.seasons import Season

_WRONG_USE: Final = 2
_STDIN: Final = Path("-")
_LONGEST: Final = 999
"""Weeks of a season, at most."""
_LARGEST: Final = 64
"""Players of a championship, at most."""
_LAST_YEAR: Final = 9000

_Value = TypeVar("_Value")


def add_league(commands: Commands) -> None:
    """Add `cuttle league` to the commands."""
    league = commands.add_parser("league", help=tr("standings and brackets from files"))
    actions = league.add_subparsers(dest="action", metavar="ACTION", required=True)
    _add_table(actions)
    _add_bracket(actions)
    add_recompute(actions)
    add_site(actions)


def _add_table(actions: Commands) -> None:
    from server.league.seasons import SIZE, WEEKS

    table = actions.add_parser(
        "table",
        help=tr("print the weeks and the standings of a season"),
        description=tr(
            "Print the weeks and the standings of a season from a file of games.\n"
            "The file is CSV with the columns ended,one,other,winner: a game in each row, in any\n"
            "order. Times are ISO times with a zone; an empty winner is a stalemate. Games that\n"
            "ended at the same moment are taken in the order of their rows."
        ),
    )
    table.add_argument("file", type=Path, metavar="FILE", help=tr("the games; - is standard input"))
    table.add_argument(
        "--start",
        type=_moment,
        required=True,
        help=tr("when the season begins: a day (midnight UTC), or a time with a zone"),
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
    table.add_argument("--json", action="store_true", help=tr("print JSON, for scripts"))
    table.set_defaults(run=_table)


def _add_bracket(actions: Commands) -> None:
    bracket = actions.add_parser(
        "bracket",
        help=tr("print a championship: who meets whom next, and the places"),
        description=tr(
            "Print a championship, played as a double elimination, from a file of lines.\n"
            "First the players, a line each, in order of seed; then what happened, in order:\n"
            "`ann beat bob`, `ann did not come` or `ann withdrew`. # begins a comment."
        ),
    )
    bracket.add_argument(
        "file", type=Path, metavar="FILE", help=tr("the championship; - is standard input")
    )
    bracket.add_argument("--json", action="store_true", help=tr("print JSON, for scripts"))
    bracket.set_defaults(run=_bracket)


def _moment(text: str) -> datetime:
    """Read a day or a time with a zone.

    Raises:
        ArgumentTypeError: it is neither.
    """
    from datetime import UTC, date, datetime, time

    from cuttle_tui.i18n.errors import worded
    from server.league.errors import LeagueError
    from server.league.paper import parse_time

    try:
        try:
            moment = datetime.combine(date.fromisoformat(text), time(), UTC)
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
    from server.league.paper import parse_games, table_json

    season = _season(options)

    def lines(text: str, file: str) -> Iterable[str]:
        from server.cli.league_text import table_lines

        games = parse_games(text, file)
        if options.json:
            return [_json(table_json(season, games))]
        return table_lines(season, games)

    return _print(options.file, lines)


def _season(options: argparse.Namespace) -> Season:
    from server.league.seasons import RULESET, SUITS, Season

    start = options.start
    return Season(
        id=f"{start:%Y-%m-%d}",
        suit=SUITS[0],
        year=start.year,
        ruleset=RULESET,
        start=start,
        weeks=options.weeks,
        size=options.size,
    )


def _bracket(options: argparse.Namespace) -> int:
    from server.league.paper import bracket_json, parse_bracket

    def lines(text: str, file: str) -> Iterable[str]:
        from server.cli.league_text import bracket_lines

        bracket = parse_bracket(text, file)
        return [_json(bracket_json(bracket))] if options.json else bracket_lines(bracket)

    return _print(options.file, lines)


def _json(value: Any) -> str:
    return json.dumps(value, indent=2)


def _print(path: Path, lines: Callable[[str, str], Iterable[str]]) -> int:
    """Print the lines made of a file's text and name; return the exit status."""
    from cuttle_tui.i18n.errors import system_words, worded
    from server.league.errors import LeagueError
    from server.league.paper import decode

    name = "<stdin>" if path == _STDIN else str(path)
    try:
        data = sys.stdin.buffer.read() if path == _STDIN else path.read_bytes()
        text = "".join(f"{line}\n" for line in lines(decode(data, name), name))
    except OSError as error:
        why = tr("cannot be read: {why}", why=system_words(error))
        return complain(f"{name}: {why}", status=_WRONG_USE)
    except LeagueError as error:
        return complain(worded(error), status=_WRONG_USE)
    encoding = sys.stdout.encoding or "utf-8"
    sys.stdout.write(text.encode(encoding, "replace").decode(encoding))
    return 0
