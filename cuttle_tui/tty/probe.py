"""Ask the terminal itself what it can do: a few standard questions, one wait."""

from __future__ import annotations

import os
import re
import select
import time
from dataclasses import dataclass, field
from typing import Final

PATIENCE: Final = 1.0
"""Seconds to wait for a terminal that does not answer."""

MODES: Final = {"mouse": 1006, "paste": 2004, "focus": 1004}
"""The number of each mode that is asked about: mouse, bracketed paste, focus."""

_SUITS: Final = "♠♥♦♣"
_PLACE: Final = re.compile(r"\x1b\[\d+;(\d+)R")
_MODE: Final = re.compile(r"\x1b\[\?(\d+);(\d)\$y")
_GROUND: Final = re.compile(
    r"\x1b\]11;rgb:([0-9a-f]{2})[0-9a-f]*/([0-9a-f]{2})[0-9a-f]*/([0-9a-f]{2})", re.I
)
_LAST: Final = re.compile(r"\x1b\[\?[\d;]*c")
"""Every terminal answers what it is; that is asked last, so nothing comes after it."""


@dataclass(frozen=True, slots=True)
class Answers:
    """What the terminal said."""

    suit_width: int | None = None
    """Columns that a suit sign takes; None when it did not say."""
    modes: dict[str, bool] = field(default_factory=dict)
    """For each mode it knows of or denies, whether it has it."""
    light: bool | None = None
    """Whether its ground is light; None when it did not say."""


def questions(term: str, *, unicode: bool) -> str:
    """Write what is sent to the terminal; it leaves nothing to be seen."""
    suits = f"\r{_SUITS}\x1b[6n\r\x1b[K" if unicode else ""
    modes = "".join(f"\x1b[?{number}$p" for number in MODES.values())
    ground = "" if term.startswith("linux") else "\x1b]11;?\x1b\\"
    return f"{suits}{modes}{ground}\x1b[c"


def read_answers(text: str) -> Answers:
    """Read what came back."""
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
    """Ask the terminal, and put it back as it was; one that is gone says nothing.

    Args:
        source: the file descriptor that is read.
        out: the one that is written.
        term: its type.
        unicode: whether signs may be written to measure them.
    """
    try:
        import termios
        import tty
    except ImportError:  # there are terminals without these, on Windows
        return Answers()
    try:
        before = termios.tcgetattr(source)
        try:
            tty.setcbreak(source, termios.TCSANOW)
            os.write(out, questions(term, unicode=unicode).encode())
            return read_answers(_read(source))
        finally:
            termios.tcsetattr(source, termios.TCSAFLUSH, before)
    except (OSError, termios.error):
        return Answers()


def _read(source: int) -> str:
    text, end = "", time.monotonic() + PATIENCE
    while not _LAST.search(text):
        ready, _, _ = select.select([source], [], [], max(0.0, end - time.monotonic()))
        data = os.read(source, 1024) if ready else b""
        if not data:
            break
        text += data.decode("latin-1")
    return text
