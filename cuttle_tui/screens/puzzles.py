"""Choose a puzzle, and solve it at the table."""

from __future__ import annotations

from cuttle_tui.i18n.rich_text import Sentence
from cuttle_tui.learn.progress import Progress
from cuttle_tui.learn.puzzles import Puzzle, read_book
from cuttle_tui.presenter.task_overlay import Guidance
from cuttle_tui.screens.checklist import MarkedList, keys_of
from cuttle_tui.screens.task_table import GuidedTable, keys_at
from cuttle_tui.widgets.zone import PaintContext
from cuttle_tui.wording.front.joining import Entry
from cuttle_tui.wording.keys import front as words
from cuttle_tui.wording.keys import table as table_words
from cuttle_tui.wording.learn import puzzles as wording
from cuttle_tui.wording.prompt_types import Prompt
from engine.actions import Action


def names() -> tuple[str, ...]:
    """Name what progress is kept under, for each puzzle."""
    return tuple(puzzle.id for puzzle in read_book())


class PuzzlesScreen(MarkedList):
    """The puzzles, the easy ones first, those that are solved marked."""

    SECTIONS = keys_of(words.TRY)

    def __init__(self, brush: PaintContext, progress: Progress | None = None) -> None:
        self.book = read_book()
        super().__init__(brush, names(), progress)

    def entry(self, place: int, *, done: bool) -> Entry:
        """Word one puzzle."""
        return wording.entry_of(self.book[place], place, done=done)

    def band(self, done: int) -> tuple[Sentence, ...]:
        """Say how many are solved."""
        return wording.list_band(done, len(self.book))

    def prompt(self, entry: Entry) -> Prompt:
        """Ask whether to try the one in focus."""
        return wording.list_prompt(entry)

    def open(self, place: int) -> None:
        """Lay a puzzle out."""
        self.app.push_screen(PuzzleTable(self, place, self._brush))


class PuzzleTable(GuidedTable):
    """One puzzle after the other, on the table."""

    SECTIONS, LOOK, OUT = keys_at(table_words.TO_LIST)

    def __init__(self, shelf: PuzzlesScreen, place: int, brush: PaintContext) -> None:
        self._shelf = shelf
        self._place = place
        super().__init__(self.puzzle.contest(), brush)

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle on the table."""
        return self._shelf.book[self._place]

    @property
    def done(self) -> bool:
        """Whether it is solved."""
        return self.contest.solved

    @property
    def missed(self) -> bool:
        """Whether an action has given it away."""
        return self.contest.failed

    def guidance(self) -> Guidance:
        """Tell the task, or what came of it."""
        count = len(self._shelf.book)
        return wording.puzzle_guidance(
            self.puzzle,
            self._place,
            count,
            begun=self.contest.first is not None,
            hinted=self._hinted,
            verdict=self._verdict(),
        )

    def _verdict(self) -> Prompt | None:
        if self.done:
            return wording.solved_prompt(self.puzzle, last=self._is_last)
        if self.missed:
            first = str(self.contest.first)
            return wording.missed_prompt(
                self.puzzle, self.state, first, since=self.contest.since, hinted=self._hinted
            )
        return None

    @property
    def _is_last(self) -> bool:
        return self._place == len(self._shelf.book) - 1

    def _submit(self, action: Action, ply: int) -> None:
        super()._submit(action, ply)
        if self.done:
            self._shelf.note_done(self._place)

    def go_on(self) -> None:
        """Lay out the next puzzle, or go back to the list after the last."""
        if self._is_last:
            self.interrupt()
            return
        self._place += 1
        self._shelf.focus_on(self._place)
        self.lay_out(self.puzzle.contest())
