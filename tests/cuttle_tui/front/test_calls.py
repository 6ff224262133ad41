"""What lies over a table says that the table waits: pages of help and rules, and the talk."""

from __future__ import annotations

import pytest

from cuttle_tui.app import CuttleApp
from cuttle_tui.front.settings import SettingsScreen
from cuttle_tui.ports import ChatLine
from cuttle_tui.preferences import FIELDS
from engine.play.observe import observe
from engine.play.view import View
from engine.record.position_text import parse_position
from tests.cuttle_tui import lobbies, online as at, tables
from tests.cuttle_tui.grids import grid
from tests.cuttle_tui.table.test_table import settled
from tests.cuttle_tui.tables import FakeChair


def view_of(text: str) -> View:
    return observe(parse_position(text), 0)


def app_at(chair: FakeChair) -> CuttleApp:
    return CuttleApp(lobbies.online(), chair=chair)


def why(app: CuttleApp) -> str:
    """Give what stands below the page or the table."""
    return "\n".join(grid(app)[-9:])


TURN = "it is your turn"
ASKED = "you must respond"


@pytest.mark.parametrize(
    ("keys", "way"),
    [
        ("?", "esc goes back to the table"),
        ("? h", "esc twice goes back to the table"),
        ("t", "esc goes back to the table"),
        ("t p", "esc twice goes back to the table"),
        ("t p 1", "esc three times goes back to the table"),
    ],
)
async def test_what_lies_over_a_table_says_when_it_waits(keys: str, way: str) -> None:
    chair = at.table(clocks=(240, 60))
    app = app_at(chair)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press(*keys.split())
        await settled(pilot)
        assert "goes back to the table" not in why(app)
        at.alter(chair, view=view_of(tables.TARGETS), clocks=(240, 60))
        await settled(pilot)
        assert f"{TURN}: {way}" in why(app)
        at.alter(chair, view=view_of(tables.PAY), clocks=(12, 60))
        await settled(pilot)
        assert f"{ASKED}, 0:12 left: {way}" in why(app)
        at.alter(chair, view=view_of(tables.WAITING), clocks=(12, 60))
        await settled(pilot)
        assert way not in why(app)


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_a_page_says_that_the_game_has_ended_meanwhile(size: tuple[int, int]) -> None:
    chair = at.table()
    app = app_at(chair)
    async with app.run_test(size=size) as pilot:
        await pilot.press("?")
        at.alter(chair, view=view_of(tables.OVER), given_up=((1, "time"),))
        await settled(pilot)
        assert "the game is over: esc goes back to the table" in why(app)
        await pilot.press("escape", "?")
        await settled(pilot)
        assert "the game is over" not in why(app)


async def test_a_page_over_no_table_is_called_by_none() -> None:
    app = CuttleApp(lobbies.online())
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("?")
        await settled(pilot)
        assert "goes back to the table" not in why(app)


async def test_settings_open_at_the_table_and_a_question_calls_back() -> None:
    chair = at.table(tables.WAITING, clocks=(240, 60))
    app = app_at(chair)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("2")
        await settled(pilot)
        before = grid(app)
        await pilot.press(",")
        await settled(pilot)
        assert isinstance(app.screen, SettingsScreen)
        assert "goes back to the table" not in why(app)
        await pilot.press("down", "right", "right", "right")
        assert app.settings.deck == "colour-blind"
        at.alter(chair, view=view_of(tables.PAY), clocks=(12, 60))
        await settled(pilot)
        assert f"{ASKED}, 0:12 left: esc goes back to the table" in why(app)
        assert "your clock: 0:12" in "\n".join(grid(app)[:3])
        at.alter(chair, view=view_of(tables.WAITING), clocks=(240, 60))
        await settled(pilot)
        await pilot.press("escape")
        await settled(pilot)
        assert grid(app) == before


async def test_settings_on_ones_own_turn_say_what_they_do_and_show_the_clock() -> None:
    app = app_at(at.table(tables.TARGETS, clocks=(240, 60)))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("3", "s", ",")
        await settled(pilot)
        assert "the table's colours" in why(app)
        assert "your clock: 4:00" in "\n".join(grid(app)[:3])
        await pilot.press("escape")
        await settled(pilot)
        assert "Scuttle which card with 3♥?" in why(app), "the choice is as it was"


async def test_free_text_turned_on_at_the_table_shows_what_was_written() -> None:
    chair = at.table(talk=(ChatLine("bob", "fine weather", phrase=False, after=99, number=1),))
    app = app_at(chair)
    async with app.run_test(size=(120, 40)) as pilot:
        assert "fine weather" not in "\n".join(grid(app))
        await pilot.press(",", *["down"] * list(FIELDS).index("free_text"), "right", "escape")
        await settled(pilot)
        assert app.settings.free_text
        assert "fine weather" in "\n".join(grid(app))
