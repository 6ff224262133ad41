"""Lessons and puzzles in plain mode: lists, and tasks at a table of their own."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date
from typing import ClassVar, Final

from cuttle_tui.learn.lessons import COURSE
from cuttle_tui.plain.conversation import Command, Conversation
from cuttle_tui.plain.lines import Output
from cuttle_tui.plain.table_feed import TableFeed
from cuttle_tui.presenter.tasks import Lessons, LessonTask, Puzzles, PuzzleTask, Task
from cuttle_tui.table.situation import Verdict
from cuttle_tui.wording.learn import lessons as lesson_words
from cuttle_tui.wording.learn import puzzles as puzzle_words
from cuttle_tui.wording.plain import learning as wording
from cuttle_tui.wording.plain.lines import LEAVE_FIRST
from engine.play.events import Event


class TaskFeed(TableFeed):
    """Follows the table of a lesson or a puzzle: tells the task, then how it went."""

    asks_all: ClassVar[bool] = True

    def __init__(self, task: Task, output: Output, notify: Callable[[], None]) -> None:
        """Sit down at the table of a task."""
        super().__init__(task.contest, output, notify)
        self.task = task
        self._judged: Verdict = ""

    @property
    def binds(self) -> bool:
        """Return False: a task is left whenever the player likes."""
        return False

    def arrive(self) -> None:
        """Tell the task, then the table."""
        self.tell_task()
        super().arrive()

    def tell_task(self) -> None:
        """Tell what is to be done."""
        self.say(*wording.task_lines(self.task.guidance(hinted=False)))

    def again(self) -> None:
        """Set the table up as it was."""
        self._judged = ""
        self.task.contest.again()
        self.tell_task()
        self.begin_anew()

    def _new_events(self) -> list[Event]:
        return list(self.state.log[len(self.log) :])

    def _ask(self) -> None:
        """Ask for the pending decision, unless the task is done or missed."""
        verdict = self.task.verdict
        if not verdict:
            super()._ask()
        elif not self._judged:
            self.menu, self._judged = None, verdict
            self.task.note_progress()
            self.say(*wording.verdict_lines(self.task.guidance(hinted=False)))
            self.say(wording.GO_ON if verdict == "done" else wording.TRY_AGAIN)


def _open(session: Conversation, task: Task) -> None:
    session.go_to(TaskFeed(task, session.output, session.wake))


# at a task ---------------------------------------------------------------------------------------


def _task(session: Conversation, table: TaskFeed, rest: str) -> None:
    table.tell_task()
    table.ask()


def _again(session: Conversation, table: TaskFeed, rest: str) -> None:
    table.again()


def _hint(session: Conversation, table: TaskFeed, rest: str) -> None:
    table.say(table.task.guidance(hinted=True).hint)


def _next(session: Conversation, table: TaskFeed, rest: str) -> None:
    """Go on to the next step, lesson or puzzle."""
    task = table.task
    if task.verdict != "done":
        table.say(wording.FIRST_DO_IT)
    elif task.next_contest() is not None:
        _open(session, task)
    else:
        table.say(wording.PLAY_NOW if task.occasion == "lesson" else wording.NO_MORE)


TASK_COMMANDS: Final[Mapping[str, Callable[[Conversation, TaskFeed, str], None]]] = {
    "task": _task,
    "again": _again,
    "hint": _hint,
    "next": _next,
}


# in the lobby ------------------------------------------------------------------------------------


def _lessons_of(session: Conversation) -> Lessons:
    return Lessons(session.progress)


def _puzzles_of(session: Conversation) -> Puzzles:
    return Puzzles(session.progress, date.today)


async def _lessons(session: Conversation, rest: str) -> None:
    lessons = _lessons_of(session)
    for place, (lesson, done) in enumerate(zip(COURSE, lessons.done, strict=True)):
        entry = lesson_words.entry_of(lesson, place, lessons.reached(place), done=done)
        session.output.item(wording.entry_line(place, lesson_words.title_of(lesson), entry))
    session.output.tell(wording.HOW_LESSONS)


async def _puzzles(session: Conversation, rest: str) -> None:
    puzzles = _puzzles_of(session)
    for place, (puzzle, done) in enumerate(zip(puzzles.book, puzzles.done, strict=True)):
        entry = puzzle_words.entry_of(puzzle, place, done=done)
        session.output.item(wording.entry_line(place, puzzle_words.title_of(puzzle), entry))
    session.output.tell(wording.HOW_PUZZLES)


async def _lesson(session: Conversation, rest: str) -> None:
    """Begin the lesson of that number, or go on where the player is."""
    lessons = _lessons_of(session)
    place = _place(session, rest, len(COURSE), lessons.first)
    if place is not None:
        _open(session, LessonTask(lessons, place, lessons.reached(place)))


async def _puzzle(session: Conversation, rest: str) -> None:
    """Open the puzzle of that number, or today's; once that is solved, the next one."""
    puzzles = _puzzles_of(session)
    today = puzzles.of_the_day
    place = _place(session, rest, len(puzzles.book), puzzles.first if today is None else today)
    if place is not None:
        if not rest and puzzles.solved_today:
            session.output.tell(wording.SOLVED_TODAY)
        _open(session, PuzzleTask(puzzles, place))


def _place(session: Conversation, rest: str, count: int, usual: int) -> int | None:
    """Return which one is meant, if the player may leave their table for it."""
    number = int(rest) if rest.isascii() and rest.isdigit() and len(rest) < 6 else 0
    if rest and not 1 <= number <= count:
        session.output.tell(wording.no_such_task(rest, count))
    elif session.table is not None and session.table.binds:
        session.output.tell(LEAVE_FIRST)
    else:
        return number - 1 if rest else usual
    return None


COMMANDS: Final[Mapping[str, Command]] = {
    "lessons": _lessons,
    "lesson": _lesson,
    "puzzles": _puzzles,
    "puzzle": _puzzle,
}
