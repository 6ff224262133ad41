"""Know from which addresses guests were cut off whose seats wait for them (ADR 20)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from server.ops.limits import origin

_LATELY: Final = 15 * 60.0
"""Seconds in which somebody who was cut off comes back, if at all."""


class CutOff:
    """The guests who lost their connection lately, while they sat at a table."""

    def __init__(self, clock: Callable[[], float], is_seated: Callable[[str], bool]) -> None:
        """Begin with nobody; `is_seated` returns whether a seat is held for an identity."""
        self._clock = clock
        self._is_seated = is_seated
        self._lost: dict[str, tuple[str, float]] = {}
        """Where each came from, and when they were lost."""

    def note(self, identity: str, address: str) -> None:
        """Remember a guest whose last connection is gone, if a seat is held for them."""
        self._tidy()
        if self._is_seated(identity):
            self._lost[identity] = origin(address), self._clock()

    def forget(self, identity: str) -> None:
        """Forget a guest who is back."""
        self._lost.pop(identity, None)

    def came_from(self, address: str) -> bool:
        """Return whether anybody was cut off at an address: not who, nor at which table."""
        self._tidy()
        here = origin(address)
        return any(there == here for there, _ in self._lost.values())

    def _tidy(self) -> None:
        """Forget those who had their time to come back, or have no seat any more."""
        since = self._clock() - _LATELY
        self._lost = {
            identity: (address, at)
            for identity, (address, at) in self._lost.items()
            if at > since and self._is_seated(identity)
        }
