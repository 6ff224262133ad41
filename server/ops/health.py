"""Whether the server is well: what each of its parts says, to be read from any thread.

A balancer sends newcomers to nodes that are well, and an operator reads what is wrong and since
when. Whoever can tell how a part does notes it here; nobody asks a part that may hang.
"""

from __future__ import annotations

import asyncio
import concurrent.futures
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final, Literal, get_args

from server.sanitize import clean

Part = Literal["loop", "store", "reads", "logins", "broker", "node"]
PARTS: Final[tuple[Part, ...]] = get_args(Part)
"""The loop takes turns; the store takes writes, answers reads, and knows what a login needs;
the broker carries messages; this node's lease is renewed."""
_LONGEST: Final = 200
"""Characters of a reason that are shown."""
_PATIENCE: Final = 2
"""Ticks after which a look is said to hang."""
NO_ANSWER: Final = "no answer"


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


Look = asyncio.Future[Any] | concurrent.futures.Future[Any]
"""A look at a part, which is under way or has ended: in the loop or in a thread."""


class Probe:
    """Looks again and again whether a part answers, one look at a time.

    A look that hangs is not repeated: it says by its end that the part is back. After one that
    found something wrong the next begins at once: rare looks are for what is well.
    """

    def __init__(
        self, begin: Callable[[], Look], note: Callable[[str], object], every: int = 1
    ) -> None:
        """Prepare it.

        Args:
            begin: begins a look.
            note: gets what is wrong, empty for nothing; called in the thread where a look ends.
            every: ticks from the beginning of a look that finds all well to that of the next.
        """
        self._begin, self._note, self._every = begin, note, every
        self._look: Look | None = None
        self._ticks = every
        self._unwell = False

    def tick(self) -> None:
        """Begin a look, or report one that hangs; once a second.

        Ticks are counted and no seconds: a process that was held up blames nobody else for it.
        """
        self._ticks += 1
        if self._look is None or self._look.done():
            if self._unwell or self._ticks >= self._every:
                self._ticks, self._look = 0, self._begin()
                self._look.add_done_callback(self._ended)
        elif self._ticks >= _PATIENCE:
            self._note(NO_ANSWER)

    def drop(self) -> None:
        """Forget a look whose end will not come."""
        self._look = None

    def _ended(self, look: Look) -> None:
        if look is not self._look or look.cancelled():
            return
        error = look.exception()
        self._unwell = error is not None
        self._note("" if error is None else getattr(error, "why", "") or type(error).__name__)
