"""Nodes that went are logged, and listed until they are back."""

from __future__ import annotations

import logging

import pytest

from server.cluster.store import DepartedNodes
from server.store.values import NodeRow


def _row(id: str, *, draining: bool = False) -> NodeRow:
    return NodeRow(id, id[0], 1.0, "0.2.0", draining, 5.0)


def test_who_went_is_named_with_when_and_how(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    nodes = DepartedNodes(lambda: 0.0)
    nodes.follow([], [_row("a1"), _row("b1"), _row("c1")], "a1")
    nodes.follow([_row("a1"), _row("b1"), _row("c1", draining=True)], [_row("a1")], "a1")
    assert [(gone.row.name, gone.told) for gone in nodes] == [
        ("b", "1970-01-01 00:00:00 UTC, died, or was cut off"),
        ("c", "1970-01-01 00:00:00 UTC, drained"),
    ]
    logged = [(one.levelname, vars(one)["node"]) for one in caplog.records]
    assert logged == [("INFO", "b"), ("INFO", "c"), ("WARNING", "b"), ("INFO", "c")]


def test_who_has_said_that_it_leaves_has_not_died(caplog: pytest.LogCaptureFixture) -> None:
    nodes = DepartedNodes(lambda: 0.0)
    nodes.leaving.add("b1")
    nodes.follow([_row("a1"), _row("b1")], [_row("a1")], "a1")
    assert [gone.told for gone in nodes] == ["1970-01-01 00:00:00 UTC, drained"]
    assert not caplog.records


def test_who_is_back_under_its_name_is_gone_no_more() -> None:
    nodes = DepartedNodes(lambda: 0.0)
    nodes.follow([_row("a1"), _row("b1")], [_row("a1")], "a1")
    nodes.follow([_row("a1")], [_row("a1"), _row("b2")], "a1")
    assert [*nodes] == []
    nodes.follow([_row("a1"), _row("b2")], [_row("a1"), _row("b3")], "a1")
    assert [*nodes] == []
