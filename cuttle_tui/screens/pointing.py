"""Take clicks on a table for keys, and say why something cannot be chosen."""

from __future__ import annotations

from dataclasses import replace

from cuttle_tui.choosing import offered
from cuttle_tui.choosing.choose import Choice, point
from cuttle_tui.choosing.objections import objection_to, vain_aim, vain_card
from cuttle_tui.choosing.pointing import aimed_at, key_of_seat, key_of_target
from cuttle_tui.prose import SILENCE, say
from cuttle_tui.screens.live import LiveTable
from cuttle_tui.staging.scene import Mode
from cuttle_tui.widgets.zone import Zone
from cuttle_tui.wording.modes import SHOW_HAND_KEY
from cuttle_tui.wording.why import HOW_FIRST, card_first_line, objection_line
from engine.actions import Action, Kind
from engine.cards import Card
from engine.view import View


class PointedTable(LiveTable):
    """A table that can be played with the mouse as well."""

    def _object(self, view: View, action: Action) -> None:
        """Say why something cannot be done, if it cannot."""
        objection = objection_to(view, action)
        if objection is not None and self._told is not None:
            self._tell(objection_line(view, objection, self._told.names))

    def on_zone_card_clicked(self, message: Zone.CardClicked) -> None:
        """Take a click on a card for its key; say why it is none of those to choose from."""
        view = self.state.view
        if self.scene is None or self.desk.mode is not Mode.GAME:
            return
        if self._is_chosen(message.card):
            if not message.hurried:
                self.answer("escape")
        elif view is None or view.outcome is not None:
            return
        elif self._in_tray(message.card):
            self.attend()
            self._take_up(view, point(view, self.desk.choice, message.card), message.card)
        elif key := key_of_target(self.scene, view, self.desk.choice, message.card):
            self.answer(key)
        elif ways := aimed_at(self.scene, view, self.desk.choice, message.card):
            self.attend()
            self._aim(ways)
        else:
            self._point_in_vain(view, message.card)

    def _take_up(self, view: View, choice: Choice, card: Card) -> None:
        """Keep what was chosen by pointing at a card; say why nothing was, if nothing was."""
        if self._sent is not None:  # the cards stay as they are until the table has moved
            return
        vain = vain_card(view, choice, card) if choice == self.desk.choice else None
        self._set_desk(replace(self.desk, choice=choice, notice=SILENCE))
        if vain is not None:
            self._object(view, vain)

    def _aim(self, ways: list[Choice]) -> None:
        """Aim at what was clicked before it was chosen how; one more click, or enter, does it."""
        if len(ways) > 1:
            self._tell(say(HOW_FIRST))
        elif self._sent is None:
            self._set_desk(replace(self.desk, choice=ways[0], notice=SILENCE))

    def _is_chosen(self, card: Card) -> bool:
        """Tell whether a card is the one to be played, which a click lays back."""
        view, choice = self.state.view, self.desk.choice
        playing = view is not None and offered.step_of(view, choice) in ("card", "play", "target")
        return playing and card == choice.card

    @property
    def _aiming(self) -> bool:
        view = self.state.view
        return view is not None and offered.step_of(view, self.desk.choice) == "target"

    @property
    def engaged(self) -> bool:
        """Whether a letter may be that of a target, or something lies over the table."""
        return self._aiming or super().engaged

    def bar_key(self) -> str:
        """Give enter before the deal, and what shows a hand while the keyboard is passed on."""
        if self.desk.mode is Mode.COVER:
            return SHOW_HAND_KEY
        before = self.state.view is None and self.desk.mode is Mode.GAME
        return "enter" if before else ""

    def _point_in_vain(self, view: View, card: Card) -> None:
        aimed = vain_aim(view, self.desk.choice, card)
        if aimed is None and offered.step_of(view, self.desk.choice) == "card":
            self._tell(card_first_line(view))
        else:
            self._object(view, aimed or Action(Kind.DRAW))

    def on_zone_row_clicked(self, message: Zone.RowClicked) -> None:
        """Take a click beside the cards for the seat that is drawn there."""
        view = self.state.view
        plan = self.plan(self.size.width, self.size.height)
        if view is not None and plan is not None and self.desk.mode is Mode.GAME:
            seat, choice = self.seating.seat, self.desk.choice
            key = key_of_seat(view, choice, plan, seat, message.zone, message.x)
            if key:
                self.answer(key)
