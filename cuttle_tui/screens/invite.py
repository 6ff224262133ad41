"""Ask before a port is opened for friends."""

from __future__ import annotations

from typing import ClassVar

from cuttle_tui.i18n.rich_text import SILENCE, Sentence, say
from cuttle_tui.i18n.translation import N_
from cuttle_tui.keymap.commands import Command, Section, Sections, to
from cuttle_tui.ports import Chair, Hosting, Lobby, LobbyError, TablePlan
from cuttle_tui.screens.front import MOVE, FrontScreen, name_head, straight_to
from cuttle_tui.widgets.zone import PaintContext
from cuttle_tui.wording.front import inviting as wording
from cuttle_tui.wording.front.home import OPENING
from cuttle_tui.wording.front.joining import lobby_line


class InviteScreen(FrontScreen):
    """What will be opened, who can come and how it ends; only yes opens it."""

    BESIDE: ClassVar[bool] = False

    def __init__(self, paint: PaintContext, hosting: Hosting, plan: TablePlan) -> None:
        super().__init__(paint)
        self._hosting, self._plan = hosting, plan
        self._where = hosting.where()
        self._entries = wording.ENTRIES
        self._opening = False
        """Whether the room is being opened."""

    def on_mount(self) -> None:
        """Ask."""
        self._show()

    def _show(self, why: Sentence = SILENCE) -> None:
        prompt = wording.invite_prompt(self._entries[self._focus], why)
        self._show_front(name_head(), wording.invite_band(self._where), prompt)

    def _choose(self) -> None:
        if self._opening:
            return
        if self._entries[self._focus] is not wording.OPEN:
            self.interrupt()
            return
        self._opening = True
        self._show(say(OPENING))
        self.ask_lobby(self._hosting.open(self._plan), self._opened, self._refused)

    def _opened(self, door: tuple[Lobby, Chair]) -> None:
        lobby, chair = door
        self.cuttle.sit_down((chair,), lobby=lobby)

    def _refused(self, error: LobbyError) -> None:
        self._opening = False
        self._show(lobby_line(error))

    def interrupt(self) -> None:
        """Go back home, unless the room is being opened."""
        if not self._opening:
            super().interrupt()

    def sections(self) -> Sections:
        """Return the keys of the list, and those that go straight to an entry."""
        return (*self.SECTIONS, straight_to(self._entries))

    SECTIONS: ClassVar[Sections] = (
        Section(
            N_("the list"),
            (
                MOVE,
                Command(to("enter", _choose), N_("do what the bar says"), N_("choose")),
                Command(
                    to("escape q ctrl+c", interrupt),
                    N_("back home, without opening anything"),
                    N_("home"),
                ),
            ),
        ),
    )
