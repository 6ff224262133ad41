"""The log and the talk beside a table: it stays in sight, and keys act in the column."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any

import pytest
from textual.pilot import Pilot

from cuttle_tui.app import CuttleApp
from cuttle_tui.drawing.layout import plan_for
from cuttle_tui.drawing.palette import DEFAULT, UNICODE
from cuttle_tui.drawing.rows import Sheet
from cuttle_tui.i18n.translation import Sentence, say
from cuttle_tui.kit.zone import PaintContext, Zone
from cuttle_tui.playing.lookback import LookBack
from cuttle_tui.playing.screen import TableScreen
from cuttle_tui.table.situation import Mode
from cuttle_tui.table.view_model import LogModel
from cuttle_tui.table.widgets.log import Log
from tests.cuttle_tui import lobbies, online as at, tables
from tests.cuttle_tui.games import record_after, table_after
from tests.cuttle_tui.grids import grid
from tests.cuttle_tui.lobbies import FakeAccount, FakeLobby
from tests.cuttle_tui.tables import FakeChair

pytestmark = pytest.mark.slow

LARGE = (120, 40)
TABLE = 88
"""Columns of the table beside its log."""
BAR = 26
"""The row of the table's bar, and of the column's where it can be."""
FIELDS = ("others", "middle", "me")


async def settled(pilot: Pilot[None]) -> None:
    await pilot.pause()
    await pilot.pause()


def met(chair: FakeChair) -> CuttleApp:
    return CuttleApp(lobbies.online(), chair=chair)


def at_table() -> CuttleApp:
    return met(at.table(tables.TARGETS, talk=at.TALK))


def in_lesson() -> CuttleApp:
    from cuttle_tui.local.lobby import LocalLobby

    return CuttleApp(LocalLobby("you"))


APPS: dict[str, tuple[Callable[[], CuttleApp], str]] = {
    "game": (at_table, ""),
    "counter": (lambda: met(tables.counter_chair()), ""),
    "watcher": (lambda: met(at.table(seat=None, watchers=1)), ""),
    "over": (lambda: met(tables.chair(tables.OVER)), ""),
    "replay": (lambda: CuttleApp(FakeLobby(), record=record_after()), "pagedown"),
    "lesson": (in_lesson, "h l enter"),
}


def zones(app: CuttleApp, *names: str) -> list[Zone[Any]]:
    return [zone for zone in app.screen.children if isinstance(zone, Zone) and zone.id in names]


def column(app: CuttleApp) -> list[str]:
    return [row[TABLE:] for row in grid(app)]


@pytest.mark.parametrize("name", APPS)
async def test_the_table_stays_in_sight_and_is_not_painted_again(name: str) -> None:
    opens, keys = APPS[name]
    app = opens()
    async with app.run_test(size=LARGE) as pilot:
        await settled(pilot)
        await pilot.press(*keys.split())
        await settled(pilot)
        before, fields = grid(app), zones(app, *FIELDS)
        painted = [zone.paint_count for zone in fields]
        await pilot.press("l", "up", "/", "9")
        await settled(pilot)
        assert [zone.paint_count for zone in fields] == painted
        assert [row[:TABLE] for row in grid(app)[:BAR]] == [row[:TABLE] for row in before[:BAR]]
        assert "SEARCH" in column(app)[BAR]
        assert any(row.startswith("  9|") or "9▌" in row for row in column(app)[BAR:])
        await pilot.press("escape", "escape")
        await settled(pilot)
        assert grid(app) == before


async def test_the_cursor_and_the_keys_stand_in_the_column() -> None:
    app = met(tables.chair(tables.TARGETS))
    async with app.run_test(size=LARGE) as pilot:
        await pilot.press("l", "up")
        await settled(pilot)
        beside = column(app)
        assert [row for row in beside if row.startswith("▌")] == ["▌19 you played 8♠ as glasses"]
        assert "LOG   line 13 of 14" in beside[BAR]
        assert any("enter   look back" in row for row in beside[BAR:])
        left = [row[:TABLE] for row in grid(app)]
        assert "YOUR TURN" in left[BAR]
        assert not left[BAR + 1].strip()


async def test_chat_is_chosen_and_typed_in_the_column() -> None:
    account = FakeAccount(settings={"free_text": True})
    app = CuttleApp(lobbies.online(account=account), chair=at.table(talk=at.TALK))
    async with app.run_test(size=LARGE) as pilot:
        await pilot.press("t", "tab")
        await settled(pilot)
        assert any(row.strip() == "1 hello" for row in column(app))
        await pilot.press("w", *"well")
        await settled(pilot)
        assert any("well" in row for row in column(app)[BAR:])
        assert not any("well" in row[:TABLE] for row in grid(app)[BAR:])
        await pilot.press("enter")
        await settled(pilot)
        assert app.screen.query_one("#prompt").region.width == TABLE


async def test_before_the_deal_chat_takes_the_column_of_the_terms() -> None:
    chair = at.room(host=1, sitters=at.BOTH)
    async with met(chair).run_test(size=LARGE) as pilot:
        await settled(pilot)
        app = pilot.app
        assert isinstance(app, CuttleApp)
        waiting = grid(app)
        await pilot.press("t")
        await settled(pilot)
        assert any(row.startswith("  1 hello") for row in column(app))
        assert any(row.startswith("  SAY") for row in column(app))
        y, row = next((y, row) for y, row in enumerate(grid(app)) if "  1 hello" in row)
        await pilot.click(offset=(row.index("hello"), y))
        await settled(pilot)
        assert chair.done == ["say hello"]
        assert grid(app) == waiting


async def test_talk_stands_beside_the_move_it_is_about() -> None:
    app = at_table()
    async with app.run_test(size=LARGE) as pilot:
        await settled(pilot)
        told = [row.strip() for row in column(app)]
        place = told.index("you: nice counter")
        assert told[place - 1].endswith("hand, frozen")


async def test_looking_back_changes_the_table_beside_the_log() -> None:
    table = table_after(10)
    app = CuttleApp(FakeLobby(), chair=table.chair(1))
    async with app.run_test(size=LARGE) as pilot:
        await pilot.press("l", "home", "down", "down", "enter")
        await settled(pilot)
        assert isinstance(app.screen, LookBack)
        (here,) = [row for row in column(app) if row.startswith("▌")]
        assert here == "▌ 1 ana played 4♣ for 4 points"
        newest = column(app)
        await pilot.press("down")
        await settled(pilot)
        (here,) = [row for row in column(app) if row.startswith("▌")]
        assert here.startswith("▌ 2 you played 10♠")
        assert [row[1:] for row in column(app)] == [row[1:] for row in newest]
        ply = app.screen.past.ply
        await pilot.click("#aside", offset=(5, 5))
        await settled(pilot)
        assert app.screen.past.ply == ply - 1


async def test_what_is_open_moves_where_the_window_has_room_for_it() -> None:
    app = met(tables.chair(tables.TARGETS))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("l")
        await settled(pilot)
        screen = app.screen
        assert isinstance(screen, TableScreen)
        assert not screen.query_one("#middle").display
        await pilot.resize_terminal(*LARGE)
        await settled(pilot)
        assert screen.ui.mode is Mode.LOG
        assert screen.query_one("#middle").display
        assert "LOG" in column(app)[BAR]
        await pilot.resize_terminal(80, 24)
        await settled(pilot)
        assert not screen.query_one("#middle").display
        assert grid(app)[15].startswith("  LOG ")


async def test_a_click_on_a_card_goes_back_to_the_table() -> None:
    app = met(tables.chair(tables.TARGETS))
    async with app.run_test(size=LARGE) as pilot:
        await pilot.press("l")
        await settled(pilot)
        await pilot.click("#tray", offset=(4, 4))
        await settled(pilot)
        screen = app.screen
        assert isinstance(screen, TableScreen)
        assert screen.ui.mode is Mode.GAME
        assert screen.ui.choice.card is not None


async def test_the_story_of_a_task_is_no_line_in_focus() -> None:
    app = in_lesson()
    async with app.run_test(size=LARGE) as pilot:
        await settled(pilot)
        await pilot.press(*"hl", "enter", "d")
        await settled(pilot)
        assert not [row for row in column(app)[:BAR] if row.startswith("▌")]


def test_most_plays_only_add_a_line_to_a_full_log() -> None:
    lines = tuple(say(f"line {number}") for number in range(60))
    shown = [_log_of(lines[:count]) for count in range(40, 60)]
    moved = [now[0] != before[0] for before, now in pairwise(shown)]
    assert 0 < sum(moved) <= len(moved) // 4 + 1
    assert all(rows[-1] == f"line {count - 1}" for count, rows in enumerate(shown, 40))


@pytest.mark.parametrize("count", range(36, 60))
def test_a_full_log_begins_with_a_turn_that_has_a_number(count: int) -> None:
    lines = tuple(say(f"line {number}") for number in range(count))
    first, *_ = _log_of(
        lines, tuple(1 + line // 3 if line % 3 == 0 else 0 for line in range(count))
    )
    turn, _, line = first.partition(" line ")
    assert int(line) == 3 * (int(turn) - 1)


def _log_of(lines: Sequence[Sentence], numbers: tuple[int, ...] = ()) -> list[str]:
    """Return the lines that a log beside a table shows."""
    plan = plan_for(*LARGE)
    assert plan is not None
    sheet = Sheet(plan.width - plan.table, plan.height)
    model = LogModel(tuple(lines), numbers=numbers)
    Log(PaintContext(DEFAULT, UNICODE), "aside").draw(model, plan, sheet)
    return [text.strip() for text in sheet.texts()[3:] if text.strip()]
