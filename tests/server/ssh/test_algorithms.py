"""Each client finds algorithms that it has, and none that are slow where it has faster ones."""

from __future__ import annotations

import asyncio
import shutil
from contextlib import suppress
from pathlib import Path

import asyncssh
import pytest
from asyncssh.packet import NameList, SSHPacket

from server.ops.host_key import NAME
from server.serve import Server
from server.ssh.server import CIPHERS, KEY_EXCHANGES, MACS
from tests.server.emulator import connect, open_terminal
from tests.server.sshclient import needs_ssh, run, ssh

pytestmark = pytest.mark.slow

_GCM, _CTR, _CHACHA = "aes128-gcm@openssh.com", "aes128-ctr", "chacha20-poly1305@openssh.com"
_ETM, _PLAIN = "hmac-sha2-256-etm@openssh.com", "hmac-sha2-256"
_GUESS = "kexguess2@matt.ucc.asn.au"


def _lists(exchanges: list[str], ciphers: list[str], macs: list[str]) -> bytes:
    """Write a client's first message of a key exchange, as a packet."""
    algorithms = (exchanges, ["ssh-ed25519"], ciphers, ciphers, macs, macs)
    lists: tuple[list[str], ...] = (*algorithms, ["none"], ["none"], [], [])
    names = b"".join(NameList([name.encode() for name in each]) for each in lists)
    payload = bytes([20]) + bytes(16) + names + bytes(5)
    padding = 8 - (5 + len(payload)) % 8 + 8
    length = (1 + len(payload) + padding).to_bytes(4, "big")
    return length + bytes([padding]) + payload + bytes(padding)


async def _offered(server: Server, sent: bytes) -> tuple[list[str], list[str], list[str]]:
    """Send our version, and more; return what is offered: key exchanges, ciphers, MACs."""
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    writer.write(b"SSH-2.0-test\r\n" + sent)
    async with asyncio.timeout(60):
        assert (await reader.readline()).startswith(b"SSH-2.0-")
        length = int.from_bytes(await reader.readexactly(4), "big")
        packet = SSHPacket((await reader.readexactly(length))[18:])
    writer.close()
    lists = [[name.decode() for name in packet.get_namelist()] for _ in range(10)]
    assert lists[2] == lists[3]
    assert lists[4] == lists[5]
    return lists[0], lists[2], lists[4]


@pytest.mark.parametrize(
    ("ciphers", "macs", "chosen"),
    [
        # OpenSSH, PuTTY since 0.81, paramiko since 3.4: whatever they put first
        ([_CHACHA, _CTR, _GCM], [_ETM, _PLAIN], (_GCM, "")),
        ([_CTR, _CHACHA, _GCM], [_PLAIN], (_GCM, "")),
        # an OpenSSH that is configured so
        ([_CHACHA], [_ETM], (_CHACHA, "")),
        ([_CTR], [_ETM], (_CTR, _ETM)),
        # older PuTTY, and paramiko
        ([_CTR, _CHACHA], [_PLAIN, _ETM], (_CTR, _ETM)),
        # dropbear
        ([_CHACHA, _CTR], ["hmac-sha1", _PLAIN], (_CHACHA, "")),
        # libssh2 before 1.11
        ([_CTR, "aes128-cbc"], [_PLAIN, "hmac-sha1"], (_CTR, _PLAIN)),
    ],
)
async def test_clients_find_what_they_have_and_nothing_slower(
    server: Server, ciphers: list[str], macs: list[str], chosen: tuple[str, str]
) -> None:
    sent = _lists(["curve25519-sha256"], ciphers, macs)
    exchanges, offered, offered_macs = await _offered(server, sent)
    assert exchanges[: len(KEY_EXCHANGES)] == [*KEY_EXCHANGES]
    cipher, mac = chosen
    assert next(each for each in ciphers if each in offered) == cipher
    assert not mac or next(each for each in macs if each in offered_macs) == mac


async def test_a_client_that_reads_first_is_offered_nothing_weak(server: Server) -> None:
    exchanges, ciphers, macs = await _offered(server, b"")
    assert {*CIPHERS} <= {*ciphers}
    assert {*ciphers} <= {*CIPHERS, "aes256-ctr", "aes192-ctr", _CTR}
    assert macs == [*MACS]
    assert all("25519" in name or name.startswith(("ext-", "kex-")) for name in exchanges)


async def test_a_client_that_reads_first_goes_on_when_it_has_read(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("server.ssh.server._PATIENCE", 0.0)
    for _ in range(3):
        async with connect(server.port, encryption_algs=[_CTR]) as connection:
            assert connection.get_extra_info("send_cipher") == _CTR


async def test_dropbears_guess_is_judged_by_its_rule(server: Server) -> None:
    exchanges, _, _ = await _offered(server, _lists(["curve25519-sha256", _GUESS], [_CHACHA], []))
    assert _GUESS in exchanges
    exchanges, _, _ = await _offered(server, _lists(["curve25519-sha256"], [_CHACHA], []))
    assert _GUESS not in exchanges


@pytest.mark.parametrize("sent", [b"\0" * 64, b"\xff" * 64, _lists([], [], []), b"\0\0\0\x0c"])
async def test_garbage_in_place_of_lists_ends_its_own_connection(
    server: Server, sent: bytes
) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    writer.write(b"SSH-2.0-test\r\n" + sent)
    writer.write_eof()
    async with asyncio.timeout(60):
        with suppress(ConnectionError):
            await reader.read()
    writer.close()
    async with connect(server.port) as connection:
        assert connection.get_extra_info("send_cipher") in CIPHERS


async def test_new_keys_are_made_by_the_same_lists(server: Server) -> None:
    async with connect(server.port, encryption_algs=[_CTR], rekey_bytes=4096) as connection:
        terminal = await open_terminal(connection)
        for number in range(60):
            terminal.send("a")
            await terminal.until(f"keys={number + 1} ")
            assert connection.get_extra_info("send_cipher") == _CTR


async def test_a_client_of_our_library_uses_aes_gcm(server: Server) -> None:
    async with connect(server.port) as connection:
        assert connection.get_extra_info("send_cipher") in CIPHERS
        assert connection.get_extra_info("recv_cipher") in CIPHERS


@pytest.mark.skipif(shutil.which("dbclient") is None, reason="needs dropbear's client")
async def test_dropbear_comes_in(server: Server, tmp_path: Path) -> None:
    home = {"HOME": str(tmp_path)}
    words = ("dbclient", "-y", "-y", "-p", str(server.port), "ann@127.0.0.1", "version")
    status, out, err = await run(*words, env=home)
    assert (status, out[:7]) == (0, "cuttle "), err


@pytest.mark.skipif(shutil.which("plink") is None, reason="needs PuTTY's client")
async def test_putty_comes_in(server: Server, tmp_path: Path) -> None:
    key = asyncssh.read_private_key(tmp_path / NAME).get_fingerprint()
    words = ("plink", "-batch", "-P", str(server.port), "-hostkey", key, "ann@127.0.0.1", "version")
    status, out, err = await run(*words, env={"HOME": str(tmp_path)})
    assert (status, out[:7]) == (0, "cuttle "), err


@needs_ssh
@pytest.mark.parametrize("cipher", [*CIPHERS, _CTR, "aes256-ctr", _CHACHA])
async def test_openssh_comes_in_however_it_is_configured(server: Server, cipher: str) -> None:
    status, out, _ = await ssh(server, "-c", cipher, "127.0.0.1", "version")
    assert (status, out[:7]) == (0, "cuttle ")


@needs_ssh
async def test_openssh_uses_aes_gcm_by_itself(server: Server) -> None:
    _, _, err = await ssh(server, "-o", "LogLevel=DEBUG", "127.0.0.1", "version")
    chosen = [
        line.split("cipher: ")[1].split()[0] for line in err.splitlines() if "cipher: " in line
    ]
    assert len(chosen) == 2
    assert {*chosen} <= {*CIPHERS}
