"""A short soak loses nothing, and what it shows of a server's log is what helps."""

from __future__ import annotations

import traceback
from pathlib import Path

import pytest

from tests.programs.soak.soak import Plan, Soak
from tests.server.evidence import excerpt
from tests.whole import whole_only


@whole_only
@pytest.mark.slow
@pytest.mark.long
async def test_a_server_that_is_killed_loses_nothing(tmp_path: Path) -> None:
    plan = Plan(seconds=18, kills=3, players=8, pace=0.2)
    report = await Soak(plan, tmp_path).run()
    assert not report.faults, "\n\n".join(report.faults)
    assert report.figures["kills"] == plan.kills
    assert report.figures["actions_stored"] > 5
    assert report.figures["screens_held_against_the_store"] > plan.players
    assert report.figures["screens_searched_for_hidden_cards"] > 2


def _deep(levels: int) -> None:
    """Fail below so many calls of two functions, which no traceback shortens."""
    if not levels:
        raise ValueError("the very reason")
    _deeper(levels)


def _deeper(levels: int) -> None:
    _deep(levels - 1)


def _trace() -> str:
    try:
        _deep(200)
    except ValueError:
        return traceback.format_exc()
    return ""


def test_a_traceback_keeps_its_last_frames() -> None:
    shown = excerpt(f"all is well\nERROR:asyncio:broken\n{_trace()}")
    assert len(shown) > 15_000
    assert shown.endswith("ValueError: the very reason\n")
    assert excerpt(f"ERROR\n{_trace() * 5}") == (_trace() * 5)[-20_000:]


def test_a_short_log_is_shown_from_before_its_error_on() -> None:
    log = f"{'calm ' * 100}\n{'x' * 200}\nERROR:asyncio:broken\nand so on\n"
    assert "calm calm" in excerpt(log)
    assert len(excerpt(log)) < len(log)
    assert excerpt(log).endswith("and so on\n")


def test_nothing_is_shown_of_a_log_without_errors() -> None:
    assert excerpt("WARNING:asyncssh:a client was slow\n") == ""
