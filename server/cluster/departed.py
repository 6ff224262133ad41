"""Which nodes went, and when: for the log and the operator."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final

from server.store.values import NodeRow

log = logging.getLogger(__name__)

_MOST: Final = 20


@dataclass(frozen=True, slots=True)
class Departure:
    """A node that is there no more."""

    row: NodeRow
    """As it was listed last."""
    at: datetime

    @property
    def told(self) -> str:
        """When it went, and whether it had been asked to."""
        how = "drained" if self.row.draining else "died, or was cut off"
        return f"{self.at:%Y-%m-%d %H:%M:%S} UTC, {how}"


class DepartedNodes:
    """The nodes that went since this one is there, until one of their name is back."""

    def __init__(self, clock: Callable[[], float] = time.time) -> None:
        self._clock = clock
        self._gone: dict[str, Departure] = {}

    def __iter__(self) -> Iterator[Departure]:
        return iter([*self._gone.values()])

    def follow(self, before: Iterable[NodeRow], now: Iterable[NodeRow], here: str) -> None:
        """Note and log who came and who went, as seen from a node.

        Args:
            before: the nodes that were there.
            now: those that are there.
            here: the id of the node that sees it.
        """
        then, live = ({row.id: row for row in rows if row.id != here} for rows in (before, now))
        for row in live.values():
            if row.id not in then:
                self._gone.pop(row.name, None)
                log.info("a node is there, of version %s", row.version, extra={"node": row.name})
        for row in then.values():
            if row.id not in live:
                self._note(row, live.values())

    def _note(self, row: NodeRow, live: Iterable[NodeRow]) -> None:
        gone = Departure(row, datetime.fromtimestamp(self._clock(), UTC))
        level = logging.INFO if row.draining else logging.WARNING
        log.log(level, "a node is gone: %s", gone.told, extra={"node": row.name})
        if all(other.name != row.name for other in live):
            self._gone[row.name] = gone
            if len(self._gone) > _MOST:
                del self._gone[next(iter(self._gone))]
