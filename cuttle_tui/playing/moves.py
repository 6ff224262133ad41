"""Send the moves of a player, explain what cannot be played, and answer what need not be asked."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from cuttle_tui.i18n.rich_text import say
from cuttle_tui.plain.table_words import NOTHING_TO_UNDO, undone_line
from cuttle_tui.ports import TableState
from cuttle_tui.table import choices
from cuttle_tui.table.choices import NOTHING
from cuttle_tui.table.selection import objection_to
from cuttle_tui.table.situation import TableUi
from cuttle_tui.table.words.prompt import how_to_answer_line
from cuttle_tui.table.words.refusals import card_first_line, objection_line, refusal_line
from engine.actions import Action, Kind
from engine.errors import IllegalAction, StaleAction
from engine.play.view import View

if TYPE_CHECKING:
    from cuttle_tui.playing.screen import TableScreen


class Moves:
    """The moves of one table's player."""

    def __init__(self, table: TableScreen) -> None:
        self._table = table
        self.sent: int | None = None
        """The ply of an action that the table has not shown yet."""
        self._unasked: int | None = None
        """The ply of a question that was answered unasked, until the table has moved on."""

    def submit(self, action: Action, ply: int) -> None:
        """Play an action; if the table refuses it, show why and keep the choice.

        The table may show it only later: until then the choice stays as it is.
        """
        table = self._table
        try:
            table.seating.chair.submit(action, ply)
        except StaleAction as error:
            if self.sent is None:
                table.ui = replace(table.ui, notice=refusal_line(error))
        except IllegalAction as error:
            table.ui = replace(table.ui, notice=refusal_line(error))
        else:
            self.sent = ply
        if table.to_do is not None:
            table.to_do.note_progress()
        table.refresh_table()

    def settled(self, ui: TableUi, before: TableState) -> TableUi:
        """Clear the choice once its action has happened."""
        state = self._table.state
        view, recovered = state.view, before.trouble and not state.trouble
        if self.sent is None or (view is not None and view.ply == self.sent and not recovered):
            return ui
        self.sent = None
        return ui if recovered else replace(ui, choice=NOTHING, explain=False)

    def take_back(self) -> None:
        """Take back the player's last move and all that followed, and say which move it was."""
        table, chair = self._table, self._table.seating.chair
        practice = chair.practice
        action = None if practice is None else practice.take_back()
        if practice is None or action is None:
            table.tell(say(NOTHING_TO_UNDO))
            return
        while self.unasked_answer(chair.state()) is not None:
            action = practice.take_back() or action  # it was no move of the player's own
            if not practice.possible:
                break
        self.sent, table.ui = None, TableUi()
        table.refresh_table()
        table.guard.trust()
        if table.digest is not None:
            table.tell(undone_line(table.state.view, action, table.digest.names))

    # what cannot be played

    def reject(self, view: View, action: Action) -> None:
        """Explain why an action is illegal, or how to choose a legal one that was clicked again."""
        table, objection = self._table, objection_to(view, action)
        if objection is not None and table.digest is not None:
            table.tell(objection_line(view, objection, table.digest.names))
        elif objection is None and action.kind in (Kind.COUNTER, Kind.BLOCK, Kind.REBUFF):
            table.tell(how_to_answer_line(action))
        else:
            table.show_ui(table.ui)

    def ask_for_card(self) -> None:
        """Ask for a card before the way to play it."""
        assert self._table.state.view is not None
        self._table.tell(card_first_line(self._table.state.view))

    # answers given unasked, where the player wants that and nobody can tell

    def answered_unasked(self, *, covered: bool) -> bool:
        """Answer for the player; return whether the table has still to move on from there."""
        if not self._answers_unasked:
            return False
        seating = self._table.seating
        state = seating.state(covered=covered)
        view, action = state.view, self.unasked_answer(state)
        if view is None or action is None or state.trouble:
            self._unasked = None
            return False
        if self._unasked != view.ply:
            try:
                seating.chair.submit(action, view.ply)
            except IllegalAction:
                return False
            self._unasked = view.ply
        return True

    def unasked_answer(self, state: TableState) -> Action | None:
        """Return the answer to a question that the player is not asked; None if they are."""
        if state.view is None or not self._answers_unasked:
            return None
        if not choices.only_computers(state, self._table.seating.seat):
            return None
        return choices.needless_answer(state.view)

    @property
    def _answers_unasked(self) -> bool:
        return self._table.cuttle.settings.counter == "two" and not self._table.situation.has_task
