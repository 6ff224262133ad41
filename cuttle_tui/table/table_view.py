"""Show a table in the zones of a screen: its fields, its scrap, its log, its waiting room."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any, Final, Protocol

from cuttle_tui.drawing.layout import Plan, across, plan_for, waiting_plan
from cuttle_tui.drawing.rail import table_plan
from cuttle_tui.i18n.translation import C_, Sentence, plain
from cuttle_tui.kit.body import Body
from cuttle_tui.kit.keymap import HELP, Intent, TypeText, offers
from cuttle_tui.kit.layouts import Regions, room_regions, table_regions
from cuttle_tui.kit.list_screen import unsaid
from cuttle_tui.kit.prompt import Hint, Keys, PromptBar, without_enter
from cuttle_tui.kit.screen import ZoneScreen
from cuttle_tui.kit.text_types import Prompt, Signs, held_upright
from cuttle_tui.kit.zone import Zone
from cuttle_tui.ports import TableState
from cuttle_tui.rules.panels import rules_at_hand
from cuttle_tui.table.commands import LEAVE, WHEELS
from cuttle_tui.table.intents import Act, ChooseCard, LookAtLine, Play, Scroll
from cuttle_tui.table.present_seats import NO_HIGHLIGHT, highlight_of, highlighted, sizes_of
from cuttle_tui.table.presenter import RoomModel
from cuttle_tui.table.situation import Mode, Situation, TableUi
from cuttle_tui.table.timers import BEAT, HighlightTimer, StepTimer
from cuttle_tui.table.update import update
from cuttle_tui.table.view_model import STEPS, TableModel, during_deal, signs_on
from cuttle_tui.table.widgets.band import Middle, StakeBar
from cuttle_tui.table.widgets.log import Log
from cuttle_tui.table.widgets.plate import Plate
from cuttle_tui.table.widgets.seats import Me, Opponents
from cuttle_tui.table.widgets.tray import Meanwhile, Room, Terms, Tray
from cuttle_tui.table.words.at_door import door_hints
from engine.actions import Kind
from engine.play.events import Event
from engine.play.view import View
from engine.rules.rulesets import Ruleset

_IN_A_ROW: Final = 2
"""Buttons that share a row of an upright window."""
_MORE: Final = C_("a button", "more")


def _few(hints: tuple[Hint, ...]) -> tuple[Hint, ...]:
    """Keep the way out and the help, where the prompt of an upright window chooses its buttons."""
    names = {LEAVE.key: "", HELP.key: str(_MORE)}
    return tuple((key, names[key] or label) for key, label in hints if key in names)


_OPEN_LOG: Final = (Mode.LOG, Mode.TALK)
_PLACES: Final[dict[str, Intent]] = {
    "deck": Play(Kind.DRAW),
    "scrap": Act.OPEN_SCRAP,
    "log": Act.OPEN_LOG,
}
"""The intent of a click on a pile or on the latest events."""


class Shown(Protocol):
    """A table as a screen has it, which says how it looks now."""

    state: TableState
    ui: TableUi

    @property
    def situation(self) -> Situation:
        """The table at this moment."""

    def present(self) -> TableModel:
        """Present the table."""

    def show_ui(self, ui: TableUi) -> None:
        """Show the table with a new state of the screen."""


class TableView(Body):
    """The zones of a table: where they lie, what each shows, what a click on it means."""

    def __init__(
        self,
        screen: ZoneScreen,
        table: Shown,
        *,
        coached: Callable[[], bool] = lambda: False,
        plate: type[Plate] = Plate,
        wheel: tuple[str, ...] = (),
    ) -> None:
        """Show a table on a screen.

        Args:
            screen: where it is shown.
            table: what is shown, which the screen may be itself.
            coached: whether the coach speaks there, in words that depend on the room for them.
            plate: what is drawn in place of the fields.
            wheel: the keys of the wheel over the table itself, if it does anything there.
        """
        super().__init__(screen)
        self.table, self._coached, self._wheel = table, coached, wheel
        paint, plan = screen.paint, self.plan
        self.model: TableModel | None = None
        self._seat = 0
        """The seat at the bottom."""
        self._won = False
        """Whether the bar is the banner of a win, which takes more rows."""
        self._few = False
        """Whether a single row of buttons is asked for, which leaves rows to what is above."""
        self._bare = False
        """Whether nothing to tap lies between the prompt and the keys of a room."""
        self._plated = False
        """Whether the plate of a game that is over is open."""
        self._sizes = () if table.state.view is None else sizes_of(table.state.view, 0)
        """What lies before each seat: a race needs room for all of it."""
        self._others = Opponents(paint, "others", plan)
        self._stake = StakeBar(paint, "stake", plan)
        self._middle = Middle(paint, "middle", plan)
        self._me = Me(paint, "me", plan)
        self.prompt = PromptBar(paint, "prompt", plan)
        self._tray = Tray(paint, "tray", plan)
        self._keys = Keys(paint, "keys", plan)
        self.aside = Log(paint, "aside", plan)
        self._log = Log(paint, "log", plan)
        self.plate = plate(paint, "plate", plan)
        self._room = Room(paint, "room", plan)
        self._terms = Terms(paint, "terms", plan)
        self._meanwhile = Meanwhile(paint, "meanwhile", plan)
        zones = (self._room, self._terms, self._meanwhile)
        self._before_deal: tuple[Zone[Any], ...] = () if self.dealt else zones
        """The zones of a table that waits, which others never get."""
        self.highlights = HighlightTimer(screen, self.show_zones)
        self.deal = StepTimer(screen, self.show_zones, STEPS, BEAT)
        self.movements = [self.deal]
        """What moves besides highlights."""
        self.acts: dict[Intent, Callable[[], None]] = {
            Act.OPEN_SETTINGS: lambda: screen.cuttle.show_settings()
        }
        """What each effect does."""
        self.acts_with: dict[type[Intent], Callable[[Any], None]] = {}
        """What effects with values do, by their kind."""

    def plan(self, width: int, height: int) -> Plan | None:
        touch, cards = self.screen.paint.touch, self.screen.paint.cards
        if self.table.state.view is not None:
            return table_plan(
                width,
                height,
                self._sizes or sizes_of(self.table.state.view, 0),  # just dealt
                cards,
                touch=touch,
                plated=self._plated,
                won=self._won,
            )
        plan = plan_for(width, height, len(self.table.state.sitters), cards, touch=touch)
        if plan is None or self._covers:
            return plan
        offers, queue = 0 if self._bare else len(self.table.ui.offers), bool(self.table.ui.queue)
        return waiting_plan(plan, offers, queue=queue, few=self._few, touch=touch)

    @property
    def _plan_now(self) -> Plan | None:
        return self.plan(*self.screen.app.size)

    @property
    def dealt(self) -> bool:
        """Whether a game has been dealt; before that, the table is a waiting room."""
        return self.table.state.view is not None

    def place(self, plan: Plan) -> Regions:
        stake = self.table.state.stake is not None
        if not self.dealt and not self._covers:
            return room_regions(plan, stake=stake, talking=self.table.ui.beside)
        return table_regions(plan, log_open=self._covers, stake=stake)

    @property
    def _mode(self) -> Mode:
        return self.table.ui.mode

    @property
    def _covers(self) -> bool:
        """Whether the log is open on top of the table, for want of a column beside it."""
        return self._mode in _OPEN_LOG and not (self.table.ui.beside or self.table.ui.cuts)

    @property
    def _has_column(self) -> bool:
        """Whether the log has a column beside the table."""
        plan = self._plan_now
        return plan is not None and plan.log

    @property
    def upright(self) -> bool:
        """Whether the window is one of a phone held upright."""
        plan = self._plan_now
        return plan is not None and plan.phone == "upright"

    @property
    def hand_above(self) -> bool:
        """Whether the hand lies where an open log covers it."""
        plan = self._plan_now
        return plan is not None and plan.hand_above

    @property
    def prompt_room(self) -> int:
        """The columns of a row of the prompt."""
        plan = self._plan_now
        return 0 if plan is None else plan.stop - plan.first

    def resize(self) -> None:
        """Move what is open into the log's column, or out of it; word the coach's lines anew."""
        moved = self.table.ui.column != self._has_column or self._covers
        if self.model is not None and (self._coached() or moved):
            self.table.show_ui(self.table.ui)

    def zones(self) -> Iterable[Zone[Any]]:
        yield from (self._others, self._stake, self._middle, self._me, self.prompt)
        yield from (self._tray, self._keys, self.aside, self._log, self.plate)
        yield from self._before_deal

    def light(
        self, events: Iterable[Event], before: View | None, after: View | None, *, alone: bool
    ) -> None:
        """Highlight recent events, unless the player has turned that off."""
        highlight, events = NO_HIGHLIGHT, tuple(events)
        if after is not None and self.screen.cuttle.moves:
            log = self.table.state.log
            highlight = highlight_of(events, before, after, log[: len(log) - len(events)])
        if self.screen.paint.glyphs.edges:  # few colours, or letters: figures and cards stand still
            highlight = highlight.still
        self.highlights.light(highlight, alone=alone)

    def be_still(self) -> None:
        for movement in self.movements:
            movement.end()
        self.highlights.be_still()

    def stop(self) -> None:
        """End all that moves, and show nothing more."""
        for movement in self.movements:
            movement.stop()
        self.highlights.stop()

    @property
    def asked(self) -> Prompt | None:
        """What the table, or the column beside it, asks."""
        return None if self.model is None else self.model.log.prompt or self.model.prompt

    @property
    def rules_at_hand(self) -> Sequence[str]:
        at = self.table.situation
        if at.view is None or at.over or at.step == "wait":
            return ()
        return rules_at_hand(at.view, at.choice.card, at.choice.play)

    @property
    def signs(self) -> Signs:
        return () if self.model is None or self._covers else signs_on(self.model)

    @property
    def ruleset(self) -> Ruleset | None:
        return None if self.table.state.view is None else self.table.state.view.ruleset

    def show(self, ui: TableUi) -> None:
        """Show the table with a new state of the screen."""
        marks = self.screen.cuttle.settings.marks
        self.table.ui = replace(ui, column=self._has_column, marks=marks)
        self.model = model = self.table.present()  # some hints depend on it
        at, call = self.table.situation, self.screen.call_below()
        self._seat = at.seat
        asked, hints = model.log.prompt or model.prompt, self.screen.hints()
        spoken = unsaid(hints, asked)
        others = _few(hints) if asked.upright.options else spoken
        if asked.taken:  # gold says what enter takes
            others = without_enter(others)
        # who stands at the door can be let in, unless letters are targets just now
        nods = door_hints(at.state, at.seat) if self.dealt and not at.engaged else ()
        keys = replace(
            model.keys,
            hints=spoken,
            right=plain(call.what) if call.kind == "again" else model.keys.right,
            upright=(*unsaid(nods, asked), *others),
        )
        self.model = replace(model, keys=keys)
        self.show_zones()

    def hear_call(self) -> None:
        """Show who wants another game at the table below."""
        if self.model is not None:
            self.table.show_ui(self.table.ui)

    def update(self, intent: Intent) -> None:
        """Change what is shown after an intent, and carry out its effects on the table."""
        ui, effects = update(self.table.situation, intent)
        if not effects:
            self.table.show_ui(ui)
            return
        self.table.ui = ui
        for effect in effects:
            if effect in self.acts:
                self.acts[effect]()
            elif type(effect) in self.acts_with:
                self.acts_with[type(effect)](effect)

    def show_lines(self, model: TableModel) -> None:
        """Show a model in which only the log and the band are new."""
        self.model = model
        model = highlighted(model, self.highlights.highlight, self._seat)
        self._middle.show(model.mid)
        self.aside.show(model.log)
        self._log.show(model.log)

    def show_zones(self) -> None:
        """Show each zone its part of the model, with the highlights."""
        if self.model is None:
            return
        self._make_room(self.model)
        model = highlighted(self.model, self.highlights.highlight, self._seat)
        if self.deal.step is not None and self._mode is Mode.GAME:
            model = during_deal(model, self.deal.step)
        self._others.show(model.others)
        self._stake.show(model.stake)
        self._middle.show(model.mid)
        self._me.show(model.me)
        self.prompt.show(model.prompt)
        self._tray.show(model.cards)
        self._keys.show(model.keys)
        covers = self._covers
        self.aside.show(model.log)
        self.aside.reveal((self.dealt or self.table.ui.beside) and not covers)
        self._log.show(model.log)
        self._log.reveal(covers)
        self.plate.show(model.plate)
        self.plate.reveal(model.plate is not None and not covers)
        fields = self.dealt and not covers and model.plate is None
        for zone in (self._others, self._middle, self._me):
            zone.reveal(fields)
        self._stake.reveal(not covers and model.plate is None)
        self._tray.reveal(not self.hand_above if covers else self.dealt)
        self._show_room(model.room, shown=not covers)

    def _make_room(self, model: TableModel) -> None:
        """Place the zones anew if what is asked or what lies there takes more room, or less."""
        asked, room = model.prompt, model.room
        bare = room is not None and not room.meanwhile and not room.packets
        few = len(held_upright(asked).options) <= _IN_A_ROW and not bare
        wanted = asked.upright.banner, few, bare, model.plate is not None, model.sizes
        if wanted == (self._won, self._few, self._bare, self._plated, self._sizes):
            return
        before = self._plan_now
        self._won, self._few, self._bare, self._plated, self._sizes = wanted
        if self._plan_now != before:  # else every cell would be sent again
            self.screen.refresh(layout=True)

    def _show_room(self, room: RoomModel | None, *, shown: bool) -> None:
        """Show the waiting room, or hide it once the cards are dealt."""
        if room is not None:
            self._room.show(room)
            self._terms.show(room)
            self._meanwhile.show(room)
        for zone in self._before_deal:
            zone.reveal(shown and room is not None)
        if self.table.ui.beside:
            self._terms.reveal(False)

    def across(self, count: int) -> int:
        """Return how many of `count` cards to choose from fit in one row."""
        plan = self._plan_now
        return count if plan is None else across(count, plan)

    # the mouse

    @property
    def wheel(self) -> tuple[str, ...]:
        return self._wheel if self._mode is Mode.GAME else WHEELS.get(self._mode, ())

    def turn_wheel(self, way: int, zone: str) -> None:
        """Move along the hand below the pointer, or scroll the log; else press the wheel's key."""
        if self._mode is not Mode.GAME or zone not in ("tray", "aside") or self._wheel:
            super().turn_wheel(way, zone)
        elif zone == "tray":
            self.screen.press_by_wheel(("left", "right")[way])
        else:
            self.screen.handle_click(Scroll((1, -1)[way]))

    def click_card(self, message: Zone.CardClicked) -> None:
        """Focus the clicked card of the open scrap."""
        scrap = self.table.situation.scrap
        if self._mode is Mode.SCRAP and message.card in scrap:
            self.screen.handle_click(ChooseCard(scrap.index(message.card)))

    def click_row(self, message: Zone.RowClicked) -> None:
        """Handle a click on a line of the open log, on a pile, or on the latest events."""
        if message.zone in ("log", "aside") and self._mode is Mode.LOG:
            zone = self.aside if self.table.ui.beside else self._log
            line = zone.line_at(message.y)
            if line >= 0:
                self.screen.handle(LookAtLine(line))
        elif not self.table.situation.engaged:
            place = "log" if message.zone == "aside" else ""
            if message.zone == "middle":
                place = self._middle.place_at(message.x, message.y)
            if place:
                wanted = _PLACES[place]
                live = offers(self.screen.answering, self.table.situation, wanted)
                self.screen.handle_click(wanted if live else None)

    @property
    def log_lines(self) -> tuple[Sentence, ...]:
        """The displayed lines of the log."""
        return () if self.model is None else self.model.log.lines

    def paste(self, text: str) -> None:
        """Insert pasted text while text is being typed."""
        ui = self.table.ui
        typing = ui.mode is Mode.TALK and ui.chat.step in ("say", "write", "cut")
        if typing or (ui.mode is Mode.LOG and ui.reading.typing):
            for letter in text:
                self.update(TypeText(letter))
