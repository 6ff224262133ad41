"""Two people at one table, each in the real app over ssh, read two languages."""

from __future__ import annotations

from pathlib import Path

import pytest

from server.serve import Server
from tests.server.emulator import connect, open_terminal

pytestmark = pytest.mark.slow


async def test_one_table_is_told_in_two_languages(tmp_path: Path) -> None:
    async with Server(tmp_path) as server, connect(server.port) as one, connect(server.port) as two:
        english = await open_terminal(one, env={"LANG": "en_GB.UTF-8"})
        french = await open_terminal(two, env={"LANG": "fr_FR.UTF-8"})
        await english.until("WELCOME")
        await french.until("BIENVENUE")
        for terminal in (english, french):
            terminal.send("m")
        await english.until(" deck ")
        await french.until(" pioche ")
        await english.until("TURN")
        mover = english if "YOUR TURN" in english.text else french
        mover.send("d")
        await english.until(" drew ")
        await french.until(" pioché ")
        assert not {"deck", "scrap", "drew", "TURN", "turn"} & set(french.text.split())
        assert not {"pioche", "défausse", "pioché", "À", "tour"} & set(english.text.split())
