"""Turn clicks on a table into choices, and play what was chosen.

It explains why a card cannot be chosen, and tells what happens while somebody looks elsewhere.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from time import monotonic
from typing import TYPE_CHECKING, Final

from cuttle_tui.i18n.translation import SILENCE, Sentence, say
from cuttle_tui.kit.screen import ZoneScreen
from cuttle_tui.kit.text_types import Call
from cuttle_tui.kit.words import begins_line
from cuttle_tui.kit.zone import Zone
from cuttle_tui.plain.table_words import NOTHING_TO_UNDO, PRICE_OF_HELP, UNDONE_DEAL, undone_line
from cuttle_tui.ports import TableState
from cuttle_tui.table import choices
from cuttle_tui.table.choices import NOTHING, Choice
from cuttle_tui.table.intents import Act, Answer, ChooseTarget
from cuttle_tui.table.plate import said_since
from cuttle_tui.table.presenter import new_events_ask
from cuttle_tui.table.selection import (
    objection_to,
    objection_to_aim,
    point,
    rejected_card,
    rejected_target,
)
from cuttle_tui.table.situation import Mode, TableUi
from cuttle_tui.table.view_model import aimed_at, seat_at, target_at
from cuttle_tui.table.words.absence import coming_line
from cuttle_tui.table.words.play_labels import no_way_line
from cuttle_tui.table.words.prompt import how_to_answer_line
from cuttle_tui.table.words.refusals import (
    CLICK_AGAIN,
    HOW_FIRST,
    card_first_line,
    objection_line,
    refusal_line,
    refused,
)
from cuttle_tui.table.words.status_notes import call_of
from cuttle_tui.table.words.waiting_room import with_way_back
from engine.actions import Action, Kind
from engine.cards import Card
from engine.errors import IllegalAction, StaleAction
from engine.play.view import View
from engine.table.controls import NO_CLOCK

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
        self._warned = False
        """Whether the price of help in today's deal was told."""

    def submit(self, action: Action) -> None:
        """Play an action; if the table refuses it, show why and keep the choice.

        The table may show it only later: until then the choice stays as it is.
        """
        table, view = self._table, self._table.state.view
        if view is None:
            return
        refusal = SILENCE
        try:
            table.seating.chair.submit(action, view.ply)
        except IllegalAction as error:
            late = isinstance(error, StaleAction) and self.sent is not None
            refusal = SILENCE if late else refusal_line(error)
        else:
            self.sent = view.ply
        if table.to_do is not None:
            table.to_do.note_progress()
        table.refresh_table()
        if refusal:
            table.tell(refusal)  # after the repaint: a new question clears what was told before

    def settled(self, ui: TableUi, before: TableState) -> TableUi:
        """Clear the choice once its action has happened."""
        state = self._table.state
        view, recovered = state.view, before.trouble and not state.trouble
        if self.sent is None or (view is not None and view.ply == self.sent and not recovered):
            return ui
        self.sent = None
        return ui if recovered else replace(ui, choice=NOTHING, explain=False)

    def pays_for_help(self) -> bool:
        """Return whether help may be given: the only try at a deal is not spent by one key.

        The first press tells the price, the second one pays it.
        """
        table, practice = self._table, self._table.seating.chair.practice
        if self._warned or not table.state.day or practice is None or not practice.counts:
            return True
        self._warned = True
        table.tell(say(PRICE_OF_HELP))
        return False

    def take_back(self) -> None:
        """Take back the player's last move and all that followed, and say which move it was."""
        table, chair = self._table, self._table.seating.chair
        practice = chair.practice
        if practice is not None and practice.possible and not self.pays_for_help():
            return
        counted = practice is not None and practice.counts
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
        if counted and table.state.day:
            table.announce(say(UNDONE_DEAL))

    # what cannot be played

    def reject(self, action: Action) -> None:
        """Explain why an action is illegal, or how to choose a legal one that was clicked again."""
        table, view = self._table, self._table.state.view
        if view is None:
            return
        objection = objection_to(view, action)
        if objection is not None and table.digest is not None:
            table.tell(refused(objection_line(view, objection, table.digest.names)))
        elif objection is None and action.kind in (Kind.COUNTER, Kind.BLOCK, Kind.REBUFF):
            table.tell(how_to_answer_line(action))
        else:
            table.show_ui(table.ui)

    def ask_for_card(self) -> None:
        """Ask for a card before the way to play it."""
        assert self._table.state.view is not None
        self._table.tell(card_first_line(self._table.state.view))

    # answers given unasked, where the player wants that and nobody can tell

    def answered_unasked(self, state: TableState) -> bool:
        """Answer for the player; return whether the table has still to move on from there."""
        if not self._answers_unasked:
            return False
        view, action = state.view, self.unasked_answer(state)
        if view is None or action is None or state.trouble:
            self._unasked = None
            return False
        if self._unasked != view.ply:
            try:
                self._table.seating.chair.submit(action, view.ply)
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
        return self._table.to_do is None and self._table.cuttle.settings.counter == "two"


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

    def note_door(self, before: TableState) -> None:
        """Call the player when somebody comes to the door; a nod is for whoever was read there."""
        table, state = self._table, self._table.state
        then, now = ([each.caller for each in known.at_door] for known in (before, state))
        if then == now:
            return
        table.door_guard.change()
        table.call_after_refresh(table.door_guard.show)
        if now and now[0] not in then:
            table.cuttle.call_attention("at-door", state.title)
            table.announce(SILENCE)  # nothing older stands before it

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


PAUSE: Final = 0.5
"""Seconds within which two clicks are one gesture; the pointer may slip a cell meanwhile."""


class DoubleClickGuard:
    """Detects clicks that began before the cards were covered or uncovered."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        """Start with no change noted; `clock` returns a monotonic time in seconds."""
        self.clock = clock
        self._at: float | None = None

    def turn(self) -> None:
        """Note that the cards were covered or uncovered now."""
        self._at = self.clock()

    def swallows(self, *, hurried: bool) -> bool:
        """Return whether a click began before the cards changed.

        `hurried` says whether the terminal counted it as part of a multiple click.
        """
        if self._at is None:
            return False
        if hurried or self.clock() - self._at < PAUSE:
            return True
        self._at = None
        return False


class TableMouse:
    """The mouse at one table."""

    def __init__(self, table: TableScreen) -> None:
        self._table = table
        self.turning = DoubleClickGuard()
        """When the lower hand was last covered or uncovered, if a keyboard is shared."""
        self._below: tuple[bool, int] | None = None
        """Whether that hand was covered, and whose it is."""

    def note_turn(self, ui: TableUi) -> None:
        """Note whether the lower hand is now covered or uncovered."""
        seating = self._table.seating
        below = (ui.mode is Mode.COVER, seating.seat)
        if seating.shared and below != self._below:
            self._below = below
            self.turning.turn()

    def swallows(self, message: Zone.CardClicked | Zone.KeyClicked | Zone.RowClicked) -> bool:
        """Return whether a click came too late for its target and must be dropped."""
        swallowed = self.turning.swallows(hurried=message.hurried)
        if swallowed:
            message.prevent_default()
        return swallowed

    def click_card(self, message: Zone.CardClicked) -> None:
        """Choose the card or aim at it, or explain why it cannot be chosen."""
        at, card = self._table.situation, message.card
        if at.verdict and at.ui.mode is Mode.GAME:  # a judged task leaves its cards on show
            message.prevent_default()
            return
        if self.swallows(message) or self._table.body.model is None or at.ui.mode is not Mode.GAME:
            return
        view = at.view
        if at.step in ("card", "play", "target") and card == at.choice.card:
            if not message.hurried:
                self._table.handle_click(Act.BACK)
        elif view is None or view.outcome is not None:
            return
        elif card in at.tray:
            self._click_tray(view, card)
        elif aim := target_at(at.order, view, at.choice, card):
            choice, place = self._table.ui.choice, at.aims.index(aim)
            if choice.aim in (-1, place):
                self._table.handle_click(ChooseTarget(aim.place))
                return
            self._table.note_presence()
            self._choose(replace(choice, aim=place), say(CLICK_AGAIN))
        elif ways := aimed_at(at.order, view, at.choice, card):
            self._aim(ways)
        else:
            self._reject(view, card)

    def _click_tray(self, view: View, card: Card) -> None:
        """Choose a card of the tray; a second click takes one from the scrap."""
        choice = self._table.ui.choice
        step = choices.step_of(view, choice)
        if step == "take" and card == choice.card:
            self._table.handle_click(Act.CONFIRM)
            return
        if step == "answer" and card == choice.card and self._table.body.upright:
            self._table.handle_click(Answer(yes=True))  # a tap on the card that is raised plays it
            return
        self._table.note_presence()
        if self._table.moves.sent is not None:
            return  # the cards stay as they are until the table has moved
        chosen = point(view, choice, card)
        self._choose(chosen)
        refused = rejected_card(view, choice, card) if chosen == choice else None
        if refused is not None:
            self._table.moves.reject(refused)

    def _choose(self, choice: Choice, told: Sentence = SILENCE) -> None:
        """Show another choice, unless an action is still pending."""
        if self._table.moves.sent is None:
            self._table.show_ui(replace(self._table.ui, choice=choice, notice=told))

    def _aim(self, ways: list[Choice]) -> None:
        """Aim at a card before choosing the play; where it is the only target, play.

        Of several targets, and at a card of one's own, a second click or enter plays.
        """
        self._table.note_presence()
        if len(ways) > 1:
            self._table.tell(say(HOW_FIRST))
            return
        self._choose(ways[0], say(CLICK_AGAIN))
        at = self._table.situation
        if at.choice != ways[0] or len(at.aims) != 1 or at.view is None:
            return
        own = {placed.card for placed in at.view.seats[self._table.seating.seat].points}
        if at.aims[0].card not in own:
            self._table.handle_click(ChooseTarget(at.aims[0].place))

    def _reject(self, view: View, card: Card) -> None:
        choice = self._table.ui.choice
        aimed = rejected_target(view, choice, card)
        if aimed is not None or choices.step_of(view, choice) != "card":
            self._table.moves.reject(aimed or Action(Kind.DRAW))
        elif choice.card is None:
            self._table.tell(card_first_line(view))
        else:
            # explain why the chosen card cannot be played at another card
            objection, digest = objection_to_aim(view, choice.card, card), self._table.digest
            if objection is None or digest is None:
                self._table.tell(no_way_line(choice.card, card))
            else:
                self._table.tell(objection_line(view, objection, digest.names))

    def click_row(self, message: Zone.RowClicked) -> None:
        """Handle a click beside the cards, which may be on a seat.

        The bar takes only the first of two quick clicks, because its question may have changed.
        """
        if message.hurried and message.zone == "prompt":
            message.prevent_default()
        if self.swallows(message):
            return
        table = self._table
        view, plan = table.state.view, table.plan(*table.size)
        if view is not None and plan is not None and table.ui.mode is Mode.GAME:
            seat, choice = table.seating.seat, table.ui.choice
            aim = seat_at(view, choice, plan, seat, message.zone, message.x, message.y)
            if aim is not None:
                table.handle_click(ChooseTarget(aim.place))
