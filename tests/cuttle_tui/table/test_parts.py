"""A zone that keeps parts of its picture looks at any time like one that draws all of it."""

from __future__ import annotations

import random
from typing import Any

import pytest

from cuttle_tui.app import CuttleApp
from cuttle_tui.drawing.rows import Sheet
from cuttle_tui.kit.zone import Zone
from cuttle_tui.playing.screen import TableScreen
from tests.cuttle_tui import tables
from tests.cuttle_tui.games import table_after
from tests.cuttle_tui.lobbies import FakeLobby

_SIZES = ((80, 24), (100, 32), (44, 78), (160, 50))
_FOREVER = 1000.0


def _drawn_anew(zone: Zone[Any]) -> tuple[object, ...]:
    """Return the rows of a zone that kept nothing, and what can be clicked on."""
    width, height = zone.outer_size
    plan = zone.planner(*zone.screen.size)
    assert plan is not None
    other, sheet = type(zone)(zone.paint, zone.id or "", zone.planner), Sheet(width, height)
    spots = other.draw(zone.model, plan, sheet)
    return [list(row) for row in sheet.strips(zone.paint.palette)], spots, other.keyspots


def _faults(screen: TableScreen) -> list[str]:
    """Name the zones that do not look as they would if they were drawn anew."""
    shown = [zone for zone in screen.zones if zone.display and zone.model is not None]
    return [
        str(zone.id)
        for zone in shown
        if ([list(row) for row in zone.strips()], zone.spots, zone.keyspots) != _drawn_anew(zone)
    ]


@pytest.mark.slow
@pytest.mark.usefixtures("glowing")
@pytest.mark.parametrize(
    ("ruleset", "size", "plies"),
    [
        *(("standard", size, 60) for size in _SIZES),
        ("cuttle.cards", (100, 32), 60),
        ("cutthroat", (80, 24), 40),
        ("team", (160, 50), 40),
    ],
)
async def test_what_is_kept_looks_as_if_it_were_drawn_anew(
    ruleset: str, size: tuple[int, int], plies: int
) -> None:
    seat, lit, dice = 0, 0, random.Random(7)
    chair = tables.FakeChair(seat, table_after(0, ruleset).chair(seat).state())
    app = CuttleApp(FakeLobby(), chair=chair)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        screen = app.screen
        assert isinstance(screen, TableScreen)
        screen.body.highlights.seconds = _FOREVER
        for ply in range(plies):
            chair.shown = table_after(ply, ruleset).chair(seat).state()
            screen.refresh_table()
            lit += bool(screen.body.highlights.highlight)
            assert _faults(screen) == []
            for _ in range(3):
                screen.press_key(dice.choice(("right", "left", "1", "2", "enter", "escape")))
                assert _faults(screen) == []
            screen.body.highlights.go_out()
            assert _faults(screen) == []
        assert lit
