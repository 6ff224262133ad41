"""Callers behind a balancer: what its header says counts, and nothing else does."""

from __future__ import annotations

import asyncio
import socket
import struct
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network

import asyncssh
import pytest
from hypothesis import given, strategies as st

from server.cluster.options import ClusterOptions
from server.doors import proxy_protocol
from server.doors.proxy_protocol import LARGEST, BadHeader, Header, parse
from server.doors.service import Doors
from server.doors.session import Session
from server.ops.limits import Limits
from server.ssh.server import listen
from tests.server.emulator import connect, open_terminal
from tests.server.rawssh import until

pytestmark = pytest.mark.slow

_SIGNATURE = b"\r\n\r\n\0\r\nQUIT\n"
_ANY = ("127.0.0.0/8", "::1/128")


def version_1(source: str, port: int = 40_000) -> bytes:
    """Write a header in version 1."""
    kind, to = ("TCP6", "2001:db8::99") if ":" in source else ("TCP4", "192.0.2.99")
    return f"PROXY {kind} {source} {to} {port} 2222\r\n".encode()


def version_2(source: str, port: int = 40_000, more: bytes = b"") -> bytes:
    """Write a header in version 2."""
    packed = ip_address(source).packed
    kind = 0x21 if len(packed) == 16 else 0x11
    body = packed + bytes(len(packed)) + struct.pack("!HH", port, 2222) + more
    return _SIGNATURE + struct.pack("!BBH", 0x21, kind, len(body)) + body


LOCAL = _SIGNATURE + b"\x20\x00\x00\x00"
FORMS = (version_1, version_2)


# reading a header


@given(
    st.sampled_from(FORMS),
    st.ip_addresses().filter(lambda one: "%" not in str(one)),
    st.integers(0, 65535),
    st.binary(),
)
def test_a_header_is_read_and_what_follows_is_not_of_it(
    form: Callable[[str, int], bytes], source: IPv4Address | IPv6Address, port: int, more: bytes
) -> None:
    head = form(str(source), port)
    assert parse(head + more) == Header(len(head), (str(source), port))
    assert [parse(head[:size]) for size in range(len(head))] == [None] * len(head)


@given(
    st.binary(max_size=300)
    | st.binary(max_size=300).map(_SIGNATURE.__add__)
    | st.binary(max_size=300).map(b"PROXY ".__add__)
    | st.from_regex(rb"PROXY TCP[46] [0-9a-f.:% ]*\r\n")
)
def test_whatever_comes_is_a_header_or_none(data: bytes) -> None:
    """What is settled early, as a header or as none, stays so whatever follows."""
    settled: object = None
    for size in range(len(data) + 1):
        found = _verdict(data[:size])
        assert settled in (None, found)
        settled = found
    if isinstance(settled, Header):
        assert 0 < settled.size <= len(data)


def _verdict(data: bytes) -> Header | str | None:
    try:
        return parse(data)
    except BadHeader:
        return "bad"


MALFORMED = (
    b"SSH-2.0-OpenSSH_9.6\r\n",
    b"GET / HTTP/1.1\r\n\r\n",
    b"PROXY TCP4 192.0.2.7 192.0.2.99 40000\r\n",
    b"PROXY TCP4 192.0.2.7 192.0.2.99 40000 2222 1\r\n",
    b"PROXY TCP4 192.0.2.7 192.0.2.99 040000 2222\r\n",
    b"PROXY TCP4 192.0.2.7 192.0.2.99 70000 2222\r\n",
    b"PROXY TCP4 192.0.2.7 192.0.2.99 -1 2222\r\n",
    b"PROXY TCP4 192.0.2.256 192.0.2.99 40000 2222\r\n",
    b"PROXY TCP4 192.0.2.07 192.0.2.99 40000 2222\r\n",
    b"PROXY TCP4 2001:db8::7 192.0.2.99 40000 2222\r\n",
    b"PROXY TCP6 fe80::1%eth0 fe80::2 40000 2222\r\n",
    b"PROXY  TCP4 192.0.2.7 192.0.2.99 40000 2222\r\n",
    b"PROXY UDP4 192.0.2.7 192.0.2.99 40000 2222\r\n",
    b"PROXY TCP4 192.0.2.7 192.0.2.99 \xff\xff 2222\r\n",
    b"PROXY UNKNOWN " + b"x" * 120 + b"\r\n",
    _SIGNATURE + b"\x11\x11\x00\x0c" + bytes(12),
    _SIGNATURE + b"\x22\x11\x00\x0c" + bytes(12),
    _SIGNATURE + b"\x21\x12\x00\x0c" + bytes(12),
    _SIGNATURE + b"\x21\x31\x00\xd8" + bytes(216),
    _SIGNATURE + b"\x21\x21\x00\x0c" + bytes(12),
    _SIGNATURE + b"\x21\x11" + struct.pack("!H", LARGEST),
    _SIGNATURE + b"\x20\x00\xff\xff",
)


@pytest.mark.parametrize("data", MALFORMED)
def test_what_is_malformed_is_refused(data: bytes) -> None:
    with pytest.raises(BadHeader):
        parse(data)


@pytest.mark.parametrize(
    "data", [LOCAL, _SIGNATURE + b"\x20\x11\x00\x0c" + bytes(12), b"PROXY UNKNOWN\r\n"]
)
def test_a_balancer_may_call_for_itself(data: bytes) -> None:
    assert parse(data) == Header(len(data), None)


def test_what_a_balancer_adds_is_left_unread() -> None:
    head = version_2("192.0.2.7", more=b"\x04\x00\x03abc" * 20)
    assert parse(head + b"SSH") == Header(len(head), ("192.0.2.7", 40_000))


# at the door


@dataclass
class Door:
    """A door that takes connections, and what its sessions said of their players."""

    service: Doors
    port: int

    @property
    def refused(self) -> dict[str, int]:
        """How many were refused, by reason."""
        return dict(self.service.admission.refused)


async def _say_from_where(session: Session) -> int:
    session.say(session.address, error=False)
    return 0


@asynccontextmanager
async def door(
    key: asyncssh.SSHKey,
    limits: Limits | None = None,
    *,
    proxies: tuple[str, ...] = _ANY,
    host: str = "127.0.0.1",
) -> AsyncIterator[Door]:
    """Listen for players who come by balancers."""
    service = Doors(_say_from_where, limits)
    options = ClusterOptions("here", (), proxy_from=tuple(map(ip_network, proxies)))
    async with await listen(service, host, 0, key, options) as listening:
        yield Door(service, listening.get_port())
        listening.close()
        await service.close()


@asynccontextmanager
async def balancer(to: int, head: bytes, *, piece: int = 4096) -> AsyncIterator[int]:
    """Run a balancer that sends a header in pieces, and give its port."""
    lines: set[asyncio.StreamWriter] = set()

    async def pass_on(
        reader: asyncio.StreamReader, writer: asyncio.StreamWriter, first: bytes = b""
    ) -> None:
        with suppress(OSError):
            for at in range(0, len(first), piece):
                writer.write(first[at : at + piece])
                await writer.drain()
                await asyncio.sleep(0)
            while data := await reader.read(4096):
                writer.write(data)
                await writer.drain()
        writer.close()

    async def carry(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        back, forth = await asyncio.open_connection("127.0.0.1", to)
        end: socket.socket = forth.get_extra_info("socket")
        end.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        lines.update((writer, forth))
        await asyncio.gather(pass_on(reader, forth, head), pass_on(back, writer))

    server = await asyncio.start_server(carry, "127.0.0.1", 0)
    try:
        yield server.sockets[0].getsockname()[1]
    finally:
        server.close()
        for line in lines:
            line.transport.abort()


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize(
    ("source", "counted"),
    [("198.51.100.7", "198.51.100.7"), ("2001:db8:1:2::7", "2001:db8:1:2::/64")],
)
@pytest.mark.parametrize("piece", [1, 7, 4096])
async def test_the_address_of_the_header_is_the_players(
    ann_key: asyncssh.SSHKey, form: Callable[[str], bytes], source: str, counted: str, piece: int
) -> None:
    async with door(ann_key) as here, balancer(here.port, form(source), piece=piece) as port:
        async with connect(port) as ann:
            assert [*here.service.admission.connected] == [counted]
            assert not here.service.admission.logins
            terminal = await open_terminal(ann, "anything", term=None)
            assert await terminal.until_closed() == 0
            assert bytes(terminal.raw).strip().decode() == counted
        await until(lambda: not here.service.admission.connected)
        assert here.refused == {}


async def test_limits_count_the_player_and_not_the_balancer(ann_key: asyncssh.SSHKey) -> None:
    async with (
        door(ann_key, Limits(connections_each=1, logins_each=1)) as here,
        balancer(here.port, version_2("198.51.100.7")) as one,
        balancer(here.port, version_1("198.51.100.8")) as other,
        connect(one),
        connect(other),
    ):
        with pytest.raises(asyncssh.DisconnectError, match="No more than 1 connections"):
            async with connect(one):
                pass
        await until(lambda: here.service.admission.connected.total() == 2)


async def test_a_player_may_call_two_balancers_from_one_port(ann_key: asyncssh.SSHKey) -> None:
    async with door(ann_key) as here, balancer(here.port, version_2("198.51.100.7")) as port:
        ends = [await asyncio.open_connection("127.0.0.1", port) for _ in range(2)]
        await until(lambda: here.service.admission.logins == 2)
        for _, writer in ends:
            writer.close()
        await until(lambda: not here.service.admission.logins)
        assert not here.service.admission._logins_from
        assert not here.service.admission.connected


async def test_the_login_that_takes_longest_makes_room_behind_a_balancer_too(
    ann_key: asyncssh.SSHKey,
) -> None:
    async with (
        door(ann_key, Limits(logins=1)) as here,
        balancer(here.port, version_2("198.51.100.7")) as one,
        balancer(here.port, version_2("198.51.100.8")) as other,
    ):
        reader, writer = await asyncio.open_connection("127.0.0.1", one)
        await until(lambda: here.service.admission.logins == 1)
        async with connect(other):
            async with asyncio.timeout(60):
                assert b"many others waited" in await reader.read()
        writer.close()


async def test_without_a_header_nobody_comes_in_from_there(ann_key: asyncssh.SSHKey) -> None:
    async with door(ann_key) as here:
        with pytest.raises((asyncssh.Error, OSError)):
            async with connect(here.port):
                pass
        assert here.refused == {"the PROXY header is missing or malformed": 1}
        assert not here.service.admission.connected


@pytest.mark.parametrize("head", [version_1("198.51.100.7"), version_2("198.51.100.7")])
async def test_elsewhere_a_header_is_only_bad_ssh(ann_key: asyncssh.SSHKey, head: bytes) -> None:
    async with door(ann_key, proxies=("127.0.0.9",)) as here, balancer(here.port, head) as port:
        with pytest.raises((asyncssh.Error, OSError)):
            async with connect(port):
                pass
        await until(lambda: not here.service.admission.connected)
        assert here.refused == {}
        async with connect(here.port) as ann:
            terminal = await open_terminal(ann, "anything", term=None)
            await terminal.until_closed()
            assert bytes(terminal.raw).strip() == b"127.0.0.1"


async def test_a_balancer_is_known_on_a_socket_for_both_kinds_of_address(
    ann_key: asyncssh.SSHKey,
) -> None:
    async with (
        door(ann_key, host="::", proxies=("127.0.0.1",)) as here,
        balancer(here.port, version_2("198.51.100.7")) as port,
        connect(port),
    ):
        assert [*here.service.admission.connected] == ["198.51.100.7"]


async def _all_of(port: int, data: bytes) -> bytes:
    """Send something, and read to the end."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(data)
    answer = b""
    async with asyncio.timeout(60):
        with suppress(ConnectionError):
            answer = await reader.read()
    writer.close()
    return answer


@pytest.mark.parametrize("data", MALFORMED)
async def test_what_is_malformed_is_closed_and_counted(
    ann_key: asyncssh.SSHKey, data: bytes
) -> None:
    async with door(ann_key) as here:
        assert await _all_of(here.port, data) == b""
        await until(lambda: here.refused)
        assert here.refused == {"the PROXY header is missing or malformed": 1}


@pytest.mark.parametrize("data", [b"", b"PROXY TCP4 192.", version_2("192.0.2.7")[:-1]])
async def test_what_is_slow_is_closed_and_counted(
    ann_key: asyncssh.SSHKey, data: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(proxy_protocol, "TIMEOUT", 0.05)
    async with door(ann_key) as here:
        assert await _all_of(here.port, data) == b""
        assert here.refused == {"no whole PROXY header came in time": 1}


async def test_what_breaks_off_is_counted(ann_key: asyncssh.SSHKey) -> None:
    async with door(ann_key) as here:
        _, writer = await asyncio.open_connection("127.0.0.1", here.port)
        writer.write(b"PROXY TCP4")
        writer.close()
        await until(lambda: here.refused)
        assert here.refused == {"the PROXY header is not whole": 1}


async def test_the_oldest_header_makes_room(
    ann_key: asyncssh.SSHKey, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(proxy_protocol, "TIMEOUT", 600.0)
    monkeypatch.setattr(proxy_protocol, "_MOST", 2)
    async with door(ann_key) as here:
        lines = [await asyncio.open_connection("127.0.0.1", here.port) for _ in range(3)]
        async with asyncio.timeout(60):
            assert await lines[0][0].read() == b""
        assert here.refused == {"too many PROXY headers were awaited": 1}
        for _, writer in lines:
            writer.close()


@pytest.mark.parametrize("data", [LOCAL, b"PROXY UNKNOWN\r\n"])
async def test_a_balancer_that_looks_is_answered_by_closing(
    ann_key: asyncssh.SSHKey, data: bytes
) -> None:
    async with door(ann_key) as here:
        assert await _all_of(here.port, data) == b""
        reader, writer = await asyncio.open_connection("127.0.0.1", here.port)
        writer.write_eof()
        async with asyncio.timeout(60):
            assert await reader.read() == b""
        writer.close()
        assert here.refused == {}
        assert not here.service.admission.connected


async def test_a_door_that_closes_waits_for_no_header(ann_key: asyncssh.SSHKey) -> None:
    async with door(ann_key) as here:
        reader, writer = await asyncio.open_connection("127.0.0.1", here.port)
        writer.write(b"PROXY ")
        await writer.drain()
    async with asyncio.timeout(60):
        with suppress(ConnectionError):
            assert await reader.read() == b""
    writer.close()


# a port that processes share


async def test_nodes_may_share_a_port(ann_key: asyncssh.SSHKey) -> None:
    shared = ClusterOptions("here", (), reuse_port=True)
    one, other = (Doors(_say_from_where) for _ in range(2))
    async with await listen(one, "127.0.0.1", 0, ann_key, shared) as first:
        port = first.get_port()
        async with await listen(other, "127.0.0.1", port, ann_key, shared), connect(port):
            both = one.admission.connected + other.admission.connected
            assert both.total() == 1
        alone = Doors(_say_from_where)
        with pytest.raises(OSError, match="in use"):
            await listen(alone, "127.0.0.1", port, ann_key)
