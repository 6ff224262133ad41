"""The `cuttle` command: play at home, watch a game again, or serve over ssh."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextvars import copy_context
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

from cuttle_tui import __version__
from cuttle_tui.i18n.translation import ENGLISH, N_, languages, speak, tr
from cuttle_tui.local.user import own_language
from cuttle_tui.tty.streams import replace_closed_streams, run_quietly
from cuttle_tui.tty.terminal import terminal_of
from server.cli.parser import Commands, Parser, complain, own_words, settings_of

if TYPE_CHECKING:
    from engine.record.record import Record

_EXAMPLES: Final = (
    ("cuttle", N_("the home screen")),
    ("cuttle --ruleset cutthroat", N_("the same, with a three-player game preselected")),
    ("cuttle --bot greedy --seed 7", N_("a game against the computer, with a known deal")),
    ("cuttle --plain", N_("the whole game in lines of text")),
    ("cuttle rules standard+quick-15", N_("the rules, to read")),
    ("cuttle COMMAND --help", N_("help for a command")),
)
_FOR_OPERATORS: Final = frozenset(("serve", "admin", "recompute", "site"))
_SERVER_PACKAGES: Final = frozenset(
    ("sqlalchemy", "alembic", "openskill", "jinja2", "prometheus_client")
)
"""The packages of the extra `server`."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the `cuttle` command in the player's language; return its exit status."""
    words = sys.argv[1:] if arguments is None else arguments
    replace_closed_streams()
    return copy_context().run(run_quietly, lambda: _run(words))


def _run(words: Sequence[str]) -> int:
    _speak(words)
    if [*words] == ["--version"]:
        sys.stdout.write(f"cuttle {__version__}\n")
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
    """Name the command that installs a missing optional package.

    Raises:
        ModuleNotFoundError: the missing package belongs to no extra.
    """
    package = (error.name or "").partition(".")[0]
    if package not in _SERVER_PACKAGES:
        raise error
    return f'this needs {package}, which is not installed: pip install "cuttle-tui[server]"'


def _speak(words: Sequence[str]) -> None:
    """Choose the language: `--lang`, else the settings, else the environment.

    This comes before the parser is built. Operators read English.
    """
    early = argparse.ArgumentParser(add_help=False, allow_abbrev=False)
    early.add_argument("--lang", nargs="?")
    early.add_argument("--ascii", nargs="?", const=True)
    asked = early.parse_known_args(words)[0]
    terminal = terminal_of(os.environ)
    chosen = asked.lang if asked.lang in languages() else own_language() or terminal.language
    language = ENGLISH if _FOR_OPERATORS.intersection(words) else chosen
    speak(language, ascii=bool(asked.ascii) or not terminal.unicode)


def serve_main(arguments: Sequence[str] | None = None) -> int:
    """Run the `cuttle-server` command: the same as `cuttle serve`."""
    return main(["serve", *(sys.argv[1:] if arguments is None else arguments)])


def parser(command: str = "") -> Parser:
    """Build the parser.

    Args:
        command: the command that was typed first, if any: only its arguments are built then.
    """
    from server.cli.play import NO_FLAGS, add_play

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
        version=f"cuttle {__version__}",
        help=tr("show program's version number and exit"),
    )
    if command in _ADD:
        whole.set_defaults(**vars(NO_FLAGS))
    else:
        from shutil import get_terminal_size

        columns = get_terminal_size().columns
        whole.epilog = "\n".join((tr("examples:"), *examples(columns), ""))
        add_play(whole)
    commands = whole.add_subparsers(title=tr("commands"), metavar="COMMAND", prog="cuttle")
    for add in [_ADD[command]] if command in _ADD else dict.fromkeys(_ADD.values()):
        add(commands)
    return whole


def _add_records(commands: Commands) -> None:
    verify = commands.add_parser("verify", help=tr("check the deal and every action of a record"))
    verify.add_argument(
        "file", type=Path, help=tr("a record; `cuttle doctor` shows their folder under `games`")
    )
    verify.set_defaults(run=partial(_with_record, _verify))
    replay = commands.add_parser("replay", help=tr("step through a recorded game"))
    replay.add_argument(
        "file", type=Path, help=tr("a record, or the output of a server's `replay`")
    )
    replay.set_defaults(run=partial(_with_record, _replay))


def _add_rules(commands: Commands) -> None:
    rules = commands.add_parser("rules", help=tr("list the rulesets, or print the rules of one"))
    rules.add_argument("name", nargs="?", help=tr("for example standard+quick-15"))
    rules.set_defaults(run=_rules)


def _add_friends(commands: Commands) -> None:
    from server.cli.friends import add_friends

    add_friends(commands)


def _add_souvenirs(commands: Commands) -> None:
    from server.cli.souvenirs import add_souvenirs

    add_souvenirs(commands)


def _add_shell(commands: Commands) -> None:
    from server.cli.shell import add_shell

    add_shell(commands, parser)


def _add_league(commands: Commands) -> None:
    from server.cli.league import add_league

    add_league(commands)


def _add_serve(commands: Commands) -> None:
    from server.cli.serve import add_serve

    add_serve(commands)


def _add_admin(commands: Commands) -> None:
    from server.cli.admin import add_admin

    add_admin(commands)


_ADD: Final[Mapping[str, Callable[[Commands], None]]] = {
    "rules": _add_rules,
    "verify": _add_records,
    "replay": _add_records,
    "picture": _add_souvenirs,
    "cast": _add_souvenirs,
    "host": _add_friends,
    "join": _add_friends,
    "league": _add_league,
    "doctor": _add_shell,
    "completions": _add_shell,
    "serve": _add_serve,
    "admin": _add_admin,
}
"""Adds each command to the parser, and loads only what that command needs."""


def examples(columns: int = 1000) -> Iterator[str]:
    """Yield the lines of the examples, no wider than so many columns."""
    from textwrap import fill

    for command, what in _EXAMPLES:
        before = f"  {command:<34}"
        yield fill(str(what), columns, initial_indent=before, subsequent_indent=" " * len(before))


def _rules(options: argparse.Namespace) -> int:
    from cuttle_tui.i18n.errors import worded
    from cuttle_tui.wording.rules.book import rules_text, rulesets_text
    from engine.errors import RulesetError
    from engine.rules.text import parse_ruleset

    try:
        text = rules_text(parse_ruleset(options.name)) if options.name else rulesets_text()
    except RulesetError as error:
        return complain(tr("{why}\n`cuttle rules` lists them", why=worded(error)), status=2)
    sys.stdout.write(text)
    return 0


def _with_record(
    run: Callable[[Record, argparse.Namespace], int], options: argparse.Namespace
) -> int:
    """Run a command on the record in a file, or say what is wrong with it."""
    from cuttle_tui.archive.folder import read_record
    from cuttle_tui.i18n.errors import worded
    from engine.record.record import RecordError

    try:
        return run(read_record(options.file), options)
    except RecordError as error:
        return complain(f"{options.file}: {worded(error)}")


def _verify(record: Record, options: argparse.Namespace) -> int:
    from engine.record.record import verify

    del options
    verify(record)
    text = tr(
        "the secret matches the commitment, the deck follows from it, and all {number} "
        "actions are legal",
        number=len(record.entries),
    )
    sys.stdout.write("\n".join((text, *_proved(record))) + "\n")
    return 0


def _proved(record: Record) -> Iterator[str]:
    """Yield what a record proves, and what it cannot prove; seats are counted from 1."""
    from cuttle_tui.ports import ArchivedGame
    from cuttle_tui.wording.names import listed
    from cuttle_tui.wording.replay.archive import result_text
    from engine.record.replay import printable
    from engine.rules.text import stamped

    names = tuple(listed(printable(name)) for name in record.players)
    yield tr("rules: {rules}", rules=stamped(record.ruleset))
    for seat, name in enumerate(names, 1):
        yield tr("seat {number}: {name}", number=seat, name=name)
    yield tr("{who} goes first", who=names[record.first])
    winners = None if record.outcome is None else tuple(record.outcome.winners)
    yield result_text(ArchivedGame("", names, "", winners), "")
    yield tr("commitment: {digits}", digits=record.commitment.hex())
    for seat, nonce in enumerate(record.deal.nonces if record.deal else (), 1):
        yield tr("nonce of seat {number}: {digits}", number=seat, digits=nonce.hex())
    if not record.number:
        yield tr("the record does not number its game, so who goes first was not checked")
    elif record.number > 1:
        yield tr(
            "this is game {number} of its table: who goes first follows from the game before",
            number=record.number,
        )
    yield tr("names, times and a concession are only proved by a signature of the server")


def _replay(record: Record, options: argparse.Namespace) -> int:
    if not (sys.stdin.isatty() and sys.stderr.isatty()):
        return complain(tr("replay needs a terminal"))
    from cuttle_tui.__main__ import watch
    from cuttle_tui.local.launch_options import LaunchOptions

    return watch(record, LaunchOptions(settings=settings_of(options)), str(options.file))
