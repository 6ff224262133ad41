"""Live with streams that were closed before we began, with readers that go, and with the end."""

from __future__ import annotations

import asyncio
import errno
import os
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import Final, TextIO

from cuttle_tui.i18n.translation import tr

INTERRUPTED: Final = 130
"""The exit status of whoever is interrupted."""
_UNREAD: Final = (errno.EPIPE, errno.EIO)
"""The reader of a pipe is gone, or the terminal is."""
_FULL: Final = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)


def replace_closed_streams() -> None:
    """Let streams that were closed read nothing and write nowhere, so that all can be used."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115


def forsake(stream: TextIO) -> None:
    """Let what is written to a stream go nowhere from now on; its exit takes no harm either."""
    with suppress(OSError):
        number, nowhere = stream.fileno(), os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, number)
        os.close(nowhere)


def is_of_output(error: Exception) -> bool:
    """Tell whether it means that output is not read, or has no room; see `run_quietly`."""
    return isinstance(error, OSError) and error.errno in (*_UNREAD, *_FULL)


def on_termination(call: Callable[[], object]) -> None:
    """Have the running loop call something when a signal asks us to end, unless it is ignored."""
    if sys.platform == "win32":  # a window there ends its programs itself; loops hear no signals
        return
    loop = asyncio.get_running_loop()
    for number in (signal.SIGHUP, signal.SIGTERM):
        if signal.getsignal(number) is not signal.SIG_IGN:
            loop.add_signal_handler(number, call)


def run_quietly(work: Callable[[], int]) -> int:
    """Do what writes to the standard streams, and give the exit status.

    Where nobody reads on, nothing is left to do and there is nothing to complain of.
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
    """Drop what a stream no longer takes: Python's own exit would fail on it, with status 120."""
    try:
        stream.flush()
    except OSError:
        forsake(stream)


def _unwritten(error: OSError) -> int:
    from cuttle_tui.wording.errors import system_words

    with suppress(OSError):
        why = tr("could not write everything: {why}", why=system_words(error))
        sys.stderr.write(f"cuttle: {why}\n")
    return 1
