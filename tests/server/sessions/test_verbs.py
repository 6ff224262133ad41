"""What can be asked over ssh without a terminal: plain text and an exit status."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from pathlib import Path
from xml.etree import ElementTree

import asyncssh
import pytest

from cuttle_tui.ports import TablePlan
from engine.actions import Action, Kind
from engine.record.parser import parse_record
from engine.table.seats import Ready
from server.admin.service import ServerAdmin
from server.lobby.player_lobby import enter_lobby
from server.ops.host_key import NAME
from server.people.accounts import Player
from server.serve import Server
from server.store.values import Ban
from tests.server.databases import new_database
from tests.server.emulator import connect, open_terminal
from tests.server.floor import floor_app
from tests.server.ops.test_signature import accepts

pytestmark = pytest.mark.slow


@pytest.fixture
async def stored(tmp_path: Path) -> AsyncIterator[Server]:
    """Run a server with a store, and let two people play in it."""
    database = new_database(tmp_path / "cuttle.db")
    async with Server(tmp_path, app_for=floor_app, database=database) as running:
        yield running


async def _ask(
    server: Server, command: str, key: asyncssh.SSHKey | None = None
) -> tuple[int | None, str, str]:
    """Run a command without a terminal; give the status and what it wrote to both streams."""
    async with connect(server.port, key) as connection:
        session = await open_terminal(connection, command, term=None)
        status = await session.until_closed()
        return status, session.raw.decode(), session.errors.decode()


async def _play(server: Server) -> str:
    """Let two people sit down; give the id of their table."""
    assert server.store is not None
    for name in ("ann", "bob"):
        person = server.store.register(name, f"key of {name}")
        await enter_lobby(server.matchmaker, Player(name, person.id)).quick_match("standard")
    await _kept(server)
    return server.matchmaker.table_lines("")[0].id


async def _kept(server: Server) -> None:
    assert server.writer is not None
    await server.writer.drain()


async def test_who_is_here_and_who_waits(stored: Server) -> None:
    assert (await _ask(stored, "who"))[:2] == (0, "nobody is here\n")
    enter_lobby(stored.matchmaker, Player("ann", "ann"))
    await enter_lobby(stored.matchmaker, Player("bob", "bob")).quick_match("standard")
    status, text, _ = await _ask(stored, "who")
    assert status == 0
    assert text.splitlines() == [
        "ann: in the lobby",
        "bob: wants a quick match",
        "bob is waiting for a quick match (standard)",
    ]


async def test_rules_are_listed_and_printed_and_a_wrong_name_is_refused(stored: Server) -> None:
    status, text, _ = await _ask(stored, "rules")
    assert status == 0
    assert "cutthroat" in text
    status, text, _ = await _ask(stored, "rules standard+hand-limit=9")
    assert status == 0
    assert "21" in text
    status, text, errors = await _ask(stored, "rules nonsense")
    assert (status, text) == (2, "")
    assert "nonsense" in errors


async def test_watching_lists_games_and_tells_one_to_its_end(stored: Server) -> None:
    assert (await _ask(stored, "watch"))[:2] == (0, "no game is being played\n")
    id = await _play(stored)
    _, text, _ = await _ask(stored, "watch")
    assert "ann, bob; rules standard; turn 1" in text
    async with connect(stored.port) as connection:
        session = await open_terminal(connection, f"watch {id}", term=None)
        await session.until("goes first")
        (room,) = stored.matchmaker.rooms
        assert room.table.game is not None
        room.table.submit(0, Action(Kind.CONCEDE, seat=0), room.table.game.position.ply)
        assert await session.until_closed() == 0
    assert "ann conceded" in session.raw.decode()
    status, text, errors = await _ask(stored, "watch nothing")
    assert (status, text) == (1, "")
    assert errors.startswith("cuttle: ")


async def test_who_reads_a_game_counts_among_its_watchers(stored: Server) -> None:
    """Else a counter that is not asked for would tell them whether a two is held."""
    id = await _play(stored)
    (room,) = stored.matchmaker.rooms
    told: list[int] = []
    room.table.subscribe(0, lambda _change: told.append(len(room.watchers)))
    async with connect(stored.port) as connection:
        session = await open_terminal(connection, f"watch {id}", term=None)
        await session.until("goes first")
        assert len(room.watchers) == 1
        assert told[-1] == 1
        assert "1 watching" in (await _ask(stored, "watch"))[1]
        assert room.table.game is not None
        room.table.submit(0, Action(Kind.CONCEDE, seat=0), room.table.game.position.ply)
        assert await session.until_closed() == 0
    assert told[-1] == 0
    assert not room.watchers


async def test_watching_nothing_in_particular_lists_the_games_in_a_terminal_too(
    stored: Server,
) -> None:
    async with connect(stored.port) as connection:
        session = await open_terminal(connection, "watch")
        assert await session.until_closed() == 0
    assert session.raw.decode() == "no game is being played\r\n"


async def test_who_watches_without_input_keeps_nobody_waiting(stored: Server) -> None:
    id = await _play(stored)
    async with connect(stored.port) as connection:
        session = await open_terminal(connection, f"watch {id}", term=None)
        await session.until("goes first")
        session.channel.write_eof()
        assert (await _ask(stored, "who"))[0] == 0
        (room,) = stored.matchmaker.rooms
        assert room.table.game is not None
        room.table.submit(0, Action(Kind.CONCEDE, seat=0), room.table.game.position.ply)
        assert await session.until_closed() == 0
    assert "ann conceded" in session.raw.decode()


async def test_draining_ends_a_watch(stored: Server) -> None:
    id = await _play(stored)
    async with connect(stored.port) as connection:
        session = await open_terminal(connection, f"watch {id}", term=None)
        await session.until("goes first")
        await stored.doors.close()
        assert await session.until_closed() == 0


async def test_a_finished_game_is_a_record_and_a_replay_by_its_id(
    stored: Server, tmp_path: Path
) -> None:
    await _play(stored)
    (room,) = stored.matchmaker.rooms
    assert room.table.game is not None
    room.table.submit(0, Action(Kind.CONCEDE, seat=0), room.table.game.position.ply)
    await _kept(stored)
    await _kept(stored)
    (game,) = await stored.matchmaker.archive.games("")
    status, text, _ = await _ask(stored, f"record {game.id.upper()}")
    assert status == 0
    assert parse_record(text).players == ("ann", "bob")
    status, signature, _ = await _ask(stored, f"signature {game.id}")
    assert status == 0
    key = asyncssh.read_private_key(tmp_path / NAME)
    assert accepts(tmp_path, key, text, signature)
    assert not accepts(tmp_path, key, text.replace("ann", "eve"), signature)
    status, text, _ = await _ask(stored, f"replay {game.id}")
    assert status == 0
    assert "goes first" in text
    status, text, _ = await _ask(stored, f"picture {game.id}")
    assert (status, ElementTree.fromstring(text).tag) == (0, "{http://www.w3.org/2000/svg}svg")
    status, text, _ = await _ask(stored, f"picture {game.id} --ascii")
    assert status == 0
    assert text.startswith("bob beat ann\nann conceded\n")
    assert text.isascii()
    status, text, _ = await _ask(stored, f"cast {game.id}")
    assert status == 0
    assert json.loads(text.splitlines()[0])["title"] == "bob beat ann"
    assert (await _ask(stored, f"picture {game.id} --sideways"))[0] == 2
    for verb, why in (
        ("picture nothing", "no game has that id"),
        ("cast nothing", "no game has that id"),
        ("picture", "which game?"),
        ("cast", "which game?"),
        ("record nothing", "no game has that id"),
        ("signature nothing", "no game has that id"),
        ("replay nothing", "no game has that id"),
        ("record", "which game?"),
        ("signature", "which game?"),
        ("replay", "which game?"),
    ):
        status, text, errors = await _ask(stored, verb)
        assert (status, text) == (1, "")
        assert why in errors


async def test_a_record_of_a_running_game_is_not_given(stored: Server) -> None:
    id = await _play(stored)
    assert (await _ask(stored, f"record {id}"))[0] == 1


async def test_private_games_are_neither_listed_nor_told(stored: Server) -> None:
    ann, bob = (enter_lobby(stored.matchmaker, Player(name, name)) for name in ("ann", "bob"))
    room = await ann.open_table(TablePlan("standard"))
    await bob.join_room(room.state().code or "")
    room.ask(Ready())
    await _kept(stored)
    assert (await _ask(stored, "watch"))[1] == "no game is being played\n"
    assert (await _ask(stored, f"watch {room.state().title}"))[0] == 1


async def test_all_that_is_kept_of_somebody_is_given_to_them(
    stored: Server, ann_key: asyncssh.SSHKey
) -> None:
    status, _, errors = await _ask(stored, "export", ann_key)
    assert status == 1
    assert "choose a name first" in errors
    assert stored.store is not None
    stored.store.register("ann", ann_key.get_fingerprint())
    status, text, _ = await _ask(stored, "export", ann_key)
    assert status == 0
    assert ann_key.get_fingerprint() in json.dumps(json.loads(text))
    status, _, errors = await _ask(stored, "export")
    assert status == 1
    assert "guests" in errors


async def test_whatever_else_is_asked_gets_the_list(stored: Server) -> None:
    status, text, errors = await _ask(stored, "fly")
    assert (status, text) == (2, "")
    for verb in ("join", "watch", "replay", "record", "rules", "who", "version", "help", "export"):
        assert verb in errors
    status, text, _ = await _ask(stored, "help")
    assert status == 0
    assert "join CODE" in text


_SHELL = "Only Cuttle runs here, and this is a line for a shell"


@pytest.mark.parametrize(
    "command",
    [
        "export TERM_PROGRAM=WarpTerminal",
        "export TERM_PROGRAM='WarpTerminal'\nhook=$(printf x)\nexec bash --rcfile <(echo 'x')",
        "who; ls -l",
        "mosh-server new -s",
        "tmux -CC attach",
        "top -b -n1 | head",
        "join K7QF && ls",
        "watch -n1 'ls | wc'",
    ],
)
@pytest.mark.parametrize("terminal", [None, "xterm-256color"])
async def test_a_line_for_a_shell_gets_one_sentence(
    stored: Server, ann_key: asyncssh.SSHKey, command: str, terminal: str | None
) -> None:
    assert stored.store is not None
    stored.store.register("ann", ann_key.get_fingerprint())
    async with connect(stored.port, ann_key) as connection:
        session = await open_terminal(connection, command, term=terminal)
        assert await session.until_closed() == 2
    said = (session.raw + session.errors).decode()
    assert said.startswith(_SHELL)
    assert f"type: command ssh -t -p {stored.port} HOST" in said
    assert len(said.splitlines()) == 1


@pytest.mark.parametrize(
    ("command", "usage"),
    [
        ("who is here", "who"),
        ("export all", "export"),
        ("inbox x", "inbox"),
        ("night now", "night"),
        ("version 2", "version"),
        ("help rules", "help"),
        ("record a b", "record ID"),
        ("cast a b", "cast ID"),
        ("signature a b", "signature ID"),
        ("replay a b", "replay ID"),
        ("watch a b", "watch [ID]"),
        ("rules a b", "rules [NAME]"),
        ("vacation 3 days", "vacation [DAYS | end]"),
        ("email a@example.org b@example.org", "email [ADDRESS | CODE | off]"),
        ("top live now", "top [live | days | live-bots | days-bots]"),
    ],
)
async def test_words_that_a_verb_does_not_take_are_refused(
    stored: Server, command: str, usage: str
) -> None:
    status, text, errors = await _ask(stored, command)
    assert (status, text) == (2, "")
    assert errors == f"cuttle: usage: {usage}\n"


@pytest.mark.parametrize("command", ["replay a b", "watch a b"])
async def test_they_are_refused_in_a_terminal_too(stored: Server, command: str) -> None:
    async with connect(stored.port) as connection:
        session = await open_terminal(connection, command)
        assert await session.until_closed() == 2
    assert session.raw.startswith(b"cuttle: usage: ")


async def test_what_is_too_long_is_told_the_limit(stored: Server) -> None:
    status, text, errors = await _ask(stored, "rules " + "x" * 1000)
    assert (status, text) == (2, "")
    assert errors == "cuttle: a command has at most 1000 characters, and this one has more\n"


async def test_long_arguments_arrive_whole(stored: Server) -> None:
    ruleset = "standard+hand-limit=9+" + "x" * 150 + "-at-the-end"
    status, _, errors = await _ask(stored, f"rules {ruleset}")
    assert status == 2
    assert "xxx-at-the-end" in errors


@pytest.mark.parametrize("name", ["Eve", "eve", "EVE"])
@pytest.mark.parametrize(
    "command", ["who", "export", "watch", "watch x", "rules", "top", "replay x", "plain", "bot", ""]
)
async def test_a_ban_by_name_reaches_every_verb(
    stored: Server, bob_key: asyncssh.SSHKey, name: str, command: str
) -> None:
    assert stored.store is not None
    assert stored.accounts is not None
    stored.store.register("eve", bob_key.get_fingerprint())
    stored.store.ban(Ban("name", name, None, "cheating"))
    await stored.accounts.reread_bans()
    async with connect(stored.port, bob_key) as connection:
        session = await open_terminal(connection, command, term=None if command else "xterm")
        assert await session.until_closed() == 1
    assert (session.raw + session.errors).decode().strip() == "You cannot play here: cheating"


async def test_a_ban_ends_what_is_watched_as_text(stored: Server, bob_key: asyncssh.SSHKey) -> None:
    assert stored.store is not None
    id = await _play(stored)
    stored.store.register("eve", bob_key.get_fingerprint())
    async with connect(stored.port, bob_key) as connection:
        session = await open_terminal(connection, f"watch {id}", term=None)
        await session.until("goes first")
        await ServerAdmin(stored, lambda: None).ban("name", "eve", None, "cheating")
        assert await session.until_closed() == 1
    assert session.errors.decode() == "You cannot play here: cheating\n"


async def test_every_line_names_the_public_address(tmp_path: Path) -> None:
    door = "-p 4022 cards.example.org"
    async with Server(tmp_path, address="cards.example.org:4022") as server:
        for command, line in (
            ("help", f"ssh -t {door} join CODE"),
            ("join K7QF", f"ssh -t {door} join K7QF"),
            ("export LANG=C; exec sh", f"command ssh -t {door}"),
            ("rules", f"ssh {door} rules NAME"),
        ):
            said = "".join(map(str, (await _ask(server, command))[1:]))
            assert line in said
            assert "HOST" not in said
        room = enter_lobby(server.matchmaker, Player("ann", "ann"))
        state = (await room.open_table(TablePlan("standard"))).state()
        assert state.invitation == f"ssh -t {door} join {state.code}"
