"""Offer and open the next puzzle or lesson from anywhere."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date

from cuttle_tui.i18n.rich_text import Sentence
from cuttle_tui.learn.lessons import COURSE
from cuttle_tui.learn.progress import Progress
from cuttle_tui.presenter.tasks import Lessons, Puzzles
from cuttle_tui.screens.host import TaskKind
from cuttle_tui.screens.learn import ChecklistScreen, LessonsScreen, PuzzlesScreen
from cuttle_tui.widgets.zone import PaintContext
from cuttle_tui.wording.front.meanwhile import lesson_line, puzzle_line


def task_offers(progress: Progress, today: Callable[[], date]) -> tuple[Sentence, ...]:
    """Name the next puzzle and the next lesson, each with its key."""
    lessons, puzzles = Lessons(progress), Puzzles(progress, today)
    puzzle, lesson, book = puzzles.first, lessons.first, puzzles.book
    return (
        puzzle_line(book[puzzle].id, puzzle, len(book)),
        lesson_line(COURSE[lesson].id, lesson, begun=lessons.reached(lesson) > 0),
    )


def task_list(
    kind: TaskKind, paint: PaintContext, progress: Progress, today: Callable[[], date]
) -> ChecklistScreen:
    """Return the list of puzzles or lessons, on the first that is not done."""
    if kind == "puzzle":
        return PuzzlesScreen(paint, Puzzles(progress, today))
    return LessonsScreen(paint, Lessons(progress))
