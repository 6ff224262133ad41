"""Choose how to learn the game: lessons, puzzles, the rules."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, partial
from typing import Final

from cuttle_tui.screens import lessons, puzzles
from cuttle_tui.screens.front import FrontScreen
from cuttle_tui.screens.keymap import Command, Purpose, Section, Sections, call
from cuttle_tui.screens.lessons import LessonsScreen
from cuttle_tui.screens.pages import rules_screen
from cuttle_tui.screens.puzzles import PuzzlesScreen
from cuttle_tui.widgets.front import HeadModel
from cuttle_tui.widgets.zone import PaintContext
from cuttle_tui.wording.front.joining import MOTTO, NAME, Entry
from cuttle_tui.wording.keys import front as words
from cuttle_tui.wording.learn import menu as wording


class LearnScreen(FrontScreen):
    """Three ways to learn."""

    CLICKS = (words.ENTRY_CLICKS, words.BAR_CLICKS)
    AT_ONCE = True

    def __init__(self, brush: PaintContext) -> None:
        super().__init__(brush)
        self._entries = wording.entries()

    def on_screen_resume(self) -> None:
        """Show the list."""
        self._show()

    def _show(self) -> None:
        self._entries = wording.entries()
        done = self.cuttle.progress.load()
        lists = (lessons.NAMES, puzzles.names())
        band = wording.band(*((len(done.intersection(names)), len(names)) for names in lists))
        prompt = wording.prompt(self._entries[self._focus])
        self._show_front(HeadModel(tuple(NAME), 2, tuple(map(str, MOTTO))), band, prompt)

    def sections(self) -> Sections:
        """Give what keys do: along the list, and straight to what is in it."""
        return (_LIST, _straight(self._entries))

    def _step(self, key: str) -> None:
        self._move(1 if key == "down" else -1)
        self._show()

    def _choose_entry(self, key: str, place: int) -> None:
        self._focus = place
        self._choose()

    def _choose(self) -> None:
        brush, progress = self._brush, self.cuttle.progress
        ways: dict[str, Callable[[], FrontScreen | None]] = {
            wording.LESSONS: lambda: LessonsScreen(brush, progress),
            wording.PUZZLES: lambda: PuzzlesScreen(brush, progress),
        }
        way = ways.get(self._entries[self._focus].key)
        screen = way() if way is not None else None
        self.cuttle.show_page(screen or rules_screen(brush, self.cuttle.ruleset))

    def interrupt(self) -> None:
        """Go home, which asks."""
        self.dismiss()


@lru_cache(maxsize=64)
def _straight(entries: tuple[Entry, ...]) -> Section[LearnScreen]:
    """Make a command of each entry."""
    commands = (
        Command((one.key,), Purpose(one.label), partial(LearnScreen._choose_entry, place=place))
        for place, one in enumerate(entries)
    )
    return Section(words.STRAIGHT, tuple(commands))


_LIST: Final[Section[LearnScreen]] = Section(
    words.LIST,
    (
        Command(("up", "down"), words.MOVE, LearnScreen._step),
        Command(("enter",), words.CHOOSE, call(LearnScreen._choose)),
        Command(("escape", "q", "ctrl+c"), words.HOME, call(LearnScreen.interrupt)),
    ),
)
LearnScreen.SECTIONS = (_LIST,)
