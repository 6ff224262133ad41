"""Write the manual page from the parser of the command: ``make man``."""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator
from pathlib import Path
from textwrap import TextWrapper
from typing import Final

from platformdirs import user_data_path

from server.cli.main import EXAMPLES, parser

PAGE: Final = Path(__file__).parent / "cuttle.1"
_DATA: Final = "~/.local/share/cuttle"
"""Replaces the data directory, whose path depends on the system."""

_HEAD: Final = """\
.\\" Written by docs/man.py; do not edit.
.TH CUTTLE 1 "" "cuttle" "Games"
.nh
.ad l
.SH NAME
cuttle \\- the combat card game Cuttle, in a terminal and over ssh
.SH SYNOPSIS
.B cuttle
[\\fIOPTION\\fR]...
.br
.B cuttle
\\fICOMMAND\\fR [\\fIARGUMENT\\fR]...
.SH DESCRIPTION
Without a command the game opens here: against the computer, with somebody
at the same keyboard, or with friends who come over ssh or by a link.
Nothing in it needs a mouse or colours.
"""

_TAIL: Final = """\
.SH ENVIRONMENT
.TP
.B TERM, COLORTERM, NO_COLOR, COLORFGBG
What the terminal can show.
With \\fBNO_COLOR\\fR set there are no colours, and shapes tell everything.
.TP
.B LC_ALL, LC_CTYPE, LANG
Where these do not name UTF\\-8, suits are letters.
.TP
.B LANGUAGE, LC_ALL, LC_MESSAGES, LANG
The language, unless the settings or \\fB\\-\\-lang\\fR name one.
.SH FILES
.TP
.I ~/.config/cuttle/settings.json
The settings.
\\fBcuttle doctor\\fR says where they are on this machine.
.TP
.I ~/.local/share/cuttle/records
The games that were played here.
.TP
.I ~/.local/share/cuttle/running
The games that were left, each in a file of its own, to be resumed.
.TP
.I ~/.local/share/cuttle/results.jsonl
The results against the computer.
.SH EXIT STATUS
0 when all went well, 1 when it did not, 2 for wrong use.
"""


def page() -> str:
    """Return the whole page."""
    whole = parser()
    parts = [_HEAD, ".SH OPTIONS\n", *map(_argument, _arguments(whole)), ".SH COMMANDS\n"]
    parts += [_command(name, below, about) for name, below, about in _commands(whole)]
    return "".join((*parts, _TAIL, ".SH EXAMPLES\n", _examples()))


def _commands(above: argparse.ArgumentParser) -> Iterator[tuple[str, argparse.ArgumentParser, str]]:
    for action in above._actions:
        if isinstance(action, argparse._SubParsersAction):
            about = {choice.dest: choice.help or "" for choice in action._choices_actions}
            for name, below in action.choices.items():
                yield name, below, about.get(name, "")


def _arguments(command: argparse.ArgumentParser) -> list[argparse.Action]:
    kinds = (argparse._SubParsersAction, argparse._HelpAction)
    return [action for action in command._actions if not isinstance(action, kinds)]


def _command(name: str, command: argparse.ArgumentParser, about: str) -> str:
    """Write a command, its arguments, and the commands below it."""
    words = [_placed(action) for action in _arguments(command) if not action.option_strings]
    title = " ".join((f"cuttle {name}", *words))
    text = f".SS {_plain(title)}\n{_prose(command.description or about)}\n"
    text += "".join(map(_argument, _arguments(command)))
    below = [_command(f"{name} {inner}", last, told) for inner, last, told in _commands(command)]
    return text + "".join(below)


def _placed(action: argparse.Action) -> str:
    name = str(action.metavar or action.dest).upper()
    return f"[{name}]" if action.nargs in ("?", "*") else name


def _argument(action: argparse.Action) -> str:
    """Write an argument and what it is for."""
    value = "" if action.nargs == 0 else str(action.metavar or action.dest).upper()
    names = ", ".join(f"\\fB{_plain(name)}\\fR" for name in action.option_strings)
    head = " ".join(filter(None, (names, f"\\fI{_plain(value)}\\fR" if value else "")))
    return f".TP\n{head}\n{_prose(_help(action)) or _choices(action)}\n"


def _help(action: argparse.Action) -> str:
    choices = ", ".join(map(str, action.choices or ()))
    facts = {**vars(action), "prog": "cuttle", "choices": choices}
    return ((action.help or "") % facts).replace(str(user_data_path("cuttle")), _DATA)


def _choices(action: argparse.Action) -> str:
    return _plain(", ".join(map(str, action.choices or ())))


def _examples() -> str:
    return "".join(f".TP\n\\fB{_plain(line)}\\fR\n{_plain(str(what))}\n" for line, what in EXAMPLES)


def _prose(text: str) -> str:
    """Write lines of text; in the source a sentence begins a line, and no line is long."""
    wrap = TextWrapper(_WIDEST, break_long_words=False, break_on_hyphens=False).wrap
    return "\n.br\n".join(
        "\n".join(_plain(part) for sentence in _SENTENCES.split(line) for part in wrap(sentence))
        for line in text.splitlines()
    )


_WIDEST: Final = 72
_SENTENCES: Final = re.compile(r"(?<=[.!?]) (?=[A-Z])")


def _plain(text: str) -> str:
    """Escape text for the formatter."""
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return f"\\&{text}" if text.startswith((".", "'")) else text


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
