"""Choose one of several kept games."""

from __future__ import annotations

from typing import ClassVar

from cuttle_tui.drawing.layout import LISTS_WIDEST, Plan
from cuttle_tui.i18n.rich_text import SILENCE, Sentence
from cuttle_tui.i18n.translation import N_
from cuttle_tui.keymap.commands import Command, Section, Sections, to
from cuttle_tui.ports import HomeLobby, LobbyError, SavedGame
from cuttle_tui.screens.front import MOVE, FrontScreen, name_head
from cuttle_tui.screens.layouts import Regions, beside_list, front_regions
from cuttle_tui.widgets.panel import Block, PanelModel, named_rules
from cuttle_tui.widgets.zone import PaintContext
from cuttle_tui.wording.front import saved_games as wording
from cuttle_tui.wording.front.joining import lobby_line


class SavedGamesScreen(FrontScreen):
    """The kept games, the one played last first; enter resumes one."""

    def __init__(self, paint: PaintContext, lobby: HomeLobby) -> None:
        super().__init__(paint)
        self._lobby = lobby
        self._games: tuple[SavedGame, ...] = ()

    def place(self, plan: Plan) -> Regions:
        """Place each zone; a panel stands only beside the widest list."""
        regions = front_regions(plan, self.length)
        return beside_list(plan, regions) if plan.content == LISTS_WIDEST else regions

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
        self._panel = self._beside()
        self._show_front(name_head(), band, wording.saved_prompt(empty=not self._games, why=why))

    def _beside(self) -> PanelModel:
        """Return the score and the rules of the game in focus."""
        if not self._games or self._games[self._focus].problem is not None:
            return ()
        game = self._games[self._focus]
        return (Block(game.when, wording.score_lines(game)), *named_rules(game.ruleset))

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
