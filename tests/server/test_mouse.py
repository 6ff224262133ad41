"""The mouse over ssh: what is drawn can be clicked on, and the wheel scrolls."""

from __future__ import annotations

from pathlib import Path

import pytest

from server.ops.limits import Limits
from server.serve import Server
from tests.server.emulator import Terminal, connect, open_terminal

pytestmark = pytest.mark.slow


def click(terminal: Terminal, text: str) -> None:
    """Press and release the button on the last place where a text is shown."""
    rows = terminal.text.split("\n")
    y = max(y for y, row in enumerate(rows) if text in row)
    place = f"{rows[y].index(text) + 1};{y + 1}"
    terminal.send(f"\x1b[<0;{place}M\x1b[<0;{place}m")


async def test_a_table_is_opened_read_and_left_with_clicks(tmp_path: Path) -> None:
    async with Server(tmp_path) as server, connect(server.port) as guest:
        terminal = await open_terminal(guest)
        await terminal.until("WELCOME")
        click(terminal, "s settings")
        await terminal.until("SETTINGS   theme")
        terminal.send("\x1b[<65;20;15M")
        await terminal.until("SETTINGS   deck")
        click(terminal, "esc back")
        await terminal.until("WELCOME")
        click(terminal, "play the computer")
        await terminal.until("YOUR TURN")
        click(terminal, "d draw")
        # a click on what an answer changes under it would be refused
        await terminal.until(lambda text: "you drew" in text and "'S TURN" not in text)
        click(terminal, "q leave")
        await terminal.until("LEAVE?")
        click(terminal, "y leave")
        await terminal.until("WELCOME")
        click(terminal, "q quit")
        assert await terminal.until_closed() == 0


async def test_a_click_that_is_read_in_parts_stays_a_click(tmp_path: Path) -> None:
    """What is kept waiting because a session used its share is not read as single keys later."""
    slow = Limits(input_burst=8, input_rate=4.0)
    async with Server(tmp_path, limits=slow) as server, connect(server.port) as guest:
        terminal = await open_terminal(guest)
        await terminal.until("WELCOME")
        terminal.send("\x1b[<0;1;1m")  # nine bytes, whose last is a key as well: a quick match
        terminal.send("s")
        await terminal.until("SETTINGS   theme")
