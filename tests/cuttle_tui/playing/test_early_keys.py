"""A key answers what the player can have read: one meant for what was there before does nothing."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from textual.pilot import Pilot

from cuttle_tui.app import CuttleApp
from cuttle_tui.front.home import HomeScreen
from cuttle_tui.front.lobby import LobbyScreen
from cuttle_tui.playing.screen import TableScreen
from cuttle_tui.ports import News
from cuttle_tui.replay.screen import ReplayScreen
from cuttle_tui.table.situation import Mode
from engine.actions import Action, Kind
from engine.table.seats import Claim
from engine.table.table import Table
from tests.cuttle_tui import lobbies, online, tables
from tests.cuttle_tui.gallery.fronts import FakeArchive
from tests.cuttle_tui.gallery.staged import settled
from tests.cuttle_tui.games import record_after, table_after
from tests.cuttle_tui.grids import grid
from tests.cuttle_tui.lobbies import FakeLobby

pytestmark = pytest.mark.slow

LATE = "this has only just changed: look first, then press the key again"
SIZE = (80, 24)
SECOND_COUNTER = tables.COUNTER.replace("ply 41", "ply 43")


def table(pilot: Pilot[None]) -> TableScreen:
    """Return the table on the screen."""
    assert isinstance(pilot.app.screen, TableScreen)
    return pilot.app.screen


async def begun(pilot: Pilot[None], reading: list[float]) -> None:
    """Let the player read what is there."""
    await settled(pilot)
    reading[0] += 5


def shows(pilot: Pilot[None], text: str) -> bool:
    """Return whether a text is on the screen."""
    assert isinstance(pilot.app, CuttleApp)
    return text in "\n".join(grid(pilot.app))


def nearly_over() -> Table:
    """Play a game up to its last move."""
    plies = len(table_after(999).record().entries)
    return table_after(plies - 1)


def end(game: Table) -> None:
    """End a game by giving it up for its second seat."""
    chair = game.chair(1)
    view = chair.state().view
    assert view is not None
    chair.submit(Action(Kind.CONCEDE, seat=1), view.ply)


@pytest.mark.parametrize("key", ["p", "w", "a", "r", "c", "f", "q"])
async def test_a_key_for_a_card_does_nothing_at_the_end_of_the_game(
    key: str, reading: list[float], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    game = nearly_over()
    app = CuttleApp(FakeLobby(), chair=game.chair(0))
    async with app.run_test(size=SIZE) as pilot:
        await begun(pilot, reading)
        end(game)
        await settled(pilot)
        reading[0] += 0.9
        await pilot.press("1", key)
        await settled(pilot)
        assert table(pilot).after_game.plate is not None
        assert shows(pilot, LATE)
        assert table(pilot).ui.mode is Mode.GAME
        assert not table(pilot).ui.fields
        assert not list(tmp_path.iterdir())
        reading[0] += 0.9
        if key == "a":
            await pilot.press(key)
            await settled(pilot)
            assert isinstance(app.screen, ReplayScreen)


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (120, 40), (45, 40)])
async def test_no_key_is_offered_at_the_end_before_it_works(
    size: tuple[int, int], reading: list[float]
) -> None:
    game = nearly_over()
    app = CuttleApp(FakeLobby(), chair=game.chair(0))
    async with app.run_test(size=size) as pilot:
        await begun(pilot, reading)
        end(game)
        await settled(pilot)
        assert shows(pilot, "the keys come in a moment")
        assert not shows(pilot, "analyse")
        assert not shows(pilot, "final table")
        reading[0] += 1.1
        while not shows(pilot, "analyse"):
            await pilot.pause()
        assert not shows(pilot, "the keys come in a moment")
        await pilot.press("a")
        await settled(pilot)
        assert isinstance(app.screen, ReplayScreen)


@pytest.mark.parametrize("key", ["p", "w", "a", "r", "c", "f", "q"])
async def test_keys_of_one_packet_end_with_the_game(key: str, reading: list[float]) -> None:
    """A bounce of the winning key is no answer to the plate."""
    chair = tables.chair(tables.TARGETS)
    app = CuttleApp(FakeLobby(), chair=chair)
    async with app.run_test(size=SIZE) as pilot:
        await begun(pilot, reading)
        await pilot.press("d")
        chair.change(tables.OVER)
        await pilot.press(key)
        await settled(pilot)
        assert isinstance(app.screen, TableScreen)
        assert not chair.rematches
        assert not chair.left


async def test_a_second_answer_does_not_meet_the_next_question(reading: list[float]) -> None:
    chair = tables.counter_chair()
    app = CuttleApp(FakeLobby(), chair=chair)
    async with app.run_test(size=SIZE) as pilot:
        await begun(pilot, reading)
        await pilot.press("n")
        chair.change(SECOND_COUNTER)
        await settled(pilot)
        await pilot.press("n")
        reading[0] += 0.4
        await pilot.press("y", "enter")
        await settled(pilot)
        assert [action.kind for action, _ in chair.played] == [Kind.DECLINE]
        assert shows(pilot, LATE)
        reading[0] += 0.4
        await pilot.press("y")
        assert [action.kind for action, _ in chair.played] == [Kind.DECLINE, Kind.COUNTER]


async def test_a_card_may_be_marked_before_the_move_is_read(reading: list[float]) -> None:
    chair = tables.chair(tables.WAITING)
    app = CuttleApp(FakeLobby(), chair=chair)
    async with app.run_test(size=SIZE) as pilot:
        await begun(pilot, reading)
        chair.change(tables.TARGETS)
        await settled(pilot)
        await pilot.press("2")
        assert table(pilot).ui.choice.card is not None
        await pilot.press("p")
        await settled(pilot)
        assert not chair.played
        reading[0] += 0.6
        await pilot.press("p")
        assert len(chair.played) == 1


async def test_a_sequence_that_began_too_early_is_dropped_whole(reading: list[float]) -> None:
    """The letter of a target must not draw a card because the `o` before it was dropped."""
    chair = tables.chair(tables.WAITING)
    app = CuttleApp(FakeLobby(), chair=chair)
    async with app.run_test(size=SIZE) as pilot:
        await begun(pilot, reading)
        chair.change(tables.TARGETS)
        await settled(pilot)
        reading[0] += 0.45
        await pilot.press("s")
        reading[0] += 0.15
        await pilot.press("d")
        assert not chair.played
        reading[0] += 0.35
        await pilot.press("d")
        assert len(chair.played) == 1


async def test_a_players_own_sequence_is_as_fast_as_ever(reading: list[float]) -> None:
    chair = tables.chair(tables.TARGETS)
    app = CuttleApp(FakeLobby(), chair=chair)
    async with app.run_test(size=SIZE) as pilot:
        await begun(pilot, reading)
        await pilot.press("q", "n", "z", "escape", "2", "enter", "enter")
        await settled(pilot)
        assert len(chair.played) == 1


async def test_a_log_that_closes_by_itself_leaves_its_keys_without_effect(
    reading: list[float],
) -> None:
    chair = tables.chair(tables.WAITING)
    app = CuttleApp(FakeLobby(), chair=chair)
    async with app.run_test(size=SIZE) as pilot:
        await begun(pilot, reading)
        await pilot.press("z")
        chair.change(tables.TARGETS)
        await settled(pilot)
        assert table(pilot).ui.mode is Mode.GAME
        await pilot.press("d", "enter")
        assert not chair.played


async def test_what_came_behind_the_chat_is_read_first(reading: list[float]) -> None:
    chair = online.table(tables.WAITING)
    app = CuttleApp(lobbies.online(), chair=chair)
    async with app.run_test(size=SIZE) as pilot:
        await begun(pilot, reading)
        await pilot.press("t")
        chair.change(tables.TARGETS)
        await begun(pilot, reading)
        await pilot.press("escape", "d")
        assert not chair.played


async def test_a_game_that_is_dealt_takes_no_key_of_the_waiting_room(reading: list[float]) -> None:
    chair = tables.waiting_chair()
    app = CuttleApp(lobbies.online(), chair=chair)
    async with app.run_test(size=SIZE) as pilot:
        await begun(pilot, reading)
        online.alter(chair, view=tables.view_of(tables.TARGETS, 0), sitters=tables.ANA_AND_BOB)
        await settled(pilot)
        await pilot.press("d")
        reading[0] += 0.9
        await pilot.press("d")
        assert not chair.played
        reading[0] += 0.9
        await pilot.press("d")
        assert len(chair.played) == 1


async def test_nobody_is_ready_to_play_whom_they_have_not_seen(reading: list[float]) -> None:
    chair = tables.waiting_chair()
    app = CuttleApp(lobbies.online(), chair=chair)
    async with app.run_test(size=SIZE) as pilot:
        await begun(pilot, reading)
        online.alter(chair, sitters=tables.ANA_AND_BOB)
        await settled(pilot)
        await pilot.press("enter")
        before = chair.rematches
        reading[0] += 1.1
        await pilot.press("enter")
        assert (before, chair.rematches) == (0, 1)


async def test_a_win_is_claimed_only_where_it_was_offered(reading: list[float]) -> None:
    chair = online.away()
    app = CuttleApp(lobbies.online(), chair=chair)
    async with app.run_test(size=SIZE) as pilot:
        await begun(pilot, reading)
        online.alter(chair, claimable=True, may_call_off=True)
        await settled(pilot)
        await pilot.press("c", "u")
        assert not chair.done
        reading[0] += 1.1
        await pilot.press("c")
        assert chair.done == [Claim()]


async def test_another_challenge_is_not_accepted_for_the_one_before(reading: list[float]) -> None:
    lobby = lobbies.online(asking=(lobbies.ASKED,))
    app = CuttleApp(lobby)
    async with app.run_test(size=SIZE) as pilot:
        await begun(pilot, reading)
        lobby.tell(News("challenged", "bob"))
        await begun(pilot, reading)
        lobby.asking = (replace(lobbies.ASKED, name="eve"),)
        lobby.tell(News("challenged", "eve"))
        await settled(pilot)
        await pilot.press("f2")
        assert not lobby.asked
        assert shows(pilot, LATE)
        await begun(pilot, reading)
        await pilot.press("f2")
        assert lobby.asked


async def test_a_row_that_takes_the_place_of_another_is_read_first(reading: list[float]) -> None:
    lobby = lobbies.online()
    app = CuttleApp(lobby)
    async with app.run_test(size=SIZE) as pilot:
        await begun(pilot, reading)
        await pilot.press("l")
        await begun(pilot, reading)
        lobby.shown = lobbies.TABLES[1:]
        lobby.tell(News("lobby"))
        await settled(pilot)
        await pilot.press("enter")
        assert isinstance(app.screen, LobbyScreen)
        assert not lobby.asked
        assert shows(pilot, LATE)


async def test_an_entry_that_takes_the_place_of_another_is_read_first(reading: list[float]) -> None:
    lobby = lobbies.online(resume=tables.chair(tables.TARGETS))
    app = CuttleApp(lobby)
    async with app.run_test(size=SIZE) as pilot:
        await begun(pilot, reading)
        app.go_home()
        await begun(pilot, reading)
        lobby.resume = None
        lobby.tell(News("account"))
        await settled(pilot)
        await pilot.press("enter")
        assert isinstance(app.screen, HomeScreen)
        assert not lobby.asked


async def test_moves_are_taken_back_as_fast_as_they_are_asked_for(reading: list[float]) -> None:
    app = CuttleApp(FakeLobby(), record=record_after())
    async with app.run_test(size=SIZE) as pilot:
        await begun(pilot, reading)
        await pilot.press("1", "2", "enter", "b", "enter")
        await begun(pilot, reading)
        practice = table(pilot).seating.chair.practice
        assert practice is not None
        for _ in range(2):
            await pilot.press("d")
            await begun(pilot, reading)
        await pilot.press("u", "u")
        assert not practice.possible
        await pilot.press("d")
        assert practice.possible


async def test_a_picture_is_written_only_when_asked_for_twice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    game = nearly_over()
    end(game)
    app = CuttleApp(FakeLobby(archive=FakeArchive(0)), chair=game.chair(0))
    async with app.run_test(size=SIZE) as pilot:
        for keys in (("p", "n"), ("p", "escape"), ("p", "1", "d", "escape")):
            await pilot.press(*keys)
            await settled(pilot)
            assert not list(tmp_path.iterdir())
            assert table(pilot).ui.mode is Mode.GAME
        await pilot.press("p")
        await settled(pilot)
        assert shows(pilot, "Save this page as a picture and as text?")
        assert shows(pilot, f"{tmp_path}"[-40:])
        await pilot.press("y")
        await settled(pilot)
        assert {file.suffix for file in tmp_path.iterdir()} == {".svg", ".txt"}
        assert shows(pilot, "saved in")


async def test_what_changed_under_another_screen_is_read_first(reading: list[float]) -> None:
    chair = tables.chair(tables.WAITING)
    app = CuttleApp(FakeLobby(), chair=chair)
    async with app.run_test(size=SIZE) as pilot:
        await begun(pilot, reading)
        for page in ("?", ","):
            chair.change(tables.WAITING)
            await begun(pilot, reading)
            await pilot.press(page)
            await settled(pilot)
            chair.change(tables.TARGETS)
            await begun(pilot, reading)
            await pilot.press("escape", "d", "enter")
            assert table(pilot).ui.mode is Mode.GAME
            assert not chair.played


async def test_a_bounce_of_the_key_that_asks_for_a_picture_writes_none(
    reading: list[float], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    game = nearly_over()
    end(game)
    app = CuttleApp(FakeLobby(archive=FakeArchive(0)), chair=game.chair(0))
    async with app.run_test(size=SIZE) as pilot:
        await begun(pilot, reading)
        await pilot.press("p", "p", "p")
        assert not list(tmp_path.iterdir())
        assert table(pilot).ui.mode is Mode.SAVE
        await settled(pilot)
        screen = "\n".join(grid(app))
        assert "y save   n write nothing" in screen
        assert "copy" not in screen
        await pilot.press("y")
        assert len(list(tmp_path.iterdir())) == 2
