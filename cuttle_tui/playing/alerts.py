"""Tell the player of one table what has changed there, wherever they are in the app."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cuttle_tui.i18n.rich_text import Sentence
from cuttle_tui.kit.screen import ZoneScreen
from cuttle_tui.kit.text_types import Call
from cuttle_tui.kit.words import begins_line
from cuttle_tui.ports import TableState
from cuttle_tui.table.plate import said_since
from cuttle_tui.table.presenter import new_events_ask
from cuttle_tui.table.words.absence import coming_line
from cuttle_tui.table.words.status_notes import call_of
from cuttle_tui.table.words.waiting_room import with_way_back
from engine.table.seats import NO_CLOCK

if TYPE_CHECKING:
    from cuttle_tui.playing.screen import TableScreen


class Alerts:
    """What calls the player of one table, and the screens above it."""

    def __init__(self, table: TableScreen) -> None:
        self._table = table
        self.fetched = False
        """Whether the game began while the player did something else."""

    def call_of(self, steps: int) -> Call:
        """Return what the table waits for; a watcher is not asked for another game."""
        seating = self._table.seating
        return call_of(self._table.state, seating.seat, steps, watching=seating.watching)

    def note_change(self, before: TableState) -> None:
        """Ring for a new question or a win to claim; say who came back or stepped away."""
        table, state = self._table, self._table.state
        if state.view is None or table.digest is None:
            return
        if new_events_ask(before.view, state.view) and not table.seating.shared:
            table.cuttle.call_attention("turn", state.title)
        if state.claimable and not before.claimable:
            table.cuttle.call_attention("claimable", state.title)
        if came := coming_line(before, state, table.digest.names):
            table.announce(came)

    def note_beginning(self, before: TableState) -> None:
        """Bring the table forward when a game is dealt: the first or the next."""
        table, state = self._table, self._table.state
        if state.view is None or state.view.outcome is not None:
            return
        if before.view is None:
            self.fetched = table.cuttle.screen is not table
            table.cuttle.bring_forward(table)
            table.meanwhile.close()
            names = [sitter.name for sitter in state.sitters]
            code = table.among_others.resume_code
            timing = NO_CLOCK if code else state.timing  # the log begins with the clocks
            begins = begins_line(names, table.chat.my_name, timing, fetched=self.fetched)
            table.announce(with_way_back(begins, code))
            table.cuttle.call_attention("paired", state.title)
        elif before.view.outcome is not None or before.called_off > state.called_off:
            table.cuttle.bring_forward(table)

    def tell_above(self, before: TableState) -> None:
        """Update the screens above the table with its call; tell there what was said since."""
        table = self._table
        if table.digest is not None and table.situation.over:
            for line in said_since(table.digest, table.state, before):
                self._say_above(line)
        call = self.call_of(1)
        if call.kind == "again" and before.ready != table.state.ready:
            self._say_above(call.what)
        stack = list(table.cuttle.screen_stack)
        for screen in stack[stack.index(table) + 1 :] if table in stack else ():
            if isinstance(screen, ZoneScreen) and screen.is_mounted:
                screen.hear_call()
        table.meanwhile.call_away()

    def _say_above(self, line: Sentence) -> None:
        if self._table.still_open and self._table.cuttle.screen is not self._table:
            self._table.cuttle.tell(line)
