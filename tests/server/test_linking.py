"""A second key is linked in the real app over ssh, and its account is at home there at once."""

from __future__ import annotations

import re
from pathlib import Path

import asyncssh
import pytest

from server.serve import Server
from tests.server.emulator import connect, open_terminal

pytestmark = pytest.mark.slow

_CODE = re.compile(r"type ([0-9A-Z]{8}) ")


async def test_a_link_code_leads_home_in_the_same_session(
    tmp_path: Path, ann_key: asyncssh.SSHKey, bob_key: asyncssh.SSHKey
) -> None:
    database = f"sqlite:///{tmp_path / 'cuttle.db'}"
    async with (
        Server(tmp_path, database=database) as server,
        connect(server.port, ann_key) as known,
        connect(server.port, bob_key) as other,
    ):
        first = await open_terminal(known)
        await first.until("your name")
        first.send("\r")
        await first.until("quick match")
        first.send("a")
        await first.until("SHA256:")
        first.send("\x1b[B\r")
        told = await first.until(lambda text: _CODE.search(text) is not None)
        code = _CODE.search(told)
        assert code is not None
        second = await open_terminal(other)
        await second.until("your name")
        second.send("\x1b[B\r")
        await second.until("  LINK  ")
        second.send(f"{code[1]}\r")
        await second.until("ann, this is Cuttle")
        assert not second.closed
