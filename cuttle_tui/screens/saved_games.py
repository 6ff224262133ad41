"""Choose one of several kept games."""

from __future__ import annotations

from typing import ClassVar

from cuttle_tui.i18n.rich_text import SILENCE, Sentence
from cuttle_tui.i18n.translation import N_
from cuttle_tui.keymap.commands import Command, Section, Sections, to
from cuttle_tui.ports import HomeLobby, LobbyError, SavedGame
from cuttle_tui.screens.front import MOVE, FrontScreen, name_head
from cuttle_tui.widgets.zone import PaintContext
from cuttle_tui.wording.front import saved_games as wording
from cuttle_tui.wording.front.joining import lobby_line


class SavedGamesScreen(FrontScreen):
    """The kept games, the one played last first; enter resumes one."""

    BESIDE: ClassVar[bool] = False

    def __init__(self, paint: PaintContext, lobby: HomeLobby) -> None:
        super().__init__(paint)
        self._lobby = lobby
        self._games: tuple[SavedGame, ...] = ()

    def on_mount(self) -> None:
        """Show the list."""
        self._read()
        self._show()

    def _read(self) -> None:
        self._games = self._lobby.saved()
        self._entries = tuple(map(wording.saved_game_entry, self._games))
        self._focus = max(0, min(self._focus, len(self._games) - 1))

    def _show(self, why: Sentence = SILENCE) -> None:
        band = wording.saved_band(self._games)
        self._show_front(name_head(), band, wording.saved_prompt(empty=not self._games, why=why))

    def _choose(self) -> None:
        """Resume the game in focus; if it cannot be, say why."""
        if not self._games:
            return
        game = self._games[self._focus]
        if game.problem is not None:
            self._show(wording.unreadable_game_line(game))
            return
        try:
            chairs = self._lobby.resume_game(game.id)
        except LobbyError as error:
            self._read()
            self._show(lobby_line(error))
        else:
            self.cuttle.sit_down(chairs)

    SECTIONS: ClassVar[Sections] = (
        Section(
            N_("the list"),
            (
                MOVE,
                Command(to("enter", _choose), N_("resume the game in focus"), N_("resume")),
                Command(to("escape q ctrl+c", FrontScreen.interrupt), N_("back home"), N_("home")),
            ),
        ),
    )
