"""The commands that help with the shell and the terminal: `completions` and `doctor`."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Final

from cuttle_tui.i18n.translation import ENGLISH, speak, tr
from server.cli.parser import Commands, file_or_number

SHELLS: Final = ("bash", "zsh", "fish")
_FILES: Final = (Path, file_or_number)
"""The types of arguments that a shell completes as the names of files."""


def add_shell(commands: Commands, parser: Callable[[], argparse.ArgumentParser]) -> None:
    """Add the commands to the parser.

    Args:
        commands: the commands of the parser.
        parser: builds the whole parser again, in the language then spoken.
    """
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
    completions.set_defaults(run=partial(_completions, parser))


def _completions(parser: Callable[[], argparse.ArgumentParser], options: argparse.Namespace) -> int:
    import shtab

    speak(ENGLISH)  # a script outlives the language in which it was asked for
    whole = parser()
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
