"""Choose one of the stored games."""

from __future__ import annotations

from typing import ClassVar, Final

from cuttle_tui.archive.folder import MOST
from cuttle_tui.i18n.errors import worded
from cuttle_tui.i18n.rich_text import SILENCE, Sentence
from cuttle_tui.i18n.translation import N_, tr
from cuttle_tui.keymap.commands import Command, Section, Sections, by, steps, to
from cuttle_tui.ports import ArchivedGame, GameArchive
from cuttle_tui.screens.front import ListScreen
from cuttle_tui.screens.results import ArchivedResults
from cuttle_tui.widgets.front import Band, Title
from cuttle_tui.widgets.lists import ListModel, Row, RowList, heads_of, line_row
from cuttle_tui.widgets.panel import Block, PanelModel, named_rules
from cuttle_tui.widgets.zone import PaintContext
from cuttle_tui.wording.front import results
from cuttle_tui.wording.front.new_table import you_are
from cuttle_tui.wording.replay import archive as wording
from engine.record.record import RecordError

_AHEAD: Final = 64
"""How far from the row in focus scores are looked up: no window shows more rows."""


class ArchiveScreen(ListScreen):
    """The stored games, newest first; enter opens a replay."""

    def __init__(self, paint: PaintContext, archive: GameArchive, player: str) -> None:
        """List the games of an archive for the player with that name."""
        super().__init__(paint)
        self._archive = archive
        self._player = player
        self._games: tuple[ArchivedGame, ...] = archive.games()
        self._results = ArchivedResults(archive)

    @property
    def _lines(self) -> tuple[ArchivedGame, ...]:
        return self._games

    def on_mount(self) -> None:
        """Show the list."""
        self._show()

    def _show(self, why: Sentence = SILENCE) -> None:
        count, archive = len(self._games), self._archive
        if archive.trouble is not None and not why:
            why = wording.not_kept_line(archive.trouble)
        home = self.cuttle.lobby.home
        tally = () if home is None else home.results()
        band = wording.shelf_band(self._games, self._player, MOST, tally)
        prompt = wording.shelf_prompt(count, why)
        if archive.unlisted is not None:
            band = wording.unlisted_band(archive.unlisted)
            prompt = wording.unlisted_prompt(why)
        self.query_one(Title).show((str(wording.TITLE), you_are(self._player)))
        self.query_one(Band).show(band)
        tallies = wording.tally_lines(self._games, self._player)
        self._panel = (Block(tr(wording.OPPONENTS), tallies), *self._of_focus())
        rows = tuple(map(self._row, range(count)))
        heads = heads_of(tuple(map(str, results.HEADS)), results.COLUMNS)
        self.query_one(RowList).show(ListModel(rows, self._focus, heads=heads, airy=True))
        self._show_prompt(prompt)

    def _of_focus(self) -> PanelModel:
        """Return who played the game in focus, and its rules."""
        if not self._games:
            return ()
        game = self._games[self._focus]
        result = self._results.result(game)
        rules = self._results.ruleset(game)
        return (
            Block(game.when, results.player_lines(result)),
            *(named_rules(rules) if rules else ()),
        )

    def _row(self, place: int) -> Row:
        """Make the row of a game; those far from the focus are out of sight, and stay blank."""
        if abs(place - self._focus) > _AHEAD:
            return Row(())
        result = self._results.result(self._games[place])
        return line_row(results.result_cells(result, self._player), results.COLUMNS)

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
                    by(steps(5), ListScreen.move),
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
                Command(to("escape q w ctrl+c", ListScreen.interrupt), N_("back home"), N_("home")),
            ),
        ),
    )
