"""Ask for a code, letter by letter, on tiles: to join a table or to link an account."""

from __future__ import annotations

from typing import ClassVar, Final

from textual.events import Paste

from cuttle_tui.i18n.rich_text import SILENCE, Sentence
from cuttle_tui.i18n.translation import N_, Message
from cuttle_tui.keymap.commands import Command, Section, Sections, to
from cuttle_tui.keymap.editing import ERASE_LETTER_OR_ALL, Edit, TypeText, bound, edited, typing
from cuttle_tui.ports import Account, LobbyError
from cuttle_tui.screens.front import FrontScreen
from cuttle_tui.table.commands import BAR_CLICKS
from cuttle_tui.widgets.front import HeadModel
from cuttle_tui.widgets.zone import PaintContext
from cuttle_tui.wording.front.joining import (
    code_band,
    code_prompt,
    link_band,
    link_prompt,
    lobby_line,
)

_LONGEST: Final = 8


def _in_codes(letter: str) -> bool:
    return letter.isascii() and letter.isalnum()


class CodeScreen(FrontScreen):
    """Join a table by its code; or link this key to the account that made the code."""

    CLICKS: ClassVar[tuple[Message, ...]] = (BAR_CLICKS,)

    def __init__(self, paint: PaintContext, account: Account | None = None) -> None:
        """Begin with an empty code; without an account to link, the code is for a table."""
        super().__init__(paint)
        self.code = ""
        self._account = account
        self._sizes = (4, _LONGEST) if account is None else (_LONGEST,)
        """The lengths of codes: of a room and a guest's own, or of a link."""

    def on_mount(self) -> None:
        """Show an empty code."""
        self._show()

    def _show(self, why: Sentence = SILENCE) -> None:
        places = max(self._sizes[0], len(self.code))
        letters = (*self.code, *[""] * (places - len(self.code)))
        head = HeadModel(letters, len(self.code), suited=False)
        if self._account is None:
            self._show_front(head, code_band(), code_prompt(self.missing, why))
        else:
            self._show_front(head, link_band(), link_prompt(self.missing, why))

    def sections(self) -> Sections:
        """Return the active key sections, for this kind of code."""
        return self.SECTIONS[:1] if self._account is None else self.SECTIONS[1:]

    @property
    def all_sections(self) -> Sections:
        """All key sections of this screen."""
        return self.sections()

    @property
    def missing(self) -> int:
        """The number of characters still missing."""
        return next(size for size in self._sizes if size >= len(self.code)) - len(self.code)

    @property
    def whole(self) -> bool:
        """Whether the code is complete."""
        return not self.missing

    def _edit(self, edit: Edit) -> None:
        self.code = edited(self.code, edit, _LONGEST).upper()
        self._show()

    def on_paste(self, event: Paste) -> None:
        """Insert a pasted code."""
        event.stop()
        for letter in filter(_in_codes, event.text):
            self._edit(TypeText(letter))

    def _use(self) -> None:
        if self._account is None:
            self._join()
            return
        self.ask_lobby(
            self._account.use_link_code(self.code),
            lambda _: self.cuttle.start(),
            lambda error: self._show(lobby_line(error)),
        )

    def _join(self) -> None:
        lobby = self.cuttle.lobby.online
        assert lobby is not None  # home offers this screen on a server only
        try:
            chair = lobby.join_room(self.code)
        except LobbyError as error:
            self._show(lobby_line(error))
            return
        self.cuttle.sit_down((chair,))

    _TYPING: ClassVar[tuple[Command[CodeScreen], ...]] = (
        Command({}, N_("the code, letter by letter"), typed=typing(_edit, _in_codes)),
        Command(bound(ERASE_LETTER_OR_ALL, _edit), N_("delete a letter, or everything")),
    )
    SECTIONS: ClassVar[Sections] = (
        Section(
            N_("the code"),
            (
                *_TYPING,
                Command(
                    to("enter", _use),
                    N_("sit down at the table with this code"),
                    N_("join"),
                    now=lambda screen: screen.whole,
                ),
                Command(to("escape ctrl+c", FrontScreen.interrupt), N_("back home"), N_("home")),
            ),
        ),
        Section(
            N_("the code"),
            (
                *_TYPING,
                Command(
                    to("enter", _use),
                    N_("link this key to the account that made the code"),
                    N_("use it"),
                    now=lambda screen: screen.whole,
                ),
                Command(
                    to("escape ctrl+c", FrontScreen.interrupt),
                    N_("back to where you came from"),
                    N_("back"),
                ),
            ),
        ),
    )
