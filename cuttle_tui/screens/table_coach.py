"""The coach of a practice table: the best plays of the player, from their own view."""

from __future__ import annotations

from dataclasses import replace

from cuttle_tui.i18n.rich_text import SILENCE, say
from cuttle_tui.ports import LobbyError
from cuttle_tui.ports.analyst import LONGER
from cuttle_tui.screens.host import PlayedTable
from cuttle_tui.table.coach import Hint, hint_of
from cuttle_tui.wording.coach.hints import NOTHING, ONLY_IN_PRACTICE, THINKING
from cuttle_tui.wording.front.joining import lobby_line


class TableCoach:
    """Hints at one table; only where moves can be taken back, so never against people."""

    def __init__(self, table: PlayedTable) -> None:
        self._table = table
        self._hint: Hint | None = None
        self._waiting = False
        """Whether a hint has been asked for: another key asks for no second one."""

    @property
    def hint(self) -> Hint | None:
        """The hint that is shown: it gives way to a chosen card, and to the next decision."""
        table, hint = self._table, self._hint
        shown = hint is not None and table.ui.shows_hint and hint.view == table.state.view
        return hint if shown else None

    def toggle(self) -> None:
        """Ask for the best plays of this decision, or hide them."""
        table, view = self._table, self._table.state.view
        if self.hint is not None:
            table.show_ui(replace(table.ui, hinted=None))
        elif table.seating.chair.practice is None:
            table.tell(say(ONLY_IN_PRACTICE))
        elif view is None or not view.legal:
            table.tell(say(NOTHING))
        elif self._waiting:
            table.tell(say(THINKING))
        else:
            self._waiting = True
            table.tell(say(THINKING))
            work = table.lobby.analyst.assess(view, LONGER)
            table.ask_lobby(work, lambda found: self._show(hint_of(view, found)), self._fail)

    def _show(self, hint: Hint | None) -> None:
        """Show a hint, unless the table has moved on."""
        self._waiting = False
        table = self._table
        if hint is not None and hint.view == table.state.view:
            self._hint = hint
            table.show_ui(replace(table.ui, hinted=table.ui.choice, notice=SILENCE))

    def _fail(self, error: LobbyError) -> None:
        self._waiting = False
        self._table.tell(lobby_line(error))
