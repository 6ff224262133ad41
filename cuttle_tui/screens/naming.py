"""Ask for a name on the first visit."""

from __future__ import annotations

from typing import ClassVar, Final

from textual.events import Paste

from cuttle_tui.i18n.rich_text import SILENCE, Sentence, say
from cuttle_tui.i18n.translation import N_, Message
from cuttle_tui.keymap.commands import Command, Intent, Section, Sections, by, to
from cuttle_tui.keymap.editing import ERASE, Edit, TypeText, bound, edited, is_no_help, typing
from cuttle_tui.ports import Account, LobbyError
from cuttle_tui.screens.code import CodeScreen
from cuttle_tui.screens.front import LIST_CLICKS, FrontScreen, name_head
from cuttle_tui.table.commands import BAR_CLICKS
from cuttle_tui.widgets.panel import rules_blocks
from cuttle_tui.widgets.zone import PaintContext
from cuttle_tui.wording.front import choose_name as wording
from cuttle_tui.wording.front.joining import lobby_line

_LONGEST: Final = 20
"""Longer than a valid name, so that a name can be refused as too long."""


class NameScreen(FrontScreen):
    """Choose a name, which must come before anything else."""

    CLICKS: ClassVar[tuple[Message, ...]] = (LIST_CLICKS, BAR_CLICKS)

    def __init__(self, paint: PaintContext, account: Account) -> None:
        super().__init__(paint)
        self.name_typed = account.suggestion
        self._suggested = True
        """Whether the name is still the suggestion, which typing replaces."""
        self._account = account
        self._entries = wording.ENTRIES
        self._asking = False
        """Whether a request to the server is pending."""

    def on_mount(self) -> None:
        """Show the suggested name."""
        self._show()

    def _show(self, why: Sentence = SILENCE) -> None:
        entry, name = self._entries[self._focus], self.name_typed
        prompt = wording.name_prompt(entry, name, why)
        band = wording.name_band(name, suggested=self._suggested)
        self._panel = rules_blocks(self.cuttle.ruleset)
        self._show_front(name_head(), band, prompt)

    def act(self, intent: Intent | None) -> None:
        """Carry out an intent, unless a request is pending."""
        if not self._asking:
            super().act(intent)

    def _edit(self, edit: Edit) -> None:
        before = "" if self._suggested else self.name_typed
        self.name_typed, self._suggested = edited(before, edit, _LONGEST), False
        self._show()

    def on_paste(self, event: Paste) -> None:
        """Insert a pasted name."""
        event.stop()
        for letter in event.text.split("\n")[0]:
            self._edit(TypeText(letter))

    def _choose(self) -> None:
        entry = self._entries[self._focus]
        if entry is wording.LEAVE:
            self.interrupt()
        elif entry is wording.LINK:
            self.cuttle.show_page(CodeScreen(self.paint, self._account))
        else:
            self._take()

    def _take(self) -> None:
        self._asking, self._suggested = True, False
        self._show(say(wording.WAITING))
        self.ask_lobby(
            self._account.choose_name(self.name_typed), lambda _: self.cuttle.start(), self._refused
        )

    def _refused(self, error: LobbyError) -> None:
        self._asking = False
        self._show(lobby_line(error))

    def interrupt(self) -> None:
        """Leave at once, since there is nothing to lose yet."""
        self.app.exit()

    def pick(self, place: int) -> None:
        """Put a clicked entry in focus; choose it if it already is."""
        if place == self._focus:
            super().pick(place)
        else:
            self.move(place - self._focus)

    SECTIONS: ClassVar[Sections] = (
        Section(
            N_("your name"),
            (
                Command(
                    {},
                    N_("your name, letter by letter"),
                    N_("your name"),
                    "type",
                    typed=typing(_edit, is_no_help),
                ),
                Command(bound(ERASE, _edit), N_("delete a letter, a word, or everything")),
                Command(
                    by({"up": -1, "down": 1}, FrontScreen.move),
                    N_("move along the list"),
                    N_("move"),
                    "up down",
                ),
                Command(to("enter", _choose), N_("do what the bar says"), N_("choose")),
                Command(to("ctrl+c", interrupt), N_("leave: nothing is stored yet")),
            ),
        ),
    )
