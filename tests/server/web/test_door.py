"""Browsers come in by a link: who they are, what they see, what is refused."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, suppress
from datetime import UTC, datetime, timedelta
from io import BytesIO
from ipaddress import ip_network
from pathlib import Path

import aiohttp
import asyncssh
import pytest
from PIL import Image

from cuttle_tui.kit.pasted import invitation
from server.admin.service import ServerAdmin
from server.cli.play import advertised
from server.config.loader import ConfigError, load
from server.ops.limits import Limits
from server.ops.prometheus import PrometheusMetrics
from server.serve import Server
from server.web import WebOptions
from server.web.callers import COOKIE, RENEWED_AFTER, BrowserWire, Cookie, cookie_of
from server.web.door import BrowserSession
from server.web.rendering import page_files
from tests.server.emulator import connect, open_terminal
from tests.server.floor import floor_app
from tests.server.rawssh import until
from tests.server.test_coming_back import nod
from tests.server.test_waiting_room import room_of
from tests.server.web.page import Browser, Page, browser

pytestmark = pytest.mark.slow

WEB = WebOptions(port=0)


@pytest.fixture
async def cuttle(tmp_path: Path) -> AsyncIterator[Server]:
    """Run a server with accounts that browsers may enter."""
    database = f"sqlite:///{tmp_path / 'cuttle.db'}"
    async with Server(tmp_path, database=database, web=WEB) as running:
        yield running


@pytest.fixture
async def room(tmp_path: Path) -> AsyncIterator[Server]:
    """Run a server without accounts that browsers may enter."""
    async with Server(tmp_path, web=WEB) as running:
        yield running


async def test_a_page_plays_with_a_client_of_ssh(room: Server, ann_key: asyncssh.SSHKey) -> None:
    """A link of a room leads to the seat beside the one who opened it by ssh."""
    async with connect(room.port, ann_key) as connection, browser(room) as there:
        ann, code = await room_of(connection)
        assert room.web is not None
        assert f"{room.web.url}/join/{code}" in ann.text
        async with there.page(f"/join/{code}") as bob:
            await bob.until("name")
            await bob.type("\x15ottoline\r")
            await bob.until("waiting for ann")
            await ann.until("ottoline")


async def _take_a_name(page: Page) -> None:
    """Choose a name on the first visit, and wait until it is stored."""
    await page.until("name")
    await page.type("\x15ottoline\r")
    await page.until("quick match")


def _held(there: Browser) -> Cookie:
    """Return the cookie that a browser holds."""
    (morsel,) = there.cookies.values()
    cookie = cookie_of({morsel.key: morsel.value}, secure=False)
    assert cookie is not None
    return cookie


def _aged(there: Browser, cookie: Cookie, cuttle: Server) -> Cookie:
    """Give a browser the same cookie as it was when it is due for another, and return it.

    To the server its key is as old by then.
    """
    assert cuttle.accounts is not None
    later = datetime.now(UTC) + timedelta(days=RENEWED_AFTER, seconds=1)
    cuttle.accounts._today = lambda: later
    return _forged(there, cookie)


def _forged(there: Browser, cookie: Cookie) -> Cookie:
    """Give a browser the same cookie with an old day, and return it."""
    old = Cookie(cookie.secret, cookie.day - RENEWED_AFTER)
    there.session.cookie_jar.clear()
    there.session.cookie_jar.update_cookies({COOKIE: str(old)}, there.url)
    return old


async def test_a_browser_is_known_by_its_cookie(cuttle: Server) -> None:
    """A name is chosen once; another browser is another player."""
    async with browser(cuttle) as one, browser(cuttle) as two:
        async with one.page() as page:
            await _take_a_name(page)
        async with one.page(name="again") as page:
            await page.until("ottoline")
        async with two.page() as page:
            await page.until("name")
            assert "ottoline" not in page.text


async def test_an_unknown_code_is_told_before_a_name_is_asked(cuttle: Server) -> None:
    """And again, with room for the right one, to those who have theirs."""
    async with browser(cuttle) as there:
        async with there.page("/join/ZZZZ", size=(45, 42)) as page:
            await page.until("no room has that code")
            assert "name" in page.text
            assert cuttle.store is not None
            assert cuttle.writer is not None
            identity = _held(there).identity
            assert await cuttle.writer.ask(cuttle.store.person_of_key, identity) is None
            await page.type("\x15ottoline\r")
            await page.until("JOIN")
            await page.until("no room has that code")
            assert "eight signs" not in page.text
        async with there.page("/join/ZZZY", name="two") as page:
            await page.until("no room has that code")
            await page.until("JOIN")


async def test_a_link_to_a_room_that_is_full_or_has_begun_says_which(
    cuttle: Server, ann_key: asyncssh.SSHKey
) -> None:
    """Before a name is asked and after, to who comes too late; and never that there is none."""
    async with (
        connect(cuttle.port, ann_key) as connection,
        browser(cuttle) as second,
        browser(cuttle) as third,
        browser(cuttle) as fourth,
    ):
        ann = await open_terminal(connection)
        await ann.until("WELCOME   Choose a name")
        ann.send("\x15ann\r")
        await ann.until("quick match")
        ann.send("o")
        await ann.until("NEW TABLE")
        ann.send("\r")
        code = await ann.room_code()
        async with second.page(f"/join/{code}") as bob:
            await bob.until("name")
            await bob.type("\x15bob\r")
            await ann.until("bob")
            async with third.page(f"/join/{code}") as late:
                await late.until("that room is full")
                assert "no room has" not in late.text
                await late.type("\x15cat\r")
                await late.until("JOIN")
                await late.until("that room is full")
            ann.send("\r")
            await ann.until("turn 1")
            async with fourth.page(f"/join/{code}") as late:
                await late.until("the game there has begun")
                assert "no room has" not in late.text


async def test_a_browser_that_lost_its_cookie_is_let_in_by_a_nod(
    tmp_path: Path, ann_key: asyncssh.SSHKey
) -> None:
    """It plays under another name, since its own is taken; the first one can have the seat back."""
    database = f"sqlite:///{tmp_path / 'cuttle.db'}"
    async with (
        Server(tmp_path, database=database, web=WEB, limits=Limits(reload_time=0.2)) as cuttle,
        connect(cuttle.port, ann_key) as connection,
        browser(cuttle) as phone,
        browser(cuttle) as emptied,
    ):
        ann = await open_terminal(connection)
        await ann.until("WELCOME   Choose a name")
        ann.send("\x15ann\r")
        await ann.until("quick match")
        ann.send("o")
        await ann.until("NEW TABLE")
        ann.send("\r")
        code = await ann.room_code()
        async with phone.page(f"/join/{code}") as jess:
            await jess.until("name")
            await jess.type("\x15jess\r")
            await ann.until("jess")
            ann.send("\r")
            await jess.until("of 21")
            await jess.socket.close(code=aiohttp.WSCloseCode.GOING_AWAY)
        await ann.until("away")
        async with emptied.page(f"/join/{code}") as again:
            await again.until("with a name you can ask to be let in")
            await again.type("\x15jess\r")
            await again.until("taken")
            await again.type("\x15jess2\r")
            await again.until("your friend is asked to let you in")
            assert "eight signs" not in again.text
            await ann.until("jess is at the door")
            await nod(ann)
            await again.until("of 21")
            async with phone.page(f"/join/{code}", name="two") as jess:
                await jess.until("of 21")
                await until(lambda: again.closed)
                assert "is back, and has it again" in " ".join(again.raw.decode().split())


async def test_the_cookie_is_out_of_reach_and_says_nothing(cuttle: Server) -> None:
    """No script reads it, no other site sends it, and the server keeps only its hash."""
    async with browser(cuttle) as there:
        answer = await there.get()
        (cookie,) = answer.cookies.values()
        assert cookie["httponly"]
        assert cookie["samesite"] == "Lax"
        assert cookie["path"] == "/"
        held = cookie_of({cookie.key: cookie.value}, secure=False)
        assert held is not None
        assert held.secret not in held.identity
        async with there.page() as page:
            await page.until("name")
            await page.type("\rx")
            assert cuttle.store is not None
        assert cuttle.store is not None
        keys = {lobby.key for lobby in cuttle.matchmaker.presence.every()}
        assert all(held.secret not in key for key in keys)


@pytest.mark.parametrize("url", ["https://play.example.org", "HTTPS://Play.Example.org:443/"])
async def test_behind_tls_the_cookie_is_for_this_host_alone(tmp_path: Path, url: str) -> None:
    """A prefix binds it to the host, and Secure to TLS, however its URL is written."""
    told = {"web.enabled": "true", "web.url": url, "web.port": "0"}
    options = load(None, {}, told).config.web_options
    assert options is not None
    assert options.shown_url == "https://play.example.org"
    async with Server(tmp_path, web=options) as server, browser(server) as there:
        answer = await there.get()
        (cookie,) = answer.cookies.values()
        assert cookie.key == "__Host-cuttle"
        assert cookie["secure"]
        assert "max-age" in answer.headers["Strict-Transport-Security"]


async def test_an_old_cookie_is_replaced_and_the_account_stays(cuttle: Server) -> None:
    """The new secret belongs to the account at once, the old one not any more once it is used."""
    async with browser(cuttle) as there:
        async with there.page() as page:
            await _take_a_name(page)
        held = _held(there)
        old = _aged(there, held, cuttle)
        async with there.page(name="two") as page:
            await page.until("ottoline")
        now = _held(there)
        assert now.secret != old.secret
        store = cuttle.store
        assert store is not None
        assert cuttle.writer is not None
        assert (await cuttle.writer.ask(store.person_of_key, now.identity)) is not None
        assert (await cuttle.writer.ask(store.person_of_key, old.identity)) is None


async def test_a_cookie_with_a_forged_day_adds_no_key(cuttle: Server) -> None:
    """The store knows since when a browser has its secret."""
    async with browser(cuttle) as there:
        async with there.page() as page:
            await _take_a_name(page)
        held = _held(there)
        assert cuttle.store is not None
        assert cuttle.writer is not None
        for _ in range(20):
            _forged(there, _held(there))
            await there.get()
        person = await cuttle.writer.ask(cuttle.store.person_of_key, held.identity)
        assert person is not None
        assert len(await cuttle.writer.ask(cuttle.store.keys, person.id)) == 1


async def test_pages_opened_at_once_get_the_same_new_cookie(cuttle: Server) -> None:
    """Otherwise keys that nobody holds would stay with the account."""
    async with browser(cuttle) as there:
        async with there.page() as page:
            await _take_a_name(page)
        held = _held(there)
        old = _aged(there, held, cuttle)
        answers = await asyncio.gather(*(there.get() for _ in range(4)))
        given = {answer.cookies[COOKIE].value for answer in answers}
        assert len(given) == 1
        assert given != {str(old)}
        assert cuttle.store is not None
        assert cuttle.writer is not None
        person = await cuttle.writer.ask(cuttle.store.person_of_key, old.identity)
        assert person is not None
        assert len(await cuttle.writer.ask(cuttle.store.keys, person.id)) == 2


@pytest.mark.one_node
async def test_a_browser_that_is_banned_reads_why_and_keeps_its_cookie(cuttle: Server) -> None:
    """A ban by key ends its sessions, and holds also when the cookie is old."""
    async with browser(cuttle) as there:
        async with there.page() as page:
            await _take_a_name(page)
            held = _held(there)
            await ServerAdmin(cuttle, lambda: None).ban("key", held.identity, None, "rude")
            await page.until("rude")
        old = str(_aged(there, held, cuttle))
        async with there.page(name="two") as page:
            await page.until("rude")
        (morsel,) = there.cookies.values()
        assert morsel.value == old


async def test_a_lost_page_comes_back_to_the_very_dialog(cuttle: Server) -> None:
    """A half-typed name is still there when the same page connects again."""
    async with browser(cuttle) as there:
        async with there.page() as page:
            await page.until("name")
            await page.type("\x15halfway")
            await page.until("halfway")
        async with there.page() as page:
            await page.until("halfway")
            await page.type("\r")
            await page.until(lambda text: "halfway" in text and "choose" not in text)


async def test_a_page_that_comes_back_after_news_hears_of_the_mouse(room: Server) -> None:
    """What was painted for nobody meanwhile keeps nothing of it: taps would be dead."""
    async with browser(room) as there, browser(room) as friend:
        async with there.page() as page:
            await page.until("guest-")
            await page.type("n\r")
            code = await page.room_code()
            assert room.web is not None
            (session,) = room.web._sessions.values()
        async with friend.page(f"/join/{code}") as other:
            await other.until("your name")
            await other.type("\r")
            await until(lambda: getattr(session.wire._listener, "holds_back", False))
            async with there.page(size=(105, 21)) as page:
                await page.until("Are you ready?")
                assert b"\x1b[?1000h\x1b[?1006h" in page.raw
                assert session in room.web._sessions.values()


async def test_a_page_opened_twice_goes_on_in_the_newer_window(cuttle: Server) -> None:
    """The older one is told so, and takes nothing more."""
    async with browser(cuttle) as there, there.page() as old:
        await old.until("name")
        async with there.page() as new:
            await new.until("name")
            await until(lambda: ["end", "elsewhere"] in old.told)


async def test_a_guest_of_a_room_has_the_seat_again(room: Server) -> None:
    """Where nothing is stored the cookie leads back to the seat, under the same name."""
    async with browser(room) as there, browser(room) as friend:
        async with there.page() as page:
            await page.until("guest-")
            await page.type("n\r")
            code = await page.room_code()
            async with friend.page(f"/join/{code}") as other:
                await other.until("your name")
            (name,) = _seated(room)
        async with there.page(name="reloaded") as page:
            await page.until(code)
            assert _seated(room) == {name}


def _seated(server: Server) -> set[str]:
    """Return the names under which people sit at tables."""
    (table,) = (room.table for room in server.matchmaker.rooms)
    return {sitter.name for sitter in table.sitters if sitter.kind == "person"}


async def test_a_link_leads_ssh_to_where_the_server_says_it_is(tmp_path: Path) -> None:
    """Not to the port of another server, nor to that of browsers."""
    async with Server(tmp_path, web=WEB, address="ssh.club.example:2022") as server:
        assert server.web is not None
        link = f"http://127.0.0.1:{server.web.port}/join/HRGH"
        told = await asyncio.to_thread(advertised, invitation(link))
        assert told[:3] == ("HRGH", "ssh.club.example", 2022)
    async with Server(tmp_path, web=WEB) as server:
        assert server.web is not None
        link = f"http://127.0.0.1:{server.web.port}/join/HRGH"
        told = await asyncio.to_thread(advertised, invitation(link))
        assert told[:3] == ("HRGH", "127.0.0.1", server.port)
    lost = invitation(link)
    assert await asyncio.to_thread(advertised, lost) == lost


async def test_a_page_waits_for_a_server_that_restarts(tmp_path: Path) -> None:
    """Its session ends, and the page is told to come back by itself."""
    database = f"sqlite:///{tmp_path / 'cuttle.db'}"
    async with AsyncExitStack() as after:
        async with Server(tmp_path, database=database, web=WEB) as server:
            there = await after.enter_async_context(browser(server))
            page = await after.enter_async_context(there.page())
            await page.until("name")
        await until(lambda: ["end", "restart"] in page.told)


async def test_a_page_without_a_key_is_ended(tmp_path: Path) -> None:
    """As a client of ssh is that sends nothing for long, although the page is still there."""
    limits = Limits(idle=0.3)
    async with (
        Server(tmp_path, web=WEB, app_for=floor_app, limits=limits) as server,
        browser(server) as there,
        there.page() as page,
    ):
        await until(lambda: page.closed)
        assert "You were away" in page.text
        assert page.told[-1][0] == "end"


async def test_a_page_that_stays_away_is_ended(tmp_path: Path) -> None:
    """Nobody keeps a session for a page that never comes back."""
    limits = Limits(stall_timeout=0.2)
    async with Server(tmp_path, web=WEB, app_for=floor_app, limits=limits) as server:
        async with browser(server) as there:
            async with there.page() as page:
                await page.until(lambda text: bool(text.strip()))
            await until(lambda: not server.doors.tasks)
        assert server.web is not None
        assert not server.web._sessions


async def test_a_page_that_was_closed_leaves_its_seat_at_once(tmp_path: Path) -> None:
    """Its session does not wait for it as for one that was lost."""
    limits = Limits(stall_timeout=600.0, reload_time=0.2)
    async with (
        Server(tmp_path, web=WEB, app_for=floor_app, limits=limits) as server,
        browser(server) as there,
    ):
        async with there.page() as page:
            await page.until(lambda text: bool(text.strip()))
            await page.socket.close(code=aiohttp.WSCloseCode.GOING_AWAY)
        await until(lambda: not server.doors.tasks)


@pytest.mark.parametrize("origin", ["https://evil.example", "http://127.0.0.1:1", "null", ""])
async def test_pages_of_other_sites_are_refused(server_with_web: Server, origin: str) -> None:
    """A WebSocket is opened by our own pages only."""
    async with browser(server_with_web) as there:
        with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
            async with there.page(origin=origin):
                pass
        assert refused.value.status == 403


@pytest.fixture
async def server_with_web(tmp_path: Path) -> AsyncIterator[Server]:
    """Run a server whose sessions run the floor app."""
    async with Server(tmp_path, app_for=floor_app, web=WEB) as running:
        yield running


@pytest.mark.parametrize(
    "path",
    [
        "/page/../door.py",
        "/page/%2e%2e/door.py",
        "/page//etc/passwd",
        "/etc/passwd",
        "/join/",
        "/join/a/b",
        "/watch/%00",
        "/static/js/textual.js",
        "/" + "x" * 3000,
    ],
)
async def test_no_path_leads_to_a_file(server_with_web: Server, path: str) -> None:
    """What is served is named one by one; everything else is not there."""
    async with browser(server_with_web) as there:
        answer = await there.session.get(f"{there.url}".rstrip("/") + path, allow_redirects=False)
        assert answer.status in (400, 404)
        assert "root:" not in await answer.text()


async def test_a_message_that_is_too_large_ends_the_page(server_with_web: Server) -> None:
    """A paste of ten megabytes is cut off at once."""
    async with browser(server_with_web) as there, there.page() as page:
        await page.until(lambda text: bool(text.strip()))
        with suppress(ConnectionError):
            await page.say("stdin", "x" * 10_000_000)
        await until(lambda: page.closed)
        assert page.code == aiohttp.WSCloseCode.MESSAGE_TOO_BIG


@pytest.mark.parametrize(
    "message", ["", "[]", "{}", "[1]", '["resize", {"width": "x"}]', '["stdin", 5]', "[" * 9999]
)
async def test_messages_no_page_sends_are_dropped(server_with_web: Server, message: str) -> None:
    """The session goes on as if nothing had come."""
    async with browser(server_with_web) as there, there.page() as page:
        await page.until(lambda text: bool(text.strip()))
        await page.socket.send_str(message)
        await page.say("ping", "7")
        await until(lambda: ["pong", "7"] in page.told)


async def test_callers_who_send_no_request_are_hung_up_on(tmp_path: Path) -> None:
    """A connection that only holds on is ended after the time of a login."""
    limits = Limits(login_time=0.2)
    async with Server(tmp_path, app_for=floor_app, web=WEB, limits=limits) as server:
        assert server.web is not None
        reader, writer = await asyncio.open_connection("127.0.0.1", server.web.port)
        writer.write(b"GET / HTTP/1.1\r\n")
        async with asyncio.timeout(10):
            assert await reader.read() == b""
        writer.close()
        await until(lambda: not server.doors.admission.loading)


async def test_half_open_sockets_of_an_address_are_bounded(tmp_path: Path) -> None:
    """Those above the limit are told so in the words of a web server."""
    limits = Limits(connections_each=2)
    async with Server(tmp_path, app_for=floor_app, web=WEB, limits=limits) as server:
        assert server.web is not None
        port, loading = server.web.port, server.doors.admission.loading
        held = [await asyncio.open_connection("127.0.0.1", port) for _ in range(12)]
        await until(lambda: loading.total() == 12)
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        async with asyncio.timeout(10):
            told = await reader.read()
        assert told.startswith(b"HTTP/1.1 503")
        assert b"No more than 12" in told
        for _, end in [*held, (reader, writer)]:
            end.close()


async def test_half_open_sockets_are_no_logins(tmp_path: Path) -> None:
    """Else browsers of a school, which open sockets in reserve, shut its clients of ssh out."""
    limits = Limits(connections_each=2, logins_each=2, logins=12)
    async with Server(tmp_path, app_for=floor_app, web=WEB, limits=limits) as server:
        assert server.web is not None
        admission = server.doors.admission
        held = [await asyncio.open_connection("127.0.0.1", server.web.port) for _ in range(12)]
        await until(lambda: admission.loading.total() == 12)
        assert not admission.arrive(("127.0.0.1", 1), lambda: None)
        for _, end in held:
            end.close()


async def test_a_class_behind_one_address_loads_whole_pages_at_once(
    server_with_web: Server,
) -> None:
    """Each browser opens six connections, asks for the page and its files, and opens a terminal."""
    assert server_with_web.web is not None
    files = [path for path in page_files() if path.startswith("/page/")]

    async def load() -> list[int]:
        async with browser(server_with_web) as there:
            answers = [(await there.get()).status]
            loaded = await asyncio.gather(*(there.get(path) for path in files))
            return answers + [answer.status for answer in loaded]

    found = await asyncio.gather(*(load() for _ in range(45)))
    assert [set(each) for each in found] == [{200}] * 45


async def test_where_half_of_all_is_taken_an_address_has_its_share(tmp_path: Path) -> None:
    limits = Limits(connections_each=2, connections=8)
    async with Server(tmp_path, app_for=floor_app, web=WEB, limits=limits) as server:
        admission = server.doors.admission
        told = [admission.arrive(("127.0.0.1", n), lambda: None, loads=True) for n in range(12)]
        assert told.count("") == 4
        assert not admission.arrive(("127.0.0.2", 1), lambda: None, loads=True)


async def test_only_named_proxies_say_who_asks(tmp_path: Path) -> None:
    """The last hop that is no proxy of ours counts; others may write what they like."""
    proxied = WebOptions(port=0, proxies=(ip_network("127.0.0.1"),))
    asked = {"X-Forwarded-For": "6.6.6.6, 198.51.100.7, 127.0.0.1"}
    addresses = []
    for options in (proxied, WEB):
        async with (
            Server(tmp_path, app_for=floor_app, web=options) as server,
            browser(server, headers=asked) as there,
            there.page() as page,
        ):
            await page.until(lambda text: bool(text.strip()))
            addresses.append(_session(server).address)
    assert addresses == ["198.51.100.7", "127.0.0.1"]


async def test_a_proxy_does_not_use_up_the_limits_of_an_address(tmp_path: Path) -> None:
    """Each address behind it has its own connections."""
    proxied = WebOptions(port=0, proxies=(ip_network("127.0.0.1"),))
    limits = Limits(connections_each=1)
    async with (
        Server(tmp_path, app_for=floor_app, web=proxied, limits=limits) as server,
        browser(server, headers={"X-Forwarded-For": "198.51.100.1"}) as one,
        browser(server, headers={"X-Forwarded-For": "198.51.100.2"}) as two,
        one.page() as first,
        two.page() as second,
    ):
        await first.until(lambda text: bool(text.strip()))
        await second.until(lambda text: bool(text.strip()))
        with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
            async with two.page(name="more"):
                pass
        assert refused.value.status == 429


@pytest.mark.parametrize(
    ("name", "hops", "address"),
    [
        ("X-Forwarded-For", "6.6.6.6, 198.51.100.8:54321", "198.51.100.8"),
        ("X-Forwarded-For", '"[2001:db8::1]:443", 127.0.0.1:80', "2001:db8::/64"),
        ("Forwarded", 'for=6.6.6.6, for="[2001:db8::1]:443";proto=https', "2001:db8::/64"),
    ],
)
async def test_a_port_beside_an_address_is_read_over(
    tmp_path: Path, name: str, hops: str, address: str
) -> None:
    """Otherwise everybody behind such a proxy would share its limits and bans."""
    options = WebOptions(port=0, proxies=(ip_network("127.0.0.1"),), forwarded=name == "Forwarded")
    async with (
        Server(tmp_path, app_for=floor_app, web=options) as server,
        browser(server, headers={name: hops}) as there,
        there.page() as page,
    ):
        await page.until(lambda text: bool(text.strip()))
        assert _session(server).address == address


@pytest.mark.parametrize(
    ("hops", "unread"), [("unknown", True), ("203.0.113.7, _hidden", True), ("203.0.113.7", False)]
)
async def test_a_proxy_that_names_no_address_is_logged_and_counted(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, hops: str, unread: bool
) -> None:
    """An operator reads why everybody behind it shares its limits, and may be woken by it."""
    options = WebOptions(port=0, proxies=(ip_network("127.0.0.1"),))
    metrics = PrometheusMetrics()
    async with (
        Server(tmp_path, app_for=floor_app, web=options, metrics=metrics) as server,
        browser(server, headers={"X-Forwarded-For": hops}) as there,
    ):
        assert (await there.get()).status == 200
    assert ("named no address" in caplog.text) == unread
    none = b"cuttle_proxy_addresses_unread_total 0.0" in metrics.exposition()
    assert none != unread


@pytest.mark.parametrize("path", ["/page/page.js", "/page/mono.ttf"])
async def test_a_file_that_is_kept_is_not_sent_again(server_with_web: Server, path: str) -> None:
    """As it is and zipped it has two tags, and each is known in every form."""
    tags = {}
    async with browser(server_with_web, auto_decompress=False) as there:
        for coding in ("gzip", "identity", "gzip;q=0"):
            asked = {"Accept-Encoding": coding}
            answer = await there.get(path, headers=asked)
            assert answer.headers.get("Content-Encoding") == ("gzip" if coding == "gzip" else None)
            assert answer.headers["Vary"] == "Accept-Encoding"
            tag = tags[coding] = answer.headers["ETag"]
            for kept in (tag, f"W/{tag}", f'"x", {tag}', "*"):
                again = await there.get(path, headers=asked | {"If-None-Match": kept})
                assert (again.status, again.headers["ETag"]) == (304, tag)
            again = await there.get(path, headers=asked | {"If-None-Match": '"x"'})
            assert again.status == 200
        assert tags["gzip"] != tags["identity"] == tags["gzip;q=0"]
        refused = await there.get(path, headers={"Accept-Encoding": "*;q=0"})
        assert refused.status == 406


async def test_much_that_a_browser_sends_along_is_read(server_with_web: Server) -> None:
    """Other programs of the domain set cookies too; what is too much is told what to do."""
    async with browser(server_with_web) as there:
        for size, status in ((7500, 200), (9000, 431)):
            answer = await there.get("/", headers={"Cookie": f"other={'x' * size}"})
            assert answer.status == status
        assert "Delete the cookies" in await answer.text()
        assert (await there.session.get(there.url.with_query(utm="x" * 7500))).status == 200
        many = {f"X-Header-{number}": "y" for number in range(100)}
        assert (await there.get("/", headers=many)).status == 200


@pytest.mark.parametrize("path", ["/", "/game/nothing"])
async def test_a_page_put_on_a_phones_first_screen_has_an_icon(
    server_with_web: Server, path: str
) -> None:
    """Whatever page it is: a picture of the size that phones ask for."""
    async with browser(server_with_web) as there:
        found = re.search(
            r'rel="apple-touch-icon" href="([^"]+)"', await (await there.get(path)).text()
        )
        assert found
        answer = await there.get(found[1])
        assert answer.content_type == "image/png"
        assert Image.open(BytesIO(await answer.read())).size == (180, 180)


async def test_every_answer_is_safe(server_with_web: Server) -> None:
    """No script but ours, no frame, no sniffing, on pages and refusals alike."""
    async with browser(server_with_web) as there:
        for path in ("/", "/page/page.js", "/nothing", "/socket"):
            headers = (await there.get(path)).headers
            policy = headers["Content-Security-Policy"]
            assert "default-src 'none'" in policy
            assert "frame-ancestors 'none'" in policy
            assert "script-src 'self'" in policy or "script-src" not in policy
            assert headers["X-Content-Type-Options"] == "nosniff"
            assert headers["X-Frame-Options"] == "DENY"


async def test_a_page_speaks_the_language_of_its_reader(server_with_web: Server) -> None:
    """The page around the terminal is French for a French browser, and for none that is not."""
    spoken = {"fr-CA,en;q=0.5": "fr", "en;q=0.2, fr;q=0.9": "fr", "fr;q=0, en": "en", "*": "en"}
    async with browser(server_with_web) as there:
        for asked, language in spoken.items():
            answer = await there.get(headers={"Accept-Language": asked})
            assert f'<html lang="{language}">' in await answer.text()


async def test_a_browser_that_reads_nothing_is_cut(tmp_path: Path) -> None:
    """Nobody fills the server's memory by taking nothing."""
    limits = Limits(stall_timeout=0.3, backlog=4096)
    async with (
        Server(tmp_path, web=WEB, limits=limits) as server,
        browser(server) as there,
        there.page(size=(240, 80)) as page,
    ):
        await page.until("guest-")
        running = _session(server)
        connection = page.socket._response.connection
        assert connection is not None
        assert connection.transport is not None
        connection.transport.pause_reading()
        await until(lambda: _flooded(running.wire))
        connection.transport.resume_reading()


def _session(server: Server) -> BrowserSession:
    """Return the one session that runs in a page."""
    assert server.web is not None
    (running,) = server.web._sessions.values()
    return running


def _flooded(wire: BrowserWire) -> bool:
    """Press keys until the wire is cut."""
    wire.received(b"?\x1b")
    return not wire.alive or not wire.attached


@pytest.mark.parametrize("written", ["/cuttle", "/cuttle/"])
async def test_below_a_path_there_is_all_and_beside_it_nothing(
    tmp_path: Path, written: str
) -> None:
    told = {"web.enabled": "true", "web.url": "https://example.org", "web.port": "0"}
    options = load(None, {}, {**told, "web.prefix": written}).config.web_options
    assert options is not None
    assert options.shown_url == "https://example.org/cuttle"
    async with Server(tmp_path, web=options) as server, browser(server) as there:
        answer = await there.get("/cuttle/join/K7QF")
        (cookie,) = answer.cookies.values()
        assert (cookie.key, cookie["path"]) == ("__Secure-cuttle", "/cuttle")
        assert cookie["secure"]
        assert "Strict-Transport-Security" not in answer.headers
        text = await answer.text()
        assert 'content="https://example.org/cuttle/join/K7QF"' in text
        assert 'content="https://example.org/cuttle/card.png"' in text
        assert (await there.get("/cuttle/card.png")).status == 200
        assert "Disallow: /cuttle/socket" in await (await there.get("/cuttle/robots.txt")).text()
        for other in ("/", "/join/K7QF", "/cuttlefish", "/cuttle.txt", "/socket", "/Cuttle/"):
            beside = await there.get(other)
            assert (beside.status, await beside.text()) == (
                404,
                "Cuttle is at https://example.org/cuttle/\n",
            )
            assert not beside.cookies
        moved = await there.get("/cuttle", allow_redirects=False)
        assert (moved.status, moved.headers["Location"]) == (308, "/cuttle/")


@pytest.mark.parametrize("wrong", ["cuttle", "/..", "/a//b", "/a b", "/a?b", "//evil", "/é"])
def test_a_prefix_is_a_plain_path(wrong: str) -> None:
    with pytest.raises(ConfigError, match=r"web\.prefix must be a path such as /cuttle"):
        load(None, {}, {"web.prefix": wrong})
