"""Two friends, a room code, a whole game with a counter, a seven, a jack, a queen, and a drop."""

from __future__ import annotations

from pathlib import Path

import asyncssh
import pytest

from server.serve import Server
from tests.server.emulator import connect, open_terminal
from tests.server.eventful import WANTED, act
from tests.server.seats import chairs_of, view_of

pytestmark = pytest.mark.slow

SEED = 1
"""Found by playing: with it all that is wanted happens, and somebody reaches the goal."""


def entropy(count: int) -> bytes:
    """Give bytes that make every deal of this test the same."""
    return bytes([SEED % 256, SEED // 256]) * (count // 2)


async def test_a_whole_game_with_everything_in_it(
    tmp_path: Path, ann_key: asyncssh.SSHKey, bob_key: asyncssh.SSHKey
) -> None:
    seen: set[str] = set()
    async with (
        Server(tmp_path, entropy=entropy) as cuttle,
        connect(cuttle.port, bob_key, user="bob") as bob,
    ):
        async with connect(cuttle.port, ann_key, user="ann") as ann:
            host = await open_terminal(ann, size=(80, 24))
            await host.until("ann")
            host.send("o")
            await host.until("NEW TABLE")
            host.send("\r")
            code = await host.room_code()
            guest = await open_terminal(bob, f"join {code}", size=(120, 40))
            await guest.until("ann")
            await host.until("bob")
            host.send("\r")
            await guest.until("TURN")
            chairs = chairs_of(cuttle)
            for _ in range(12):
                seat = view_of(chairs[0]).asked[0]
                await act([host, guest][seat], chairs[seat], seen)
            before = view_of(chairs[0])
        await guest.until("ann is away")
        async with connect(cuttle.port, ann_key, user="ann") as ann:
            host = await open_terminal(ann, size=(80, 24))
            await host.until("bob")
            assert view_of(chairs[0]) == before
            while asked := view_of(chairs[0]).asked:
                await act([host, guest][asked[0]], chairs[asked[0]], seen)
            outcome = view_of(chairs[0]).outcome
            assert outcome is not None
            assert outcome.why == "goal"
            assert seen == set(WANTED)
            terminals = (host, guest)
            for seat, terminal in enumerate(terminals):
                await terminal.until("YOU WIN" if seat in outcome.winners else "WINS")
                terminal.send("\x03\x03")
                assert await terminal.until_closed() == 0
