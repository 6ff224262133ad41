"""Persist table events, then apply them, and notify the listeners."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from engine.record.fair_deal import SCHEME
from engine.table.events import DealtOut, TableEvent
from engine.table.history import News, TableHistory
from engine.table.state import Change, Listener

Keep = Callable[[TableEvent, Callable[[], None]], None]
"""Saves an event, then calls the function."""


def at_once(entry: TableEvent, then: Callable[[], None]) -> None:
    """Apply an event without saving it."""
    del entry
    then()


class Listeners:
    """The listeners of a table, each for a viewer."""

    def __init__(self) -> None:
        self._listeners: dict[object, tuple[int | None, Listener]] = {}

    def __len__(self) -> int:
        """Return the number of listeners."""
        return len(self._listeners)

    def add(self, viewer: int | None, listener: Listener) -> Callable[[], None]:
        """Call a listener with this viewer's news; return a function that unsubscribes it."""
        token = object()
        self._listeners[token] = (viewer, listener)

        def end() -> None:
            self._listeners.pop(token, None)

        return end

    def notify(self, news: News) -> None:
        """Notify every listener of a change, with the events it may know."""
        for viewer, listener in [*self._listeners.values()]:
            listener(Change(news.get(viewer, ())))


class WriteAhead:
    """Saves events, applies them to the history, and notifies the listeners."""

    def __init__(
        self,
        history: TableHistory,
        clock: Callable[[], float],
        keep: Keep,
        notify: Callable[[News], None],
        won: Callable[[], tuple[int, ...] | None] = lambda: None,
    ) -> None:
        """Begin without an event.

        Args:
            history: the history to change.
            clock: returns the time in seconds since 1970.
            keep: saves events, and reports when each is saved.
            notify: notifies the listeners of news.
            won: returns the games each seat has won in a match that is kept elsewhere.
        """
        self._history = history
        self._clock = clock
        self._keep = keep
        self._notify = notify
        self._won = won
        self._waiting = 0

    @property
    def waits(self) -> bool:
        """Whether an event is still being saved before it is applied."""
        return self._waiting > 0

    def replay(self, entries: Iterable[TableEvent]) -> None:
        """Apply saved events, of which more may follow."""
        for entry in entries:
            self._history.apply(entry)

    def restore(self, entries: Iterable[TableEvent]) -> None:
        """Apply saved events, and go on from there."""
        self.replay(entries)
        self._go_on()

    def post(self, entry: TableEvent) -> None:
        """Save an event and apply it, in the order that the event requires."""
        if not entry.saved_first:
            self._keep(entry, lambda: None)
            self._happen(entry)
            return
        self._waiting += 1

        def kept() -> None:
            self._waiting -= 1
            self._happen(entry)

        self._keep(entry, kept)

    def _happen(self, entry: TableEvent) -> None:
        self._notify(self._history.apply(entry))
        self._go_on()

    def _go_on(self) -> None:
        """Deal the next game once it is due."""
        if self._history.due and not self.waits:
            self.post(DealtOut(self._clock(), self._won(), SCHEME))
