"""Offer and open the next puzzle or lesson from anywhere."""

from __future__ import annotations

from cuttle_tui.i18n.rich_text import Sentence
from cuttle_tui.learn.lessons import COURSE
from cuttle_tui.learn.progress import Progress
from cuttle_tui.learn.puzzles import read_book
from cuttle_tui.screens.host import TaskKind
from cuttle_tui.screens.learn import (
    LESSON_NAMES,
    ChecklistScreen,
    LessonsScreen,
    PuzzlesScreen,
    puzzle_names,
)
from cuttle_tui.screens.task import Checklist
from cuttle_tui.widgets.zone import PaintContext
from cuttle_tui.wording.front.meanwhile import lesson_line, puzzle_line


def task_offers(progress: Progress) -> tuple[Sentence, ...]:
    """Name the next puzzle and the next lesson, each with its key."""
    book, saved = read_book(), progress.load()
    puzzle = Checklist(puzzle_names(), progress).first
    lesson = Checklist(LESSON_NAMES, progress).first
    begun = any(name.startswith(f"{LESSON_NAMES[lesson]}@") for name in saved)
    return (
        puzzle_line(book[puzzle].id, puzzle, len(book)),
        lesson_line(COURSE[lesson].id, lesson, begun=begun),
    )


def task_list(kind: TaskKind, paint: PaintContext, progress: Progress) -> ChecklistScreen:
    """Return the list of puzzles or lessons, on the first that is not done."""
    return (PuzzlesScreen if kind == "puzzle" else LessonsScreen)(paint, progress)
