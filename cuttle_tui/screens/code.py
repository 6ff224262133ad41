"""Ask for a code, letter by letter, on tiles."""

from __future__ import annotations

from typing import ClassVar, Final

from textual.events import Paste

from cuttle_tui.ports import Account, LobbyError
from cuttle_tui.prose import SILENCE, Sentence
from cuttle_tui.screens.front import FrontScreen
from cuttle_tui.widgets.front import HeadModel
from cuttle_tui.widgets.zone import Brush
from cuttle_tui.wording.front import (
    CODE_HINTS,
    LINK_HINTS,
    code_band,
    code_prompt,
    link_band,
    link_prompt,
    lobby_line,
)

_LONGEST: Final = 8


class CodeScreen(FrontScreen):
    """Type a code, press enter, sit down."""

    HINTS: ClassVar[tuple[tuple[str, str], ...]] = CODE_HINTS
    TILES: ClassVar[int] = 4

    def __init__(self, brush: Brush) -> None:
        super().__init__(brush)
        self.code = ""

    def on_mount(self) -> None:
        """Show an empty code."""
        self._show(SILENCE)

    def _show(self, why: Sentence) -> None:
        places = max(self.TILES, len(self.code))
        letters = (*self.code, *[""] * (places - len(self.code)))
        self._show_code(HeadModel(letters, len(self.code)), why)

    def _show_code(self, head: HeadModel, why: Sentence) -> None:
        self._show_front(head, code_band(SILENCE), code_prompt(self.code, why))

    def press(self, key: str) -> None:
        """Type, correct, use the code, or go back."""
        if key == "escape":
            self.interrupt()
        elif key == "enter":
            if self.code:
                self._use(self.code)
        elif key in ("backspace", "ctrl+u"):
            self.code = self.code[:-1] if key == "backspace" else ""
            self._show(SILENCE)
        elif len(key) == 1:
            self._type(key)

    def _type(self, text: str) -> None:
        letters = "".join(
            letter for letter in text.upper() if letter.isascii() and letter.isalnum()
        )
        self.code = (self.code + letters)[:_LONGEST]
        self._show(SILENCE)

    def on_paste(self, event: Paste) -> None:
        """Take a pasted code."""
        event.stop()
        self._type(event.text)

    def _use(self, code: str) -> None:
        try:
            chair = self.cuttle.lobby.join_room(code)
        except LobbyError as error:
            self._show(lobby_line(error))
            return
        self.cuttle.sit_down((chair,))

    def interrupt(self) -> None:
        """Go back to what lies below, which asks."""
        self.cuttle.close_screen()


class LinkScreen(CodeScreen):
    """Type a link code, and this key is another key of the account that made it."""

    HINTS: ClassVar[tuple[tuple[str, str], ...]] = LINK_HINTS
    TILES: ClassVar[int] = 8

    def __init__(self, brush: Brush, account: Account) -> None:
        super().__init__(brush)
        self._account = account

    def _show_code(self, head: HeadModel, why: Sentence) -> None:
        self._show_front(head, link_band(), link_prompt(self.code, why))

    def _use(self, code: str) -> None:
        self.ask_lobby(
            self._account.use_link_code(code),
            lambda _: self.cuttle.start(),
            lambda error: self._show(lobby_line(error)),
        )
