"""Do as an ssh client what no ssh client does."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import asyncssh
from asyncssh.packet import Boolean, String, UInt32

from tests.server.emulator import PATIENCE, Terminal

_GLOBAL_REQUEST = 80
_CHANNEL_OPEN = 90
_CHANNEL_DATA = 94
_CHANNEL_REQUEST = 98


def ask_server(connection: asyncssh.SSHClientConnection, name: bytes) -> None:
    """Ask the server for something, and wait for no answer."""
    connection.send_packet(_GLOBAL_REQUEST, String(name), Boolean(True))


def open_channel(connection: asyncssh.SSHClientConnection, number: int, kind: bytes) -> None:
    """Ask for a channel, and wait for no answer."""
    connection.send_packet(
        _CHANNEL_OPEN, String(kind), UInt32(number), UInt32(2**21), UInt32(2**15)
    )


def _far_end(terminal: Terminal) -> tuple[asyncssh.SSHClientConnection, int]:
    channel = terminal.channel
    assert channel._conn is not None
    assert channel._send_chan is not None
    return channel._conn, channel._send_chan


def ask(terminal: Terminal, name: bytes, *parts: bytes, reply: bool = False) -> None:
    """Ask for something on a session's channel, and wait for no answer."""
    connection, number = _far_end(terminal)
    connection.send_packet(_CHANNEL_REQUEST, UInt32(number), String(name), Boolean(reply), *parts)


def send_data(terminal: Terminal, data: bytes) -> None:
    """Send data whatever the server's window says."""
    connection, number = _far_end(terminal)
    connection.send_packet(_CHANNEL_DATA, UInt32(number), String(data))


async def until(condition: Callable[[], object]) -> None:
    """Wait until something is so, looking again each time the loop comes round."""
    async with asyncio.timeout(PATIENCE):
        while not condition():
            await asyncio.sleep(0.005)
