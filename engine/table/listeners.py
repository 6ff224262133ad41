"""Tell whoever listens to a table that something has changed there."""

from __future__ import annotations

from collections.abc import Callable

from engine.table.history import News
from engine.table.state import Change, Listener


class Listeners:
    """Who listens to a table, each for one viewer."""

    def __init__(self) -> None:
        self._listeners: dict[object, tuple[int | None, Listener]] = {}

    def __len__(self) -> int:
        """Count those who listen."""
        return len(self._listeners)

    def add(self, viewer: int | None, listener: Listener) -> Callable[[], None]:
        """Call a listener after each change with what is new for this viewer."""
        token = object()
        self._listeners[token] = (viewer, listener)

        def end() -> None:
            self._listeners.pop(token, None)

        return end

    def tell(self, news: News) -> None:
        """Tell every listener of a change, with the events it may know."""
        for viewer, listener in [*self._listeners.values()]:
            listener(Change(news.get(viewer, ())))
