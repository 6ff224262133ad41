"""The traps of running many Textual apps behind one ssh server, and the tests that watch each.

Those that no other file is the natural place for are here.
"""

from __future__ import annotations

import asyncio
import gc
import sys
import weakref
from collections.abc import Callable
from pathlib import Path
from typing import Any, ClassVar

import asyncssh
import pytest
from textual._context import active_app
from textual.app import App
from textual.events import Key

from server.ops.limits import Limits
from server.serve import Server
from server.sessions.app import Visit, cuttle_app
from server.terminal.textual_process import keep_task_factory
from tests.server import test_crashes, test_openssh, test_pressure, test_sessions
from tests.server.emulator import Keyless, Terminal, connect, open_terminal
from tests.server.floor import FloorApp
from tests.server.open_server import open_server
from tests.server.rawssh import until
from tests.server.ssh import test_limits, test_login
from tests.whole import takes_longer

pytestmark = pytest.mark.slow

_ROUND = 50
"""Sessions that come and go in one round."""
_EACH = 5
"""Sessions on one connection."""
_MOST_GROWTH = 200
"""Blocks of memory, mostly below 100 bytes, that a session that came and went may leave behind."""

# 1: leaks


def _is_painted(text: str) -> bool:
    return len(text.split()) > 5


class _Blind(Terminal):
    """A terminal that only counts what it is sent."""

    sent = 0

    def data_received(self, data: bytes, datatype: int | None) -> None:
        """Count."""
        del datatype
        self.sent += len(data)


async def _come(connection: asyncssh.SSHClientConnection) -> _Blind:
    terminal = _Blind()
    await connection.create_session(
        lambda: terminal, term_type="xterm", term_size=(80, 24), encoding=None
    )
    return terminal


async def _come_and_go(server: Server) -> None:
    """Let a round of players come, press a few keys and go, half of them without a word."""
    for _ in range(_ROUND // _EACH):
        async with connect(server.port) as connection:
            terminals = [await _come(connection) for _ in range(_EACH)]
            for terminal in terminals:
                await until(lambda terminal=terminal: terminal.sent > 1000)  # type: ignore[misc]
                terminal.send("\x1b[A\x1b[B?")
            for terminal in terminals[::2]:
                terminal.channel.write_eof()
                await terminal.until_closed()
    await until(lambda: not server.doors.tasks and not server.doors.admission.connected)
    await asyncio.sleep(0)


def _is_forgotten(apps: weakref.WeakSet[App[Any]]) -> bool:
    gc.collect()
    return not apps


@pytest.mark.long
@takes_longer
async def test_1_nothing_is_left_of_players_who_went_and_memory_is_flat(tmp_path: Path) -> None:
    made: weakref.WeakSet[App[Any]] = weakref.WeakSet()

    def counted(visit: Visit) -> App[Any]:
        app = cuttle_app(visit)
        made.add(app)
        return app

    async with open_server(tmp_path, Limits(arrivals_burst=1000), counted) as server:
        held = []
        for _ in range(3):
            await _come_and_go(server)
            await until(lambda: _is_forgotten(made))
            held.append(sys.getallocatedblocks())
    assert held[2] - held[1] < _ROUND * _MOST_GROWTH, held


# 3: whose app it is


class _Watchful(FloorApp):
    """Notes whether it is the active app whenever a key comes."""

    strays: ClassVar[list[object]] = []

    async def on_key(self, event: Key) -> None:
        """Look who is active."""
        del event
        if active_app.get() is not self:
            self.strays.append(self)


async def test_3_a_session_stays_itself_when_another_one_acts(
    tmp_path: Path, ann_key: asyncssh.SSHKey, bob_key: asyncssh.SSHKey
) -> None:
    def watchful(visit: Visit) -> App[Any]:
        return _Watchful(visit)

    async with (
        open_server(tmp_path, Limits(), watchful) as server,
        connect(server.port, ann_key) as ann,
        connect(server.port, bob_key) as bob,
    ):
        host = await open_terminal(ann)
        await host.until("keys=0")
        host.send("o")
        code = (await host.until("code=")).partition("code=")[2].split()[0]
        guest = await open_terminal(bob, f"join {code}")
        await guest.until("seat=1")
        for count in range(1, 4):
            guest.send("a")
            host.send("a")
            await guest.until(f"keys={count} ")
            await host.until(f"keys={count + 1} ")
    assert _Watchful.strays == []


# 4: the task factory


async def test_4_sessions_leave_the_loop_its_task_factory(server: Server) -> None:
    loop = asyncio.get_running_loop()
    ours = loop.get_task_factory()
    async with connect(server.port) as ann:
        terminal = await open_terminal(ann)
        await terminal.until("keys=0")
        assert loop.get_task_factory() is ours
    assert loop.get_task_factory() is ours


async def test_4_an_app_that_sets_an_eager_factory_is_not_heard(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(asyncio, "eager_task_factory", object(), raising=False)
    loop = asyncio.get_running_loop()
    keep_task_factory(loop)
    try:
        loop.set_task_factory(lambda *_, **__: pytest.fail("an eager task"))
        assert loop.get_task_factory() is None
    finally:
        del loop.set_task_factory


# 6: identity


def _named(key: asyncssh.SSHKey, holder: asyncssh.SSHKey) -> asyncssh.SSHKeyPair:
    """Ask about one key and sign with another."""
    pair = asyncssh.load_keypairs([holder])[0]
    pair.public_data = key.public_data
    return pair


@pytest.mark.parametrize("by", ["another key", "no key", "the key itself"])
async def test_6_asking_about_a_key_makes_nobody_its_owner(
    server: Server,
    ann_key: asyncssh.SSHKey,
    bob_key: asyncssh.SSHKey,
    by: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    identities: list[str] = []
    start = server.doors.handler

    async def watched(session: Any) -> int:
        identities.append(session.player.identity)
        return await start(session)

    monkeypatch.setattr(server.doors, "handler", watched)
    keys = {"another key": [bob_key], "no key": [], "the key itself": [ann_key]}[by]
    connection = await asyncssh.connect(
        "127.0.0.1",
        server.port,
        username="ann",
        known_hosts=None,
        config=None,
        agent_path=None,
        client_keys=[_named(ann_key, bob_key), *keys],
        client_factory=Keyless,
    )
    async with connection:
        await (await open_terminal(connection)).until("player=")
    (identity,) = identities
    assert (identity == ann_key.get_fingerprint()) == (by == "the key itself")
    assert (identity == bob_key.get_fingerprint()) == (by == "another key")


# 13: what must be kept, and what must be asked


async def test_13_the_door_stays_open_through_collections(server: Server) -> None:
    gc.collect()
    async with connect(server.port) as ann:
        await (await open_terminal(ann)).until("keys=0")


async def test_13_ctrl_c_asks_before_a_game_is_left(tmp_path: Path) -> None:
    async with Server(tmp_path) as server, connect(server.port) as ann:
        terminal = await open_terminal(ann, size=(100, 32))
        await terminal.until(_is_painted)
        terminal.send("o")
        await terminal.until("NEW TABLE")
        terminal.send("\r")
        await terminal.room_code()
        before = terminal.text
        terminal.send("\x03")
        await terminal.until(lambda text: text != before)
        assert not terminal.closed
        assert server.doors.tasks


# the index

TRAPS: dict[int, tuple[Callable[..., object], ...]] = {
    1: (
        test_1_nothing_is_left_of_players_who_went_and_memory_is_flat,
        test_sessions.test_nothing_is_left_of_sessions_that_ended,
    ),
    2: (test_sessions.test_colours_do_not_bleed_between_sessions,),
    3: (test_3_a_session_stays_itself_when_another_one_acts,),
    4: (
        test_4_sessions_leave_the_loop_its_task_factory,
        test_4_an_app_that_sets_an_eager_factory_is_not_heard,
    ),
    5: (
        test_pressure.test_a_client_that_stops_reading_is_not_painted_for,
        test_pressure.test_a_client_that_takes_nothing_for_long_is_cut_off,
        test_limits.test_answers_that_nobody_reads_are_not_piled_up,
    ),
    6: (
        test_6_asking_about_a_key_makes_nobody_its_owner,
        test_login.test_naming_a_key_without_holding_it_makes_nobody_its_owner,
        test_login.test_only_the_key_asked_about_last_counts_and_another_method_forgets_it,
    ),
    7: (
        test_login.test_a_client_without_a_key_is_a_guest,
        test_login.test_a_key_gives_the_user_name_and_its_fingerprint,
    ),
    8: (test_crashes.test_who_vanishes_in_the_middle_of_a_paint_leaves_no_error,),
    9: (test_pressure.test_a_flood_of_input_loses_nobody_a_key,),
    10: (
        test_sessions.test_overlapping_sessions_leave_stdout_and_stderr_alone,
        test_sessions.test_the_servers_own_environment_is_nobodys_terminal,
    ),
    11: (
        test_sessions.test_a_new_size_is_painted,
        test_sessions.test_sizes_out_of_reason_are_bounded,
        test_limits.test_sizes_out_of_reason_are_bounded,
    ),
    12: (
        test_limits.test_a_connection_on_which_nothing_runs_is_closed,
        test_openssh.test_several_sessions_share_one_connection,
        test_sessions.test_several_sessions_on_one_connection,
    ),
    13: (
        test_13_the_door_stays_open_through_collections,
        test_13_ctrl_c_asks_before_a_game_is_left,
    ),
    14: (test_sessions.test_keys_reach_the_app_and_quitting_restores_the_terminal,),
}


def test_every_trap_is_watched() -> None:
    assert [*TRAPS] == [*range(1, 15)]
    for tests in TRAPS.values():
        assert all(test.__name__.startswith("test_") for test in tests)
