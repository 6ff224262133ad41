"""Choose how to learn the game: lessons and puzzles, each at a table, or the rules."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Collection, Sequence
from datetime import date
from functools import partial
from typing import ClassVar, Final

from cuttle_tui.i18n.rich_text import Sentence
from cuttle_tui.i18n.translation import N_, Message, tr
from cuttle_tui.keymap.commands import Command, Section, Sections, by, to
from cuttle_tui.learn.lessons import COURSE, Lesson, Step
from cuttle_tui.learn.progress import Progress, Streak, streak_in
from cuttle_tui.learn.puzzles import Puzzle, read_book
from cuttle_tui.screens.base import BACK
from cuttle_tui.screens.front import MOVE, FrontScreen, name_head, straight_to
from cuttle_tui.screens.pages import rules_screen
from cuttle_tui.screens.table import TableScreen
from cuttle_tui.screens.task import Checklist, Task
from cuttle_tui.table.commands import START_OVER
from cuttle_tui.table.situation import Occasion, Verdict
from cuttle_tui.widgets.panel import Block, rules_blocks
from cuttle_tui.widgets.zone import PaintContext
from cuttle_tui.wording.front.joining import Entry
from cuttle_tui.wording.guidance import Guidance
from cuttle_tui.wording.learn import lessons as lesson_words
from cuttle_tui.wording.learn import menu as wording
from cuttle_tui.wording.learn import puzzles as puzzle_words
from cuttle_tui.wording.prompt_types import Prompt
from engine.solver.challenge import Challenge

LESSON_NAMES: Final = tuple(f"lesson:{lesson.id}" for lesson in COURSE)
"""The name under which each lesson is saved."""


def puzzle_names() -> tuple[str, ...]:
    """Return the name under which each puzzle is saved."""
    return tuple(puzzle.id for puzzle in read_book())


class LearnScreen(FrontScreen):
    """Three ways to learn."""

    def __init__(self, paint: PaintContext) -> None:
        super().__init__(paint)
        self._entries = wording.entries()

    def on_screen_resume(self) -> None:
        """Show the list."""
        self._show()

    def _show(self) -> None:
        self._entries = wording.entries()
        done = self.cuttle.progress.load()
        lists = (LESSON_NAMES, puzzle_names())
        band = wording.band(*((len(done.intersection(names)), len(names)) for names in lists))
        prompt = wording.prompt(self._entries[self._focus])
        self._panel = rules_blocks(self.cuttle.ruleset)
        self._show_front(name_head(), band, prompt)

    def sections(self) -> Sections:
        """Return the keys of the list and of its entries."""
        return (self._LIST, straight_to(self._entries))

    def _choose(self) -> None:
        paint, progress = self.paint, self.cuttle.progress
        ways: dict[str, Callable[[], FrontScreen | None]] = {
            wording.LESSONS: lambda: LessonsScreen(paint, progress),
            wording.PUZZLES: lambda: PuzzlesScreen(paint, progress),
        }
        way = ways.get(self._entries[self._focus].key)
        screen = way() if way is not None else None
        self.cuttle.show_page(screen or rules_screen(paint, self.cuttle.ruleset))

    def interrupt(self) -> None:
        """Go home."""
        self.dismiss()

    _LIST: ClassVar[Section[LearnScreen]] = Section(
        N_("the list"),
        (
            Command(
                by({"up": -1, "down": 1}, FrontScreen.move),
                N_("move along the list"),
                N_("move"),
                "arrows",
            ),
            Command(to("enter", _choose), N_("do what the bar says"), N_("choose")),
            Command(to("escape q ctrl+c", interrupt), N_("back home"), N_("home")),
        ),
    )
    SECTIONS: ClassVar[Sections] = (_LIST,)


class ChecklistScreen(FrontScreen):
    """A list of lessons or puzzles, with their progress."""

    CALLED: ClassVar[Message]

    def __init__(
        self, paint: PaintContext, names: Sequence[str], progress: Progress | None
    ) -> None:
        super().__init__(paint)
        self._list = Checklist(names, progress)
        self._focus = self._list.first

    @property
    def length(self) -> int:
        """The number of lessons or puzzles."""
        return len(self._list.names)

    @abstractmethod
    def _entry(self, place: int, *, done: bool) -> Entry:
        """Word a line of the list."""

    def on_screen_resume(self) -> None:
        """Show the progress."""
        self._show()

    @abstractmethod
    def open_focused(self) -> None:
        """Open the entry with the cursor, where it was left."""

    def focus_on(self, place: int) -> None:
        """Put the cursor on an entry."""
        self._focus = place

    def _show_list(
        self,
        band: Callable[[int, int], tuple[Sentence, ...]],
        prompt: Callable[[Entry], Prompt],
    ) -> None:
        """Show the list, under a band that counts what is done, over a prompt about the focus."""
        done = self._list.done
        self._entries = tuple(self._entry(place, done=done[place]) for place in range(len(done)))
        self._panel = rules_blocks(self.cuttle.ruleset)
        self._show_front(
            name_head(self.CALLED), band(sum(done), len(done)), prompt(self._entries[self._focus])
        )

    def _sit_down(self, task: Task) -> None:
        self.app.push_screen(TableScreen((task.contest,), self.paint, task=task))


def progress_block(progress: Progress) -> Block:
    """Return how many lessons and puzzles are done, to stand beside a list."""
    done, names = progress.load(), (LESSON_NAMES, puzzle_names())
    counts = ((len(done.intersection(each)), len(each)) for each in names)
    return Block(tr(wording.PROGRESS), wording.learning_lines(*counts))


# lessons ----------------------------------------------------------------------------------------


class LessonsScreen(ChecklistScreen):
    """The lessons in order, with their progress; an unfinished lesson continues."""

    CALLED: ClassVar[Message] = N_("lessons")

    def __init__(self, paint: PaintContext, progress: Progress | None = None) -> None:
        super().__init__(paint, LESSON_NAMES, progress)

    def _entry(self, place: int, *, done: bool) -> Entry:
        return lesson_words.entry_of(COURSE[place], place, self.reached(place), done=done)

    def _show(self) -> None:
        self._show_list(lesson_words.list_band, partial(lesson_words.list_prompt, begun=self.begun))

    @property
    def begun(self) -> bool:
        """Whether the lesson in focus was left after its first step."""
        return self.reached(self._focus) > 0

    def open_focused(self) -> None:
        """Start or continue the lesson in focus."""
        self._lay_out(self.reached(self._focus))

    def _start_over(self) -> None:
        self._list.save(without=_marks(self._focus))
        self._lay_out(0)

    def _lay_out(self, step: int) -> None:
        self._sit_down(LessonTask(self, self._focus, step))

    @property
    def finished(self) -> Collection[str]:
        """The names of the lessons that are done."""
        return self._list.saved

    def reached(self, place: int) -> int:
        """Return the step at which a lesson continues."""
        saved = self._list.saved
        return next((step for step, mark in enumerate(_marks(place)) if mark in saved), 0)

    def note_step(self, place: int, step: int) -> None:
        """Save that a step is done; after the last step, so is the lesson."""
        marks = _marks(place)
        last = step == len(marks) - 1
        self._list.save(LESSON_NAMES[place] if last else marks[step + 1], without=marks)
        if last:
            self.focus_on(min(place + 1, len(COURSE) - 1))

    SECTIONS: ClassVar[Sections] = (
        Section(
            N_("the list"),
            (
                MOVE,
                Command(
                    to("enter", open_focused),
                    N_("go on with the lesson in focus"),
                    N_("go on"),
                    now=lambda screen: screen.begun,
                ),
                Command(to("enter", open_focused), N_("begin the lesson in focus"), N_("begin")),
                Command(
                    to(START_OVER.key, _start_over),
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
    return [f"{LESSON_NAMES[place]}@{step.id}" for step in COURSE[place].steps]


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
        return lesson_words.step_guidance(
            self.lesson,
            self._place,
            hinted=hinted,
            verdict=self._judged(hinted=hinted),
            done=self._menu.finished,
        )

    def _judged(self, *, hinted: bool) -> Prompt | None:
        mistake = self._mistake
        if mistake is None:
            return None
        if not mistake:
            return lesson_words.good_prompt(self.lesson, self._place)
        return lesson_words.missed_prompt(self.step, mistake, hinted=hinted)

    def note_progress(self) -> None:
        """Save the step once it is done."""
        if self.verdict == "done":
            self._menu.note_step(self._number, self._place)

    def next_contest(self) -> Challenge | None:
        """Set up the next step, of this lesson or the next; None after the last."""
        if self._place == len(self.lesson.steps) - 1:
            if self._number == len(COURSE) - 1:
                return None
            self._number += 1
            self.lesson, self._place = COURSE[self._number], self._menu.reached(self._number)
        else:
            self._place += 1
        self.contest = self.step.contest()
        self._before = self.contest.view
        return self.contest


# puzzles ----------------------------------------------------------------------------------------


class PuzzlesScreen(ChecklistScreen):
    """The puzzles, the easy ones first, with their progress."""

    CALLED: ClassVar[Message] = N_("puzzles")

    def __init__(self, paint: PaintContext, progress: Progress | None = None) -> None:
        self.book = read_book()
        super().__init__(paint, puzzle_names(), progress)

    def _entry(self, place: int, *, done: bool) -> Entry:
        return puzzle_words.entry_of(self.book[place], place, done=done)

    def _show(self) -> None:
        self._show_list(puzzle_words.list_band, puzzle_words.list_prompt)

    def open_focused(self) -> None:
        """Open the puzzle in focus."""
        self._sit_down(PuzzleTask(self, self._focus))

    def note_solved(self, place: int) -> None:
        """Save that a puzzle is solved, and count the day if it is for the first time."""
        name, before = self._list.names[place], self.streak
        if name not in self._list.saved:
            now = before.on(date.today())
            self._list.save(name, now.name, without=(before.name,))

    @property
    def streak(self) -> Streak:
        """How many puzzles were solved on the last day with any, and how many days in a row."""
        return streak_in(self._list.saved)

    @property
    def solved(self) -> int:
        """How many puzzles are solved."""
        return sum(self._list.done)

    SECTIONS: ClassVar[Sections] = (
        Section(
            N_("the list"),
            (
                MOVE,
                Command(to("enter", open_focused), N_("open the puzzle in focus"), N_("try it")),
                BACK,
            ),
        ),
    )


class PuzzleTask(Task):
    """The puzzles in order."""

    occasion: Occasion = "puzzle"

    def __init__(self, menu: PuzzlesScreen, place: int) -> None:
        self._menu = menu
        self._place = place
        self._misses = 0
        """How often this puzzle was missed before."""
        super().__init__(self.puzzle.contest())

    @property
    def puzzle(self) -> Puzzle:
        """The current puzzle."""
        return self._menu.book[self._place]

    @property
    def verdict(self) -> Verdict:
        """The result so far."""
        if self.contest.solved:
            return "done"
        return "missed" if self.contest.failed else ""

    def guidance(self, *, hinted: bool) -> Guidance:
        """Word the task or its result."""
        return puzzle_words.puzzle_guidance(
            self.puzzle,
            self._place,
            len(self._menu.book),
            begun=self.contest.first is not None,
            hinted=hinted,
            verdict=self._judged(hinted=hinted),
            feat=self._feat if self.verdict == "done" else None,
        )

    @property
    def _feat(self) -> puzzle_words.Feat:
        """How the puzzle was solved."""
        book = self._menu.book
        return puzzle_words.Feat(
            self.contest.moves,
            self._misses + 1,
            self._menu.solved,
            len(book),
            self._menu.streak,
            "" if self._is_last else book[self._place + 1].id,
        )

    def _judged(self, *, hinted: bool) -> Prompt | None:
        contest, verdict = self.contest, self.verdict
        if verdict == "done":
            return puzzle_words.solved_prompt(self.puzzle, last=self._is_last)
        if verdict == "missed":
            first = str(contest.first)
            return puzzle_words.missed_prompt(
                self.puzzle, contest.state(), first, since=contest.since, hinted=hinted
            )
        return None

    @property
    def _is_last(self) -> bool:
        return self._place == len(self._menu.book) - 1

    def note_progress(self) -> None:
        """Save the puzzle once it is solved, and count the misses before."""
        if self.verdict == "done":
            self._menu.note_solved(self._place)
        self._misses += self.verdict == "missed"

    def next_contest(self) -> Challenge | None:
        """Set up the next puzzle; None after the last."""
        if self._is_last:
            return None
        self._place += 1
        self._misses = 0
        self._menu.focus_on(self._place)
        self.contest = self.puzzle.contest()
        return self.contest
