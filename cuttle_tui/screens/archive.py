"""Choose one of the stored games."""

from __future__ import annotations

from typing import ClassVar

from cuttle_tui.archive.folder import MOST
from cuttle_tui.i18n.errors import worded
from cuttle_tui.i18n.rich_text import SILENCE, Sentence
from cuttle_tui.i18n.translation import N_
from cuttle_tui.keymap.commands import Command, Section, Sections, by, steps, to
from cuttle_tui.ports import ArchivedGame, GameArchive
from cuttle_tui.screens.front import NAME_HEAD, FrontScreen
from cuttle_tui.widgets.zone import PaintContext
from cuttle_tui.wording.replay import archive as wording
from engine.record.record import RecordError


class ArchiveScreen(FrontScreen):
    """The stored games, newest first; enter opens a replay."""

    def __init__(self, paint: PaintContext, archive: GameArchive, player: str) -> None:
        """List the games of an archive for the player with that name."""
        super().__init__(paint)
        self._archive = archive
        self._games: tuple[ArchivedGame, ...] = archive.games()
        self._entries = tuple(wording.entry_of(game, player) for game in self._games)

    def on_mount(self) -> None:
        """Show the list."""
        self._show()

    def _show(self, why: Sentence = SILENCE) -> None:
        count, archive = len(self._games), self._archive
        if archive.trouble is not None and not why:
            why = wording.not_kept_line(archive.trouble)
        home = self.cuttle.lobby.home
        results = () if home is None else home.results()
        band, prompt = wording.shelf_band(count, MOST, results), wording.shelf_prompt(count, why)
        if archive.unlisted is not None:
            band = wording.unlisted_band(archive.unlisted)
            prompt = wording.unlisted_prompt(why)
        self._show_front(NAME_HEAD, band, prompt)

    def _watch(self) -> None:
        """Open the game in focus; if its file is broken, say so."""
        if not self._games:
            return
        try:
            record = self._archive.record(self._games[self._focus].name)
        except RecordError as error:
            self._show(wording.unreadable_line(worded(error)))
            return
        self.cuttle.watch_game(record)

    @property
    def _any(self) -> bool:
        return bool(self._games)

    SECTIONS: ClassVar[Sections] = (
        Section(
            N_("the list"),
            (
                Command(
                    by(steps(5), FrontScreen.move),
                    N_("move along the list"),
                    N_("move"),
                    "arrows",
                    when=lambda screen: screen._any,
                ),
                Command(
                    to("enter", _watch),
                    N_("watch the game in focus"),
                    N_("watch"),
                    when=lambda screen: screen._any,
                ),
                Command(
                    to("escape q w ctrl+c", FrontScreen.interrupt), N_("back home"), N_("home")
                ),
            ),
        ),
    )
