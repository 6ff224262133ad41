"""Keys of one packet act one after the other, each on the screen that is there by then."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import Any

import pytest

from cuttle_tui.app import CuttleApp
from cuttle_tui.front.home import HomeScreen
from cuttle_tui.front.page_screen import HelpScreen
from cuttle_tui.kit.screen import ZoneScreen
from cuttle_tui.playing.screen import TableScreen
from cuttle_tui.ports import GameLine, Key
from cuttle_tui.table.situation import Mode
from tests.cuttle_tui import lobbies, tables
from tests.cuttle_tui.bursts import burst, send
from tests.cuttle_tui.gallery.fronts import FakeArchive
from tests.cuttle_tui.idle import until_idle
from tests.cuttle_tui.lobbies import FakeAccount, FakeLobby

pytestmark = pytest.mark.slow


def at_home(**facts: Any) -> CuttleApp:
    return CuttleApp(lobbies.online(archive=FakeArchive(0), **facts))


async def test_two_keys_that_close_help_close_it_once_and_ask_at_the_table() -> None:
    app = CuttleApp(FakeLobby(), chair=tables.chair(tables.TARGETS))
    async with app.run_test(size=(80, 24)):
        await burst(app, "?")
        assert isinstance(app.screen, HelpScreen)
        await burst(app, "qq")
        assert isinstance(app.screen, TableScreen)
        assert app.screen.ui.mode is Mode.LEAVE


async def test_a_whole_packet_does_what_its_keys_do_one_by_one() -> None:
    keys = "hlqhq?qhlqq?"
    stacks = []
    for packets in ([keys], [*keys]):
        app = at_home()
        async with app.run_test(size=(80, 24)):
            for packet in packets:
                await burst(app, packet)
            stacks.append([type(screen) for screen in app.screen_stack])
    assert stacks == [[HomeScreen, HelpScreen]] * 2


async def test_keys_that_open_and_close_a_page_do_not_leave_the_game_below() -> None:
    app = CuttleApp(lobbies.online(chairs=(tables.chair(tables.TARGETS),)))
    async with app.run_test(size=(80, 24)):
        await burst(app, "m")
        assert isinstance(app.screen, TableScreen)
        await burst(app, "??q")
        assert isinstance(app.screen, TableScreen)
        assert app.screen.ui.mode is Mode.LEAVE


@pytest.mark.parametrize("opening", ["l", "h", "s", "n", "j", "a", "w", "f", "?"])
@pytest.mark.parametrize("closing", ["\x1b[Z\x1b\x1b", "\x03\x03", "qq", "q\x03", "\x03q"])
async def test_a_screen_closed_twice_in_a_packet_ends_nothing_by_an_error(
    opening: str, closing: str
) -> None:
    app = at_home()
    async with app.run_test(size=(80, 24)):
        await burst(app, opening + closing)


async def test_a_pasted_text_goes_to_the_screen_that_is_there_by_then() -> None:
    app = at_home()
    async with app.run_test(size=(80, 24)):
        await burst(app, "j\x1b[200~AB\x1b[201~C")
        assert getattr(app.screen, "code", "") == "ABC"
        await burst(app, "\x1b[200~D\x1b[201~\x03\x1b[200~E\x1b[201~q")
        assert isinstance(app.screen, HomeScreen)


async def test_a_click_meant_for_a_closed_screen_does_nothing() -> None:
    app = at_home()
    async with app.run_test(size=(80, 24)):
        await burst(app, "?q\x1b[<0;4;21M\x1b[<0;4;21m\x1b[<64;4;10M")
        assert isinstance(app.screen, HomeScreen)


@pytest.mark.parametrize("keys", ["\x03", "\x03\x03", "q", "\x1b[B", "\x1b[200~x\x1b[201~", "?"])
async def test_keys_before_the_first_screen_break_nothing(keys: str) -> None:
    app = EarlyApp(lobbies.online())
    app.early = keys
    async with app.run_test(size=(80, 24)):
        await until_idle()


class EarlyApp(CuttleApp):
    """An app whose terminal sends keys before the first screen is there."""

    early = ""

    def on_load(self) -> None:
        """Send them as soon as the app takes messages."""
        super().on_load()
        send(self, self.early)

    def get_default_screen(self) -> ZoneScreen:
        """Send them again to a screen that is just being made."""
        screen = super().get_default_screen()
        assert isinstance(screen, ZoneScreen)
        self.call_later(self.action_interrupt)
        self.action_interrupt()
        return screen


@dataclass
class SlowLobby(FakeLobby):
    """A lobby whose games are long in coming."""

    gate: asyncio.Event | None = None

    async def games(self) -> tuple[GameLine, ...]:
        """Wait, and list them."""
        assert self.gate is not None
        await self.gate.wait()
        return self.finished


@dataclass
class SlowAccount(FakeAccount):
    """An account whose keys are long in coming."""

    gate: asyncio.Event | None = None

    async def keys(self) -> tuple[Key, ...]:
        """Wait, and list them."""
        assert self.gate is not None
        await self.gate.wait()
        return self.stored


@pytest.mark.parametrize("opening", ["l", "a"])
async def test_a_result_that_comes_while_its_screen_closes_is_dropped(opening: str) -> None:
    gate = asyncio.Event()
    lobby = SlowLobby(networked=True, account=SlowAccount(gate=gate), gate=gate)
    app = CuttleApp(lobby)
    async with app.run_test(size=(80, 24)):
        await burst(app, opening)
        closing = app.screen
        app.go_home()
        for _ in range(40):
            if not closing.children:
                break
            await asyncio.sleep(0)
        gate.set()
        await until_idle()
        assert isinstance(app.screen, HomeScreen)
