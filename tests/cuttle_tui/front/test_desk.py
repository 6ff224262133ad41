"""The desk of a secretary: reports are settled and results corrected, each with a reason."""

from __future__ import annotations

import pytest

from cuttle_tui.app import CuttleApp
from cuttle_tui.front.desk import DeskScreen
from tests.cuttle_tui import lobbies
from tests.cuttle_tui.desks import FakeDesk
from tests.cuttle_tui.grids import grid
from tests.cuttle_tui.lobbies import FakeAccount
from tests.cuttle_tui.plain_talk import talk
from tests.cuttle_tui.table.test_table import settled

TO_DESK = ("a", "end", "up", "up", "enter")


def opened(desk: FakeDesk | None) -> CuttleApp:
    """Open the app of somebody with an account."""
    return CuttleApp(lobbies.online(account=FakeAccount(secretary=desk)))


def shown(app: CuttleApp) -> str:
    """Return what the screen shows."""
    return "\n".join(grid(app))


async def test_a_report_is_read_and_settled_with_a_reason() -> None:
    desk = FakeDesk()
    app = opened(desk)
    async with app.run_test(size=(120, 40)) as pilot:
        await settled(pilot)
        for key in TO_DESK:
            await pilot.press(key)
            await settled(pilot)
        assert isinstance(app.screen, DeskScreen)
        for part in ("2 reports wait", "gus", "bob", "zz zz zz", "Settle the report"):
            assert part in shown(app)
        await pilot.press("enter", "enter")
        await settled(pilot)
        assert "say why" in shown(app)
        assert desk.done == []
        await pilot.press(*"warned", "enter")
        await settled(pilot)
        assert desk.done == [(7, "warned")]
        assert "the report is settled" in shown(app)
        assert "1 report waits" in shown(app)


async def test_a_result_is_corrected_with_a_reason_or_left_as_it_is() -> None:
    desk = FakeDesk()
    app = opened(desk)
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        for key in (*TO_DESK, "tab"):
            await pilot.press(key)
            await settled(pilot)
        for part in ("bob - carol", "bob won", "stalemate, corrected"):
            assert part in shown(app)
        await pilot.press("enter", "escape", "enter", "2", "escape")
        await settled(pilot)
        assert desk.done == []
        await pilot.press("enter", "2", *"lag", "enter")
        await settled(pilot)
        assert desk.done == [("f3a1", "P1", "lag")]
        await pilot.press("tab")
        await settled(pilot)
        assert "2 reports wait" in shown(app)


async def test_nobody_else_has_a_desk() -> None:
    app = opened(None)
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        await pilot.press("a")
        await settled(pilot)
        assert "secretary" not in shown(app)
    async with talk(lobbies.online(account=FakeAccount())) as player:
        for line in ("desk", "settle 7 warned", "correct f3a1 void lag"):
            assert any("Only secretaries" in told for told in await player.type(line))


@pytest.mark.parametrize(
    ("line", "done", "told"),
    [
        ("settle 7 warned twice", [(7, "warned twice")], "report is settled"),
        ("settle 7", [], "why: others"),
        ("correct f3a1 Carol the line broke", [("f3a1", "P1", "the line broke")], "is corrected"),
        ("correct f3a1 void lag", [("f3a1", "void", "lag")], "is corrected"),
        ("correct f3a1 zoe lag", [], "correct GAME"),
        ("correct f3a1", [], "correct GAME"),
    ],
)
async def test_a_secretary_decides_in_lines_of_text(
    line: str, done: list[tuple[object, ...]], told: str
) -> None:
    desk = FakeDesk()
    async with talk(lobbies.online(account=FakeAccount(secretary=desk))) as player:
        said = "\n".join(await player.type("desk"))
        for part in ("report 7, against gus, by bob", "game f3a1: bob - carol, bob won"):
            assert part in said
        assert told in "\n".join(await player.type(line))
    assert desk.done == done
