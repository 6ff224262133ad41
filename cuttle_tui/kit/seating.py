"""The chairs of a screen, its subscription to a table, keys meant for an earlier question."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from time import monotonic
from typing import Final, Literal

from textual.widget import Widget
from textual.worker import Worker

from cuttle_tui.ports import Chair, Change, Listener, TableState
from engine.table.seats import Ready


class Seating:
    """The chairs a screen plays through, and the one that sees the table now."""

    def __init__(self, chairs: Sequence[Chair]) -> None:
        self._chairs = tuple(chairs)
        self._players = [chair for chair in chairs if chair.seat is not None] or list(chairs)
        self._shown: int | None = None
        self.shared = len(self._players) > 1
        """Whether players share the keyboard."""
        self._active = self._players[0]
        self.watching = self._active.seat is None
        """Whether nobody here has a seat."""

    def __contains__(self, chair: Chair) -> bool:
        return chair in self._chairs

    @property
    def chair(self) -> Chair:
        """The chair that plays now."""
        return self._active

    @property
    def seat(self) -> int:
        """The seat at the bottom of the screen; a watcher sits behind the first."""
        return self._active.seat or 0

    def moved_on(self) -> bool:
        """Move to the seat that is asked now; return whether it changed."""
        if not self.shared:
            return False
        view = self._chairs[-1].state().view
        if view is None or not view.asked or view.asked[0] == self._shown:
            return False
        asked = next((chair for chair in self._players if chair.seat == view.asked[0]), None)
        if asked is None:  # a computer player moves: the view stays
            return False
        self._shown, self._active = asked.seat, asked
        return True

    def forget(self) -> None:
        """Cover the hand again at the next turn."""
        self._shown = None

    def state(self, *, covered: bool) -> TableState:
        """Return the table as the playing seat sees it; while covered, as a watcher does."""
        return (self._chairs[-1] if covered and self.shared else self._active).state()

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """Subscribe to the table."""
        return self._chairs[-1].subscribe(listener)

    def ready(self) -> None:
        """Request the next game for everyone here."""
        for chair in self._players:
            chair.ask(Ready())

    def leave(self) -> None:
        """Leave the table."""
        for chair in self._chairs:
            chair.leave()


class Subscription:
    """A screen's subscription to one table; several changes are handled together."""

    def __init__(self, screen: Widget, changed: Callable[[], None]) -> None:
        """Prepare to call `changed` in a worker of the screen after each change."""
        self._screen = screen
        self._changed = changed
        self._changes: asyncio.Queue[Change] = asyncio.Queue()
        self._end: Callable[[], None] | None = None
        self._worker: Worker[None] | None = None

    def begin(self, subscribe: Callable[[Listener], Callable[[], None]]) -> None:
        """Subscribe to a table, replacing any earlier subscription."""
        self.stop()
        self._end = subscribe(self._changes.put_nowait)
        if self._worker is None:
            self._worker = self._screen.run_worker(self._listen(), group="table")

    def stop(self) -> None:
        """Unsubscribe."""
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


READING: Final = 0.5
"""Seconds in which nobody can have read a new question and pressed a key for it."""
LOOKING: Final = 1.0
"""The same, where the whole table gives way to something else, as at the end of a game."""
_TYPING: Final = 0.3
"""Seconds between the keys of one sequence, at most: it is dropped as a whole."""


def now() -> float:
    """Return a monotonic time in seconds."""
    return monotonic()


class QuestionGuard:
    """Knows since when the present question has been on the screen."""

    def __init__(self) -> None:
        """Begin with a question that has been there for long."""
        self._seconds = 0.0
        self._until: float | None = 0.0
        """When it may be answered; None until it is on the screen."""

    def change(self, seconds: float = READING) -> None:
        """Note that another question is asked, which is not on the screen yet."""
        self._seconds, self._until = seconds, None

    def show(self) -> None:
        """Note that the question is on the screen now."""
        if self._until is None:
            self._until = now() + self._seconds

    def trust(self) -> None:
        """Note that the player asked for just this question, and knows it."""
        self._until = 0.0

    @property
    def unread(self) -> bool:
        """Whether nobody can have read the question yet."""
        return self._until is None or now() < self._until

    @property
    def left(self) -> float:
        """Seconds until it may be answered; a guess while it is not on the screen yet."""
        return self._seconds if self._until is None else max(0.0, self._until - now())

    def drop(self) -> None:
        """Note that a key was dropped; those that follow at once belong to it."""
        if self._until is not None:
            self._until = max(self._until, now() + _TYPING)


TaskKind = Literal["puzzle", "lesson"]
