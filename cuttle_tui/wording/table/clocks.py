"""Word clocks: the time a seat has left, and what a time control allows."""

from __future__ import annotations

from typing import Final

from cuttle_tui.i18n.rich_text import SILENCE, Sentence, tell
from cuttle_tui.i18n.translation import N_, Plural, counted, tr
from engine.errors import NotationError
from engine.table.clocks import DAY, parse_control


def clock_time(seconds: int) -> str:
    """Write a clock as m:ss, from an hour as h:mm:ss, from a day in days and hours.

    >>> clock_time(312), clock_time(7), clock_time(7200)
    ('5:12', '0:07', '2:00:00')
    """
    if seconds > DAY:
        return time_left(seconds)
    minutes, rest = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def time_left(seconds: int) -> str:
    """Write a time in words: days, hours, minutes, and seconds in the last minute."""
    if seconds < _MINUTE:
        return tr("{seconds} s", seconds=seconds)
    if seconds <= _SHORT:
        return tr("{minutes} min", minutes=seconds // _MINUTE)
    if seconds <= DAY:
        return tr("{hours} h", hours=round(seconds / _HOUR))
    days, rest = divmod(seconds, int(DAY))
    counted_days = counted(days, _DAYS)
    hours = rest // _HOUR
    return tr("{days} {hours} h", days=counted_days, hours=hours) if hours else counted_days


_MINUTE: Final = 60
_HOUR: Final = 3600
_SHORT: Final = 3 * _HOUR
_DAYS: Final = Plural("{n} day", "{n} days")


def control_in_words(timing: str) -> str:
    """Say what a time control allows, by its name; empty without clocks."""
    try:
        control = parse_control(timing)
    except NotationError:  # a server may know others
        return timing
    if control is None:
        return ""
    if control.days:
        return tr("{time} a move", time=counted(control.days, _DAYS))
    decision, bank = clock_time(int(control.decision)), clock_time(int(control.bank))
    if not control.decision or not control.bank:
        return tr(_ONE_TIME[not control.bank], time=bank if control.bank else decision)
    return tr("{time} a move, {bank} in reserve", time=decision, bank=bank)


_ONE_TIME: Final = {False: N_("{time} for the game"), True: N_("{time} a move")}
"""By whether there is no reserve."""


def control_line(timing: str) -> Sentence:
    """Tell the time control at the head of the log; nothing without clocks."""
    words = control_in_words(timing)
    return tell("clocks: {timing}", timing=words) if words else SILENCE
