"""A line of chat is shown without presenting the table anew, and looks as if it had been."""

from __future__ import annotations

import pytest
from textual.pilot import Pilot

from cuttle_tui.app import CuttleApp
from cuttle_tui.kit.zone import Zone
from cuttle_tui.playing.screen import TableScreen
from cuttle_tui.ports import ChatLine
from tests.cuttle_tui import lobbies, online as at, tables
from tests.cuttle_tui.bursts import burst
from tests.cuttle_tui.gallery.staged import settled
from tests.cuttle_tui.grids import grid
from tests.cuttle_tui.tables import FakeChair

pytestmark = pytest.mark.slow

SIZES = ((80, 24), (100, 32), (140, 44))
LONG = "a line that is too long for the column beside the table and for the band"


def table(pilot: Pilot[None]) -> TableScreen:
    assert isinstance(pilot.app.screen, TableScreen)
    return pilot.app.screen


def picture(pilot: Pilot[None]) -> list[str]:
    assert isinstance(pilot.app, CuttleApp)
    return grid(pilot.app)


def told(chair: FakeChair, *lines: tuple[str, str, bool]) -> None:
    """Let people say lines after all that happened at a table."""
    after, known = len(chair.shown.log), len(chair.shown.talk)
    talk = tuple(
        ChatLine(who, text, phrase=phrase, after=after, number=known + number)
        for number, (who, text, phrase) in enumerate(lines, 1)
    )
    at.alter(chair, talk=chair.shown.talk + talk)


@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("seat", [None, 0])
@pytest.mark.parametrize("keys", ["", "s", "l", "t", "j", "\x1b[C"])
@pytest.mark.parametrize("text", [tables.TARGETS, tables.WAITING, tables.COUNTER])
async def test_lines_look_as_they_do_when_the_table_is_read_anew(
    size: tuple[int, int], seat: int | None, keys: str, text: str
) -> None:
    chair = at.table(text, seat, talk=at.TALK, watchers=3)
    app = CuttleApp(lobbies.online(), chair=chair)
    async with app.run_test(size=size) as pilot:
        await settled(pilot)
        await burst(app, keys)
        await settled(pilot)
        for lines in (
            [("bob", "hello", True)],
            [("bob", LONG, False), ("cleo", "thanks", True)],
            [("ana", "another", True)] * 6,
        ):
            told(chair, *lines)
            await settled(pilot)
            heard, model = picture(pilot), table(pilot).body.model
            table(pilot).refresh_table()
            await settled(pilot)
            assert heard == picture(pilot)
            assert model == table(pilot).body.model


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("seat", [None, 0])
async def test_a_line_paints_the_talk_and_nothing_else(
    size: tuple[int, int], seat: int | None
) -> None:
    chair = at.table(tables.WAITING, seat, watchers=3)
    app = CuttleApp(lobbies.online(), chair=chair)
    async with app.run_test(size=size) as pilot:
        await settled(pilot)
        zones = [zone for zone in table(pilot).zones if isinstance(zone, Zone)]
        before = {zone.id: zone.paint_count for zone in zones}
        told(chair, ("cleo", "hello", True))
        await settled(pilot)
        painted = {zone.id for zone in zones if zone.paint_count > before[zone.id]}
        assert painted == ({"aside"} if size[0] > 120 else {"middle"})
        assert any("cleo: hello" in row for row in picture(pilot))


@pytest.mark.parametrize("many", [2, 40])
async def test_lines_that_come_together_are_painted_once(many: int) -> None:
    chair = at.table(tables.WAITING, None, watchers=3)
    app = CuttleApp(lobbies.online(), chair=chair)
    async with app.run_test(size=(100, 32)) as pilot:
        await settled(pilot)
        before = sum(zone.paint_count for zone in table(pilot).zones)
        for _ in range(many):
            told(chair, ("cleo", "hello", True))
        await settled(pilot)
        assert sum(zone.paint_count for zone in table(pilot).zones) == before + 1


async def test_lines_nobody_here_reads_paint_nothing() -> None:
    """Free text is off here: that somebody writes is said once."""
    chair = at.table(tables.WAITING, None, talk=at.TALK)
    app = CuttleApp(lobbies.online(), chair=chair)
    async with app.run_test(size=(140, 44)) as pilot:
        await settled(pilot)
        before = sum(zone.paint_count for zone in table(pilot).zones)
        told(chair, ("bob", LONG, False), ("cleo", LONG, False))
        await settled(pilot)
        assert sum(zone.paint_count for zone in table(pilot).zones) == before


async def test_the_log_that_opens_after_a_line_holds_it() -> None:
    chair = at.table(tables.WAITING, None)
    app = CuttleApp(lobbies.online(), chair=chair)
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        told(chair, ("cleo", "hello", True), *[("bob", "thanks", True)] * 4)
        await settled(pilot)
        assert not any("cleo: hello" in row for row in picture(pilot))
        await burst(app, "l")
        await settled(pilot)
        assert any("cleo: hello" in row for row in picture(pilot))
