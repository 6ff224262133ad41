"""The commands of `cuttle admin` that decide something about the league.

Each first asks the server what would change, shows it, and goes on when the operator agrees.
"""

from __future__ import annotations

import argparse
import getpass
import json
import os
import sys
from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias

from server.sanitize import clean

_WIDEST: Final = 200
"""Columns of a line."""
_SUITS: Final = ("clubs", "diamonds", "hearts", "spades")
Actions: TypeAlias = "argparse._SubParsersAction[Any]"
Ask = Callable[[Mapping[str, Any]], Any]
"""Sends a request to the server, and returns the value of its answer."""


def add_league(actions: Actions, run: Callable[[argparse.Namespace], int]) -> None:
    """Add the commands of the league.

    Args:
        actions: the commands of `cuttle admin`.
        run: carries out a command.
    """
    actions.add_parser(
        "audit", help="list what operators have decided, the newest 200"
    ).set_defaults(run=run, request="audit")
    _add_seasons(_group(actions, "season", "open, list and close seasons of the league"), run)
    _add_championships(_group(actions, "championship", "draw and run championships"), run)
    nights = _group(actions, "night", "list and end the play night")
    nights.add_parser("list", help="list the play night").set_defaults(
        run=run, request="night-list"
    )
    _decision(nights, "end", "end the play night", "night-end", run)
    _decision(nights, "reopen", "let the night go on that ended last", "night-reopen", run)
    _add_results(_group(actions, "result", "correct the results of games"), run)


def _group(actions: Actions, name: str, help: str) -> Actions:
    parser: argparse.ArgumentParser = actions.add_parser(name, help=help)
    return parser.add_subparsers(dest="what", metavar="WHAT", required=True)


def _decision(
    group: Actions, name: str, help: str, request: str, run: Callable[[argparse.Namespace], int]
) -> argparse.ArgumentParser:
    """Add a command that changes something."""
    parser: argparse.ArgumentParser = group.add_parser(name, help=help)
    parser.add_argument("--dry-run", action="store_true", help="only say what would change")
    parser.add_argument("--yes", action="store_true", help="do not ask before it is done")
    parser.add_argument("--reason", default="", metavar="TEXT", help="why, for the audit")
    parser.set_defaults(run=run, request=request)
    return parser


def _add_seasons(group: Actions, run: Callable[[argparse.Namespace], int]) -> None:
    group.add_parser("list", help="list the seasons").set_defaults(run=run, request="season-list")
    new = _decision(group, "new", "open a season", "season-new", run)
    new.add_argument("suit", choices=_SUITS, help="clubs, diamonds, hearts or spades")
    new.add_argument("year", type=int, metavar="YEAR", help="the year whose title it plays for")
    new.add_argument("--start", required=True, metavar="DATE", help="first day, UTC: 2026-01-05")
    _add_plan(new)
    change = _decision(group, "change", "change a season that is open", "season-change", run)
    change.add_argument("season", metavar="SEASON", help="as 2026-clubs")
    change.add_argument("--start", metavar="DATE", help="another first day, UTC")
    _add_plan(change)
    close = _decision(
        group, "close", "close a season and draw its championship", "season-close", run
    )
    close.add_argument("season", metavar="SEASON", help="as 2026-clubs")
    close.add_argument("--early", action="store_true", help="end it now, before its last week")
    _add_draw(close)
    reopen = _decision(
        group,
        "reopen",
        "open a closed season again, without its championship",
        "season-reopen",
        run,
    )
    reopen.add_argument("season", metavar="SEASON", help="as 2026-clubs")
    gone = _decision(
        group, "delete", "delete a season that is open; its games stay", "season-delete", run
    )
    gone.add_argument("season", metavar="SEASON", help="as 2026-clubs")


def _add_plan(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--weeks", type=int, metavar="N", help="how many weeks: 13")
    parser.add_argument("--ruleset", metavar="RULESET", help="the rules of its games: cuttle.cards")
    parser.add_argument(
        "--size", type=int, metavar="N", help="who enters the championship, 4 to 16: 8"
    )
    parser.add_argument(
        "--other-year",
        action="store_true",
        help="it is meant to start in another year than that of its title",
    )


def _add_draw(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--declined", action="append", metavar="NAME", help="does not enter; may be repeated"
    )
    parser.add_argument(
        "--playoff",
        action="append",
        type=_pair,
        metavar="WINNER:LOSER",
        help="a play-off match of level players; may be repeated",
    )
    parser.add_argument(
        "--lot", type=_names, metavar="NAME,NAME", help="level players, as the lot has drawn them"
    )


def _pair(text: str) -> list[str]:
    winner, _, loser = text.partition(":")
    if not winner or not loser:
        raise argparse.ArgumentTypeError(f"write WINNER:LOSER, not {text!r}")
    return [winner, loser]


def _names(text: str) -> list[str]:
    return [name for name in text.split(",") if name]


def _add_championships(group: Actions, run: Callable[[argparse.Namespace], int]) -> None:
    new = _decision(
        group,
        "new",
        "draw the World Championship of a year, or a season's championship anew",
        "championship-new",
        run,
    )
    new.add_argument("id", metavar="YEAR|SEASON", help="as 2026, or 2026-clubs")
    new.add_argument("--size", type=int, metavar="N", help="how many enter, 4 to 16")
    _add_draw(new)
    removed = _decision(
        group,
        "delete",
        "delete a championship in which nothing has happened",
        "championship-delete",
        run,
    )
    removed.add_argument("id", metavar="CHAMPIONSHIP", help="as 2026-clubs or 2026-world")
    report = _decision(group, "report", "enter the result of a match", "championship-report", run)
    report.add_argument("id", metavar="CHAMPIONSHIP", help="as 2026-clubs or 2026-world")
    report.add_argument("winner", metavar="WINNER", help="a player's name")
    report.add_argument("loser", metavar="LOSER", help="a player's name")
    report.add_argument("--score", type=_score, metavar="2-1", help="games won by each")
    report.add_argument("--no-show", action="store_true", help="the loser did not come")
    gone = _decision(
        group, "withdraw", "take a player out of a championship", "championship-withdraw", run
    )
    gone.add_argument("id", metavar="CHAMPIONSHIP", help="as 2026-clubs or 2026-world")
    gone.add_argument("name", metavar="NAME", help="the player's")

    back = _decision(
        group, "reinstate", "take a player's withdrawal back", "championship-reinstate", run
    )
    back.add_argument("id", metavar="CHAMPIONSHIP", help="as 2026-clubs or 2026-world")
    back.add_argument("name", metavar="NAME", help="the player's")
    undo = _decision(
        group, "undo", "take back what was entered last in it", "championship-undo", run
    )
    undo.add_argument("id", metavar="CHAMPIONSHIP", help="as 2026-clubs or 2026-world")


def _score(text: str) -> list[int]:
    won, _, lost = text.partition("-")
    if not (won.isdecimal() and lost.isdecimal() and len(text) <= 3):
        raise argparse.ArgumentTypeError(f"write 2-0 or 2-1, not {text!r}")
    return [int(won), int(lost)]


def _add_results(group: Actions, run: Callable[[argparse.Namespace], int]) -> None:
    listed = group.add_parser("list", help="list rated games, the newest 200")
    listed.add_argument("--player", metavar="NAME", help="the games of a player")
    listed.add_argument("--season", metavar="SEASON", help="as 2026-clubs")
    listed.add_argument("--week", type=int, metavar="N", help="a week of the season")
    listed.set_defaults(run=run, request="result-list")
    correct = _decision(group, "correct", "correct how a game ended", "result-correct", run)
    correct.add_argument("game", metavar="GAME", help="the id of the game")
    correct.add_argument(
        "verdict",
        metavar="RESULT",
        help="the winner's name or seat (P0), stalemate, void, or as-played",
    )


_VALUES: Final = (
    *("suit", "year", "start", "weeks", "ruleset", "size", "season", "id", "winner", "loser"),
    *("score", "no_show", "name", "game", "verdict", "declined", "lot", "reason"),
    *("early", "other_year", "player", "week"),
)
"""Values of requests that have the names of options."""


def request_of(options: argparse.Namespace) -> dict[str, Any]:
    """Return the request of a command."""
    request = {"ask": options.request}
    for name in _VALUES:
        value = getattr(options, name, None)
        if value is not None and value is not False and value != "":
            request[name] = value
    if getattr(options, "playoff", None):
        request["playoffs"] = options.playoff
    if hasattr(options, "dry_run"):
        request["by"] = who_decides()
    return request


def who_decides() -> str:
    """Return the name of the operator, also behind sudo; in a container there may be none."""
    try:
        return os.environ.get("SUDO_USER") or getpass.getuser()
    except (KeyError, OSError):
        return f"uid {os.getuid()}"


def decide(options: argparse.Namespace, ask: Ask) -> int:
    """Show what a decision changes, and have it carried out if the operator agrees.

    Returns:
        The exit status: 0, or 1 if the operator did not agree.
    """
    request = request_of(options)
    if hasattr(options, "other_year") and not (options.dry_run or options.yes):
        request["other_year"] = True  # the operator is asked
    if options.dry_run or not options.yes:
        lines = ask(request | {"trial": True})
        _write(options, lines, "nothing was changed (--dry-run)" if options.dry_run else "")
        if options.dry_run:
            return 0
        if not _agreed():
            sys.stdout.write("nothing was changed\n")
            return 1
        ask(request)
        sys.stdout.write("done\n")
        return 0
    _write(options, ask(request), "done")
    return 0


def _agreed() -> bool:
    sys.stdout.write("do it? [y/N] ")
    sys.stdout.flush()
    return sys.stdin.readline().strip().lower() in ("y", "yes")


def _write(options: argparse.Namespace, lines: list[str], last: str) -> None:
    if options.json:
        changes = {"changed": not options.dry_run, "changes": lines}
        sys.stdout.write(json.dumps(changes, indent=2) + "\n")
        return
    sys.stdout.write("".join(f"{clean(line, _WIDEST)}\n" for line in (*lines, last) if line))
