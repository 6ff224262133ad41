"""Choose a puzzle, and solve it at the table."""

from __future__ import annotations

from typing import ClassVar

from cuttle_tui.i18n.translation import N_
from cuttle_tui.keymap.commands import Command, Section, Sections, to
from cuttle_tui.learn.progress import Progress
from cuttle_tui.learn.puzzles import Puzzle, read_book
from cuttle_tui.screens.base import BACK
from cuttle_tui.screens.front import MOVE, ChecklistScreen
from cuttle_tui.screens.table import TableScreen
from cuttle_tui.screens.task import Checklist, Task
from cuttle_tui.table.situation import Occasion, Verdict
from cuttle_tui.widgets.front import HeadModel
from cuttle_tui.widgets.zone import PaintContext
from cuttle_tui.wording.front.joining import NAME
from cuttle_tui.wording.guidance import Guidance
from cuttle_tui.wording.learn import puzzles as wording
from cuttle_tui.wording.prompt_types import Prompt
from engine.solver.challenge import Challenge


def names() -> tuple[str, ...]:
    """Return the name under which each puzzle is saved."""
    return tuple(puzzle.id for puzzle in read_book())


class PuzzlesScreen(ChecklistScreen):
    """The puzzles, the easy ones first, with their progress."""

    def __init__(self, brush: PaintContext, progress: Progress | None = None) -> None:
        self.book = read_book()
        super().__init__(brush, Checklist(names(), progress))

    @property
    def length(self) -> int:
        """The number of puzzles."""
        return len(self.book)

    def _show(self) -> None:
        done = self._list.done
        self._entries = tuple(
            wording.entry_of(puzzle, place, done=done[place])
            for place, puzzle in enumerate(self.book)
        )
        prompt = wording.list_prompt(self._entries[self._focus])
        band = wording.list_band(sum(done), len(self.book))
        self._show_front(HeadModel(tuple(NAME), 2), band, prompt)

    def _open(self) -> None:
        task = PuzzleTask(self, self._focus)
        self.app.push_screen(TableScreen((task.contest,), self.brush, task=task))

    def note_solved(self, place: int) -> None:
        """Save that a puzzle is solved."""
        self._list.save(self._list.names[place])

    SECTIONS: ClassVar[Sections] = (
        Section(
            N_("the list"),
            (
                MOVE,
                Command(to("enter", _open), N_("open the puzzle in focus"), N_("try it")),
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
        return wording.puzzle_guidance(
            self.puzzle,
            self._place,
            len(self._menu.book),
            begun=self.contest.first is not None,
            hinted=hinted,
            verdict=self._judged(hinted=hinted),
        )

    def _judged(self, *, hinted: bool) -> Prompt | None:
        contest, verdict = self.contest, self.verdict
        if verdict == "done":
            return wording.solved_prompt(self.puzzle, last=self._is_last)
        if verdict == "missed":
            first = str(contest.first)
            return wording.missed_prompt(
                self.puzzle, contest.state(), first, since=contest.since, hinted=hinted
            )
        return None

    @property
    def _is_last(self) -> bool:
        return self._place == len(self._menu.book) - 1

    def note_progress(self) -> None:
        """Save the puzzle once it is solved."""
        if self.verdict == "done":
            self._menu.note_solved(self._place)

    def next_contest(self) -> Challenge | None:
        """Set up the next puzzle; None after the last."""
        if self._is_last:
            return None
        self._place += 1
        self._menu.focus_on(self._place)
        self.contest = self.puzzle.contest()
        return self.contest
