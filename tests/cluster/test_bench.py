"""The measurement of several nodes runs, and measures all that it names."""

from __future__ import annotations

import pytest

from tests.programs.bench.cluster import GOALS, TINY, forecast, report, run
from tests.server.store.postgres import binaries
from tests.whole import whole_only

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(binaries() is None, reason="PostgreSQL is not installed here"),
]


@whole_only
def test_a_tiny_cluster_is_measured() -> None:
    results = run(TINY)
    figures = results.figures
    assert results.missing == []
    assert [rung.owners for rung in results.rungs] == [1, 8]
    assert figures["lost_actions"] == 0
    assert figures["bytes_delta"] < figures["bytes_state"]
    assert all(name in figures for name, _, _ in GOALS)
    assert results.mixed is not None
    assert len(forecast(results.mixed, 400)) > 1
    assert "remote" not in report(results, 1.0, 0.0).splitlines()[0]
