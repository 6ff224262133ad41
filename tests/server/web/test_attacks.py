"""Callers who mean harm: each is refused or cut, and nobody else feels it."""

from __future__ import annotations

import asyncio
import json
import logging
import re
import socket
import struct
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from datetime import UTC, datetime, timedelta
from ipaddress import ip_network
from pathlib import Path

import aiohttp
import pytest

from server.ops.limits import Limits
from server.serve import Server
from server.web import WebOptions, callers, door
from server.web.callers import COOKIE, RENEWED_AFTER, SECURE_COOKIE, Cookie, cookie_of, new_cookie
from tests.server.emulator import PATIENCE
from tests.server.floor import floor_app
from tests.server.rawssh import until
from tests.server.web.page import Page, browser

WEB = WebOptions(port=0)


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[Server]:
    """Run a server whose sessions run the floor app."""
    async with Server(tmp_path, app_for=floor_app, web=WEB) as running:
        yield running


@pytest.fixture(autouse=True)
def bounded_log(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """Expect that strangers write nothing into the log but lines of which it keeps a few."""
    caplog.set_level(logging.INFO)
    yield
    for record in caplog.get_records("call"):
        assert record.levelno < logging.ERROR, record.getMessage()
        assert record.exc_info is None
        if "unreadable" in record.getMessage() or "took nothing" in record.getMessage():
            assert getattr(record, "often", False)


class Raw:
    """A connection on which anything can be sent."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer

    async def rest(self) -> bytes:
        """Read to the end."""
        told = b""
        async with asyncio.timeout(PATIENCE):
            with suppress(ConnectionError):
                while data := await self.reader.read(1 << 16):
                    told += data
        return told

    def stop_reading(self) -> None:
        """Take nothing any more."""
        self.writer.transport.pause_reading()  # type: ignore[attr-defined]


@asynccontextmanager
async def raw(server: Server, data: bytes = b"", address: str = "127.0.0.1") -> AsyncIterator[Raw]:
    """Connect, and send some bytes."""
    assert server.web is not None
    reader, writer = await asyncio.open_connection(
        "127.0.0.1", server.web.port, local_addr=(address, 0)
    )
    try:
        writer.write(data)
        yield Raw(reader, writer)
    finally:
        writer.close()
        with suppress(ConnectionError):
            await writer.wait_closed()


async def answers(server: Server) -> None:
    """Expect that somebody else is served."""
    async with browser(server) as there, there.page(name="calm") as page:
        await alive(page)


async def alive(page: Page) -> None:
    """Expect that a page is answered."""
    await page.until(lambda text: bool(text.strip()))
    before = page.told.count(["pong", "alive"])
    await page.say("ping", "alive")
    await until(lambda: page.told.count(["pong", "alive"]) > before)


# what is no request


UNREADABLE = {
    "ssh": b"SSH-2.0-OpenSSH_9.6\r\n\r\n",
    "tls": bytes.fromhex("16030100d3010000cf0303") + bytes(200),
    "nothing": b"\r\n\r\n\0\0\0\0\r\n\r\n",
    "version": b"GET / HTTP/9.9\r\n\r\n",
    "method": b"G\0T / HTTP/1.1\r\nHost: a\r\n\r\n",
    "long line": b"GET /" + b"x" * 9000 + b" HTTP/1.1\r\nHost: a\r\n\r\n",
    "long header": b"GET / HTTP/1.1\r\nHost: a\r\nX: " + b"x" * 9000 + b"\r\n\r\n",
    "many headers": b"GET / HTTP/1.1\r\nHost: a\r\n" + b"X: y\r\n" * 9000 + b"\r\n",
    "folded": b"GET / HTTP/1.1\r\nHost: a\r\nX: y\r\n z\r\n\r\n",
    "two lengths": b"POST / HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab",
    "length and chunks": (
        b"POST / HTTP/1.1\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0"
    ),
    "bad chunk": b"POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
    "no host to connect to": b"GET http://[::1 HTTP/1.1\r\nHost: a\r\n\r\n",
    "nul in a header": b"GET / HTTP/1.1\r\nHost: a\0b\r\n\r\n",
    "after a request": b"GET /robots.txt HTTP/1.1\r\nHost: a\r\n\r\n\0\1\2\3\r\n\r\n",
}


@pytest.mark.parametrize("data", UNREADABLE.values(), ids=UNREADABLE.keys())
async def test_what_is_no_request_is_refused(server: Server, data: bytes) -> None:
    """The answer is safe and says nothing of the program; the connection ends."""
    async with raw(server, data) as caller:
        told = await caller.rest()
    if told:  # what is refused while more of it arrives may be lost with the connection
        head = told[told.rindex(b"HTTP/1.") :]
        assert head.split()[1] in (b"400", b"405", b"431")
        assert b"nosniff" in head
        assert b"default-src 'none'" in head
    assert b"aiohttp" not in told
    assert b"Python" not in told
    await answers(server)


METHODS = {"HEAD": 200, "POST": 405, "PUT": 405, "DELETE": 405, "OPTIONS": 405, "TRACE": 405}


@pytest.mark.parametrize(("method", "status"), METHODS.items())
async def test_other_methods_do_nothing(server: Server, method: str, status: int) -> None:
    """Pages are only read."""
    async with browser(server) as there:
        for path in ("/", "/page/page.js", "/nothing"):
            answer = await there.session.request(method, there.url.with_path(path), data=None)
            assert answer.status == (404 if (path, status) == ("/nothing", 200) else status)
            assert answer.headers["X-Content-Type-Options"] == "nosniff"
            if status == 405:
                assert answer.headers["Allow"] == "GET,HEAD"


REFUSED = {
    "connect": (b"CONNECT example.org:443 HTTP/1.1\r\nHost: example.org:443\r\n\r\n", b"404"),
    "head of a socket": (b"HEAD /socket HTTP/1.1\r\nHost: a\r\n\r\n", b"403"),
    "expectation": (b"GET / HTTP/1.1\r\nHost: a\r\nExpect: tea\r\n\r\n", b"417"),
    "upgrade to another protocol": (
        b"GET /robots.txt HTTP/1.1\r\nHost: a\r\nConnection: upgrade\r\nUpgrade: h2c\r\n\r\n",
        b"200",
    ),
    "socket of another path": (
        b"GET /robots.txt HTTP/1.1\r\nHost: a\r\nConnection: upgrade\r\nUpgrade: websocket\r\n"
        b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n",
        b"200",
    ),
}


@pytest.mark.parametrize(("data", "status"), REFUSED.values(), ids=REFUSED.keys())
async def test_other_requests_lead_nowhere(server: Server, data: bytes, status: bytes) -> None:
    """Nothing is forwarded, and no other path becomes a socket."""
    async with raw(server, data) as caller:
        async with asyncio.timeout(PATIENCE):
            head = await caller.reader.readuntil(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 " + status)
    assert b"nosniff" in head


async def test_old_clients_are_answered_once(server: Server) -> None:
    """HTTP/1.0 has no Host and keeps no connection."""
    async with raw(server, b"GET / HTTP/1.0\r\n\r\n") as caller:
        told = await caller.rest()
    assert told.startswith((b"HTTP/1.0 200", b"HTTP/1.1 200"))
    assert b"connect-src 'self' ;" in told


async def test_a_body_nobody_asked_for_ends_the_connection(server: Server) -> None:
    """However long it is said to be, it is not awaited."""
    data = b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000000\r\n\r\n" + b"x" * 10_000
    async with raw(server, data) as caller:
        assert (await caller.rest()).startswith(b"HTTP/1.1 405")


# connections that are held


async def test_a_second_request_that_never_ends_is_hung_up_on(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A whole request buys no time for half of one."""
    monkeypatch.setattr(callers, "KEEP", 0.2)
    data = b"GET /robots.txt HTTP/1.1\r\nHost: a\r\n\r\n"
    async with raw(server, data + b"GET / HTTP/1.1\r\nX") as caller:
        assert (await caller.rest()).count(b"HTTP/1.1 200") == 1
    await until(lambda: not server.doors.admission.connected)


async def test_half_requests_of_many_addresses_make_room(tmp_path: Path) -> None:
    """The oldest of those who only hold on must go, and others are served."""
    limits = Limits(logins=4)
    async with (
        Server(tmp_path, app_for=floor_app, web=WEB, limits=limits) as server,
        raw(server, b"GET /", "127.0.5.1") as first,
        AsyncExitStack() as others,
    ):
        for number in range(2, 12):
            await others.enter_async_context(raw(server, b"GET /", f"127.0.5.{number}"))
        assert await first.rest() == b""
        assert server.doors.admission.loading.total() <= limits.logins
        await answers(server)


async def test_a_caller_that_reads_nothing_is_cut(tmp_path: Path) -> None:
    """Neither a large file nor a thousand requests at once are kept for it."""
    limits = Limits(stall_timeout=0.2)
    request = b"GET /page/textual.js HTTP/1.1\r\nHost: a\r\n\r\n"
    async with Server(tmp_path, app_for=floor_app, web=WEB, limits=limits) as server:
        async with raw(server) as caller:
            caller.stop_reading()
            caller.writer.write(request * 1000)
            await until(lambda: server.doors.admission.loading)
            await until(lambda: not server.doors.admission.loading)
        await answers(server)


async def test_too_many_requests_end_the_connection(server: Server) -> None:
    """A connection kept open is no way round the limit of an address."""
    request = b"GET /robots.txt HTTP/1.1\r\nHost: a\r\n\r\n"
    most = int(server.doors.limits.arrivals_burst)
    async with raw(server, request * (3 * most), "127.0.5.1") as caller:
        told = await caller.rest()
    assert told.count(b"HTTP/1.1 429") <= 1  # lost where the caller still sends
    assert told.count(b"HTTP/1.1 200") < 2 * most
    await answers(server)


# floods of messages


def frame(
    opcode: int, payload: bytes = b"", *, last: bool = True, size: int | None = None
) -> bytes:
    """Build a frame of a browser; it may announce another size."""
    length = len(payload) if size is None else size
    head = bytes([opcode | (0x80 if last else 0)])
    if length < 126:
        head += bytes([0x80 | length])
    elif length < 1 << 16:
        head += bytes([0x80 | 126]) + struct.pack("!H", length)
    else:
        head += bytes([0x80 | 127]) + struct.pack("!Q", length)
    return head + bytes(4) + payload  # masked with nothing


TEXT, BINARY, CLOSE, PING = 1, 2, 8, 9


def line(page: Page) -> asyncio.Transport:
    """Return what carries a page."""
    held = page.socket._response.connection
    assert held is not None
    assert isinstance(held.transport, asyncio.Transport)
    return held.transport


def send(page: Page, data: bytes) -> None:
    """Send frames that no browser makes."""
    line(page).write(data)


def message(*parts: object) -> bytes:
    """Build the frame of a message."""
    return frame(TEXT, json.dumps(parts).encode())


FLOODS = {
    "answers": message("ping", "flood"),
    "pings": frame(PING),
    "empty": frame(TEXT),
    "resizes": message("resize", {"width": 200, "height": 60}),
    "numbers": frame(TEXT, b'["resize", {"width": ' + b"9" * 5000 + b"}]"),
    "deep": frame(TEXT, b"[" * 20_000 + b"]" * 20_000),
    "large": frame(TEXT, json.dumps(["x"] * 10_000).encode()),
}


@pytest.mark.slow
@pytest.mark.parametrize("flood", FLOODS.values(), ids=FLOODS.keys())
async def test_floods_of_messages_wait(
    server: Server, flood: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Messages are taken at the pace of a person, and those of others at once."""
    monkeypatch.setattr(door, "_MESSAGES_RATE", 1e-6)
    async with (
        browser(server) as there,
        browser(server) as other,
        there.page() as page,
        other.page() as calm,
    ):
        await alive(page)
        send(page, flood * 2000 + message("ping", "last"))
        await alive(calm)
        await alive(calm)
        assert ["pong", "last"] not in page.told
        assert page.told.count(["pong", "flood"]) <= door._MESSAGES_BURST


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (frame(TEXT, size=1 << 40), aiohttp.WSCloseCode.MESSAGE_TOO_BIG),
        (frame(TEXT, size=10_000_000), aiohttp.WSCloseCode.MESSAGE_TOO_BIG),
        (frame(0, b"x"), aiohttp.WSCloseCode.PROTOCOL_ERROR),
        (frame(TEXT, b"\xff\xfe"), aiohttp.WSCloseCode.INVALID_TEXT),
        (frame(7, b"x"), aiohttp.WSCloseCode.PROTOCOL_ERROR),
        (frame(CLOSE, b"x"), aiohttp.WSCloseCode.PROTOCOL_ERROR),
        (frame(PING, bytes(200)), aiohttp.WSCloseCode.PROTOCOL_ERROR),
        (frame(BINARY, b'["stdin", "q"]'), aiohttp.WSCloseCode.OK),
        (
            frame(TEXT, b"x" * 1000, last=False) + frame(0, b"x" * 1000, last=False) * 80,
            aiohttp.WSCloseCode.MESSAGE_TOO_BIG,
        ),
    ],
)
async def test_frames_no_browser_sends_end_the_page(server: Server, data: bytes, code: int) -> None:
    """They are not awaited, not put together, and not taken for keys."""
    async with browser(server) as there, there.page() as page:
        await alive(page)
        send(page, data)
        await until(lambda: page.closed)
        assert page.code == code
    await answers(server)


async def test_a_message_in_pieces_is_one(server: Server) -> None:
    """Frames of a message are put together, however small they are."""
    async with browser(server) as there, there.page() as page:
        await alive(page)
        text = json.dumps(["ping", "pieces"]).encode()
        pieces = [frame(0, bytes([sign]), last=False) for sign in text[1:]]
        send(page, frame(TEXT, text[:1], last=False) + b"".join(pieces) + frame(0))
        await until(lambda: ["pong", "pieces"] in page.told)


@pytest.mark.slow
async def test_answers_nobody_reads_are_not_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A page that asks and never reads fills no memory, and is cut in the end."""
    monkeypatch.setattr(door, "_MESSAGES_BURST", 1e9)
    limits = Limits(stall_timeout=1.0, backlog=4096)
    async with (
        Server(tmp_path, app_for=floor_app, web=WEB, limits=limits) as server,
        browser(server) as there,
        there.page() as page,
    ):
        await alive(page)
        assert server.web is not None
        (session,) = server.web._sessions.values()
        transport = line(page)
        raw_socket = transport.get_extra_info("socket")
        raw_socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        transport.pause_reading()
        most = 0

        def cut() -> bool:
            nonlocal most
            most = max(most, session.wire.waiting)
            if transport.get_write_buffer_size() < 1 << 16:
                transport.write(message("ping", "x" * 30) * 200)
            return not session.wire.attached

        await until(cut)
        transport.resume_reading()
        assert most < 64 * 1024


@pytest.mark.slow
async def test_pages_that_are_lost_while_they_are_answered_are_no_error(server: Server) -> None:
    """The log has no traceback for a line that breaks."""
    async with browser(server) as there:
        for number in range(8):
            async with there.page(name=f"page{number}") as page:
                await alive(page)
                send(page, frame(PING) * 400)
                line(page).abort()
                await until(lambda: page.closed)
    await until(lambda: not server.doors.admission.connected)


# sessions nobody looks at


@pytest.mark.slow
async def test_pages_of_a_browser_are_bounded(server: Server) -> None:
    """New names of pages open no more sessions than a player may have; the latest are those."""
    assert server.web is not None
    each = server.doors.limits.sessions_each
    async with browser(server) as there:
        for number in range(each + 4):
            async with there.page(name=f"page{number}") as page:
                await alive(page)
                assert "open already" not in page.text
        assert len(server.web._sessions) <= each
    await answers(server)


@pytest.mark.slow
async def test_browsers_of_an_address_are_bounded(tmp_path: Path) -> None:
    """New cookies open no more sessions than an address may have."""
    limits = Limits(sessions_per_address=3)
    async with Server(tmp_path, app_for=floor_app, web=WEB, limits=limits) as server:
        assert server.web is not None
        for _ in range(6):
            async with browser(server) as there, there.page() as page:
                await alive(page)
                assert "from your address" not in page.text
        assert len(server.web._sessions) <= 3


# who somebody says to be


@pytest.mark.parametrize(
    "hops",
    [
        "",
        ",",
        "unknown",
        "[::1]:80",
        "1.2.3.4:80",
        "999.1.1.1",
        "::1%" + "x" * 900,
        "\x80",
        "a," * 9,
    ],
)
async def test_addresses_that_are_none_harm_nobody(tmp_path: Path, hops: str) -> None:
    """A proxy that names no address is counted itself, and so is one nobody trusts."""
    trusted = WebOptions(port=0, proxies=(ip_network("127.0.0.1"),))
    for options in (trusted, WEB):
        async with (
            Server(tmp_path, app_for=floor_app, web=options) as server,
            browser(server, headers={"X-Forwarded-For": hops}) as there,
            there.page() as page,
        ):
            await alive(page)


@pytest.mark.parametrize(
    "origin", ["http://[", "http://[::1", "//", "http://", "file:///", "x" * 3000, "http://a b"]
)
async def test_origins_that_are_none_are_refused(
    server: Server, origin: str, caplog: pytest.LogCaptureFixture
) -> None:
    """What cannot be read is another site."""
    caplog.set_level(logging.INFO)
    async with browser(server) as there:
        with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
            async with there.page(origin=origin):
                pass
        assert refused.value.status == 403
    told = [each for each in caplog.records if "another site" in each.getMessage()]
    assert [vars(each)["address"] for each in told] == ["127.0.0.1"]


@pytest.mark.parametrize("host", ["", "a b", "a;script-src *", "\x80", "[", "a" * 900, "a\tb", "@"])
async def test_a_host_that_is_none_is_not_repeated(server: Server, host: str) -> None:
    """The policy of a page names no host but a real one."""
    data = f"GET / HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n".encode("latin-1")
    async with raw(server, data) as caller:
        told = await caller.rest()
    assert b"connect-src 'self' ;" in told or told.startswith(b"HTTP/1.1 400")


async def test_a_site_without_tls_is_another_site(tmp_path: Path) -> None:
    """Behind TLS a page that came without it opens no socket."""
    options = WebOptions(port=0, url="https://play.example.org")
    async with Server(tmp_path, app_for=floor_app, web=options) as server:
        headers = {"Cookie": f"{SECURE_COOKIE}={new_cookie()}"}
        async with browser(server, headers=headers) as there:
            for origin in ("http://play.example.org", "http://127.0.0.1"):
                with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
                    async with there.page(origin=origin):
                        pass
                assert refused.value.status == 403
            async with there.page(origin="https://play.example.org") as page:
                await alive(page)


COOKIES = [
    "",
    ";;;=;",
    "cuttle",
    "cuttle=",
    "cuttle=" + "x" * 3000,
    "cuttle=" + "a" * 22 + ".99999999",
    "cuttle=\x80\xff",
    'cuttle="' + "a" * 22 + ".1",
    "$Version=1; cuttle=../../etc/passwd",
    "=;" * 900,
]


@pytest.mark.parametrize("cookie", COOKIES)
async def test_cookies_that_are_none_are_replaced(server: Server, cookie: str) -> None:
    """A browser with something else gets a cookie, and no session without one."""
    head = f"Host: a\r\nCookie: {cookie}\r\nConnection: close\r\n\r\n".encode("latin-1")
    async with raw(server, b"GET / HTTP/1.1\r\n" + head) as caller:
        told = await caller.rest()
    assert told.startswith(b"HTTP/1.1 200")
    assert b"Set-Cookie: cuttle=" in told


async def test_two_cookies_are_one(server: Server) -> None:
    """Whichever counts, the page and its socket know the same player."""
    one, two = new_cookie(), new_cookie()
    async with browser(server, headers={"Cookie": f"{COOKIE}={one}; {COOKIE}={two}"}) as there:
        answer = await there.get()
        (given,) = answer.cookies.values()
        assert given.value in (str(one), str(two))


async def test_nobody_is_given_anothers_cookie(tmp_path: Path) -> None:
    """Behind TLS a cookie that another host may have set counts for nothing."""
    options = WebOptions(port=0, url="https://play.example.org")
    theirs = new_cookie()
    async with (
        Server(tmp_path, app_for=floor_app, web=options) as server,
        browser(server, headers={"Cookie": f"{COOKIE}={theirs}"}) as there,
    ):
        answer = await there.get()
    (given,) = answer.cookies.values()
    held = cookie_of({given.key: given.value}, secure=True)
    assert held is not None
    assert held.secret != theirs.secret


@pytest.mark.slow
async def test_new_secrets_of_an_address_are_bounded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A cookie that says to be old fills no database."""
    monkeypatch.setattr(door, "_RENEWALS", (3, 1e-6))
    database = f"sqlite:///{tmp_path / 'cuttle.db'}"
    async with Server(tmp_path, database=database, web=WEB) as server, browser(server) as there:
        assert server.store is not None
        assert server.writer is not None
        ask, store = server.writer.ask, server.store
        await there.get()
        (morsel,) = there.cookies.values()
        held = cookie_of({morsel.key: morsel.value}, secure=False)
        assert held is not None
        async with there.page() as page:
            await page.until("your name")
            await page.type("\x15ottoline\r")
            async with asyncio.timeout(PATIENCE):
                while (person := await ask(store.person_of_key, held.identity)) is None:
                    await asyncio.sleep(0.01)
        assert server.accounts is not None
        later = datetime.now(UTC) + timedelta(days=RENEWED_AFTER + 1)
        server.accounts._today = lambda: later
        for _ in range(8):
            assert held is not None
            old = Cookie(held.secret, held.day - RENEWED_AFTER)
            request = f"GET / HTTP/1.0\r\nCookie: {COOKIE}={old}\r\n\r\n".encode()
            async with raw(server, request) as caller:
                given = re.search(rf'{COOKIE}="?([^;"]+)', (await caller.rest()).decode())
            assert given is not None
            held = cookie_of({COOKIE: given[1]}, secure=False)
        assert len(await ask(store.keys, person.id)) == 4


async def test_a_page_comes_back_while_its_old_line_is_dead(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever came by another network does not wait for the line of before to end."""
    monkeypatch.setattr(door, "LEAVE_TIME", 1e6)
    monkeypatch.setattr(callers, "LEAVE_TIME", 1e6)
    async with browser(server) as there, there.page() as old:
        await alive(old)
        line(old).pause_reading()
        async with there.page() as new:
            await alive(new)
            assert not old.closed
        line(old).resume_reading()
