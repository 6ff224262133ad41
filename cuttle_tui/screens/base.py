"""Hold what all screens share: zones placed by a plan, keys as plain names."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING, ClassVar, cast

from textual.events import Key
from textual.layout import Layout
from textual.screen import Screen

from cuttle_tui.layout import Plan, front_plan_for
from cuttle_tui.screens.plans import Regions, ZoneLayout

if TYPE_CHECKING:
    from cuttle_tui.app import CuttleApp


class ZoneScreen(Screen[None]):
    """A screen made of zones that cover it without gaps."""

    ALLOW_SELECT: ClassVar[bool] = False
    AUTO_FOCUS: ClassVar[str | None] = ""

    def __init__(self) -> None:
        super().__init__()
        self._zones = ZoneLayout(self.place, self.plan)

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

    @abstractmethod
    def place(self, plan: Plan) -> Regions:
        """Tell where each zone stands."""

    @abstractmethod
    def press(self, key: str) -> None:
        """Answer a key, by its character or its name."""

    @abstractmethod
    def interrupt(self) -> None:
        """Answer ctrl+c: ask first, obey the second time."""

    def on_key(self, event: Key) -> None:
        """Pass a key on by its character, or by its name where it has none."""
        event.stop()
        event.prevent_default()
        key = event.key
        if event.is_printable and event.character and event.character != " ":
            key = event.character
        self.press(key)
