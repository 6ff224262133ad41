"""How well the computer plays: chosen by one key, remembered, and shown; where it thinks."""

from __future__ import annotations

import asyncio
from contextlib import closing
from pathlib import Path

import pytest

from cuttle_tui.app import CuttleApp
from cuttle_tui.kit.names import names_of
from cuttle_tui.local.launch_options import LEVEL_NAMES
from cuttle_tui.local.lobby import LocalLobby, data_lobby, thinkers
from cuttle_tui.ports import Sitter
from cuttle_tui.preferences import MemoryStore, Preferences
from engine.bots.levels import LEVELS, USUAL_LEVEL
from engine.table.seats import Fill
from tests.cuttle_tui import lobbies, online as at, tables, tables_many
from tests.cuttle_tui.gallery.staged import settled
from tests.cuttle_tui.grids import grid
from tests.cuttle_tui.lobbies import FakeAccount, FakeLobby
from tests.cuttle_tui.plain_talk import talk
from tests.cuttle_tui.playing.test_table_online import app_at

pytestmark = pytest.mark.slow


def remembering(lobby: FakeLobby, store: MemoryStore) -> CuttleApp:
    """Make an app whose choices are stored."""
    return CuttleApp(lobby, preferences=Preferences(store))


def says(app: CuttleApp, text: str) -> bool:
    """Return whether the screen shows a text."""
    return text in "\n".join(grid(app))


@pytest.mark.parametrize("online", [False, True], ids=["home", "server"])
async def test_one_key_on_the_first_screen_chooses_a_level_that_is_remembered(online: bool) -> None:
    store, chairs = MemoryStore(), (tables.chair(tables.TARGETS),)
    lobby = FakeLobby(networked=online, chairs=chairs)
    app = remembering(lobby, store)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("5")
        await settled(pilot)
        assert says(app, "left right level: expert")
        assert says(app, f"expert: {LEVELS[4].describes}")
        await pilot.press("enter")
        await settled(pilot)
        assert lobby.level == "expert"
    again = remembering(FakeLobby(networked=online, chairs=chairs), store)
    async with again.run_test(size=(80, 24)) as pilot:
        await pilot.press("c")
        await settled(pilot)
        assert isinstance(again.lobby, FakeLobby)
        assert again.lobby.level == "expert"


async def test_arrows_go_through_the_levels_and_around() -> None:
    app = remembering(FakeLobby(), MemoryStore())
    async with app.run_test(size=(80, 24)) as pilot:
        offered = app.level
        for _ in LEVELS:
            await pilot.press("right")
        assert app.level == offered
        await pilot.press("1", "left")
        assert app.level == LEVELS[-1].name
        await pilot.press("down", "left")
        assert app.level == LEVELS[-1].name


async def test_a_level_that_is_known_no_more_is_the_usual_one() -> None:
    store = MemoryStore()
    store.saved = {"level": "godlike"}
    app = remembering(FakeLobby(), store)
    assert app.level == USUAL_LEVEL


_TEAM = ("n", "r", *["down"] * 7, "enter", "w")
"""Sets up a table for four, at which people play."""


@pytest.mark.parametrize(
    ("networked", "keys"),
    [(False, ("n",)), (False, (*_TEAM, "c")), (True, (*_TEAM, "c"))],
    ids=["computer", "keyboard", "room"],
)
async def test_a_new_table_asks_for_the_level_where_a_computer_plays(
    networked: bool, keys: tuple[str, ...]
) -> None:
    chairs = tuple(tables_many.chair(tables_many.TEAM, seat) for seat in (0, 1, None))
    app = remembering(lobby := FakeLobby(networked=networked, chairs=chairs), MemoryStore())
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press(*keys, "v")
        await settled(pilot)
        assert says(app, f"v  level              < {LEVELS[1].name}, 2 of 6 >")
        assert says(app, f"{LEVELS[1].name}: {LEVELS[1].describes}")
        await pilot.press("enter", "enter", "enter")  # the other players keep their names
        await settled(pilot)
        assert lobby.level == LEVELS[1].name


async def test_the_cursor_stays_in_its_row_when_that_of_the_level_goes() -> None:
    app = remembering(FakeLobby(), MemoryStore())
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press(*_TEAM, "c", *["down"] * 3)
        await settled(pilot)
        assert says(app, " ▌ -  eight-for-eight")
        await pilot.press("r", *["up"] * 7, "enter")  # rules for two, at which people play
        await settled(pilot)
        assert not says(app, "v  level")
        assert says(app, " ▌ -  eight-for-eight")


async def test_nobody_is_asked_for_a_level_where_people_play() -> None:
    app = CuttleApp(lobbies.online(account=FakeAccount()))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("n")
        await settled(pilot)
        assert not says(app, "v  level")
        offered = app.level
        await pilot.press("v")
        assert app.level == offered


async def test_a_room_is_filled_at_the_level_that_its_host_chooses() -> None:
    chair = at.room()
    app, lobby = app_at(chair, chairs=(tables.chair(tables.TARGETS),))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("right")
        await settled(pilot)
        assert says(app, f"practice against the computer ({LEVELS[3].name})")
        await pilot.press("c", "left", "left", "g")
        await settled(pilot)
        assert chair.done == [Fill(LEVELS[3].name)]
        assert lobby.level == LEVELS[1].name


@pytest.mark.parametrize(
    ("size", "shown"),
    [((60, 20), "CPU · master "), ((72, 20), "CPU · master "), ((80, 24), "computer · master ")],
    ids=str,
)
async def test_the_name_of_a_computer_shows_its_level(size: tuple[int, int], shown: str) -> None:
    chair = await LocalLobby("ana", pace=60.0, seed=bytes(32)).play_computer("standard", "master")
    app = CuttleApp(FakeLobby(), chair=chair)
    async with app.run_test(size=size) as pilot:
        await settled(pilot)
        assert says(app, shown)


def test_several_computers_are_told_apart() -> None:
    sitters = [Sitter("ana", "person")]
    sitters += [Sitter(f"computer {number} sharp", "computer") for number in (1, 2)]
    names = names_of(sitters, 0)
    assert names.names[1:] == ("computer 1", "computer 2")
    assert names.forms(1) == ("computer 1 · sharp", "CPU 1 · sharp")
    assert names.forms(0) == ()


# plain mode


async def test_plain_mode_takes_levels_by_name_and_remembers_them(tmp_path: Path) -> None:
    lobby = LocalLobby("ana", pace=0.0, seed=bytes(32), results=tmp_path / "results")
    preferences = Preferences(MemoryStore())
    async with talk(lobby, preferences=preferences) as one:
        listed = await one.type("level")
        assert [line.split()[0].strip(":,").lower() for line in listed] == [
            level.name for level in LEVELS
        ]
        assert "offered to you" in listed[0]
        assert "your choice" in (await one.type("level SHARP"))[3]
        said = await one.type("computer standard expert")
        assert any("omputer plays at level expert" in line for line in said)
        await one.until("Type a number from 1 to ")
        await one.type("end")
        await one.type("yes")
    assert preferences.recall("level") == "expert"
    assert [line.level for line in lobby.results()] == ["expert"]


# at home


async def test_the_computer_thinks_in_a_process_that_ends_with_the_lobby(tmp_path: Path) -> None:
    pool = thinkers()
    with closing(data_lobby(tmp_path, "ana", pace=0.0, thinker=pool)) as lobby:
        assert pool.processes == ()
        (first, second, _) = lobby.hot_seat("team", 2, level="sharp")
        moved = asyncio.Event()
        first.subscribe(lambda _: moved.set())
        async with asyncio.timeout(60):
            while True:
                view = first.state().view
                assert view is not None
                mover = (first, second)[view.asked[0]] if view.asked[0] < 2 else None
                if mover is None:
                    moved.clear()
                    await moved.wait()
                    continue
                if view.ply > 5:
                    break
                seen = mover.state().view
                assert seen is not None
                mover.submit(seen.legal[0], seen.ply)
        assert len(pool.processes) == 1
    assert pool.processes == ()


def test_old_names_of_levels_can_be_typed() -> None:
    assert (*(level.name for level in LEVELS), "greedy") == LEVEL_NAMES
