"""Generate room codes, guests' resume codes, and link codes for another key."""

from __future__ import annotations

import secrets
from collections import OrderedDict
from collections.abc import Callable, Container
from typing import Final

ALPHABET: Final = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
"""Without 0 O 1 I, which look alike."""
LENGTH: Final = 4
LONG: Final = 8
"""Of codes that open more than a seat at a table."""
_LONGEST_TYPED: Final = 64
"""Characters of a code with all that people write between them."""


def new_code(taken: Container[str], length: int = LENGTH) -> str:
    """Generate a random code, unlike those taken."""
    while (code := "".join(secrets.choice(ALPHABET) for _ in range(length))) in taken:
        pass
    return code


def typed_code(text: str) -> str:
    """Return a code as it is known, however it was typed; empty if it is none."""
    return "".join(filter(str.isalnum, text.upper())) if len(text) <= _LONGEST_TYPED else ""


class UsedCodes:
    """The latest codes of games that have begun."""

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


_GOOD_FOR: Final = 600.0
"""Seconds for which a code is valid."""


class LinkCodes:
    """The valid codes, at most one for each account."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._links: dict[str, tuple[str, float]] = {}
        """The account and the expiry of each code."""

    def new(self, person: str) -> str:
        """Create a code for an account, valid once, for ten minutes."""
        now = self._clock()
        self._links = {
            code: link for code, link in self._links.items() if link[1] > now and link[0] != person
        }
        code = new_code(self._links, LONG)
        self._links[code] = person, now + _GOOD_FOR
        return code

    def add(self, code: str, person: str) -> None:
        """Add a code that was created by another process just now."""
        self.drop(person)
        self._links[code] = person, self._clock() + _GOOD_FOR

    def drop(self, person: str) -> None:
        """Discard the codes of an account."""
        self._links = {code: link for code, link in self._links.items() if link[0] != person}

    def take(self, code: str) -> str | None:
        """Redeem a code; return its account."""
        person, until = self._links.pop(code, ("", 0.0))
        return person if until > self._clock() else None
