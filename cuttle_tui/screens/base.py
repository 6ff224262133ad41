"""Hold what all screens share: zones placed by a plan, keys as plain names."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, ClassVar, TypeVar, cast

from textual.events import Key
from textual.geometry import Region
from textual.layout import Layout
from textual.screen import Screen
from textual.strip import Strip

from cuttle_tui.layout import Plan, front_plan_for
from cuttle_tui.ports import LobbyError, News
from cuttle_tui.prose import SILENCE, Sentence
from cuttle_tui.screens.patches import ZoneCompositor
from cuttle_tui.screens.plans import Regions, ZoneLayout
from cuttle_tui.widgets.prompt import PromptBar
from cuttle_tui.widgets.zone import Brush, Zone

if TYPE_CHECKING:
    from cuttle_tui.app import CuttleApp

T = TypeVar("T")


class ZoneScreen(Screen[None]):
    """A screen made of zones that cover it without gaps."""

    ALLOW_SELECT: ClassVar[bool] = False
    AUTO_FOCUS: ClassVar[str | None] = ""
    _brush: Brush

    def __init__(self) -> None:
        super().__init__()
        self._compositor = ZoneCompositor()
        self._zones = ZoneLayout(self.place, self.plan)
        self._telling = False
        """Whether a line is told until the next key."""

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

    def use(self, brush: Brush) -> None:
        """Paint with another brush from now on."""
        self._brush = brush
        for zone in self.children:
            if isinstance(zone, Zone):
                zone.use(brush)
        self._clear_arrangement_cache()
        self.refresh(layout=True)

    def render_lines(self, crop: Region) -> list[Strip]:
        """Paint nothing, cheaply: zones cover the screen, which is asked as well."""
        return [Strip.blank(crop.width)] * crop.height

    @abstractmethod
    def place(self, plan: Plan) -> Regions:
        """Tell where each zone stands."""

    @abstractmethod
    def press(self, key: str) -> None:
        """Answer a key, by its character or its name."""

    @abstractmethod
    def interrupt(self) -> None:
        """Answer ctrl+c: ask first, obey the second time."""

    def hear(self, news: News) -> None:
        """Take notice of what has changed in the lobby."""

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
                fail(error)
            else:
                then(result)

        self.run_worker(wait(), group="lobby")

    def on_key(self, event: Key) -> None:
        """Pass a key on by its character, or by its name where it has none."""
        event.stop()
        event.prevent_default()
        if self._telling:
            self.announce(SILENCE)
        self.cuttle.attention.come_back()
        key = event.key
        if event.is_printable and event.character and event.character != " ":
            key = event.character
        self.press(key)
