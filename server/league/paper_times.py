"""Read the times of games as people's programs write them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, timezone, tzinfo
from typing import Final, Literal, TypeAlias

from server.league.errors import LeagueError

DayOrder: TypeAlias = Literal["dmy", "mdy"]
"""Whether the day or the month comes first in a date such as 1/6/2026."""
_WRITTEN: Final = re.compile(
    r"(?P<a>\d{1,4})(?P<sep>[./-]) ?(?P<b>\d{1,2})(?P=sep) ?(?P<c>\d{1,4})\.?[T ,]+"
    r"(?P<hour>\d{1,2})[:.h](?P<minute>\d{2})(?:[:.](?P<second>\d{2})(?:[.,]\d+)?)?"
    r" ?(?P<half>[ap]\.?m\.?)?",
    re.IGNORECASE,
)
"""As spreadsheets write them: 06.01.2026 19:10, 1/6/26 7:10 PM, 2026-01-06 19:10:00."""
_SERIAL: Final = re.compile(r"\d{5}([.,]\d+)?")
"""Days since the end of 1899, as spreadsheets store a time."""
_FIRST_DAY: Final = datetime(1899, 12, 30)
_OFFSET: Final = re.compile(r"([+-])(\d{1,2}):?(\d{2})")


@dataclass(frozen=True, slots=True)
class Times:
    """How the times of a file are read."""

    zone: tzinfo | None = None
    """Of times that name none; without it they are refused."""
    order: DayOrder | None = None
    """None: as the file itself shows."""

    def read(self, text: str) -> datetime:
        """Read a time.

        Raises:
            LeagueError: it is none, or may be two.
        """
        plain = " ".join(text.split())
        found = _WRITTEN.fullmatch(plain)
        if found is not None:
            return self._zoned(_date(text, found, self.order), text)
        if _SERIAL.fullmatch(plain):
            days = timedelta(days=float(plain.replace(",", ".")))
            return self._zoned(_FIRST_DAY + timedelta(seconds=round(days.total_seconds())), text)
        return self._zoned(_iso(plain, text), text)

    def _zoned(self, moment: datetime, text: str) -> datetime:
        zoned = moment if moment.tzinfo is not None else moment.replace(tzinfo=self.zone)
        if zoned.tzinfo is None:
            raise LeagueError(
                "{text!r} has no time zone: add Z for UTC, or an offset as +02:00", text=text
            )
        try:
            return zoned.astimezone(UTC)
        except (ValueError, OverflowError):
            raise _no_time(text) from None


def parse_time(text: str) -> datetime:
    """Read an ISO time with a zone.

    Raises:
        LeagueError: it is none.
    """
    return Times().read(text)


def parse_zone(text: str) -> tzinfo:
    """Read a time zone: an offset as ``+01:00``, or a name as ``Europe/Paris``.

    Raises:
        LeagueError: it is none that is known here.
    """
    from zoneinfo import ZoneInfo

    found = _OFFSET.fullmatch(text)
    try:
        if found is None:
            return ZoneInfo("UTC" if text.upper() in ("Z", "UTC") else text)
        sign, hours, minutes = found.groups()
        offset = timedelta(hours=int(hours), minutes=int(minutes))
        return timezone(-offset if sign == "-" else offset)
    except (ValueError, OSError, LookupError):
        raise LeagueError("{text!r} is no time zone as +01:00 or Europe/Paris", text=text) from None


def day_order(texts: Iterable[str]) -> DayOrder | None:
    """Return whether the day comes first in the dates of a file; None if none of them shows it."""
    for text in texts:
        found = _WRITTEN.fullmatch(" ".join(text.split()))
        if found is None or not _is_open(found):
            continue
        if int(found["a"]) > 12:
            return "dmy"
        if int(found["b"]) > 12:
            return "mdy"
    return None


def _is_open(found: re.Match[str]) -> bool:
    """Return whether a date does not say by its form what comes first."""
    return found["sep"] == "/" and len(found["a"]) < 3


def _date(text: str, found: re.Match[str], order: DayOrder | None) -> datetime:
    first, second, last = (int(found[name]) for name in "abc")
    if len(found["a"]) > 2:
        year, month, day = first, second, last
    else:
        year = last if last > 99 else 2000 + last
        day, month = (second, first) if _month_first(text, found, order) else (first, second)
    hour, half = int(found["hour"]), (found["half"] or "").lower()
    if half and not 1 <= hour <= 12:
        raise _no_time(text)
    if half:
        hour = hour % 12 + 12 * (half[0] == "p")
    try:
        return datetime(year, month, day, hour, int(found["minute"]), int(found["second"] or 0))
    except ValueError:
        raise _no_time(text) from None


def _month_first(text: str, found: re.Match[str], order: DayOrder | None) -> bool:
    if not _is_open(found) or found["a"] == found["b"]:
        return False
    if order is None:
        raise LeagueError(
            "{text!r} may begin with the day or with the month: say --dates dmy or --dates mdy",
            text=text,
        )
    return order == "mdy"


def _iso(plain: str, text: str) -> datetime:
    try:
        moment = datetime.fromisoformat(plain.upper())
    except ValueError:
        raise _no_time(text) from None
    if len(plain) <= len("2026-01-05"):
        raise LeagueError("{text!r} has no time of day", text=text)
    return moment


def _no_time(text: str) -> LeagueError:
    return LeagueError("{text!r} is not a time as 2026-01-05T19:30:00Z", text=text)
