"""Clocks of a game: so long for each decision, and a bank of seconds beyond that.

Time is an argument everywhere. What the clocks say follows from the moments of a table's events,
so a table that is built again from them shows the same times.
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
    """Seconds for every decision, free of charge."""
    bank: float
    """Seconds each seat has in a game for what goes beyond that."""


CONTROLS: Final = {
    one.name: one
    for one in (
        TimeControl("quick", 15, 90),
        TimeControl("steady", 30, 300),
        TimeControl("relaxed", 300, 1800),
    )
}
"""The time controls that have a name; to have no clock is ``none``."""
NO_CLOCK: Final = "none"
_LONGEST: Final = 86_400.0
_PAIR: Final = re.compile(r"(\d{1,5})\+(\d{1,5})")


def parse_control(text: str) -> TimeControl | None:
    """Read a time control: a name, ``none``, or seconds as ``30+300`` (a decision, the bank).

    Raises:
        NotationError: it is neither, or the times make no sense.
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
    """The clocks of one game; at most one of them runs."""

    control: TimeControl
    banks: list[float]
    running: int | None = None
    """The seat whose clock runs."""
    since: float = 0.0
    """When its decision began."""
    asked: object = field(default=None)
    """What it decides; anything else is another decision."""

    @classmethod
    def of(cls, control: TimeControl, seats: int) -> Clocks:
        """Wind the clocks up for a game."""
        return cls(control, [control.bank] * seats)

    def press(self, seat: int | None, asked: object, at: float) -> None:
        """Run the clock of the seat that decides now; a new decision charges the last one."""
        if (seat, asked) == (self.running, self.asked):
            return
        if self.running is not None:
            self.banks[self.running] = self._bank(at)
        self.running, self.asked, self.since = seat, asked, at

    def afresh(self, at: float) -> None:
        """Begin the present decision anew, as after a time in which nobody could answer."""
        self.since = at

    def _bank(self, now: float) -> float:
        """Return what is left in the bank of the seat that decides."""
        assert self.running is not None
        beyond = max(0.0, now - self.since - self.control.decision)
        return max(0.0, self.banks[self.running] - beyond)

    def left(self, seat: int, now: float) -> float:
        """Return how many seconds a seat has: for its decision and beyond, if it decides."""
        if seat != self.running:
            return self.banks[seat]
        return max(0.0, self.since + self.control.decision + self.banks[seat] - now)
