"""A server that dies in the middle of a game: it comes back at the very action, for everybody."""

from __future__ import annotations

import asyncio
import os
import resource
import sqlite3
import subprocess
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, closing, suppress
from pathlib import Path

import asyncssh
import pytest

from cuttle_tui.kit.seating import LOOKING
from cuttle_tui.table.choices import TRAY_KEYS
from engine.actions import Action, Kind
from engine.cards import members
from engine.play.legal import legal_actions
from engine.play.view import Ask
from server.store.store import Store
from tests.server.emulator import PATIENCE, Terminal, connect, open_terminal
from tests.server.evidence import Evidence, Story
from tests.server.kept_games import keep_game
from tests.server.life import Life, living
from tests.whole import some, takes_longer

pytestmark = pytest.mark.slow

SIZE = (100, 32)
_TOO_SOON = "this has only just changed"
"""Begins what is said of a key that nobody can have meant for what is asked now."""
SOURCES = ("127.0.8.1", "127.0.8.2")
Keys = dict[str, asyncssh.SSHKey]


@pytest.fixture
def keys(ann_key: asyncssh.SSHKey, bob_key: asyncssh.SSHKey) -> Keys:
    """Give the players of a game, in the order of their seats."""
    return {"ann": ann_key, "bob": bob_key}


@asynccontextmanager
async def players(life: Life, keys: Keys) -> AsyncIterator[list[Terminal]]:
    """Let both players come to the table at which they are awaited."""
    ann, bob = keys
    async with (
        connect(life.port, keys[ann], ann) as one,
        connect(life.port, keys[bob], bob) as other,
    ):
        terminals = [await open_terminal(each, size=SIZE) for each in (one, other)]
        for terminal in terminals:
            await terminal.until(lambda text: "turn " in text and "away" not in text)
        yield terminals


async def until(condition: Callable[[], bool]) -> None:
    """Wait for something that no terminal shows."""
    async with asyncio.timeout(PATIENCE):
        while not condition():
            await asyncio.sleep(0.02)


def told(life: Life) -> Story:
    """Tell the only table of a server from its database."""
    evidence = Evidence(life.database)
    evidence.look()
    assert not evidence.faults
    (story,) = evidence.stories.values()
    return story


def asked(story: Story) -> int:
    """Tell which seat is to answer."""
    assert story.course.game is not None
    return story.course.game.position.prompt.seats[0]


def keys_for(story: Story, action: Action) -> str:
    """Give the keys by which the seat that is asked plays an action without a target."""
    letters = {Kind.DRAW: "d", Kind.PASS: "x", Kind.DECLINE: "n"}
    if action.kind in letters:
        return letters[action.kind]
    assert story.course.game is not None
    hand = members(story.course.game.position.hands[asked(story)])
    letter = {Kind.POINTS: "p", Kind.ONE_OFF: "o", Kind.ROYAL: "r"}[action.kind]
    return TRAY_KEYS[hand.index(action.card)] + letter


async def play(life: Life, terminals: list[Terminal], kinds: tuple[Kind, ...]) -> Story:
    """Play the first action of these kinds, and wait until all have seen it and it is stored."""
    story = told(life)
    assert story.course.game is not None
    legal = legal_actions(story.course.game.position)
    action = next(a for kind in kinds for a in legal if a.kind is kind and not a.targets)
    actor = terminals[asked(story)]
    *first, last = list(keys_for(story, action))
    for key in first:  # that only chooses a card
        chosen = actor.text
        actor.send(key)
        await actor.until(lambda now, text=chosen: now != text)  # type: ignore[misc]
    before = [await terminal.still() for terminal in terminals]
    actor.send(last)
    await until(lambda: told(life).actions == story.actions + 1 or _TOO_SOON in actor.text)
    if told(life).actions == story.actions:  # the question had only just come
        await asyncio.sleep(LOOKING)
        actor.send(last)
    for terminal, text in zip(terminals, before, strict=True):
        await terminal.until(lambda now, text=text: now != text)  # type: ignore[misc]
    await until(lambda: told(life).actions == story.actions + 1)
    return told(life)


async def announce(life: Life, terminals: list[Terminal]) -> Story:
    """Play until a one-off waits for an answer."""
    while True:
        story = await play(life, terminals, (Kind.ONE_OFF, Kind.DRAW, Kind.POINTS))
        assert story.course.game is not None
        if story.course.game.position.prompt.ask is Ask.COUNTER:
            return story


async def settled(terminals: list[Terminal], wanted: list[str]) -> None:
    """Wait until every terminal shows what is wanted of it, whatever is announced beside."""
    for terminal, text in zip(terminals, wanted, strict=True):
        rows = _without_news(text)
        await terminal.until(lambda now, rows=rows: _without_news(now) == rows)  # type: ignore[misc]


def _without_news(text: str) -> list[str]:
    """Return the rows of a table and its question; what is announced stands below them."""
    rows = [row.rstrip() for row in text.split("\n")]
    asks = next((place for place, row in enumerate(rows) if " TURN" in row), len(rows))
    return rows[: asks + 1]


async def _revived(life: Life, *options: str) -> None:
    """Kill the server, and start it again on what it has left."""
    await life.kill()
    life.options = options
    await life.start()


@pytest.mark.parametrize("window", some([True, False], 2), ids=["turn", "reply"].__getitem__)
async def test_both_players_come_back_to_the_same_dialog(
    tmp_path: Path, keys: Keys, window: bool
) -> None:
    await keep_game(tmp_path / "cuttle.db", keys)
    async with living(tmp_path) as life:
        async with players(life, keys) as terminals:
            await play(life, terminals, (Kind.DRAW,))
            story = await play(life, terminals, (Kind.POINTS,))
            if window:
                story = await announce(life, terminals)
            shown = [await terminal.still() for terminal in terminals]
            await life.kill()
        await life.start()
        assert next(iter(life.restored.values()))[2] == story.position
        async with players(life, keys) as terminals:
            await settled(terminals, shown)
            kinds = (Kind.DECLINE,) if window else (Kind.DRAW,)
            after = await play(life, terminals, kinds)
        assert after.actions == story.actions + 1


@takes_longer
async def test_an_action_that_was_being_stored_was_seen_by_nobody(
    tmp_path: Path, keys: Keys
) -> None:
    await keep_game(tmp_path / "cuttle.db", keys)
    async with living(tmp_path) as life:
        async with players(life, keys) as terminals:
            story = await play(life, terminals, (Kind.DRAW,))
            shown = [await terminal.still() for terminal in terminals]
            with closing(sqlite3.connect(life.database, isolation_level=None)) as other:
                other.execute("BEGIN IMMEDIATE")
                actor = terminals[asked(story)]
                actor.send("dz")
                await actor.until("SCRAP")  # so the key before it has been taken
                ((_, _, position, _),) = (await life.ask("tables")).values()
                assert position == story.position
                actor.send("\x1b")
                await actor.until(shown[asked(story)].__eq__)
                await life.kill()
            assert [terminal.text for terminal in terminals] == shown
        await life.start()
        async with players(life, keys) as terminals:
            await settled(terminals, shown)
            assert (await play(life, terminals, (Kind.DRAW,))).actions == story.actions + 1


@takes_longer
async def test_while_the_database_is_locked_the_game_waits_and_then_goes_on(
    tmp_path: Path, keys: Keys
) -> None:
    await keep_game(tmp_path / "cuttle.db", keys)
    life = Life(tmp_path)
    life.url += "?timeout=0.1"
    await life.start()
    try:
        async with players(life, keys) as terminals:
            story = told(life)
            with closing(sqlite3.connect(life.database, isolation_level=None)) as other:
                other.execute("BEGIN IMMEDIATE")
                terminals[asked(story)].send("d")
                for terminal in terminals:
                    await terminal.until("PAUSED")
                ((_, _, position, _),) = (await life.ask("tables")).values()
                assert position == story.position
            for terminal in terminals:
                await terminal.until(lambda text: "PAUSED" not in text and "turn 2" in text)
        assert told(life).actions == 1
    finally:
        await life.kill()


@takes_longer
async def test_a_full_disk_pauses_the_game_until_there_is_room(tmp_path: Path, keys: Keys) -> None:
    await keep_game(tmp_path / "cuttle.db", keys)
    async with living(tmp_path) as life, players(life, keys) as terminals:
        story = told(life)
        wal = Path(f"{life.database}-wal").stat().st_size
        _, hard = resource.prlimit(life.pid, resource.RLIMIT_FSIZE)
        resource.prlimit(life.pid, resource.RLIMIT_FSIZE, (wal, hard))
        terminals[asked(story)].send("d")
        for terminal in terminals:
            await terminal.until("PAUSED")
        resource.prlimit(life.pid, resource.RLIMIT_FSIZE, (hard, hard))
        for terminal in terminals:
            await terminal.until(lambda text: "PAUSED" not in text and "turn 2" in text)
        await life.kill()
        assert told(life).actions == 1


@takes_longer
async def test_the_time_in_which_the_server_was_down_is_nobodys(tmp_path: Path, keys: Keys) -> None:
    await keep_game(tmp_path / "cuttle.db", keys, timing="steady")
    async with living(tmp_path) as life:
        async with players(life, keys) as terminals:
            story = await play(life, terminals, (Kind.DRAW,))
            shown = [await terminal.still() for terminal in terminals]
        await _revived(life, "--ahead", "36000")
        async with players(life, keys) as terminals:
            await settled(terminals, shown)
            assert (await play(life, terminals, (Kind.DRAW,))).actions == story.actions + 1


def _named_or_seated(text: str) -> bool:
    """Return whether a guest is asked for a name, or sits at a table."""
    return any(sign in text for sign in ("call you?", "turn ", "waiting for"))


@asynccontextmanager
async def guests(life: Life, *commands: str) -> AsyncIterator[list[Terminal]]:
    """Let two guests come, each from an address of its own."""
    async with (
        connect(life.port, local_addr=(SOURCES[0], 0)) as one,
        connect(life.port, local_addr=(SOURCES[1], 0)) as other,
    ):
        terminals = []
        for each, command in zip((one, other), commands, strict=True):
            terminal = await open_terminal(each, command, size=SIZE)
            terminals.append(terminal)
            await terminal.until(_named_or_seated)
            if "call you?" in terminal.text:
                terminal.send("\r")
                await terminal.until(lambda text: "call you?" not in text)
        for terminal in terminals:
            await terminal.until(lambda text: "turn " in text and "away" not in text)
        yield terminals


@takes_longer
async def test_guests_come_back_by_their_codes(tmp_path: Path) -> None:
    async with living(tmp_path) as life:
        _, code = await life.ask("open", "standard")
        async with guests(life, f"join {code}", f"join {code}") as terminals:
            for _ in range(2):
                story = await play(life, terminals, (Kind.DRAW,))
            resume = [(await life.ask("code", source))[1] for source in SOURCES]
            shown = [await terminal.still() for terminal in terminals]
        await _revived(life)
        async with guests(life, *(f"join {word.lower()}" for word in resume)) as terminals:
            await settled(terminals, shown)
            assert [(await life.ask("code", source))[1] for source in SOURCES] == resume
            assert (await play(life, terminals, (Kind.DRAW,))).actions == story.actions + 1


@takes_longer
async def test_the_computer_goes_on_and_its_process_ends_with_the_server(
    tmp_path: Path, ann_key: asyncssh.SSHKey
) -> None:
    store = Store.open(f"sqlite:///{tmp_path / 'cuttle.db'}")
    store.register("ann", ann_key.get_fingerprint())
    store.close()
    async with living(tmp_path, "--pace", "3600") as life:
        id, code = await life.ask("open", "standard")
        async with connect(life.port, ann_key) as ann:
            terminal = await open_terminal(ann, f"join {code}", size=SIZE)
            await terminal.until("waiting for")
            await life.ask("fill", id)
            await terminal.until("turn 1")
            if asked(told(life)) == 0:
                await _insist(terminal, "d", "COMPUTER'S TURN")
            await terminal.until("COMPUTER'S TURN")
            await until(lambda: len(_children(life.pid)) >= 1)
            bot_process = _children(life.pid)
        await _revived(life, "--pace", "0.01")
        await until(lambda: not any(map(_runs, bot_process)))
        async with connect(life.port, ann_key) as ann:
            terminal = await open_terminal(ann, size=SIZE)
            await terminal.until(lambda text: "COMPUTER'S TURN" not in text and "turn " in text)


async def _insist(terminal: Terminal, key: str, wanted: str) -> None:
    """Press a key, and once more if what it answers had only just come."""
    terminal.send(key)
    await terminal.until(lambda text: wanted in text or _TOO_SOON in text)
    if wanted not in terminal.text:
        await asyncio.sleep(LOOKING)
        terminal.send(key)


def _children(pid: int) -> list[int]:
    tasks = Path(f"/proc/{pid}/task").glob("*/children")
    return [int(child) for task in tasks for child in task.read_text().split()]


def _runs(pid: int) -> bool:
    with suppress(OSError):
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    return False


async def test_a_read_only_database_is_one_clear_line(tmp_path: Path, keys: Keys) -> None:
    """Root may write everything, so it gives that up for this."""
    await keep_game(tmp_path / "cuttle.db", keys)
    (tmp_path / "cuttle.db").chmod(0o444)
    who = ["setpriv", "--bounding-set=-all", "--inh-caps=-all"] if os.geteuid() == 0 else []
    done = subprocess.run(
        [*who, sys.executable, "-m", "server.cli", "serve", "--port", "0", "--data", str(tmp_path)],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stdout) == (1, "")
    assert "the database cannot be written" in done.stderr
    assert "Traceback" not in done.stderr
