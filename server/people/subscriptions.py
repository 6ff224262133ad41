"""Keep what breaks in one player's listener from others, and let nobody listen who is gone."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import TypeVar

log = logging.getLogger(__name__)
News = TypeVar("News")


def apart(listener: Callable[[News], None], owner: str) -> Callable[[News], None]:
    """Wrap a listener so that its first error is logged, and its last: it hears no more.

    Args:
        listener: called in the task of whoever acted.
        owner: whose listener it is, for the log.
    """
    broken = False

    def told(news: News) -> None:
        nonlocal broken
        if broken:
            return
        try:
            listener(news)
        except Exception:
            broken = True
            log.exception("a listener of %s broke and hears no more", owner)

    return told


class Subscriptions:
    """What one session listens to."""

    def __init__(self) -> None:
        self._ends: set[Callable[[], None]] = set()

    def until(self, end: Callable[[], None]) -> Callable[[], None]:
        """Take up one more thing to listen to.

        Args:
            end: ends the listening; it may be called more than once.

        Returns:
            what ends it, before the session does.
        """

        def ended() -> None:
            self._ends.discard(ended)
            end()

        self._ends.add(ended)
        return ended

    def end(self) -> None:
        """Listen to nothing any more."""
        for ended in [*self._ends]:
            ended()
