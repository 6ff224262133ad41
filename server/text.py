"""Clean every text that comes from a person before anybody else's terminal shows it."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

_HARMLESS: Final = frozenset({"L", "M", "N", "P", "S"})
"""General categories that print something: letters, marks, numbers, punctuation, symbols."""
_NOT_OF_A_NAME: Final = re.compile(r"[^A-Za-z0-9_-]+")


def clean(text: str, limit: int) -> str:
    """Keep what prints, in composed form, in one line of bounded length.

    Controls, direction overrides, zero-width and private characters are dropped; only the plain
    space survives of the white space.

    Args:
        text: what somebody sent.
        limit: the most characters that are kept.
    """
    composed = unicodedata.normalize("NFC", text[: limit * 4])
    return "".join(filter(_prints, composed))[:limit].strip()


def _prints(character: str) -> bool:
    return character == " " or (
        unicodedata.category(character)[0] in _HARMLESS and not _is_default_ignorable(character)
    )


def _is_default_ignorable(character: str) -> bool:
    """Whether a mark or letter is drawn as nothing (variation selectors, fillers)."""
    code = ord(character)
    return (
        code in (0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x3164, 0xFFA0)
        or 0x180B <= code <= 0x180F
        or 0xFE00 <= code <= 0xFE0F
        or code >= 0xE0000
    )


def player_name(user: str) -> str:
    """Make a player's name of an ssh user name: up to 16 ascii letters, digits, ``-``, ``_``."""
    return _NOT_OF_A_NAME.sub("", user)[:16].strip("-") or "player"


def room_code(text: str) -> str:
    """Bring a typed room code into the one form codes are kept in."""
    return clean(text, 16).upper()
