"""Read numbers in text forms: the digits 0 to 9, and only as they are written.

`int` and `float` take more: signs, blanks, underscores, the digits of other scripts.
"""

from __future__ import annotations

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
