"""Share the rows of a window among parts below each other: what is worth most grows first."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Final, NamedTuple


class Step(NamedTuple):
    """Parts that get so many rows, together or not at all, in a window at least so wide."""

    wants: tuple[tuple[str, int], ...]
    columns: int = 0

    def times(self, count: int) -> Step:
        """Return the step that wants so many times as much."""
        return self._replace(wants=tuple((part, rows * count) for part, rows in self.wants))


_STEP: Final = re.compile(r"(?P<wants>[^@]+?)(?: @(?P<columns>\d+))?$")


def _want(text: str) -> tuple[str, int]:
    part, rows = text.split()
    return part, int(rows)


def steps(text: str) -> tuple[Step, ...]:
    """Read steps: `hand 4 @100` lets the hand have 4 rows where there are 100 columns.

    >>> steps("pile 3; theirs 4 & mine 4 @100")[1]
    Step(wants=(('theirs', 4), ('mine', 4)), columns=100)
    """
    found = []
    for one in filter(None, (" ".join(part.split()) for part in text.split(";"))):
        match = _STEP.match(one)
        assert match is not None
        wants = tuple(map(_want, match["wants"].split("&")))
        found.append(Step(wants, int(match["columns"] or 0)))
    return tuple(found)


def share(
    room: int,
    least: Mapping[str, int],
    grow: Iterable[Step],
    *,
    columns: int = 0,
    times: Mapping[str, int] | None = None,
    most: Mapping[str, int] | None = None,
) -> Counter[str]:
    """Give each part its least, then what steps want while it fits; "left" is what is over.

    Args:
        room: rows to share.
        least: the fewest rows of each part that has some in any case.
        grow: what is wanted, the most important first.
        columns: of the window.
        times: how often a part is there.
        most: the most rows of a part.
    """
    rows, times, most = Counter(least), times or {}, most or {}
    left = room - sum(count * times.get(part, 1) for part, count in rows.items())
    for wants, wide in grow:
        if wide > columns or any(rows_ > most.get(part, rows_) for part, rows_ in wants):
            continue
        cost = sum((wanted - rows[part]) * times.get(part, 1) for part, wanted in wants)
        if cost <= left and any(wanted != rows[part] for part, wanted in wants):
            rows.update({part: wanted - rows[part] for part, wanted in wants})
            left -= cost
    rows["left"] = left
    return rows


@dataclass(frozen=True, slots=True)
class Stack:
    """Parts below each other, in this order, and how they share rows."""

    order: tuple[str, ...]
    least: Mapping[str, int]
    grow: tuple[Step, ...]
    rest: str
    """The part that has the rows left over."""
    times: Mapping[str, int] = field(default_factory=dict)

    def cards_first(self, blanks: Iterable[str]) -> Stack:
        """Let blank rows wait until all else has what it wants."""
        late = frozenset(blanks)
        return replace(self, grow=tuple(sorted(self.grow, key=lambda s: s.wants[0][0] in late)))

    def rows(self, room: int, columns: int = 0, most: Mapping[str, int] | None = None) -> Rows:
        """Lay the parts into so many rows; a part that is there several times is so in turn."""
        rows = share(room, self.least, self.grow, columns=columns, times=self.times, most=most)
        rows[self.rest] += rows.pop("left")
        starts, y = {}, 0
        for part in self.order:
            starts[part] = y
            y += rows[part] * self.times.get(part, 1)
        return Rows(starts, rows)


class Rows(NamedTuple):
    """The first row of each part, and how many it has."""

    at: dict[str, int]
    of: Counter[str]


def stack(order: str, least: str, grow: str, rest: str) -> Stack:
    """Read a stack from text."""
    base = dict(map(_want, least.split(";")))
    return Stack(tuple(order.split()), base, steps(grow), rest)
