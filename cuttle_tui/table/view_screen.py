"""Share what every screen with a table needs: its zones, its scrap, its log, its timers."""

from __future__ import annotations

from abc import abstractmethod
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any, ClassVar, Final

from textual.app import ComposeResult
from textual.events import Paste
from textual.timer import Timer
from textual.widget import Widget

from cuttle_tui.drawing.layout import Plan, across, plan_for, waiting_plan
from cuttle_tui.drawing.rail import table_plan
from cuttle_tui.i18n.translation import C_, Sentence, plain
from cuttle_tui.kit.keymap import HELP, Intent, TypeText, offers
from cuttle_tui.kit.layouts import Regions, room_regions, table_regions
from cuttle_tui.kit.list_screen import unsaid
from cuttle_tui.kit.prompt import Hint, Keys, PromptBar, without_enter
from cuttle_tui.kit.screen import ZoneScreen
from cuttle_tui.kit.text_types import Prompt, Signs, held_upright
from cuttle_tui.kit.zone import PaintContext, Zone
from cuttle_tui.ports import TableState
from cuttle_tui.rules.at_hand import rules_at_hand
from cuttle_tui.table.commands import LEAVE, WHEELS
from cuttle_tui.table.intents import Act, ChooseCard, LookAtLine, Play, Scroll
from cuttle_tui.table.present_seats import (
    COUNT,
    NO_HIGHLIGHT,
    Highlight,
    highlight_of,
    highlighted,
    sizes_of,
)
from cuttle_tui.table.presenter import RoomModel
from cuttle_tui.table.situation import Mode, Situation, TableUi
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

SECONDS: Final = 0.8
"""How long a highlight lasts."""
BEAT: Final = 0.11
"""Seconds for a step of the deal."""
SWEEP_BEAT: Final = 0.14
"""Seconds for a step in which the points that won turn gold."""
_TOGETHER: Final = 3
"""The most changes to highlight together, if each comes before the last has ended."""


_IN_A_ROW: Final = 2
"""Buttons that share a row of an upright window."""
_MORE: Final = C_("a button", "more")


def _leaves_rows(room: RoomModel | None) -> bool:
    """Return whether a room has nothing to tap below it: the prompt can take those rows."""
    return room is not None and not room.meanwhile and not room.packets


def _few(hints: tuple[Hint, ...]) -> tuple[Hint, ...]:
    """Keep the way out and the help, where the prompt of an upright window chooses its buttons."""
    names = {LEAVE.key: "", HELP.key: str(_MORE)}
    return tuple((key, names[key] or label) for key, label in hints if key in names)


class HighlightTimer:
    """The current highlights; they all end together, timed from the last one.

    Only what is newest moves: each of its steps, and its end, wait for one timer.
    """

    def __init__(
        self, screen: Widget, changed: Callable[[], None], seconds: float = SECONDS
    ) -> None:
        """Begin without highlights; call `changed` after each step and when they end."""
        self.seconds = seconds
        self._screen = screen
        self._changed = changed
        self._lit: deque[Highlight] = deque(maxlen=_TOGETHER)
        self._left = 0.0
        """Seconds after the step that is waited for."""
        self._timer: Timer | None = None

    @property
    def highlight(self) -> Highlight:
        """Everything that is highlighted."""
        highlight = NO_HIGHLIGHT
        for lit in self._lit:
            highlight |= lit
        return highlight

    def light(self, highlight: Highlight, *, alone: bool = False) -> None:
        """Add a highlight to the present ones, or replace them."""
        if alone:
            self.stop()
        if not highlight:
            return
        if self._lit:
            self._lit[-1] = self._lit[-1].still
        self._lit.append(highlight)
        self._left = self.seconds
        self._wait()

    def _wait(self) -> None:
        """Wait for the next step, or for the end if there is none."""
        beat = self.seconds / COUNT if self._lit[-1].totals else self._left
        self._left -= beat
        if self._timer is not None:
            self._timer.stop()
        self._timer = self._screen.set_timer(beat, self.go_on)

    def go_on(self) -> None:
        """Take the next step; after the last one, end the highlights."""
        if not self._left:
            self.go_out()
            return
        self._lit[-1] = self._lit[-1].later
        self._wait()
        self._changed()

    def be_still(self) -> None:
        """End what moves, and notify the screen; what is lit stays until its time is over."""
        if self._lit and self._lit[-1] != self._lit[-1].still:
            self._lit[-1] = self._lit[-1].still
            self._changed()

    def go_out(self) -> None:
        """End the highlights, and notify the screen."""
        self.stop()
        self._changed()

    def stop(self) -> None:
        """End the highlights without notifying the screen."""
        self._lit.clear()
        if self._timer is not None:
            self._timer.stop()
            self._timer = None


class StepTimer:
    """A movement in a few steps; it ends by itself, or when the player acts."""

    def __init__(
        self, screen: Widget, changed: Callable[[], None], steps: int, seconds: float
    ) -> None:
        """Begin at rest; call `changed` after each step and at the end."""
        self.seconds = seconds
        self.step: int | None = None
        """The step to show; None if nothing moves."""
        self._steps = steps
        self._screen = screen
        self._changed = changed
        self._timer: Timer | None = None

    def begin(self) -> None:
        """Show the first step."""
        self.stop()
        self.step = 0
        self._timer = self._screen.set_interval(self.seconds, self._go_on)

    def _go_on(self) -> None:
        if self.step is None or self.step + 1 >= self._steps:
            self.end()
            return
        self.step += 1
        self._changed()

    def end(self) -> None:
        """Show the table as it is."""
        if self.step is not None:
            self.stop()
            self._changed()

    def stop(self) -> None:
        """End the movement without notifying the screen."""
        self.step = None
        if self._timer is not None:
            self._timer.stop()
            self._timer = None


class Autoplay:
    """A repeating timer, which exists only while it runs."""

    def __init__(self, screen: Widget, beat: Callable[[], None]) -> None:
        """Prepare to call `beat` repeatedly with a timer of the screen."""
        self._screen = screen
        self._beat = beat
        self._timer: Timer | None = None

    @property
    def on(self) -> bool:
        """Whether it is running."""
        return self._timer is not None

    def start(self, rate: float) -> None:
        """Start at a number of beats per second."""
        self.stop()
        self._timer = self._screen.set_interval(1 / rate, self._beat)

    def stop(self) -> None:
        """Stop the timer."""
        if self._timer is not None:
            self._timer.stop()
            self._timer = None


_OPEN_LOG: Final = (Mode.LOG, Mode.TALK)
_PLACES: Final[dict[str, Intent]] = {
    "deck": Play(Kind.DRAW),
    "scrap": Act.OPEN_SCRAP,
    "log": Act.OPEN_LOG,
}
"""The intent of a click on a pile or on the latest events."""


class TableView(ZoneScreen):
    """A table to look at: its zones, its scrap and its log."""

    WHEEL: ClassVar[tuple[str, ...]] = ()
    """The keys of the wheel over the table itself: they choose no card."""
    PLATE: ClassVar[type[Plate]] = Plate
    """What is drawn in place of the fields."""

    def __init__(self, paint: PaintContext, state: TableState, ui: TableUi) -> None:
        """Show a table, with what its player has open."""
        super().__init__(paint)
        self.state = state
        self.ui = ui
        self.model: TableModel | None = None
        self._won = False
        """Whether the bar is the banner of a win, which takes more rows."""
        self._few = False
        """Whether a single row of buttons is asked for, which leaves rows to what is above."""
        self._bare = False
        """Whether nothing to tap lies between the prompt and the keys of a room."""
        self._plated = False
        """Whether the plate of a game that is over is open."""
        self._sizes = () if state.view is None else sizes_of(state.view, 0)
        """What lies before each seat: a race needs room for all of it."""
        self._others = Opponents(paint, "others", self.plan)
        self._stake = StakeBar(paint, "stake", self.plan)
        self._middle = Middle(paint, "middle", self.plan)
        self._me = Me(paint, "me", self.plan)
        self._prompt = PromptBar(paint, "prompt", self.plan)
        self._tray = Tray(paint, "tray", self.plan)
        self._keys = Keys(paint, "keys", self.plan)
        self._aside = Log(paint, "aside", self.plan)
        self._log = Log(paint, "log", self.plan)
        self._plate = self.PLATE(paint, "plate", self.plan)
        self._room = Room(paint, "room", self.plan)
        self._terms = Terms(paint, "terms", self.plan)
        self._meanwhile = Meanwhile(paint, "meanwhile", self.plan)
        zones = (self._room, self._terms, self._meanwhile)
        self._before_deal: tuple[Zone[Any], ...] = () if self.dealt else zones
        """The zones of a table that waits, which others never get."""
        self.highlights = HighlightTimer(self, self.show_zones)
        self.deal = StepTimer(self, self.show_zones, STEPS, BEAT)
        self.acts: dict[Intent, Callable[[], None]] = {
            Act.OPEN_SETTINGS: lambda: self.cuttle.show_settings()
        }
        """What each effect does."""
        self.acts_with: dict[type[Intent], Callable[[Any], None]] = {}
        """What effects with values do, by their kind."""

    @property
    @abstractmethod
    def seat_below(self) -> int:
        """The seat at the bottom of the screen."""

    def plan(self, width: int, height: int) -> Plan | None:
        touch, cards = self.paint.touch, self.paint.cards
        if self.state.view is not None:
            return table_plan(
                width,
                height,
                self._sizes or sizes_of(self.state.view, 0),  # just dealt
                cards,
                touch=touch,
                plated=self._plated,
                won=self._won,
            )
        plan = plan_for(width, height, len(self.state.sitters), cards, touch=touch)
        if plan is None or self._covers:
            return plan
        offers, queue = 0 if self._bare else len(self.ui.offers), bool(self.ui.queue)
        return waiting_plan(plan, offers, queue=queue, few=self._few, touch=touch)

    @property
    def dealt(self) -> bool:
        """Whether a game has been dealt; before that, the table is a waiting room."""
        return self.state.view is not None

    def place(self, plan: Plan) -> Regions:
        stake = self.state.stake is not None
        if not self.dealt and not self._covers:
            return room_regions(plan, stake=stake, talking=self.ui.beside)
        return table_regions(plan, log_open=self._covers, stake=stake)

    @property
    def _covers(self) -> bool:
        """Whether the log is open on top of the table, for want of a column beside it."""
        return self.ui.mode in _OPEN_LOG and not (self.ui.beside or self.ui.cuts)

    @property
    def _has_column(self) -> bool:
        """Whether the log has a column beside the table."""
        plan = self.plan(*self.app.size)
        return plan is not None and plan.log

    @property
    def upright(self) -> bool:
        """Whether the window is one of a phone held upright."""
        plan = self.plan(*self.app.size)
        return plan is not None and plan.phone == "upright"

    @property
    def hand_above(self) -> bool:
        """Whether the hand lies where an open log covers it."""
        plan = self.plan(*self.app.size)
        return plan is not None and plan.hand_above

    @property
    def prompt_room(self) -> int:
        """The columns of a row of the prompt."""
        plan = self.plan(*self.app.size)
        return 0 if plan is None else plan.stop - plan.first

    @property
    def coached(self) -> bool:
        """Whether the coach speaks here, in words that depend on the room for them."""
        return False

    def on_resize(self) -> None:
        """Move what is open into the log's column, or out of it; word the coach's lines anew."""
        moved = self.ui.column != self._has_column or self._covers
        if self.model is not None and (self.coached or moved):
            self.show_ui(self.ui)

    def compose(self) -> ComposeResult:
        yield from (self._others, self._stake, self._middle, self._me, self._prompt)
        yield from (self._tray, self._keys, self._aside, self._log, self._plate)
        yield from self._before_deal

    def _light(
        self, events: Iterable[Event], before: View | None, after: View | None, *, alone: bool
    ) -> None:
        """Highlight recent events, unless the player has turned that off."""
        highlight, events = NO_HIGHLIGHT, tuple(events)
        if after is not None and self.cuttle.moves:
            log = self.state.log
            highlight = highlight_of(events, before, after, log[: len(log) - len(events)])
        if self.paint.glyphs.edges:  # few colours, or letters: figures and cards stand still
            highlight = highlight.still
        self.highlights.light(highlight, alone=alone)

    def note_presence(self) -> None:
        """Note that the player is here, who need not wait for what moves."""
        self.highlights.be_still()
        super().note_presence()

    @property
    def asked_now(self) -> Prompt | None:
        """What the table, or the column beside it, asks."""
        return None if self.model is None else self.model.log.prompt or self.model.prompt

    @property
    def rules_at_hand(self) -> Sequence[str]:
        at = self.situation
        if at.view is None or at.over or at.step == "wait":
            return ()
        return rules_at_hand(at.view, at.choice.card, at.choice.play)

    @property
    def signs(self) -> Signs:
        return () if self.model is None or self._covers else signs_on(self.model)

    @property
    def rules_to_read(self) -> Ruleset | None:
        return None if self.state.view is None else self.state.view.ruleset

    @property
    @abstractmethod
    def situation(self) -> Situation:
        """The table at this moment."""

    @abstractmethod
    def present(self) -> TableModel:
        """Present the table."""

    def show_ui(self, ui: TableUi) -> None:
        """Show the table with a new state of the screen."""
        self.ui = replace(ui, column=self._has_column, marks=self.cuttle.settings.marks)
        self.model = model = self.present()  # some hints depend on it
        asked, hints = model.log.prompt or model.prompt, self.hints()
        spoken = unsaid(hints, asked)
        others = _few(hints) if asked.upright.options else spoken
        if asked.taken:  # gold says what enter takes
            others = without_enter(others)
        keys = replace(
            model.keys,
            hints=spoken,
            right=self._called or model.keys.right,
            upright=(*unsaid(self._nods, asked), *others),
        )
        self.model = replace(model, keys=keys)
        self.show_zones()

    @property
    def _nods(self) -> tuple[Hint, ...]:
        """What lets in who stands at the door, unless letters are targets just now."""
        at = self.situation
        if not self.dealt or at.ui.mode is not Mode.GAME or at.step == "target":
            return ()
        return door_hints(self.state, at.seat)

    @property
    def _called(self) -> str:
        """Who wants another game at the table below, for the last row."""
        call = self.call_below()
        return plain(call.what) if call.kind == "again" else ""

    def hear_call(self) -> None:
        """Show who wants another game at the table below."""
        if self.model is not None:
            self.show_ui(self.ui)

    def reword(self) -> None:
        self.show_ui(self.ui)

    def update(self, intent: Intent) -> None:
        """Change what is shown after an intent, and carry out its effects on the table."""
        ui, effects = update(self.situation, intent)
        if not effects:
            self.show_ui(ui)
            return
        self.ui = ui
        for effect in effects:
            if effect in self.acts:
                self.acts[effect]()
            elif type(effect) in self.acts_with:
                self.acts_with[type(effect)](effect)

    def show_lines(self, model: TableModel) -> None:
        """Show a model in which only the log and the band are new."""
        self.model = model
        model = highlighted(model, self.highlights.highlight, self.seat_below)
        self._middle.show(model.mid)
        self._aside.show(model.log)
        self._log.show(model.log)

    def show_zones(self) -> None:
        """Show each zone its part of the model, with the highlights."""
        if self.model is None:
            return
        self._make_room(self.model)
        model = highlighted(self.model, self.highlights.highlight, self.seat_below)
        if self.deal.step is not None and self.ui.mode is Mode.GAME:
            model = during_deal(model, self.deal.step)
        self._others.show(model.others)
        self._stake.show(model.stake)
        self._middle.show(model.mid)
        self._me.show(model.me)
        self._prompt.show(model.prompt)
        self._tray.show(model.cards)
        self._keys.show(model.keys)
        covers = self._covers
        self._aside.show(model.log)
        self._aside.reveal((self.dealt or self.ui.beside) and not covers)
        self._log.show(model.log)
        self._log.reveal(covers)
        self._plate.show(model.plate)
        self._plate.reveal(model.plate is not None and not covers)
        fields = self.dealt and not covers and model.plate is None
        for zone in (self._others, self._middle, self._me):
            zone.reveal(fields)
        self._stake.reveal(not covers and model.plate is None)
        self._tray.reveal(not self.hand_above if covers else self.dealt)
        self._show_room(model.room, shown=not covers)

    def _make_room(self, model: TableModel) -> None:
        """Place the zones anew if what is asked or what lies there takes more room, or less."""
        asked = model.prompt
        bare = _leaves_rows(model.room)
        few = len(held_upright(asked).options) <= _IN_A_ROW and not bare
        wanted = asked.upright.banner, few, bare, model.plate is not None, model.sizes
        if wanted == (self._won, self._few, self._bare, self._plated, self._sizes):
            return
        before = self.plan(*self.app.size)
        self._won, self._few, self._bare, self._plated, self._sizes = wanted
        if self.plan(*self.app.size) != before:  # else every cell would be sent again
            self.refresh(layout=True)

    def _show_room(self, room: RoomModel | None, *, shown: bool) -> None:
        """Show the waiting room, or hide it once the cards are dealt."""
        if room is not None:
            self._room.show(room)
            self._terms.show(room)
            self._meanwhile.show(room)
        for zone in self._before_deal:
            zone.reveal(shown and room is not None)
        if self.ui.beside:
            self._terms.reveal(False)

    def across(self, count: int) -> int:
        """Return how many of `count` cards to choose from fit in one row."""
        plan = self.plan(self.size.width, self.size.height)
        return count if plan is None else across(count, plan)

    # the mouse

    @property
    def engaged(self) -> bool:
        """Whether letters mean something other than looking around."""
        return self.ui.mode is not Mode.GAME

    def wheel_keys(self) -> tuple[str, ...]:
        return self.WHEEL if self.ui.mode is Mode.GAME else WHEELS.get(self.ui.mode, ())

    def turn_wheel(self, way: int, zone: str) -> None:
        """Move along the hand below the pointer, or scroll the log; else press the wheel's key."""
        if self.ui.mode is not Mode.GAME or zone not in ("tray", "aside") or self.WHEEL:
            super().turn_wheel(way, zone)
        elif zone == "tray":
            self.press_by_wheel(("left", "right")[way])
        else:
            self.handle_click(Scroll((1, -1)[way]))

    def on_zone_card_clicked(self, message: Zone.CardClicked) -> None:
        """Focus the clicked card of the open scrap."""
        scrap = self.situation.scrap
        if self.ui.mode is Mode.SCRAP and message.card in scrap:
            self.handle_click(ChooseCard(scrap.index(message.card)))

    def on_zone_row_clicked(self, message: Zone.RowClicked) -> None:
        """Handle a click on a line of the open log, on a pile, or on the latest events."""
        if message.zone in ("log", "aside") and self.ui.mode is Mode.LOG:
            zone = self._aside if self.ui.beside else self._log
            line = zone.line_at(message.y)
            if line >= 0:
                self.handle(LookAtLine(line))
        elif not self.engaged:
            place = "log" if message.zone == "aside" else ""
            if message.zone == "middle":
                place = self._middle.place_at(message.x, message.y)
            if place:
                wanted = _PLACES[place]
                live = offers(self.answering, self.situation, wanted)
                self.handle_click(wanted if live else None)

    @property
    def log_lines(self) -> tuple[Sentence, ...]:
        """The displayed lines of the log."""
        return () if self.model is None else self.model.log.lines

    def on_paste(self, event: Paste) -> None:
        """Insert pasted text while text is being typed."""
        event.stop()
        typing = self.ui.mode is Mode.TALK and self.ui.chat.step in ("say", "write", "cut")
        if typing or (self.ui.mode is Mode.LOG and self.ui.reading.typing):
            for letter in event.text:
                self.update(TypeText(letter))
