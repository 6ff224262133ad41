"""Play what was chosen, and tell what happens while somebody looks elsewhere."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from cuttle_tui.i18n.translation import Sentence, say
from cuttle_tui.kit.screen import ZoneScreen
from cuttle_tui.kit.text_types import Call
from cuttle_tui.kit.words import begins_line
from cuttle_tui.plain.table_words import NOTHING_TO_UNDO, undone_line
from cuttle_tui.ports import TableState
from cuttle_tui.table import choices
from cuttle_tui.table.choices import NOTHING
from cuttle_tui.table.plate import said_since
from cuttle_tui.table.presenter import new_events_ask
from cuttle_tui.table.selection import objection_to
from cuttle_tui.table.situation import TableUi
from cuttle_tui.table.words.absence import coming_line
from cuttle_tui.table.words.prompt import how_to_answer_line
from cuttle_tui.table.words.refusals import card_first_line, objection_line, refusal_line
from cuttle_tui.table.words.status_notes import call_of
from cuttle_tui.table.words.waiting_room import with_way_back
from engine.actions import Action, Kind
from engine.errors import IllegalAction, StaleAction
from engine.table.seats import NO_CLOCK

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

    def submit(self, action: Action) -> None:
        """Play an action; if the table refuses it, show why and keep the choice.

        The table may show it only later: until then the choice stays as it is.
        """
        table, view = self._table, self._table.state.view
        if view is None:
            return
        try:
            table.seating.chair.submit(action, view.ply)
        except StaleAction as error:
            if self.sent is None:
                table.ui = replace(table.ui, notice=refusal_line(error))
        except IllegalAction as error:
            table.ui = replace(table.ui, notice=refusal_line(error))
        else:
            self.sent = view.ply
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

    def reject(self, action: Action) -> None:
        """Explain why an action is illegal, or how to choose a legal one that was clicked again."""
        table, view = self._table, self._table.state.view
        if view is None:
            return
        objection = objection_to(view, action)
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
