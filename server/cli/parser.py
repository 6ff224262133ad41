"""Translate argparse, write error messages, and say how far a long command is."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import takewhile
from typing import TYPE_CHECKING, Any, Final, NoReturn, TypeAlias

from cuttle_tui.i18n.translation import N_, tr

if TYPE_CHECKING:
    from cuttle_tui.preferences import Value


NO_FLAGS: Final = argparse.Namespace(
    ruleset=None, seed=None, bot=None, plain=False, ascii=False, lang=None, theme=None
)
"""The flags of a run that was given none."""
_PORTS: Final = 65536
LIBRARY_WORDS: Final = frozenset(
    message.text
    for message in (
        N_("usage: "),
        N_("options"),
        N_("positional arguments"),
        N_("show this help message and exit"),
        N_("%(prog)s: error: %(message)s\n"),
        N_("argument %(argument_name)s: %(message)s"),
        N_("the following arguments are required: %s"),
        N_("unrecognized arguments: %s"),
        N_("expected one argument"),
        N_("ignored explicit argument %r"),
        N_("invalid choice: %(value)r (choose from %(choices)s)"),
    )
)
"""The messages of argparse that our commands can show."""


@contextmanager
def own_words() -> Iterator[None]:
    """Translate every parser that is built or used meanwhile."""
    library: Any = argparse
    before, library._ = library._, _worded
    try:
        yield
    finally:
        library._ = before


def _worded(text: str) -> str:
    """Translate argparse's own messages; ours are translated already."""
    return tr(text) if text in LIBRARY_WORDS else text


class Help(argparse.HelpFormatter):
    """Help that keeps the lines of a text, each broken between words where it is too long.

    Headings are punctuated by the language's rules.
    """

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        return "\n".join(indent + part for part in _broken(text, width - len(indent)))

    def _split_lines(self, text: str, width: int) -> list[str]:
        return _broken(text, width)

    def start_section(self, heading: str | None) -> None:
        """Begin a section, with the language's own colon."""
        named = heading and heading != argparse.SUPPRESS
        super().start_section(tr("{heading}:", heading=heading)[:-1] if named else heading)


def _broken(text: str, width: int) -> list[str]:
    """Break each line of a text between words, where it is too long."""
    from textwrap import TextWrapper

    wrap = TextWrapper(width, break_long_words=False, break_on_hyphens=False).wrap
    return [part for line in text.splitlines() for part in wrap(line) or [""]]


class Parser(argparse.ArgumentParser):
    """A parser that accepts no abbreviated flags."""

    spread: str = ""
    """The arguments, a list and the last, that may stand between flags as well."""

    def __init__(self, **more: Any) -> None:
        super().__init__(**{"allow_abbrev": False, "formatter_class": Help, **more})

    def refuse_unknown(self, words: Sequence[str]) -> None:
        """Exit with an error if a flag before any command is unknown.

        The library would take the flag's value for a command, and find fault with that.
        """
        known = self._option_string_actions
        below = (each for each in self._actions if isinstance(each, argparse._SubParsersAction))
        commands = {name for action in below for name in action.choices}
        for word in takewhile(lambda each: each not in commands, words):
            flag = word.partition("=")[0]
            if flag.startswith("--") and flag not in (*known, "--"):
                from difflib import get_close_matches

                near = get_close_matches(flag, known, 1)
                if near:
                    text = tr(
                        "unknown flag {flag}; did you mean {known}?", flag=flag, known=near[0]
                    )
                    self.error(text)
                self.error(tr("unknown flag {flag}", flag=flag))

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Parse words; what is left over belongs to the arguments that may be spread."""
        options, more = super().parse_known_args(args, namespace)
        if not self.spread:
            return options, more
        flags = [word for word in more if word.startswith("-") and word != "--"]
        if flags:
            self.error(_worded("unrecognized arguments: %s") % " ".join(flags))
        getattr(options, self.spread).extend(word for word in more if word != "--")
        return options, []

    def exit(self, status: int = 0, message: str | None = None) -> NoReturn:
        """End, with a message that fits the terminal."""
        super().exit(status, message and fitted(message))


Commands: TypeAlias = "argparse._SubParsersAction[Parser]"
"""The collection that commands are added to."""


_KEPT: Final = "\n\xa0\u202f"
"""Blanks that count as not printable, and are harmless."""


def complain(*problems: str, status: int = 1) -> int:
    """Print errors, and return the exit status; terminals obey nothing of what they repeat."""
    for problem in problems:
        shown = "".join(sign for sign in problem if sign in _KEPT or sign.isprintable())
        sys.stderr.write(fitted(f"cuttle: {shown}\n"))
    return status


def fitted(text: str) -> str:
    """Break lines between words where a terminal would break them anywhere; no indented one.

    That is to be copied.
    """
    if not sys.stderr.isatty():
        return text
    import shutil
    import textwrap

    width = shutil.get_terminal_size().columns
    fill = textwrap.TextWrapper(
        width, subsequent_indent="  ", break_long_words=False, break_on_hyphens=False
    ).fill
    return "".join(f"{line if line[:1] == ' ' else fill(line)}\n" for line in text.splitlines())


def settings_of(options: argparse.Namespace) -> dict[str, Value]:
    """Return the settings that flags override for this run."""
    signs = "ascii" if options.ascii else None
    asked = {"signs": signs, "language": options.lang, "theme": options.theme}
    return {name: value for name, value in asked.items() if value is not None}


def file_or_number(text: str) -> str:
    """Take a file, or a number in a list; shells complete it as a file."""
    return text


def port(text: str) -> int:
    """Read the number of a port.

    Raises:
        ArgumentTypeError: it is none.
    """
    if text.isascii() and text.isdigit() and int(text[:6]) < _PORTS:
        return int(text)
    message = tr("a port is a number from 0 to {last}, not {text!r}", last=_PORTS - 1, text=text)
    raise argparse.ArgumentTypeError(message)


_STEPS: Final = 20
"""Progress lines where there is no terminal."""
_BAR: Final = 24
"""Columns of the bar."""


class Progress:
    """Writes to the standard error output."""

    def __init__(self, what: str, *, bar: bool = False) -> None:
        """Begin; with a bar, if there is a terminal."""
        self._what = what
        self._bar = bar
        self._terminal = sys.stderr.isatty()
        self._step = -1
        self._width = 0

    def show(self, done: int, total: int, more: str = "") -> None:
        """Say how much is done, and what else is known by now."""
        step = done * _STEPS // total if total else _STEPS
        line = "  ".join(filter(None, (f"{done} of {total} {self._what}", more)))
        if self._terminal:
            filled = done * _BAR // total if total else _BAR
            bar = f"[{'#' * filled}{'.' * (_BAR - filled)}] " if self._bar else ""
            line = bar + line
            sys.stderr.write("\r" + line.ljust(self._width))
            self._width = len(line)
        elif step != self._step:
            sys.stderr.write(line + "\n")
        self._step = step
        sys.stderr.flush()

    def end(self) -> None:
        """End the line of a terminal."""
        if self._terminal:
            sys.stderr.write("\n")
