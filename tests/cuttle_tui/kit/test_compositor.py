"""What is sent of a changed picture makes, on the terminal, the whole picture."""

from __future__ import annotations

import asyncio
import gc
import random
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pyte
import pytest
from textual._compositor import Compositor
from textual.geometry import Size
from textual.map_geometry import MapGeometry
from textual.message import Message
from textual.messages import Update

from cuttle_tui.app import CuttleApp
from cuttle_tui.kit.layouts import ZoneCompositor
from cuttle_tui.kit.zone import Zone
from tests.cuttle_tui import tables
from tests.cuttle_tui.lobbies import FakeLobby
from tests.whole import times

pytestmark = pytest.mark.slow

KEYS = (*"123456jkpsolzi?q", "n", "enter", "escape", "left", "right", "up", "down", "pagedown")
PATIENCE = 60.0
"""Seconds a picture may take."""


class Mirror:
    """A terminal that is sent what the app would send."""

    def __init__(self, app: CuttleApp) -> None:
        self._app = app
        self.screen = pyte.Screen(*app.size)
        self._stream = pyte.Stream(self.screen)
        self.longest = 0

    def show(self, _screen: object, update: Any) -> None:
        """Show an update."""
        if update is not None:
            text = update.render_segments(self._app.console)
            self.longest = max(self.longest, len(text))
            self._stream.feed(text)

    def whole(self) -> pyte.Screen:
        """Give a terminal that was sent the present picture and no other."""
        fresh = Mirror(self._app)
        fresh.show(None, self._app.screen._compositor.render_full_update())
        return fresh.screen

    async def until_whole(self, key: str) -> None:
        """Wait until what was sent makes the whole picture: a busy machine paints later."""
        try:
            async with asyncio.timeout(PATIENCE):
                while cells(self.screen) != cells(self.whole()):
                    await asyncio.sleep(0.01)
        except TimeoutError:
            assert cells(self.screen) == cells(self.whole()), key


def cells(screen: pyte.Screen) -> list[list[pyte.screens.Char]]:
    return [[screen.buffer[y][x] for x in range(screen.columns)] for y in range(screen.lines)]


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_patches_make_the_whole_picture(
    monkeypatch: pytest.MonkeyPatch, size: tuple[int, int]
) -> None:
    chance = random.Random(7)
    app = CuttleApp(FakeLobby(), chair=tables.chair(tables.TARGETS))
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        mirror = Mirror(app)
        mirror.show(None, app.screen._compositor.render_full_update())
        monkeypatch.setattr(app, "_display", mirror.show)
        for _ in range(times(20, 80)):
            key = chance.choice(KEYS)
            await pilot.press(key)
            await mirror.until_whole(key)


async def test_a_cursor_key_sends_little(monkeypatch: pytest.MonkeyPatch) -> None:
    app = CuttleApp(FakeLobby(), chair=tables.chair(tables.TARGETS))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("right")
        await pilot.pause()
        mirror = Mirror(app)
        monkeypatch.setattr(app, "_display", mirror.show)
        await pilot.press("right")
        await pilot.pause()
        assert 0 < mirror.longest < 2500


async def test_a_cursor_key_needs_no_message_between_zones_and_screen(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    app = CuttleApp(FakeLobby(), chair=tables.chair(tables.TARGETS))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("right")
        await pilot.pause()
        mirror, screen = Mirror(app), app.screen
        posted: list[Message] = []
        mirror.show(None, screen._compositor.render_full_update())
        post = screen.post_message

        def note(message: Message) -> bool:
            posted.append(message)
            return post(message)

        monkeypatch.setattr(app, "_display", mirror.show)
        monkeypatch.setattr(screen, "post_message", note)
        await pilot.press("right")
        await mirror.until_whole("right")
    assert posted
    assert not [each for each in posted if isinstance(each, Update)]


async def test_a_page_that_is_opened_again_is_sent_again(monkeypatch: pytest.MonkeyPatch) -> None:
    app = CuttleApp(FakeLobby(), chair=tables.chair(tables.TARGETS))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        mirror = Mirror(app)
        monkeypatch.setattr(app, "_display", mirror.show)
        for key in ("question_mark", "a", "escape", "a", "escape"):
            await pilot.press(key)
            await mirror.until_whole(key)


@contextmanager
def garbage() -> Iterator[list[object]]:
    """Give a list that has, after the block, what was left in circles."""
    found: list[object] = []
    gc.collect()
    gc.disable()
    try:
        yield found
        gc.set_debug(gc.DEBUG_SAVEALL)
        gc.collect()
        found += gc.garbage
    finally:
        gc.set_debug(0)
        gc.garbage.clear()
        gc.enable()


async def test_a_layout_leaves_nothing_in_circles() -> None:
    """The collector of a server has to look for it while others play."""
    app = CuttleApp(FakeLobby(), chair=tables.chair(tables.TARGETS))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("l", "escape")
        await pilot.pause()
        with garbage() as found:
            await pilot.press("l", "escape")
            await pilot.pause()
    assert not [each for each in found if isinstance(each, MapGeometry)]


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (20, 8)])
async def test_zones_are_placed_as_textual_would_place_them(size: tuple[int, int]) -> None:
    app = CuttleApp(FakeLobby(), chair=tables.chair(tables.TARGETS))
    async with app.run_test(size=size) as pilot:
        for key in ("", "l", "escape", "question_mark"):
            await pilot.press(*filter(None, [key]))
            await pilot.pause()
            screen = app.screen
            ours = ZoneCompositor()._arrange_root(screen, screen.size)
            theirs = Compositor()._arrange_root(screen, screen.size)
            assert ours == theirs
            assert [*ours[0]] == [*theirs[0]]


def _smaller(zone: Zone[Any]) -> Size:
    return Size(zone.size.width, max(0, zone.size.height - 1))


async def test_rows_that_a_zone_has_not_grown_to_are_left_for_later(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A part may be painted between the moment a zone is placed and the one it is told so."""
    app = CuttleApp(FakeLobby(), chair=tables.chair(tables.TARGETS))
    async with app.run_test(size=(80, 24)):
        compositor = app.screen._compositor
        compositor._dirty_regions = {app.size.region}
        monkeypatch.setattr(Zone, "outer_size", property(_smaller))
        assert compositor.render_partial_update() is not None


async def test_nothing_stays_around_a_front_screen_in_a_high_window(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    app = CuttleApp(FakeLobby())
    async with app.run_test(size=(200, 80)) as pilot:
        await pilot.pause()
        mirror = Mirror(app)
        mirror.show(None, app.screen._compositor.render_full_update())
        monkeypatch.setattr(app, "_display", mirror.show)
        for key in ("?", "escape", "s", "down", "escape", "k", "escape"):
            await pilot.press(key)
            await mirror.until_whole(key)
        rows = mirror.screen.display
        written = [y for y, row in enumerate(rows) if row.strip()]
        assert min(written) >= 8
        assert max(written) < 72


@pytest.mark.parametrize("size", [(80, 24), (100, 32), (120, 40)])
async def test_choosing_cards_and_plays_places_no_zone_anew(
    size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    placed = []
    reflow = ZoneCompositor.reflow

    def counted(self: ZoneCompositor, *given: Any, **named: Any) -> Any:
        placed.append(self)
        return reflow(self, *given, **named)

    app = CuttleApp(FakeLobby(), chair=tables.chair(tables.TARGETS))
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        monkeypatch.setattr(ZoneCompositor, "reflow", counted)
        for key in ("right", "left", "1", "escape", "2", "escape", "i", "5", "escape"):
            await pilot.press(key)
            await pilot.pause()
        assert not placed  # every cell would be sent again
        await pilot.resize_terminal(size[0], size[1] - 1)
        await pilot.pause()
        assert placed
