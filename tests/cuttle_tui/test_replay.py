"""Replays: every key lands where it says, every side shows what it should, games are found."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from textual.pilot import Pilot

from cuttle_tui.app import CuttleApp
from cuttle_tui.screens.replay import ReplayScreen
from cuttle_tui.screens.table import TableScreen
from engine.actions import parse_action
from engine.record import Record
from engine.table import TableChair
from tests.cuttle_tui.games import record_after, table_after
from tests.cuttle_tui.grids import check, grid
from tests.cuttle_tui.lobbies import FakeLobby

SIZES = ((80, 24), (120, 40))
BAR, OPTIONS, WHY, KEYS = 15, 16, 17, 23

STATES: dict[str, tuple[Callable[[], Record], str]] = {
    "40_replay_deal": (record_after, ""),
    "41_replay_stolen": (record_after, "down right right right"),
    "42_replay_as_seen": (record_after, "down s"),
    "43_replay_hidden": (record_after, "down s s s"),
    "44_replay_end": (record_after, "end"),
    "45_replay_go": (record_after, "g 1 2"),
    "46_replay_scrap": (record_after, "end z right"),
    "47_replay_log": (record_after, "end l"),
    "48_replay_help": (record_after, "question_mark"),
    "49_replay_unfinished": (lambda: record_after(7), "end"),
}


def replay(app: CuttleApp) -> ReplayScreen:
    """Give the replay screen."""
    screen = app.screen
    assert isinstance(screen, ReplayScreen)
    return screen


def where(rows: list[str]) -> str:
    """Read what stands at the right of the last row."""
    return rows[KEYS].split("  ")[-1].strip()


async def settled(pilot: Pilot[None]) -> None:
    """Let messages arrive and be drawn."""
    await pilot.pause()
    await pilot.pause()


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", STATES)
async def test_replay_state(name: str, size: tuple[int, int]) -> None:
    make, keys = STATES[name]
    app = CuttleApp(FakeLobby(), record=make())
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        for key in keys.split():
            await pilot.press(key)
        await settled(pilot)
        check(app, name)


@pytest.mark.parametrize(
    ("keys", "ply"),
    [
        ("right", 1),
        ("space space", 2),
        ("right right left", 1),
        ("left", 0),
        ("down", 10),
        ("pagedown pagedown pagedown", 27),
        ("end up", 17),
        ("end pageup pageup pageup", 0),
        ("end", 27),
        ("end right", 27),
        ("end home", 0),
        ("g 1 2 enter", 12),
        ("g 1 2 backspace enter", 1),
        ("g 9 9 9 9 9 9 enter", 27),
        ("right g escape", 1),
        ("right g enter", 1),
        ("right g x right q", 1),
        ("down s s s s", 10),
        ("down l right down escape right", 11),
        ("down z right left z right", 11),
    ],
)
async def test_keys_go_to_a_ply(keys: str, ply: int) -> None:
    app = CuttleApp(FakeLobby(), record=record_after())
    async with app.run_test() as pilot:
        await pilot.press(*keys.split())
        assert replay(app).ply == ply
        assert replay(app).typed is None


async def test_every_ply_says_who_did_what() -> None:
    record = record_after(ruleset="cuttle.cards", seed=9)
    app = CuttleApp(FakeLobby(), record=record)
    async with app.run_test(size=(80, 24)) as pilot:
        for ply, entry in enumerate(record.entries, 1):
            await pilot.press("right")
            await settled(pilot)
            bar = grid(app)[BAR]
            total = len(record.entries)
            assert f"REPLAY   ply {ply} of {total}: {record.players[entry.seat]} " in bar


async def test_a_side_shows_one_hand_all_hands_or_none() -> None:
    app = CuttleApp(FakeLobby(), record=record_after())
    async with app.run_test(size=(80, 24)) as pilot:
        shown = []
        for _ in range(4):
            await settled(pilot)
            rows = grid(app)
            shown.append((where(rows), "10♠" in rows[1], "K♠" in "".join(rows[18:22])))
            await pilot.press("s")
        assert shown == [
            ("all hands open, turn 1", True, True),
            ("as ana saw it, turn 1", False, True),
            ("as bob saw it, turn 1", False, False),
            ("hands hidden, turn 1", False, False),
        ]


async def test_the_end_tells_the_result() -> None:
    table = table_after(0)
    table.submit(1, parse_action("concede@1"), 0)
    app = CuttleApp(FakeLobby(), record=table.record())
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("right")
        await settled(pilot)
        assert "ply 1 of 1: bob gave up" in grid(app)[BAR]
        assert "ana won: the other side gave up" in grid(app)[WHY]


@pytest.mark.parametrize("keys", ["q", "escape", "ctrl+c"])
async def test_a_replay_alone_ends_the_app(keys: str) -> None:
    app = CuttleApp(FakeLobby(), record=record_after())
    async with app.run_test() as pilot:
        await pilot.press(keys)
        await pilot.pause()
    assert app.return_code == 0
    assert not app.is_running


@pytest.mark.parametrize(("ruleset", "seats"), [("cutthroat", 3), ("team", 4)])
async def test_more_seats_take_their_turns(ruleset: str, seats: int) -> None:
    app = CuttleApp(FakeLobby(), record=record_after(ruleset=ruleset, seed=3))
    async with app.run_test(size=(80, 24)) as pilot:
        names = []
        for _ in range(seats + 2):
            await settled(pilot)
            names.append(where(grid(app)).split(",")[0])
            await pilot.press("s")
        assert names == [
            "all hands open",
            *(f"as {name} saw it" for name in ("ana", "bob", "carol", "dmitri")[:seats]),
            "hands hidden",
        ]


async def test_a_game_that_is_over_can_be_watched_again() -> None:
    table = table_after(999)
    app = CuttleApp(FakeLobby(), chair=TableChair(table, 1))
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        assert "w watch it again" in grid(app)[OPTIONS]
        await pilot.press("w")
        await settled(pilot)
        assert "REPLAY   ply 0 of 27" in grid(app)[BAR]
        assert "bob" in grid(app)[14]
        await pilot.press("end", "q")
        await settled(pilot)
        assert isinstance(app.screen, TableScreen)


async def test_a_running_game_cannot_be_watched() -> None:
    app = CuttleApp(FakeLobby(), chair=TableChair(table_after(6), 0))
    async with app.run_test() as pilot:
        await pilot.press("w")
        await settled(pilot)
        assert isinstance(app.screen, TableScreen)


async def test_a_new_game_ends_the_replay_of_the_old_one() -> None:
    table = table_after(999)
    app = CuttleApp(FakeLobby(), chair=TableChair(table, 0))
    async with app.run_test() as pilot:
        await pilot.press("r", "w")
        await settled(pilot)
        assert isinstance(app.screen, ReplayScreen)
        table.ready(1)
        await settled(pilot)
        assert isinstance(app.screen, TableScreen)
        assert not table.over
