"""Whether the server is well: what each of its parts says, to be read from any thread.

A balancer sends newcomers to nodes that are well, and an operator reads what is wrong and since
when. Whoever can tell how a part does notes it here; nobody asks a part that may hang.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final, Literal, get_args

from server.sanitize import clean

Part = Literal["loop", "store", "reads", "logins", "broker", "node"]
PARTS: Final[tuple[Part, ...]] = get_args(Part)
"""The loop takes turns; the store takes writes, answers reads, and knows what a login needs;
the broker carries messages; this node's lease is renewed."""
_LONGEST: Final = 200
"""Characters of a reason that are shown."""


@dataclass(frozen=True, slots=True)
class Trouble:
    """What is wrong with a part."""

    why: str
    since: float
    """When it was noted first, in seconds since 1970."""

    def __str__(self) -> str:
        since = datetime.fromtimestamp(self.since, UTC)
        return f"{self.why} (since {since:%Y-%m-%d %H:%M:%S} UTC)"


class Health:
    """What is wrong with each part; safe to use from any thread."""

    def __init__(self, clock: Callable[[], float] = time.time) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._parts: dict[Part, Trouble | None] = {}
        self._stage = ""

    def note(self, part: Part, why: str = "") -> bool:
        """Note what is wrong with a part, empty for nothing; return whether that is new.

        A part that stays unwell keeps the time since when, even if the reason changes.
        """
        with self._lock:
            before = self._parts.get(part)
            if not why:
                self._parts[part] = None
                return before is not None
            since = self._clock() if before is None else before.since
            self._parts[part] = Trouble(clean(why, _LONGEST), since)
            return before is None

    def enter(self, stage: Literal["", "starting", "draining"]) -> None:
        """Note that the server is not open yet, is open (an empty text), or is about to end."""
        with self._lock:
            if self._stage != "draining":
                self._stage = stage

    @property
    def parts(self) -> Mapping[Part, Trouble | None]:
        """Return each part that was noted so far, with what is wrong with it."""
        with self._lock:
            return dict(self._parts)

    @property
    def lines(self) -> tuple[str, ...]:
        """Return why no newcomers should be sent here, a line a part; nothing if all is well."""
        with self._lock:
            stage, parts = self._stage, dict(self._parts)
        if stage:
            return (stage,)
        return tuple(f"{part}: {parts[part]}" for part in PARTS if parts.get(part) is not None)
