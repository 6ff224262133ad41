"""Wide and tall windows: what a list is about stands beside or below it."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import pytest

from cuttle_tui.kit.lists import RowList
from tests.cuttle_tui.gallery.looks import strips, text
from tests.cuttle_tui.gallery.scene import Size
from tests.cuttle_tui.gallery.staged import SCENES, resized, staged

pytestmark = pytest.mark.slow

TALL: Final = ((87, 59), (95, 53), (106, 50))
LARGE: Final = (*TALL, (120, 60), (200, 60))
LISTS: Final = (
    *("home", "home-account", "lobby-tables", "lobby-people", "archive-scores", "new"),
    *("league-standings", "league-championship", "league-profile"),
)


async def rows_of(scene: str, size: Size, keys: str = "") -> list[str]:
    """Return what a scene of the gallery shows in a window."""
    async with staged(replace(SCENES[scene], sizes=(size,))) as (app, pilot):
        await pilot.press(*keys.split())
        await resized(pilot, size)
        return text(strips(app)).splitlines()


def longest_blank(rows: list[str]) -> int:
    """Return the most blank rows in a row."""
    runs = "".join(" " if row.strip() else "x" for row in rows).split()
    return max(map(len, runs), default=0)


@pytest.mark.slow
@pytest.mark.parametrize("size", LARGE)
@pytest.mark.parametrize("scene", LISTS)
async def test_no_large_window_is_mostly_blank(scene: str, size: Size) -> None:
    rows = await rows_of(scene, size)
    assert longest_blank(rows) <= size[1] // 3
    assert sum(map(bool, map(str.strip, rows))) >= size[1] * 0.45


@pytest.mark.parametrize("size", TALL)
@pytest.mark.parametrize("scene", ["home", "lobby-tables", "archive-scores", "account"])
async def test_without_room_beside_a_list_its_panel_is_below(scene: str, size: Size) -> None:
    async with staged(replace(SCENES[scene], sizes=(size,))) as (app, pilot):
        await resized(pilot, size)
        regions = {zone.id: zone.region for zone in app.screen.children}
        assert regions["panel"].y == regions["list"].bottom
        assert regions["panel"].bottom <= regions["prompt"].y
        shown = app.screen.query_one(RowList)
        assert shown.model is not None
        assert list(shown.window.shown) == list(range(len(shown.model.rows)))


async def test_a_list_shows_the_others_below_it_in_any_window_with_rows_left() -> None:
    rows = await rows_of("lobby-tables", (80, 24))
    assert any(row.strip() == "games 2" for row in rows)
    assert any(row.startswith("   birch") for row in rows)


async def test_the_table_in_focus_tells_who_sits_there() -> None:
    rows = await rows_of("lobby-tables", (120, 40))
    beside = [row[78:].strip() for row in rows]
    assert "bob 1548?" in beside
    assert "your last games: 1 won, 0 lost" in beside


@pytest.mark.parametrize("scene", ["lobby-tables", "lobby-empty"])
async def test_a_window_that_grows_tells_what_has_room_then(scene: str) -> None:
    async with staged(replace(SCENES[scene], sizes=((80, 24),))) as (app, pilot):
        assert "first to 21 points wins" not in text(strips(app))
        await resized(pilot, (120, 40))
        assert "first to 21 points wins" in text(strips(app))


async def test_a_lobby_with_a_league_tells_who_leads() -> None:
    rows = await rows_of("league-standings", (120, 40), "escape")
    beside = [row[78:].strip() for row in rows]
    led = beside.index("the season's points")
    assert beside[led + 1].split() == ["1", "eve", "22"]
    assert any(row.split()[1:] == ["ana", "17"] for row in beside[led:] if row)


async def test_a_game_of_the_archive_shows_its_course_where_there_is_room() -> None:
    whole = "\n".join(await rows_of("archive-scores", (200, 60)))
    for told in ("in numbers", "largest play", "how it ended", "points, turn by turn"):
        assert told in whole
    assert "points, turn by turn" not in "\n".join(await rows_of("archive-scores", (80, 24)))


@pytest.mark.parametrize("size", [(87, 59), (95, 53), (106, 50), (120, 40)])
async def test_the_rounds_of_those_who_lost_stand_beside_each_other(size: Size) -> None:
    rows = await rows_of("league-championship", size)
    heads = next(row for row in rows if row.strip().startswith("losers"))
    assert all(f"round {number}" in heads for number in (2, 3, 4))
    assert not any(row.strip() == "round 1" for row in rows)


@pytest.mark.parametrize("size", [(95, 53), (120, 40), (200, 60)])
async def test_a_profile_tells_the_games_against_its_reader(size: Size) -> None:
    rows = await rows_of("league-profile", size)
    assert sum("ana - bob   9 won" in row for row in rows) == 1
    assert any("lead of ana, game by game" in row for row in rows)


@pytest.mark.parametrize("scene", ["lobby-tables", "lobby-games", "lobby-finished", "lobby-inbox"])
async def test_lists_below_another_are_whole_or_count_what_is_out_of_sight(scene: str) -> None:
    rows = await rows_of(scene, (120, 40))
    head = next(y for y, row in enumerate(rows) if row.startswith("   people "))
    names = [row[:20].split() for row in rows[head + 2 :]]
    whole = int(rows[head].split()[1])
    shown = next((place for place, name in enumerate(names[:whole]) if not name), whole)
    more = next((row.split() for row in rows if "more below" in row), ["0"])
    assert shown + int(more[0]) == whole


async def test_the_last_cells_of_a_table_do_not_touch() -> None:
    rows = await rows_of("lobby-tables", (120, 40))
    assert any("14    rated, 3 watching" in row for row in rows)


@pytest.mark.parametrize("size", [(87, 59), (106, 50), (120, 60)])
async def test_the_course_of_an_archived_game_has_rows_for_what_it_tells(size: Size) -> None:
    rows = await rows_of("archive", size)
    names = [y for y, row in enumerate(rows) if row.rstrip().endswith((" of 10", " of 14"))]
    bob, ana = names[-2:]
    assert ana - bob > 3
    assert sum("━" in row for row in rows[bob:ana]) > 1
