"""Turn clicks on a table into choices, and explain why a card cannot be chosen."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from time import monotonic
from typing import TYPE_CHECKING, Final

from cuttle_tui.i18n.translation import SILENCE, Sentence, say
from cuttle_tui.kit.zone import Zone
from cuttle_tui.table import choices
from cuttle_tui.table.choices import Aim, Choice
from cuttle_tui.table.intents import Act, Answer, ChooseTarget
from cuttle_tui.table.selection import objection_to_aim, point, rejected_card, rejected_target
from cuttle_tui.table.situation import Mode, TableUi
from cuttle_tui.table.view_model import aimed_at, seat_at, target_at
from cuttle_tui.table.words.play_labels import no_way_line
from cuttle_tui.table.words.refusals import CLICK_AGAIN, HOW_FIRST, card_first_line, objection_line
from engine.actions import Action, Kind
from engine.cards import Card
from engine.play.view import View

if TYPE_CHECKING:
    from cuttle_tui.playing.screen import TableScreen

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
        if self.swallows(message) or self._table.model is None or at.ui.mode is not Mode.GAME:
            return
        view = at.view
        if at.step in ("card", "play", "target") and card == at.choice.card:
            if not message.hurried:
                self._table.take(Act.BACK)
        elif view is None or view.outcome is not None:
            return
        elif card in at.tray:
            self._click_tray(view, card)
        elif aim := target_at(at.order, view, at.choice, card):
            self._click_target(at.aims, aim)
        elif ways := aimed_at(at.order, view, at.choice, card):
            self._aim(ways)
        else:
            self._reject(view, card)

    def _click_tray(self, view: View, card: Card) -> None:
        """Choose a card of the tray; a second click takes one from the scrap."""
        choice = self._table.ui.choice
        if choices.step_of(view, choice) == "take" and card == choice.card:
            self._table.take(Act.CONFIRM)
            return
        step = choices.step_of(view, choice)
        if step == "answer" and card == choice.card and self._table.upright:
            self._table.take(Answer(yes=True))  # a tap on the card that is raised plays it
            return
        self._table.attend()
        if self._table.moves.sent is not None:
            return  # the cards stay as they are until the table has moved
        chosen = point(view, choice, card)
        self._choose(chosen)
        refused = rejected_card(view, choice, card) if chosen == choice else None
        if refused is not None:
            self._table.moves.reject(refused)

    def _click_target(self, aims: list[Aim], aim: Aim) -> None:
        """Take a target; if another one is in focus, move the focus there first."""
        choice, place = self._table.ui.choice, aims.index(aim)
        if choice.aim in (-1, place):
            self._table.take(ChooseTarget(aim.place))
            return
        self._table.attend()
        self._choose(replace(choice, aim=place), say(CLICK_AGAIN))

    def _choose(self, choice: Choice, told: Sentence = SILENCE) -> None:
        """Show another choice, unless an action is still pending."""
        if self._table.moves.sent is None:
            self._table.show_ui(replace(self._table.ui, choice=choice, notice=told))

    def _aim(self, ways: list[Choice]) -> None:
        """Aim at a card before choosing the play; where it is the only target, play.

        Of several targets, and at a card of one's own, a second click or enter plays.
        """
        self._table.attend()
        if len(ways) > 1:
            self._table.tell(say(HOW_FIRST))
            return
        self._choose(ways[0], say(CLICK_AGAIN))
        at = self._table.situation
        if at.choice == ways[0] and len(at.aims) == 1 and not self._is_own(at.aims[0].card):
            self._table.take(ChooseTarget(at.aims[0].place))

    def _is_own(self, card: Card | None) -> bool:
        """Return whether a card lies on the player's own side."""
        view = self._table.state.view
        side = () if view is None else view.seats[self._table.seating.seat].points
        return card in {placed.card for placed in side}

    def _reject(self, view: View, card: Card) -> None:
        choice = self._table.ui.choice
        aimed = rejected_target(view, choice, card)
        if aimed is not None or choices.step_of(view, choice) != "card":
            self._table.moves.reject(aimed or Action(Kind.DRAW))
        elif choice.card is None:
            self._table.tell(card_first_line(view))
        else:
            self._reject_target(view, choice.card, card)

    def _reject_target(self, view: View, card: Card, target: Card) -> None:
        """Explain why the chosen card cannot be played at another card."""
        objection, digest = objection_to_aim(view, card, target), self._table.digest
        if objection is None or digest is None:
            self._table.tell(no_way_line(card, target))
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
                table.take(ChooseTarget(aim.place))
