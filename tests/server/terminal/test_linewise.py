"""One terminal for a conversation in lines: floods are held back, a slow client is waited for."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import Any, cast

import pytest

from cuttle_tui.plain.session import INTERRUPT, LONGEST
from server.ops.limits import Limits
from server.terminal.linewise import LineTerminal
from server.terminal.wire import Wire


@dataclass
class FakeWire:
    """A wire that goes nowhere."""

    sent: bytearray = field(default_factory=bytearray)
    held: list[bool] = field(default_factory=list)
    alive: bool = True
    dismissed: bool = False
    paused: bool = False
    waiting: int = 0
    keys: None = None
    size: tuple[int, int] = (80, 24)
    writes: int = 0
    limits: Limits = field(default_factory=Limits)

    @property
    def congested(self) -> bool:
        """Whether the client takes nothing."""
        return self.paused

    def write(self, data: bytes) -> None:
        """Keep what is sent."""
        self.sent += data
        self.writes += 1

    async def turn(self) -> None:
        """Let the session go on."""

    def hold_input(self, hold: bool) -> None:
        """Note it."""
        self.held.append(hold)


def laid(wire: FakeWire, *, has_pty: bool = False) -> LineTerminal:
    """Take the wire."""
    return LineTerminal(cast(Wire, wire), has_pty=has_pty, encoding="utf-8")


async def all_lines(line: LineTerminal, first: str = "") -> list[str]:
    """Read to the end."""
    return [text async for text in line.lines(first)]


async def test_the_end_of_the_input_dismisses_nobody_and_the_end_of_the_session_does() -> None:
    wire, ended = FakeWire(), []
    line = laid(wire)
    line.dismissed = lambda: ended.append(True)
    line.ended()
    assert not ended
    wire.dismissed = True
    line.ended()
    assert ended


async def test_a_flood_is_held_back_until_it_is_answered() -> None:
    wire = FakeWire()
    line = laid(wire)
    line.received(b"\n" * 60)
    assert not wire.held
    line.received(b"\n" * 40)
    assert wire.held == [True]
    lines = line.lines()
    for _ in range(59):
        await anext(lines)
    assert wire.held == [True]
    await asyncio.wait_for(_read(lines, 20), 60)
    assert wire.held == [True, False]


async def _read(lines: Any, count: int) -> None:
    for _ in range(count):
        await anext(lines)


async def test_no_line_is_answered_while_the_client_takes_nothing() -> None:
    wire = FakeWire()
    line = laid(wire)
    line.received(b"one\ntwo\n")
    lines = line.lines("first")
    assert await anext(lines) == "first"
    wire.paused, wire.waiting = True, 10
    line.write("much")
    reading = asyncio.ensure_future(_read(lines, 1))
    for _ in range(5):
        await asyncio.sleep(0)
    assert not reading.done()
    wire.paused, wire.waiting = False, 0
    await asyncio.wait_for(reading, 60)
    line.close()


@pytest.mark.parametrize(
    ("typed", "line"),
    [
        (b"draw\r", "draw"),
        (b"drax\x7fw\r\n", "draw"),
        (b"\x7f\x7fdraw\n", "draw"),
        (b"points 7S\x17\x17draw\r", "draw"),
        (b"nonsense\x15draw\r", "draw"),
        (b"d\x1b[D\x1b[1;5Cr\x1bOPaw\x1b[200~\r", "draw"),
        (b"say\thello\r", "say hello"),
        ("ü€x\x7f\r".encode(), "ü€"),
        (b"\x03", INTERRUPT),
        (b"half\x03", ""),
        (b"y" * LONGEST + b"\r", "y" * LONGEST),
        (b"y" * 2 * LONGEST + b"\r", "y" * (LONGEST + 1)),  # which is refused as too long
    ],
)
async def test_keys_make_lines(typed: bytes, line: str) -> None:
    wire = FakeWire()
    one = laid(wire, has_pty=True)
    for at in range(len(typed)):
        one.received(typed[at : at + 1])
    one.received(b"\x04")
    one.ended()
    assert await all_lines(one) == [line]
    assert b"\x1b" not in wire.sent


async def test_what_is_erased_takes_as_many_columns_as_it_had() -> None:
    wire = FakeWire()
    one = laid(wire, has_pty=True)
    one.received("漢".encode() + b"\x7f")
    assert wire.sent == "漢".encode() + b"\b \b" * 2


async def test_a_half_typed_line_is_no_end_and_stays_apart_from_what_is_told() -> None:
    wire = FakeWire()
    one = laid(wire, has_pty=True)
    one.prompt()
    one.prompt()
    one.received(b"dr\x04")
    one.write("bob passed.")
    one.write("Your turn.")
    one.prompt()
    one.received(b"aw\r")
    one.ended()
    assert await all_lines(one) == ["draw"]
    assert wire.sent == b"> dr\r\nbob passed.\r\nYour turn.\r\n> draw\r\n"


async def test_a_long_line_breaks_between_words_on_a_terminal_only() -> None:
    words = " ".join(["clubs"] * 20)
    terminal, pipe = FakeWire(size=(40, 24)), FakeWire(size=(40, 24))
    laid(terminal, has_pty=True).write(words)
    laid(pipe).write(words)
    rows = terminal.sent.decode().split("\r\n")
    assert all(len(row) <= 40 for row in rows)
    assert " ".join(row.strip() for row in rows).strip() == words
    assert pipe.sent.decode() == words + "\n"


async def test_what_people_type_arrives_as_it_is_for_the_session_to_judge() -> None:
    one = laid(FakeWire())
    hostile = "say \u202eevil\x1b[2J\u200b"
    one.received("\ufeffwho\n".encode() + hostile.encode() + b"\n" + b"z" * 9000 + b"\n")
    one.received("\U0001f600".encode() * LONGEST + b"\n")
    one.ended()
    first, second, third, fourth = await all_lines(one)
    assert (first, second) == ("who", hostile)
    assert len(third) > LONGEST
    assert fourth == "\U0001f600" * LONGEST


async def test_what_comes_together_is_echoed_in_one_piece() -> None:
    wire = FakeWire()
    laid(wire, has_pty=True).received(b"points 7S\x7f")
    assert (bytes(wire.sent), wire.writes) == (b"points 7S\b \b", 1)
