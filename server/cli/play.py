"""Begin a game at this terminal, and help with the shell and the terminal."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Final

from cuttle_tui.i18n.translation import ENGLISH, N_, languages, speak, tr
from server.cli.parser import Commands, complain, file_or_number, settings_of

if TYPE_CHECKING:
    from cuttle_tui.local.launch_options import LaunchOptions


NO_FLAGS: Final = argparse.Namespace(
    ruleset=None, seed=None, bot=None, plain=False, ascii=False, lang=None, theme=None
)
"""The flags of a run that was given none."""

_NO_TERMINAL: Final = N_(
    "the game needs a terminal; `cuttle --plain` plays in lines of text, and `cuttle "
    "--help` lists everything else"
)


def add_play(parser: argparse.ArgumentParser) -> None:
    """Add the flags to the parser."""
    from cuttle_tui.local.launch_options import LEVEL_NAMES
    from cuttle_tui.preferences import FIELDS
    from engine.bots.levels import LEVELS

    play = parser.add_argument_group(tr("to play here, for this run only"))
    play.add_argument(
        "--ruleset", metavar="R", help=tr("the rules, such as cutthroat or standard+quick-15")
    )
    play.add_argument(
        "--seed", metavar="N", help=tr("a number or any text; the same seed deals the same cards")
    )
    levels = "\n".join(
        tr("{level}: {how}", level=level.name, how=tr(level.describes)) for level in LEVELS
    )
    play.add_argument(
        "--bot",
        choices=LEVEL_NAMES,
        metavar="LEVEL",
        help=tr("play the computer at once, at one of these levels:\n{levels}", levels=levels),
    )
    play.add_argument(
        "--plain", action="store_true", help=tr("lines of text, for screen readers and scripts")
    )
    play.add_argument("--ascii", action="store_true", help=tr("letters and plain signs only"))
    play.add_argument(
        "--lang",
        choices=languages(),
        metavar="LANG",
        help=tr(
            "the language: {known}; the default is your setting, or the environment",
            known="%(choices)s",
        ),
    )
    play.add_argument(
        "--theme", choices=FIELDS["theme"].choices, metavar="THEME", help="%(choices)s"
    )
    parser.set_defaults(run=play_here)


def play_here(options: argparse.Namespace = NO_FLAGS) -> int:
    """Play at this terminal, and return the exit status."""
    from cuttle_tui.i18n.rich_text import worded
    from engine.errors import RulesetError

    try:
        launch = _launch(options)
    except RulesetError as error:
        return complain(tr("{why}\n`cuttle rules` lists them", why=worded(error)), status=2)
    if options.plain or os.environ.get("TERM") == "dumb":
        return _play_plain(options)
    if not (sys.stdin.isatty() and sys.stderr.isatty()):
        return complain(str(_NO_TERMINAL))
    from cuttle_tui.__main__ import main
    from server.cli.friends import LazyHost

    return main(LazyHost(), launch)


def _launch(options: argparse.Namespace) -> LaunchOptions:
    """Build the launch options from the flags.

    Raises:
        RulesetError: there are no such rules.
    """
    from cuttle_tui.front.new_table_words import TableOptions
    from cuttle_tui.local.launch_options import LaunchOptions, seed_from, table_for

    return LaunchOptions(
        TableOptions() if options.ruleset is None else table_for(options.ruleset),
        None if options.seed is None else seed_from(options.seed),
        options.bot or "",
        settings_of(options),
    )


def _play_plain(options: argparse.Namespace) -> int:
    """Play in lines of text."""
    from cuttle_tui.plain.__main__ import main
    from server.cli.friends import LazyHost

    words = [
        f"--{name}={value}"
        for name in ("ruleset", "seed", "lang", "bot")
        if (value := getattr(options, name)) is not None
    ]
    return main([*words, *["--ascii"] * options.ascii], LazyHost())


SHELLS: Final = ("bash", "zsh", "fish")
_FILES: Final = (Path, file_or_number)
"""The types of arguments that a shell completes as the names of files."""


def add_shell(commands: Commands) -> None:
    """Add the commands to the parser."""
    doctor = commands.add_parser(
        "doctor", help=tr("show what this terminal can do, with test cards")
    )
    doctor.set_defaults(run=_doctor)
    completions = commands.add_parser(
        "completions",
        help=tr("print a script that completes this command in a shell"),
        description=tr(
            "Print a script that completes `cuttle` in a shell.\n"
            'In bash:  eval "$(cuttle completions bash)"\n'
            "In zsh:   cuttle completions zsh > DIR/_cuttle, DIR being in $fpath\n"
            "In fish:  cuttle completions fish > ~/.config/fish/completions/cuttle.fish"
        ),
    )
    completions.add_argument("shell", choices=SHELLS, help=tr("which shell"))
    completions.set_defaults(run=_completions)


def _completions(options: argparse.Namespace) -> int:
    import shtab

    speak(ENGLISH)  # a script outlives the language in which it was asked for
    whole = options.whole_parser()
    for action in _actions(whole):
        if action.type in _FILES:
            action.complete = shtab.FILE  # type: ignore[attr-defined]
    sys.stdout.write(shtab.complete(whole, shell=options.shell))
    return 0


def _actions(parser: argparse.ArgumentParser) -> Iterator[argparse.Action]:
    for action in parser._actions:
        yield action
        if isinstance(action, argparse._SubParsersAction):
            for below in action.choices.values():
                yield from _actions(below)


def _doctor(options: argparse.Namespace) -> int:
    del options
    from cuttle_tui.local.doctor import main

    return main()
