"""Keep what breaks in one player's listener away from the player who acted."""

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
