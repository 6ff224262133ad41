"""The names of computer players: they tell them from people, and say their level."""

from __future__ import annotations

from typing import Final, NamedTuple

COMPUTER: Final = "computer"
"""The first word of the name of every computer player; no person can have it."""
_FORMER: Final = "machine"
"""Stands for it in old records."""


def is_computer(name: str) -> bool:
    """Return whether a name is that of a computer player."""
    return name.split(" ")[0] in (COMPUTER, _FORMER)


class Called(NamedTuple):
    """What the name of a computer player says."""

    number: str
    """Which of several computers it is, from 1; empty for the only one."""
    level: str
    """The name of its level; empty in records of older versions."""


def name_of(level: str, number: int = 0) -> str:
    """Build the name of a computer player; `number` is 0 for the only one at a table."""
    return " ".join((COMPUTER, *([str(number)] if number else []), level))


def names_for(count: int, level: str) -> tuple[str, ...]:
    """Build the names of all computer players of a table."""
    if count == 1:
        return (name_of(level),)
    return tuple(name_of(level, number) for number in range(1, count + 1))


def called(name: str) -> Called | None:
    """Read the name of a computer player; None for the name of a person."""
    if not is_computer(name):
        return None
    rest = name.split(" ")[1:]
    number = rest.pop(0) if rest and rest[0].isdigit() else ""
    return Called(number, " ".join(rest))
