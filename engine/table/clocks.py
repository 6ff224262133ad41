"""Clocks of a game: seconds for each decision, and a bank for longer decisions.

Time is always an argument. The clocks depend only on the times of a table's events, so a restored
table shows the same times.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
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


CONTROLS: Final = {
    control.name: control
    for control in (
        TimeControl("quick", 15, 90),
        TimeControl("steady", 30, 300),
        TimeControl("relaxed", 300, 1800),
    )
}
"""The named time controls; ``none`` means no clock."""
NO_CLOCK: Final = "none"
_LONGEST: Final = 86_400.0
_PAIR: Final = re.compile(r"(\d{1,5})\+(\d{1,5})")


def parse_control(text: str) -> TimeControl | None:
    """Parse a time control: a name, ``none``, or seconds as ``30+300`` (decision, bank).

    Raises:
        NotationError: it is none of these, or the times are out of range.
    """
    if text == NO_CLOCK:
        return None
    if text in CONTROLS:
        return CONTROLS[text]
    pair = _PAIR.fullmatch(text)
    if pair is None:
        raise NotationError(
            "{text!r} is not a time control: {known}, 30+9",
            text=text,
            known=", ".join((NO_CLOCK, *CONTROLS)),
        )
    decision, bank = map(float, pair.groups())
    if not 1 <= decision + bank <= _LONGEST:
        raise NotationError("{text!r}: choose between one second and a day", text=text)
    return TimeControl(text, decision, bank)


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

    def _bank(self, now: float) -> float:
        assert self.running is not None
        beyond = max(0.0, now - self.since - self.control.decision)
        return max(0.0, self.banks[self.running] - beyond)

    def left(self, seat: int, now: float) -> float:
        """Return the seconds a seat has left, including its decision if it is deciding."""
        if seat != self.running:
            return self.banks[seat]
        return max(0.0, self.since + self.control.decision + self.banks[seat] - now)
