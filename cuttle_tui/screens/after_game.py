"""Look back from a table: at earlier moves, at the replay, at the deal."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace

from cuttle_tui.i18n.errors import worded
from cuttle_tui.i18n.rich_text import say
from cuttle_tui.ports import Source
from cuttle_tui.presenter.history import Past
from cuttle_tui.presenter.plate import present_plate
from cuttle_tui.presenter.view_model import PlateModel
from cuttle_tui.screens.host import PlayedTable
from cuttle_tui.screens.lookback import LookBack
from cuttle_tui.screens.saving import save_picture
from cuttle_tui.table.log_search import ply_at
from cuttle_tui.table.ui import Mode
from cuttle_tui.table.update import closed
from cuttle_tui.wording.log.log_view import NOT_HERE, fair_line, unfair_line
from cuttle_tui.wording.names import Names
from cuttle_tui.wording.replay.archive import unreadable_line
from engine.record.parser import parse_record
from engine.record.record import RecordError, verify
from engine.record.replay import Replay


class AfterGame:
    """The earlier moves, the replay and the deal of one table."""

    def __init__(self, table: PlayedTable) -> None:
        self._table = table
        self._replay: Replay | None = None
        """The finished game."""
        self.plate: PlateModel | None = None
        """How it went; None until then, and where no record is kept."""

    def note_end(self, names: Names) -> None:
        """Present the end of the game once it is over, and again when the table changes."""
        table, self.plate = self._table, None
        view = table.state.view
        if view is None or view.outcome is None or table.situation.occasion != "game":
            self._replay = None
            return
        if self._replay is None:
            self._replay = self._recorded()
        if self._replay is not None:
            self.plate = present_plate(self._replay, table.state, names, table.seating.seat)

    def _recorded(self) -> Replay | None:
        """Read the record of the finished game, if there is one."""
        text = self._table.seating.chair.record()
        if text is None:
            return None
        with suppress(RecordError):
            return Replay(parse_record(text))
        return None

    def save_picture(self) -> None:
        """Ask whether to save the plate; where nothing may be written, say how to get it."""
        table = self._table
        if table.ui.folder:
            table.show_ui(replace(table.ui, mode=Mode.SAVE))
            table.note_change()
        else:
            self.write_picture()

    def write_picture(self) -> None:
        """Save the plate as a picture and as text, and say where."""
        table = self._table
        if self._replay is not None:
            source = Source(game=table.state.game, door=self._door)
            table.tell(save_picture(table.cuttle, self._replay, source))

    def look_at(self, line: int) -> None:
        """Show the table as it was at a line of the log; after the game, open the replay there."""
        table = self._table
        digest, chair = table.digest, table.seating.chair
        ply = None if digest is None else ply_at(digest.places, table.state.steps, line)
        if ply is None:
            table.tell(say(NOT_HERE))
        elif self._open_replay(ply):
            table.show_ui(closed(table.ui))
        else:
            table.wait_for_lobby(LookBack.seen(chair, ply), self._look_back)

    def _look_back(self, past: Past | None) -> None:
        table, reading = self._table, self._table.ui.reading
        if past is None:
            table.tell(say(NOT_HERE))
            return

        def to_log() -> None:
            table.show_ui(replace(table.ui, mode=Mode.LOG, reading=reading))

        table.show_ui(closed(table.ui))
        chair, chat_filter = table.seating.chair, table.chat_filter()
        page = LookBack(chair, past, table.paint, chat_filter=chat_filter, to_log=to_log)
        table.cuttle.show_page(page)

    def watch(self) -> None:
        """Open the replay of the game."""
        self._open_replay(0)

    def analyse(self) -> None:
        """Open the replay at its end, with the analysis of the game."""
        self._open_replay(len(self._table.state.steps), analyse=True)

    def _open_replay(self, ply: int, *, analyse: bool = False) -> bool:
        """Open the replay of a finished game; return whether there is one."""
        table = self._table
        text = table.seating.chair.record()
        if text is None:
            return False
        source = Source(game=table.state.game)
        try:
            record = parse_record(text)
            seat = table.seating.seat
            table.cuttle.watch_game(record, seat, source, ply=ply, analyse=analyse)
        except RecordError as error:
            table.tell(unreadable_line(worded(error)))
        return True

    def check_deal(self) -> None:
        """Verify the deal against its commitment, and show the result."""
        table = self._table
        text = table.seating.chair.record()
        if text is None:
            return
        try:
            verify(parse_record(text))
        except RecordError as error:
            table.tell(unfair_line(worded(error)))
        else:
            game = "" if table.cuttle.lobby.archive is not None else table.state.game
            table.tell(fair_line(game, self._door))

    @property
    def _door(self) -> str:
        """The arguments of ``ssh`` that lead to the server of the table."""
        online = self._table.lobby.online
        return "HOST" if online is None else online.door
