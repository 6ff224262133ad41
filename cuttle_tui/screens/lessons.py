"""Choose a lesson, and take it at the table."""

from __future__ import annotations

from typing import ClassVar, Final

from cuttle_tui.i18n.translation import N_
from cuttle_tui.keymap.commands import Command, Section, Sections, to
from cuttle_tui.learn.lessons import COURSE, Lesson, Step
from cuttle_tui.learn.progress import Progress
from cuttle_tui.screens.base import BACK
from cuttle_tui.screens.front import MOVE, ChecklistScreen
from cuttle_tui.screens.table import TableScreen
from cuttle_tui.screens.task import Checklist, Task
from cuttle_tui.table.situation import Occasion, Verdict
from cuttle_tui.widgets.front import HeadModel
from cuttle_tui.widgets.zone import PaintContext
from cuttle_tui.wording.front.joining import NAME
from cuttle_tui.wording.guidance import Guidance
from cuttle_tui.wording.learn import lessons as wording
from cuttle_tui.wording.prompt_types import Prompt
from engine.solver.challenge import Challenge

NAMES: Final = tuple(f"lesson:{lesson.id}" for lesson in COURSE)
"""The name under which each lesson is saved."""


class LessonsScreen(ChecklistScreen):
    """The lessons in order, with their progress; an unfinished lesson continues."""

    def __init__(self, brush: PaintContext, progress: Progress | None = None) -> None:
        super().__init__(brush, Checklist(NAMES, progress))

    @property
    def length(self) -> int:
        """The number of lessons."""
        return len(COURSE)

    def _show(self) -> None:
        done = self._list.done
        self._entries = tuple(
            wording.entry_of(lesson, place, self._reached(place), done=done[place])
            for place, lesson in enumerate(COURSE)
        )
        prompt = wording.list_prompt(self._entries[self._focus], begun=self.begun)
        band = wording.list_band(sum(done), len(COURSE))
        self._show_front(HeadModel(tuple(NAME), 2), band, prompt)

    @property
    def begun(self) -> bool:
        """Whether the lesson in focus was left after its first step."""
        return self._reached(self._focus) > 0

    def _open(self) -> None:
        """Start or continue the lesson in focus."""
        self._lay_out(self._reached(self._focus))

    def _start_over(self) -> None:
        self._list.save(without=_marks(self._focus))
        self._lay_out(0)

    def _lay_out(self, step: int) -> None:
        task = LessonTask(self, self._focus, step)
        self.app.push_screen(TableScreen((task.contest,), self.brush, task=task))

    def _reached(self, place: int) -> int:
        """Return the step at which a lesson continues."""
        saved = self._list.saved
        return next((step for step, mark in enumerate(_marks(place)) if mark in saved), 0)

    def note_step(self, place: int, step: int) -> None:
        """Save that a step is done; after the last step, so is the lesson."""
        marks = _marks(place)
        last = step == len(marks) - 1
        self._list.save(NAMES[place] if last else marks[step + 1], without=marks)
        if last:
            self.focus_on(min(place + 1, len(COURSE) - 1))

    SECTIONS: ClassVar[Sections] = (
        Section(
            N_("the list"),
            (
                MOVE,
                Command(
                    to("enter", _open),
                    N_("go on with the lesson in focus"),
                    N_("go on"),
                    now=lambda screen: screen.begun,
                ),
                Command(to("enter", _open), N_("begin the lesson in focus"), N_("begin")),
                Command(
                    to("u", _start_over),
                    N_("begin the lesson in focus over again"),
                    N_("from the start"),
                    now=lambda screen: screen.begun,
                ),
                BACK,
            ),
        ),
    )


def _marks(place: int) -> list[str]:
    """Name the steps of a lesson, to save the step at which it continues."""
    return [f"{NAMES[place]}@{step.id}" for step in COURSE[place].steps]


class LessonTask(Task):
    """The steps of a lesson in order."""

    occasion: Occasion = "lesson"

    def __init__(self, menu: LessonsScreen, number: int, step: int = 0) -> None:
        """Set up a step of the lesson at index `number` of the menu."""
        self._menu = menu
        self._number = number
        self.lesson: Lesson = COURSE[number]
        self._place = step
        super().__init__(self.step.contest())
        self._before = self.contest.view

    @property
    def step(self) -> Step:
        """The current step."""
        return self.lesson.steps[self._place]

    @property
    def _mistake(self) -> str | None:
        return self.step.mistake(self._before, self.contest)

    @property
    def verdict(self) -> Verdict:
        """The result of the step so far."""
        mistake = self._mistake
        if mistake is None:
            return ""
        return "missed" if mistake else "done"

    def guidance(self, *, hinted: bool) -> Guidance:
        """Word the step or its result."""
        return wording.step_guidance(
            self.lesson, self._place, hinted=hinted, verdict=self._judged(hinted=hinted)
        )

    def _judged(self, *, hinted: bool) -> Prompt | None:
        mistake = self._mistake
        if mistake is None:
            return None
        if not mistake:
            return wording.good_prompt(self.lesson, self._place)
        return wording.missed_prompt(self.step, mistake, hinted=hinted)

    def note_progress(self) -> None:
        """Save the step once it is done."""
        if self.verdict == "done":
            self._menu.note_step(self._number, self._place)

    def next_contest(self) -> Challenge | None:
        """Set up the next step; None after the last."""
        if self._place == len(self.lesson.steps) - 1:
            return None
        self._place += 1
        self.contest = self.step.contest()
        self._before = self.contest.view
        return self.contest
