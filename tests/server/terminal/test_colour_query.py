"""A terminal is asked for true colour once, and the app hears nothing of the answer."""

from __future__ import annotations

import pytest

from server.serve import Server
from tests.server.emulator import DEVICE, connect, open_terminal

pytestmark = pytest.mark.slow

TRUE = b"\x1bP1$r0;48:2::1:2:3m\x1b\\" + DEVICE
QUERY = b"\x1bP$qm\x1b\\"


async def test_a_terminal_that_reads_the_colour_back_gets_true_colour(server: Server) -> None:
    async with connect(server.port) as ann:
        terminal = await open_terminal(ann, answer=TRUE)
        await terminal.until("keys=0")
        assert b"38;2;18;171;52" in terminal.raw


async def test_a_terminal_that_does_not_gets_256_colours(server: Server) -> None:
    async with connect(server.port) as ann:
        terminal = await open_terminal(ann)
        await terminal.until("keys=0")
        assert b"38;2;" not in terminal.raw


async def test_a_terminal_that_answers_late_or_never_loses_no_key_and_types_none(
    server: Server,
) -> None:
    async with connect(server.port) as ann:
        terminal = await open_terminal(ann, answer=b"ab")
        await terminal.until("keys=2")
        terminal.send(TRUE.decode() + "c")
        await terminal.until("keys=3")
        terminal.send("d")
        await terminal.until("keys=4")
        assert b"38;2;" not in terminal.raw


@pytest.mark.parametrize(
    ("term", "depth"), [("xterm-256color", "truecolor"), ("linux", ""), ("unknown", "")]
)
async def test_terminals_that_say_what_they_have_are_not_asked(
    server: Server, term: str, depth: str
) -> None:
    async with connect(server.port) as ann:
        terminal = await open_terminal(ann, term=term, env={"COLORTERM": depth})
        await terminal.until("keys=0")
        assert QUERY not in terminal.asked


async def test_commands_of_text_ask_nothing(server: Server) -> None:
    async with connect(server.port) as ann:
        terminal = await open_terminal(ann, "help")
        await terminal.until_closed()
        assert QUERY not in terminal.asked
