"""A guest who is cut off types the same line again, and sits in her seat: over real connections."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from pathlib import Path

import asyncssh
import pytest

from server.serve import Server
from tests.server.databases import new_database
from tests.server.emulator import Terminal, connect, open_terminal
from tests.server.sessions.test_plain import QUESTION, Script
from tests.server.test_waiting_room import room_of

pytestmark = pytest.mark.slow

NAMED = "What should others call you?"
CODE_ASKED = "Your code?"
BACK = "cut off? come back with "


@asynccontextmanager
async def guest_at(server: Server, command: str) -> AsyncIterator[Terminal]:
    """Connect without a key; the client dies at the end."""
    async with connect(server.port, None, user="dana") as connection:
        yield await open_terminal(connection, command)


def code_in(text: str) -> str:
    """Return the resume code on a screen."""
    found = re.search(r"(?:then|with|join) ([A-Z2-9]{8})\b", text)
    assert found
    return found[1]


async def seated(guest: Terminal) -> str:
    """Take the offered name, sit down, and return the resume code that is shown before the game."""
    await guest.until(NAMED)
    guest.send("\r")
    return code_in(await guest.until("to return: "))


async def came_back(guest: Terminal, code: str) -> None:
    """Be asked for the resume code, and type it."""
    await guest.until(CODE_ASKED)
    guest.send(f"{code.lower()}\r")


async def test_the_same_line_leads_back_by_the_code_that_was_shown(
    tmp_path: Path, ann_key: asyncssh.SSHKey
) -> None:
    async with (
        Server(tmp_path, database=None) as server,
        connect(server.port, ann_key, user="ann") as ann,
    ):
        host, room = await room_of(ann)
        line = f"join {room}"
        async with guest_at(server, line) as guest:
            code = await seated(guest)
            assert "dana" in await host.until("dana")
        async with guest_at(server, line) as guest:  # before the cards are dealt
            code = code_in(await guest.until("to return: "))
            await guest.until("waiting for")
            host.send("\r")
            text = await guest.until(BACK)
            assert "your game with ann begins" in text
            assert code_in(text) == code
            await guest.until("of 21")
            guest.send("?")
            assert code in await guest.until("HELP")
        async with guest_at(server, line) as thief:  # the line alone opens nothing
            await came_back(thief, "ABCDEFGH")
            await thief.until("no room has that code")
            async with guest_at(server, line) as guest:
                await came_back(guest, code)
                await guest.until("of 21")
                guest.send("q")
                await guest.until("LEAVE?")
                guest.send("g")
                await guest.until("You conceded")
            await host.until("dana is away: the seat is held for another game")
            async with guest_at(server, line) as guest:
                await came_back(guest, code)
                await guest.until("You conceded")
                guest.send("r")
                await host.until("dana wants a rematch")
                host.send("r")
                await host.until("of 21")


async def test_who_was_cut_off_is_asked_for_the_code_whatever_line_they_type(
    tmp_path: Path, ann_key: asyncssh.SSHKey, bob_key: asyncssh.SSHKey
) -> None:
    async with Server(tmp_path) as server, connect(server.port, ann_key, user="ann") as ann:
        host, room = await room_of(ann)
        async with guest_at(server, f"join {room}") as guest:
            code = await seated(guest)
            host.send("\r")
            await guest.until("of 21")
        await host.until("away")
        async with guest_at(server, "") as stranger:  # who goes on is at home, and stays unknown
            text = await stranger.until("Type the code of your seat")
            assert "ann" not in text
            assert "dana" not in text
            stranger.send("\x1b")
            await stranger.until("a card duel to 21 points")
        async with connect(server.port, bob_key, user="bob") as bob:
            keyed = await open_terminal(bob, "")
            assert "Type the code" not in await keyed.until("bob")
        async with guest_at(server, "") as guest:
            await guest.until("Type the code of your seat")
            guest.send(f"{code.lower()}\r")
            await guest.until("of 21")
            await host.until(lambda text: "away" not in text)
        await host.until("away")
        async with connect(server.port, None, user="dana") as again:
            pipe = await open_terminal(again, "plain", term=None)
            await pipe.until(lambda _: b"Cut off?" in pipe.raw)
            pipe.send("ABCDEFGH\n")
            await pipe.until(lambda _: b"has that code" in pipe.raw)
            pipe.send(f"{code}\n")
            await pipe.until(lambda _: b"of 21" in pipe.raw or b"turn" in pipe.raw)
        (table,) = server.matchmaker.rooms
        assert table.table.sitters[1].name == "dana"


async def test_a_mistyped_code_can_be_typed_again(tmp_path: Path, ann_key: asyncssh.SSHKey) -> None:
    async with Server(tmp_path) as server, connect(server.port, ann_key, user="ann") as ann:
        _, room = await room_of(ann)
        async with guest_at(server, "join ZZZZ") as guest:
            await guest.until("no room has that code")
            guest.send(f"{room}\r")
            await guest.until("waiting for ann to be ready")


async def test_a_restart_of_a_server_keeps_the_way_back(
    tmp_path: Path, ann_key: asyncssh.SSHKey
) -> None:
    database = new_database(tmp_path / "cuttle.db")
    async with Server(tmp_path, database=database) as server:
        assert server.store is not None
        server.store.register("ann", ann_key.get_fingerprint())
        async with connect(server.port, ann_key, user="ann") as ann:
            host, room = await room_of(ann)
            async with guest_at(server, f"join {room}") as guest:
                code = await seated(guest)
                host.send("\r")
                await guest.until("of 21")
    async with (
        Server(tmp_path, database=database) as server,
        guest_at(server, f"join {room}") as guest,
    ):
        await came_back(guest, code)
        await guest.until("of 21")


@pytest.mark.parametrize("term", [None, "xterm-256color"])
async def test_plain_mode_has_the_same_way_back(
    tmp_path: Path, ann_key: asyncssh.SSHKey, term: str | None
) -> None:
    async with Server(tmp_path) as server, connect(server.port, ann_key, user="ann") as ann:
        host, room = await room_of(ann)
        line = f"plain join {room}"
        async with connect(server.port, None, user="dana") as lost:
            pipe = await open_terminal(lost, line, term=term)
            await pipe.until(lambda _: b"Keep the code" in pipe.raw)
            code = code_in(pipe.raw.decode())
            host.send("\r")
            await host.until("of 21")
        async with connect(server.port, None, user="dana") as back:
            pipe = await open_terminal(back, line, term=term)
            await pipe.until(lambda _: b"Cut off?" in pipe.raw)
            pipe.send(f"{code}\n")
            await pipe.until(
                lambda _: b"Type a number from 1 to" in pipe.raw or b"turn" in pipe.raw
            )
        (table,) = server.matchmaker.rooms
        assert [each.present for each in table.table.sitters] == [True, True]


async def test_a_key_leads_back_in_plain_mode_and_frees_no_seat(
    tmp_path: Path, ann_key: asyncssh.SSHKey, bob_key: asyncssh.SSHKey
) -> None:
    async with Server(tmp_path) as server, connect(server.port, ann_key, user="ann") as ann:
        host, room = await room_of(ann)
        async with connect(server.port, bob_key, user="bob") as bob:
            pipe = await open_terminal(bob, f"plain join {room}", term=None)
            script = Script(pipe)
            host.send("\r")
            await script.until(QUESTION + "|turn")
            script.send("concede")
            await script.until("Type yes")
            script.send("yes")
            await script.until("you conceded")
        async with connect(server.port, bob_key, user="bob") as bob:
            pipe = await open_terminal(bob, f"plain join {room}", term=None)
            await Script(pipe).until("won: you conceded")
            (table,) = server.matchmaker.rooms
            assert [each.kind for each in table.table.sitters] == ["person", "person"]


async def test_a_guest_whose_session_ends_reads_the_way_back(
    tmp_path: Path, ann_key: asyncssh.SSHKey
) -> None:
    database = new_database(tmp_path / "cuttle.db")
    async with AsyncExitStack() as clients:
        async with Server(tmp_path, database=database) as server:
            assert server.store is not None
            server.store.register("ann", ann_key.get_fingerprint())
            ann = await clients.enter_async_context(connect(server.port, ann_key, user="ann"))
            host, room = await room_of(ann)
            guest = await clients.enter_async_context(guest_at(server, f"join {room}"))
            code = await seated(guest)
            host.send("\r")
            await guest.until("of 21")
            door = server.door
        await guest.until_closed()
        assert f"To come back, type: ssh -t {door} join {code}" in guest.raw.decode()
        await host.until_closed()
        assert "To come back" not in host.raw.decode()


async def test_who_quits_plain_mode_after_the_end_has_left(
    tmp_path: Path, ann_key: asyncssh.SSHKey, bob_key: asyncssh.SSHKey
) -> None:
    async with (
        Server(tmp_path) as server,
        connect(server.port, ann_key, user="ann") as ann,
        connect(server.port, bob_key, user="bob") as bob,
    ):
        host, room = await room_of(ann)
        pipe = await open_terminal(bob, f"plain join {room}", term=None)
        script = Script(pipe)
        host.send("\r")
        await script.until(QUESTION + "|turn")
        for line, answer in (("concede", "Type yes"), ("yes", "you conceded"), ("quit", "Goodbye")):
            script.send(line)
            await script.until(answer)
        await host.until("bob left: no further games")


@pytest.mark.one_node  # a node knows its own rooms alone (ADR 35)
async def test_the_line_of_the_friend_is_enough_until_cards_are_dealt(
    tmp_path: Path, ann_key: asyncssh.SSHKey
) -> None:
    async with Server(tmp_path) as server, connect(server.port, ann_key, user="ann") as ann:
        host, room = await room_of(ann)
        line = f"join {room}"
        async with guest_at(server, line) as guest:
            lost = await seated(guest)
        await host.until("away")
        async with guest_at(server, line) as guest:
            code = code_in(await guest.until("to return: "))
            assert code != lost
            text = await host.until(lambda text: "away" not in text)
            assert "dana" in text
            host.send("\r")
            await guest.until("of 21")
        await host.until("away")
        async with guest_at(server, line) as guest:
            await came_back(guest, lost)  # what was noted first stays true
            await guest.until("of 21")
            await host.until(lambda text: "away" not in text)


AT_THE_DOOR = "is at the door"


@pytest.mark.parametrize("over", [False, True])
async def test_the_host_lets_in_a_guest_who_lost_the_signs(
    tmp_path: Path, ann_key: asyncssh.SSHKey, *, over: bool
) -> None:
    async with Server(tmp_path) as server, connect(server.port, ann_key, user="ann") as ann:
        host, room = await room_of(ann)
        line = f"join {room}"
        async with guest_at(server, line) as guest:
            lost = await seated(guest)
            host.send("\r")
            await guest.until("of 21")
            if over:
                guest.send("q")
                await guest.until("LEAVE?")
                guest.send("g")
                await guest.until("You conceded")
        async with guest_at(server, line) as guest:
            await guest.until("your friend is asked to let you in")
            await guest.until(CODE_ASKED)
            text = await host.until(AT_THE_DOOR)
            assert "dana is at the door" in text
            assert "same address" in text
            assert lost not in text
            await nod(host)
            code = code_in(await guest.until("to return: "))
            assert code != lost
            await guest.until("You conceded" if over else "of 21")
            await host.until(lambda text: AT_THE_DOOR not in text)
        async with guest_at(server, line) as guest:  # the signs that are shown now lead back
            await came_back(guest, code)
            await guest.until("You conceded" if over else "of 21")


async def nod(host: Terminal, key: str = "a", question: str = AT_THE_DOOR) -> None:
    """Press a key of the question at the door until it is answered: one too early is dropped."""
    while question in host.text:
        host.send(key)
        with suppress(AssertionError, TimeoutError):
            async with asyncio.timeout(0.6):
                await host.until(lambda text: question not in text)


async def test_who_is_sent_away_reads_it_and_may_still_type_the_signs(
    tmp_path: Path, ann_key: asyncssh.SSHKey
) -> None:
    async with Server(tmp_path) as server, connect(server.port, ann_key, user="ann") as ann:
        host, room = await room_of(ann)
        async with guest_at(server, f"join {room}") as guest:
            code = await seated(guest)
            host.send("\r")
            await guest.until("of 21")
        async with guest_at(server, f"join {room}") as guest:
            await host.until(AT_THE_DOOR)
            await nod(host, "e")
            await guest.until("you were not let in")
            guest.send(f"{code}\r")
            await guest.until("of 21")


async def test_plain_mode_has_the_nod_on_both_sides(
    tmp_path: Path, ann_key: asyncssh.SSHKey
) -> None:
    async with Server(tmp_path) as server, connect(server.port, ann_key, user="ann") as ann:
        pipe = await open_terminal(ann, "plain", term=None)
        host = Script(pipe)
        await host.until("ann")
        if b"name" in pipe.raw:
            host.send("name ann")
        host.send("open")
        found = re.search(r"[Rr]oom code (\w{4})", await host.until(r"[Rr]oom code"))
        assert found
        room = found[1]
        async with connect(server.port, None, user="dana") as lost:
            guest = await open_terminal(lost, f"plain join {room}", term=None)
            await guest.until(lambda _: b"Keep the code" in guest.raw)
            host.send("ready")
            await guest.until(lambda _: b"Your hand" in guest.raw)
        async with connect(server.port, None, user="dana") as back:
            guest = await open_terminal(back, f"plain join {room}", term=None)
            await guest.until(lambda _: b"let you in: wait here" in guest.raw)
            await host.until("is at the door")
            await host.until("ype let in")
            host.send("let in")
            await guest.until(lambda _: b"Your hand" in guest.raw)
            (table,) = server.matchmaker.rooms
            assert [each.present for each in table.table.sitters] == [True, True]
            host.send("let in")
            await host.until("obody is at the door")


@pytest.mark.one_node  # a node knows its own rooms alone (ADR 35)
async def test_the_way_back_stands_before_the_app_opens(
    tmp_path: Path, ann_key: asyncssh.SSHKey
) -> None:
    async with Server(tmp_path) as server, connect(server.port, ann_key, user="ann") as ann:
        _, room = await room_of(ann)
        async with guest_at(server, f"join {room}") as guest:
            await guest.until("ann invites you to a game of Cuttle (standard)")
            code = await seated(guest)
            before, opened, _ = guest.raw.decode().partition("\x1b[?1049h")
            assert opened
            assert f"join {code}" in before
        keyed = await open_terminal(ann, f"join {room}")
        await keyed.until("ann")
        assert "leads back" not in keyed.raw.decode()


@pytest.mark.one_node  # a node knows its own rooms alone (ADR 35)
async def test_a_page_that_names_the_host_cannot_be_asked_about_one_code_after_another(
    tmp_path: Path, ann_key: asyncssh.SSHKey, bob_key: asyncssh.SSHKey
) -> None:
    async def page(command: str) -> str:
        async with connect(server.port, bob_key, user="bob") as bob:
            return await (await open_terminal(bob, command)).until("Choose a name")

    async with Server(tmp_path, database=new_database(tmp_path / "cuttle.db")) as server:
        assert server.store is not None
        server.store.register("ann", ann_key.get_fingerprint())
        async with connect(server.port, ann_key) as ann:
            _, room = await room_of(ann)
            assert "ann invites you" in await page(f"join {room}")
            for number in range(8):  # as many wrong codes as one may type
                assert "invites you" not in await page(f"join ZZ{number}Z")
            assert "invites you" not in await page(f"join {room}")
