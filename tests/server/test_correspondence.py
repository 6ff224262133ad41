"""Correspondence games over ssh: the inbox for scripts, the app, restarts, vacations."""

from __future__ import annotations

import asyncio
from pathlib import Path

import asyncssh
import pytest

from server.ops.post import MailServer
from server.serve import DaysOptions, Server
from server.store.store import Store
from tests.server.emulator import connect, open_terminal
from tests.server.kept_games import keep_game
from tests.server.takers import mail_taker, web_taker

pytestmark = pytest.mark.slow


async def _said(connection: asyncssh.SSHClientConnection, command: str) -> tuple[int | None, str]:
    done = await connection.run(command)
    return done.exit_status, f"{done.stdout!s}{done.stderr!s}"


async def test_the_inbox_is_printed_and_a_game_is_played_across_restarts(
    tmp_path: Path, ann_key: asyncssh.SSHKey, bob_key: asyncssh.SSHKey
) -> None:
    file = tmp_path / "cuttle.db"
    await keep_game(file, {"ann": ann_key, "bob": bob_key}, timing="3d")
    database = f"sqlite:///{file}"
    async with Server(tmp_path, database=database) as server:
        async with connect(server.port, ann_key, "ann") as ann:
            status, mine = await _said(ann, "inbox")
            assert status == 0
            assert "1: " in mine
            assert "standard, 3d" in mine
        async with connect(server.port, bob_key, "bob") as bob:
            _, theirs = await _said(bob, "inbox")
        moves = ["your move in 1 game" in text for text in (mine, theirs)]
        assert sorted(moves) == [False, True]
    key, name = (ann_key, "ann") if moves[0] else (bob_key, "bob")
    async with (
        Server(tmp_path, database=database) as server,
        connect(server.port, key, name) as connection,
    ):
        terminal = await open_terminal(connection, size=(80, 24))
        await terminal.until("i  your move")
        terminal.send("i")
        await terminal.until("your move, 3 days")
        terminal.send("\r")
        await terminal.until("Choose a card, or draw")
        terminal.send("d")
        await terminal.until("you drew")
        terminal.send("q")
        await terminal.until("Your seat stays yours")
        terminal.send("y")
        await terminal.until("has until")
        assert server.writer is not None
        await server.writer.drain()
        assert "no game is waiting for your move" in (await _said(connection, "inbox"))[1]
    store = Store.open(database)
    assert store.last_alive() is not None
    assert len(store.running_tables()) == 1
    store.close()


async def test_a_vacation_survives_a_restart(
    tmp_path: Path, ann_key: asyncssh.SSHKey, bob_key: asyncssh.SSHKey
) -> None:
    file = tmp_path / "cuttle.db"
    await keep_game(file, {"ann": ann_key, "bob": bob_key}, timing="3d")
    database = f"sqlite:///{file}"
    days = DaysOptions(vacation_days=10)
    async with (
        Server(tmp_path, database=database, days=days) as server,
        connect(server.port, ann_key, "ann") as ann,
    ):
        assert (await _said(ann, "vacation"))[1].startswith("10 vacation days left")
        assert (await _said(ann, "vacation soon"))[0] == 2
        assert (await _said(ann, "vacation 11"))[0] == 1
        status, told = await _said(ann, "vacation 4")
        assert status == 0
        assert "6 vacation days left" in told
        (room,) = server.matchmaker.rooms
        before = room.table.state(None).vacations
        assert any(before)
    async with (
        Server(tmp_path, database=database, days=days) as server,
        connect(server.port, ann_key, "ann") as ann,
    ):
        (room,) = server.matchmaker.rooms
        assert room.table.state(None).vacations == before
        assert "is over" in (await _said(ann, "vacation end"))[1]
        assert room.table.state(None).vacations == ()
        assert "9 vacation days left" in (await _said(ann, "vacation"))[1]
        assert (await _said(ann, "email a@example.org"))[
            1
        ] == "cuttle: this server sends no e-mail\n"


async def test_who_has_no_account_has_no_inbox(tmp_path: Path, ann_key: asyncssh.SSHKey) -> None:
    database = f"sqlite:///{tmp_path / 'cuttle.db'}"
    async with (
        Server(tmp_path, database=database) as server,
        connect(server.port, ann_key, "ann") as ann,
    ):
        status, told = await _said(ann, "inbox")
        assert status == 1
        assert "you have no account yet" in told


async def test_a_confirmed_address_gets_word_of_a_turn(
    tmp_path: Path, ann_key: asyncssh.SSHKey, bob_key: asyncssh.SSHKey
) -> None:
    file = tmp_path / "cuttle.db"
    await keep_game(file, {"ann": ann_key, "bob": bob_key}, timing="3d")
    smtp, hook = mail_taker(), web_taker()
    days = DaysOptions(
        webhook=f"http://127.0.0.1:{hook.port}/",
        mail_server=MailServer("127.0.0.1", smtp.port, "cuttle@example.org", security="none"),
    )
    keys = {"ann": ann_key, "bob": bob_key}
    async with Server(tmp_path, database=f"sqlite:///{file}", days=days) as server:
        (room,) = server.matchmaker.rooms
        mover = room.table.mover
        assert mover is not None
        first, second = ("ann", "bob") if mover == 0 else ("bob", "ann")
        async with connect(server.port, keys[second], second) as other:
            assert (await _said(other, "email nowhere@"))[0] == 1
            assert (await _said(other, f"email {second}@example.org"))[0] == 0
            mail = await asyncio.to_thread(smtp.take)
            code = mail["Subject"].split()[-1]
            assert "not confirmed yet" in (await _said(other, "email"))[1]
            assert (await _said(other, "email WRONG234"))[0] == 1
            assert (await _said(other, f"email {code}"))[0] == 0
            assert f"e-mail: {second}@example.org" in (await _said(other, "email"))[1]
        async with connect(server.port, keys[first], first) as one:
            terminal = await open_terminal(one, size=(80, 24))
            await terminal.until("i  your move")
            terminal.send("i\r")
            await terminal.until("Choose a card, or draw")
            terminal.send("d")
            await terminal.until("you drew")
        mail = await asyncio.to_thread(smtp.take)
        assert mail["To"] == f"{second}@example.org"
        assert first in mail["Subject"]
        told = await asyncio.to_thread(hook.take)
        assert told["player"] == second
    smtp.close()
    hook.close()
