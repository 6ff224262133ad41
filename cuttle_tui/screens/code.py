"""Ask for a room code, letter by letter, on tiles."""

from __future__ import annotations

from typing import Final

from textual.app import ComposeResult
from textual.events import Paste

from cuttle_tui.layout import Plan, front_plan_for
from cuttle_tui.ports import LobbyError
from cuttle_tui.prose import SILENCE, Sentence
from cuttle_tui.scene import KeysModel
from cuttle_tui.screens.base import ZoneScreen
from cuttle_tui.screens.plans import Regions, front_regions
from cuttle_tui.widgets.front import Band, EntryList, Head, HeadModel, ListModel
from cuttle_tui.widgets.keys import Keys
from cuttle_tui.widgets.prompt import PromptBar
from cuttle_tui.widgets.zone import Brush
from cuttle_tui.wording.front import CODE_HINTS, VERSION, code_band, code_prompt, lobby_line

_TILES: Final = 4
_LONGEST: Final = 8


class CodeScreen(ZoneScreen):
    """Type a code, press enter, sit down."""

    def __init__(self, brush: Brush) -> None:
        super().__init__()
        self._brush = brush
        self.code = ""

    def place(self, plan: Plan) -> Regions:
        """Tell where each zone stands."""
        return front_regions(plan)

    def compose(self) -> ComposeResult:
        """Make the zones."""
        yield Head(self._brush, "head", front_plan_for)
        yield Band(self._brush, "band", front_plan_for)
        yield EntryList(self._brush, "list", front_plan_for)
        yield PromptBar(self._brush, "prompt", front_plan_for)
        yield Keys(self._brush, "keys", front_plan_for)

    def on_mount(self) -> None:
        """Show an empty code."""
        self._show(SILENCE)

    def _show(self, why: Sentence) -> None:
        places = max(_TILES, len(self.code))
        letters = (*self.code, *[""] * (places - len(self.code)))
        self.query_one(Head).show(HeadModel(letters, len(self.code)))
        self.query_one(Band).show(code_band(SILENCE))
        self.query_one(EntryList).show(ListModel((), 0))
        self.query_one(PromptBar).show(code_prompt(self.code, why))
        self.query_one(Keys).show(KeysModel(CODE_HINTS, VERSION))

    def press(self, key: str) -> None:
        """Type, correct, join or go home."""
        if key == "escape":
            self.cuttle.go_home()
        elif key == "enter":
            self._join()
        elif key == "backspace":
            self.code = self.code[:-1]
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

    def _join(self) -> None:
        if not self.code:
            return
        try:
            chair = self.cuttle.lobby.join_room(self.code)
        except LobbyError as error:
            self._show(lobby_line(error))
            return
        self.cuttle.sit_down((chair,))

    def interrupt(self) -> None:
        """Go home, which asks."""
        self.cuttle.go_home()
