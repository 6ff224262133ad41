"""The pages of the league: what lists of the screen and commands make of one declaration."""

from __future__ import annotations

import asyncio

import pytest
from textual.pilot import Pilot

from cuttle_tui.app import CuttleApp
from cuttle_tui.i18n.rich_text import plain
from cuttle_tui.league.pages import Look, Page, Tab
from cuttle_tui.league.people import top_page
from cuttle_tui.league.plain import PAGES, TABS
from cuttle_tui.ports import RatingLine
from cuttle_tui.ports.league import SeasonPage
from tests.cuttle_tui import lobbies
from tests.cuttle_tui.grids import grid
from tests.cuttle_tui.table.test_table import settled
from tests.leagues import SampleLeague


@pytest.mark.parametrize("empty", [False, True])
@pytest.mark.parametrize("tab", TABS, ids=lambda tab: tab.title.text)
async def test_whatever_can_be_turned_to_can_be_read(tab: Tab, empty: bool) -> None:
    league = SampleLeague(empty=empty)
    issues = await tab.issues(league)
    sheets = [await tab.read(league, words) for words in issues.words]
    assert all(sheet.write(Look("ana")).lines for sheet in sheets)
    assert sheets or issues.none().lines


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
async def test_how_a_page_is_typed_begins_with_its_name(page: Page) -> None:
    assert page.usage.text.split()[0] == page.shortest.split()[0] == page.name
    with pytest.raises(ValueError, match="no"):
        await page.read(SampleLeague(), ["no", "such", "words", "here"])


async def press(pilot: Pilot[None], keys: str) -> None:
    await settled(pilot)
    for key in keys.split():
        await pilot.press(key)
        await settled(pilot)


async def test_pages_are_turned_back_and_forth_in_each_list() -> None:
    app = CuttleApp(lobbies.online(league=SampleLeague()))
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "l g -")
        assert "Clubs 2026" in "".join(grid(app))
        await press(pilot, "right -")
        assert "week 6 of 13" in "".join(grid(app))
        await press(pilot, "left")
        assert "Clubs 2026" in "".join(grid(app)), "where it was left"
        await press(pilot, "+")
        assert "Diamonds 2026" in "".join(grid(app))


class SlowLeague(SampleLeague):
    """A league whose standings wait until they are let go."""

    def __init__(self) -> None:
        super().__init__()
        self.go = asyncio.Event()

    async def season(self, id: str = "") -> SeasonPage:
        await self.go.wait()
        return await super().season(id)


async def test_a_late_page_does_not_cover_the_list_that_was_turned_to() -> None:
    league = SlowLeague()
    app = CuttleApp(lobbies.online(league=league))
    async with app.run_test(size=(80, 24)) as pilot:
        for key in ("l", "g", "left"):
            await pilot.press(key)
        async with asyncio.timeout(30):
            while "1812" not in "".join(grid(app)):
                await pilot.pause()
        league.go.set()
        await settled(pilot)
        assert "1812" in "".join(grid(app))


def test_a_resident_is_named_in_words_and_has_no_profile() -> None:
    lines = tuple(
        RatingLine(name, rating, 120, False, 40, "live-bots")
        for name, rating in (("computer sharp", 1588), ("ana", 1500))
    )
    page = top_page(lines, "ana", "live-bots")
    told = "\n".join(map(plain, page.lines))
    assert "the computer (sharp)" in told
    assert "against computers" in told
    assert [name for name in page.names if name] == ["ana"]
