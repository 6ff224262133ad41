"""Sanitize text from players before another terminal or a log shows it."""

from __future__ import annotations

import unicodedata
from typing import Final

from rich.cells import get_character_cell_size

_HARMLESS: Final = frozenset({"L", "M", "N", "P", "S"})
"""General categories that print something: letters, marks, numbers, punctuation, symbols."""
_BREAKS: Final = frozenset("\t\n\v\f\r\x85\u2028\u2029")
"""Line ends and tabs, replaced by a plain space."""
_DRAWN_AS_NOTHING: Final = frozenset(
    (0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x2800, 0x3164, 0xFFA0, 0x16FE4, 0x1D159)
)
_JOINED_BY_SOME: Final = ((0x1F1E6, 0x1F1FF), (0x1F3FB, 0x1F3FF))
"""Flag letters and skin tones: terminals do not agree on how wide they come out."""
_MARKS_TOGETHER: Final = 2
_SELECTORS: Final = ((0x180B, 0x180D), (0x180F, 0x180F), (0xFE00, 0xFE0F), (0xE0100, 0xE01EF))
_BYTE_ORDER_MARK: Final = "\ufeff"
_UNKNOWN: Final = "\ufffd"
"""What stands for bytes that are no text."""

CHAT_WIDTH: Final = 120
"""Columns of a chat line, at most."""
TITLE_WIDTH: Final = 64
"""Columns of a window title, at most."""


class BadLine(ValueError):
    """A line that a person wrote cannot be taken as it is."""


class TooLong(BadLine):
    """It is longer or wider than the limit."""


class Unprintable(BadLine):
    """It has characters that do not print, or more marks on one than terminals can draw."""


def line(text: str, limit: int, width: int | None = None) -> str:
    """Return a line that a person wrote, composed and with plain spaces, and nothing lost.

    Only line ends, blanks around it, and selectors of a character's form may go.

    Args:
        limit: the most characters it may have.
        width: the most columns it may take; `limit` if not given.

    Raises:
        TooLong: it has more.
        Unprintable: some of it could not be shown.
    """
    if len(text) > limit * 8:
        raise TooLong(limit)
    text = text.removeprefix(_BYTE_ORDER_MARK)
    if _is_simple(text):
        whole = " ".join(text.split())
        if len(whole) > min(limit, limit if width is None else width):
            raise TooLong(limit)
        return whole
    if _UNKNOWN in text or any(not (_plain(sign) or _may_go(sign)) for sign in text):
        raise Unprintable
    whole = clean(text, len(text) or 1, 2 * len(text))
    if _letters(whole) != _letters(text):
        raise Unprintable
    if _fitting(whole[:limit], limit if width is None else width) != whole:
        raise TooLong(limit)
    return whole


def _is_simple(text: str) -> bool:
    """Return whether a text is what most are: letters and signs of ASCII, a column each."""
    return text.isascii() and text.isprintable()


def _may_go(sign: str) -> bool:
    """Return whether a character only selects the form of the one before it."""
    return any(first <= ord(sign) <= last for first, last in _SELECTORS)


def _letters(text: str) -> str:
    """Return a text decomposed, without blanks and what selects a form."""
    apart = unicodedata.normalize("NFD", text)
    return "".join(sign for sign in apart if _plain(sign) != " " and not _selects_a_form(ord(sign)))


def clean(text: str, limit: int, width: int | None = None) -> str:
    """Keep the printable characters, composed, in a line of bounded length and width.

    For what is shown or logged; what a person wrote is read by `line`, which loses nothing.

    Controls, direction overrides, zero-width, private and unassigned characters are dropped; white
    space of any kind becomes one plain space; at most two combining marks follow a character.

    `limit` is the most characters that are kept, `width` the most columns; `limit` if not given.
    """
    if _is_simple(text):
        words = " ".join(text[: limit * 4].split())
        return words[: limit if width is None else min(limit, width)].rstrip()
    printing = "".join(map(_plain, text[: limit * 4]))
    composed = unicodedata.normalize("NFC", " ".join(printing.split(" ")))
    # no marks without a base character, nor beyond two in a row
    kept: list[str] = []
    room = 0
    for character in composed:
        if unicodedata.category(character)[0] == "M":
            room -= 1
            if room < 0:
                continue
        else:
            room = 0 if character == " " else _MARKS_TOGETHER
        kept.append(character)
    bounded = unicodedata.normalize("NFC", "".join(kept))
    words = " ".join(bounded.split())
    return _fitting(words[:limit], limit if width is None else width).rstrip()


def _plain(character: str) -> str:
    """Return the character, a space for white space, or nothing for what does not print."""
    category = unicodedata.category(character)
    if category == "Zs" or character in _BREAKS:
        return " "
    return character if category[0] in _HARMLESS and _is_drawn(character, category) else ""


def _is_drawn(character: str, category: str) -> bool:
    """Return whether every terminal draws this, and equally wide."""
    code = ord(character)
    if category[0] == "M":
        return code not in _DRAWN_AS_NOTHING and not _selects_a_form(code)
    return (
        code not in _DRAWN_AS_NOTHING
        and get_character_cell_size(character) > 0
        and not any(first <= code <= last for first, last in _JOINED_BY_SOME)
    )


def _selects_a_form(code: int) -> bool:
    return 0x180B <= code <= 0x180F or 0xFE00 <= code <= 0xFE0F or code >= 0xE0000


def _fitting(text: str, width: int) -> str:
    """Cut a text off before the character that would pass the width."""
    taken = 0
    for at, character in enumerate(text):
        taken += get_character_cell_size(character)
        if taken > width:
            return text[:at]
    return text


def printable(text: str) -> str:
    """Return lines of text without what a terminal would obey."""
    return "".join(sign for sign in text if sign == "\n" or _plain(sign))


def chat_line(text: str) -> str:
    """Return typed text as a line of chat; empty if there is nothing in it.

    Raises:
        BadLine: it is wider than `CHAT_WIDTH`, or some of it does not print.
    """
    return line(text, 2 * CHAT_WIDTH, CHAT_WIDTH)


def title_text(text: str) -> str:
    """Return a text as a window title that cannot end the title's sequence."""
    return clean(text, TITLE_WIDTH)


def log_text(text: str) -> str:
    """Return a text as a field of a log line, so that it cannot forge lines."""
    return clean(text, 80).replace('"', "'")
