"""Make the codes by which friends find a table, guests their seat, and keys their account."""

from __future__ import annotations

import secrets
from collections import OrderedDict
from collections.abc import Container
from typing import Final

ALPHABET: Final = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
"""Without 0 O 1 I, which are taken for one another."""
LENGTH: Final = 4
LONG: Final = 8
"""Of codes that open more than a seat at a table."""


def new_code(taken: Container[str], length: int = LENGTH) -> str:
    """Make a code nobody can guess from another, unlike those taken."""
    while (code := "".join(secrets.choice(ALPHABET) for _ in range(length))) in taken:
        pass
    return code


class UsedCodes:
    """The codes of games that have begun, as far back as anybody would still try one."""

    def __init__(self, most: int = 4096) -> None:
        self._most = most
        self._codes: OrderedDict[str, None] = OrderedDict()

    def add(self, code: str) -> None:
        """Remember a code, in place of the oldest."""
        self._codes[code] = None
        if len(self._codes) > self._most:
            self._codes.popitem(last=False)

    def __contains__(self, code: object) -> bool:
        return code in self._codes
