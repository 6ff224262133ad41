"""Lay a recorded game out as a row of cells, one a turn, with marks. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from engine.record.key_moments import Moment, MomentKind
from engine.record.replay import Replay

MARKS: Final[tuple[MomentKind, ...]] = ("end", "turning", "counter", "capture", "lead")
"""The kinds of moments that are marked; of several in one cell, the first of these."""


@dataclass(frozen=True, slots=True)
class Cell:
    """Some plies of a game, and the moment that marks them."""

    first: int
    last: int
    mark: MomentKind | None = None
    at: int = 0
    """The ply of the mark."""

    @property
    def ply(self) -> int:
        """The ply that stands for the cell: its mark, or its end."""
        return self.last if self.mark is None else self.at


@dataclass(frozen=True, slots=True)
class Timeline:
    """The cells of a game, and where we are."""

    cells: tuple[Cell, ...]
    ply: int


def cells_of(replay: Replay, moments: Iterable[Moment]) -> tuple[Cell, ...]:
    """Return the deal and each turn as a cell: a play with all that answered it."""
    marked = [moment for moment in moments if moment.kind in MARKS]
    turns = groupby(range(1, replay.plies + 1), lambda ply: replay.view(ply - 1).turn)
    spans = [(0, 0), *((plies[0], plies[-1]) for plies in (list(group) for _, group in turns))]
    return tuple(_marked(first, last, marked) for first, last in spans)


def _marked(first: int, last: int, moments: Iterable[Moment]) -> Cell:
    inside = [moment for moment in moments if first <= moment.ply <= last]
    if not inside:
        return Cell(first, last)
    moment = min(inside, key=lambda moment: MARKS.index(moment.kind))
    return Cell(first, last, moment.kind, moment.ply)


def merged(cells: Sequence[Cell], most: int) -> tuple[Cell, ...]:
    """Join neighbours until at most so many cells are left; each keeps its foremost mark."""
    each = -(-len(cells) // max(1, most))
    groups = (cells[start : start + each] for start in range(0, len(cells), each))
    return tuple(map(_joined, groups))


def _joined(cells: Sequence[Cell]) -> Cell:
    first, last = cells[0].first, cells[-1].last
    marked = [(MARKS.index(cell.mark), cell) for cell in cells if cell.mark is not None]
    if not marked:
        return Cell(first, last)
    foremost = min(marked, key=lambda entry: entry[0])[1]
    return Cell(first, last, foremost.mark, foremost.at)
