"""Recordings: read as asciinema reads them, they show what the replay shows."""

from __future__ import annotations

import json
from typing import Any

import pyte
import pytest

from cuttle_tui.app import CuttleApp
from cuttle_tui.replay.export import LIMIT, PACE, cast_lines, cast_text
from engine.record.summary import Replay
from tests.cuttle_tui.games import record_after
from tests.cuttle_tui.grids import grid
from tests.cuttle_tui.lobbies import FakeLobby
from tests.engine.test_summary import record_by_hand

pytestmark = pytest.mark.slow


def parsed(text: str) -> tuple[dict[str, Any], list[tuple[float, str]]]:
    """Read a recording by the rules of asciicast v2."""
    header, *lines = [json.loads(line) for line in text.splitlines()]
    assert header["version"] == 2
    assert all(isinstance(header[name], int) for name in ("width", "height", "timestamp"))
    events = [(time, data) for time, kind, data in lines if kind == "o"]
    assert len(events) == len(lines)
    times = [time for time, _ in events]
    assert times == sorted(times)
    return header, events


def shown(events: list[tuple[float, str]], until: float) -> list[str]:
    """Play a recording on a terminal up to a time."""
    screen = pyte.Screen(80, 24)
    stream = pyte.Stream(screen)
    for time, data in events:
        if time <= until:
            stream.feed(data)
    return [row.rstrip() for row in screen.display]


@pytest.mark.parametrize(("ruleset", "seed"), [("standard", 195), ("team", 3)])
async def test_a_recording_shows_each_ply_as_the_replay_does(ruleset: str, seed: int) -> None:
    record = record_after(ruleset=ruleset, seed=seed)
    header, events = parsed(cast_text(Replay(record)))
    assert (header["width"], header["height"]) == (80, 24)
    app = CuttleApp(FakeLobby(back=""), record=record)
    async with app.run_test(size=(80, 24)) as pilot:
        for ply in (0, 3, len(record.entries)):
            await pilot.press(*str(ply), "enter")
            await pilot.pause()
            mine, theirs = grid(app), shown(events, ply * PACE)
            assert [row.rstrip() for row in mine[:15]] == theirs[:15]
            assert f"move {ply} of {len(record.entries)}" in theirs[15]


def test_later_events_carry_changes_only() -> None:
    _, events = parsed(cast_text(Replay(record_after())))
    first, *rest = (len(data) for _, data in events)
    assert sum(rest) / len(rest) < first / 2


def test_a_recording_keeps_to_its_limit() -> None:
    replay = Replay(record_by_hand())
    assert len(cast_text(replay)) < LIMIT
    short = "".join(cast_lines(replay, 12_000))
    assert len(short) < 13_000
    _, events = parsed(short)
    assert 1 < len(events) < replay.plies
