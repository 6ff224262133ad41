"""Read the text files that people's programs write: Excel, LibreOffice, Notepad and others."""

from __future__ import annotations

import unicodedata
from typing import Final

from engine.text_file import UTF8, encoding_of
from server.league.errors import LeagueError

OLD_WINDOWS: Final = "cp1252"
"""What Excel writes in Western Europe and the Americas, if nobody asks for UTF-8."""


class PaperError(LeagueError):
    """A line of a file cannot be used."""

    def __init__(self, file: str, line: int, why: LeagueError) -> None:
        super().__init__("{file}:{line}: {why}", file=file, line=line, why=why)


def decode(data: bytes, file: str) -> tuple[str, str]:
    """Return the text of a file, with composed accents, and its encoding.

    UTF-8 and UTF-16 are known by a byte order mark or without one. What is neither is taken for
    Windows-1252.

    Raises:
        PaperError: it is no text.
    """
    encoding, mark = _encoding(data)
    try:
        text = data.removeprefix(mark).decode(encoding)
    except UnicodeDecodeError as error:
        raise _no_text(data, error.start, file) from None
    if "\0" in text:
        raise _no_text(data, max(0, data.find(b"\0")), file)
    return unicodedata.normalize("NFC", text), encoding


def _encoding(data: bytes) -> tuple[str, bytes]:
    """Return the encoding of a file, and its byte order mark."""
    encoding, mark = encoding_of(data)
    if encoding == UTF8 and not mark:
        try:
            data.decode(UTF8)
        except UnicodeDecodeError:
            return OLD_WINDOWS, b""
    return encoding, mark


def _no_text(data: bytes, at: int, file: str) -> PaperError:
    line = data.count(b"\n", 0, at) + 1
    return PaperError(file, line, LeagueError("this is not UTF-8 text"))
