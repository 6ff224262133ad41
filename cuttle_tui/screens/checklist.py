"""Choose from a list in which what is done is marked."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import Any, Final

from cuttle_tui.i18n.rich_text import Sentence
from cuttle_tui.learn.progress import InMemory, Progress
from cuttle_tui.screens.front import FrontScreen
from cuttle_tui.screens.keymap import Command, Purpose, Section, Sections, call
from cuttle_tui.widgets.front import HeadModel
from cuttle_tui.widgets.zone import PaintContext
from cuttle_tui.wording.front.joining import NAME, Entry
from cuttle_tui.wording.keys import front as words
from cuttle_tui.wording.prompt_types import Prompt

_STEPS: Final = {"up": -1, "down": 1, "pageup": -5, "pagedown": 5, "home": -9999, "end": 9999}


class MarkedList(FrontScreen):
    """A list of things to do, each known by a name."""

    CLICKS = (words.ENTRY_CLICKS, words.BAR_CLICKS)
    AT_ONCE = True

    def __init__(
        self, brush: PaintContext, names: Sequence[str], progress: Progress | None
    ) -> None:
        """Begin at the first that is not done.

        Args:
            brush: what to paint with.
            names: what progress is kept under, for each entry.
            progress: where it is kept; only while this screen lives, if not given.
        """
        super().__init__(brush)
        self._names = tuple(names)
        self._progress = progress or InMemory()
        done = self._progress.load()
        self._focus = next((place for place, one in enumerate(names) if one not in done), 0)

    @abstractmethod
    def entry(self, place: int, *, done: bool) -> Entry:
        """Word one entry."""

    @abstractmethod
    def band(self, done: int) -> tuple[Sentence, ...]:
        """Say how many are done."""

    @abstractmethod
    def prompt(self, entry: Entry) -> Prompt:
        """Ask about the entry in focus."""

    @abstractmethod
    def open(self, place: int) -> None:
        """Begin with an entry."""

    @property
    def length(self) -> int:
        """How many entries there are."""
        return len(self._names)

    def on_mount(self) -> None:
        """Show the list."""
        self._show()

    def on_screen_resume(self) -> None:
        """Show what has been done meanwhile."""
        if self.is_mounted:
            self._show()

    def _show(self) -> None:
        done = self._progress.load()
        self._entries = tuple(
            self.entry(place, done=name in done) for place, name in enumerate(self._names)
        )
        band = self.band(sum(name in done for name in self._names))
        prompt = self.prompt(self._entries[self._focus])
        self._show_front(HeadModel(tuple(NAME), 2), band, prompt)

    def _step(self, key: str) -> None:
        self._move(_STEPS[key])
        self._show()

    def _open(self) -> None:
        self.open(self._focus)

    def interrupt(self) -> None:
        """Go back to what lies below, which asks."""
        self.cuttle.close_screen()

    def note_done(self, place: int) -> None:
        """Keep that an entry is done."""
        self._progress.save(self._progress.load() | {self._names[place]})

    def focus_on(self, place: int) -> None:
        """Put the cursor on an entry."""
        self._focus = place


def keys_of(begin: Purpose, *more: Command[Any], first: Sequence[Command[Any]] = ()) -> Sections:
    """Make the keys of such a list, in which enter begins something.

    Args:
        begin: what enter is for.
        more: other keys.
        first: what enter is for in other cases.
    """
    section: Section[MarkedList] = Section(
        words.LIST,
        (
            Command(tuple(_STEPS), words.MOVE, MarkedList._step),
            *first,
            Command(("enter",), begin, call(MarkedList._open)),
            *more,
            Command(("escape", "q", "ctrl+c"), words.BACK, call(MarkedList.interrupt)),
        ),
    )
    return (section,)
