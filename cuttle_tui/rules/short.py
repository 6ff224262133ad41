"""Rulesets in little room, the terms of a table in full, and clocks in words."""

from __future__ import annotations

from typing import Final

from cuttle_tui.i18n.rich_text import SILENCE, Sentence, Span, say, tell
from cuttle_tui.i18n.translation import N_, Plural, counted, tr
from cuttle_tui.kit import editing as letters
from cuttle_tui.kit.keymap import HELP
from engine.errors import NotationError
from engine.rules.options import OPTIONS
from engine.rules.rulesets import Ruleset
from engine.table.seats import DAY, NO_CLOCK, parse_control


def in_short(ruleset: str) -> str:
    """Shorten the text of a ruleset to its name and how many options there are.

    >>> in_short("cuttle.cards/1.0.2+first-to-2")
    'cuttle.cards +1'
    """
    base, *options = ruleset.split("+")
    name = base.partition("/")[0]
    return f"{name} +{len(options)}" if options else name


def game_in_short(ruleset: str, timing: str, *, rated: bool = False) -> str:
    """Name the rules and clocks of a game; the options of rated matches go without saying.

    >>> game_in_short("cuttle.cards/1.0.2+first-to-2", "steady", rated=True)
    'cuttle.cards, steady'
    """
    rules = in_short(ruleset.partition("+")[0] if rated else ruleset)
    return rules if timing == NO_CLOCK else f"{rules}, {timing}"


def more_rules_line() -> Sentence:
    """Say how to read the rules that have no room beside a list."""
    keys = {"help": Span(HELP.key, "key"), "rules": Span(letters.READ_RULES, "strong")}
    return tell("more: {help} then {rules}", **keys)


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


def rules_lines(ruleset: Ruleset) -> list[Sentence]:
    """Name the rules, and say in words what each option changes."""
    options = options_in_words(ruleset.name)
    name = Span(rules_name(ruleset.name), "strong")
    if not options:
        return [tell("rules: {rules}", rules=name)]
    return [tell("rules: {rules}, but {options}", rules=name, options=options)]


def rules_name(text: str) -> str:
    """Return the name of a ruleset, without its version and its options."""
    return text.partition("+")[0].partition("/")[0]


def options_in_words(text: str) -> Sentence:
    """Word each option in the text of a ruleset; silence if it has none."""
    told: Sentence = SILENCE
    for part in text.split("+")[1:]:
        name, _, number = part.partition("=")
        count = int(number) if number.isdecimal() else None
        title = option_title(name, count) if name in OPTIONS else part
        told = tell("{told}; {more}", told=told, more=title) if told else say(title)
    return told


def clock_line(timing: str) -> Sentence:
    """Say how much time there is to move."""
    if timing == NO_CLOCK:
        return tell("no clocks: take your time")
    return control_line(timing)


def option_title(name: str, count: int | None) -> str:
    """Summarize what an option changes."""
    return tr(OPTIONS[name].title) if count is None else tr(_NUMBERED[name], n=count)


_NUMBERED: Final = {
    "hand-limit": N_("discard down to {n} at the end of your turn"),
    "draw-limit": N_("you cannot draw with {n} cards in hand"),
}
"""Titles of the options that take a number."""
