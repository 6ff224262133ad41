"""Hear of what changes at a table, and take it up in the screen's own task."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from textual.widget import Widget
from textual.worker import Worker

from cuttle_tui.ports import Change, Listener


class Subscription:
    """What a screen hears from one table; changes that come together are taken up once."""

    def __init__(self, screen: Widget, changed: Callable[[], None]) -> None:
        """Prepare to call `changed` in a task of the screen's after each change."""
        self._screen = screen
        self._changed = changed
        self._changes: asyncio.Queue[Change] = asyncio.Queue()
        self._end: Callable[[], None] | None = None
        self._worker: Worker[None] | None = None

    def begin(self, subscribe: Callable[[Listener], Callable[[], None]]) -> None:
        """Listen to a table, and to no other any more."""
        self.stop()
        self._end = subscribe(self._changes.put_nowait)
        if self._worker is None:
            self._worker = self._screen.run_worker(self._listen(), group="table")

    def stop(self) -> None:
        """Listen no more."""
        if self._end is not None:
            self._end()
            self._end = None

    async def _listen(self) -> None:
        while True:
            await self._changes.get()
            while not self._changes.empty():
                self._changes.get_nowait()
            if self._end is not None:
                self._changed()
