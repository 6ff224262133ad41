"""Each client finds algorithms that it has, and none that are slow where it has faster ones."""

from __future__ import annotations

import asyncio
import shutil
from pathlib import Path

import asyncssh
import pytest
from asyncssh.packet import SSHPacket

from server.ops.host_key import NAME
from server.serve import Server
from server.ssh.algorithms import CIPHERS, KEY_EXCHANGES, MACS, offer_for
from tests.server.emulator import connect
from tests.server.sshclient import needs_ssh, run, ssh

pytestmark = pytest.mark.slow

_ETM = {"hmac-sha2-256-etm@openssh.com", "hmac-sha2-512-etm@openssh.com"}
_CTR = {"aes256-ctr", "aes192-ctr", "aes128-ctr"}
_CHACHA = "chacha20-poly1305@openssh.com"


async def _offered(server: Server, version: str) -> tuple[list[str], list[str], list[str]]:
    """Say who we are, and return what is offered: key exchanges, ciphers, MACs."""
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    writer.write(f"SSH-2.0-{version}\r\n".encode())
    async with asyncio.timeout(60):
        assert (await reader.readline()).startswith(b"SSH-2.0-")
        length = int.from_bytes(await reader.readexactly(4), "big")
        packet = SSHPacket((await reader.readexactly(length))[18:])
    writer.close()
    lists = [[name.decode() for name in packet.get_namelist()] for _ in range(10)]
    assert lists[2] == lists[3]
    assert lists[4] == lists[5]
    return lists[0], lists[2], lists[4]


@pytest.mark.parametrize("version", ["OpenSSH_9.2p1 Debian-2", "OpenSSH_for_Windows_9.5"])
async def test_openssh_is_offered_nothing_slower_than_it_needs(
    server: Server, version: str
) -> None:
    exchanges, ciphers, macs = await _offered(server, version)
    assert ciphers == [*CIPHERS]
    assert {*macs} == _ETM
    assert exchanges[: len(KEY_EXCHANGES)] == [*KEY_EXCHANGES]


@pytest.mark.parametrize(
    ("version", "cipher", "mac"),
    [
        ("PuTTY_Release_0.70", "aes256-ctr", "hmac-sha2-256-etm@openssh.com"),
        ("paramiko_2.7.2", "aes128-ctr", "hmac-sha2-512-etm@openssh.com"),
        ("libssh_0.9.6", "aes256-gcm@openssh.com", "hmac-sha2-256-etm@openssh.com"),
        ("Go", "aes128-ctr", "hmac-sha2-256-etm@openssh.com"),
        ("dropbear_2020.81", _CHACHA, "hmac-sha2-256-etm@openssh.com"),
        ("libssh2_1.10.0", "aes256-ctr", "hmac-sha2-256"),
        ("Termius_1", "aes256-ctr", "hmac-sha2-256-etm@openssh.com"),
    ],
)
async def test_clients_find_what_they_have(
    server: Server, version: str, cipher: str, mac: str
) -> None:
    _, ciphers, macs = await _offered(server, version)
    assert cipher in ciphers
    assert mac in macs


@pytest.mark.parametrize("version", ["OpenSSH_9.2", "PuTTY_0.70", "x", "dropbear_2022.83", ""])
def test_nothing_weak_is_offered(version: str) -> None:
    offer = offer_for(version)
    assert {*offer.ciphers} <= {*CIPHERS, *_CTR, _CHACHA}
    assert {*offer.macs} == _ETM
    assert all("25519" in name or name.startswith("kexguess2") for name in offer.exchanges)


async def test_a_client_of_our_library_uses_aes_gcm(server: Server) -> None:
    async with connect(server.port) as connection:
        assert connection.get_extra_info("send_cipher") in CIPHERS
        assert connection.get_extra_info("recv_cipher") in CIPHERS
    assert {*MACS} == _ETM


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
@pytest.mark.parametrize("cipher", CIPHERS)
async def test_openssh_comes_in_with_either_key_length(server: Server, cipher: str) -> None:
    status, out, _ = await ssh(server, "-c", cipher, "127.0.0.1", "version")
    assert (status, out[:7]) == (0, "cuttle ")
