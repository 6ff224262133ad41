"""Count what happens with the Prometheus client library."""

from __future__ import annotations

import re
from functools import partial
from typing import Final

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    GCCollector,
    Histogram,
    PlatformCollector,
    ProcessCollector,
    generate_latest,
)

from cuttle_tui import __version__
from cuttle_tui.version import commit
from server.ops.monitoring import Metrics

_NAME: Final = re.compile(r"[a-z][a-z0-9_]{0,31}")
_MOST_NAMES: Final = 40
"""Different results and reasons that are counted; each is a time series."""
WAYS: Final = ("mail", "webhook")
"""The ways by which notices leave the server."""
RESULTS: Final = ("sent", "failed", "dropped")
"""What becomes of a notice: it is dropped where too many wait."""
CALLS: Final = ("sent", "withdrawn", "again", "failed", "dropped")
"""What becomes of a call."""
_STORE_SECONDS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 5.0)
_PAUSE_SECONDS: Final = (0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0)


class PrometheusMetrics(Metrics):
    """The counters of a server, in their own registry."""

    def __init__(self) -> None:
        super().__init__()
        self._registry = registry = CollectorRegistry()
        for collector in (ProcessCollector, PlatformCollector, GCCollector):
            collector(registry=registry)
        count, gauge = partial(Counter, registry=registry), partial(Gauge, registry=registry)
        build = gauge("cuttle_build_info", "1, beside what runs", ["version", "commit"])
        build.labels(__version__, commit()).set(1)
        self._sessions = gauge("cuttle_sessions", "Sessions that run")
        self._sessions_ever = count("cuttle_sessions_started", "Sessions since the start")
        self._broken = count("cuttle_sessions_broken", "Sessions the guard has ended", ["why"])
        self._logins = count("cuttle_logins", "Logins by result", ["result"])
        self._refusals = count("cuttle_refusals", "What was refused, by reason", ["reason"])
        self._tables = gauge("cuttle_tables", "Tables by state", ["state"])
        self._games = count("cuttle_games_finished", "Games that ended")
        self._lost = count("cuttle_tables_lost", "Tables that another server has taken over")
        self._actions = count("cuttle_actions_stored", "Actions that are in the store")
        self._store = Histogram(
            "cuttle_store_seconds",
            "Time one write to the store took",
            buckets=_STORE_SECONDS,
            registry=registry,
        )
        self._trouble = gauge("cuttle_store_trouble", "1 while the store does not take writes")
        self._parts = gauge("cuttle_part_well", "0 while a part of the server is unwell", ["part"])
        self._frames = count("cuttle_frames", "Frames sent to terminals")
        self._bytes = count("cuttle_out_bytes", "Bytes sent to terminals")
        self._lag = gauge(
            "cuttle_event_loop_lag_seconds",
            "How late the event loop is; a peak fades within a minute",
        )
        self._longest = gauge(
            "cuttle_longest_step_seconds",
            "The longest time a session kept all others waiting; a peak fades within a minute",
        )
        self._stalls = count(
            "cuttle_event_loop_stalls", "Times when the event loop was stuck for seconds"
        )
        self._interrupts = count(
            "cuttle_watchdog_interrupts", "Sessions that the watchdog has interrupted"
        )
        self._notices = count(
            "cuttle_notices", "Notices that leave the server, by way and result", ["way", "result"]
        )
        for way in WAYS:
            for result in RESULTS:  # what is counted from 0 on shows its first failure as a rise
                self._notices.labels(way, result)
        self._nodes = gauge("cuttle_nodes", "Nodes that play as one server, as this one sees it")
        self._nodes.set(1)
        self._accounts = gauge("cuttle_accounts", "Accounts of players")
        self._backup = gauge(
            "cuttle_last_backup_timestamp_seconds",
            "When the database was last backed up, in seconds since 1970; 0 for never",
        )
        self._unread = count(
            "cuttle_proxy_addresses_unread",
            "Requests for which a trusted proxy named no address that can be read",
        )
        self._calls = count("cuttle_calls", "Calls to receivers, by result", ["hook", "result"])
        self._calls_fail = gauge("cuttle_calls_failing", "1 while a receiver fails", ["hook"])
        self._pauses = Histogram(
            "cuttle_gc_pause_seconds",
            "Time in which garbage was collected and nothing else done",
            ["objects"],
            buckets=_PAUSE_SECONDS,
            registry=registry,
        )
        self._names: set[str] = set()
        self._late = self._long = 0.0
        self.tables(0, 0)

    def session_started(self) -> None:
        super().session_started()
        self._sessions.inc()
        self._sessions_ever.inc()

    def session_ended(self) -> None:
        super().session_ended()
        self._sessions.dec()

    def session_broken(self, why: str) -> None:
        self._broken.labels(why).inc()

    def login(self, result: str) -> None:
        self._logins.labels(self._bounded(result)).inc()

    def refused(self, reason: str) -> None:
        self._refusals.labels(self._bounded(reason)).inc()

    def frame(self, size: int) -> None:
        self._frames.inc()
        self._bytes.inc(size)

    def tables(self, running: int, waiting: int) -> None:
        self._tables.labels("running").set(running)
        self._tables.labels("waiting").set(waiting)

    def game_finished(self) -> None:
        self._games.inc()

    def table_lost(self) -> None:
        self._lost.inc()

    def stored(self, actions: int, seconds: float) -> None:
        self._actions.inc(actions)
        self._store.observe(seconds)

    def store_trouble(self, why: str) -> None:
        super().store_trouble(why)
        self._trouble.set(bool(why))

    def collected(self, kind: str, seconds: float) -> None:
        self._pauses.labels(kind).observe(seconds)

    def lag(self, seconds: float) -> None:
        self._late = max(seconds, self._late * 0.9)
        self._lag.set(self._late)

    def longest_step(self, seconds: float) -> None:
        self._long = max(seconds, self._long * 0.9)
        self._longest.set(self._long)

    def stalled(self) -> None:
        self._stalls.inc()

    def interrupted(self) -> None:
        self._interrupts.inc()

    def notice(self, way: str, result: str) -> None:
        self._notices.labels(way, result).inc()

    def nodes(self, count: int) -> None:
        self._nodes.set(count)

    def accounts(self, count: int) -> None:
        self._accounts.set(count)

    def backed_up(self, at: float) -> None:
        self._backup.set(at)

    def address_unread(self) -> None:
        self._unread.inc()

    def receiver(self, hook: str) -> None:
        self._calls_fail.labels(hook)
        for result in CALLS:  # from 0 on, as notices
            self._calls.labels(hook, result)

    def called(self, hook: str, result: str) -> None:
        self._calls.labels(hook, result).inc()

    def call_trouble(self, hook: str, yes: bool) -> None:
        self._calls_fail.labels(hook).set(yes)

    def exposition(self) -> bytes:
        for part, trouble in self.health.parts.items():
            self._parts.labels(part).set(trouble is None)
        return generate_latest(self._registry)

    def _bounded(self, name: str) -> str:
        """Bound the number and length of label values."""
        if name in self._names:
            return name
        if len(self._names) >= _MOST_NAMES or not _NAME.fullmatch(name):
            return "other"
        self._names.add(name)
        return name
