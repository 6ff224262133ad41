"""Who somebody is: any key is an identity, no key is a guest, and a named key proves nothing."""

from __future__ import annotations

from collections.abc import Callable

import asyncssh
import pytest

from server.doors.service import Doors
from server.people.accounts import Player
from server.people.presence import Visitor
from server.serve import Server
from server.ssh.server import Connection
from tests.server.emulator import Keyless, connect, open_terminal


async def test_a_client_without_a_key_is_a_guest(server: Server) -> None:
    async with connect(server.port) as ann, connect(server.port) as bob:
        one = await open_terminal(ann)
        two = await open_terminal(bob)
        first = (await one.until("player=guest-")).split()[0]
        second = (await two.until("player=guest-")).split()[0]
    assert first != second


@pytest.mark.slow
async def test_a_key_gives_the_user_name_and_its_fingerprint(
    server: Server, ann_key: asyncssh.SSHKey, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = _watch_lobby(server, monkeypatch)
    async with connect(server.port, ann_key, user="an\u0301n.x") as ann:
        terminal = await open_terminal(ann)
        await terminal.until("player=a\u0144n-x ")
    assert seen == [Player("a\u0144n-x", ann_key.get_fingerprint())]


def _watch_lobby(server: Server, monkeypatch: pytest.MonkeyPatch) -> list[Player]:
    seen: list[Player] = []
    enter = server.matchmaker.enter

    def watched(visitor: Visitor) -> None:
        seen.append(visitor.who)
        enter(visitor)

    monkeypatch.setattr(server.matchmaker, "enter", watched)
    return seen


def _stolen(key: asyncssh.SSHKey, holder: asyncssh.SSHKey) -> asyncssh.SSHKeyPair:
    """Name one key and sign with another."""
    pair = asyncssh.load_keypairs([holder])[0]
    pair.public_data = key.public_data
    return pair


async def test_naming_a_key_without_holding_it_makes_nobody_its_owner(
    server: Server, ann_key: asyncssh.SSHKey, bob_key: asyncssh.SSHKey
) -> None:
    stolen = _stolen(ann_key, bob_key)
    async with connect(server.port, stolen, client_factory=Keyless) as mallory:
        terminal = await open_terminal(mallory)
        await terminal.until("player=guest-")


def test_only_the_key_asked_about_last_counts_and_another_method_forgets_it(
    ann_key: asyncssh.SSHKey, bob_key: asyncssh.SSHKey
) -> None:
    def login(*steps: Callable[[Connection], object]) -> str | None:
        connection = Connection(Doors(_nobody))
        for step in steps:
            step(connection)
        return connection.candidate

    def name_ann(connection: Connection) -> object:
        return connection.validate_public_key("ann", ann_key)

    def name_bob(connection: Connection) -> object:
        return connection.validate_public_key("ann", bob_key)

    assert login(name_ann) == ann_key.get_fingerprint()
    assert login(name_ann, name_bob) == bob_key.get_fingerprint()
    assert login(name_ann, lambda c: c.get_kbdint_challenge("ann", "", "")) is None
    assert login(name_ann, lambda c: c.validate_kbdint_response("ann", [])) is None
    assert login(name_ann, lambda c: c.validate_password("ann", "x")) is None
    assert login(name_ann, lambda c: c.begin_auth("bob")) is None


async def _nobody(session: object) -> int:
    raise NotImplementedError(session)


async def test_a_key_player_cannot_pose_as_a_guest(
    server: Server, ann_key: asyncssh.SSHKey
) -> None:
    async with connect(server.port, ann_key, user="guest-otter") as ann:
        terminal = await open_terminal(ann)
        await terminal.until("player=player ")


@pytest.mark.parametrize("password", ["", "x", "pa\u015b\u015bword" * 20])
async def test_a_client_that_knows_only_passwords_is_a_guest_by_any(
    server: Server, ann_key: asyncssh.SSHKey, password: str, caplog: pytest.LogCaptureFixture
) -> None:
    async with connect(server.port, password=password, preferred_auth="password") as ann:
        await (await open_terminal(ann)).until("player=guest-")
    assert not password or password not in caplog.text
    stolen = _stolen(ann_key, asyncssh.generate_private_key("ssh-ed25519"))
    order = "publickey,password"  # to name a key does not help a password
    async with connect(server.port, stolen, password="x", preferred_auth=order) as mallory:
        await (await open_terminal(mallory)).until("player=guest-")


@pytest.mark.slow
async def test_who_logs_in_as_guest_needs_no_method(
    server: Server, ann_key: asyncssh.SSHKey
) -> None:
    for key in (None, ann_key):
        async with connect(server.port, key, user="guest", preferred_auth="none") as guest:
            await (await open_terminal(guest)).until("player=guest-")
    with pytest.raises(asyncssh.PermissionDenied):
        async with connect(server.port, None, user="dana", preferred_auth="none"):
            pass
