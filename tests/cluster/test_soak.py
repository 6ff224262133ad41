"""Nodes, broker and database fail under play: nothing that was acknowledged is lost or doubled."""

from __future__ import annotations

import pytest

from tests.programs.cluster.soak import soak, subsequence
from tests.server.store.postgres import binaries
from tests.whole import whole_only

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(binaries() is None, reason="PostgreSQL is not installed here"),
]


def test_what_was_shown_must_be_in_the_log_as_often_and_in_this_order() -> None:
    log = ["a", "b", "a", "c"]
    assert subsequence(["a", "a", "c"], log) == []
    assert subsequence(["a", "a", "a"], log) == ["a"]
    assert subsequence(["b", "x", "c"], log) == ["x"]
    assert subsequence(["c", "b"], log) == ["b"]


@whole_only
@pytest.mark.long
@pytest.mark.timeout(420)
async def test_nothing_is_lost_when_nodes_broker_and_database_fail() -> None:
    findings = await soak(kills=10, stops=5, outage=8.0)
    assert findings.wrong == [], str(findings)
    assert findings.games > 10
    assert findings.acknowledged > 200


@whole_only
@pytest.mark.long
@pytest.mark.timeout(300)
async def test_without_the_fence_what_was_acknowledged_is_lost() -> None:
    findings = await soak(stops=12, fence=False)
    assert findings.unknown
