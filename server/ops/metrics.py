"""Count what happens, for programs that monitor the server.

`Metrics` counts nothing, which is enough for a room at home; `prometheus.PrometheusMetrics` counts.
"""

from __future__ import annotations


class Metrics:
    """The counters of a server, and whether it is healthy."""

    def __init__(self) -> None:
        self._starting = False
        self._draining = False
        self._store_trouble = ""
        self.sessions = 0
        """Sessions that run."""
        self.sessions_ended = 0

    def session_started(self) -> None:
        """Count a session that begins."""
        self.sessions += 1

    def session_ended(self) -> None:
        """Count a session that is over."""
        self.sessions -= 1
        self.sessions_ended += 1

    def login(self, result: str) -> None:
        """Count a login by its result: a short word in lower case."""

    def refused(self, reason: str) -> None:
        """Count a refusal by its reason: a short word in lower case."""

    def frame(self, size: int) -> None:
        """Count a frame of so many bytes."""

    def tables(self, running: int, waiting: int) -> None:
        """Set how many tables play, and how many wait for players."""

    def game_finished(self) -> None:
        """Count a game that ended."""

    def table_lost(self) -> None:
        """Count a table that another server has taken over."""

    def stored(self, actions: int, seconds: float) -> None:
        """Count the actions that a write has stored, and the time it took."""

    def store_trouble(self, why: str) -> None:
        """Set why the store takes no writes; empty once it does again."""
        self._store_trouble = why

    def starting(self, yes: bool) -> None:
        """Report the server as not open yet, or as open."""
        self._starting = yes

    def draining(self) -> None:
        """Report the server as about to end."""
        self._draining = True

    @property
    def unwell(self) -> str:
        """Why no new players should be sent here, in a line; empty if all is well."""
        if self._draining:
            return "draining"
        return "starting" if self._starting else self._store_trouble

    def collected(self, kind: str, seconds: float) -> None:
        """Count a pause in which garbage was collected: among ``young`` objects, or ``all``."""

    def lag(self, seconds: float) -> None:
        """Set how late the event loop is; a peak fades within a minute."""

    def exposition(self) -> bytes:
        """Return all counters in Prometheus's text form."""
        return b""
