"""Time controls: how long seats may think, as data and as text."""

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
    if days := _DAYS.fullmatch(text):
        if not 1 <= int(days[1]) <= MOST_DAYS:
            raise NotationError(
                "{text!r}: choose between 1d and {most}d", text=text, most=MOST_DAYS
            )
        return by_days(int(days[1]))
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


def is_correspondence(timing: str) -> bool:
    """Return whether a time control, by its name, gives days for each decision."""
    return _DAYS.fullmatch(timing) is not None
