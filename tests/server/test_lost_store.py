"""A database that is gone while the server runs is noticed, said, and nothing new begins."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from dataclasses import dataclass, replace
from pathlib import Path

import asyncssh
import pytest
from sqlalchemy.engine import Engine
from sqlalchemy.exc import OperationalError

from server import serve
from server.serve import Server
from server.sessions.verbs import VERBS
from server.store.values import StoreError
from server.web import WebOptions
from server.web.callers import cookie_of
from server.web.pages import _GAME_ROUTES
from tests.server.emulator import Terminal, connect, open_terminal
from tests.server.rawssh import until
from tests.server.store.duels import START, duel, keep, people, with_season
from tests.server.web.page import Browser, browser

pytestmark = pytest.mark.slow

CAUSE = "the server cannot reach its database"
GAME = "closedgame"
NEED_NONE = {"who", "night", "watch", "rules", "help", "version"}
"""What is told without the database."""
LEAGUE = ("top", "season", "season week", "bracket", "year", "player ann")
NEED_ACCOUNT = {"inbox", "vacation", "email", "enter", "invite", "export"}
"""What is nothing to guests."""
LINES = (
    *("games", "ladder", f"replay {GAME}", f"analyse {GAME}", f"record {GAME}", f"close {GAME}"),
    *("season", "top", "player ann", "bracket", "year"),
)
"""What is typed in plain mode."""


async def test_play_ends_for_good_once_the_database_file_is_gone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(serve, "_SWEEP_EVERY", 1)
    path = tmp_path / "cuttle.db"
    async with Server(tmp_path, database=f"sqlite:///{path}") as cuttle:
        async with connect(cuttle.port) as ann:
            terminal = await open_terminal(ann)
            await terminal.until("WELCOME")
            terminal.send("c")
            await terminal.until("deck")
            assert not cuttle.metrics.unwell
            path.rename(tmp_path / "away.db")
            await until(
                lambda: (
                    "was deleted while the server used it" in cuttle.metrics.unwell
                    or cuttle.metrics.unwell == "draining"
                )
            )
            assert cuttle.matchmaker.actions.closing
        assert [one for one in caplog.records if one.levelname == "CRITICAL"]


@dataclass
class Lost:
    """A server whose database is away, and those who were there before."""

    server: Server
    key: asyncssh.SSHKey
    """Of an account."""
    lines: dict[str, Terminal]
    """Plain mode of the account and of a guest."""
    page: Browser
    """Where the account has a cookie."""


@pytest.fixture
async def lost(
    tmp_path: Path, ann_key: asyncssh.SSHKey, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Lost]:
    """Run a server with a game, and take its database away."""
    url, web = f"sqlite:///{tmp_path / 'cuttle.db'}", WebOptions(port=0)
    async with Server(tmp_path, database=url, web=web) as server, browser(server) as page:
        store, writer = server.store, server.writer
        assert store is not None
        assert writer is not None
        ann, bob = people(with_season(store), "ann", "bob")
        game = duel(GAME, ann, bob, ann, START)
        keep(store, replace(game, public=False, closed=True))
        store.link(ann.id, ann_key.get_fingerprint())
        await page.get()
        (morsel,) = page.cookies.values()
        cookie = cookie_of({morsel.key: morsel.value}, secure=False)
        assert cookie is not None
        store.link(ann.id, cookie.identity)
        async with connect(server.port, ann_key) as one, connect(server.port) as other:
            lines = {}
            for who, connection in (("account", one), ("guest", other)):
                lines[who] = await open_terminal(connection, "plain", term=None)
                await lines[who].until("Cuttle, plain mode.")

            def unreachable(*_: object) -> None:
                raise OperationalError("select", {}, OSError("no route to host"))

            def unwritable(*_: object) -> None:
                raise StoreError("the database fails (no route to host)")

            with monkeypatch.context() as away:
                away.setattr(Engine, "connect", unreachable)
                away.setattr(writer._thread, "_write", unwritable)
                yield Lost(server, ann_key, lines, page)
            await until(lambda: not server._in_trouble)


async def _told(lost: Lost, command: str, key: asyncssh.SSHKey | None) -> str:
    """Return what a command without a terminal writes to both streams."""
    async with connect(lost.server.port, key) as connection:
        session = await open_terminal(connection, command, term=None)
        await session.until_closed()
    return (bytes(session.raw) + bytes(session.errors)).decode()


async def test_every_verb_says_that_the_database_is_away(
    lost: Lost, bob_key: asyncssh.SSHKey
) -> None:
    answering = [verb for verb in VERBS if verb.run is not None]
    verbs = [f"{v.words[0]} {GAME}" if "ID" in str(v.usage) else v.words[0] for v in answering]
    for key in (lost.key, bob_key, None):
        for command in (*verbs, *LEAGUE, *(("bot", "plain") if key else ())):
            verb = command.split()[0]
            told = await _told(lost, command, key)
            none = verb in NEED_NONE or (key is None and verb in NEED_ACCOUNT)
            assert (CAUSE in told.lower()) is not none, (command, told)


async def test_who_comes_with_a_key_reads_that_the_database_is_away(lost: Lost) -> None:
    async with connect(lost.server.port, lost.key) as connection:
        terminal = await open_terminal(connection)
        await terminal.until_closed()
    assert CAUSE in re.sub(r"\s+", " ", bytes(terminal.raw + terminal.errors).decode()).lower()


async def _hear(line: Terminal, typed: str, words: str) -> None:
    """Type a line of text, and wait for words in what is said from then on."""
    before = len(line.raw)
    line.send(f"{typed}\n")
    await until(lambda: words.encode() in line.raw[before:])


async def test_lines_of_text_say_that_the_database_is_away(lost: Lost) -> None:
    for who, line in lost.lines.items():
        for typed in (*LINES, "account" if who == "account" else "name dana"):
            await _hear(line, typed, CAUSE.capitalize())
        await _hear(line, "open", "he server cannot save moves right now")
        await _hear(line, "draw", "he game continues when it can; nothing is lost")


async def test_pages_say_that_the_database_is_away(lost: Lost) -> None:
    """A game whose link is closed is no missing page to one of its players."""
    endings = ("", ".txt", ".svg", ".png", ".wide.dark.svg")
    assert len(endings) == len(_GAME_ROUTES)
    league = ("league", "season", "season/2026-clubs/1", "players", "player/ann", "bracket", "year")
    for path in (*(f"game/{GAME}{ending}" for ending in endings), *league):
        answer = await lost.page.get(f"/{path}")
        assert (answer.status, CAUSE in await answer.text()) == (503, True), path


async def test_a_player_of_a_closed_game_is_not_told_that_there_is_none(
    lost: Lost, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The game is read, and then the database goes before it is known who asks."""

    async def closed(*_: object) -> None:
        return None

    monkeypatch.setattr(lost.server.matchmaker.archive, "_find", closed)
    answer = await lost.page.get(f"/game/{GAME}")
    assert (answer.status, CAUSE in await answer.text()) == (503, True)
