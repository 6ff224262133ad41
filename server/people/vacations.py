"""Vacations from correspondence games: who is away until when, and how many days are left."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from math import ceil
from typing import Final

from cuttle_tui.ports import LobbyError, VacationLine
from server.ops.limits import VACATION_DAYS
from server.store.values import Vacation

_DAY: Final = 86_400.0
_Span = tuple[float, float]


class Vacations:
    """The vacations of all players, in memory; whoever changes them stores what is returned.

    A vacation counts for the calendar year, in UTC, in which it begins.
    """

    def __init__(self, clock: Callable[[], float], days_a_year: int = VACATION_DAYS) -> None:
        """Start without any.

        Args:
            clock: returns the time in seconds since 1970.
            days_a_year: how many days a player may take in a year.
        """
        self._clock = clock
        self._days = days_a_year
        self._taken: dict[str, list[_Span]] = {}
        self.changed: Callable[[str], None] = lambda _person: None
        """Called with a player's identity after their vacation has changed."""

    def restore(self, vacations: Iterable[Vacation]) -> None:
        """Load the vacations that are stored."""
        for each in vacations:
            span = each.start.timestamp(), each.until.timestamp()
            self._taken.setdefault(each.person, []).append(span)

    def renew(self, vacations: Iterable[Vacation], person: str) -> None:
        """Load them anew: a player's vacation has changed at another process."""
        self._taken.clear()
        self.restore(vacations)
        self.changed(person)

    def until(self, person: str) -> float | None:
        """Return when a player's vacation ends, in seconds since 1970; None without one."""
        now = self._clock()
        ends = (end for begin, end in self._taken.get(person, ()) if begin <= now < end)
        return next(ends, None)

    def left(self, person: str) -> int:
        """Return how many days a player may still take this year."""
        year = _moment(self._clock()).year
        taken = (
            max(1, ceil((end - begin) / _DAY))
            for begin, end in self._taken.get(person, ())
            if _moment(begin).year == year
        )
        return max(0, self._days - sum(taken))

    def line(self, person: str) -> VacationLine:
        """Describe a player's vacation."""
        until = self.until(person)
        shown = "" if until is None else f"{_moment(until):%Y-%m-%d %H:%M}"
        return VacationLine(self.left(person), shown)

    def planned(self, person: str, days: int) -> Vacation:
        """Return a vacation that begins now; `take` it once it is stored.

        Raises:
            LobbyError: ``on-vacation``, ``no-days-left``.
        """
        if self.until(person) is not None:
            raise LobbyError("on-vacation")
        if not 1 <= days <= self.left(person):
            raise LobbyError("no-days-left")
        now = float(int(self._clock()))
        return Vacation(person, _moment(now), _moment(now + days * _DAY))

    def ended(self, person: str) -> Vacation:
        """Return a player's vacation as if it ended now; `take` it once it is stored.

        Raises:
            LobbyError: ``no-vacation``.
        """
        now, until = self._clock(), self.until(person)
        if until is None:
            raise LobbyError("no-vacation")
        begin = next(begin for begin, end in self._taken[person] if end == until)
        return Vacation(person, _moment(begin), _moment(max(begin, float(int(now)))))

    def take(self, vacation: Vacation) -> None:
        """Take up a vacation, or its earlier end."""
        begin, end = vacation.start.timestamp(), vacation.until.timestamp()
        spans = self._taken.get(vacation.person, [])
        self._taken[vacation.person] = [span for span in spans if span[0] != begin] + [(begin, end)]
        self.changed(vacation.person)

    def forget(self, person: str) -> None:
        """Forget a player whose account is deleted."""
        self._taken.pop(person, None)


def _moment(at: float) -> datetime:
    return datetime.fromtimestamp(at, UTC)
