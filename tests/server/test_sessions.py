"""What one session shows, and that it gives the terminal back."""

from __future__ import annotations

import asyncio
import sys

import asyncssh
import pytest

from server.serve import Server
from server.terminal.textual_process import prepare_process
from tests.server.emulator import connect, open_terminal
from tests.server.floor import apps_alive
from tests.server.rawssh import until

pytestmark = pytest.mark.slow

LEFT = b"\x1b[?1049l\x1b[?25h"


async def test_keys_reach_the_app_and_quitting_restores_the_terminal(server: Server) -> None:
    async with connect(server.port) as ann:
        terminal = await open_terminal(ann)
        await terminal.until("keys=0")
        terminal.send("ab\x1b[A")
        await terminal.until("keys=3")
        terminal.send("q")
        assert await terminal.until_closed() == 0
    assert terminal.raw.endswith(LEFT)
    for mode in (b"1000", b"1004", b"1006", b"2004"):
        assert terminal.raw.index(b"\x1b[?%sh" % mode) < terminal.raw.index(b"\x1b[?%sl" % mode)
    for motion in (b"1003", b"1015"):
        assert motion not in terminal.raw


async def test_a_lone_escape_becomes_a_key(server: Server) -> None:
    async with connect(server.port) as ann:
        terminal = await open_terminal(ann)
        await terminal.until("keys=0")
        terminal.send("\x1b")
        await terminal.until("keys=1")


async def test_a_new_size_is_painted(server: Server) -> None:
    async with connect(server.port) as ann:
        terminal = await open_terminal(ann, size=(90, 30))
        await terminal.until("size=90x30")
        for width in range(60, 71):
            terminal.resize(width, 20)
        await terminal.until("size=70x20")


async def test_sizes_out_of_reason_are_bounded(server: Server) -> None:
    async with connect(server.port) as ann:
        unknown = await open_terminal(ann, size=(0, 0))
        await asyncio.wait_for(_sees(unknown.raw, b"size=80x24"), 60)
        huge = await open_terminal(ann, size=(5000, 5000))
        await asyncio.wait_for(_sees(huge.raw, b"size=240x80"), 60)


async def _sees(raw: bytearray, text: bytes) -> None:
    while text not in raw:
        await asyncio.sleep(0.01)


async def test_several_sessions_on_one_connection(server: Server) -> None:
    async with connect(server.port) as ann:
        one = await open_terminal(ann)
        two = await open_terminal(ann)
        await one.until("keys=0")
        two.send("abc")
        await two.until("keys=3")
        one.send("q")
        assert await one.until_closed() == 0
        two.send("d")
        await two.until("keys=4")


async def test_the_end_of_input_ends_the_session_after_what_was_typed(server: Server) -> None:
    async with connect(server.port) as ann:
        terminal = await open_terminal(ann)
        terminal.send("abc")
        terminal.channel.write_eof()
        assert await terminal.until_closed() == 0
    assert terminal.raw.endswith(LEFT)


async def test_overlapping_sessions_leave_stdout_and_stderr_alone(
    server: Server, capsys: pytest.CaptureFixture[str]
) -> None:
    streams = sys.stdout, sys.stderr
    async with connect(server.port) as ann:
        one = await open_terminal(ann)
        await one.until("keys=0")
        two = await open_terminal(ann)
        await two.until("keys=0")
        assert (sys.stdout, sys.stderr) == streams
        one.send("q")
        await one.until_closed()
        two.send("q")
        await two.until_closed()
    assert (sys.stdout, sys.stderr) == streams
    assert capsys.readouterr() == ("", "")


async def test_colours_do_not_bleed_between_sessions(server: Server) -> None:
    wants = {
        ("xterm-256color", "truecolor"): (b"38;2;18;171;52", b"38;5;"),
        ("xterm-256color", ""): (b"38;5;", b"38;2;"),
        ("linux", ""): (b"\x1b[32", b"38;"),
        ("unknown", ""): (b"colour", b"38;"),
    }
    async with connect(server.port) as ann:
        for _ in range(2):
            for (term, depth), (has, has_not) in wants.items():
                terminal = await open_terminal(ann, term=term, env={"COLORTERM": depth})
                await terminal.until("colour")
                assert has in terminal.raw, term
                assert has_not not in terminal.raw, term
                terminal.send("q")
                await terminal.until_closed()


async def test_the_servers_own_environment_is_nobodys_terminal(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("TEXTUAL_FILTERS", "dim")
    prepare_process()
    async with connect(server.port) as ann:
        terminal = await open_terminal(ann, env={"COLORTERM": "truecolor"})
        await terminal.until("colour")
        assert b"38;2;18;171;52" in terminal.raw


async def test_a_crash_ends_its_own_session_only(
    server: Server, caplog: pytest.LogCaptureFixture, capsys: pytest.CaptureFixture[str]
) -> None:
    async with connect(server.port) as ann, connect(server.port) as bob:
        unlucky = await open_terminal(ann)
        other = await open_terminal(bob)
        await unlucky.until("keys=0")
        await other.until("keys=0")
        unlucky.send("x")
        assert await unlucky.until_closed() == 1
        other.send("a")
        await other.until("keys=1")
    ending = bytes(unlucky.raw).rpartition(LEFT)[2]
    assert ending == b"Something went wrong on our side. Please connect again.\r\n"
    (record,) = [record for record in caplog.records if record.levelname == "ERROR"]
    assert "guest-" in record.getMessage()
    assert record.exc_info
    assert "asked to crash" in str(record.exc_info[1])
    assert capsys.readouterr().err == ""


async def test_nothing_is_left_of_sessions_that_ended(server: Server) -> None:
    before = apps_alive()
    for _ in range(2):
        async with connect(server.port) as ann, connect(server.port) as bob:
            quits = [await open_terminal(ann) for _ in range(4)]
            drops = [await open_terminal(bob) for _ in range(4)]
            for terminal in quits + drops:
                await terminal.until("keys=0")
                terminal.send("\x1b[A")
                await terminal.until("keys=1")
            for terminal in quits:
                terminal.send("q")
                await terminal.until_closed()
        del quits, drops, terminal
    await until(lambda: not server.doors.tasks and apps_alive() == before)


async def test_closing_the_server_gives_terminals_back(server: Server) -> None:
    async with connect(server.port) as ann:
        terminal = await open_terminal(ann)
        await terminal.until("keys=0")
        await server.__aexit__(None, None, None)
        await terminal.until_closed()
    assert LEFT in terminal.raw


async def test_a_client_that_drops_leaves_no_session(
    server: Server, ann_key: asyncssh.SSHKey
) -> None:
    async with connect(server.port, ann_key) as ann:
        terminal = await open_terminal(ann)
        await terminal.until("keys=0")
    while server.doors.tasks:
        await asyncio.wait([*server.doors.tasks])
