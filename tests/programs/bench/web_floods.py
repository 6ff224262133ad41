"""What browsers, and what only speaks like one, can do to a server without end."""

from __future__ import annotations

import asyncio
import itertools
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from typing import Final

import aiohttp

from tests.programs.bench.long_game import LONG_GAME
from tests.programs.bench.robot import BINARY, PING, BrowserRobot, browser_session, browsing, frame

_MANY: Final = 32
_LARGE: Final = (240, 80)
_BATCH: Final = 500
"""Messages that are sent at once."""
_FULL: Final = 1 << 20
"""Bytes that may wait to be sent by one that floods."""
_LANGUAGES: Final = ("en", "fr")
_TROUBLE: Final = (OSError, aiohttp.ClientError, TimeoutError)


@asynccontextmanager
async def _pages(
    port: int, address: str, many: int = _MANY, size: tuple[int, int] = (100, 32), path: str = "/"
) -> AsyncIterator[list[BrowserRobot]]:
    """Open as many pages from an address as it may."""
    robots: list[BrowserRobot] = []
    async with AsyncExitStack() as stack:

        async def let_in() -> None:
            with suppress(*_TROUBLE):
                robot = await stack.enter_async_context(
                    browsing(port, path, address=address, size=size)
                )
                robots.append(robot)
                await robot.first_screen()

        await asyncio.gather(*(let_in() for _ in range(many)))
        yield robots


async def _send_forever(port: int, address: str, data: bytes) -> None:
    """Send the same bytes on many pages, as fast as they are taken."""
    async with _pages(port, address) as robots:
        while True:
            for robot in robots:
                with suppress(OSError):
                    if robot.line.get_write_buffer_size() < _FULL:
                        robot.send(data)
            await asyncio.sleep(0.01)


def _message(*parts: object) -> bytes:
    return frame(json.dumps(parts).encode())


async def web_pings(port: int, address: str) -> None:
    """Send pings of the protocol, which a server answers by itself."""
    await _send_forever(port, address, frame(b"", PING) * _BATCH)


async def web_tiny(port: int, address: str) -> None:
    """Send messages of two bytes."""
    await _send_forever(port, address, frame(b"[]") * _BATCH)


async def web_answers(port: int, address: str) -> None:
    """Ask again and again how long an answer takes."""
    await _send_forever(port, address, _message("ping", "1") * _BATCH)


async def web_large(port: int, address: str) -> None:
    """Send long lists, which are dropped once they are read."""
    await _send_forever(port, address, _message(*[{"a": [1]}] * 5000))


async def web_deep(port: int, address: str) -> None:
    """Send lists in lists in lists."""
    await _send_forever(port, address, frame(b"[" * 30_000 + b"]" * 30_000))


async def web_pieces(port: int, address: str) -> None:
    """Send messages in pieces of a byte."""
    pieces = frame(b"x", 0) * _BATCH
    await _send_forever(port, address, frame(b"[", 1) + pieces + frame(b"]", 0x80))


async def web_binary(port: int, address: str) -> None:
    """Open pages and send what no page sends, which ends them."""

    async def come() -> None:
        while True:
            with suppress(*_TROUBLE):
                async with browsing(port, address=address) as robot:
                    robot.send(frame(b"x", BINARY))
                    await robot.first_screen()

    await asyncio.gather(*(come() for _ in range(_MANY)))


async def web_sizes(port: int, address: str) -> None:
    """Change the sizes of windows in which nothing is read."""
    async with _pages(port, address, 60, _LARGE) as robots:
        for robot in robots:
            with suppress(OSError):
                robot.stop_reading()
        for number in itertools.count():
            for robot in robots:
                with suppress(OSError):
                    robot.resize(200 + number % 40, 60 + number % 20)
            await asyncio.sleep(0.05)


async def web_screens(port: int, address: str) -> None:
    """Open and close screens in large windows, and read nothing."""
    async with _pages(port, address, 8, _LARGE) as robots:
        for robot in robots:
            with suppress(OSError):
                robot.stop_reading()
        for key in itertools.cycle("lq"):
            for robot in robots:
                with suppress(OSError):
                    robot.type(key)
            await asyncio.sleep(0.02)


async def web_parked(port: int, address: str) -> None:
    """Open pages with new cookies, and leave them at once."""

    async def come() -> None:
        while True:
            with suppress(*_TROUBLE):
                async with browsing(port, address=address, size=_LARGE) as robot:
                    await robot.first_screen()

    await asyncio.gather(*(come() for _ in range(_MANY)))


async def _press_forever(robots: list[BrowserRobot], keys: Sequence[str], pause: float) -> None:
    """Press keys on all pages, and wait for no answer."""
    for key in itertools.cycle(keys):
        for robot in robots:
            with suppress(OSError):
                robot.type(key)
        await asyncio.sleep(pause)


async def web_puzzles(port: int, address: str) -> None:
    """Open puzzles and their help in thirty-two pages, and leave them."""
    async with _pages(port, address) as robots:
        await _press_forever(robots, ("h", "p", "\r", "?", "\x1b", "\x1b", "\x1b"), 0.05)


async def web_analyses(port: int, address: str) -> None:
    """Have a long game analysed on thirty-two pages, again and again."""
    async with _pages(port, address, path=f"/replay/{LONG_GAME}") as robots:
        await _press_forever(robots, ("a", "\x1b[C", "?", "\x1b", "\x1b[D"), 0.05)


async def web_replays(port: int, address: str) -> None:
    """Open pages of a long game, and leave them at once."""

    async def come() -> None:
        while True:
            with suppress(*_TROUBLE):
                path = f"/replay/{LONG_GAME}"
                async with browsing(port, path, address=address, size=_LARGE) as robot:
                    await robot.first_screen()

    await asyncio.gather(*(come() for _ in range(2 * _MANY)))


async def web_together(port: int, address: str) -> None:
    """Open sixty-four pages at once, sit down in each, and do so again."""
    while True:
        async with _pages(port, address, 2 * _MANY, path="/") as robots:
            for robot in robots:
                with suppress(OSError):
                    robot.type("c")
            await asyncio.sleep(1.0)


async def _ask_forever(port: int, address: str, paths: Callable[[int], str]) -> None:
    """Ask for paths, many at a time and each on a connection that is kept."""

    async def ask(each: int) -> None:
        while True:
            with suppress(*_TROUBLE):
                async with browser_session(address) as session:
                    for number in itertools.count(each):
                        headers = {"Accept-Language": _LANGUAGES[number % len(_LANGUAGES)]}
                        url = f"http://127.0.0.1:{port}{paths(number)}"
                        async with session.get(url, headers=headers) as answer:
                            await answer.read()
            await asyncio.sleep(0.05)

    await asyncio.gather(*(ask(each) for each in range(_MANY)))


async def web_requests(port: int, address: str) -> None:
    """Ask for the page of a terminal, again and again."""
    await _ask_forever(port, address, lambda _: "/")


async def web_previews(port: int, address: str) -> None:
    """Ask for pages and pictures of games, and for games that are none."""
    found = (f"/game/{LONG_GAME}", f"/game/{LONG_GAME}.png", f"/game/{LONG_GAME}.svg", "/league")
    await _ask_forever(
        port, address, lambda number: found[number % 4] if number % 2 else f"/game/g{number}.png"
    )


async def web_pipelines(port: int, address: str) -> None:
    """Send a thousand requests on a connection, and read no answer."""
    requests = b"GET /page/textual.js HTTP/1.1\r\nHost: a\r\n\r\n" * 1000
    await _connect_forever(port, address, lambda _reader, writer: _write(writer, requests))


async def web_half_open(port: int, address: str) -> None:
    """Begin requests, a byte now and then, and end none."""

    async def slowly(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await _write(writer, b"GET / HTTP/1.1\r\nX: ")
        while True:
            await asyncio.sleep(0.5)
            await _write(writer, b"x")

    await _connect_forever(port, address, slowly, 200)


async def web_garbage(port: int, address: str) -> None:
    """Send what is no request, again and again."""
    junk = b"\x16\x03\x01\0\0" + bytes(range(256)) * 20

    async def send(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await _write(writer, junk)
        await reader.read()

    await _connect_forever(port, address, send, _MANY, 0.0)


async def _write(writer: asyncio.StreamWriter, data: bytes) -> None:
    writer.write(data)
    await writer.drain()


async def _connect_forever(
    port: int,
    address: str,
    use: Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]],
    many: int = _MANY,
    hold: float = 10.0,
) -> None:
    """Connect again and again, many at a time, and hold each connection for some seconds."""

    async def come() -> None:
        while True:
            with suppress(*_TROUBLE):
                reader, writer = await asyncio.open_connection(
                    "127.0.0.1", port, local_addr=(address, 0)
                )
                try:
                    async with asyncio.timeout(10.0):
                        await use(reader, writer)
                        await asyncio.sleep(hold)
                finally:
                    writer.close()
            await asyncio.sleep(0.02)

    await asyncio.gather(*(come() for _ in range(many)))


WEB_FLOODS: Final = (
    *(web_pings, web_tiny, web_answers, web_large, web_deep, web_pieces, web_binary, web_sizes),
    *(web_screens, web_parked, web_requests, web_previews, web_pipelines, web_half_open),
    *(web_garbage, web_puzzles, web_analyses, web_replays, web_together),
)
