"""Ask for names at home: the player's own, and those who share the keyboard."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

from cuttle_tui.i18n.rich_text import SILENCE, Sentence, say
from cuttle_tui.i18n.translation import N_
from cuttle_tui.keymap.commands import Command, Section, Sections, to
from cuttle_tui.keymap.editing import (
    SPACE,
    bound,
    typing,
)
from cuttle_tui.screens.front import name_head
from cuttle_tui.screens.typed_name import EDITING, TypedNameScreen
from cuttle_tui.widgets.panel import rules_blocks
from cuttle_tui.widgets.zone import PaintContext
from cuttle_tui.wording.front import home_names as wording
from cuttle_tui.wording.front.home_names import NameQuestion


class HomeNameScreen(TypedNameScreen):
    """Ask for one name after another; each has an offer, which typing replaces."""

    LONGEST: ClassVar[int] = 16

    def __init__(
        self,
        paint: PaintContext,
        asked: NameQuestion,
        offers: Sequence[str],
        then: Callable[[tuple[str, ...]], None],
        skip: Callable[[], None],
        *,
        taken: Sequence[str] = (),
    ) -> None:
        """Create the screen.

        Args:
            paint: the paint context.
            asked: the question.
            offers: a name for each player asked about.
            then: called with the names.
            skip: called if the player would rather not say.
            taken: names that others have.
        """
        super().__init__(paint, offers[0])
        self._asked, self._offers = asked, tuple(offers)
        self._then, self._skip = then, skip
        self._taken = tuple(taken)
        self._names: tuple[str, ...] = ()
        self._entries = asked.entries

    def _show(self, why: Sentence = SILENCE) -> None:
        entry = self._entries[self._focus]
        prompt = wording.name_prompt(self._asked, entry, self.name_typed, why)
        band = wording.name_band(self._asked, self.name_typed, suggested=self._suggested)
        self._panel = rules_blocks(self.cuttle.ruleset)
        self._show_front(name_head(), band, prompt)

    def _choose(self) -> None:
        if self._focus:
            self.interrupt()
            return
        name = " ".join(self.name_typed.split())
        if not name:
            self._show(say(wording.NO_NAME))
        elif name.lower() in {other.lower() for other in (*self._taken, *self._names)}:
            self._show(say(wording.TAKEN))
        else:
            self._take(name)

    def _take(self, name: str) -> None:
        self._names = (*self._names, name)
        if len(self._names) == len(self._offers):
            self._then(self._names)
        else:
            self.name_typed, self._suggested = self._offers[len(self._names)], True
            self._show()

    def interrupt(self) -> None:
        """Go on without an answer."""
        self._skip()

    SECTIONS: ClassVar[Sections] = (
        Section(
            N_("a name"),
            (
                Command(
                    bound(SPACE, TypedNameScreen.edit),
                    N_("the name, letter by letter"),
                    N_("name"),
                    "type",
                    typed=typing(TypedNameScreen.edit),
                ),
                *EDITING,
                Command(to("enter", _choose), N_("do what the bar says"), N_("choose")),
                Command(to("escape ctrl+c", interrupt), N_("go on without an answer")),
            ),
        ),
    )
