"""Choose a lesson, and take it at the table."""

from __future__ import annotations

from cuttle_tui.guidance import Guidance
from cuttle_tui.lessons.course import COURSE
from cuttle_tui.lessons.step import Lesson, Step
from cuttle_tui.prose import Sentence
from cuttle_tui.puzzles.progress import Progress
from cuttle_tui.screens.guided import GuidedTable, keys_at
from cuttle_tui.screens.marked import MarkedList, keys_of
from cuttle_tui.widgets.zone import Brush
from cuttle_tui.wording import keys_front as words
from cuttle_tui.wording import keys_table as table_words
from cuttle_tui.wording import lessons as wording
from cuttle_tui.wording.asking import Prompt
from cuttle_tui.wording.front import Entry
from engine.contest import Contest


class LessonsScreen(MarkedList):
    """The lessons, in their order, those that are done marked."""

    SECTIONS = keys_of(words.BEGIN)

    def __init__(self, brush: Brush, progress: Progress | None = None) -> None:
        super().__init__(brush, [f"lesson:{lesson.id}" for lesson in COURSE], progress)

    def entry(self, place: int, *, done: bool) -> Entry:
        """Word one lesson."""
        return wording.entry_of(COURSE[place], place, done=done)

    def band(self, done: int) -> tuple[Sentence, ...]:
        """Say how many are done."""
        return wording.list_band(done, len(COURSE))

    def prompt(self, entry: Entry) -> Prompt:
        """Ask whether to begin the one in focus."""
        return wording.list_prompt(entry)

    def open(self, place: int) -> None:
        """Begin a lesson."""
        self.app.push_screen(LessonTable(self, place, self._brush))

    def finish(self, place: int) -> None:
        """Keep that a lesson is done, and move on to the next."""
        self.note_done(place)
        self.focus_on(min(place + 1, len(COURSE) - 1))


class LessonTable(GuidedTable):
    """The steps of a lesson, on the table."""

    SECTIONS, LOOK, OUT = keys_at(table_words.TO_LESSONS)

    def __init__(self, shelf: LessonsScreen, number: int, brush: Brush) -> None:
        self._shelf = shelf
        self._number = number
        self._lesson: Lesson = COURSE[number]
        self._place = 0
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

    def lay_out(self, contest: Contest) -> None:
        """Set up another step."""
        self._before = contest.view
        super().lay_out(contest)

    def go_on(self) -> None:
        """Lay out the next step; after the last, the lesson is done."""
        if self._is_last:
            self._shelf.finish(self._number)
            self.interrupt()
        else:
            self._place += 1
            self.lay_out(self.step.contest())
