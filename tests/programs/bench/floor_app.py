"""The least that any Textual app costs over our driver: one tiny widget that counts keys."""

from __future__ import annotations

from typing import Any, ClassVar

from textual.app import App, ComposeResult
from textual.events import Key
from textual.widget import Widget

from server.sessions.app import Visit


class Count(Widget):
    """Shows a number."""

    DEFAULT_CSS = "Count { width: 10; height: 1; }"
    number = 0

    def render(self) -> str:
        """Give the number."""
        return str(self.number)


class FloorApp(App[None]):
    """Counts the keys that were pressed."""

    ENABLE_COMMAND_PALETTE: ClassVar[bool] = False

    def compose(self) -> ComposeResult:
        """Make the only widget."""
        yield Count()

    def on_key(self, event: Key) -> None:
        """Count a key, and show it without a new layout."""
        event.stop()
        count = self.query_one(Count)
        count.number += 1
        count.refresh()


def floor_app(visit: Visit) -> App[Any]:
    """Make a floor app for a session."""
    return FloorApp(driver_class=visit.driver_class)
