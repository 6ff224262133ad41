"""The door for browsers in a real browser: played by taps and keys, lost, blocked, looked at."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from io import BytesIO
from itertools import cycle
from pathlib import Path
from typing import Final

import asyncssh
import pytest
import pytest_asyncio
from PIL import Image
from playwright.async_api import Browser, FloatRect

from cuttle_tui.drawing.palette import UNICODE
from cuttle_tui.ports import Chair
from cuttle_tui.table.presenter import present_table
from cuttle_tui.table.situation import TableUi
from engine.actions import Kind
from engine.cards import rank_of
from server.ops.limits import Limits
from server.serve import Server
from server.web import WebOptions
from server.web.door import BrowserSession
from tests.browser import needs_browser
from tests.server.emulator import PATIENCE, connect, open_terminal
from tests.server.eventful import keys_for
from tests.server.floor import floor_app
from tests.server.seats import chairs_of, view_of
from tests.server.web.window import PHONE, Window, window
from tests.whole import some, whole_only

pytestmark = [needs_browser, pytest.mark.slow, pytest.mark.asyncio(loop_scope="session")]

SEED: Final = 387
"""Found by trying: the host is dealt a ten, a nine and an eight, and does not begin."""
SIZES: Final = (
    *((360, 640), (390, 844), (430, 932), (844, 390)),
    *((1280, 800), (1920, 1080), (3840, 2160)),
)
GROUNDS: Final = {"dark": (16, 33, 29), "light": (163, 188, 174)}
FIELD: Final = """((field) => [field.inputMode, field === document.activeElement])(
    document.querySelector(".xterm-helper-textarea"))"""
GROUND: Final = "document.documentElement.style.getPropertyValue('--ground')"
COPIED: Final = "navigator.clipboard.readText()"
PICTURE: Final = "document.querySelector('.xterm-screen canvas').toDataURL()"
BLOCKED: Final = """{
    const Socket = WebSocket;
    WebSocket = class extends Socket {
        constructor(url) { super(String(url).replace("socket", "none")); }
    };
}"""
"""A network on which no WebSocket gets through."""
KEPT: Final = """{
    const note = (event) => event.defaultPrevented && kept.push(event.key);
    window.kept = [];
    addEventListener("keydown", (event) => setTimeout(note, 0, event), true);
}"""
"""Notes the keys that were kept from the browser."""
SEEN: Final = """(() => {
    const { scrollWidth, scrollHeight } = document.documentElement;
    const canvas = document.querySelector(".xterm-screen canvas");
    const box = canvas.getBoundingClientRect();
    return {
        over: [scrollWidth - innerWidth, scrollHeight - innerHeight],
        sharp: Math.abs(canvas.width - box.width * devicePixelRatio) < devicePixelRatio,
        right: innerWidth - box.right,
        below: innerHeight - box.bottom,
    };
})()"""
"""What does not fit the window, and what of it the terminal leaves."""
_NAMES: Final = {"enter": "Enter", "space": " ", "left": "ArrowLeft", "right": "ArrowRight"}


def entropy(count: int) -> bytes:
    """Give bytes that make every deal alike."""
    return bytes([SEED % 256, SEED // 256]) * (count // 2)


@pytest_asyncio.fixture(loop_scope="session")
async def room(tmp_path: Path) -> AsyncIterator[Server]:
    """Run a server without accounts that browsers may enter."""
    async with Server(tmp_path, web=WebOptions(port=0), entropy=entropy) as running:
        yield running


async def opened_room(host: Window, *, public: bool = False) -> str:
    """Open a room by keys; return its code."""
    await host.until("WELCOME")
    await host.press("n")
    await host.until("NEW TABLE")
    if public:
        await host.press("p")
        await host.until(lambda text: "friends with the code" not in text)
    await host.press("Enter")
    return await host.room_code()


async def joined(guest: Window, host: Window, code: str) -> None:
    """Follow the link of a room by taps, and let the host begin."""
    await guest.open(f"/join/{code}")
    await guest.point("take this name")
    await host.until("Are you ready?")
    await host.press("Enter")
    await guest.until("YOUR TURN")


async def score(player: Window, chair: Chair, *, by_taps: bool = False) -> None:
    """Play the highest points of a hand."""
    await player.until("YOUR TURN")
    view = view_of(chair)
    assert view.viewer is not None
    points = [action for action in view.legal if action.kind is Kind.POINTS]
    action = max(points, key=lambda action: rank_of(action.cards[0]))
    if by_taps:
        await player.point(UNICODE.index(action.cards[0]))
        await player.point("points:")
    else:
        order = present_table(chair.state(), view.viewer, TableUi()).order
        await player.press(*(_NAMES.get(key, key) for key in keys_for(view, action, order)))
    await player.until(lambda _: view_of(chair).ply > view.ply)


async def test_a_phone_and_a_desktop_play_a_whole_game(
    browser: Browser, room: Server, ann_key: asyncssh.SSHKey
) -> None:
    """Taps against keys, watched by ssh and in a third browser; one is killed and comes back."""
    async with (
        window(browser, room) as host,
        window(browser, room, None) as third,
        connect(room.port, ann_key) as ssh,
    ):
        code = await opened_room(host, public=True)
        async with window(browser, room, None, **PHONE) as guest:
            await joined(guest, host, code)
            chairs = chairs_of(room)
            table, names = chairs[0].state(), [one.name for one in chairs[0].state().sitters]
            watcher = await open_terminal(ssh, f"watch {table.title}")
            await watcher.until(names[1])
            await third.open(f"/watch/{table.title}")
            await third.until(names[1])
            await host.holds("document.title.startsWith('cuttle: your game')")
            await guest.point("deck")
            await score(host, chairs[0])
            await guest.until("YOUR TURN")
            state = await guest.page.context.storage_state()
        async with window(browser, room, **PHONE, storage_state=state) as guest:
            await score(guest, chairs[1], by_taps=True)
            await host.again(host.page.reload)
            await score(host, chairs[0])
            await guest.until("YOUR TURN")
            await guest.point("deck")
            await score(host, chairs[0])
            await host.until("YOU WIN")
            await guest.until("DEFEAT")
            for other in (watcher, third):
                await other.until("WINS")
            async with host.page.expect_download() as saving:
                await host.press("p")
            saved = await saving.value
            assert saved.suggested_filename.endswith(".svg")
            assert (await saved.path()).read_text(encoding="utf-8").endswith("</svg>\n")


@whole_only
async def test_a_loaded_page_keeps_the_very_dialog(browser: Browser, room: Server) -> None:
    """A half-typed name is still there, and the page goes on with it."""
    async with window(browser, room) as guest:
        await guest.until("a card duel")
        await guest.press("g", "Control+u", *"halfway")
        await guest.until("halfway")
        await guest.again(guest.page.reload)
        await guest.until("halfway")
        await guest.press("Enter")
        await guest.until(lambda text: "halfway" in text and "quick match" in text)


async def test_below_a_path_a_link_leads_to_the_table_and_a_loaded_page_goes_on(
    browser: Browser, tmp_path: Path
) -> None:
    web = WebOptions(port=0, prefix="/cuttle")
    async with (
        Server(tmp_path, web=web, entropy=entropy) as room,
        window(browser, room) as host,
        window(browser, room, None, **PHONE) as guest,
    ):
        code = await opened_room(host)
        await joined(guest, host, code)
        await guest.again(guest.page.reload)
        await score(guest, chairs_of(room)[1], by_taps=True)
        await host.until("YOUR TURN")


async def test_a_lost_line_is_told_and_comes_back_by_itself(browser: Browser, room: Server) -> None:
    """The picture stays meanwhile, and so does the session."""
    async with window(browser, room) as guest:
        await guest.until("a card duel")
        await guest.press("h")
        await guest.until("LEARN")
        picture = await guest.page.evaluate(PICTURE)
        await guest.page.context.set_offline(True)
        cut(room)
        await guest.holds("notice.innerText.includes('connection is lost')")
        assert await guest.page.evaluate(PICTURE) == picture
        guest.complaints.clear()  # of a network that is not there
        await guest.page.context.set_offline(False)
        await guest.holds("notice.hidden")
        await guest.press("Escape")
        await guest.until("WELCOME")


async def test_a_page_that_is_closed_says_so(browser: Browser, tmp_path: Path) -> None:
    """The server need not wait for it as for one whose line was lost."""
    limits = Limits(stall_timeout=600.0, reload_time=0.2)
    async with (
        Server(tmp_path, web=WebOptions(port=0), limits=limits) as running,
        window(browser, running, **PHONE) as closed,
    ):
        await closed.until("WELCOME")
        await closed.page.close()
        async with asyncio.timeout(PATIENCE):
            while running.doors.tasks:
                await asyncio.sleep(0.02)


async def test_a_line_that_went_dead_is_left_for_another(browser: Browser, room: Server) -> None:
    """A machine that slept does not know: the page asks when it is looked at again."""
    async with window(browser, room) as guest:
        await guest.until("WELCOME")
        await guest.page.clock.install()
        (session,) = sessions(room)
        session.wire.may_read.clear()  # nothing is read or answered on this line any more
        await guest.page.evaluate("dispatchEvent(new Event('online'))")
        await guest.again(lambda: guest.page.clock.fast_forward(10_000))
        session.wire.may_read.set()
        await guest.press("h")
        await guest.until("LEARN")


async def test_a_session_that_ends_says_why_and_offers_another(
    browser: Browser, room: Server
) -> None:
    """By leaving, and by another window that goes on with the same page."""
    async with window(browser, room) as guest:
        await guest.until("WELCOME")
        await guest.press("q")
        await guest.holds("notice.innerText.includes('You have left')")
        await guest.page.locator("#back").click()
        await guest.until("WELCOME")
        async with guest.page.expect_popup() as other:
            await guest.page.evaluate("void open(location.href)")
        await guest.holds("notice.innerText.includes('another window')")
        await (await other.value).close()
        await guest.page.locator("#back").click()
        await guest.holds("notice.hidden")
        await guest.until("WELCOME")


async def test_the_last_words_of_a_session_are_read(browser: Browser, tmp_path: Path) -> None:
    """What a terminal would print after its app has ended stands in the page."""
    async with (
        Server(tmp_path, web=WebOptions(port=0), app_for=floor_app) as server,
        window(browser, server) as guest,
    ):
        await guest.until("keys=0")
        await guest.press("x")
        await guest.holds("notice.innerText.includes('Something went wrong on our side')")


async def test_a_page_without_scripts_or_sockets_says_how_else(
    browser: Browser, room: Server
) -> None:
    """Both show the line for ssh that leads to the same place."""
    assert room.web is not None
    url = f"http://127.0.0.1:{room.web.port}/join/K7QF"
    context = await browser.new_context(java_script_enabled=False)
    try:
        page = await context.new_page()
        await page.goto(url)
        assert "This page needs JavaScript" in await page.locator("noscript").inner_text()
        line = await page.locator("noscript code").inner_text()
        assert line.startswith("ssh -t")
        assert line.endswith("join K7QF")
        async with page.expect_request(url):
            await page.locator("noscript a").click()
        assert await page.locator("#notice").is_hidden()
    finally:
        await context.close()
    async with window(browser, room, None) as guest:
        await guest.page.add_init_script(BLOCKED)
        await guest.open("/join/K7QF")
        await guest.holds("notice.innerText.includes('by WebSocket')")
        line = await guest.page.locator("#line").inner_text()
        assert line.startswith("ssh -t")
        assert line.endswith("join K7QF")
        guest.complaints.clear()


@pytest.mark.parametrize("old", some([True, False], 2))
async def test_a_link_is_copied(browser: Browser, room: Server, old: bool) -> None:
    """The invitation reaches the player's own machine, without TLS by the old way."""
    assert room.web is not None
    async with window(browser, room, None) as host:
        await host.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
        if old:
            await host.page.add_init_script("delete Navigator.prototype.clipboard")
        await host.open()
        code = await opened_room(host)
        await host.press("y")
        reader = await host.page.context.new_page()
        await reader.goto(f"{host.url}/nothing")
        async with asyncio.timeout(PATIENCE):
            while await reader.evaluate(COPIED) != f"{room.web.url}/join/{code}":
                await asyncio.sleep(0.02)


async def test_a_phone_shows_its_keyboard_only_when_text_is_asked(
    browser: Browser, room: Server
) -> None:
    """Taps alone need none; then it types, and the keyboard goes with the question."""
    async with window(browser, room, **PHONE) as guest:
        await guest.point("lobby")
        await guest.until("LOBBY")
        assert await guest.page.evaluate(FIELD) == ["none", False]
        await guest.point("home")
        await guest.point("join by code")
        await guest.holds(f"{FIELD}.join() === 'text,true'")
        await guest.page.keyboard.insert_text("K7")
        await guest.until("2 more letters")
        lines, columns = guest.lines_to_server, guest.size[0]
        for height, rows in ((500, 26), (200, 20), (844, 44)):  # what a keyboard leaves
            await guest.page.set_viewport_size({"width": 390, "height": height})
            await painted(guest, columns, rows)
            assert (await guest.page.evaluate(SEEN))["below"] < 844 / 44
        assert guest.lines_to_server == lines
        await guest.point("home")
        await guest.until("WELCOME")
        await guest.holds(f"{FIELD}.join() === 'none,false'")
        assert await guest.page.locator("#type").is_hidden()


@pytest.mark.parametrize(
    ("width", "height", "scale"),
    some([(384, 700, 2.8125), (360, 640, 3), (360, 512, 3), (375, 667, 2), (390, 844, 3)], 5),
)
async def test_a_keyboard_leaves_a_game_that_takes_text(
    browser: Browser, room: Server, width: int, height: int, scale: float
) -> None:
    """Whatever its pixels: the rows that a table needs stay, and the foot of them is seen."""
    options = PHONE | {"viewport": {"width": width, "height": height}, "device_scale_factor": scale}
    async with window(browser, room, **options) as guest:
        await guest.point("name  ")
        await guest.holds(f"{FIELD}.join() === 'text,true'")
        for left in (358, 300, 240):  # what keyboards leave
            await guest.page.set_viewport_size({"width": width, "height": left})
            await guest.until(lambda text: 20 <= guest.size[1] <= 21 and "help" in text)
        await guest.page.keyboard.insert_text("halfway")
        await guest.until("halfway")
        assert 0 <= (await guest.page.evaluate(SEEN))["below"] < height / 20


async def painted(window: Window, columns: int, rows: int) -> None:
    """Wait until a page is as large as that, and its last rows are in their place."""
    await window.until(
        lambda text: window.size == (columns, rows) and "home" in "".join(text.split("\n")[-6:])
    )


async def test_a_turned_phone_keeps_the_dialog(browser: Browser, room: Server) -> None:
    """Its letters fit the other side: a table held across would have too few rows."""
    async with window(browser, room, **PHONE) as guest:
        await guest.point("settings")
        await guest.until("SETTINGS")
        await guest.again(lambda: guest.page.set_viewport_size({"width": 844, "height": 390}))
        await guest.until(lambda text: guest.size[1] > 20 and "SETTINGS" in text)
        await guest.holds("document.querySelector('.xterm.enable-mouse-events') !== null")
        await guest.point("  back")
        await guest.until("WELCOME")
        guest.complaints.clear()  # of the terminal that was left


async def test_a_swipe_turns_the_wheel(browser: Browser, room: Server) -> None:
    """A finger that moves up brings what is below."""
    async with window(browser, room, **PHONE) as guest:
        await guest.point("settings")
        await guest.until("SETTINGS   theme")
        fingers = await guest.page.context.new_cdp_session(guest.page)
        for kind, y in (("Start", 400), ("Move", 390), ("Move", 370), ("End", None)):
            points = [] if y is None else [{"x": 200, "y": y}]
            touch = {"type": f"touch{kind}", "touchPoints": points}
            await fingers.send("Input.dispatchTouchEvent", touch)
        await guest.until(lambda text: "SETTINGS" in text and "SETTINGS   theme" not in text)


async def test_the_page_takes_the_ground_of_the_theme(browser: Browser, room: Server) -> None:
    """What the terminal leaves of the window has the colour the player chose, as notices have."""
    async with window(browser, room, color_scheme="dark") as guest:
        await guest.holds(f"{GROUND} === 'rgb(16, 33, 29)'")
        await guest.press("s")
        await guest.until("SETTINGS   theme")
        for name in ("felt, dark", "felt, light"):
            await guest.press("ArrowRight")
            await guest.until(f"< {name} >")
        await guest.holds(f"{GROUND} === 'rgb(163, 188, 174)'")
        await guest.holds("document.documentElement.dataset.scheme === 'light'")


async def test_keys_of_the_browser_are_left_to_it(browser: Browser, room: Server) -> None:
    """They are neither sent nor kept from it; all others are the game's."""
    async with window(browser, room, None) as guest:
        await guest.page.add_init_script(KEPT)
        await guest.open()
        await guest.until("WELCOME")
        await guest.press("F5", "F11", "F12", "Control+r", "Control+t", "Control+w", "Control+Tab")
        await guest.press("Alt+ArrowLeft", "Control+-", "ArrowDown")
        await guest.holds("kept.length > 0")
        assert await guest.page.evaluate("kept") == ["ArrowDown"]
        assert guest.typed == ["\x1b[B"]


@pytest.mark.parametrize(
    ("width", "height", "scheme"), some([(*size, of) for size, of in zip(SIZES, cycle(GROUNDS))], 5)
)
async def test_the_terminal_fills_every_window(
    browser: Browser, room: Server, width: int, height: int, scheme: str
) -> None:
    """Sharp to the pixel, in the system's colours, with nothing to scroll and no black borders."""
    touch = min(width, height) < 500
    options = (PHONE if touch else {}) | {"viewport": {"width": width, "height": height}}
    async with window(browser, room, **options, color_scheme=scheme) as guest:
        await guest.until("WELCOME")
        columns, rows = guest.size
        assert columns >= (80 if width > height else 44)
        assert rows >= 20
        seen = await guest.page.evaluate(SEEN)
        assert seen["over"] == [0, 0]
        assert seen["sharp"]
        assert 0 <= seen["right"] < width / columns
        assert 0 <= seen["below"] < height / rows + 1
        picture = Image.open(BytesIO(await guest.page.screenshot())).convert("RGB")
        right, bottom = picture.width - 1, picture.height - 1
        border = {picture.getpixel((right, y)) for y in range(0, bottom, 7)}
        border |= {picture.getpixel((x, bottom)) for x in range(0, right, 7)}
        assert GROUNDS[scheme] in border
        assert (0, 0, 0) not in border


def cut(server: Server) -> None:
    """Cut every line to a page."""
    for session in sessions(server):
        assert session.wire._transport is not None
        session.wire._transport.abort()


def sessions(server: Server) -> list[BrowserSession]:
    """Return the sessions that run in pages."""
    assert server.web is not None
    return [*server.web._sessions.values()]


async def test_a_page_comes_back_to_a_server_that_was_restarted(
    browser: Browser, tmp_path: Path
) -> None:
    """It says so below the table that it keeps, and goes on as the same player by itself."""
    database = f"sqlite:///{tmp_path / 'cuttle.db'}"
    async with AsyncExitStack() as after:
        async with Server(tmp_path, database=database, web=WebOptions(port=0)) as server:
            guest = await after.enter_async_context(window(browser, server))
            await guest.until("your name")
            await guest.press("Control+u", *"ottoline", "Enter")
            await guest.until("quick match")
            assert server.web is not None
            port = server.web.port
            upper = FloatRect(x=0, y=0, width=400, height=200)
            before = b""
            while before != (before := await guest.page.screenshot(clip=upper)):
                await asyncio.sleep(0)  # until all of it is painted
        await guest.holds("notice.innerText.includes('server is restarting')")
        assert await guest.page.screenshot(clip=upper) == before
        guest.complaints.clear()  # of a server that is not there
        again = Server(tmp_path, database=database, web=WebOptions(port=port))
        await guest.again(lambda: after.enter_async_context(again))
        await guest.until("ottoline, this is Cuttle")
        await guest.holds("notice.hidden")
        guest.complaints.clear()
