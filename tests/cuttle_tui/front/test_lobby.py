"""The lobby: its lists stay fresh, every key does something or says why not."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from cuttle_tui.app import CuttleApp
from cuttle_tui.front import lobby as lobby_screen
from cuttle_tui.front.home import HomeScreen
from cuttle_tui.front.lobby import LobbyScreen
from cuttle_tui.front.new_table import NewTableScreen
from cuttle_tui.kit.lists import Row, line_row
from cuttle_tui.playing.screen import TableScreen
from cuttle_tui.ports import LobbyError, News
from cuttle_tui.replay.screen import ReplayScreen
from tests.cuttle_tui import lobbies, online as at, tables
from tests.cuttle_tui.games import record_after
from tests.cuttle_tui.grids import grid
from tests.cuttle_tui.lobbies import TABLES, FakeLobby
from tests.cuttle_tui.table.test_table import settled

pytestmark = pytest.mark.slow

BAR, WHY = 20, 22


def opened(**facts: object) -> tuple[CuttleApp, FakeLobby]:
    """Open a lobby with people in it."""
    lobby = lobbies.online(chairs=(tables.chair(tables.TARGETS),), **facts)
    return CuttleApp(lobby), lobby


@pytest.mark.parametrize(
    ("turns", "words"),
    [
        (0, "no table is waiting"),
        (1, "no game is"),
        (2, "nobody"),
        (3, "no correspondence games"),
        (4, "finished"),
    ],
)
async def test_empty_lists_say_so(turns: int, words: str) -> None:
    app, lobby = opened(shown=(), present=(), finished=())
    async with app.run_test() as pilot:
        await pilot.press("l", *["tab"] * turns, *["enter"] * bool(turns), "down", "end")
        await settled(pilot)
        assert words in "\n".join(grid(app)[8:10])
        assert "up down" not in grid(app)[23]
        assert not lobby.asked


async def test_beside_the_people_stands_what_is_known_of_the_one_in_focus() -> None:
    app, _ = opened()
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.press("l", "tab", "tab", "down")
        await settled(pilot)
        shown = "\n".join(grid(app))
        assert "your last games: 1 won, 0 lost" in shown
        await pilot.press("up")
        await settled(pilot)
        assert "your last games" not in "\n".join(grid(app))


async def test_where_no_table_waits_enter_opens_one_as_the_bar_says() -> None:
    app, _ = opened(shown=())
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("l")
        await settled(pilot)
        rows = grid(app)
        assert "Open a table?" in rows[BAR]
        assert "enter new table" in rows[BAR + 1]
        await pilot.press("enter")
        await settled(pilot)
        assert isinstance(app.screen, NewTableScreen)
        assert app.table_options.who == "room"
        await pilot.press("escape")
        await settled(pilot)
        assert isinstance(app.screen, LobbyScreen)


async def test_the_bar_of_an_empty_list_is_clicked_for_a_table() -> None:
    app, _ = opened(shown=())
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("l")
        await pilot.click(offset=(20, BAR))
        await settled(pilot)
        assert isinstance(app.screen, NewTableScreen)


async def test_enter_sits_down() -> None:
    app, lobby = opened()
    async with app.run_test() as pilot:
        await pilot.press("l", "down", "enter")
        await settled(pilot)
        assert lobby.asked == ["sit t2"]
        assert isinstance(app.screen, TableScreen)


async def test_enter_watches_a_game() -> None:
    app, lobby = opened()
    async with app.run_test() as pilot:
        await pilot.press("l", "w", "down", "enter")
        await settled(pilot)
        assert lobby.asked == ["watch t5"]
        await pilot.press("q", "y", "l", "w", "w")
        await settled(pilot)
        assert lobby.asked == ["watch t5", "watch t4"]


async def test_the_list_of_games_says_which_key_watches() -> None:
    app, lobby = opened()
    async with app.run_test() as pilot:
        await pilot.press("l", "w")
        await settled(pilot)
        assert "enter or w watches the marked game" in grid(app)[WHY]
        await pilot.press("w")
        await settled(pilot)
        assert lobby.asked == ["watch t4"]


async def test_the_key_that_watches_opens_the_replay_of_a_finished_game() -> None:
    app, _ = opened(records={"g7xq": record_after()})
    async with app.run_test() as pilot:
        await pilot.press("l", *["tab"] * 4, "w")
        await settled(pilot)
        assert isinstance(app.screen, ReplayScreen)


async def test_what_cannot_be_done_says_why() -> None:
    app, _ = opened(reason=LobbyError("room-full"))
    async with app.run_test() as pilot:
        await pilot.press("l", "enter")
        await settled(pilot)
        assert "that room is full" in grid(app)[WHY]
        await pilot.press("b")
        await settled(pilot)
        assert "choose somebody" in grid(app)[WHY]
        await pilot.press("up", "b")
        await settled(pilot)
        assert "that is you" in grid(app)[WHY]


async def test_the_focus_stays_on_a_table_while_others_come_and_go() -> None:
    app, lobby = opened()
    async with app.run_test() as pilot:
        await pilot.press("l", "down")
        lobby.shown = (replace(TABLES[2], id="new", title="fig"), *TABLES)
        lobby.tell(News("lobby"))
        lobby.tell(News("lobby"))
        await settled(pilot)
        assert "Sit down at oak with carol and dmitri?" in grid(app)[BAR]
        lobby.shown = (TABLES[0],)
        lobby.tell(News("lobby"))
        await settled(pilot)
        assert "Sit down at elm with bob?" in grid(app)[BAR]


async def test_people_are_blocked_and_reported() -> None:
    app, lobby = opened()
    async with app.run_test() as pilot:
        await pilot.press("l", "right", "right", "down", "b", "b", "r", "3")
        await settled(pilot)
        assert lobby.asked == ["block p1", "unblock p1", "report p1 stalling"]
        await pilot.press("r", "escape")
        assert lobby.asked[-1] == "report p1 stalling"


async def test_who_won_a_finished_game_is_told_whole_and_its_id_as_well() -> None:
    app, _ = opened()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("l", "left")
        await settled(pilot)
        whole = "\n".join(grid(app))
        row = next(row for row in grid(app) if "2026-11-21" in row)
        assert row.split()[-6:] == ["you", "won", "bob", "21-14", "33", "points"]
        heads = "date (UTC) result against score turns how"
        assert heads.split() in [shown.split() for shown in grid(app)]
        assert "rules: cuttle.cards, rated; id g7xq" in whole


async def test_a_finished_game_is_watched_again() -> None:
    app, lobby = opened(records={"g7xq": record_after()})
    async with app.run_test() as pilot:
        await pilot.press("l", "left", "down", "enter")
        await settled(pilot)
        assert "has been deleted" in grid(app)[WHY]
        await pilot.press("up", "enter")
        await settled(pilot)
        assert isinstance(app.screen, ReplayScreen)
        await pilot.press("q")
        await settled(pilot)
        assert isinstance(app.screen, LobbyScreen)
        assert lobby.asked == ["replay g7Xp", "replay g7xq"]


async def test_a_new_table_is_for_other_people() -> None:
    app, _ = opened()
    async with app.run_test() as pilot:
        await pilot.press("l", "n")
        await settled(pilot)
        assert isinstance(app.screen, NewTableScreen)
        assert app.table_options.who == "room"


async def test_the_mouse_chooses_lists_and_rows() -> None:
    app, lobby = opened()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("l")
        await settled(pilot)
        await pilot.click(offset=(grid(app)[1].index("games"), 1))
        await settled(pilot)
        assert "Watch fay and gus at birch?" in grid(app)[BAR]
        y = next(y for y, row in enumerate(grid(app)) if row.strip().startswith("yew"))
        await pilot.click(offset=(10, y))
        await settled(pilot)
        assert "Watch hal and the computer at yew?" in grid(app)[BAR]
        await pilot.click(offset=(10, y))
        await settled(pilot)
        assert lobby.asked == ["watch t5"]


async def test_the_way_home() -> None:
    app, _ = opened()
    async with app.run_test() as pilot:
        await pilot.press("l", "escape")
        await settled(pilot)
        assert isinstance(app.screen, HomeScreen)


async def test_more_tables_than_rows() -> None:
    many = tuple(replace(TABLES[0], id=f"t{n}", title=f"t{n}") for n in range(40))
    app, lobby = opened(shown=many)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("l", "end")
        await settled(pilot)
        assert "t39" in "\n".join(grid(app))
        await pilot.press("enter")
        assert lobby.asked == ["sit t39"]


@pytest.mark.parametrize(
    ("facts", "asks"),
    [
        ({"free": 0}, "elm is full: you can watch once the cards are dealt"),
        ({"free": 0, "mine": True}, "Go back to your seat at elm?"),
        ({"free": 1}, "Sit down at elm with bob?"),
    ],
)
async def test_no_seat_is_offered_where_none_is_free(facts: dict[str, Any], asks: str) -> None:
    app, _ = opened(shown=(replace(TABLES[0], **facts),))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("l")
        await settled(pilot)
        assert asks in grid(app)[BAR]
        assert ("enter sit down" in "\n".join(grid(app))) == ("full" not in asks)


@pytest.mark.parametrize("size", [(80, 24), (240, 80)])
async def test_a_key_makes_as_many_rows_of_a_long_list_as_of_a_short_one(
    size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    made = [0]

    def counting(*cells: Any) -> Row:
        made[0] += 1
        return line_row(*cells)

    monkeypatch.setattr(lobby_screen, "line_row", counting)
    counts = []
    for many in (400, 2000):
        shown = tuple(
            replace(TABLES[number % 5], id=f"t{number}-{many}-{size}", title=f"elm-{number}")
            for number in range(many)
        )
        app, _ = opened(shown=shown)
        async with app.run_test(size=size) as pilot:
            await pilot.press("l", "down")
            await settled(pilot)
            made[0] = 0
            await pilot.press(*["down"] * 5, "tab", "up")
            await settled(pilot)
            counts.append(made[0])
            assert f"games {many * 2 // 5}" in "\n".join(grid(app))
    assert counts[0] == counts[1] < 2 * size[1]  # each row of the two lists is made once


async def test_the_row_in_focus_is_kept_when_rows_above_it_go() -> None:
    app, lobby = opened()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("l", "down", "down")
        lobby.shown = lobby.shown[1:]
        app.screen.hear(News("lobby"))  # type: ignore[attr-defined]
        await pilot.press("enter")
        await settled(pilot)
        assert lobby.asked == ["sit t3"]


async def test_a_resident_is_listed_and_met_by_enter() -> None:
    lobby = lobbies.online(shown=(), always=lobbies.ALWAYS, chairs=(tables.chair(tables.TARGETS),))
    app = CuttleApp(lobby)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("l", "down", "enter")
        await settled(pilot)
        assert lobby.asked == ["resident sharp"]


async def test_the_queue_leads_to_a_resident_after_a_minute_and_back() -> None:
    chair = at.queued()
    lobby = lobbies.online(
        waiting=at.RATED_QUEUE, always=lobbies.ALWAYS, chairs=(tables.chair(tables.TARGETS),)
    )
    app = CuttleApp(lobby, chair=chair)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("k")
        assert lobby.asked == []
        lobby.waiting = at.LONG_QUEUE
        at.alter(chair, steps=())
        await settled(pilot)
        await pilot.press("k")
        await settled(pilot)
        assert lobby.asked == ["resident casual"]
        assert len(app._tables()) == 2
