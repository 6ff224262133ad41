"""Answer questions that the player need not be asked."""

from __future__ import annotations

from cuttle_tui.ports import TableState
from cuttle_tui.screens.host import PlayedTable
from cuttle_tui.table import choices
from engine.actions import Action
from engine.errors import IllegalAction


class UnaskedAnswers:
    """Lets plays happen without asking, where the player wants that and nobody can tell."""

    def __init__(self, table: PlayedTable) -> None:
        self._table = table
        self._ply: int | None = None
        """The ply of a question that was answered, until the table has moved on."""

    def sent(self, *, covered: bool) -> bool:
        """Answer for the player; return whether the table has still to move on from there."""
        if not self._wanted:
            return False
        seating = self._table.seating
        state = seating.state(covered=covered)
        view, action = state.view, self.answer_to(state)
        if view is None or action is None or state.trouble:
            self._ply = None
            return False
        if self._ply != view.ply:
            try:
                seating.chair.submit(action, view.ply)
            except IllegalAction:
                return False
            self._ply = view.ply
        return True

    def answer_to(self, state: TableState) -> Action | None:
        """Return the answer to a question that the player is not asked; None if they are."""
        if not self._wanted or not choices.only_computers(state, self._table.seating.seat):
            return None
        return None if state.view is None else choices.needless_answer(state.view)

    @property
    def _wanted(self) -> bool:
        return self._table.cuttle.settings.counter == "two" and not self._table.situation.has_task
