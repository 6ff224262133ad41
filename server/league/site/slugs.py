"""Safe file names for pages: whatever a name holds, its page lies where it should."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from typing import Final

_PLAIN: Final = re.compile(r"[a-z0-9][a-z0-9_-]*")
_LONGEST: Final = 80
_DEVICES: Final = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)")
"""Names that Windows keeps for itself."""


def slug(name: str) -> str:
    """Return the file name of a page, without its ending.

    A name of plain letters stays as it is, in small letters. Any other is written in such letters,
    with a few signs of its hash, so that no two names have one page.
    """
    small = unicodedata.normalize("NFC", name).casefold()
    if _PLAIN.fullmatch(small) and len(small) <= _LONGEST and not _DEVICES.fullmatch(small):
        return small
    letters = unicodedata.normalize("NFKD", small).encode("ascii", "ignore").decode()
    plain = re.sub(r"[^a-z0-9_]+", "-", letters).strip("-_")[:_LONGEST]
    digest = hashlib.sha256(small.encode("utf-8", "surrogatepass")).hexdigest()[:8]
    return f"{plain or 'page'}-{digest}"
