"""Orders to a running server: what is obeyed, what is refused, and what the command says."""

from __future__ import annotations

import asyncio
import json
import os
import socket
import stat
from collections.abc import AsyncIterator, Mapping
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import Any, Final

import pytest
from hypothesis import given, strategies as st

from server.admin.admin_socket import AdminSocket
from server.admin.schema import LONGEST_ANSWER, LONGEST_REQUEST, AdminError
from server.admin.service import ServerAdmin
from server.cli import admin as admin_cli
from server.cli.admin import table
from server.cli.main import main
from server.cluster.options import ClusterError
from server.ops.host_key import DataError
from server.store.store import Store
from server.store.values import StoreError
from tests.server.rawssh import until

KEY = "SHA256:iz5mcFPA/EzkWFTLZjld4jgZcGeOog849h8qfqF2Oxc"
BROWSER = "WEB:iz5mcFPA/EzkWFTLZjld4jgZcGeOog849h8qfqF2Oxc"


FAILURES: Final[dict[str, Exception]] = {
    "refused": AdminError("not today"),
    "no store": StoreError("the database is away"),
    "no broker": ClusterError("the broker is away"),
    "late": TimeoutError(),
    "broken": RuntimeError("a fault of ours"),
}


class FakeAdminService(ServerAdmin):
    """Notes what it is asked."""

    def __init__(self) -> None:
        self.asked: list[tuple[Any, ...]] = []
        self.noted: list[tuple[Any, ...]] = []
        self.people: list[dict[str, Any]] = [
            {"name": "ann", "address": "192.0.2.7", "minutes": 3, "table": None},
            {"name": "evil\x1b[2J", "address": "192.0.2.8", "minutes": 12, "table": "t1"},
        ]

    async def note(self, order: str, values: Mapping[str, Any], *, audit: bool) -> None:
        self.noted.append((order, values["by"], values["reason"], audit))

    def note_refusal(self, order: str, values: Mapping[str, Any], why: str) -> None:
        self.noted.append((order, values["by"], why, False))

    async def who(self) -> list[dict[str, Any]]:
        return self.people

    async def games(self) -> list[dict[str, Any]]:
        return []

    async def announce(self, text: str) -> int | None:
        if text in FAILURES:
            raise FAILURES[text]
        self.asked.append(("announce", text))
        return 2

    async def kick(self, name: str) -> int | None:
        self.asked.append(("kick", name))
        return int(name == "ann")

    async def ban(
        self,
        kind: str,
        value: str,
        minutes: int | None,
        why: str,
        *,
        unused: bool = False,
        until: datetime | None = None,
    ) -> None:
        minutes = minutes if until is None else until.year
        self.asked.append(("ban", kind, value, minutes, why, *["unused"] * unused))

    async def unban(self, kind: str, value: str) -> bool:
        self.asked.append(("unban", kind, value))
        return value == "ann"

    async def would_tell(self) -> int:
        return 3

    async def would_kick(self, name: str) -> int:
        return int(name == "ann")

    async def would_ban(self, kind: str, value: str, *, unused: bool = False) -> list[str]:
        return [value] if value == "ann" else []

    def would_unban(self, kind: str, value: str) -> bool:
        return value == "ann"

    async def would_drain(self, node: str | None, *, everywhere: bool = False) -> int:
        return 3

    async def bans(self) -> list[dict[str, Any]]:
        return [{"kind": "name", "value": "bob", "until": None, "why": "rude"}]

    async def reports(self, *, every: bool = False) -> list[dict[str, Any]]:
        raise RuntimeError("hands=[KS]")

    async def drain(self, node: str | None = None, *, everywhere: bool = False) -> None:
        self.asked.append(("drain", node, everywhere))

    async def nodes(self) -> list[dict[str, Any]]:
        return []

    async def backup(self, path: Path) -> int:
        if path.name == "slow":
            try:
                await asyncio.Event().wait()
            finally:
                self.asked.append(("given up", path.name))
        if not path.parent.is_dir():
            raise AdminError("there is no such directory")
        path.write_text("copy")
        return 2 * (path.name == "full.db")


@pytest.fixture
async def admin_service(tmp_path: Path) -> AsyncIterator[FakeAdminService]:
    """Run an admin socket in a data directory."""
    fake = FakeAdminService()
    async with AdminSocket(tmp_path / "admin.sock", fake):
        yield fake


async def _cuttle(*words: str) -> int:
    """Run the command beside the server."""
    return await asyncio.to_thread(main, words)


async def _raw(path: Path, *lines: bytes) -> list[dict[str, Any]]:
    reader, writer = await asyncio.open_unix_connection(path)
    answers = []
    async with asyncio.timeout(60):
        for line in lines:
            writer.write(line)
            answers.append(json.loads(await reader.readuntil()))
    writer.close()
    return answers


@pytest.mark.slow
async def test_orders_are_obeyed(
    admin_service: FakeAdminService, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    at = ("admin", "--data", str(tmp_path))
    for words, said in (
        (("announce", "back", "soon"), "told 2\n"),
        (("kick", "ann"), "ended 1 of ann's sessions\n"),
        (("ban", "key", KEY), f"banned key {KEY}\n"),
        (("ban", "key", BROWSER), f"banned key {BROWSER}\n"),
        (("ban", "name", "bob", "--minutes", "5", "--why", "rude"), "banned name bob\n"),
        (("ban", "address", "2001:DB8::0007"), "banned address 2001:DB8::0007\n"),
        (("unban", "name", "ann"), "name ann may come in again\n"),
        (("ban", "name", "eve", "--unused"), "banned name eve\n"),
        (("ban", "network", "192.0.2.9/24"), "banned network 192.0.2.9/24\n"),
        (
            ("ban", "network", "2001:db8::7", "--until", "2999-01-02"),
            "banned network 2001:db8::7\n",
        ),
        (("drain",), "draining: no new games; the server ends once all is kept\n"),
        (("drain", "--node", "b"), "b drains: no new games; the server ends once all is kept\n"),
        (("drain", "--all"), "every node drains: no new games; the server ends once all is kept\n"),
        (("nodes",), "this server runs alone\n"),
        (("games",), "no table is open\n"),
    ):
        assert await _cuttle(*at, *words) == 0
        assert capsys.readouterr() == (said, "")
    assert admin_service.asked == [
        ("announce", "back soon"),
        ("kick", "ann"),
        ("ban", "key", KEY, None, ""),
        ("ban", "key", BROWSER, None, ""),
        ("ban", "name", "bob", 5, "rude"),
        ("ban", "address", "2001:db8::/64", None, ""),
        ("unban", "name", "ann"),
        ("ban", "name", "eve", None, "", "unused"),
        ("ban", "network", "192.0.2.0/24", None, ""),
        ("ban", "network", "2001:db8::/64", 2999, ""),
        ("drain", None, False),
        ("drain", "b", False),
        ("drain", None, True),
    ]


async def test_what_an_order_would_do_is_only_said(
    admin_service: FakeAdminService, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    at = ("admin", "--data", str(tmp_path))
    for words, said in (
        (("announce", "back", "soon"), "would tell 3 sessions"),
        (("kick", "ann"), "would end 1 session"),
        (("ban", "name", "ann"), "would end 1 session: ann"),
        (("unban", "name", "ann"), "would let name ann in again"),
        (("unban", "name", "bob"), "name bob is not banned"),
        (("drain",), "would end 3 sessions"),
    ):
        assert await _cuttle(*at, *words, "--dry-run", "--reason", "why not") == 0
        assert capsys.readouterr() == (f"{said}; nothing was changed (--dry-run)\n", "")
    assert admin_service.asked == admin_service.noted == []


async def test_who_gave_an_order_and_why_is_noted(
    admin_service: FakeAdminService, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SUDO_USER", "op")
    at = ("admin", "--data", str(tmp_path))
    assert await _cuttle(*at, "kick", "ann", "--reason", "rude") == 0
    assert await _cuttle(*at, "ban", "key", "SHA256:short", "--reason", "rude") == 1
    assert admin_service.noted[0] == ("kick", "op", "rude", True)
    assert admin_service.noted[1][:2] == ("ban", "op")
    assert await _cuttle(*at, "who") == 0
    assert len(admin_service.noted) == 2


@pytest.mark.parametrize("text", FAILURES)
async def test_every_order_that_fails_is_noted_as_refused(
    admin_service: FakeAdminService, tmp_path: Path, text: str
) -> None:
    assert await _cuttle("admin", "--data", str(tmp_path), "announce", text) == admin_cli.REFUSED
    why = str(FAILURES[text]) or "TimeoutError"
    assert [(order, said) for order, _, said, _ in admin_service.noted] == [("announce", why)]


@pytest.mark.parametrize("words", [("kick", "bob"), ("unban", "name", "bob")])
async def test_an_order_about_nobody_is_noted_as_refused(
    admin_service: FakeAdminService, tmp_path: Path, words: tuple[str, ...]
) -> None:
    await _cuttle("admin", "--data", str(tmp_path), *words)
    (noted,) = admin_service.noted
    assert (noted[0], noted[2]) == (words[0], "there is nothing it is about")


async def test_lists_are_tables_or_json(
    admin_service: FakeAdminService, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    at = ("admin", "--data", str(tmp_path))
    assert await _cuttle(*at, "who") == 0
    assert capsys.readouterr().out.splitlines() == [
        "NAME     ADDRESS    MINUTES  TABLE",
        "ann      192.0.2.7  3        -",
        "evil[2J  192.0.2.8  12       t1",
    ]
    assert await _cuttle(*at, "--json", "who") == 0
    out = capsys.readouterr().out
    assert json.loads(out) == admin_service.people
    assert "\x1b" not in out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("kick", "bob"), "nobody called bob is here"),
        (("unban", "name", "bob"), "name bob was not banned"),
        (("ban", "key", "SHA256:short"), "named by its fingerprint"),
        (("ban", "key", BROWSER.removeprefix("WEB:")), "named by its fingerprint"),
        (("ban", "address", "192.0.2.0/24"), "an address is one of IPv4 or IPv6"),
        (("ban", "network", "192.0.2.0/33"), "a network is a range of IPv4 or IPv6"),
        (("ban", "network", "0.0.0.0/0"), "far too many people: no wider than /8"),
        (("ban", "network", "2001::/15"), "far too many people: no wider than /16"),
        (("ban", "network", "192.0.2.0/24", "--until", "1999-01-01"), "1999-01-01 is over"),
        (("ban", "network", "192.0.2.0/24", "--until", "soon"), "a time is written as"),
        (("ban", "name", "\x1b"), "a value has characters that do not print"),
        (("ban", "name", "e\x1b[2Jve"), "a value has characters that do not print"),
        (("ban", "name", "e" * 201), "a value has at most 200 characters"),
        (("ban", "name", "eve", "--why", "x" * 201), "a reason has at most 200 characters"),
        (("announce", "x" * 201), "a text has at most 200 characters: nothing was done"),
        (("announce", "x" * 5_000_000), "a command has at most 4194304 bytes: nothing was done"),
        (("announce", "ends\x07"), "a text has characters that do not print"),
        (("kick", "ann\u202e"), "a name has characters that do not print"),
        (("ban", "name", "bob", "--minutes", "0"), "from 1 to"),
        (("announce", " "), "a text is missing"),
        (("announce", "\u200b"), "a text has characters that do not print"),
        (("backup", "none/copy.db"), "there is no such directory"),
        (("backup", "admin.sock"), "is there already"),
        (("backup", "x" * 300), "cannot be used"),
        (("reports",), "something broke: see the server's log"),
    ],
)
async def test_what_is_refused_says_why(
    admin_service: FakeAdminService,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    words: tuple[str, ...],
    said: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    assert await _cuttle("admin", "--data", str(tmp_path), *words) == admin_cli.REFUSED
    out, err = capsys.readouterr()
    assert said in out + err
    assert "KS" not in out + err
    assert not [asked for asked in admin_service.asked if asked[0] in ("ban", "announce")]
    assert all(why for _, _, why, _ in admin_service.noted), "it was not carried out"
    assert "\x1b" not in out + err


async def test_a_backup_is_named_by_its_full_path(
    admin_service: FakeAdminService, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    del admin_service
    monkeypatch.chdir(tmp_path)
    assert await _cuttle("admin", "--data", str(tmp_path), "backup", "copy.db") == 0
    assert (tmp_path / "copy.db").read_text() == "copy"


async def test_a_backup_says_what_it_lacks(
    admin_service: FakeAdminService, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    del admin_service
    path = tmp_path / "full.db"
    assert await _cuttle("admin", "--data", str(tmp_path), "backup", str(path)) == 0
    assert capsys.readouterr().out == (
        f"wrote {path}; 2 writes are not in it, for the store takes none now\n"
    )


async def test_an_order_is_given_up_when_its_client_has_gone(
    admin_service: FakeAdminService, tmp_path: Path
) -> None:
    _, writer = await asyncio.open_unix_connection(tmp_path / "admin.sock")
    writer.write(json.dumps({"ask": "backup", "path": str(tmp_path / "slow")}).encode() + b"\n")
    await writer.drain()
    writer.close()
    await until(lambda: admin_service.asked == [("given up", "slow")])


async def test_the_socket_is_its_owners_alone_and_goes_with_the_server(tmp_path: Path) -> None:
    path = tmp_path / "admin.sock"
    async with AdminSocket(path, FakeAdminService()):
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
        with pytest.raises(DataError, match="another server uses"):
            await AdminSocket(path, FakeAdminService()).__aenter__()
        assert await _raw(path, b'{"ask": "ping"}\n') == [{"ok": True, "value": "pong"}]
    assert not path.exists()


async def test_a_dead_servers_socket_is_replaced(tmp_path: Path) -> None:
    path = tmp_path / "admin.sock"
    with socket.socket(socket.AF_UNIX) as dead:
        dead.bind(str(path))
    async with AdminSocket(path, FakeAdminService()):
        assert (await _raw(path, b'{"ask": "ping"}\n'))[0]["ok"]


async def test_a_path_that_is_too_long_is_one_clear_line(tmp_path: Path) -> None:
    deep = tmp_path / ("x" * 120)
    deep.mkdir()
    with pytest.raises(DataError, match="cannot make the admin socket"):
        await AdminSocket(deep / "admin.sock", FakeAdminService()).__aenter__()


@pytest.mark.parametrize(
    "line",
    [
        b"nonsense",
        b"[]",
        b"{}",
        b'{"ask": "fly"}',
        b'{"ask": ["who"]}',
        b'{"ask": "who", "x\\u001b": 1}',
        b'{"ask": "kick"}',
        b'{"ask": "kick", "name": 3}',
        b'{"ask": "ban", "kind": "hat", "value": "x"}',
        b'{"ask": "ban", "kind": "name", "value": "x", "minutes": true}',
        b'{"ask": "backup", "path": "relative"}',
        b'{"ask": "backup", "path": "/a\\u0000b"}',
        b"[" * 9000,
        b"\xff\xfe",
    ],
)
async def test_a_broken_request_is_refused_and_the_next_one_heard(
    admin_service: FakeAdminService, tmp_path: Path, line: bytes
) -> None:
    refused, heard = await _raw(tmp_path / "admin.sock", line + b"\n", b'{"ask": "games"}\n')
    assert not refused["ok"]
    assert refused["why"].isprintable()
    assert heard == {"ok": True, "value": []}
    assert admin_service.asked == []


async def test_a_request_without_an_end_is_cut_off(
    admin_service: FakeAdminService, tmp_path: Path
) -> None:
    del admin_service
    reader, writer = await asyncio.open_unix_connection(tmp_path / "admin.sock")
    writer.write(b"x" * (LONGEST_REQUEST * 3))
    async with asyncio.timeout(60):
        with suppress(ConnectionError):
            assert await reader.read() == b""
    writer.close()
    assert (await _raw(tmp_path / "admin.sock", b'{"ask": "ping"}\n'))[0]["ok"]


async def test_too_long_an_answer_is_refused(
    admin_service: FakeAdminService, tmp_path: Path
) -> None:
    admin_service.people = [{"name": "x" * LONGEST_ANSWER}]
    (answer,) = await _raw(tmp_path / "admin.sock", b'{"ask": "who"}\n')
    assert answer == {"ok": False, "why": "the answer is too long"}


async def test_somebody_who_stays_does_not_hold_up_the_end(tmp_path: Path) -> None:
    async with AdminSocket(tmp_path / "admin.sock", FakeAdminService()):
        reader, writer = await asyncio.open_unix_connection(tmp_path / "admin.sock")
        writer.write(b'{"ask": "ping"}\n')
        await reader.readuntil()
    async with asyncio.timeout(60):
        assert await reader.read() == b""
    writer.close()


def test_no_server_is_status_3(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["admin", "--data", str(tmp_path), "who"]) == admin_cli.NO_SERVER == 3
    assert capsys.readouterr().err == (
        f"cuttle: no server runs on {tmp_path}: start it, or say where it is with --data DIR "
        "or --config FILE\n"
    )
    with socket.socket(socket.AF_UNIX) as dead:
        dead.bind(str(tmp_path / "admin.sock"))
    assert main(["admin", "--data", str(tmp_path), "who"]) == admin_cli.NO_SERVER
    (tmp_path / "admin.sock").unlink()
    (tmp_path / "admin.sock").write_text("no socket")
    assert main(["admin", "--data", str(tmp_path), "who"]) == admin_cli.NO_SERVER


def test_somebody_elses_socket_is_status_4(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(_line: socket.socket, _path: str) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(socket.socket, "connect", refuse)
    assert main(["admin", "--data", str(tmp_path), "who"]) == admin_cli.NOT_ALLOWED == 4
    assert "or with sudo" in capsys.readouterr().err


def test_a_wrong_configuration_is_status_2(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "server.toml").write_text("dat = 'x'\n")
    file = str(tmp_path / "server.toml")
    assert main(["admin", "--config", file, "who"]) == admin_cli.WRONG_USE
    assert (
        capsys.readouterr().err == f"cuttle: {file}, line 1: dat is not a key; did you mean data?\n"
    )
    for wrong in (
        (),
        ("fly",),
        ("ban", "hat", "x"),
        ("kick",),
        ("ban", "name", "x", "--minutes", "x"),
    ):
        with pytest.raises(SystemExit) as ended:
            main(["admin", *wrong])
        assert ended.value.code == 2


@pytest.mark.slow
def test_restore_brings_a_backup_back(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    url = f"sqlite:///{tmp_path}/first.db"
    store = Store.open(url)
    store.backup(tmp_path / "copy")
    store.close()
    data = tmp_path / "data"
    at = ["admin", "--data", str(data), "restore"]
    assert main([*at, str(tmp_path / "copy")]) == 0
    assert (data / "cuttle.db").exists()
    assert f"copy your host_ed25519 to {data / 'host_ed25519'}" in capsys.readouterr().out
    assert main([*at, str(tmp_path / "copy")]) == admin_cli.REFUSED
    assert "--replace" in capsys.readouterr().err
    (data / "host_ed25519").touch()
    assert main([*at, "--replace", str(tmp_path / "copy")]) == 0
    assert "host_ed25519" not in capsys.readouterr().out
    (tmp_path / "broken").write_text("broken")
    assert main([*at, "--replace", str(tmp_path / "broken")]) == admin_cli.REFUSED
    Store.open(f"sqlite:///{data}/cuttle.db").close()


@pytest.mark.slow
@pytest.mark.skipif(os.geteuid() != 0, reason="only root can act for another user")
def test_what_root_restores_is_the_servers(tmp_path: Path) -> None:
    store = Store.open(f"sqlite:///{tmp_path}/first.db")
    store.backup(tmp_path / "copy")
    store.close()
    data = tmp_path / "data"
    data.mkdir()
    os.chown(data, 65534, 65534)
    assert main(["admin", "--data", str(data), "restore", str(tmp_path / "copy")]) == 0
    owners = {path.name: path.stat().st_uid for path in data.iterdir()}
    assert owners.pop("cuttle.db") == 65534
    assert set(owners.values()) <= {65534}


async def test_restore_wants_the_server_stopped(
    admin_service: FakeAdminService, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    del admin_service
    assert await _cuttle("admin", "--data", str(tmp_path), "restore", "x") == admin_cli.REFUSED
    assert "stop it first" in capsys.readouterr().err
    assert os.listdir(tmp_path) == ["admin.sock"]


@pytest.mark.slow
@given(st.lists(st.dictionaries(st.text(max_size=5), st.text() | st.integers() | st.none())))
def test_no_table_lets_anything_but_text_through(rows: list[dict[str, Any]]) -> None:
    assert table(rows).replace("\n", "").isprintable()
