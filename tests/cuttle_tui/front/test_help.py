"""The help answers the question of the moment first, and fits one small screen."""

from __future__ import annotations

from itertools import pairwise

import pytest
from textual.pilot import Pilot

from cuttle_tui.app import CuttleApp
from tests.cuttle_tui import lobbies, tables
from tests.cuttle_tui.gallery.staged import SCENES, staged
from tests.cuttle_tui.grids import grid
from tests.cuttle_tui.lobbies import FakeLobby
from tests.cuttle_tui.tables import FakeChair

pytestmark = pytest.mark.slow

TARGET = "a target: press its letter"
BARRED = "cannot be chosen"
FROZEN = "frozen for your next turn"
LOST = "lost if this happens"


def at(text: str) -> FakeChair:
    return tables.chair(text)


async def settled(pilot: Pilot[None]) -> None:
    await pilot.pause()
    await pilot.pause()


async def helped(chair: FakeChair, keys: str, size: tuple[int, int] = (80, 24)) -> list[str]:
    """Press keys, and read the help."""
    app = CuttleApp(lobbies.online(), chair=chair)
    async with app.run_test(size=size) as pilot:
        await settled(pilot)
        await pilot.press(*keys.split(), "question_mark")
        await settled(pilot)
        return grid(app)


ASKED: dict[str, tuple[FakeChair, str, str, tuple[str, ...]]] = {
    "card": (at(tables.TARGETS), "", "when you choose a card", (FROZEN,)),
    "play": (at(tables.TARGETS), "3 enter", "when a card is to be played", (FROZEN,)),
    "target": (at(tables.TARGETS), "3 s", "when you choose a target", (TARGET,)),
    "counter": (tables.counter_chair(), "", "when you are asked something", (LOST,)),
    "discard": (at(tables.ROBBED), "", "when you choose cards to discard", ()),
    "fetch": (at(tables.FETCH), "", "when you take a card from the scrap", ()),
    "seven": (at(tables.PEEK), "", "when you choose a card", ()),
    "limit": (at(tables.LIMIT), "", "when you choose cards to discard", ()),
    "waiting": (at(tables.WAITING), "", "while others play", ()),
    "over": (at(tables.OVER), "", "when the game is over", ()),
    "log": (at(tables.TARGETS), "l", "in the log", ()),
    "search": (at(tables.TARGETS), "l / 9 enter", "when you search for something", ()),
    "scrap": (at(tables.TARGETS), "z", "in the scrap", ()),
    "leaving": (at(tables.TARGETS), "q", "when asked whether to leave", ()),
}


@pytest.mark.parametrize("name", ASKED)
async def test_the_help_of_each_question_is_its_own_and_fits_a_small_screen(name: str) -> None:
    chair, keys, title, signs = ASKED[name]
    rows = await helped(chair, keys)
    told = "\n".join(rows[:20])
    assert title in told
    assert not any(other in told for _, _, other, _ in ASKED.values() if other not in (title, LOG))
    assert "more below" not in told
    flowing = " ".join(told.split())
    for sign in signs:
        assert sign in flowing


LOG = "in the log"
"""It stands beside a search."""


async def test_the_question_itself_comes_first() -> None:
    rows = await helped(at(tables.TARGETS), "")
    assert rows[1].split()[:2] == ["YOUR", "TURN"]


async def test_keys_and_what_they_do_share_a_line() -> None:
    for chair, line in (
        (at(tables.TARGETS), "enter   choose the first card"),
        (tables.counter_chair(), "arrows  another card to counter with"),
    ):
        assert any(row.strip().startswith(line) for row in await helped(chair, ""))


async def test_only_plays_that_are_possible_are_told() -> None:
    told = "\n".join(await helped(at(tables.TARGETS), ""))
    assert "draw a card" in told
    assert "pass, when the deck is empty" not in told
    assert "joker" not in told


async def test_signs_are_told_only_where_they_are_on_show() -> None:
    plain = "\n".join(await helped(at(tables.LIMIT), "", (200, 60)))
    aimed = "\n".join(await helped(at(tables.TARGETS), "3 s", (200, 60)))
    assert TARGET in aimed
    assert BARRED in aimed
    assert not any(sign in plain for sign in (TARGET, BARRED, FROZEN, LOST))


async def test_a_large_window_tells_what_each_card_does_too() -> None:
    told = "\n".join(await helped(at(tables.TARGETS), "", (120, 40)))
    assert "King: lowers your goal." in told
    assert "when you choose a card" in told
    assert "more below" not in told


async def test_in_a_small_window_letters_share_lines_and_each_can_be_clicked() -> None:
    app = CuttleApp(FakeLobby(), chair=at(tables.TARGETS))
    async with app.run_test(size=(60, 20)) as pilot:
        await pilot.press("question_mark")
        await settled(pilot)
        told = grid(app)
        assert "  at any time" in told
        (row,) = (y for y, line in enumerate(told) if "points, scuttle, one-off, royal" in line)
        assert told[row].startswith("  p s o r  ")
        await pilot.click(offset=(told[row].index("s"), row))
        await settled(pilot)
        shown = "\n".join(grid(app))
        assert "HELP" not in shown
        assert "choose one of your cards first" in shown


async def test_in_a_large_window_all_keys_are_in_sight() -> None:
    app = CuttleApp(FakeLobby(), chair=at(tables.TARGETS))
    async with app.run_test(size=(200, 60)) as pilot:
        await pilot.press("question_mark", "a")
        await settled(pilot)
        assert "more below" not in "\n".join(grid(app))
        assert "back to where you were" in "\n".join(grid(app))


async def test_all_keys_stand_behind_a_key() -> None:
    app = CuttleApp(FakeLobby(), chair=at(tables.TARGETS))
    async with app.run_test(size=(200, 60)) as pilot:
        await pilot.press("question_mark", "a")
        await settled(pilot)
        told = "\n".join(grid(app))
        assert "pass, when the deck is empty" in told
        assert "with the mouse" in told
        await pilot.press("escape", "escape")
        await settled(pilot)
        assert "YOUR TURN" in "\n".join(grid(app))


@pytest.mark.parametrize(
    ("size", "columns"),
    [((60, 20), ((2, 58),)), ((80, 24), ((2, 38), (42, 78))), ((120, 40), ((2, 38), (42, 78)))],
)
async def test_no_column_ends_on_a_heading_or_within_an_entry(
    size: tuple[int, int], columns: tuple[tuple[int, int], ...]
) -> None:
    """Wherever a page is scrolled to, what is in sight of a column ends where something ends."""
    pages = await scrolled(size)
    for first, stop in columns:
        views = [[row[first:stop].rstrip() for row in view] for view in pages]
        whole = [view[0] for view in views[:-1]] + views[-1]
        headings = {row for above, row in pairwise(["", *whole]) if row and not above}
        for start, view in enumerate(views[:-1]):
            shown = "\n".join(view).rstrip().split("\n")
            after = whole[start + len(shown)] if start + len(shown) < len(whole) else ""
            assert shown[-1] not in headings
            assert not after.startswith(" "), "an entry is cut off"


async def scrolled(size: tuple[int, int]) -> list[list[str]]:
    """Return the page of all keys row by row, as it is scrolled to the end."""
    app = CuttleApp(lobbies.online(), chair=at(tables.TARGETS))
    async with app.run_test(size=size) as pilot:
        await settled(pilot)
        await pilot.press("question_mark", "a")
        await settled(pilot)
        views = [grid(app)]
        while any("more below" in row for row in views[-1]):
            await pilot.press("down")
            await settled(pilot)
            views.append(grid(app))
    bar = next(at for at, row in enumerate(views[0]) if "KEYS " in row)
    return [view[1 : bar - 2] for view in views]


async def test_turning_pages_skips_nothing() -> None:
    """A page ends where an entry ends, and the next begins no later."""
    size = (80, 24)
    app = CuttleApp(lobbies.online(), chair=at(tables.TARGETS))
    async with app.run_test(size=size) as pilot:
        await settled(pilot)
        await pilot.press("question_mark", "a")
        seen: set[str] = set()
        while True:
            await settled(pilot)
            rows = grid(app)
            seen |= {row[2:38].strip() for row in rows} | {row[42:78].strip() for row in rows}
            if not any("more below" in row for row in rows):
                break
            await pilot.press("pagedown")
    for view in await scrolled(size):
        assert {row[2:38].strip() for row in view} <= seen
        assert {row[42:78].strip() for row in view} <= seen


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (120, 40)])
async def test_each_page_begins_where_an_entry_begins(size: tuple[int, int]) -> None:
    app = CuttleApp(FakeLobby(), chair=at(tables.TARGETS))
    async with app.run_test(size=size) as pilot:
        await settled(pilot)
        await pilot.press("question_mark", "a")
        await settled(pilot)
        tops = []
        while any("more below" in row for row in grid(app)):
            await pilot.press("pagedown")
            await settled(pilot)
            tops.append(grid(app)[1])
        assert tops
        assert all(top[2] != " " for top in tops), "no second line of an entry"
        for _ in tops:
            await pilot.press("pageup")
        await settled(pilot)
        assert "when you choose a card" in grid(app)[1]


@pytest.mark.parametrize("scene", ["two-block", "two-hand-in-rows", "new-team"])
async def test_the_help_can_be_turned_to_its_end(scene: str) -> None:
    async with staged(SCENES[scene]) as (app, pilot):
        await pilot.resize_terminal(80, 24)
        await settled(pilot)
        await pilot.press("question_mark")
        await settled(pilot)
        assert any("more below" in row for row in grid(app))
        for _ in range(3):
            await pilot.press("pagedown")
            await settled(pilot)
        assert not any("more below" in row for row in grid(app))


async def test_keys_tell_only_what_can_happen_at_a_table() -> None:
    app = CuttleApp(FakeLobby(), chair=at(tables.TARGETS))
    async with app.run_test(size=(200, 60)) as pilot:
        await settled(pilot)
        await pilot.press("question_mark", "a")
        await settled(pilot)
        shown = "\n".join(grid(app))
        assert "steal with a jack" in shown
        assert not any(word in shown for word in ("joker", "chat", "phrase"))
