"""Choose how to learn the game: lessons, puzzles, the rules."""

from __future__ import annotations

from collections.abc import Callable

from cuttle_tui.screens.front import FrontScreen
from cuttle_tui.screens.lessons import LessonsScreen
from cuttle_tui.screens.pages import rules_screen
from cuttle_tui.screens.puzzles import PuzzlesScreen
from cuttle_tui.widgets.front import HeadModel
from cuttle_tui.widgets.zone import Brush
from cuttle_tui.wording import learn as wording
from cuttle_tui.wording.front import MOTTO, NAME, Entry


class LearnScreen(FrontScreen):
    """Three ways to learn."""

    HINTS = wording.HINTS

    def __init__(self, brush: Brush) -> None:
        super().__init__(brush)
        self._entries = wording.ENTRIES

    def on_screen_resume(self) -> None:
        """Show the list."""
        self._show()

    def _show(self) -> None:
        band = wording.band(len(self.cuttle.progress.load()))
        prompt = wording.prompt(self._entries[self._focus])
        self._show_front(HeadModel(tuple(NAME), 2, MOTTO), band, prompt)

    def press(self, key: str) -> None:
        """Move, choose, or go home."""
        keys = [entry.key for entry in self._entries]
        if key in ("escape", "q"):
            self.dismiss()
            return
        if key in ("up", "down"):
            self._move(1 if key == "down" else -1)
        elif key in keys:
            self._focus = keys.index(key)
            self._choose()
            return
        elif key == "enter":
            self._choose()
            return
        self._show()

    def _choose(self) -> None:
        brush, progress = self._brush, self.cuttle.progress
        ways: dict[Entry, Callable[[], FrontScreen | None]] = {
            wording.LESSONS: lambda: LessonsScreen(brush, progress),
            wording.PUZZLES: lambda: PuzzlesScreen(brush, progress),
        }
        way = ways.get(self._entries[self._focus])
        screen = way() if way is not None else None
        self.cuttle.show_page(screen or rules_screen(brush, self.cuttle.ruleset))

    def interrupt(self) -> None:
        """Go home, which asks."""
        self.dismiss()
