"""Ask for a name on the first visit."""

from __future__ import annotations

from typing import Final

from textual.events import Paste

from cuttle_tui.i18n.rich_text import SILENCE, Sentence, say
from cuttle_tui.ports import Account, LobbyError
from cuttle_tui.screens.code import LinkScreen
from cuttle_tui.screens.front import FrontScreen
from cuttle_tui.screens.keymap import TYPE, Command, Section, call
from cuttle_tui.table.chat import edited
from cuttle_tui.widgets.front import HeadModel
from cuttle_tui.widgets.zone import PaintContext
from cuttle_tui.wording.front import choose_name as wording
from cuttle_tui.wording.front.joining import MOTTO, NAME, lobby_line
from cuttle_tui.wording.keys import front as words

_LONGEST: Final = 20
"""Characters that can be typed: more than a name may have, so that this can be told."""


class NameScreen(FrontScreen):
    """Choose a name; until then nothing else can be done."""

    def __init__(self, brush: PaintContext, account: Account) -> None:
        super().__init__(brush)
        self.name_typed = account.suggestion
        self._account = account
        self._entries = wording.ENTRIES
        self._asking = False
        """Whether the server is being asked."""

    def on_mount(self) -> None:
        """Show the name that is suggested."""
        self._show()

    def _show(self, why: Sentence = SILENCE) -> None:
        entry, name = self._entries[self._focus], self.name_typed
        prompt = wording.name_prompt(entry, name, why)
        self._show_front(HeadModel(tuple(NAME), 2, MOTTO), wording.name_band(name), prompt)

    def press(self, key: str) -> None:
        """Answer a key, unless the server is being asked."""
        if not self._asking:
            super().press(key)

    def ignore(self, key: str) -> None:
        """Show that nothing is said any more."""
        self._show()

    def _step(self, key: str) -> None:
        self._move(-1 if key == "up" else 1)
        self._show()

    def _edit(self, key: str) -> None:
        self.name_typed = edited(self.name_typed, key, _LONGEST)
        self._show()

    def on_paste(self, event: Paste) -> None:
        """Take a pasted name."""
        event.stop()
        for letter in event.text.split("\n")[0]:
            self.name_typed = edited(self.name_typed, letter, _LONGEST)
        self._show()

    def _choose(self) -> None:
        entry = self._entries[self._focus]
        if entry is wording.LEAVE:
            self.interrupt()
        elif entry is wording.LINK:
            self.cuttle.show_page(LinkScreen(self._brush, self._account))
        else:
            self._take()

    def _take(self) -> None:
        self._asking = True
        self._show(say(wording.WAITING))
        self.ask_lobby(
            self._account.choose_name(self.name_typed),
            lambda _: self.cuttle.start(),
            self._refused,
        )

    def _refused(self, error: LobbyError) -> None:
        self._asking = False
        self._show(lobby_line(error))

    def interrupt(self) -> None:
        """Leave: there is nothing to lose yet."""
        self.app.exit()


NameScreen.SECTIONS = (
    Section[NameScreen](
        words.NAMING,
        (
            Command(
                (TYPE,), words.TYPE_NAME, NameScreen._edit, letters=lambda letter: letter != "?"
            ),
            Command(("backspace", "ctrl+w", "ctrl+u"), words.CORRECT, NameScreen._edit),
            Command(("up", "down"), words.MOVE_UP_DOWN, NameScreen._step),
            Command(("enter",), words.CHOOSE, call(NameScreen._choose)),
            Command(("ctrl+c",), words.LEAVE_NAMING, call(NameScreen.interrupt)),
        ),
    ),
)
