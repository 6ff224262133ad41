"""What a bot may send and must take: lines within limits, whoever is at the far end."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from engine.protocol import ProtocolError
from server.ops.limits import Limits, Throttle
from server.sessions.bot_game import BotWire
from server.terminal.wire import Listener, Wire


class FakeWire(Wire):
    """A wire whose far end a test plays."""

    def __init__(self) -> None:
        super().__init__(Limits(backlog=100))
        self.sent: list[bytes] = []
        self.held: list[bool] = []
        self.unread = 0
        self.was_cut = False

    def listen(self, listener: Listener) -> None:
        """Take no listener: the test speaks to it."""

    def hold_input(self, hold: bool) -> None:
        """Note who waits."""
        self.held.append(hold)

    def _send(self, data: bytes, error: bool) -> None:
        """Note what is sent."""
        self.sent.append(data)

    def _end(self, status: int) -> None:
        """Leave the end to the test."""

    @property
    def waiting(self) -> int:
        """What the test says."""
        return self.unread

    def cut(self) -> None:
        """Note that the line was cut."""
        self.was_cut, self.alive = True, False

    async def disconnect(self) -> None:
        """Leave it: nothing carries this wire."""


async def read(bot: BotWire) -> list[bytes]:
    return [line async for line in bot.lines()]


async def test_lines_are_read_to_the_end_and_a_flood_waits() -> None:
    wire = FakeWire()
    bot = BotWire(wire)
    bot.received(b"".join(b"%d\n" % number for number in range(70)))
    assert wire.held == [True]
    bot.ended()
    assert await read(bot) == [b"%d" % number for number in range(70)]
    assert wire.held == [True, False]


async def test_more_lines_than_a_burst_take_their_time(monkeypatch: pytest.MonkeyPatch) -> None:
    slept: list[float] = []

    async def sleep(seconds: float, *_: Any) -> None:
        slept.append(seconds)

    bot = BotWire(FakeWire())
    bot._throttle = Throttle(100, 20.0, lambda: sum(slept))
    bot.received(b"x\n" * 101)
    bot.ended()
    monkeypatch.setattr(asyncio, "sleep", sleep)
    assert len(await read(bot)) == 101
    assert sum(slept) == pytest.approx(0.05)


async def test_nothing_is_read_after_a_long_line() -> None:
    wire = FakeWire()
    bot = BotWire(wire)
    bot.received(b"first\n" + b"x" * 9999)
    bot.received(b"\nlast\n")
    heard = bot.lines()
    assert await anext(heard) == b"first"
    with pytest.raises(ProtocolError, match="at most"):
        await anext(heard)
    assert wire.held == [True]


async def test_a_bot_that_is_dismissed_is_heard_no_more() -> None:
    wire = FakeWire()
    bot = BotWire(wire)
    bot.received(b"x\ny\n")
    wire.dismissed = True
    bot.ended()
    assert await read(bot) == []


async def test_a_bot_that_does_not_read_is_watched_then_cut_off() -> None:
    wire = FakeWire()
    bot = BotWire(wire)
    bot.send({"type": "bye"})
    assert wire.sent == [b'{"type":"bye"}\n']
    wire.unread = 101
    bot.send({"type": "bye"})
    assert not wire.was_cut
    wire.unread = 401
    bot.send({"type": "bye"})
    assert wire.was_cut
    bot.send({"type": "bye"})
    assert len(wire.sent) == 3, "nothing is written to a line that was cut"
    bot.close()
