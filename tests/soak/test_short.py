"""A short soak: a crowd, a few kills, and nothing lost, doubled, shown or left behind."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.soak.soak import Plan, Soak
from tests.whole import whole_only

pytestmark = [pytest.mark.slow, pytest.mark.long]


@whole_only
async def test_a_server_that_is_killed_loses_nothing(tmp_path: Path) -> None:
    plan = Plan(seconds=18, kills=3, players=8, pace=0.2)
    report = await Soak(plan, tmp_path).run()
    assert not report.faults, "\n\n".join(report.faults)
    assert report.figures["kills"] == plan.kills
    assert report.figures["actions_stored"] > 5
    assert report.figures["screens_held_against_the_store"] > plan.players
    assert report.figures["screens_searched_for_hidden_cards"] > 2
