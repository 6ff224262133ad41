"""A word is searched for in lists and on pages: it is typed, then n and N go from line to line."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import ClassVar

import pytest
from textual.pilot import Pilot

from cuttle_tui.app import CuttleApp
from cuttle_tui.front.home import HomeScreen
from cuttle_tui.front.new_table import NewTableScreen
from cuttle_tui.i18n.translation import Sentence, say
from cuttle_tui.kit.finding import Finder
from cuttle_tui.kit.keymap import Sections, TypeText
from tests.cuttle_tui.gallery.staged import SCENES, resized, settled, staged
from tests.cuttle_tui.grids import grid

pytestmark = pytest.mark.slow
_FOCUS = "▌"


async def _press(pilot: Pilot[None], keys: Sequence[str]) -> list[str]:
    app = pilot.app
    assert isinstance(app, CuttleApp)
    for key in keys:
        await pilot.press({"/": "slash", " ": "space"}.get(key, key))
        await settled(pilot)
    return grid(app)


def _in_focus(rows: list[str]) -> str:
    """Return the rows with the mark: that in focus, and in some places the chosen tab."""
    return "\n".join(row for row in rows if f"{_FOCUS} " in row)


@pytest.mark.parametrize(
    ("name", "query", "mentioned"),
    [
        ("archive-scores", "bob", "bob"),
        ("lobby-people", "GUEST", "guest-otter"),
        ("settings", "bell", "bell"),
        ("new", "scrap", "scrap"),
        ("new-rules", "team", "team"),
        ("puzzles", "sweep", "sweep"),
        ("league-standings", "bob", "bob"),
        ("rules", "jack", "jack"),
    ],
)
async def test_the_cursor_goes_to_a_line_that_mentions_it(
    name: str, query: str, mentioned: str
) -> None:
    async with staged(SCENES[name]) as (_, pilot):
        await resized(pilot, (80, 24))
        rows = await _press(pilot, ["home", "/", *query])
        assert any(f"Search for: {query}" in row for row in rows)
        assert mentioned in _in_focus(rows).lower()


async def test_n_goes_from_match_to_match_around_the_end() -> None:
    async with staged(SCENES["archive-scores"]) as (_, pilot):
        await resized(pilot, (80, 24))
        first = await _press(pilot, ["home", "/", *"bob", "enter"])
        assert any("bob: found 1 of 4" in row for row in first)
        second = await _press(pilot, ["n"])
        assert _in_focus(second) != _in_focus(first)
        assert "bob" in _in_focus(second)
        assert await _press(pilot, ["N"]) == first
        last = await _press(pilot, ["N"])
        assert any("bob: found 4 of 4" in row for row in last)
        assert await _press(pilot, ["n"]) == first


async def test_letters_are_text_while_they_are_typed_and_commands_again_after_the_search() -> None:
    async with staged(SCENES["lobby-tables"]) as (app, pilot):
        rows = await _press(pilot, ["/", *"nq,w ?"])
        assert any("Search for: nq,w ?" in row for row in rows)
        assert any("no line found" in row for row in rows)
        await _press(pilot, ["escape", "n"])
        assert isinstance(app.screen, NewTableScreen)


async def test_a_page_scrolls_to_what_is_found_and_back_to_reading() -> None:
    async with staged(SCENES["rules"]) as (app, pilot):
        await resized(pilot, (80, 24))
        before = grid(app)
        found = await _press(pilot, ["/", *"glasses", "enter"])
        seen = set()
        for _ in range(20):
            seen.add("\n".join(found))
            found = await _press(pilot, ["n"])
        assert len(seen) > 1
        assert all("glasses" in rows.lower() for rows in seen)
        after = await _press(pilot, ["escape", "home"])
        assert after == before, "esc ends the search and stays on the page"


async def test_a_menu_has_nothing_to_search() -> None:
    async with staged(SCENES["home"]) as (app, pilot):
        before = await _press(pilot, ["f12"])
        assert await _press(pilot, ["/"]) == before
        assert isinstance(app.screen, HomeScreen)


@dataclass
class _Lines:
    """Some lines, one of which is in focus."""

    lines_to_search: tuple[Sentence, ...]
    line_here: int = 0
    can_search: bool = True
    BAR_KEY: ClassVar[str] = "enter"
    finder: Finder = field(init=False)

    def go_to_line(self, line: int) -> None:
        self.line_here = line

    def sections(self) -> Sections:
        return ()


def test_a_search_goes_to_the_first_match_as_it_is_typed_and_then_around_the_end() -> None:
    lines = _Lines(tuple(map(say, ("a king", "a queen", "two kings", "an ace"))))
    shown = []
    lines.finder = finder = Finder(lines, lambda: shown.append(lines.line_here))
    finder.begin()
    for letter in "kings":
        finder.edit(TypeText(letter))
    assert (finder.found, lines.line_here, finder.finds_more) == ((2,), 2, False)
    finder.begin()
    for letter in "king":
        finder.edit(TypeText(letter))
    finder.keep()
    assert (finder.found, lines.line_here, finder.finds_more) == ((0, 2), 2, True)
    finder.next(1)
    assert lines.line_here == 0
    finder.end()
    assert finder.found == ()
    assert shown == [0, 0, 0, 0, 0, 2, 2, 2, 2, 2, 2, 2, 0, 0]
