"""A play night over real ssh: four players, one in the app, and a server that is killed in it."""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, closing
from pathlib import Path

import asyncssh
import pytest

from server.league.night_results import (
    Closed,
    MatchEnded,
    MatchStarted,
    NightEvent,
    parse_night_event,
)
from server.league.nights import Night, night_of
from server.store.store import Store
from tests.server.emulator import Terminal, connect, open_terminal
from tests.server.life import Life, living
from tests.server.rawssh import until
from tests.whole import takes_longer

pytestmark = pytest.mark.slow

NAMES = ("ann", "bob", "cid", "dan")


def _stored(life: Life) -> list[NightEvent]:
    """Read the night from the database."""
    with closing(sqlite3.connect(f"file:{life.database}?mode=ro", uri=True)) as database:
        heads = database.execute("select head from nights").fetchall()
        rows = database.execute("select text from night_entries order by number").fetchall()
    return [parse_night_event(text) for (text,) in [*heads, *rows]]


def _night(life: Life) -> Night:
    return night_of(_stored(life))


def _count(life: Life, kind: type[NightEvent]) -> int:
    return sum(isinstance(event, kind) for event in _stored(life))


@asynccontextmanager
async def _players(
    life: Life, keys: dict[str, asyncssh.SSHKey]
) -> AsyncIterator[dict[str, Terminal]]:
    """Let everybody come: the first in the app, the others in plain mode."""
    async with AsyncExitStack() as stack:
        found = {}
        for name, key in keys.items():
            connection = await stack.enter_async_context(connect(life.port, key, name))
            app = name == NAMES[0]
            found[name] = await open_terminal(
                connection, None if app else "plain", term="xterm-256color" if app else None
            )
        yield found


async def _concede_all(
    life: Life, terminals: dict[str, Terminal], names: dict[str, str], deal: int
) -> None:
    """Let a player in plain mode concede each match, once they have seen so many deals."""
    for match in _night(life).playing:
        loser = next(names[player] for player in match.players if names[player] != NAMES[0])
        terminal = terminals[loser]
        await until(lambda terminal=terminal: terminal.raw.count(b"Your hand,") == deal)  # type: ignore[misc]
        terminal.send("concede\nyes\n")


@takes_longer
async def test_a_night_survives_a_killed_server(tmp_path: Path) -> None:
    keys = {name: asyncssh.generate_private_key("ssh-ed25519") for name in NAMES}
    store = Store.open(f"sqlite:///{tmp_path}/cuttle.db")
    people = [store.register(name, key.get_fingerprint()) for name, key in keys.items()]
    store.close()
    names = {person.player: person.name for person in people}
    async with living(tmp_path) as life:
        async with _players(life, keys) as terminals:
            ann = terminals["ann"]
            await ann.until("ann, this is Cuttle")
            ann.send("v")
            await ann.until("no play night now")
            ann.send("n")
            await ann.until("as many as it needs")
            ann.send("\r")
            await ann.until("s start")
            for name in NAMES[1:]:
                terminals[name].send("night join\n")
            await ann.until("4 players")
            ann.send("s")
            await until(lambda: _count(life, MatchStarted) == 2)
            await ann.until("turn 1")
        await life.kill()
        await life.start()
        async with _players(life, keys) as terminals:
            await terminals["ann"].until("turn 1")
            await _concede_all(life, terminals, names, deal=1)
            await until(lambda: _count(life, MatchStarted) == 4)
            assert _count(life, MatchEnded) == 2
            await _concede_all(life, terminals, names, deal=2)
            await until(lambda: _count(life, Closed) == 1)
            async with connect(life.port, keys["bob"], "bob") as connection:
                told = str((await connection.run("night")).stdout)
    night = _night(life)
    assert [(match.pairing.round, match.why) for match in night.matches] == [
        (1, "played"),
        (1, "played"),
        (2, "played"),
        (2, "played"),
    ]
    assert len({frozenset(match.players) for match in night.matches}) == 4
    assert names[night.winner] == "ann"
    assert "ann won" in told
    assert "Buchholz" in told
