"""Choose a lesson, and take it at the table."""

from __future__ import annotations

from typing import Final

from cuttle_tui.i18n.rich_text import Sentence
from cuttle_tui.learn.lesson import Lesson, Step
from cuttle_tui.learn.lessons import COURSE
from cuttle_tui.learn.progress import Progress
from cuttle_tui.presenter.task_overlay import Guidance
from cuttle_tui.screens.checklist import MarkedList, keys_of
from cuttle_tui.screens.keymap import Command, call
from cuttle_tui.screens.task_table import GuidedTable, keys_at
from cuttle_tui.widgets.zone import PaintContext
from cuttle_tui.wording.front.joining import Entry
from cuttle_tui.wording.keys import front as words
from cuttle_tui.wording.keys import table as table_words
from cuttle_tui.wording.learn import lessons as wording
from cuttle_tui.wording.prompt_types import Prompt
from engine.actions import Action
from engine.solver.challenge import Challenge

NAMES: Final = tuple(f"lesson:{lesson.id}" for lesson in COURSE)
"""What progress is kept under, for each lesson."""


class LessonsScreen(MarkedList):
    """The lessons, in their order, those that are done marked; one that was left goes on."""

    def __init__(self, brush: PaintContext, progress: Progress | None = None) -> None:
        super().__init__(brush, NAMES, progress)

    def entry(self, place: int, *, done: bool) -> Entry:
        """Word one lesson."""
        return wording.entry_of(COURSE[place], place, self._reached(place), done=done)

    def band(self, done: int) -> tuple[Sentence, ...]:
        """Say how many are done."""
        return wording.list_band(done, len(COURSE))

    def prompt(self, entry: Entry) -> Prompt:
        """Ask whether to begin the one in focus, or to go on with it."""
        return wording.list_prompt(entry, begun=self.begun)

    def open(self, place: int) -> None:
        """Begin a lesson, or go on where it was left."""
        self.app.push_screen(LessonTable(self, place, self._brush, self._reached(place)))

    @property
    def begun(self) -> bool:
        """Whether the lesson in focus was left behind its first step."""
        return self._reached(self._focus) > 0

    def _start_over(self) -> None:
        self._keep(self._focus)
        self.app.push_screen(LessonTable(self, self._focus, self._brush))

    def _reached(self, place: int) -> int:
        """Tell at which step a lesson goes on."""
        kept = self._progress.load()
        return next((step for step, mark in enumerate(_marks(place)) if mark in kept), 0)

    def note_step(self, place: int, step: int) -> None:
        """Keep that a step is done: the lesson goes on behind it; after the last it is done."""
        marks = _marks(place)
        last = step == len(marks) - 1
        self._keep(place, NAMES[place] if last else marks[step + 1])
        if last:
            self.focus_on(min(place + 1, len(COURSE) - 1))

    def _keep(self, place: int, *kept: str) -> None:
        """Keep this of a lesson, in place of where it was left."""
        self._progress.save(self._progress.load().difference(_marks(place)).union(kept))


def _marks(place: int) -> list[str]:
    """Name the steps of a lesson, for keeping at which of them it goes on."""
    return [f"{NAMES[place]}@{step.id}" for step in COURSE[place].steps]


LessonsScreen.SECTIONS = keys_of(
    words.BEGIN,
    Command(
        ("u",),
        words.START_OVER,
        call(LessonsScreen._start_over),
        now=lambda lessons: ("u",) if lessons.begun else (),
    ),
    first=(
        Command(
            ("enter",),
            words.GO_ON,
            call(LessonsScreen._open),
            now=lambda lessons: ("enter",) if lessons.begun else (),
        ),
    ),
)


class LessonTable(GuidedTable):
    """The steps of a lesson, on the table."""

    SECTIONS, LOOK, OUT = keys_at(table_words.TO_LESSONS)

    def __init__(
        self, shelf: LessonsScreen, number: int, brush: PaintContext, step: int = 0
    ) -> None:
        """Lay a step out.

        Args:
            shelf: the list one came from.
            number: the lesson's place there.
            brush: what to paint with.
            step: where the lesson begins, or goes on.
        """
        self._shelf = shelf
        self._number = number
        self._lesson: Lesson = COURSE[number]
        self._place = step
        contest = self.step.contest()
        self._before = contest.view
        super().__init__(contest, brush)

    @property
    def step(self) -> Step:
        """The step on the table."""
        return self._lesson.steps[self._place]

    @property
    def done(self) -> bool:
        """Whether the step is done."""
        return self._mistake == ""

    @property
    def missed(self) -> bool:
        """Whether something else was done."""
        return bool(self._mistake)

    @property
    def _mistake(self) -> str | None:
        return self.step.mistake(self._before, self.contest)

    def guidance(self) -> Guidance:
        """Tell the task, or what came of it."""
        return wording.step_guidance(
            self._lesson, self._place, hinted=self._hinted, verdict=self._verdict()
        )

    def _verdict(self) -> Prompt | None:
        mistake = self._mistake
        if mistake is None:
            return None
        if not mistake:
            return wording.good_prompt(self._lesson, self._place)
        return wording.missed_prompt(self.step, mistake, hinted=self._hinted)

    @property
    def _is_last(self) -> bool:
        return self._place == len(self._lesson.steps) - 1

    def lay_out(self, contest: Challenge) -> None:
        """Set up another step."""
        self._before = contest.view
        super().lay_out(contest)

    def _submit(self, action: Action, ply: int) -> None:
        super()._submit(action, ply)
        if self.done:
            self._shelf.note_step(self._number, self._place)

    def go_on(self) -> None:
        """Lay out the next step, or go back to the list after the last."""
        if self._is_last:
            self.interrupt()
        else:
            self._place += 1
            self.lay_out(self.step.contest())
