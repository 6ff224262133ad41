"""Clocks of a game: seconds for each decision, and a bank for longer decisions; or days.

Time is always an argument. The clocks depend only on the times of a table's events, so a restored
table shows the same times.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Final

from engine.errors import NotationError


@dataclass(frozen=True, slots=True)
class TimeControl:
    """How long seats may think."""

    name: str
    decision: float
    """Free seconds for every decision."""
    bank: float
    """Seconds each seat has in a game for longer decisions."""
    days: int = 0
    """Days for every decision of a correspondence game, which has no bank; 0 in other games."""


DAY: Final = 86_400.0
"""Seconds."""
MOST_DAYS: Final = 14


def by_days(days: int) -> TimeControl:
    """Return the time control of a correspondence game."""
    return TimeControl(f"{days}d", days * DAY, 0, days)


CONTROLS: Final = {
    control.name: control
    for control in (
        TimeControl("quick", 15, 90),
        TimeControl("steady", 30, 300),
        TimeControl("relaxed", 300, 1800),
        by_days(1),
        by_days(3),
        by_days(7),
    )
}
"""The named time controls; ``none`` means no clock."""
NO_CLOCK: Final = "none"
_PAIR: Final = re.compile("([0-9]{1,5})[+]([0-9]{1,5})")
_DAYS: Final = re.compile("([0-9]{1,5})d")


def parse_control(text: str) -> TimeControl | None:
    """Parse a time control: a name, ``none``, seconds as ``30+300`` (decision, bank), or ``5d``.

    Raises:
        NotationError: it is none of these, or the times are out of range.
    """
    if text == NO_CLOCK:
        return None
    if text in CONTROLS:
        return CONTROLS[text]
    days = _DAYS.fullmatch(text)
    if days is not None:
        return _parse_days(text, int(days[1]))
    pair = _PAIR.fullmatch(text)
    if pair is None:
        raise NotationError(
            "{text!r} is not a time control: {known}, 30+9",
            text=text,
            known=", ".join((NO_CLOCK, *CONTROLS)),
        )
    decision, bank = map(float, pair.groups())
    if not 1 <= decision + bank <= DAY:
        raise NotationError("{text!r}: choose between one second and a day", text=text)
    return TimeControl(text, decision, bank)


def _parse_days(text: str, days: int) -> TimeControl:
    if not 1 <= days <= MOST_DAYS:
        raise NotationError("{text!r}: choose between 1d and {most}d", text=text, most=MOST_DAYS)
    return by_days(days)


def is_correspondence(timing: str) -> bool:
    """Return whether a time control, by its name, gives days for each decision."""
    return _DAYS.fullmatch(timing) is not None


class Vacations:
    """When the clock of each seat stands still: spans of time, by seat."""

    def __init__(self, seats: int) -> None:
        """Start without any."""
        self._spans: list[list[tuple[float, float]]] = [[] for _ in range(seats)]

    def begin(self, seat: int, at: float, until: float) -> None:
        """Stop the clock of a seat until then; what was left of an earlier vacation is dropped."""
        self.end(seat, at)
        if until > at:
            self._spans[seat].append((at, until))

    def end(self, seat: int, at: float) -> None:
        """End a seat's vacation."""
        self._spans[seat] = [
            (begin, min(end, at)) for begin, end in self._spans[seat] if begin < min(end, at)
        ]

    def until(self, seat: int, now: float) -> float | None:
        """Return when a seat's vacation ends; None if it has none now."""
        return next((end for begin, end in self._spans[seat] if begin <= now < end), None)

    def within(self, seat: int, since: float, now: float) -> float:
        """Return how many of the seconds since then were vacation."""
        return sum(max(0.0, min(now, end) - max(since, begin)) for begin, end in self._spans[seat])


@dataclass(slots=True)
class Clocks:
    """The clocks of a game; at most a single clock runs."""

    control: TimeControl
    banks: list[float]
    running: int | None = None
    """The seat whose clock runs."""
    since: float = 0.0
    """When its decision began."""
    asked: object = None
    """The key of its decision; another key is another decision."""
    vacations: Vacations = field(default_factory=lambda: Vacations(0))

    def press(self, seat: int | None, asked: object, at: float) -> None:
        """Run the clock of the deciding seat, after charging the last decision."""
        if (seat, asked) == (self.running, self.asked):
            return
        if self.running is not None:
            self.banks[self.running] = self._bank(at)
        self.running, self.asked, self.since = seat, asked, at

    def restart(self, at: float) -> None:
        """Restart the current decision."""
        self.since = at

    def shift(self, lost: float, at: float) -> None:
        """Leave an interruption out of the current decision."""
        self.since = min(at, self.since + lost)

    def _thought(self, seat: int, now: float) -> float:
        """Return the seconds of the current decision."""
        rested = self.vacations.within(seat, self.since, now) if self.control.days else 0.0
        return max(0.0, now - self.since - rested)

    def _bank(self, now: float) -> float:
        assert self.running is not None
        beyond = max(0.0, self._thought(self.running, now) - self.control.decision)
        return max(0.0, self.banks[self.running] - beyond)

    def left(self, seat: int, now: float) -> float:
        """Return the seconds a seat has left, including its decision if it is deciding."""
        if seat != self.running:
            return self.control.decision if self.control.days else self.banks[seat]
        return max(0.0, self.control.decision + self.banks[seat] - self._thought(seat, now))

    def deadline(self, now: float) -> float | None:
        """Return when the running clock will have run out, if its player does nothing."""
        if self.running is None:
            return None
        until = self.vacations.until(self.running, now) if self.control.days else None
        return (now if until is None else until) + self.left(self.running, now)
