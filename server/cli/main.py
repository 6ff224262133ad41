"""The `cuttle` command: play at home, watch a game again, or serve over ssh."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextvars import copy_context
from importlib import import_module
from typing import Final

from cuttle_tui.i18n.translation import ENGLISH, N_, languages, speak, tr
from cuttle_tui.local.user import own_language
from cuttle_tui.tty.output import (
    accept_narrow_streams,
    replace_closed_streams,
    run_quietly,
    use_own_size,
    writes_signs,
)
from cuttle_tui.tty.terminal import terminal_of
from cuttle_tui.version import full_version
from server.cli.parser import NO_FLAGS, Commands, Parser, complain, own_words

EXAMPLES: Final = (
    ("cuttle", N_("the home screen")),
    ("cuttle --ruleset cutthroat", N_("the same, with a three-player game preselected")),
    ("cuttle --bot sharp --seed 7", N_("a game against the computer, with a known deal")),
    ("cuttle --plain", N_("the whole game in lines of text")),
    ("cuttle rules standard+quick-15", N_("the rules, to read")),
    ("cuttle COMMAND --help", N_("help for a command")),
)
_FOR_OPERATORS: Final = frozenset(("serve", "admin", "hosting", "recompute", "site", "arena"))
_EXTRAS: Final = {
    **dict.fromkeys(
        ("sqlalchemy", "alembic", "openskill", "jinja2", "prometheus_client"), "server"
    ),
    **dict.fromkeys(("nats", "msgspec"), "cluster"),
    **dict.fromkeys(("aiohttp", "textual_serve", "PIL"), "web"),
}
"""The optional packages, each with the extra that brings it."""
_OF_UNIX: Final = frozenset(("fcntl", "grp", "pty", "pwd", "resource", "termios", "tty"))
"""What Python has on these systems alone."""
RUNS_ON: Final = "Cuttle runs on Linux, macOS and the BSDs"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the `cuttle` command in the player's language; return its exit status."""
    words = sys.argv[1:] if arguments is None else arguments
    replace_closed_streams()
    accept_narrow_streams()
    use_own_size(os.environ)
    return copy_context().run(run_quietly, lambda: _run(words))


def _run(words: Sequence[str]) -> int:
    # which language to speak, before the parser is built with its help; operators read English
    early = argparse.ArgumentParser(add_help=False, allow_abbrev=False)
    early.add_argument("--lang", nargs="?")
    early.add_argument("--ascii", nargs="?", const=True)
    asked = early.parse_known_args(words)[0]
    terminal = terminal_of(os.environ)
    chosen = asked.lang if asked.lang in languages() else own_language() or terminal.language
    language = ENGLISH if _FOR_OPERATORS.intersection(words) else chosen
    narrow = not terminal.unicode or not writes_signs(sys.stdout)
    speak(language, ascii=bool(asked.ascii) or narrow)
    if [*words] == ["--version"]:
        sys.stdout.write(f"cuttle {full_version()}\n")
        return 0
    if words:
        with own_words():
            whole = parser(words[0])
            whole.refuse_unknown(words)
            options = whole.parse_args(words)
        run: Callable[[argparse.Namespace], int] = options.run
        try:
            return run(options)
        except ModuleNotFoundError as error:
            return complain(_without_extra(error))
    from server.cli.play import play_here

    return play_here()


def _without_extra(error: ModuleNotFoundError) -> str:
    """Name the command that installs a missing optional package, or the systems that have it.

    Raises:
        ModuleNotFoundError: the missing package belongs to no extra, and to Python everywhere.
    """
    package = (error.name or "").partition(".")[0]
    if package in _OF_UNIX:
        return f"this Python has no {package}: {RUNS_ON}"
    if package not in _EXTRAS:
        raise error
    from server.ops.installation import command_for

    return f"this needs {package}, which is not installed:\n  {command_for(_EXTRAS[package])}"


def serve_main(arguments: Sequence[str] | None = None) -> int:
    """Run the `cuttle-server` command: the same as `cuttle serve`."""
    return main(["serve", *(sys.argv[1:] if arguments is None else arguments)])


def parser(command: str = "") -> Parser:
    """Build the parser; if a command was typed first, with the arguments of that command alone."""
    whole = Parser(
        prog="cuttle",
        description=tr(
            "Cuttle, the combat card game, in a terminal and over ssh.\n"
            "Without a command, play here."
        ),
    )
    whole.add_argument(
        "--version",
        action="version",
        version=f"cuttle {full_version()}",
        help=tr("show program's version number and exit"),
    )
    whole.set_defaults(whole_parser=parser)
    if command in _ADD:
        whole.set_defaults(**vars(NO_FLAGS))
    else:
        from shutil import get_terminal_size

        from server.cli.play import add_play

        columns = get_terminal_size().columns - 2  # as the library leaves free
        whole.epilog = "\n".join((tr("examples:"), *examples(columns), ""))
        add_play(whole)
    commands = whole.add_subparsers(title=tr("commands"), metavar="COMMAND", prog="cuttle")
    for place in [_ADD[command]] if command in _ADD else dict.fromkeys(_ADD.values()):
        module, _, name = place.partition(":")  # loads only what that command needs
        getattr(import_module(module), name)(commands)
    return whole


_ADD: Final = {
    "rules": "server.cli.main:add_rules",
    "verify": "server.cli.records:add_records",
    "replay": "server.cli.records:add_records",
    "picture": "server.cli.records:add_souvenirs",
    "cast": "server.cli.records:add_souvenirs",
    "arena": "server.cli.arena:add_arena",
    "host": "server.cli.play:add_friends",
    "join": "server.cli.play:add_friends",
    "league": "server.league.paper_commands:add_league",
    "doctor": "server.cli.play:add_shell",
    "completions": "server.cli.play:add_shell",
    "serve": "server.cli.serve:add_serve",
    "admin": "server.cli.admin:add_admin",
    "hosting": "server.cli.hosting:add_hosting",
}
"""What adds each command to the parser."""


def examples(columns: int) -> Iterator[str]:
    """Yield the lines of the examples, no wider than so many columns."""
    from textwrap import fill

    for command, what in EXAMPLES:
        before = f"  {command:<34}"
        yield fill(str(what), columns, initial_indent=before, subsequent_indent=" " * len(before))


def add_rules(commands: Commands) -> None:
    """Add `cuttle rules` to the commands."""
    rules = commands.add_parser("rules", help=tr("list the rulesets, or print the rules of one"))
    rules.add_argument("name", nargs="?", help=tr("for example standard+quick-15"))
    rules.set_defaults(run=_rules)


def _rules(options: argparse.Namespace) -> int:
    from cuttle_tui.i18n.translation import worded
    from cuttle_tui.rules.book import rules_text, rulesets_text
    from engine.errors import RulesetError
    from engine.rules.options import parse_ruleset

    try:
        text = rules_text(parse_ruleset(options.name)) if options.name else rulesets_text()
    except RulesetError as error:
        return complain(tr("{why}\n`cuttle rules` lists them", why=worded(error)), status=2)
    sys.stdout.write(text)
    return 0
