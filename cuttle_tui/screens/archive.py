"""Choose one of the games that were kept."""

from __future__ import annotations

from typing import Final

from cuttle_tui.archive.folder import MOST
from cuttle_tui.i18n.rich_text import SILENCE, Sentence
from cuttle_tui.ports import GameArchive, Kept
from cuttle_tui.screens.front import FrontScreen
from cuttle_tui.screens.keymap import Command, Section, call
from cuttle_tui.widgets.front import HeadModel
from cuttle_tui.widgets.zone import PaintContext
from cuttle_tui.wording.errors import worded
from cuttle_tui.wording.front.joining import NAME
from cuttle_tui.wording.keys import front as words
from cuttle_tui.wording.replay import archive as wording
from engine.record.record import RecordError

_STEPS: Final = {"up": -1, "down": 1, "pageup": -5, "pagedown": 5, "home": -9999, "end": 9999}


class ArchiveScreen(FrontScreen):
    """The games that were kept, newest first; enter watches one."""

    CLICKS = (words.ENTRY_CLICKS, words.BAR_CLICKS)
    AT_ONCE = True

    def __init__(self, brush: PaintContext, shelf: GameArchive, player: str) -> None:
        """List the games.

        Args:
            brush: what to paint with.
            shelf: where they are kept.
            player: the name of whoever looks.
        """
        super().__init__(brush)
        self._shelf = shelf
        self._games: tuple[Kept, ...] = shelf.games()
        self._entries = tuple(wording.entry_of(game, player) for game in self._games)

    def on_mount(self) -> None:
        """Show the list."""
        self._show()

    def _show(self, why: Sentence = SILENCE) -> None:
        count, shelf = len(self._games), self._shelf
        if shelf.trouble is not None and not why:
            why = wording.not_kept_line(shelf.trouble)
        band, prompt = wording.shelf_band(count, MOST), wording.shelf_prompt(count, why)
        if shelf.unlisted is not None:
            band = wording.unlisted_band(shelf.unlisted)
            prompt = wording.unlisted_prompt(why)
        self._show_front(HeadModel(tuple(NAME), 2), band, prompt)

    def ignore(self, key: str) -> None:
        """Show that nothing is said any more."""
        self._show()

    def _step(self, key: str) -> None:
        self._move(_STEPS[key])
        self._show()

    def _watch(self) -> None:
        """Open the game in focus; should it be broken, say so."""
        if not self._games:
            return
        try:
            record = self._shelf.record(self._games[self._focus].name)
        except RecordError as error:
            self._show(wording.unreadable_line(worded(error)))
            return
        self.cuttle.watch_game(record)

    def interrupt(self) -> None:
        """Go back to what lies below, which asks."""
        self.cuttle.close_screen()

    @property
    def _any(self) -> bool:
        return bool(self._games)


ArchiveScreen.SECTIONS = (
    Section[ArchiveScreen](
        words.LIST,
        (
            Command(tuple(_STEPS), words.MOVE, ArchiveScreen._step, when=lambda shelf: shelf._any),
            Command(("enter",), words.WATCH, call(ArchiveScreen._watch), when=lambda one: one._any),
            Command(("escape", "q", "w", "ctrl+c"), words.HOME, call(ArchiveScreen.interrupt)),
        ),
    ),
)
