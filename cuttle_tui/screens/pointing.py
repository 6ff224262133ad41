"""Take clicks on a table for keys, and say why something cannot be chosen."""

from __future__ import annotations

from cuttle_tui import offered
from cuttle_tui.objections import objection_to, vain_aim
from cuttle_tui.pointing import key_of_card, key_of_seat
from cuttle_tui.scene import Mode
from cuttle_tui.screens.live import LiveTable
from cuttle_tui.widgets.zone import Zone
from cuttle_tui.wording.why import CARD_FIRST, objection_line
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
        assert self.scene is not None
        view = self.state.view
        key = key_of_card(self.scene, view, self.desk.choice, message.card)
        if key:
            self.press(key)
        elif view is not None and self.desk.mode is Mode.GAME and view.outcome is None:
            self._point_in_vain(view, message.card)

    def _point_in_vain(self, view: View, card: Card) -> None:
        aimed = vain_aim(view, self.desk.choice, card)
        if aimed is None and offered.step_of(view, self.desk.choice) == "card":
            self._tell(CARD_FIRST)
        else:
            self._object(view, aimed or Action(Kind.DRAW))

    def on_zone_row_clicked(self, message: Zone.RowClicked) -> None:
        """Take a click beside the cards for the seat that is drawn there, or for what can be said.

        Before the deal a click on the bar is enter.
        """
        view = self.state.view
        plan = self.plan(self.size.width, self.size.height)
        key = ""
        if self.desk.mode is Mode.TALK and message.zone == "log":
            key = self._log.key_at(message.x, message.y)
        elif view is None and message.zone == "prompt" and self.desk.mode is Mode.GAME:
            key = "enter"
        elif view is not None and plan is not None and self.desk.mode is Mode.GAME:
            seat, choice = self.seating.seat, self.desk.choice
            key = key_of_seat(view, choice, plan, seat, message.zone, message.x)
        if key:
            self.press(key)
