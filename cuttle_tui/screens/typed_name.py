"""Share what the screens that ask for a name need: typing over an offer, and a short list."""

from __future__ import annotations

from abc import abstractmethod
from typing import ClassVar, Final

from textual.events import Paste

from cuttle_tui.i18n.rich_text import SILENCE, Sentence
from cuttle_tui.i18n.translation import N_, Message
from cuttle_tui.keymap.commands import Command, by
from cuttle_tui.keymap.editing import ERASE, Edit, TypeText, bound, edited
from cuttle_tui.ports import LobbyError
from cuttle_tui.screens.front import LIST_CLICKS, FrontScreen
from cuttle_tui.table.commands import BAR_CLICKS
from cuttle_tui.widgets.zone import PaintContext
from cuttle_tui.wording.front.joining import lobby_line


class TypedNameScreen(FrontScreen):
    """A name that is typed; the first letter replaces the name that is offered."""

    CLICKS: ClassVar[tuple[Message, ...]] = (LIST_CLICKS, BAR_CLICKS)
    LONGEST: ClassVar[int]
    """The most characters that can be typed."""

    def __init__(self, paint: PaintContext, offer: str) -> None:
        super().__init__(paint)
        self.name_typed = offer
        self._suggested = True
        """Whether the name is still the offer."""

    def on_mount(self) -> None:
        """Show the offer."""
        self._show()

    def edit(self, edit: Edit) -> None:
        """Change the name, unless a character cannot be in one."""
        before = self._before
        why = self._reason(before, edit.letter) if isinstance(edit, TypeText) else SILENCE
        if not why:
            self.name_typed, self._suggested = edited(before, edit, self.LONGEST), False
        self._show(why)

    @property
    def _before(self) -> str:
        """What was typed so far."""
        return "" if self._suggested else self.name_typed

    def _reason(self, before: str, letter: str) -> Sentence:
        if len(before) >= self.LONGEST:
            return lobby_line(LobbyError("name-long"))
        return self.objection(before, letter)

    def objection(self, before: str, letter: str) -> Sentence:
        """Return why a character cannot follow what was typed; nothing if it can."""
        del before, letter
        return SILENCE

    def on_paste(self, event: Paste) -> None:
        """Insert a pasted name, whole or not at all."""
        event.stop()
        typed = self._before
        for letter in event.text.strip():
            why = self._reason(typed, letter)
            if why:
                self._show(why)
                return
            typed += letter
        self.name_typed, self._suggested = typed, False
        self._show()

    def pick(self, place: int) -> None:
        """Put a clicked entry in focus; choose it if it already is."""
        if place == self._focus:
            super().pick(place)
        else:
            self.move(place - self._focus)

    @abstractmethod
    def _show(self, why: Sentence = SILENCE) -> None:
        """Show the name, and why it will not do."""


EDITING: Final[tuple[Command[TypedNameScreen], ...]] = (
    Command(bound(ERASE, TypedNameScreen.edit), N_("delete a letter, a word, or everything")),
    Command(
        by({"up": -1, "down": 1}, FrontScreen.move),
        N_("move along the list"),
        N_("move"),
        "up down",
    ),
)
"""The commands of every such screen, after the one that types."""
