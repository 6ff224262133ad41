"""Garbage is collected by a timer: young objects often, all of them once sessions have ended."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Iterator

import pytest

from server.ops.limits import Collector
from server.ops.prometheus import PrometheusMetrics
from tests.server.rawssh import until


class Knot:
    """Something that holds itself."""

    def __init__(self) -> None:
        self.me = self


def knot() -> weakref.ref[Knot]:
    """Leave garbage behind that only a collection finds."""
    return weakref.ref(Knot())


@pytest.fixture(autouse=True)
def enabled() -> Iterator[None]:
    """Leave the collector of the other tests as it is."""
    yield
    gc.enable()


@pytest.mark.slow
async def test_young_garbage_is_collected_by_the_timer_alone() -> None:
    metrics = PrometheusMetrics()
    async with Collector(metrics):
        assert not gc.isenabled()
        for _ in range(2):
            left = knot()
            await until(lambda left=left: left() is None)  # type: ignore[misc]
    assert gc.isenabled()
    counted = metrics.exposition().decode()
    assert 'cuttle_gc_pause_seconds_count{objects="young"}' in counted
    assert 'cuttle_gc_pause_seconds_count{objects="all"}' not in counted


async def test_what_grew_old_is_collected_once_sessions_have_ended() -> None:
    metrics = PrometheusMetrics()
    metrics.session_started()
    async with Collector(metrics):
        kept = Knot()
        left = weakref.ref(kept)
        gc.collect()  # it is old now
        del kept
        young = knot()
        await until(lambda: young() is None)
        assert left() is not None
        metrics.session_ended()
        await until(lambda: left() is None)
    assert 'cuttle_gc_pause_seconds_count{objects="all"} 1.0' in metrics.exposition().decode()
