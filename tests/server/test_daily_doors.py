"""Today's deal by real doors: the same line gives the same game by ssh, in lines and in a page."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import asyncssh
import pytest

from engine.record.parser import parse_record
from server.serve import Server
from server.tables.room import Room
from server.web import WebOptions
from tests.dealt_daily import DAY, NEXT_NOON, NOON, game_by_hand, moves, play_out, usual_play
from tests.server.databases import new_database
from tests.server.emulator import connect, open_terminal
from tests.server.sessions.test_plain import QUESTION, Script
from tests.server.web.page import browser

pytestmark = [pytest.mark.slow, pytest.mark.one_node]  # they look at the tables of the node
_USUAL: Final = moves(game_by_hand())


def _server(folder: Path, now: list[float], web: WebOptions | None = None) -> Server:
    url = new_database(folder / "c.db")
    return Server(folder, database=url, clock=lambda: now[0], pace=0.0, web=web)


def _room(server: Server) -> Room:
    (room,) = server.matchmaker.rooms
    return room


async def _ask(server: Server, command: str, key: asyncssh.SSHKey | None = None) -> str:
    async with connect(server.port, key) as connection:
        session = await open_terminal(connection, command, term=None)
        assert await session.until_closed() == 0
        return session.raw.decode()


async def test_lines_of_text_play_the_same_game(tmp_path: Path, ann_key: asyncssh.SSHKey) -> None:
    now = [NOON]
    async with _server(tmp_path, now) as server:
        assert server.store is not None
        server.store.register("ann", ann_key.get_fingerprint())
        async with connect(server.port, ann_key, user="ann") as ann:
            pipe = await open_terminal(ann, "plain deal play", term=None)
            script = Script(pipe)
            await script.until(QUESTION)
            table = _room(server).table
            while table.running:
                view = table.state(0).view
                assert view is not None
                script.send(str(usual_play(view)))
                await script.until(f"{QUESTION}|The game is over")
            record = parse_record(table.chair(0).record() or "")
            assert moves(record) == _USUAL
            script.send("deal")
            await script.until(f"Cuttle {DAY}: won in 17 turns, by ")
            script.send("quit")
            await pipe.until_closed()
        told = await _ask(server, "deal", ann_key)
        assert " ann: won in 17 turns" in told
        other = await _ask(server, "deal")
        assert "ann" not in other
        assert "1 player is through with it" in other
        now[0] = NEXT_NOON
        assert " ann: won in 17 turns" in await _ask(server, "deal")


async def test_an_app_over_ssh_comes_back_to_the_same_game(
    tmp_path: Path, ann_key: asyncssh.SSHKey
) -> None:
    async with _server(tmp_path, [NOON]) as server:
        assert server.store is not None
        server.store.register("ann", ann_key.get_fingerprint())
        async with connect(server.port, ann_key, user="ann") as ann:
            app = await open_terminal(ann, size=(80, 24))
            await app.until("WELCOME")
            app.send("u")
            await app.until("begin your try")
            app.send("\r")
            await app.until("deck")
        async with connect(server.port, ann_key, user="ann") as ann:  # the line was lost
            app = await open_terminal(ann, size=(80, 24))
            await app.until("deck")
            chair = _room(server).table.chair(0)
            assert moves(await play_out(chair)) == _USUAL
            await app.until("VICTORY")


async def test_a_page_has_the_same_game(tmp_path: Path) -> None:
    async with (
        _server(tmp_path, [NOON], web=WebOptions("127.0.0.1", 0)) as server,
        browser(server) as visitor,
        visitor.page() as page,
    ):
        await page.until("Choose a name")
        await page.type("\r")
        await page.until("quick match")
        await page.type("u")
        await page.until("begin your try")
        await page.type("\r")
        await page.until("deck")
        chair = _room(server).table.chair(0)
        assert moves(await play_out(chair)) == _USUAL


async def _try_doors(server: Server, key: asyncssh.SSHKey, game: str, table: str) -> str:
    """Ask for a game and its table by every door, and return all that is said."""
    told = []
    about = [f"{verb} {game}" for verb in ("record", "replay", "picture", "cast", "signature")]
    looks = [f"picture {game} --text", f"watch {table}", f"watch {game}", f"bot watch {game}"]
    for command in (*about, *looks, "watch", "who", "deal", "export", "plain deal best"):
        async with connect(server.port, key, user="bob") as connection:
            process = await connection.create_process(command, input="quit\n")
            process.stdin.write_eof()
            done = await process.wait(timeout=30)
            told += [str(done.stdout), str(done.stderr)]
    async with browser(server) as visitor:
        for path in (f"/game/{game}", f"/replay/{game}", f"/watch/{table}", f"/watch/{game}"):
            for ending in ("", ".svg", ".png", ".txt", ".json", ".cast", "/card.png", "/record"):
                answer = await visitor.get(f"{path}{ending}")
                told.append((await answer.read()).decode(errors="replace"))
        for path in ("/", "/robots.txt", "/healthz", "/metrics"):
            told.append(await (await visitor.get(path)).text())
    return "\n".join(told)


async def test_no_door_tells_a_deal_to_who_has_not_begun_it(
    tmp_path: Path,
    ann_key: asyncssh.SSHKey,
    bob_key: asyncssh.SSHKey,
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level("DEBUG", logger="server")
    async with _server(tmp_path, [NOON], web=WebOptions("127.0.0.1", 0)) as server:
        assert server.store is not None
        assert server.writer is not None
        for name, key in (("ann", ann_key), ("bob", bob_key)):
            server.store.register(name, key.get_fingerprint())
        async with connect(server.port, ann_key, user="ann") as ann:
            pipe = await open_terminal(ann, "plain deal play", term=None)
            script = Script(pipe)
            await script.until(QUESTION)
            room = _room(server)
            during = await _try_doors(server, bob_key, room.id, room.table.title)
            chair = room.table.chair(0)
            record = await play_out(chair)
            await server.writer.drain()
            game = room.shown_in(chair.state(), "players", ()).game
            after = await _try_doors(server, bob_key, game, room.table.title)
        assert game
        own = await _ask(server, f"record {game}", ann_key)
        assert own.startswith("cuttle record"), "who played it may read it"
        assert record.deal is not None
        signs = [record.deal.secret.hex(), record.commitment.hex(), "cuttle record", "P0 "]
        signs += [str(entry.action) for entry in record.entries if entry.action.cards]
        signs += ["player 0: ann", room.config.seed]
        for said in (during, after, caplog.text, server.metrics.exposition().decode()):
            assert [sign for sign in signs if sign in said] == []
        assert "1 player is through with it" in after
        assert "your try today" in await _again(server, ann_key)


async def _again(server: Server, key: asyncssh.SSHKey) -> str:
    """Try to play today's deal a second time."""
    async with connect(server.port, key, user="ann") as connection:
        session = await open_terminal(connection, "plain deal play", term=None)
        script = Script(session)
        script.send("quit")
        await session.until_closed()
        return session.raw.decode()
