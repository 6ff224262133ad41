"""Make the codes by which another key is linked to an account."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from server.people.codes import LONG, new_code

_GOOD_FOR: Final = 600.0
"""Seconds a code is good."""


class LinkCodes:
    """The codes that are good now; each account has one at most."""

    def __init__(self, clock: Callable[[], float]) -> None:
        """Begin without a code.

        Args:
            clock: gives seconds that never go back.
        """
        self._clock = clock
        self._links: dict[str, tuple[str, float]] = {}
        """The account of each code, and until when it is good."""

    def new(self, person: str) -> str:
        """Make a code for an account; it is good once, for ten minutes."""
        now = self._clock()
        self._links = {
            code: link for code, link in self._links.items() if link[1] > now and link[0] != person
        }
        code = new_code(self._links, LONG)
        self._links[code] = person, now + _GOOD_FOR
        return code

    def drop(self, person: str) -> None:
        """Take the codes of an account out of use."""
        self._links = {code: link for code, link in self._links.items() if link[0] != person}

    def take(self, code: str) -> str | None:
        """Take a code out of use, and tell whose account it leads to."""
        person, until = self._links.pop(code, ("", 0.0))
        return person if until > self._clock() else None
