"""Pages, and terminals that are too small; what all screens look like is in the gallery."""

from __future__ import annotations

import re
from contextvars import copy_context

import pytest

from cuttle_tui.app import CuttleApp
from cuttle_tui.drawing.layout import FLOOR
from cuttle_tui.drawing.room import CARDS, large_letter
from cuttle_tui.i18n.translation import languages, speak
from cuttle_tui.kit.words import too_small
from cuttle_tui.preferences import MemoryStore, Preferences
from cuttle_tui.tty.terminal import Terminal
from tests.cuttle_tui import lobbies, tables
from tests.cuttle_tui.gallery.fronts import FakeArchive
from tests.cuttle_tui.grids import grid
from tests.cuttle_tui.lobbies import FakeAccount, FakeLobby

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("keys", ["h", "hh", "f", "s"])
async def test_every_page_leads_back_home(keys: str) -> None:
    app = CuttleApp(FakeLobby())
    async with app.run_test(size=(80, 24)) as pilot:
        for key in keys:
            await pilot.press(key)
            await pilot.pause()
        assert "WELCOME" not in "\n".join(grid(app))
        for _ in keys:
            await pilot.press("escape")
            await pilot.pause()
        assert "WELCOME" in "\n".join(grid(app))


async def test_the_help_of_a_page_tells_its_keys_once_and_apart_from_what_they_do() -> None:
    app = CuttleApp(FakeLobby())
    async with app.run_test(size=(80, 40)) as pilot:
        for key in "hh?":
            await pilot.press(key)
            await pilot.pause()
        rows = [row.strip() for row in grid(app)]
        assert rows.count("on a page like this one") == 1
        assert any(re.fullmatch(r"up down +scroll", row) for row in rows)
        await pilot.press("a")
        await pilot.pause()
        assert any(re.search(r"^ *up, down, home, end, j, k, g, G( |$)", row) for row in grid(app))


async def test_a_page_offers_to_scroll_only_where_there_is_more_of_it() -> None:
    app = CuttleApp(FakeLobby())
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("f")
        await pilot.pause()
        assert "scroll" not in "\n".join(grid(app)[20:])
        await pilot.resize_terminal(60, 20)
        await pilot.pause()
        assert ["scroll" in row for row in grid(app)[16:]] == [False, False, True, False]


async def test_what_keys_do_stands_in_one_column_of_the_help() -> None:
    app = CuttleApp(FakeLobby(), chair=tables.chair(tables.TARGETS))
    async with app.run_test(size=(80, 50)) as pilot:
        await pilot.press("question_mark")
        await pilot.pause()
        rows = grid(app)
        (points,) = (row for row in rows if "play the card for points" in row)
        (scuttle,) = (row for row in rows if "scuttle with it" in row)
        assert scuttle.index("scuttle") == points.index("play")


async def test_letters_on_tiles_are_not_taken_for_suits() -> None:
    plain = Preferences(MemoryStore(), {"signs": "ascii"})
    bare = Terminal(colours="none")  # in colour, letters are fills
    app = CuttleApp(FakeLobby(networked=True), preferences=plain, terminal=bare)
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause()
        assert "#####" in "\n".join(grid(app))
        await pilot.press("j", "k", "7")
        await pilot.pause()
        rows = [row[:26] for row in grid(app) if row.startswith("  |")]
        assert [row for row in rows if set(row) <= set("|# ")] == rows
        await pilot.resize_terminal(60, 20)
        await pilot.pause()
        assert re.findall(r"\|\s+(\w)\s+\|", "".join(grid(app))) == ["K", "7"]
    app = CuttleApp(FakeLobby(networked=True))
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.press("j", "k", "7")
        await pilot.pause()
        shown = "\n".join(grid(app))
        for letter in "K7":
            lines = large_letter(letter, CARDS[4], ascii_only=False)
            assert all(line.rstrip() in shown for line in lines)


def _letters(app: CuttleApp) -> list[str]:
    """Read the signs on the tiles of the head."""
    head = " ".join(row.split("a duel")[0].split("to twenty")[0] for row in grid(app)[:10])
    return re.findall(r"[^\s░▀▄█#<>|+_=-]+", head)


@pytest.mark.parametrize(("signs", "cursor"), [("unicode", "▌"), ("ascii", "|")])
async def test_the_cursor_is_no_letter_of_what_is_typed(signs: str, cursor: str) -> None:
    app = CuttleApp(
        lobbies.online(account=FakeAccount(named=False)),
        preferences=Preferences(MemoryStore(), {"signs": signs}),
    )
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert f"your name: ana{cursor}" in "\n".join(grid(app))


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
@pytest.mark.parametrize("keys", ["n", "n r", "h p", "w"])
async def test_a_blank_row_parts_a_list_from_the_bar(keys: str, size: tuple[int, int]) -> None:
    app = CuttleApp(FakeLobby(archive=FakeArchive(30)))
    async with app.run_test(size=size) as pilot:
        await pilot.press(*keys.split())
        await pilot.pause()
        rows = grid(app)
        bar = next(y for y, row in enumerate(rows) if re.match(r" +[A-Z][A-Z ]+[A-Z]   ", row))
        assert not rows[bar - 1].strip()


@pytest.mark.parametrize("keys", ["n", "n r", "h p", "w", "h h"])
async def test_what_is_out_of_sight_is_told_where_it_would_be(keys: str) -> None:
    app = CuttleApp(FakeLobby(archive=FakeArchive(30)))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press(*keys.split())
        await pilot.pause()
        rows = grid(app)
        assert rows[18].endswith(" more below")
        assert not any("more above" in row for row in rows)
        await pilot.press("end")
        await pilot.pause()
        rows = grid(app)
        above = next(y for y, row in enumerate(rows) if row.endswith(" more above"))
        assert above < 12
        assert not any("more below" in row for row in rows)


async def test_a_page_goes_to_its_end_and_back_to_its_beginning() -> None:
    app = CuttleApp(FakeLobby())
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("h", "h", "end")
        await pilot.pause()
        assert " more below" not in "\n".join(grid(app))
        await pilot.press("home")
        await pilot.pause()
        assert " more above" not in "\n".join(grid(app))


async def test_too_small_says_so_and_no_key_does_anything_until_there_is_room() -> None:
    chair = tables.chair(tables.TARGETS)
    app = CuttleApp(FakeLobby(), chair=chair)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("3", "s")
        await pilot.pause()
        shown = grid(app)
        await pilot.resize_terminal(43, 20)
        await pilot.press("a", "escape", "enter", "q", "?", "d")
        await pilot.pause()
        assert [row for row in grid(app) if row] == [
            "cuttle needs 44x20, this is 43x20",
            "keys do nothing until the window is larger",
            "running clocks do not wait",
            "ctrl+c twice leaves",
        ]
        await pilot.resize_terminal(80, 24)
        await pilot.pause()
        assert grid(app) == shown
        assert not chair.played


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("size", [(40, 12), (30, 8), (30, 6)])
def test_what_is_too_small_is_told_in_rows_that_fit(size: tuple[int, int], language: str) -> None:
    def rows() -> tuple[str, ...]:
        speak(language)
        return too_small(*size, FLOOR)

    told = copy_context().run(rows)
    assert max(map(len, told)) <= size[0]
    assert len(told) <= size[1]
    assert "ctrl" in told[-1].lower() or "ctrl" in told[-2].lower()


async def test_what_is_too_small_can_be_left() -> None:
    app = CuttleApp(FakeLobby(), chair=tables.chair(tables.TARGETS))
    async with app.run_test(size=(72, 19)) as pilot:
        await pilot.press("ctrl+c", "ctrl+c")
        await pilot.pause()
        assert not app.is_running


async def test_home_waits_for_room_as_well() -> None:
    app = CuttleApp(FakeLobby())
    async with app.run_test(size=(72, 19)) as pilot:
        home = app.screen
        await pilot.press("down", "enter", "t", "h")
        await pilot.pause()
        assert app.screen is home
