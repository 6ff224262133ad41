"""Many sessions of one address send no more keys than one may, and the quiet ones come first."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from server.ops.limits import Limits
from server.ops.share import KeyShares
from server.terminal import driver
from tests.server.emulator import PATIENCE, Terminal, connect, open_terminal
from tests.server.open_server import open_server
from tests.server.players import Clock

pytestmark = pytest.mark.slow

LIMITS = Limits(keys_burst=80, keys_rate=10)


def flood(shares: KeyShares, clock: Clock, sessions: int, seconds: int) -> list[int]:
    """Let sessions of one address send all they may; return how many keys each has sent."""
    flooders = [shares.join("192.0.2.1") for _ in range(sessions)]
    sent = [0] * sessions
    for _ in range(seconds * 10):
        clock.now += 0.1
        for place, one in enumerate(flooders):
            keys = min(one.room(), 8)
            one.take(keys)
            sent[place] += keys
            one.wait()
    return sent


@pytest.mark.parametrize("sessions", [1, 8, 64])
def test_an_address_sends_only_so_many_keys_with_however_many_sessions(sessions: int) -> None:
    clock = Clock()
    sent = sum(flood(KeyShares(LIMITS, clock), clock, sessions, 60))
    assert 60 * 10 <= sent <= 60 * 10 + 80 + 8 * sessions


def test_who_sends_little_need_not_wait_for_those_who_send_much() -> None:
    clock = Clock()
    shares = KeyShares(LIMITS, clock)
    flood(shares, clock, 16, 30)
    quiet = shares.join("192.0.2.1")
    for _ in range(8):
        assert quiet.room() >= 1
        quiet.take(1)
    busy = shares.join("192.0.2.1")
    busy.take(10)
    assert busy.room() == 0
    assert busy.wait() > 1
    assert shares.join("192.0.2.2").room() == 80


def test_an_address_is_forgotten_once_it_has_nothing_to_wait_for() -> None:
    clock = Clock()
    shares = KeyShares(LIMITS, clock)
    one = shares.join("192.0.2.1")
    one.take(80)
    one.leave()
    assert shares.join("192.0.2.1").room() == 0
    for number in range(200):
        clock.now += 60
        shares.join(f"192.0.2.{number}").leave()
    assert len(shares._addresses) <= 2


async def test_a_flood_over_several_sessions_goes_on_slowly_and_lets_others_play(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(driver, "_INPUT_PAUSE", 0.001)
    limits = Limits(keys_burst=80, keys_rate=0.001)
    async with open_server(tmp_path, limits) as server, connect(server.port) as ann:
        flooders = [await open_terminal(ann) for _ in range(3)]
        quiet = await open_terminal(ann)
        for terminal in (*flooders, quiet):
            await terminal.until("keys=0")
        for terminal in flooders:
            terminal.send("b" * 200)
        async with asyncio.timeout(PATIENCE):
            while _keys_of(flooders) < _WELL_BEGUN:
                await asyncio.sleep(0.01)
        for count in range(1, 7):
            quiet.send("a")
            await quiet.until(f"keys={count} ")
        assert _keys_of(flooders) <= 80


_WELL_BEGUN = 24
"""Keys of a flood after which others play."""


def _keys_of(terminals: list[Terminal]) -> int:
    """Count the keys that apps have answered."""
    return sum(int(one.text.partition("keys=")[2].split()[0]) for one in terminals)
