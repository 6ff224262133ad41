"""The mouse over ssh: what is drawn can be clicked on, and the wheel scrolls."""

from __future__ import annotations

from pathlib import Path

from server.serve import Server
from tests.server.emulator import Terminal, connect, open_terminal


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
        await terminal.until("you drew")
        click(terminal, "q leave")
        await terminal.until("LEAVE?")
        click(terminal, "y leave")
        await terminal.until("WELCOME")
        click(terminal, "q quit")
        assert await terminal.until_closed() == 0
