"""Bots over ssh: raw lines of JSON, as docs/BOT-PROTOCOL.md says, by a client of its own."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import asyncssh
import pytest

from cuttle_tui.ports import Chair, TablePlan
from engine.table.seats import Ready
from server.lobby.player_lobby import PlayerLobby, enter_lobby
from server.ops.limits import Limits
from server.people.accounts import Player
from server.serve import Server
from server.tables import quick_match as bot_ladder
from tests.engine.test_protocol import SCHEMA
from tests.server.emulator import PATIENCE, connect
from tests.server.floor import floor_app
from tests.server.players import reason
from tests.server.rawssh import until

pytestmark = pytest.mark.slow

Message = dict[str, Any]
CASUAL = TablePlan("standard", timing="quick")


@pytest.fixture
async def stored(tmp_path: Path) -> AsyncIterator[Server]:
    """Run a server with accounts."""
    database = f"sqlite:///{tmp_path}/cuttle.db"
    async with Server(tmp_path, app_for=floor_app, database=database) as running:
        yield running


class Bot:
    """A program at the far end of an ssh connection."""

    def __init__(self, process: asyncssh.SSHClientProcess[bytes]) -> None:
        self.process = process
        self.heard: list[Message] = []

    def write(self, line: bytes) -> None:
        """Send a line as it is."""
        self.process.stdin.write(line + b"\n")

    def say(self, type: str, **parts: object) -> None:
        """Send a message."""
        self.write(json.dumps({"type": type, **parts}).encode())

    async def hear(self, *types: str) -> Message:
        """Return the next message of a type; all must fit the schema."""
        async with asyncio.timeout(PATIENCE):
            while True:
                line = await self.process.stdout.readline()
                assert line, f"the server has hung up: {await self.errors()}"
                message: Message = json.loads(line)
                assert SCHEMA.allows(message, "host"), message
                self.heard.append(message)
                if message["type"] in types:
                    return message

    async def errors(self) -> str:
        """Return what is no protocol."""
        return (await self.process.stderr.read()).decode()

    async def greet(self, **parts: object) -> None:
        """Exchange greetings."""
        assert (await self.hear("hello"))["protocol"] == 1
        self.say("hello", **{"protocol": 1, "name": "test", "open": True, **parts})

    async def asked(self) -> Message:
        """Return the next view with something to choose."""
        while True:
            message = await self.hear("view")
            if message["legal"]:
                return message


async def ask(server: Server, command: str, key: asyncssh.SSHKey | None) -> tuple[int, str]:
    """Run a command to its end; return its status and all it wrote."""
    async with connect(server.port, key) as connection, asyncio.timeout(PATIENCE):
        done = await connection.run(command)
        return done.exit_status or 0, f"{done.stdout!s}{done.stderr!s}"


@asynccontextmanager
async def bot_of(server: Server, key: asyncssh.SSHKey, name: str = "deep") -> AsyncIterator[Bot]:
    """Connect a bot, registered if it is new."""
    assert server.store is not None
    if server.store.name_free(f"{name}-bot"):
        assert await ask(server, f"bot register {name}", key) == (
            0,
            f"{name}-bot is registered: ssh -T -p {server.port} HOST bot\n",
        )
    async with connect(server.port, key) as connection:
        yield Bot(await connection.create_process("bot", encoding=None))


def person(server: Server, name: str = "ann") -> PlayerLobby:
    """Let somebody with an account enter."""
    assert server.store is not None
    known = server.store.register(name, f"key of {name}")
    return enter_lobby(server.matchmaker, Player(known.name, known.id))


async def here(server: Server, name: str = "deep-bot") -> str:
    """Wait until a bot is in the lobby and has greeted; return its identity."""
    people = server.matchmaker.person_lines
    await until(lambda: name in [line.name for line in people("")])
    (line,) = [line for line in people("") if line.name == name]
    await until(lambda: server.matchmaker.locations.is_free_bot(line.id))
    return line.id


async def seated(lobby: PlayerLobby) -> Chair:
    """Return a player's chair once the cards are dealt."""
    await until(lambda: (chair := lobby.held()) is not None and chair.state().view is not None)
    chair = lobby.held()
    assert chair is not None
    return chair


def _soon(chair: Chair) -> None:
    """Play once a change is complete."""
    asyncio.get_running_loop().call_soon(act, chair)


def act(chair: Chair) -> bool:
    """Play the last legal action of a seat, if it is asked."""
    view = chair.state().view
    assert view is not None
    if view.legal:
        chair.submit(view.legal[-1], view.ply)
    return bool(view.legal)


@pytest.mark.one_node  # seats a person inside a server
async def test_a_person_challenges_a_bot_and_both_play_to_the_end(
    stored: Server, ann_key: asyncssh.SSHKey
) -> None:
    async with bot_of(stored, ann_key) as bot:
        await bot.greet(rulesets=["standard"], games=2)
        identity = await here(stored)
        ann = person(stored)
        assert await reason(
            lambda: ann.challenge(identity, TablePlan("cuttle.cards", rated=True))
        ) == ("bots-unrated")
        assert await reason(
            lambda: ann.challenge(identity, TablePlan("standard", timing="3d"))
        ) == ("bots-live")
        await ann.challenge(identity, TablePlan("cuttle.cards"))
        await until(lambda: ann.challenges() == ())  # it declines what it does not play
        await ann.challenge(identity, CASUAL)
        chair = await seated(ann)
        start = await bot.hear("game")
        assert [seat["name"] for seat in start["seats"]] == ["ann", "deep-bot"]
        assert start["ruleset"] == "standard/1"
        unsub = chair.subscribe(lambda _: _soon(chair))
        act(chair)
        while True:
            message = await bot.hear("view", "result")
            if message["type"] == "result":
                break
            assert message["clock"]["left"]
            _check_hidden(message, chair)
            if message["legal"]:
                bot.say("action", game=start["game"], ply=message["ply"], choice=0)
        assert bot.heard[-1]["game"] == start["game"]
        events = [each["event"] for heard in bot.heard for each in heard.get("events", ())]
        assert events[0] == "dealt"
        assert events[-1] == "ended"
        assert events.count("dealt") == 1, "nothing is told twice"
        unsub()
        chair.ask(Ready())  # another game
        again = await bot.hear("game")
        assert again["game"] != start["game"]
        chair.leave()
        assert (await bot.hear("result"))["won"] is True
        await until(lambda: len(stored.matchmaker.rooms) == 0)


def _check_hidden(message: Message, chair: Chair) -> None:
    """Check that a bot reads the other hand only where it lies open."""
    mine, theirs = message["view"]["viewer"], 1 - message["view"]["viewer"]
    parts = message["view"]["seats"]
    glasses = any(placed["card"][0] == "8" for placed in parts[mine]["royals"])
    if not glasses and message["view"]["outcome"] is None:
        assert parts[theirs]["hand"] == parts[theirs]["frozen"]


@pytest.mark.one_node  # seats a person inside a server
async def test_hostile_lines_are_refused_and_harm_nobody(
    stored: Server, ann_key: asyncssh.SSHKey
) -> None:
    async with bot_of(stored, ann_key) as bot:
        await bot.greet()
        await here(stored)
        lines = {
            b"\xff\xfe": "syntax",
            b"[" * 3000: "syntax",
            b"7": "syntax",
            b"{}": "value",
            b'{"type":"shutdown"}': "type",
            b'{"type":"action","choice":0}': "no-game",
            b'{"type":"action","choice":0,"game":{"a":["\\ud800"]}}': "no-game",
        }
        for line, code in lines.items():
            bot.write(line)
            message = await bot.hear("error")
            assert (message["code"], message["ends"]) == (code, False)
        for _ in range(40):
            bot.write(b"flood")
        while not message["ends"]:
            message = await bot.hear("error")
        assert message["code"] == "flood"
        await bot.hear("bye")
        await bot.process.wait_closed()
        assert bot.process.exit_status == 1
    async with bot_of(stored, ann_key) as bot:
        await bot.greet()
        bot.write(b"x" * 5000)
        message = await bot.hear("error")
        assert (message["code"], message["ends"]) == ("too-long", True)
    assert (await ask(stored, "who", None))[0] == 0


async def test_a_bot_that_greets_wrongly_is_told_why(
    stored: Server, ann_key: asyncssh.SSHKey
) -> None:
    wrong: tuple[tuple[Message, str, str], ...] = (
        ({"protocol": 2}, "protocol", "newer"),
        ({"protocol": 0}, "protocol", "older"),
        ({"type": "action"}, "type", "hello"),
        ({"games": 99}, "value", "games"),
    )
    for hello, code, said in wrong:
        async with bot_of(stored, ann_key) as bot:
            await bot.hear("hello")
            greeting = {"type": "hello", "protocol": 1, "name": "x"} | hello
            bot.write(json.dumps(greeting).encode())
            message = await bot.hear("error")
            assert (message["code"], message["ends"]) == (code, True)
            assert said in message["text"]
            await bot.hear("bye")


async def test_keys_of_people_and_of_bots_are_kept_apart(
    stored: Server, ann_key: asyncssh.SSHKey, bob_key: asyncssh.SSHKey
) -> None:
    assert await ask(stored, "bot", None) == (1, "cuttle: a bot needs a key: ssh -i FILE\n")
    assert "no account yet" in (await ask(stored, "bot", ann_key))[1]
    assert "cuttle: bot, or bot register NAME" in (await ask(stored, "bot more", ann_key))[1]
    assert "that name is reserved" in (await ask(stored, "bot register admin", ann_key))[1]
    for name in ("d", "x" * 13):
        said = (await ask(stored, f"bot register {name}", ann_key))[1]
        assert "before -bot, a bot's name has 2 to 12 letters" in said
    assert (await ask(stored, "bot register deep", ann_key))[0] == 0
    assert "belongs to an account" in (await ask(stored, "bot register more", ann_key))[1]
    assert (
        "that name, or one very like it, is taken"
        in (await ask(stored, "bot register Deep", bob_key))[1]
    )
    status, said = await ask(stored, "plain", ann_key)
    assert (status, "belongs to a bot" in said) == (1, True)
    for verb in ("top", "rules", "inbox", "export"):
        assert (await ask(stored, verb, ann_key))[0] == 0, "what prints text answers bots too"
    assert stored.store is not None
    stored.store.register("bob", bob_key.get_fingerprint())
    status, said = await ask(stored, "bot", bob_key)
    assert (status, "belongs to a person" in said) == (1, True)


async def test_a_server_lets_in_no_more_bots_than_it_wants(
    tmp_path: Path, ann_key: asyncssh.SSHKey
) -> None:
    database = f"sqlite:///{tmp_path}/cuttle.db"
    limits = Limits(bots=0)
    async with (
        Server(tmp_path, app_for=floor_app, database=database, limits=limits) as server,
        bot_of(server, ann_key) as bot,
    ):
        message = await bot.hear("hello", "error")
        assert (message["code"], message["ends"]) == ("refused", True)
        await bot.hear("bye")


async def test_a_bot_hears_that_the_ladder_plays_other_rules(
    stored: Server, ann_key: asyncssh.SSHKey, bob_key: asyncssh.SSHKey
) -> None:
    async with bot_of(stored, ann_key) as bot:
        await bot.greet(ladder=True, rulesets=["standard"])
        message = await bot.hear("error")
        assert (message["code"], message["ends"]) == ("refused", False)
        assert "the ladder plays cuttle.cards/" in message["text"]
    async with bot_of(stored, bob_key, "blue") as bot:
        await bot.greet(ladder=True, rulesets=["cuttle.cards", "standard"])
        bot.write(b"7")
        assert (await bot.hear("error"))["code"] == "syntax", "nothing was refused before"


@pytest.mark.one_node  # seats a person inside a server
async def test_a_bot_that_comes_back_goes_on_with_its_games(
    stored: Server, ann_key: asyncssh.SSHKey
) -> None:
    async with bot_of(stored, ann_key) as bot:
        await bot.greet()
        ann = person(stored)
        await ann.challenge(await here(stored), TablePlan("standard"))
        chair = await seated(ann)
        game = (await bot.hear("game"))["game"]
        async with bot_of(stored, ann_key) as again:
            await again.greet()
            assert (await again.hear("game"))["game"] == game
            assert (await again.hear("view"))["ply"] == 0
            assert (await bot.hear("bye"))["type"] == "bye"
            assert all(sitter.present for sitter in chair.state().sitters)
        await until(lambda: not all(sitter.present for sitter in chair.state().sitters))
        chair.leave()


@pytest.mark.one_node  # seats a person inside a server
async def test_a_bot_that_does_not_answer_is_away(
    stored: Server, ann_key: asyncssh.SSHKey, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("server.sessions.bot_game.LATE", 0.05)
    async with bot_of(stored, ann_key) as bot:
        await bot.greet()
        ann = person(stored)
        await ann.challenge(await here(stored), TablePlan("standard"))
        chair = await seated(ann)
        act(chair)
        message = await bot.hear("error")
        assert (message["code"], message["ends"]) == ("late", True)
        await until(lambda: not all(sitter.present for sitter in chair.state().sitters))
        chair.leave()


@pytest.mark.one_node  # seats a person inside a server
async def test_two_bots_climb_the_ladder(
    stored: Server,
    ann_key: asyncssh.SSHKey,
    bob_key: asyncssh.SSHKey,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(bot_ladder, "REST", 3600.0)
    async with bot_of(stored, ann_key) as one, bot_of(stored, bob_key, "blue") as other:
        await one.greet(ladder=True, open=False)
        await here(stored)
        await other.greet(ladder=True, rulesets=["cuttle.cards"])
        await here(stored, "blue-bot")
        stored.matchmaker.tick()
        start = await one.hear("game")
        assert sorted(seat["name"] for seat in start["seats"]) == ["blue-bot", "deep-bot"]
        one.say("action", text=f"concede@{start['seat']}")
        assert (await one.hear("result"))["won"] is False
        assert (await other.hear("result"))["won"] is True
        await until(lambda: len(stored.matchmaker.rooms) == 0)
        assert stored.writer is not None
        assert stored.store is not None
        await stored.writer.drain()
        row = stored.store.game(start["game"], "")
        assert row is not None
        assert (row.rated, row.pool) == (True, "live-bots")
        stored.matchmaker.tick()
        assert len(stored.matchmaker.rooms) == 0, "they rest"
