"""Share what all screens have: zones placed by a plan, keys turned into intents."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Awaitable, Callable
from typing import ClassVar, Final, TypeVar, cast

from textual.events import (
    Compose,
    InputEvent,
    Key,
    Mount,
    MouseScrollDown,
    MouseScrollUp,
    Paste,
    Resize,
    ScreenResume,
)
from textual.geometry import Region
from textual.layout import Layout
from textual.message import Message as Sent
from textual.screen import Screen
from textual.strip import Strip

from cuttle_tui.drawing.layout import Plan, front_plan_for
from cuttle_tui.i18n.rich_text import SILENCE, Sentence
from cuttle_tui.i18n.translation import Message
from cuttle_tui.keymap.commands import (
    ANYWHERE,
    INTERRUPT_KEY,
    Do,
    Help,
    Intent,
    Interrupt,
    Sections,
    hint_row,
    intent_of,
)
from cuttle_tui.ports import LobbyError, News
from cuttle_tui.screens.compositor import ZoneCompositor
from cuttle_tui.screens.host import Host
from cuttle_tui.screens.layouts import Regions, ZoneLayout
from cuttle_tui.widgets.prompt import PromptBar
from cuttle_tui.widgets.zone import PaintContext, Zone
from cuttle_tui.wording.table.status_notes import NO_CALL, Call
from engine.rules.rulesets import Ruleset

T = TypeVar("T")


class ZoneScreen(Screen[None]):
    """A screen made of zones that cover it without gaps."""

    ALLOW_SELECT: ClassVar[bool] = False
    AUTO_FOCUS: ClassVar[str | None] = ""
    SECTIONS: ClassVar[Sections] = ()
    """All that keys do on this screen, whatever its state, in the order of the help."""
    CLICKS: ClassVar[tuple[Message, ...]] = ()
    """What clicks do, beside those on drawn keys."""
    BAR_KEY: ClassVar[str] = ""
    """What a click on the bar of the prompt is the same as, if anything."""
    WHEEL: ClassVar[tuple[str, ...]] = ("up", "down")
    """What turning the wheel up and down is the same as, if anything."""
    NOTCH: ClassVar[int] = 1
    """How often it is that, for each notch."""

    def __init__(self, brush: PaintContext) -> None:
        super().__init__()
        self.brush = brush
        self._compositor = ZoneCompositor()
        self._zones = ZoneLayout(self.place, self.plan)
        self._announcing = False
        """Whether a line is announced until the next key."""
        self._resumed = False
        """Whether this screen has been shown; before that it has nothing for keys to act on."""
        self._early: list[Sent] = []
        """Input that came before then."""

    @property
    def still_open(self) -> bool:
        """Whether this screen is made and not closed: otherwise its zones may be missing."""
        return self.is_mounted and self in self.app.screen_stack

    @property
    def layout(self) -> Layout:
        """Place zones by the plan, not by styles."""
        return self._zones

    @property
    def cuttle(self) -> Host:
        """The app, as far as screens need it."""
        return cast("Host", self.app)

    def plan(self, width: int, height: int) -> Plan | None:
        """Choose the plan for a size."""
        return front_plan_for(width, height)

    def use(self, brush: PaintContext) -> None:
        """Paint with another brush from now on."""
        self.brush = brush
        for zone in self.children:
            if isinstance(zone, Zone):
                zone.use(brush)
        self._clear_arrangement_cache()
        self.refresh(layout=True)

    def reword(self) -> None:
        """Word everything again: the player has chosen another language."""
        self._show()

    def _show(self) -> None:
        """Show everything as it is now."""

    def render_lines(self, crop: Region) -> list[Strip]:
        """Paint nothing, cheaply: zones cover the screen, which is asked as well."""
        return [Strip.blank(crop.width)] * crop.height

    @abstractmethod
    def place(self, plan: Plan) -> Regions:
        """Place each zone."""

    # keys

    def sections(self) -> Sections:
        """Return what keys do at present, in the order in which they are asked."""
        return self.SECTIONS

    @property
    def all_sections(self) -> Sections:
        """All that keys do here, whatever the state, in the order of the help."""
        return self.SECTIONS

    @property
    def all_clicks(self) -> tuple[Message, ...]:
        """What clicks do here, beside those on drawn keys."""
        return self.CLICKS

    @property
    def answering(self) -> Sections:
        """What keys do at present, with what they do on every screen."""
        return (*self.sections(), ANYWHERE)

    @property
    def situation(self) -> object:
        """What the conditions of commands are asked of."""
        return self

    @property
    def rules_to_read(self) -> Ruleset | None:
        """The rules that the help leads on to, if it does."""
        return None

    def press(self, key: str) -> None:
        """Carry out the intent of a key, by its character or its name."""
        self.act(intent_of(self.answering, self.situation, key))

    def act(self, intent: Intent | None) -> None:
        """Carry out an intent; take notice of a key that means nothing at present."""
        if intent is None:
            self.ignore()
        else:
            self.do(intent)

    def do(self, intent: Intent) -> None:
        """Carry out an intent."""
        if isinstance(intent, Do):
            intent.run(self)
        elif intent == Help():
            self.cuttle.show_help(self)
        elif intent == Interrupt():
            self.interrupt()

    def ignore(self) -> None:
        """Do nothing at a key that means nothing at present."""

    def hints(self) -> tuple[tuple[str, str], ...]:
        """Word the keys of the last row."""
        return hint_row(self.answering, self.situation)

    @abstractmethod
    def interrupt(self) -> None:
        """Answer ctrl+c: ask first, obey the second time."""

    def hear(self, news: News) -> None:
        """Take up what has changed in the lobby."""

    def call_of(self, steps: int) -> Call:
        """Return what waits for the player here, while something lies so many steps over it."""
        del steps
        return NO_CALL

    def hear_call(self) -> None:
        """Take up that a table below this screen has changed."""

    def announce(self, line: Sentence) -> None:
        """Show a line in the last row of the prompt, until the next key."""
        self._announcing = bool(line)
        for bar in self.query(PromptBar):
            bar.announce(line)

    def ask_lobby(
        self, work: Awaitable[T], then: Callable[[T], None], fail: Callable[[LobbyError], None]
    ) -> None:
        """Await something of the lobby's, unless the screen closes first.

        Args:
            work: what to wait for.
            then: takes its result.
            fail: takes the reason why there is none.
        """

        async def wait() -> None:
            try:
                result = await work
            except LobbyError as error:
                if self.still_open:
                    fail(error)
            else:
                if self.still_open:
                    then(result)

        self.run_worker(wait(), group="lobby")

    async def _on_message(self, message: Sent) -> None:
        """Process a message; input only while this screen is the one in sight.

        Several keys may come in one packet. All of them are sent to the screen that is in sight at
        that moment, which may be closed by the first, or not be shown yet. And an app may end
        while a screen is being made: nothing can be shown on that any more.
        """
        if isinstance(message, _SHOWING) and not self.is_attached:
            return
        if isinstance(message, _INPUT) and not self._takes(message):
            return
        await super()._on_message(message)
        if isinstance(message, ScreenResume) and not self._resumed:
            self._resumed = True
            early, self._early = self._early, []
            for one in early:
                await self._on_message(one)

    def _takes(self, message: Sent) -> bool:
        """Return whether input is for this screen; hand keys on to the one that is in sight.

        A click is dropped: it was meant for what was drawn here.
        """
        if not self._resumed:
            self._early.append(message)
            return False
        stack = self.app.screen_stack
        if stack[-1:] == [self]:
            return True
        if isinstance(message, Key | Paste) and stack:
            stack[-1].post_message(message)
        return False

    def on_key(self, event: Key) -> None:
        """Pass a key on by its character, or by its name where it has none."""
        event.stop()
        event.prevent_default()
        key = event.key
        if key == INTERRUPT_KEY:
            self.announce(SILENCE)
            self.interrupt()
            return
        if event.is_printable and event.character and event.character != " ":
            key = event.character
        self.answer(key)

    def answer(self, key: str) -> None:
        """Take a key from the player, by keyboard or mouse: an announcement is gone with it.

        Where nothing is drawn for want of room, nobody could see what it does: it does nothing.
        """
        self.attend()
        if self.plan(*self.app.size) is not None:
            self.press(key)

    def take(self, intent: Intent | None) -> None:
        """Take an intent from the mouse, like that of a key."""
        self.attend()
        self.act(intent)

    def attend(self) -> None:
        """Note that the player is here, and has read what was announced."""
        if self._announcing:
            self.announce(SILENCE)
        self.cuttle.attention.come_back()

    # the mouse

    def bar_key(self) -> str:
        """Return the key that the bar of the prompt stands for at present, or none."""
        return self.BAR_KEY

    def wheel_keys(self) -> tuple[str, ...]:
        """Return the keys that the wheel stands for at present: up and down, or none."""
        return self.WHEEL

    def on_zone_key_clicked(self, message: Zone.KeyClicked) -> None:
        """Take a click on a key that is drawn for that key."""
        self.answer(message.key)

    def on_zone_row_clicked(self, message: Zone.RowClicked) -> None:
        """Take a click on the bar for the key it stands for."""
        key = self.bar_key() if (message.zone, message.y) == ("prompt", 0) else ""
        if key:
            self.answer(key)

    def on_mouse_scroll_up(self, event: MouseScrollUp) -> None:
        """Take the wheel for a key."""
        event.stop()
        self._turn(*self.wheel_keys()[:1])

    def on_mouse_scroll_down(self, event: MouseScrollDown) -> None:
        """Take the wheel for a key."""
        event.stop()
        self._turn(*self.wheel_keys()[1:])

    def _turn(self, key: str = "") -> None:
        """Answer a notch of the wheel, where its key means anything."""
        for _ in range(self.NOTCH):
            if intent_of(self.answering, self.situation, key) is not None:
                self.answer(key)


_SHOWING: Final = (Compose, Mount, Resize, ScreenResume, Key, Paste)
_INPUT: Final = (InputEvent, Paste, Zone.KeyClicked, Zone.RowClicked, Zone.CardClicked)
