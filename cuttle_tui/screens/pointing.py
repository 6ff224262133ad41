"""Take clicks on a table for keys, and say why something cannot be chosen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from cuttle_tui.i18n.rich_text import SILENCE, Sentence, say
from cuttle_tui.ports import Chair, Lobby
from cuttle_tui.presenter.clicks import aimed_at, key_of_seat, key_of_target
from cuttle_tui.presenter.view_model import Desk, Mode
from cuttle_tui.screens.double_click import DoubleClickGuard
from cuttle_tui.screens.keymap import command_for
from cuttle_tui.screens.live import LiveTable
from cuttle_tui.table import choices
from cuttle_tui.table.choices import Aim
from cuttle_tui.table.rejections import objection_to, objection_to_aim, vain_aim, vain_card
from cuttle_tui.table.selection import Choice, point
from cuttle_tui.widgets.zone import PaintContext, Zone
from cuttle_tui.wording.refusals.refusal_lines import HOW_FIRST, card_first_line, objection_line
from cuttle_tui.wording.table.responses import how_to_answer_line
from cuttle_tui.wording.table.targets import no_way_line
from engine.actions import Action, Kind
from engine.cards import Card
from engine.play.view import View

_ANSWERS: Final = (Kind.COUNTER, Kind.BLOCK, Kind.REBUFF)


class PointedTable(LiveTable):
    """A table that can be played with the mouse as well."""

    def __init__(
        self,
        chairs: Sequence[Chair],
        brush: PaintContext,
        *,
        lobby: Lobby | None = None,
        notice: Sentence = SILENCE,
    ) -> None:
        """Sit down, as at any table that is followed."""
        super().__init__(chairs, brush, lobby=lobby, notice=notice)
        self.turning = DoubleClickGuard()
        """When the hand below was covered or uncovered last, where a keyboard is shared."""
        self._below: tuple[bool, int] | None = None
        """Whether that hand was covered, and whose it is."""

    def _set_desk(self, desk: Desk) -> None:
        below = (desk.mode is Mode.COVER, self.seating.seat)
        if self.seating.shared and below != self._below:
            self._below = below
            self.turning.turn()
        super()._set_desk(desk)

    def _swallows(self, message: Zone.CardClicked | Zone.KeyClicked | Zone.RowClicked) -> bool:
        """Tell whether a click came too late for what it was meant for; nobody answers it then."""
        swallowed = self.turning.swallows(hurried=message.hurried)
        if swallowed:
            message.prevent_default()
        return swallowed

    def _object(self, view: View, action: Action) -> None:
        """Say why something cannot be done; or how, where it can and was but chosen again."""
        objection = objection_to(view, action)
        if objection is not None and self._told is not None:
            self._tell(objection_line(view, objection, self._told.names))
        elif objection is None and action.kind in _ANSWERS:
            self._tell(how_to_answer_line(action))

    def on_zone_key_clicked(self, message: Zone.KeyClicked) -> None:
        """Take a click on a key for that key, unless it was meant for what lay there before."""
        self._swallows(message)

    def on_zone_card_clicked(self, message: Zone.CardClicked) -> None:
        """Take a click on a card for its key; say why it is none of those to choose from."""
        view = self.state.view
        if self._swallows(message) or self.scene is None or self.desk.mode is not Mode.GAME:
            return
        if self._is_chosen(message.card):
            if not message.hurried:
                self.answer("escape")
        elif view is None or view.outcome is not None:
            return
        elif self._in_tray(message.card):
            self._click_tray(view, message.card)
        elif key := key_of_target(self.scene, view, self.desk.choice, message.card):
            self._click_target(choices.aims(view, self.desk.choice, self.scene.order), key)
        elif ways := aimed_at(self.scene, view, self.desk.choice, message.card):
            self.attend()
            self._aim(ways)
        else:
            self._point_in_vain(view, message.card)

    def _click_tray(self, view: View, card: Card) -> None:
        """Choose a card of the tray; one to take from the scrap is taken at the second click."""
        choice = self.desk.choice
        if choices.step_of(view, choice) == "take" and card == choice.card:
            self.answer("enter")
            return
        self.attend()
        self._take_up(view, point(view, choice, card), card)

    def _click_target(self, aims: Sequence[Aim], key: str) -> None:
        """Take a target; while another one is in focus, move the focus there first."""
        at = next(place for place, aim in enumerate(aims) if aim.key == key)
        choice = self.desk.choice
        if choice.aim in (-1, at):
            self.answer(key)
            return
        self.attend()
        if self._sent is None:
            self._set_desk(replace(self.desk, choice=replace(choice, aim=at), notice=SILENCE))

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
        playing = view is not None and choices.step_of(view, choice) in ("card", "play", "target")
        return playing and card == choice.card

    @property
    def _aiming(self) -> bool:
        view = self.state.view
        return view is not None and choices.step_of(view, self.desk.choice) == "target"

    @property
    def engaged(self) -> bool:
        """Whether a letter may be that of a target, or something lies over the table."""
        return self._aiming or super().engaged

    def bar_key(self) -> str:
        """Give enter, wherever that means anything; nothing that could show a hidden hand."""
        if self.desk.mode is Mode.COVER:
            return ""
        return "enter" if command_for(self.answering, self, "enter") else ""

    def _point_in_vain(self, view: View, card: Card) -> None:
        aimed = vain_aim(view, self.desk.choice, card)
        if aimed is not None or choices.step_of(view, self.desk.choice) != "card":
            self._object(view, aimed or Action(Kind.DRAW))
        elif self.desk.choice.card is None:
            self._tell(card_first_line(view))
        else:
            self._aim_in_vain(view, self.desk.choice.card, card)

    def _aim_in_vain(self, view: View, card: Card, target: Card) -> None:
        """Say why the chosen card can be played at another in no way at all."""
        objection = objection_to_aim(view, card, target)
        if objection is None or self._told is None:
            self._tell(no_way_line(card, target))
        else:
            self._tell(objection_line(view, objection, self._told.names))

    def on_zone_row_clicked(self, message: Zone.RowClicked) -> None:
        """Take a click beside the cards for the seat that is drawn there.

        The bar takes only the first click of a double one: what it asks may have changed since.
        """
        view = self.state.view
        if message.hurried and message.zone == "prompt":
            message.prevent_default()
        if self._swallows(message):
            return
        plan = self.plan(self.size.width, self.size.height)
        if view is not None and plan is not None and self.desk.mode is Mode.GAME:
            seat, choice = self.seating.seat, self.desk.choice
            key = key_of_seat(view, choice, plan, seat, message.zone, message.x)
            if key:
                self.answer(key)
