"""Share the rows of a window among parts below each other: what is worth most grows first.

A stack is data: the parts from top to bottom, with the least rows of each, and steps, of which
the first is worth most. A step says how many rows a part has from then on:

    CARDS = stack("title=1 theirs=2 under mine=2 hand=2",
                  "theirs 3 & mine 3; under 1; hand 4", rest="under", steady="theirs mine hand")

A part with `*` has the rows of its texts, as many of them as fit (`spelled`). Parts beside an `&`
grow together or not at all. A `steady` part, like the cards, never has fewer rows in a window that
is a row higher: once a step does not fit, no later one of such a part is taken, and what is over
goes to blank rows and to the `rest`. Rows of which a part can make no use, having too few columns,
it does not leave to other steady parts either, for the same reason.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate, groupby
from typing import Final, NamedTuple

Step = tuple[tuple[str, int], ...]
"""Parts, and how many rows they have then, together or not at all."""


def steps(text: str) -> tuple[Step, ...]:
    """Read steps.

    >>> steps("pile 3; theirs 4 & mine 4")
    ((('pile', 3),), (('theirs', 4), ('mine', 4)))
    """
    parts = (one.split("&") for one in text.split(";") if one.strip())
    return tuple(tuple(map(_want, step)) for step in parts)


def _want(text: str) -> tuple[str, int]:
    part, rows = text.split()
    return part, _ALL if rows == "*" else int(rows)


_ALL: Final = 0
"""The rows of a part that is to have all that its texts take."""


def times(step: Step, count: int) -> Step:
    """Return the step that wants so many times as much."""
    return tuple((part, rows * count) for part, rows in step)


class Rows(NamedTuple):
    """The first row of each part, and how many it has."""

    at: dict[str, int]
    of: Counter[str]


@dataclass(frozen=True, slots=True)
class Stack:
    """Parts below each other, in this order, and how they share rows."""

    order: tuple[str, ...]
    least: Mapping[str, int]
    grow: tuple[Step, ...]
    rest: str
    """The part that has the rows left over."""
    steady: frozenset[str] = frozenset()
    """Parts that have no fewer rows where there are more for all."""
    spare: tuple[Step, ...] = ()
    """What is still wanted where there are rows that no part may use."""
    times: Mapping[str, int] = field(default_factory=dict)
    """How often a part is there, if not once."""

    def share(self, room: int) -> Counter[str]:
        """Give each part its least, then what steps want while it fits; "left" is what is over."""
        rows = Counter(self.least)
        rows["left"] = room - sum(rows[part] * self.times.get(part, 1) for part in self.least)
        self._grow(rows, self.grow)
        return rows

    def _grow(self, rows: Counter[str], grow: Iterable[Step]) -> None:
        """Take the steps that fit; after the first that does not, none of a steady part."""
        full = False
        for step in grow:
            cost = 0  # plain loops: each plan goes through a hundred steps
            for part, wanted in step:
                if wanted > rows[part]:
                    cost += (wanted - rows[part]) * self.times.get(part, 1)
            if cost > rows["left"]:
                full = True
            elif cost and not (full and any(part in self.steady for part, _ in step)):
                for part, wanted in step:
                    rows[part] = max(rows[part], wanted)
                rows["left"] -= cost

    def rows(self, room: int, most: Mapping[str, int] | None = None) -> Rows:
        """Lay the parts into so many rows; those that are there several times are so in turn.

        Neighbours that are there as often as each other follow each other each time, and what is
        told of them is where they lie the first time.
        """
        rows = self.share(room)
        for part, highest in (most or {}).items():
            rows["left"] += max(0, rows[part] - highest) * self.times.get(part, 1)
            rows[part] = min(rows[part], highest)
        self._grow(rows, self.spare)
        rows[self.rest] += rows.pop("left")
        starts, y = {}, 0
        for count, parts in groupby(self.order, lambda part: self.times.get(part, 1)):
            top = y
            for part in parts:
                starts[part] = y
                y += rows[part]
            y += (y - top) * (count - 1)
        return Rows(starts, rows)

    def fits(self, room: int) -> bool:
        """Return whether all parts have their least in so many rows."""
        return sum(rows * self.times.get(part, 1) for part, rows in self.least.items()) <= room


def stack(order: str, grow: str, rest: str, *, steady: str = "", spare: str = "") -> Stack:
    """Read a stack from text: its parts, each with its least rows if it has any, and its steps."""
    parts = [(part, least) for part, _, least in (each.partition("=") for each in order.split())]
    base = {part: int(least) for part, least in parts if least}
    held = frozenset(steady.split())
    return Stack(tuple(part for part, _ in parts), base, steps(grow), rest, held, steps(spare))


def share(room: int, least: Mapping[str, int], grow: str) -> Counter[str]:
    """Share rows among parts wherever they lie; "left" is what is over.

    >>> share(9, {"head": 2, "list": 3}, "head 4; list 9; head 5")
    Counter({'head': 5, 'list': 3, 'left': 1})
    """
    return Stack((), least, steps(grow), "left").share(room)


def late(grow: Iterable[Step], parts: Iterable[str]) -> tuple[Step, ...]:
    """Let steps of some parts wait until all others have been taken."""
    last = frozenset(parts)
    return tuple(sorted(grow, key=lambda step: step[0][0] in last))


def spelled(grow: Iterable[Step], texts: Mapping[str, Sequence[int]]) -> tuple[Step, ...]:
    """Let parts written with `*` grow text by text, given the rows of each text.

    >>> spelled(steps("told *; pile 3"), {"told": [2, 1]})
    ((('told', 2),), (('told', 3),), (('pile', 3),))
    """
    told: list[Step] = []
    for step in grow:
        part, rows = step[0]
        whole = [((part, end),) for end in accumulate(texts.get(part, ()))]
        told += whole if rows == _ALL else [step]
    return tuple(told)


def within(grow: Iterable[Step], most: Mapping[str, int]) -> tuple[Step, ...]:
    """Leave out steps to more rows than parts can use; 0 for what is not there."""
    return tuple(step for step in grow if all(most.get(part, rows) >= rows for part, rows in step))
