"""Ask for a code, letter by letter, on tiles."""

from __future__ import annotations

from typing import ClassVar, Final

from textual.events import Paste

from cuttle_tui.i18n.rich_text import SILENCE, Sentence
from cuttle_tui.ports import Account, LobbyError
from cuttle_tui.screens.front import FrontScreen
from cuttle_tui.screens.keymap import TYPE, Command, Purpose, Section, Sections, call
from cuttle_tui.widgets.front import HeadModel
from cuttle_tui.widgets.zone import PaintContext
from cuttle_tui.wording.front.joining import (
    code_band,
    code_prompt,
    link_band,
    link_prompt,
    lobby_line,
)
from cuttle_tui.wording.keys import front as words

_LONGEST: Final = 8


class CodeScreen(FrontScreen):
    """Type a code, press enter, sit down."""

    WHOLE: ClassVar[tuple[int, ...]] = (4, 8)
    """How long codes are: of a room, and a guest's own."""
    CLICKS = (words.BAR_CLICKS,)

    def __init__(self, brush: PaintContext) -> None:
        super().__init__(brush)
        self.code = ""

    def on_mount(self) -> None:
        """Show an empty code."""
        self._show()

    def _show(self, why: Sentence = SILENCE) -> None:
        places = max(self.WHOLE[0], len(self.code))
        letters = (*self.code, *[""] * (places - len(self.code)))
        self._show_code(HeadModel(letters, len(self.code), suited=False), why)

    def _show_code(self, head: HeadModel, why: Sentence) -> None:
        self._show_front(head, code_band(SILENCE), code_prompt(self.missing, why))

    def ignore(self, key: str) -> None:
        """Show that nothing is said any more."""
        self._show()

    def _correct(self, key: str) -> None:
        self.code = self.code[:-1] if key == "backspace" else ""
        self._show()

    @property
    def missing(self) -> int:
        """How many signs are still to be typed."""
        return next(size for size in self.WHOLE if size >= len(self.code)) - len(self.code)

    def _enter(self) -> None:
        if not self.missing:
            self._use(self.code)

    def _type(self, text: str) -> None:
        letters = "".join(
            letter for letter in text.upper() if letter.isascii() and letter.isalnum()
        )
        self.code = (self.code + letters)[:_LONGEST]
        self._show()

    def on_paste(self, event: Paste) -> None:
        """Take a pasted code."""
        event.stop()
        self._type(event.text)

    def _use(self, code: str) -> None:
        lobby = self.cuttle.lobby.online
        assert lobby is not None  # home offers this screen on a server only
        try:
            chair = lobby.join_room(code)
        except LobbyError as error:
            self._show(lobby_line(error))
            return
        self.cuttle.sit_down((chair,))

    def interrupt(self) -> None:
        """Go back to what lies below, which asks."""
        self.cuttle.close_screen()


class LinkScreen(CodeScreen):
    """Type a link code, and this key is another key of the account that made it."""

    WHOLE = (_LONGEST,)

    def __init__(self, brush: PaintContext, account: Account) -> None:
        super().__init__(brush)
        self._account = account

    def _show_code(self, head: HeadModel, why: Sentence) -> None:
        self._show_front(head, link_band(), link_prompt(self.missing, why))

    def _use(self, code: str) -> None:
        self.ask_lobby(
            self._account.use_link_code(code),
            lambda _: self.cuttle.start(),
            lambda error: self._show(lobby_line(error)),
        )


def _sections(use: Purpose, back: Purpose) -> Sections:
    """Make the keys of a code that is used for something, and may be left for something."""
    code: Section[CodeScreen] = Section(
        words.CODE,
        (
            Command(
                (TYPE,), words.TYPE_CODE, lambda screen, key: screen._type(key), letters=_in_codes
            ),
            Command(("backspace", "ctrl+u"), words.CORRECT_CODE, CodeScreen._correct),
            Command(
                ("enter",),
                use,
                call(CodeScreen._enter),
                now=lambda screen: () if screen.missing else ("enter",),
            ),
            Command(("escape", "ctrl+c"), back, call(CodeScreen.interrupt)),
        ),
    )
    return (code,)


def _in_codes(letter: str) -> bool:
    return letter.isascii() and letter.isalnum()


CodeScreen.SECTIONS = _sections(words.SIT_DOWN, words.HOME)
LinkScreen.SECTIONS = _sections(words.USE_CODE, words.BACK)
