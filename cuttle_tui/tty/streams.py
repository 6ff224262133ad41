"""Handle standard streams that are closed or not read any more, and termination signals."""

from __future__ import annotations

import errno
import os
import signal
import sys
from collections.abc import Callable, MutableMapping
from contextlib import suppress
from io import TextIOWrapper
from typing import Final, TextIO

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
        _give_up_unwritten(sys.stderr)


def _give_up_unwritten(stream: TextIO) -> None:
    """Drop output that can no longer be written: Python would exit with status 120 on it."""
    try:
        stream.flush()
    except OSError:
        forsake(stream)


def _unwritten(error: OSError) -> int:
    from cuttle_tui.i18n.errors import system_words

    with suppress(OSError):
        why = tr("could not write everything: {why}", why=system_words(error))
        sys.stderr.write(f"cuttle: {why}\n")
    return 1
