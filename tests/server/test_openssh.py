"""The ssh client everybody has: it plays, and all else it can ask for is refused in clear words.

Next to each attempt a game goes on as if nothing had happened.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import asyncssh
import pytest
from asyncssh.channel import SSHClientChannel
from asyncssh.packet import String, UInt32

from server.serve import Server
from tests.ports import lasting_port
from tests.server.emulator import Terminal, connect, open_terminal
from tests.server.sshclient import needs_ssh, options, run, ssh, start

pytestmark = [needs_ssh, pytest.mark.slow]
_LOUD = ("-o", "LogLevel=INFO")
_REFUSED = "Only Cuttle runs here"
_NO_FILES = "Cuttle has no files to copy, so sftp, scp and rsync do not work here"


@asynccontextmanager
async def _game(server: Server) -> AsyncIterator[Terminal]:
    """Play next to what happens inside, and see that it still can be played."""
    async with connect(server.port) as ann:
        terminal = await open_terminal(ann)
        await terminal.until("keys=0")
        yield terminal
        terminal.send("a")
        await terminal.until("keys=1")


async def test_it_plays(server: Server) -> None:
    process = await start("ssh", *options(server), "-tt", "127.0.0.1")
    assert process.stdout
    async with asyncio.timeout(30):
        await process.stdout.readuntil(b"player=guest-")
        out, _ = await process.communicate(b"aq")
    assert process.returncode == 0
    assert out.endswith(b"\x1b[?1049l\x1b[?25h")


async def test_it_gets_its_terminal_back_when_the_server_ends(server: Server) -> None:
    process = await start("ssh", *options(server), "-tt", "127.0.0.1")
    assert process.stdout
    assert process.stdin
    async with asyncio.timeout(30):
        await process.stdout.readuntil(b"player=guest-")
        await server.doors.close()
        out = await process.stdout.read()
        await process.wait()
    process.stdin.close()
    assert process.returncode == 0
    assert out.endswith(b"\x1b[?1049l\x1b[?25h")


async def test_a_key_is_asked_for_before_anything_else_lets_in(
    server: Server, tmp_path: Path, ann_key: asyncssh.SSHKey
) -> None:
    """With a key one is its owner, in batch mode too; without, a guest by whatever one has."""
    key = tmp_path / "key"
    ann_key.write_private_key(key)
    key.chmod(0o600)
    batch, own = ("-o", "BatchMode=yes"), ("-i", str(key))
    by_key = ("-o", "PreferredAuthentications=publickey,password")
    for more in (batch, (), by_key):
        assert await _who(server, *own, *more, "ann@127.0.0.1") == "ann"
    by_nothing = ("-o", "PreferredAuthentications=keyboard-interactive")
    for more in ((), by_nothing):
        assert (await _who(server, *more, "ann@127.0.0.1")).startswith("guest-")
    assert (await _who(server, *batch, "guest@127.0.0.1")).startswith("guest-")


async def _who(server: Server, *words: str) -> str:
    """Return as whom the client plays."""
    process = await start("ssh", *options(server), "-tt", *words)
    assert process.stdout
    async with asyncio.timeout(30):
        await process.stdout.readuntil(b"player=")
        name = await process.stdout.readuntil(b" ")
        await process.communicate(b"aq")
    return name.decode().strip()


async def test_without_a_terminal_it_says_what_to_do(server: Server) -> None:
    status, out, err = await ssh(server, "127.0.0.1")
    assert (status, out) == (1, "")
    assert err == f"Cuttle needs a terminal. Try: ssh -t -p {server.port} HOST\n"
    status, out, err = await ssh(server, "127.0.0.1", "join", "K7QF")
    assert (status, out) == (1, "")
    assert err.endswith("HOST join K7QF\n")


@pytest.mark.parametrize("command", ["fly", "shell", "evil \U0001f608"])
async def test_other_commands_are_told_which_there_are(server: Server, command: str) -> None:
    async with _game(server):
        status, out, err = await ssh(server, "127.0.0.1", command)
        assert (status, out) == (2, "")
        assert err.startswith(_REFUSED + ".")
        assert "help, version" in err


@pytest.mark.parametrize("command", ["bash -i", "rm -rf /", "cat /etc/passwd", ";id"])
async def test_a_shells_line_is_told_how_to_play(server: Server, command: str) -> None:
    async with _game(server):
        status, out, err = await ssh(server, "127.0.0.1", command)
        assert (status, out) == (2, "")
        assert err.startswith(_REFUSED + ", and this is a line for a shell")
        assert err.endswith(f"type: command ssh -t -p {server.port} HOST\n")


async def test_a_command_that_does_not_print_is_refused(server: Server) -> None:
    status, out, err = await ssh(server, "127.0.0.1", "\x1b[31m evil \u202e")
    assert (status, out) == (2, "")
    assert err == "cuttle: that command has characters that cannot be printed\n"


async def test_help_and_version_need_no_terminal(server: Server) -> None:
    status, out, err = await ssh(server, "127.0.0.1", "help")
    assert (status, err) == (0, "")
    assert f"-p {server.port} HOST join CODE" in out
    status, out, err = await ssh(server, "127.0.0.1", "version")
    assert (status, err) == (0, "")
    assert out.startswith("cuttle ")


async def test_no_files_are_copied(server: Server, tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("x")
    there, back = "127.0.0.1:file", str(tmp_path / "back")
    async with _game(server):
        for source, target in ((str(file), there), (there, back)):
            status, _, err = await run("scp", *options(server, "-P"), source, target)
            assert status != 0
            assert _NO_FILES in err
            status, _, err = await run("scp", "-O", *options(server, "-P"), source, target)
            assert status != 0
            assert _NO_FILES in err
        status, _, err = await run(
            "sftp", *options(server, "-P"), "127.0.0.1", stdin=b"ls\nput x\nget y\n"
        )
        assert status != 0
        assert err.count(_NO_FILES) == 1
        assert "subsystem" not in err
        assert not Path(back).exists()


@pytest.mark.parametrize(
    "words",
    [
        ("-s", "127.0.0.1", "sftp"),
        ("127.0.0.1", "scp -t x"),
        ("127.0.0.1", "rsync --server -vlogDtpre.iLsfxCIvu . dir/"),
        ("127.0.0.1", "/usr/lib/openssh/sftp-server"),
    ],
)
async def test_a_client_that_asks_for_files_is_told_there_are_none(
    server: Server, words: tuple[str, ...]
) -> None:
    async with _game(server):
        status, out, err = await ssh(server, *_LOUD, *words)
        assert (status, out) == (2, "")
        assert err.splitlines()[-1] == (f"{_NO_FILES}. To play, type: ssh -t -p {server.port} HOST")


async def test_no_other_subsystem_opens(server: Server) -> None:
    async with _game(server):
        for name in ("netconf", "SFTP", "x" * 300):
            status, out, err = await ssh(server, *_LOUD, "-s", "127.0.0.1", name)
            assert (status, out) == (255, "")
            assert "subsystem request failed" in err


async def test_nothing_is_forwarded_from_here_or_there(server: Server) -> None:
    async with _game(server):
        status, out, err = await ssh(server, *_LOUD, "-W", f"127.0.0.1:{server.port}", "127.0.0.1")
        assert (status, out) == (255, "")
        assert "open failed" in err
        strict = ("-o", "ExitOnForwardFailure=yes")
        for wish in ("0:127.0.0.1:1", "/tmp/nowhere.sock:127.0.0.1:1", "0"):
            status, out, err = await ssh(
                server, *_LOUD, *strict, "-R", wish, "127.0.0.1", "version"
            )
            assert (status, out) == (255, ""), wish
            assert "forwarding failed" in err


@pytest.mark.parametrize("kind", ["-L", "-D"])
async def test_a_local_port_leads_nowhere(server: Server, kind: str) -> None:
    port = lasting_port()
    wish = f"127.0.0.1:{port}:127.0.0.1:{server.port}" if kind == "-L" else f"127.0.0.1:{port}"
    words = (*options(server), *_LOUD, "-N", kind, wish, "127.0.0.1")
    async with _game(server), asyncio.timeout(30):
        process = await start("ssh", *words)
        reader, writer = await _patiently(port)
        if kind == "-D":  # SOCKS 5: no password; connect to the server's own port
            writer.write(b"\5\1\0")
            assert await reader.readexactly(2) == b"\5\0"
            writer.write(b"\5\1\0\1\x7f\0\0\1" + server.port.to_bytes(2, "big"))
        assert b"SSH-2.0" not in await reader.read()
        writer.close()
        process.kill()  # ssh may miss a gentler signal just before it waits for input
        _, err = await process.communicate()
        assert b"open failed" in err


async def _patiently(port: int) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """Connect as soon as somebody listens."""
    while True:
        try:
            return await asyncio.open_connection("127.0.0.1", port)
        except ConnectionRefusedError:
            await asyncio.sleep(0.02)


async def test_neither_agent_nor_windows_are_forwarded(server: Server) -> None:
    display = {"DISPLAY": "127.0.0.1:9"}
    async with _game(server), connect(server.port) as ann:
        status, out, err = await ssh(
            server, *_LOUD, "-A", "-Y", "127.0.0.1", "version", env=display
        )
        assert status == 0
        assert out.startswith("cuttle ")
        assert "X11 forwarding request failed" in err
        with pytest.raises(asyncssh.ChannelOpenError):
            await ann.create_session(asyncssh.SSHClientSession, x11_forwarding=True)
        with pytest.raises(asyncssh.ChannelOpenError):
            await _open(ann, b"auth-agent@openssh.com")


async def test_variables_change_nothing(server: Server) -> None:
    wishes = ("SetEnv=LD_PRELOAD=x", "SetEnv=TEXTUAL=debug,devtools", "SetEnv=LANG=\x1b[31m")
    async with _game(server):
        for wish in wishes:
            status, out, _ = await ssh(server, "-o", wish, "127.0.0.1", "version")
            assert status == 0
            assert out.startswith("cuttle ")


async def test_several_sessions_share_one_connection(server: Server, tmp_path: Path) -> None:
    control = str(tmp_path / "control")
    async with _game(server):
        master = await start("ssh", *options(server), "-M", "-S", control, "-N", "127.0.0.1")
        async with asyncio.timeout(30):
            while not Path(control).exists():
                await asyncio.sleep(0.02)
        for _ in range(3):
            status, out, _ = await ssh(server, "-S", control, "127.0.0.1", "version")
            assert status == 0
            assert out.startswith("cuttle ")
        assert server.doors.admission.connected.total() == 2
        master.kill()
        await master.communicate()


async def _open(connection: asyncssh.SSHClientConnection, kind: bytes, *parts: bytes) -> None:
    loop = asyncio.get_running_loop()
    channel: SSHClientChannel[bytes] = SSHClientChannel(
        connection, loop, "strict", None, "strict", 2**16, 2**15
    )
    await channel._open(kind, *parts)


async def test_no_other_kind_of_channel_opens(server: Server) -> None:
    where = (String(b"127.0.0.1"), UInt32(server.port), String(b"127.0.0.1"), UInt32(1))
    async with _game(server), connect(server.port) as ann:
        for kind, parts in (
            (b"direct-tcpip", where),
            (b"forwarded-tcpip", where),
            (b"direct-streamlocal@openssh.com", (String(b"/run/x"), String(b""), UInt32(0))),
            (b"tun@openssh.com", (UInt32(1), UInt32(0))),
            (b"tun@openssh.com", (UInt32(2), UInt32(0x7FFFFFFF))),
            (b"x11", (String(b"127.0.0.1"), UInt32(1))),
            (b"auth-agent@openssh.com", ()),
            (b"no-such-kind", ()),
        ):
            with pytest.raises(asyncssh.ChannelOpenError):
                await _open(ann, kind, *parts)
        with pytest.raises(asyncssh.ChannelListenError):
            await ann.forward_remote_port("", 0, "127.0.0.1", 1)
        with pytest.raises(asyncssh.ChannelListenError):
            await ann.forward_remote_path("/tmp/nowhere.sock", "/tmp/x")
        terminal = await open_terminal(ann)
        await terminal.until("keys=0")


async def test_a_tunnel_of_packets_is_refused(server: Server) -> None:
    """Where this machine lets the client have a device at all, the server will not."""
    async with _game(server):
        strict = ("-o", "ExitOnForwardFailure=yes")
        words = (*_LOUD, *strict, "-w", "any:any", "127.0.0.1", "version")
        status, out, err = await ssh(server, *words)
        assert (status, out) == (255, "") or "open failed" in err, err
