"""Hold what kind of table a player wants: who plays, the rules, the options, the computers."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final, Literal

from engine.errors import RulesetError
from engine.rules.options import OPTIONS
from engine.rules.rulesets import PRESETS, UNLIMITED, Ruleset
from engine.rules.text import parse_ruleset
from engine.table.clocks import CONTROLS, NO_CLOCK

Who = Literal["computer", "keyboard", "room"]

_BASES: Final = tuple(PRESETS)
_TIMINGS: Final = (NO_CLOCK, *CONTROLS)
_ORDER: Final = {name: place for place, name in enumerate(OPTIONS)}
_USUAL_NUMBER: Final = 8
_MOST: Final = 99


@dataclass(frozen=True, slots=True)
class TableOptions:
    """A table that could be opened; its options always go together."""

    who: Who = "computer"
    base: str = "standard"
    options: tuple[tuple[str, int | None], ...] = ()
    """The names of the options chosen, each with its number where it takes one."""
    computers: int = 0
    """Seats the computer plays, beside one's own, where people play."""
    timing: str = NO_CLOCK
    """The name of the time control, where other people come to the table."""
    public: bool = False
    """Whether anybody may come, not only friends with the code."""

    @property
    def text(self) -> str:
        """Write the ruleset with its options."""
        words = (name if number is None else f"{name}={number}" for name, number in self.options)
        return "+".join((self.base, *words))

    @property
    def ruleset(self) -> Ruleset:
        """Give the ruleset with its options."""
        return parse_ruleset(self.text)

    @property
    def most_computers(self) -> int:
        """Return how many seats may be left to the computer when other people play as well."""
        return 0 if self.who == "computer" else self.ruleset.seats - 2

    def number_of(self, name: str) -> int | None:
        """Return the number of an option that is chosen."""
        return dict(self.options).get(name)

    def has(self, name: str) -> bool:
        """Return whether an option is chosen."""
        return any(name == chosen for chosen, _ in self.options)


def toggled(wish: TableOptions, name: str) -> TableOptions:
    """Choose an option, or drop it again.

    Raises:
        RulesetError: it does not go with the rest.
    """
    if wish.has(name):
        kept = tuple(one for one in wish.options if one[0] != name)
        return replace(wish, options=kept)
    limit = wish.ruleset.hand_limit
    number = limit if limit < UNLIMITED else _USUAL_NUMBER
    return _with(wish, name, number if OPTIONS[name].numbered else None)


def _with(wish: TableOptions, name: str, number: int | None) -> TableOptions:
    chosen = {**dict(wish.options), name: number}
    options = tuple(sorted(chosen.items(), key=lambda one: _ORDER[one[0]]))
    trial = replace(wish, options=options)
    parse_ruleset(trial.text)
    return trial


def counted_on(wish: TableOptions, name: str, step: int) -> TableOptions:
    """Choose an option that takes a number, or change that by a step.

    Raises:
        RulesetError: it does not go with the rest.
    """
    number = wish.number_of(name)
    if number is None:
        return toggled(wish, name)
    return _with(wish, name, max(1, min(_MOST, number + step)))


def rival_of(wish: TableOptions, name: str) -> str | None:
    """Name a chosen option beside which this one cannot stand."""
    for other, _ in wish.options:
        try:
            _with(TableOptions(base=wish.base), other, wish.number_of(other))
            _with(
                TableOptions(base=wish.base, options=((other, wish.number_of(other)),)),
                name,
                _any(name),
            )
        except RulesetError:
            return other
    return None


def refusal(wish: TableOptions, name: str) -> RulesetError | None:
    """Return why an option can be neither chosen nor dropped now; nothing where it can."""
    try:
        toggled(wish, name)
    except RulesetError as error:
        return error
    return None


def _any(name: str) -> int | None:
    return _USUAL_NUMBER if OPTIONS[name].numbered else None


def with_base(wish: TableOptions, base: str) -> tuple[TableOptions, tuple[str, ...]]:
    """Take another ruleset; tell which options it cannot bear, and drop them."""
    changed = replace(wish, base=base, options=())
    dropped = []
    for name, number in wish.options:
        try:
            changed = _with(changed, name, number)
        except RulesetError:
            dropped.append(name)
    return replace(changed, computers=min(wish.computers, changed.most_computers)), tuple(dropped)


def next_base(wish: TableOptions, step: int) -> str:
    """Name the ruleset so many places further in the list."""
    return _BASES[(_BASES.index(wish.base) + step) % len(_BASES)]


def with_who(wish: TableOptions, offered: tuple[Who, ...], step: int) -> TableOptions:
    """Take the next of those who may play."""
    place = offered.index(wish.who) if wish.who in offered else -step
    changed = replace(wish, who=offered[(place + step) % len(offered)])
    return replace(changed, computers=min(wish.computers, changed.most_computers))


def with_computers(wish: TableOptions, step: int) -> TableOptions:
    """Leave more or fewer seats to the computer."""
    count = wish.most_computers + 1
    return replace(wish, computers=(wish.computers + step) % count)


def with_timing(wish: TableOptions, step: int) -> TableOptions:
    """Take the next time control."""
    place = _TIMINGS.index(wish.timing) + step
    return replace(wish, timing=_TIMINGS[place % len(_TIMINGS)])
