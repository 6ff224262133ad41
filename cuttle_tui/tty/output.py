"""Standard streams that close, the bell, the title, the clipboard."""

from __future__ import annotations

import errno
import os
import signal
import sys
from base64 import b64encode
from collections.abc import Callable, MutableMapping
from contextlib import suppress
from io import TextIOWrapper
from typing import Final, Literal, Protocol, TextIO

from cuttle_tui.i18n.translation import tr

INTERRUPTED: Final = 130
"""The exit status after an interrupt."""
_UNREAD: Final = (errno.EPIPE, errno.EIO)
"""The reader of a pipe is gone, or the terminal is."""
_FULL: Final = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)


def replace_closed_streams() -> None:
    """Replace closed standard streams by the null device."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115


def writes_signs(stream: TextIO) -> bool:
    """Return whether the encoding of a stream has the signs of cards and frames."""
    try:
        "♠♥♦♣─█é".encode(stream.encoding or "utf-8")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def accept_narrow_streams() -> None:
    """Write ``?`` for each letter that the encoding of the output lacks, as pipes on Windows do."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper) and not writes_signs(stream):
            stream.reconfigure(errors="replace")


def use_own_size(environment: MutableMapping[str, str]) -> None:
    """Forget the size that was exported, if the terminal knows its own.

    Shells may export COLUMNS and LINES, which hold the size of a moment. Libraries prefer them to
    what the terminal says, and a window that is resized would look frozen.
    """
    for stream in filter(None, (sys.__stdout__, sys.__stderr__, sys.__stdin__)):
        with suppress(OSError, ValueError):
            if 0 not in os.get_terminal_size(stream.fileno()):
                environment.pop("COLUMNS", None)
                environment.pop("LINES", None)


def forsake(stream: TextIO) -> None:
    """Discard what is written to a stream from now on, at exit as well."""
    with suppress(OSError):
        number, nowhere = stream.fileno(), os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, number)
        os.close(nowhere)


def is_of_output(error: Exception) -> bool:
    """Return whether an error means that output has no reader or no room."""
    return isinstance(error, OSError) and error.errno in (*_UNREAD, *_FULL)


def on_termination(call: Callable[[], object]) -> None:
    """Call a function from the running loop on a termination signal, unless it is ignored."""
    if sys.platform == "win32":  # closing the window ends its programs; loops get no signals
        return
    from asyncio import get_running_loop  # slow to load, and most commands need no loop

    loop = get_running_loop()
    for number in (signal.SIGHUP, signal.SIGTERM):
        if signal.getsignal(number) is not signal.SIG_IGN:
            loop.add_signal_handler(number, call)


def run_quietly(work: Callable[[], int]) -> int:
    """Run work that writes to the standard streams; return the exit status.

    Output without a reader is no error.
    """
    try:
        try:
            return work()
        finally:
            sys.stdout.flush()
    except KeyboardInterrupt:
        return INTERRUPTED
    except OSError as error:
        if not is_of_output(error):
            raise
        forsake(sys.stdout)
        return 0 if error.errno in _UNREAD else _unwritten(error)
    finally:
        try:
            sys.stderr.flush()
        except OSError:  # Python would exit with status 120 on what it cannot write
            forsake(sys.stderr)


def _unwritten(error: OSError) -> int:
    from cuttle_tui.i18n.translation import system_words

    with suppress(OSError):
        why = tr("could not write everything: {why}", why=system_words(error))
        sys.stderr.write(f"cuttle: {why}\n")
    return 1


_BELL: Final = "\a"
_KEEP: Final = "\x1b[22;2t"
_GIVE_BACK: Final = "\x1b[23;2t"
_LONGEST: Final = 64


class Writer(Protocol):
    """A stream to a terminal."""

    def write(self, data: str) -> None:
        """Buffer output."""

    def flush(self) -> None:
        """Send buffered output."""


class Attention:
    """Call the player with the bell and the window's title, and reset the title later.

    A driver with a method ``title`` sets and restores the title itself; for any other the title is
    written here.
    """

    def __init__(self, writer: Callable[[], Writer | None], name: str) -> None:
        """Start without a call.

        Args:
            writer: returns the driver, or None before it starts.
            name: the window's title while the player is not called.
        """
        self._writer = writer
        self._plain = name
        self._named = False
        self.called = False
        """Whether the window's title calls the player."""

    def call(self, title: str, *, bell: bool) -> None:
        """Set the window's title, and ring if `bell`."""
        self.called = True
        self._name(title)
        if bell:
            self._send(_BELL)

    def come_back(self) -> None:
        """Reset the window's title: the player is back."""
        if self.called:
            self.called = False
            self._name(self._plain)

    def end(self) -> None:
        """Restore the original title of the window."""
        writer = self._writer()
        if self._named and writer is not None and not hasattr(writer, "title"):
            self._send(_GIVE_BACK)
        self._named = False

    def _send(self, data: str) -> None:
        writer = self._writer()
        if writer is not None:
            writer.write(data)
            writer.flush()

    def _name(self, text: str) -> None:
        writer = self._writer()
        if writer is None:
            return
        name = "".join(letter for letter in text if letter.isprintable())[:_LONGEST]
        own: Callable[[str], None] | None = getattr(writer, "title", None)
        if own is not None:
            own(name)
            return
        self._send(f"{'' if self._named else _KEEP}\x1b]2;{name}{_BELL}")
        self._named = True


TextKind = Literal["line", "name", "code"]
"""What a text is made of that is asked for."""


class TextRequests:
    """Tell the driver when text is asked, for terminals that show their keyboard only then.

    A driver with a method ``text_asked`` hears of each change; any other has its keyboard anyway.
    """

    def __init__(self, driver: Callable[[], object]) -> None:
        """Begin with nothing asked; `driver` returns the driver, or None before it starts."""
        self._driver = driver
        self._asked = False
        self.kind: TextKind = "line"
        """What the text is made of that was asked for last."""

    def note(self, asked: bool, kind: TextKind = "line") -> None:
        """Note whether text is asked now, and of which kind."""
        if asked == self._asked and (kind == self.kind or not asked):
            return
        self._asked, self.kind = asked, kind
        tell: Callable[[bool], None] | None = getattr(self._driver(), "text_asked", None)
        if tell is not None:
            tell(asked)


class Questions:
    """Tell the driver what is asked, for terminals that read it aloud.

    A driver with a method ``question_asked`` hears of each change.
    """

    def __init__(self, driver: Callable[[], object]) -> None:
        """Begin with nothing asked; `driver` returns the driver, or None before it starts."""
        self._driver = driver
        self._words = ""

    def note(self, words: str) -> None:
        """Note what is asked now."""
        if words == self._words:
            return
        self._words = words
        tell: Callable[[str], None] | None = getattr(self._driver(), "question_asked", None)
        if tell is not None:
            tell(words)


_SET: Final = "\x1b]52;c;"

Copied = Literal["sent", "refused", "late"]
"""``refused``: this terminal has no clipboard; ``late``: it has not yet taken what came before."""


class Clipboard:
    """The clipboard of a player's terminal, which can only be written to.

    A driver with an attribute ``holds_back`` drops output while that is true.
    """

    def __init__(self, writer: Callable[[], Writer | None], *, known_missing: bool = False) -> None:
        """Prepare to copy.

        Args:
            writer: returns the driver, or None before it starts.
            known_missing: whether the terminal is known to have no clipboard.
        """
        self._writer = writer
        self._missing = known_missing

    def copy(self, text: str) -> Copied:
        """Send a text to the clipboard: printable characters and ends of lines, nothing else.

        Callers pass their own texts, never what another player has typed but a name.
        """
        writer = self._writer()
        if self._missing or writer is None:
            return "refused"
        if getattr(writer, "holds_back", False):
            return "late"
        data = b64encode(printable(text).encode()).decode("ascii")
        writer.write(f"{_SET}{data}{_BELL}")
        writer.flush()
        return "sent"


def printable(text: str) -> str:
    """Drop control characters, which a shell might act upon; keep the ends of lines."""
    return "".join(letter for letter in text if letter.isprintable() or letter == "\n")
