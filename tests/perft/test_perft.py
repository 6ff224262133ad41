"""The engine finds exactly the sequences of actions that the data files count."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from engine.record.position_text import parse_position
from tests import naive
from tests.perft.count import engine_count, naive_count
from tests.programs.perft import DATA

pytestmark = pytest.mark.slow

FILES = sorted(DATA.glob("*.json"))


def cases(path: Path) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(path.read_text("utf-8"))["cases"]
    return found


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_engine(path: Path) -> None:
    for case in cases(path):
        position = parse_position(case["position"])
        depth = len(case["counts"])
        assert engine_count(position, depth) == case["counts"][-1]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_naive_rules(path: Path) -> None:
    for case in cases(path):
        depth = case["naive_depth"]
        assert naive_count(naive.parse(case["position"]), depth) == case["counts"][depth - 1]
