"""Hold what all screens share: zones placed by a plan, keys as plain names."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any, ClassVar, Final, TypeVar, cast

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
from cuttle_tui.ports import LobbyError, News
from cuttle_tui.screens.compositor import ZoneCompositor
from cuttle_tui.screens.keymap import Command, Section, Sections, call, command_for, hint_row
from cuttle_tui.screens.layouts import Regions, ZoneLayout
from cuttle_tui.widgets.prompt import PromptBar
from cuttle_tui.widgets.zone import PaintContext, Zone
from cuttle_tui.wording.keys import front as words
from cuttle_tui.wording.table.alerts import NO_CALL, Call
from engine.rules.rulesets import Ruleset

if TYPE_CHECKING:
    from cuttle_tui.app import CuttleApp

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
    _brush: PaintContext

    def __init__(self) -> None:
        super().__init__()
        self._compositor = ZoneCompositor()
        self._zones = ZoneLayout(self.place, self.plan)
        self._telling = False
        """Whether a line is told until the next key."""
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
    def cuttle(self) -> CuttleApp:
        """The app, by its own type."""
        return cast("CuttleApp", self.app)

    def plan(self, width: int, height: int) -> Plan | None:
        """Choose the plan for a size."""
        return front_plan_for(width, height)

    def use(self, brush: PaintContext) -> None:
        """Paint with another brush from now on."""
        self._brush = brush
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
        """Tell where each zone stands."""

    # keys

    def sections(self) -> Sections:
        """Give what keys do at present, in the order in which they are asked."""
        return self.SECTIONS

    @property
    def answering(self) -> Sections:
        """What keys do at present, with what they do on every screen."""
        return (*self.sections(), ANYWHERE)

    @property
    def rules_to_read(self) -> Ruleset | None:
        """The rules that the help leads on to, if it does."""
        return None

    def press(self, key: str) -> None:
        """Answer a key, by its character or its name."""
        command = command_for(self.answering, self, key)
        if command is None:
            self.ignore(key)
        else:
            command.run(self, key)

    def ignore(self, key: str) -> None:
        """Do nothing at a key that means nothing at present."""

    def open_help(self) -> None:
        """Lay the help of this screen over it."""
        self.cuttle.show_help(self)

    def hints(self) -> tuple[tuple[str, str], ...]:
        """Word the keys worth telling in the last row."""
        return hint_row(self.answering, self)

    @abstractmethod
    def interrupt(self) -> None:
        """Answer ctrl+c: ask first, obey the second time."""

    def hear(self, news: News) -> None:
        """Take notice of what has changed in the lobby."""

    def call_of(self, steps: int) -> Call:
        """Say what waits for the player here, while something else lies so many steps over it."""
        del steps
        return NO_CALL

    def hear_call(self) -> None:
        """Take notice that a table below this screen has changed."""

    def announce(self, line: Sentence) -> None:
        """Tell a line in the last row of the prompt, until the next key."""
        self._telling = bool(line)
        for bar in self.query(PromptBar):
            bar.announce(line)

    def ask_lobby(
        self, work: Awaitable[T], then: Callable[[T], None], fail: Callable[[LobbyError], None]
    ) -> None:
        """Await something of the lobby's, unless the screen closes first.

        Args:
            work: what to wait for.
            then: takes its result.
            fail: is told why there is none.
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
        if key == "ctrl+c":
            self.announce(SILENCE)
            self.interrupt()
            return
        if event.is_printable and event.character and event.character != " ":
            key = event.character
        self.answer(key)

    def answer(self, key: str) -> None:
        """Take a key from the player, by keyboard or mouse: what was told is gone with it.

        Where nothing is drawn for want of room, nobody could see what it does: it does nothing.
        """
        self.attend()
        if self.plan(*self.app.size) is not None:
            self.press(key)

    def attend(self) -> None:
        """Note that the player is here, and has read what was told."""
        if self._telling:
            self.announce(SILENCE)
        self.cuttle.attention.come_back()

    # the mouse

    def bar_key(self) -> str:
        """Give the key that the bar of the prompt stands for at present, or none."""
        return self.BAR_KEY

    def wheel_keys(self) -> tuple[str, ...]:
        """Give the keys that the wheel stands for at present: up and down, or none."""
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
            if command_for(self.answering, self, key) is not None:
                self.answer(key)


_SHOWING: Final = (Compose, Mount, Resize, ScreenResume, Key, Paste)
_INPUT: Final = (InputEvent, Paste, Zone.KeyClicked, Zone.RowClicked, Zone.CardClicked)
HELP: Final[Command[Any]] = Command(("?", "f1"), words.HELP, call(ZoneScreen.open_help))
ANYWHERE: Final[Section[Any]] = Section(words.ANYWHERE, (HELP,))
