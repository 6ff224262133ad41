"""Choose how to learn the game: lessons, puzzles or the rules."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import ClassVar

from cuttle_tui.i18n.translation import N_
from cuttle_tui.keymap.commands import Command, Section, Sections, by, to
from cuttle_tui.screens import lessons, puzzles
from cuttle_tui.screens.front import STRAIGHT, FrontScreen
from cuttle_tui.screens.lessons import LessonsScreen
from cuttle_tui.screens.pages import rules_screen
from cuttle_tui.screens.puzzles import PuzzlesScreen
from cuttle_tui.widgets.front import HeadModel
from cuttle_tui.widgets.zone import PaintContext
from cuttle_tui.wording.front.joining import MOTTO, NAME, Entry
from cuttle_tui.wording.learn import menu as wording


class LearnScreen(FrontScreen):
    """Three ways to learn."""

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
        """Return the keys of the list and of its entries."""
        return (self._LIST, _straight(self._entries))

    def choose_entry(self, place: int) -> None:
        """Choose an entry directly."""
        self._focus = place
        self._choose()

    def _choose(self) -> None:
        brush, progress = self.brush, self.cuttle.progress
        ways: dict[str, Callable[[], FrontScreen | None]] = {
            wording.LESSONS: lambda: LessonsScreen(brush, progress),
            wording.PUZZLES: lambda: PuzzlesScreen(brush, progress),
        }
        way = ways.get(self._entries[self._focus].key)
        screen = way() if way is not None else None
        self.cuttle.show_page(screen or rules_screen(brush, self.cuttle.ruleset))

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


@lru_cache(maxsize=64)
def _straight(entries: tuple[Entry, ...]) -> Section[LearnScreen]:
    """Make a command for each entry."""
    commands = (
        Command[LearnScreen](by({entry.key: place}, LearnScreen.choose_entry), entry.label)
        for place, entry in enumerate(entries)
    )
    return Section(STRAIGHT, tuple(commands))
