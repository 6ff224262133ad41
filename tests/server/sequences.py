"""Read terminal output strictly: nothing may be in it but what the program itself writes."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

_MODES: Final = "1049 25 7 1000 1006 1004 2004 2026".replace(" ", "|")
_QUESTION: Final = "\x1b]11;?\x1b\\\x1b[c\r\x1b[K"
"""Asks a terminal for its ground and what it is, and wipes away what it may show of that."""
_AUTHORED: Final = (
    re.escape(_QUESTION),
    r"\x1b\[[0-9;]*m",  # how text looks
    r"\x1b\[(?:\d+(?:;\d+)?)?H",  # where the cursor goes
    r"\x1b\[\d+G",  # in which column
    rf"\x1b\[\?(?:{_MODES})[hl]",  # modes
    r"\x1b\[2J",
    r"\x1b\[\?2026\$p",
    r"\x1b\[2[23];2t",  # the title that was there before
    r"\x1b\]2;[^\x00-\x1f\x7f-\x9f]*\x07",  # a title
    r"\x07",
    r"\r?\n",
)
_SEQUENCE: Final = re.compile("|".join(_AUTHORED))
_TEXT: Final = re.compile(r"[^\x00-\x1f\x7f-\x9f]+")
_LONGEST_TITLE: Final = 64


class ForeignSequence(AssertionError):
    """Output that the program did not author."""


def read_strictly(output: bytes) -> set[str]:
    """Give every sequence in the output of a session.

    Raises:
        ForeignSequence: there is something in it that the program never writes.
    """
    text = output.decode()
    found: set[str] = set()
    at = 0
    while at < len(text):
        match = _SEQUENCE.match(text, at) or _TEXT.match(text, at)
        if match is None:
            raise ForeignSequence(f"{text[max(0, at - 40) : at]!r} then {text[at : at + 40]!r}")
        _check(match[0])
        found.add(match[0])
        at = match.end()
    return found


def _check(piece: str) -> None:
    if piece == _QUESTION:
        return
    for character in piece.lstrip("\x1b\r\n\x07").rstrip("\x07"):
        category = unicodedata.category(character)
        if category[0] == "C" or category in ("Zl", "Zp"):
            raise ForeignSequence(f"{character!r} in {piece!r}")
    if piece.startswith("\x1b]") and len(piece) > _LONGEST_TITLE + 5:
        raise ForeignSequence(f"a title of {len(piece)} characters")
