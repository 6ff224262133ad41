"""Draw the course of a game: the points of each seat turn by turn, with the goal above them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from cuttle_tui.drawing.graph import Area, Series, draw_area, draw_ticks
from cuttle_tui.drawing.palette import Glyphs
from cuttle_tui.drawing.rows import Sheet, put_sentence, sentence_width
from cuttle_tui.i18n.translation import Sentence


@dataclass(frozen=True, slots=True)
class CourseSeat:
    """A seat of a game that is over."""

    name: str
    total: Sentence
    points: tuple[int, ...]
    """At the deal and after each turn; so are the goals."""
    goals: tuple[int, ...]
    won: bool


@dataclass(frozen=True, slots=True)
class CourseModel:
    """What the course is called, and its seats from the top."""

    title: str
    seats: tuple[CourseSeat, ...]

    @property
    def least(self) -> int:
        """The fewest rows: a name and two rows for each seat, the title and the numbers."""
        return len(self.seats) * (_LOWEST + 1) + _AROUND


_LOWEST: Final = 2
_HIGHEST: Final = 8
"""Rows of the points of a seat."""
_AROUND: Final = 2
"""Rows of the title and of the numbers of turns."""


def draw_course(
    sheet: Sheet, columns: tuple[int, int], rows: range, model: CourseModel, glyphs: Glyphs
) -> None:
    """Draw a course between two columns on some rows, as high as they let it be."""
    first, stop = columns
    tall = min(_HIGHEST, (len(rows) - _AROUND) // len(model.seats) - 1)
    y = rows.start
    sheet.put(first, y, model.title, "key", bold=True)
    y += 1
    top = max(max(*seat.points, *seat.goals) for seat in model.seats)
    for seat in model.seats:
        sheet.put(first, y, seat.name, bold=True)
        at = stop - sentence_width(seat.total, glyphs)
        put_sentence(sheet, at, y, seat.total, glyphs, fore="key" if seat.won else "quiet")
        area = Area(first, y + 1, stop - first, tall, top)
        draw_area(sheet, area, Series(seat.points, seat.goals), glyphs, won=seat.won)
        y += tall + 1
    draw_ticks(sheet, first, stop, y, len(model.seats[0].points) - 1)
