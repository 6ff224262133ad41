"""Say where everything is written that must outlive the process."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Protocol

from server.ops.metrics import Metrics
from server.store.values import AddEntry, KeepGame, Write


class Ledger(Protocol):
    """Where everything that must outlive the process is written, in order."""

    def put(self, write: Write, then: Callable[[], None] | None = None) -> None:
        """Write something, and call what was given once it is there for good."""


class NoLedger:
    """Keeps nothing: for a room on one's own machine, and for tests."""

    def put(self, write: Write, then: Callable[[], None] | None = None) -> None:
        """Call what was given."""
        del write
        if then is not None:
            then()


class CountedLedger:
    """Writes to another ledger, and counts."""

    def __init__(self, ledger: Ledger, metrics: Metrics) -> None:
        self._ledger = ledger
        self._metrics = metrics

    def put(self, write: Write, then: Callable[[], None] | None = None) -> None:
        """Write something; note how long it takes."""
        began = time.perf_counter()

        def kept() -> None:
            self._metrics.stored(isinstance(write, AddEntry), time.perf_counter() - began)
            if then is not None:
                then()

        if isinstance(write, KeepGame):
            self._metrics.game_finished()
        self._ledger.put(write, kept)
