"""After a game: why it ended, the check of its deal, its replay, what is found in it, leaving."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from textual.pilot import Pilot

from cuttle_tui.app import CuttleApp
from cuttle_tui.front.home import HomeScreen
from cuttle_tui.front.lobby import LobbyScreen
from cuttle_tui.playing.screen import TableScreen
from cuttle_tui.replay.screen import ReplayScreen
from cuttle_tui.table.digest import digest_of
from engine.actions import DRAW
from engine.record.record import record_text
from engine.rules.rulesets import PRESETS
from engine.table.table import Table
from tests.cuttle_tui import lobbies, online as at, tables
from tests.cuttle_tui.games import record_after, table_after
from tests.cuttle_tui.grids import grid
from tests.cuttle_tui.lobbies import FakeAccount, FakeLobby
from tests.cuttle_tui.tables import FakeChair

BAR, OPTIONS, WHY, KEYS = 15, 16, 17, 23


async def settled(pilot: Pilot[None]) -> None:
    """Let messages arrive and be drawn."""
    for _ in range(3):
        await pilot.pause()


def over(kept: str | None = None, **facts: Any) -> FakeChair:
    """Sit where the game is over."""
    chair = at.table(tables.OVER, **facts)
    chair.kept = kept
    return chair


async def test_everything_that_may_follow_is_named() -> None:
    app = CuttleApp(FakeLobby(), chair=over())
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        rows = grid(app)
        for what in ("r rematch", "w watch it again", "a analyse it", "l log", "q leave"):
            assert what in rows[OPTIONS]
        assert "c check the deal" in rows[KEYS]
        assert "z scrap" in rows[KEYS]
        assert "YOU WIN" in rows[BAR]


@pytest.mark.slow
@pytest.mark.parametrize(("key", "ply"), [("w", 0), ("a", 27)])
async def test_the_replay_of_a_server_game_knows_its_id(key: str, ply: int) -> None:
    chair = over(record_text(record_after()), game="g7xq")
    chair.shown = replace(chair.shown, steps=tuple(range(1, 29)))
    app = CuttleApp(lobbies.online(), chair=chair)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press(key)
        await settled(pilot)
        screen = app.screen
        assert isinstance(screen, ReplayScreen)
        assert (screen.ply, screen.playback.analysing) == (ply, key == "a")
        await pilot.press(*["enter"] * (key == "a"), "s")
        await settled(pilot)
        assert "HOST replay g7xq shows it" in grid(app)[BAR]
        await pilot.press("escape", "q")
        await settled(pilot)
        assert isinstance(app.screen, TableScreen)


@pytest.mark.slow
async def test_analysing_leads_to_practice() -> None:
    app = CuttleApp(FakeLobby(), chair=table_after(99).chair(0))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("a")
        await settled(pilot)
        assert "ANALYSIS" in grid(app)[BAR]
        await pilot.press("enter", "left")
        await settled(pilot)
        assert "b practise" in grid(app)[OPTIONS]
        await pilot.press("b", "enter")
        await settled(pilot)
        assert isinstance(app.screen, TableScreen)


@pytest.mark.slow
@pytest.mark.parametrize("key", ["escape", "q"])
async def test_who_came_for_the_analysis_is_back_at_the_end_of_the_game(key: str) -> None:
    app = CuttleApp(FakeLobby(), chair=table_after(99).chair(0))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("a")
        await settled(pilot)
        assert "esc back" in grid(app)[OPTIONS]
        await pilot.press(key)
        await settled(pilot)
        assert isinstance(app.screen, TableScreen)
        assert "r rematch" in grid(app)[OPTIONS]
        await pilot.press("a", "enter", "a", key)
        await settled(pilot)
        assert "REPLAY" in grid(app)[BAR]


async def test_the_deal_is_checked_here_and_now() -> None:
    app = CuttleApp(FakeLobby(), chair=table_after(99).chair(0))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("c")
        await settled(pilot)
        assert "deal fair: it matches the seal shown before the game" in grid(app)[WHY]


async def test_a_deal_that_was_tampered_with_is_told_of() -> None:
    text = record_text(table_after(99).record())
    line = next(one for one in text.splitlines() if one.startswith("commitment: "))
    app = CuttleApp(FakeLobby(), chair=over(text.replace(line, f"commitment: {'0' * 64}")))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("c")
        await settled(pilot)
        assert "this deal fails the check" in grid(app)[WHY]


async def test_how_a_server_game_is_checked_elsewhere_is_told() -> None:
    chair = over(record_text(table_after(99).record()), game="g7xq")
    app = CuttleApp(lobbies.online(account=FakeAccount()), chair=chair)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("c")
        await settled(pilot)
        assert "ssh -p 2222 HOST record g7xq > g; cuttle verify g" in grid(app)[WHY]


@pytest.mark.parametrize("key", ["w", "a", "c"])
async def test_without_a_record_nothing_is_shown(key: str) -> None:
    app = CuttleApp(FakeLobby(), chair=over())
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        before = grid(app)
        await pilot.press(key)
        await settled(pilot)
        assert grid(app) == before


def _claimed() -> Table:
    clock = [1000.0]
    table = Table(PRESETS["standard"], b"seed", clock=lambda: clock[0], hold=60)
    for seat, name in enumerate(("ana", "bob")):
        table.sit(seat, name, "person")
    if table.mover == 0:
        table.submit(0, DRAW, 0)
    table.set_present(1, False)
    clock[0] += 61
    table.claim(0)
    return table


@pytest.mark.parametrize(
    ("seat", "says"),
    [
        (0, "bob was away too long and lost"),
        (1, "you were away too long and lost"),
        (None, "bob was away too long and lost"),
    ],
)
def test_the_log_tells_that_a_win_was_claimed(seat: int | None, says: str) -> None:
    told = digest_of(_claimed().state(seat), seat or 0)
    text = ["".join(span.text for span in line) for line in told.lines]
    assert says in text
    assert not any("gave up" in line for line in text)


def test_who_gives_up_gives_up() -> None:
    table = Table(PRESETS["standard"], b"seed")
    for seat, name in enumerate(("ana", "bob")):
        table.sit(seat, name, "person")
    table.leave(1)
    told = digest_of(table.state(0), 0)
    assert any("bob left the game" in "".join(span.text for span in line) for line in told.lines)


@pytest.mark.parametrize("where", ["lobby", "home"])
async def test_after_watching_one_is_where_one_came_from(where: str) -> None:
    chair = at.table(seat=None)
    app = CuttleApp(lobbies.online(chairs=(chair,)))
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        if where == "lobby":
            await pilot.press("l", "right")
            await settled(pilot)
            assert isinstance(app.screen, LobbyScreen)
            tab = app.screen.tab
        app.sit_down((chair,))
        await settled(pilot)
        assert isinstance(app.screen, TableScreen)
        await pilot.press("q")
        await settled(pilot)
        assert chair.left
        if where == "lobby":
            assert isinstance(app.screen, LobbyScreen)
            assert app.screen.tab == tab
        else:
            assert isinstance(app.screen, HomeScreen)


@pytest.mark.parametrize(
    ("match", "won", "asked"),
    [("", (), False), ("+first-to-2", (0,), False), ("+first-to-2", (), True)],
)
async def test_only_a_match_that_goes_on_is_not_left_unasked(
    match: str, won: tuple[int, ...], asked: bool
) -> None:
    chair = at.table(tables.OVER.replace(";", f"{match};", 1), match_winners=won)
    app = CuttleApp(lobbies.online(chairs=(chair,)), chair=chair)
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        await pilot.press("q")
        await settled(pilot)
        assert isinstance(app.screen, TableScreen) == asked
        if asked:
            assert "LEAVE?" in grid(app)[BAR]


async def test_an_interrupt_asks_and_another_one_quits_even_then() -> None:
    app = CuttleApp(lobbies.online(), chair=over())
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        await pilot.press("ctrl+c")
        await settled(pilot)
        assert "LEAVE?" in grid(app)[BAR]
        await pilot.press("ctrl+c")
        await settled(pilot)
    assert not app.is_running


@pytest.mark.slow
async def test_who_played_goes_home_from_there() -> None:
    chair = over()
    app = CuttleApp(lobbies.online(chairs=(chair,)))
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        await pilot.press("l")
        app.sit_down((chair,))
        await settled(pilot)
        await pilot.press("q")
        await settled(pilot)
        assert isinstance(app.screen, HomeScreen)
