"""Represent the table a player sets up: the players, the rules, the options, the computers."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final, Literal

from engine.errors import RulesetError
from engine.rules.options import OPTIONS
from engine.rules.rulesets import PRESETS, UNLIMITED, Ruleset
from engine.rules.text import parse_ruleset
from engine.table.clocks import CONTROLS, NO_CLOCK

Who = Literal["computer", "keyboard", "room", "challenge"]

_BASES: Final = tuple(PRESETS)
_TIMINGS: Final = (NO_CLOCK, *CONTROLS)
_USUAL_RATED: Final = "steady"
_ORDER: Final = {name: place for place, name in enumerate(OPTIONS)}
_USUAL_NUMBER: Final = 8
_MOST: Final = 99


@dataclass(frozen=True, slots=True)
class TableOptions:
    """A table to open; its options are always compatible."""

    who: Who = "computer"
    base: str = "standard"
    options: tuple[tuple[str, int | None], ...] = ()
    """The names of the chosen options, each with its number if it takes one."""
    computers: int = 0
    """Seats the computer plays, besides the player's own, if people play."""
    timing: str = NO_CLOCK
    """The name of the time control, if other people can join."""
    public: bool = False
    """Whether anybody can join, not only friends with the code."""
    rated: bool = False
    """Whether it is a rated match: its rules are given."""

    @property
    def text(self) -> str:
        """Write the ruleset with its options."""
        words = (name if number is None else f"{name}={number}" for name, number in self.options)
        return "+".join((self.base, *words))

    @property
    def ruleset(self) -> Ruleset:
        """Return the ruleset with its options."""
        return parse_ruleset(self.text)

    @property
    def most_computers(self) -> int:
        """Return how many seats the computer can take if other people play as well."""
        return 0 if self.who == "computer" else self.ruleset.seats - 2

    def number_of(self, name: str) -> int | None:
        """Return the number of a chosen option."""
        return dict(self.options).get(name)

    def has(self, name: str) -> bool:
        """Return whether an option is chosen."""
        return any(name == chosen for chosen, _ in self.options)


def toggled(table: TableOptions, name: str) -> TableOptions:
    """Choose an option, or remove it.

    Raises:
        RulesetError: it is not compatible with the rest.
    """
    if table.has(name):
        kept = tuple(option for option in table.options if option[0] != name)
        return replace(table, options=kept)
    limit = table.ruleset.hand_limit
    number = limit if limit < UNLIMITED else _USUAL_NUMBER
    return _with(table, name, number if OPTIONS[name].numbered else None)


def _with(table: TableOptions, name: str, number: int | None) -> TableOptions:
    chosen = {**dict(table.options), name: number}
    options = tuple(sorted(chosen.items(), key=lambda option: _ORDER[option[0]]))
    trial = replace(table, options=options)
    parse_ruleset(trial.text)
    return trial


def counted_on(table: TableOptions, name: str, step: int) -> TableOptions:
    """Choose an option that takes a number, or change its number by a step.

    Raises:
        RulesetError: it is not compatible with the rest.
    """
    number = table.number_of(name)
    if number is None:
        return toggled(table, name)
    return _with(table, name, max(1, min(_MOST, number + step)))


def rival_of(table: TableOptions, name: str) -> str | None:
    """Return a chosen option that excludes this one."""
    for other, _ in table.options:
        try:
            _with(TableOptions(base=table.base), other, table.number_of(other))
            _with(
                TableOptions(base=table.base, options=((other, table.number_of(other)),)),
                name,
                _USUAL_NUMBER if OPTIONS[name].numbered else None,
            )
        except RulesetError:
            return other
    return None


def refusal(table: TableOptions, name: str) -> RulesetError | None:
    """Return why an option can be neither chosen nor removed now; empty if it can."""
    try:
        toggled(table, name)
    except RulesetError as error:
        return error
    return None


def with_base(table: TableOptions, base: str) -> tuple[TableOptions, tuple[str, ...]]:
    """Switch to another ruleset; return the incompatible options, which are removed."""
    changed = replace(table, base=base, options=())
    dropped = []
    for name, number in table.options:
        try:
            changed = _with(changed, name, number)
        except RulesetError:
            dropped.append(name)
    return replace(changed, computers=min(table.computers, changed.most_computers)), tuple(dropped)


def next_base(table: TableOptions, step: int) -> str:
    """Return the name of the ruleset a number of places further in the list."""
    return _BASES[(_BASES.index(table.base) + step) % len(_BASES)]


def with_who(table: TableOptions, offered: tuple[Who, ...], step: int) -> TableOptions:
    """Switch to the next choice of players."""
    place = offered.index(table.who) if table.who in offered else -step
    changed = replace(table, who=offered[(place + step) % len(offered)])
    return replace(changed, computers=min(table.computers, changed.most_computers))


def with_computers(table: TableOptions, step: int) -> TableOptions:
    """Assign more or fewer seats to the computer."""
    count = table.most_computers + 1
    return replace(table, computers=(table.computers + step) % count)


def with_timing(table: TableOptions, step: int) -> TableOptions:
    """Switch to the next time control; rated matches have clocks."""
    timings = tuple(CONTROLS) if table.rated else _TIMINGS
    place = timings.index(table.timing) + step
    return replace(table, timing=timings[place % len(timings)])


def with_rated(table: TableOptions, rules: str) -> TableOptions:
    """Make it a rated match under given rules."""
    timing = _USUAL_RATED if table.timing == NO_CLOCK else table.timing
    return replace(table, base=rules, options=(), computers=0, timing=timing, rated=True)


def casual(table: TableOptions) -> TableOptions:
    """Make it a game that is not rated."""
    return replace(table, rated=False)
