"""A rated match of the league in the real app over ssh, from the queue to its decision."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import asyncssh
import pytest

from server.league.seasons import Season
from server.league.store import pages
from server.serve import Server
from server.store.values import AuditRow
from tests.server.emulator import Terminal, connect, open_terminal

pytestmark = pytest.mark.slow

_DOWN = "\x1b[B"


async def _arrive(connection: asyncssh.SSHClientConnection, width: int, height: int) -> Terminal:
    terminal = await open_terminal(connection, size=(width, height))
    await terminal.until("your name")
    terminal.send("\r")
    await terminal.until("rated match")
    return terminal


def _begin_season(server: Server) -> None:
    """Let a season run for two weeks already."""
    assert server.store is not None
    start = server.now().replace(hour=0, minute=0, second=0, microsecond=0) - timedelta(days=15)
    season = Season("2026-clubs", "clubs", 2026, "cuttle.cards/1.0.2", start)
    server.store.open_season(False, season, AuditRow(server.now(), "operator", "open"))
    assert server.league_book is not None
    server.league_book.reread()


async def _concede(terminal: Terminal) -> None:
    terminal.send("q")
    await terminal.until("concede")
    terminal.send("g")


async def test_a_rated_match_from_the_queue_to_its_decision(
    tmp_path: Path, ann_key: asyncssh.SSHKey, bob_key: asyncssh.SSHKey
) -> None:
    database = f"sqlite:///{tmp_path / 'cuttle.db'}"
    async with (
        Server(tmp_path, database=database) as server,
        connect(server.port, ann_key, "ann") as one,
        connect(server.port, bob_key, "bob") as two,
    ):
        _begin_season(server)
        assert server.league_book is not None
        await server.league_book.settled()
        ann, bob = await _arrive(one, 80, 24), await _arrive(two, 120, 40)
        ann.send(2 * _DOWN)
        await ann.until("Clubs 2026, week 3 of 13")
        ann.send("\r")
        await ann.until("a rated match, first to two wins")
        bob.send("e")
        await ann.until("week 3 of 13, counts: the match begins")
        await ann.until("you 1500? +31 -31")
        await bob.until("week 3 of 13, counts: the match begins")
        await _concede(bob)
        await ann.until("you lead 1-0")
        await ann.until("(+31)")
        await bob.until("ann 1531? (+31)")
        await bob.until("ann leads 1-0")
        for terminal in (ann, bob):
            terminal.send("r")
        await ann.until("week 3 of 13, counts: you lead 1-0")
        await bob.until("week 3 of 13, counts: ann leads 1-0")
        await _concede(bob)
        await ann.until("counted for week 3 of 13: you won the match 2-0")
        await bob.until("ann won the match 2-0")
        for terminal in (ann, bob):
            terminal.send("r")
        await ann.until("week 3 of 13, casual: you won the match 2-0")
        await _concede(ann)
        await bob.until("YOU WIN")
        await ann.until("casual: you won the match 2-0")
        assert server.writer is not None
        await server.writer.drain()
        await server.league_book.settled()
        assert server.store is not None
        page = server.store.read(pages.season_page, "", server.now())
        assert page is not None
        assert [(line.name, line.wins, line.losses) for line in page.standings] == [
            ("ann", 1, 0),
            ("bob", 0, 1),
        ]
        games = [line.games for line in server.store.read(pages.top, "live")]
        assert games == [2, 2]
        ann.send("qy")
        await ann.until("g  this week")
        await ann.until("place 1 of 2 until ")
        ann.send("g")
        await ann.until("week 3 of 13")


async def test_a_challenge_is_accepted_from_another_screen(
    tmp_path: Path, ann_key: asyncssh.SSHKey, bob_key: asyncssh.SSHKey
) -> None:
    database = f"sqlite:///{tmp_path / 'cuttle.db'}"
    async with (
        Server(tmp_path, database=database) as server,
        connect(server.port, ann_key, "ann") as one,
        connect(server.port, bob_key, "bob") as two,
    ):
        ann, bob = await _arrive(one, 80, 24), await _arrive(two, 80, 24)
        bob.send("h")  # reads about the game
        await bob.until("LEARN")
        ann.send("l\t\t\x1b[F")
        await ann.until("Challenge bob?")
        ann.send("f")
        await ann.until("you'll be told when bob arrives")
        ann.send("\rt\r")
        await ann.until("you challenged bob")
        await bob.until("CHALLENGE   ann, casual, standard, quick")
        bob.send("\x1bOR")
        await bob.until("you declined the challenge")
        await ann.until("bob declined your challenge")
        ann.send("\r\r")
        await bob.until("CHALLENGE   ann, casual, standard, quick")
        bob.send("\x1bOQ")
        for terminal in (ann, bob):
            await terminal.until(" deck ")
