"""What is refused, and how politely: asked for by the ssh client everybody has."""

from __future__ import annotations

import asyncio
import shutil
from pathlib import Path

import asyncssh
import pytest

from server.serve import Server
from tests.server.terminal import connect, open_terminal

needs_ssh = pytest.mark.skipif(shutil.which("ssh") is None, reason="needs an ssh client")


async def _run(*words: str, stdin: bytes = b"") -> tuple[int, str, str]:
    process = await asyncio.create_subprocess_exec(
        *words,
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    async with asyncio.timeout(30):
        out, err = await process.communicate(stdin)
    assert process.returncode is not None
    return process.returncode, out.decode(), err.decode()


def _options(server: Server, port_flag: str = "-p") -> tuple[str, ...]:
    return (
        *("-F", "none", port_flag, str(server.port)),
        *("-o", "StrictHostKeyChecking=no", "-o", "UserKnownHostsFile=/dev/null"),
        *("-o", "LogLevel=ERROR", "-o", "IdentityAgent=none", "-o", "IdentityFile=none"),
    )


async def _ssh(server: Server, *words: str, stdin: bytes = b"") -> tuple[int, str, str]:
    return await _run("ssh", *_options(server), *words, stdin=stdin)


@needs_ssh
async def test_without_a_terminal_it_says_what_to_do(server: Server) -> None:
    status, out, err = await _ssh(server, "127.0.0.1")
    assert (status, out) == (1, "")
    assert err == f"Cuttle needs a terminal. Try: ssh -t -p {server.port} HOST\n"
    status, out, err = await _ssh(server, "127.0.0.1", "join", "K7QF")
    assert (status, out) == (1, "")
    assert err.endswith("HOST join K7QF\n")


@needs_ssh
async def test_other_commands_are_told_which_there_are(server: Server) -> None:
    for command in ("bash -i", "rm -rf /", "scp -t x", "\x1b[31m evil \u202e"):
        status, out, err = await _ssh(server, "127.0.0.1", command)
        assert (status, out) == (2, "")
        assert err == "There is nothing here but Cuttle. You can run: join, help, version\n"


@needs_ssh
async def test_help_and_version_need_no_terminal(server: Server) -> None:
    status, out, err = await _ssh(server, "127.0.0.1", "help")
    assert (status, err) == (0, "")
    assert f"-p {server.port} HOST join CODE" in out
    status, out, err = await _ssh(server, "127.0.0.1", "version")
    assert (status, err) == (0, "")
    assert out.startswith("cuttle ")


@needs_ssh
async def test_a_real_client_plays(server: Server) -> None:
    process = await asyncio.create_subprocess_exec(
        *("ssh", *_options(server), "-tt", "127.0.0.1"),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
    )
    assert process.stdout
    async with asyncio.timeout(30):
        await process.stdout.readuntil(b"player=guest-")
        out, _ = await process.communicate(b"aq")
    assert process.returncode == 0
    assert out.endswith(b"\x1b[?1049l\x1b[?25h")


@needs_ssh
async def test_no_files_are_copied(server: Server, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    source, target = str(tmp_path / "file"), "127.0.0.1:file"
    for words in (("scp",), ("scp", "-O")):
        status, _, err = await _run(*words, *_options(server, "-P"), source, target)
        assert status != 0, err
    status, _, _ = await _run("sftp", *_options(server, "-P"), "127.0.0.1", stdin=b"ls\n")
    assert status != 0


@needs_ssh
async def test_nothing_is_forwarded(server: Server) -> None:
    for words in (("-W", "127.0.0.1:22"), ("-o", "ExitOnForwardFailure=yes", "-R", "0:x:1")):
        status, out, err = await _ssh(server, *words, "127.0.0.1", "version")
        assert (status, out) == (255, ""), err
    status, out, _ = await _ssh(server, "-A", "-X", "127.0.0.1", "version")
    assert status == 0
    async with connect(server.port) as ann:
        for refused in (
            ann.open_connection("127.0.0.1", server.port),
            ann.open_unix_connection("/tmp/agent"),
        ):
            with pytest.raises(asyncssh.ChannelOpenError):
                await refused
        listener = ann.forward_remote_port("", 0, "127.0.0.1", 1)
        with pytest.raises(asyncssh.ChannelListenError):
            await listener
        with pytest.raises(asyncssh.ChannelOpenError):
            await ann.create_session(asyncssh.SSHClientSession, x11_forwarding=True)


async def test_subsystems_are_refused(server: Server) -> None:
    async with connect(server.port) as ann:
        with pytest.raises(asyncssh.ChannelOpenError):
            await ann.create_session(asyncssh.SSHClientSession, subsystem="netconf")


async def test_a_connection_without_a_session_is_closed(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("server.login._HOLD", 0.2)
    async with connect(server.port) as idle, connect(server.port) as ann:
        terminal = await open_terminal(ann)
        await asyncio.wait_for(idle.wait_closed(), 20)
        await terminal.until("keys=0")
        terminal.send("q")
        await terminal.until_closed()
        await asyncio.wait_for(ann.wait_closed(), 20)


async def test_one_connection_opens_so_many_sessions_and_no_more(server: Server) -> None:
    async with connect(server.port) as ann:
        terminals = [await open_terminal(ann) for _ in range(8)]
        with pytest.raises(asyncssh.ChannelOpenError):
            await open_terminal(ann)
        terminals[0].send("q")
        await terminals[0].until_closed()
        await open_terminal(ann)


@needs_ssh
async def test_a_real_client_gets_its_terminal_back_when_the_server_ends(server: Server) -> None:
    process = await asyncio.create_subprocess_exec(
        *("ssh", *_options(server), "-tt", "127.0.0.1"),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
    )
    assert process.stdout
    assert process.stdin
    async with asyncio.timeout(30):
        await process.stdout.readuntil(b"player=guest-")
        await server.door.close()
        out = await process.stdout.read()
        await process.wait()
    process.stdin.close()
    assert process.returncode == 0
    assert out.endswith(b"\x1b[?1049l\x1b[?25h")
