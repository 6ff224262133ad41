"""The screen of today's deal: begin, leave, come back, copy the line, watch yesterday's games."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from cuttle_tui.app import CuttleApp
from cuttle_tui.daily.screen import DealScreen
from cuttle_tui.local.lobby import data_lobby
from cuttle_tui.playing.screen import TableScreen
from cuttle_tui.replay.screen import ReplayScreen
from cuttle_tui.tty.output import Copied
from engine.bots import daily
from engine.bots.thinkers import AtOnce
from tests.cuttle_tui import lobbies
from tests.cuttle_tui.gallery.daily import DONE, NEW
from tests.cuttle_tui.gallery.fronts import FakeArchive
from tests.cuttle_tui.gallery.staged import settled
from tests.cuttle_tui.grids import grid
from tests.cuttle_tui.lobbies import FakeDaily, FakeLobby
from tests.dealt_daily import DAY, NEXT_NOON, NOON, game_by_hand, moves, play_on, play_out


def _app(data: Path, now: float = NOON) -> CuttleApp:
    return CuttleApp(data_lobby(data, "ann", pace=0.0, thinker=AtOnce(), clock=lambda: now))


def _shown(app: CuttleApp) -> str:
    return "\n".join(grid(app))


@pytest.mark.slow
async def test_a_try_is_begun_left_and_played_to_its_end(tmp_path: Path) -> None:
    app = _app(tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("u")
        await settled(pilot)
        assert isinstance(app.screen, DealScreen)
        assert "begin your try" in _shown(app)
        await pilot.press("enter")
        await settled(pilot)
        table = app.screen
        assert isinstance(table, TableScreen)
        await play_on(table.seating.chair, 4)
        table.leave_table()
        await settled(pilot)
        await pilot.press("u")
        await settled(pilot)
        assert "go on with your try" in _shown(app)
        await pilot.press("d")
        await settled(pilot)
        table = app.screen
        assert isinstance(table, TableScreen)
        assert moves(await play_out(table.seating.chair)) == moves(game_by_hand())
        await settled(pilot)
        table.leave_table()
        await settled(pilot)
        await pilot.press("u")
        await settled(pilot)
        shown = _shown(app)
        assert "won in 17 turns" in shown
        assert "begin" not in shown


@pytest.mark.slow
@pytest.mark.parametrize("size", [(80, 24), (44, 36), (120, 40)])
async def test_its_end_speaks_of_the_deal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int]
) -> None:
    app = _app(tmp_path)
    copied: list[str] = []

    def send(text: str) -> Copied:
        copied.append(text)
        return "sent"

    monkeypatch.setattr(app, "send_to_clipboard", send)
    async with app.run_test(size=size) as pilot:
        await pilot.press("u", "enter")
        await settled(pilot)
        table = app.screen
        assert isinstance(table, TableScreen)
        await play_out(table.seating.chair)
        await settled(pilot)
        shown = _shown(app)
        assert "won in 17 turns, by" in shown
        assert "copy your line" in shown
        for other in ("rematch", "copy the result", "copy result", "ladder"):
            assert other not in shown
        await pilot.press("r")
        await settled(pilot)
        assert table.state.ready == ()
        await pilot.press("y")
        await settled(pilot)
        assert [line.startswith(f"Cuttle {DAY}: won in 17 turns") for line in copied] == [True]
        await pilot.press("u")
        await settled(pilot)
        assert isinstance(app.screen, DealScreen)
        assert "1 ann" in _shown(app)
        await pilot.press("escape")
        await settled(pilot)
        assert isinstance(app.screen, TableScreen)


async def test_once_begun_it_counts_is_said_once() -> None:
    app = CuttleApp(FakeLobby(daily=FakeDaily(NEW)))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("u")
        await settled(pilot)
        assert _shown(app).lower().count("once begun") == 1


async def test_the_line_is_copied(monkeypatch: pytest.MonkeyPatch) -> None:
    app = CuttleApp(FakeLobby(daily=FakeDaily(DONE)))
    async with app.run_test(size=(80, 24)) as pilot:
        copied: list[str] = []

        def send(text: str) -> Copied:
            copied.append(text)
            return "sent"

        monkeypatch.setattr(app, "send_to_clipboard", send)
        await pilot.press("u", "y")
        await settled(pilot)
        assert copied == ["Cuttle 2026-11-22: won in 9 turns, by 7 █▄▀▀▀"]


async def test_the_first_screen_has_a_row_that_is_calm_once_it_is_played(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    fake = FakeDaily(NEW)
    known = FakeArchive(3, readable=True)
    app = CuttleApp(FakeLobby(daily=fake, archive=known))
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        assert "u  today's deal                the same for everybody: one try" in _shown(app)
        assert "▌ c" in _shown(app)
        copied: list[str] = []

        def send(text: str) -> Copied:
            copied.append(text)
            return "sent"

        monkeypatch.setattr(app, "send_to_clipboard", send)
        await pilot.press("y")
        assert not copied
        for state, told in ((NEW, "begun: it waits for you"), (DONE, "y copies the line")):
            fake.found = replace(state, state="begun") if state is NEW else state
            await pilot.press("u")
            await settled(pilot)
            assert isinstance(app.screen, DealScreen)
            app.close_screen()
            await settled(pilot)
            assert told in _shown(app)
        await pilot.press("y")
        assert copied == ["Cuttle 2026-11-22: won in 9 turns, by 7 █▄▀▀▀"]


async def test_friends_keep_their_keys_beside_the_row() -> None:
    app = CuttleApp(
        FakeLobby(
            daily=FakeDaily(DONE), archive=FakeArchive(3, readable=True), met=lobbies.FRIENDS[:2]
        )
    )
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        shown = _shown(app)
        assert "u  today's deal" in shown
        assert "won in 9 turns, by 7" in shown
        assert "copies the line" not in shown


async def test_yesterdays_games_are_watched() -> None:
    record = game_by_hand()
    fake = FakeDaily(NEW, records={"best": record})
    app = CuttleApp(FakeLobby(daily=fake))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("u", "b")
        await settled(pilot)
        assert isinstance(app.screen, ReplayScreen)
        app.close_screen()
        await settled(pilot)
        await pilot.press("c")
        await settled(pilot)
        assert isinstance(app.screen, DealScreen)
        assert "nobody here has played" in _shown(app)


async def test_a_try_that_is_over_meanwhile_is_refused() -> None:
    fake = FakeDaily(NEW)
    app = CuttleApp(FakeLobby(daily=fake))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("u")
        await settled(pilot)
        await pilot.press("d")
        await settled(pilot)
        assert "you have had your try today" in _shown(app)
        fake.found = replace(DONE, lines=DONE.lines[:2])
        app.close_screen()
        await settled(pilot)
        await pilot.press("u")
        await settled(pilot)
        assert "copy your line" in _shown(app)


async def test_help_in_todays_deal_tells_its_price(tmp_path: Path) -> None:
    app = _app(tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("u", "enter")
        await settled(pilot)
        table = app.screen
        assert isinstance(table, TableScreen)
        await play_on(table.seating.chair, 2)
        await settled(pilot)
        assert "for fun" in _shown(app)
        practice = table.seating.chair.practice
        assert practice is not None
        for key in "hu":  # whichever help is asked for, the first press tells the price
            await pilot.press(key)
            await settled(pilot)
            told = "no longer counts as today's deal: the same key again" in _shown(app)
            assert (told, practice.counts) == (key == "h", key == "h")
        assert "no longer counts as today's deal: play on" in _shown(app)


@pytest.mark.slow
async def test_the_coach_plays_yesterdays_deal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(daily, "COACH", "casual")
    app = _app(tmp_path, NEXT_NOON)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("u", "c")
        while not isinstance(app.screen, ReplayScreen):
            await settled(pilot)
        assert DAY not in _shown(app)
