"""Ask for a name on the first visit."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from typing import ClassVar

from cuttle_tui.i18n.rich_text import SILENCE, Sentence, say
from cuttle_tui.i18n.translation import N_
from cuttle_tui.keymap.commands import Command, Intent, Section, Sections, to
from cuttle_tui.keymap.editing import is_of_name, typing
from cuttle_tui.ports import Account, Guest, LobbyError
from cuttle_tui.screens.code import CodeScreen
from cuttle_tui.screens.front import name_head
from cuttle_tui.screens.typed_name import EDITING, TypedNameScreen
from cuttle_tui.widgets.panel import rules_blocks
from cuttle_tui.widgets.zone import PaintContext
from cuttle_tui.wording.front import choose_name as wording
from cuttle_tui.wording.front.joining import lobby_line


class ServerNameScreen(TypedNameScreen):
    """Choose a name on a server, which may refuse it."""

    LONGEST: ClassVar[int] = 20
    """Longer than a valid name, so that a name can be refused as too long."""

    def __init__(self, paint: PaintContext, namer: Account | Guest) -> None:
        super().__init__(paint, namer.suggestion)
        self._namer = namer
        self._asking = False
        """Whether a request to the server is pending."""

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

    def objection(self, before: str, letter: str) -> Sentence:
        """Say which characters a name has, before one that is none of them is typed."""
        if is_of_name(letter, first=not before):
            return SILENCE
        return lobby_line(LobbyError("name-letters"))

    def _take(self) -> None:
        self._asking, self._suggested = True, False
        self._show(say(wording.WAITING))
        self.ask_lobby(
            self._namer.choose_name(self.name_typed), lambda _: self._named(), self._refused
        )

    @abstractmethod
    def _named(self) -> None:
        """Go on under the name."""

    def _refused(self, error: LobbyError) -> None:
        self._asking = False
        self._show(lobby_line(error))


class NameScreen(ServerNameScreen):
    """Choose the name of an account, which must come before anything else."""

    def __init__(self, paint: PaintContext, account: Account) -> None:
        super().__init__(paint, account)
        self._account = account
        self._entries = wording.ENTRIES

    def _choose(self) -> None:
        entry = self._entries[self._focus]
        if entry is wording.LEAVE:
            self.interrupt()
        elif entry is wording.LINK:
            self.cuttle.show_page(CodeScreen(self.paint, self._account))
        else:
            self._take()

    def _named(self) -> None:
        self.cuttle.start()

    def interrupt(self) -> None:
        """Leave at once, since there is nothing to lose yet."""
        self.app.exit()

    SECTIONS: ClassVar[Sections] = (
        Section(
            N_("your name"),
            (
                Command(
                    {},
                    N_("your name, letter by letter"),
                    N_("your name"),
                    "type",
                    typed=typing(TypedNameScreen.edit),
                ),
                *EDITING,
                Command(to("enter", _choose), N_("do what the bar says"), N_("choose")),
                Command(to("ctrl+c", interrupt), N_("leave: nothing is stored yet")),
            ),
        ),
    )


class GuestNameScreen(ServerNameScreen):
    """Choose the name of a guest, or go on under the one that was given."""

    def __init__(self, paint: PaintContext, guest: Guest, then: Callable[[], None]) -> None:
        """Create the screen; `then` goes on, with a new name or without."""
        super().__init__(paint, guest)
        self._then = then
        self._entries = wording.GUEST_ENTRIES

    def _choose(self) -> None:
        if self._entries[self._focus] is wording.STAY:
            self._then()
        else:
            self._take()

    def _named(self) -> None:
        self._then()

    def interrupt(self) -> None:
        """Go on under the name that was given."""
        if not self._asking:
            self._then()

    SECTIONS: ClassVar[Sections] = (
        Section(
            N_("your name"),
            (
                Command(
                    {},
                    N_("your name, letter by letter"),
                    N_("your name"),
                    "type",
                    typed=typing(TypedNameScreen.edit),
                ),
                *EDITING,
                Command(to("enter", _choose), N_("do what the bar says"), N_("choose")),
                Command(to("escape ctrl+c", interrupt), N_("keep the name you were given")),
            ),
        ),
    )
