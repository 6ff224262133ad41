"""Query the terminal for its abilities: a few standard requests, a single wait."""

from __future__ import annotations

import os
import re
import select
import sys
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Final

from cuttle_tui.tty import truecolour
from cuttle_tui.tty.terminal import Terminal, terminal_of

PATIENCE: Final = 1.0
"""Seconds to wait for answers."""

MODES: Final = {"mouse": 1006, "paste": 2004, "focus": 1004}
"""The private mode numbers: mouse, bracketed paste, focus."""

_SUITS: Final = "♠♥♦♣"
_PLACE: Final = re.compile(r"\x1b\[\d+;(\d+)R")
_MODE: Final = re.compile(r"\x1b\[\?(\d+);(\d)\$y")
_GROUND: Final = re.compile(
    r"\x1b\]11;rgb:([0-9a-f]{2})[0-9a-f]*/([0-9a-f]{2})[0-9a-f]*/([0-9a-f]{2})", re.I
)
_LAST: Final = re.compile(r"\x1b\[\?[\d;]*c")
"""The device attributes: every terminal answers this last request."""


@dataclass(frozen=True, slots=True)
class Answers:
    """The answers of a terminal."""

    suit_width: int | None = None
    """Columns of a suit sign; None if unknown."""
    modes: dict[str, bool] = field(default_factory=dict)
    """Whether each mode is supported; unanswered modes are missing."""
    light: bool | None = None
    """Whether the ground is light; None if unknown."""


def questions(term: str, *, unicode: bool) -> str:
    """Return the requests to send; they leave nothing visible."""
    suits = f"\r{_SUITS}\x1b[6n\r\x1b[K" if unicode else ""
    modes = "".join(f"\x1b[?{number}$p" for number in MODES.values())
    ground = "" if term.startswith("linux") else "\x1b]11;?\x1b\\"
    return f"{suits}{modes}{ground}\x1b[c"


def read_answers(text: str) -> Answers:
    """Parse the answers."""
    place, ground = _PLACE.search(text), _GROUND.search(text)
    names = {number: name for name, number in MODES.items()}
    modes = {
        names[int(number)]: state in "123"
        for number, state in _MODE.findall(text)
        if int(number) in names
    }
    return Answers(
        (int(place[1]) - 1) // len(_SUITS) if place else None,
        modes,
        sum(int(part, 16) for part in ground.groups()) > 3 * 127 if ground else None,
    )


def ask(source: int, out: int, term: str, *, unicode: bool) -> Answers:
    """Query the terminal, and restore its mode; a lost terminal has no answers.

    Args:
        source: the file descriptor to read.
        out: the file descriptor to write.
        term: the type of the terminal.
        unicode: whether to measure suit signs.
    """
    text = ""

    def complete(data: bytes) -> bool:
        nonlocal text
        text += data.decode("latin-1")
        return _LAST.search(text) is not None

    _converse(source, out, questions(term, unicode=unicode), complete, PATIENCE)
    return read_answers(text)


def local_terminal(environment: Mapping[str, str]) -> Terminal:
    """Return the abilities of the terminal this process runs in, asked for its true colours.

    Only a terminal of 256 colours is asked: few announce more, least of all over ssh.
    """
    terminal = terminal_of(environment)
    if terminal.colours != "256" or not (sys.stdin.isatty() and sys.stdout.isatty()):
        return terminal
    replies = truecolour.Replies()

    def complete(data: bytes) -> bool:
        replies.feed(data)
        return replies.complete

    _converse(
        sys.stdin.fileno(),
        sys.stdout.fileno(),
        truecolour.QUESTION,
        complete,
        truecolour.PATIENCE,
    )
    return replace(terminal, colours="true") if replies.truecolour else terminal


def _converse(
    source: int, out: int, request: str, complete: Callable[[bytes], bool], patience: float
) -> None:
    """Send a request, and hand on what comes until that is complete or time is up."""
    try:
        import termios
        import tty
    except ImportError:  # on Windows
        return
    with suppress(OSError, termios.error):
        before = termios.tcgetattr(source)
        try:
            tty.setcbreak(source, termios.TCSANOW)
            os.write(out, request.encode())
            end = time.monotonic() + patience
            while select.select([source], [], [], max(0.0, end - time.monotonic()))[0]:
                data = os.read(source, 1024)
                if not data or complete(data):
                    break
        finally:
            termios.tcsetattr(source, termios.TCSAFLUSH, before)
