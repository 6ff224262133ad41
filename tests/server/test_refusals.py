"""What an attacker's client sends is refused, and costs at most that client its own connection."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import asyncssh
import pytest
from asyncssh.channel import SSHClientChannel
from asyncssh.packet import Boolean, String, UInt32

from server.serve import Server
from tests.server.emulator import Keyless, Terminal, connect, open_terminal
from tests.server.rawssh import ask, ask_server, open_channel, until

pytestmark = pytest.mark.slow

Odd = Callable[[asyncssh.SSHClientConnection, Terminal], object]
_HUGE = b"x" * 200_000


def _size(width: int, height: int) -> tuple[bytes, ...]:
    return tuple(map(UInt32, (width, height, 0, 0)))


def _pty(term: bytes, modes: bytes = b"\0") -> tuple[bytes, ...]:
    return (String(term), *_size(80, 24), String(modes))


def _signal(terminal: Terminal) -> None:
    for name in (b"KILL", b"\xff", b""):
        ask(terminal, b"signal", String(name))


def _open_many(connection: asyncssh.SSHClientConnection) -> None:
    for number in range(500, 600):
        open_channel(connection, number, b"session")


ODD: dict[str, Odd] = {
    "a second shell": lambda _, t: ask(t, b"shell"),
    "a command after the shell": lambda _, t: ask(t, b"exec", String(b"version"), reply=True),
    "a subsystem after the shell": lambda _, t: ask(t, b"subsystem", String(b"sftp")),
    "a second terminal": lambda _, t: ask(t, b"pty-req", *_pty(b"dumb")),
    "a terminal type that is no text": lambda _, t: ask(t, b"pty-req", *_pty(b"\xff\x80")),
    "broken terminal modes": lambda _, t: ask(t, b"pty-req", *_pty(b"x", b"\1\0")),
    "sizes out of reason": lambda _, t: ask(t, b"window-change", *_size(2**32 - 1, 2**32 - 1)),
    "half a size": lambda _, t: ask(t, b"window-change", UInt32(1)),
    "signals": lambda _, t: _signal(t),
    "a break": lambda _, t: ask(t, b"break", UInt32(2**32 - 1)),
    "a huge variable": lambda _, t: ask(t, b"env", String(b"LANG"), String(_HUGE)),
    "a variable that is no text": lambda _, t: ask(t, b"env", String(b"\xff"), String(b"\xff")),
    "an unknown request": lambda _, t: ask(t, b"x" * 1000, _HUGE[:1000], reply=True),
    "a request that is no text": lambda _, t: ask(t, b"\xff\xfe"),
    "an exit status from a client": lambda _, t: ask(t, b"exit-status", UInt32(0)),
    "windows": lambda _, t: ask(
        t, b"x11-req", Boolean(False), String(b"x"), String(b"zz"), *_size(0, 0)[:1]
    ),
    "an agent": lambda _, t: ask(t, b"auth-agent-req@openssh.com"),
    "a request of the server": lambda c, _: ask_server(c, b"tcpip-forward"),
    "a request of the server that is no text": lambda c, _: ask_server(c, b"\xff"),
    "channels": lambda c, _: _open_many(c),
    "a channel of no kind": lambda c, _: open_channel(c, 9, b"\xff"),
    "an unknown message": lambda c, _: c.send_packet(192, b"x"),
    "data for no channel": lambda c, _: c.send_packet(94, UInt32(77), String(b"x")),
    "a login after the login": lambda c, _: c.send_packet(50, String(b"x") * 3),
    "a kex message out of turn": lambda c, _: c.send_packet(30, String(b"x")),
    "an empty packet": lambda c, _: c.send_packet(94),
}


@pytest.mark.parametrize("odd", ODD)
async def test_odd_messages_cost_nobody_else_anything(
    server: Server, odd: str, caplog: pytest.LogCaptureFixture
) -> None:
    async with connect(server.port) as mallory, connect(server.port) as ann:
        theirs, other = await open_terminal(mallory), await open_terminal(ann)
        await theirs.until("keys=0")
        await other.until("keys=0")
        ODD[odd](mallory, theirs)
        theirs.send("b")
        await until(lambda: theirs.closed or "keys=1" in theirs.text)
        other.send("a")
        await other.until("keys=1")
        assert len(server.doors.tasks) <= 2
    await until(lambda: not server.doors.tasks)
    assert not server.doors.admission.connected
    assert [record for record in caplog.records if record.exc_info] == []


@pytest.mark.parametrize(
    "hello",
    [
        b"",
        b"\0" * 100,
        b"GET / HTTP/1.1\r\n\r\n",
        b"SSH-2.0-\xff\xfe\r\n",
        b"SSH-1.5-old\r\n",
        b"SSH-2.0-" + b"x" * 300 + b"\r\n",
        b"x" * 20_000,
        b"SSH-2.0-x\r\n" + b"\xff" * 64,
        b"SSH-2.0-x\r\n\0\0\0\x0c\x0a\x14" + b"\0" * 40,
    ],
)
async def test_what_is_no_ssh_is_hung_up_on(
    server: Server, hello: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    async with connect(server.port) as ann:
        other = await open_terminal(ann)
        await other.until("keys=0")
        _, writer = await asyncio.open_connection("127.0.0.1", server.port)
        writer.write(hello)
        writer.write_eof()
        await until(lambda: server.doors.admission.connected.total() == 1)
        writer.close()
        other.send("a")
        await other.until("keys=1")
    assert [record for record in caplog.records if record.exc_info] == []


@pytest.mark.parametrize("name", ["", "\u0130" * 300, "root", "a b", "x" * 1000, "[b]x[/b]"])
async def test_user_names_may_be_long_and_strange(server: Server, name: str) -> None:
    async with connect(server.port, user=name) as connection:
        await (await open_terminal(connection)).until("player=guest-")


async def test_a_user_name_of_ten_thousand_bytes_is_refused(server: Server) -> None:
    with pytest.raises(asyncssh.IllegalUserName, match="too long"):
        async with connect(server.port, user="x" * 10_000):
            pass
    async with connect(server.port) as ann:
        await (await open_terminal(ann)).until("keys=0")


@pytest.mark.parametrize(
    ("kind", "options"),
    [("ssh-rsa", {"key_size": 2048}), ("ecdsa-sha2-nistp256", {}), ("ssh-ed25519", {})],
)
async def test_keys_of_any_kind_are_an_identity(
    server: Server, kind: str, options: dict[str, Any]
) -> None:
    key = asyncssh.generate_private_key(kind, **options)
    async with connect(server.port, key, user="ann") as ann:
        await (await open_terminal(ann)).until("player=ann ")


async def test_a_certificate_counts_no_more_than_its_key(
    server: Server, ann_key: asyncssh.SSHKey, bob_key: asyncssh.SSHKey
) -> None:
    """Bob signs a certificate that his key is Ann's: he is let in as himself, or as nobody."""
    certificate = bob_key.generate_user_certificate(bob_key, "ann", principals=["ann", "root"])
    connection = await asyncssh.connect(
        "127.0.0.1",
        server.port,
        username="mallory",
        known_hosts=None,
        config=None,
        agent_path=None,
        client_keys=[(bob_key, certificate)],
        client_factory=Keyless,
    )
    async with connection:
        terminal = await open_terminal(connection)
        text = await terminal.until("player=")
        assert "player=mallory " in text or "player=guest-" in text
    assert ann_key.get_fingerprint() != bob_key.get_fingerprint()


async def test_subsystems_are_refused(server: Server) -> None:
    async with connect(server.port) as ann:
        with pytest.raises(asyncssh.ChannelOpenError):
            await ann.create_session(asyncssh.SSHClientSession, subsystem="netconf")


async def test_a_size_before_the_terminal_does_no_harm(server: Server) -> None:
    async with connect(server.port) as ann:
        channel = SSHClientChannel[bytes](
            ann, asyncio.get_running_loop(), "strict", None, "strict", 2**16, 2**15
        )
        await channel._open(b"session")
        assert channel._send_chan is not None
        for name, parts in (
            (b"window-change", _size(0, 0)),
            (b"env", (String(b"LANG"), String(b"\xff"))),
            (b"pty-req", _pty(b"xterm")),
            (b"shell", ()),
        ):
            ann.send_packet(98, UInt32(channel._send_chan), String(name), Boolean(False), *parts)
        await until(lambda: server.doors.tasks)
        (wire,) = server.doors.tasks.values()
        assert wire.size == (80, 24)
