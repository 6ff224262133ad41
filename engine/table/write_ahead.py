"""Have the entries of a table kept, and apply each as soon as it may be seen."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from engine.table.events import DealtOut, TableEvent
from engine.table.history import News, TableHistory

Keep = Callable[[TableEvent, Callable[[], None]], None]
"""Keeps an entry for good, and calls what was given then."""


def at_once(entry: TableEvent, then: Callable[[], None]) -> None:
    """Keep nothing."""
    del entry
    then()


class WriteAhead:
    """The way of entries: to whoever keeps the table, to its history, to those who listen."""

    def __init__(
        self,
        history: TableHistory,
        clock: Callable[[], float],
        keep: Keep,
        tell: Callable[[News], None],
    ) -> None:
        """Begin without an entry.

        Args:
            history: what entries are applied to.
            clock: tells the time in seconds since 1970.
            keep: keeps entries, and says when each of them is kept.
            tell: tells those who listen what came of an entry.
        """
        self._history = history
        self._clock = clock
        self._keep = keep
        self._tell = tell
        self._waiting = 0

    @property
    def waits(self) -> bool:
        """Whether an entry that must be kept before it is applied is not kept yet."""
        return self._waiting > 0

    def restore(self, entries: Iterable[TableEvent]) -> None:
        """Apply entries that were kept before."""
        for entry in entries:
            self._history.apply(entry)
        self._go_on()

    def post(self, entry: TableEvent) -> None:
        """Have an entry kept; what must be kept first is applied only then."""
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
        self._tell(self._history.apply(entry))
        self._go_on()

    def _go_on(self) -> None:
        """Deal the next game once it is due."""
        if self._history.due and not self.waits:
            self.post(DealtOut(self._clock()))
