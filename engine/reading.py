"""Read numbers and files of text as people's programs write them."""

from __future__ import annotations

import codecs
import re
from typing import Final

from engine.errors import NotationError

_WHOLE: Final = "0|[1-9][0-9]{0,8}"
_HEX: Final = "(?:[0-9A-Fa-f]{2})*"


def parse_whole(text: str) -> int:
    """Parse a whole number of up to nine digits, without leading zeros.

    Raises:
        NotationError: it is none.
    """
    if not re.fullmatch(_WHOLE, text):
        raise NotationError("not a whole number: {text!r}", text=text[:20])
    return int(text)


def parse_hex(text: str) -> bytes:
    """Parse bytes, two hex digits each.

    Raises:
        NotationError: these are none.
    """
    if not re.fullmatch(_HEX, text):
        raise NotationError("not hex digits: {text!r}", text=text[:20])
    return bytes.fromhex(text)


UTF8: Final = "utf-8"
OLD_WINDOWS: Final = "cp1252"
"""What older programs write in Western Europe and the Americas, if nobody asks for UTF-8."""
MARK: Final = "\ufeff"
"""A byte order mark, once it is decoded."""
_MARKS: Final = (
    (codecs.BOM_UTF8, UTF8),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)


def encoding_of(data: bytes) -> tuple[str, bytes]:
    """Return the encoding of a text, UTF-8 or UTF-16, and its byte order mark if it has one."""
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return encoding, mark
    if data[1:2] == b"\0":
        return "utf-16-le", b""
    if data[:1] == b"\0":
        return "utf-16-be", b""
    return UTF8, b""


def decode_text(data: bytes) -> str:
    r"""Return the text of a file, with ``\n`` at the end of each line.

    Raises:
        UnicodeDecodeError: it is no text in UTF-8 or UTF-16.
    """
    encoding, mark = encoding_of(data)
    text = data.removeprefix(mark).decode(encoding)
    if "\0" in text:
        raise UnicodeDecodeError(encoding, data, 0, 1, "it has zero bytes")
    return text.replace("\r\n", "\n").replace("\r", "\n")
