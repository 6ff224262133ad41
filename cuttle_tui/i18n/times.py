"""Days and times as people read them: in the zone of their own machine, or in UTC, and named so.

A server does not know where its players are, so what they read there is UTC.
"""

from __future__ import annotations

from contextlib import suppress
from contextvars import ContextVar
from datetime import UTC, datetime
from typing import Final

_IN_UTC: Final[ContextVar[bool]] = ContextVar("times in UTC", default=False)


def tell_utc() -> None:
    """Tell times in UTC, in this task and those it starts from now on."""
    _IN_UTC.set(True)


def own_time(moment: datetime) -> datetime:
    """Return a moment in this machine's zone; as it is where that has no date."""
    with suppress(OverflowError, ValueError, OSError):  # some systems know no times before 1970
        return moment.astimezone()
    return moment


def day_text(moment: datetime) -> str:
    """Write the day of a moment: ``2026-11-21``, or ``2026-11-21 UTC``."""
    if _IN_UTC.get():
        return f"{moment.astimezone(UTC).date()} UTC"
    return str(own_time(moment).date())
