"""The log tells who came, who sat where, who was sent away and by whom, without secrets."""

from __future__ import annotations

import asyncio
import io
import json
import logging
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import asyncssh
import pytest

from cuttle_tui.ports import TablePlan
from server.admin.admin_socket import AdminSocket
from server.admin.service import ServerAdmin
from server.lobby.player_lobby import PlayerLobby
from server.ops import logs
from server.serve import Server
from tests.server.emulator import connect, open_terminal
from tests.server.floor import floor_app
from tests.server.rawssh import until

pytestmark = pytest.mark.slow


class _Log:
    """The events of a log of JSON."""

    def __init__(self) -> None:
        self.stream = io.StringIO()

    def events(self, event: str) -> list[dict[str, str]]:
        """Return the events of a name."""
        every = map(json.loads, self.stream.getvalue().splitlines())
        return [each for each in every if each["event"] == event]


@pytest.fixture
def log() -> Iterator[_Log]:
    """Log as JSON to a stream, for one test."""
    root, kept = logging.getLogger(), _Log()
    before = root.level
    handler = logs.start(kept.stream, "json", "info")
    yield kept
    root.removeHandler(handler)
    root.setLevel(before)


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[Server]:
    """Run a server with a database and an admin socket."""
    url = f"sqlite:///{tmp_path / 'cuttle.db'}"
    async with (
        Server(tmp_path, app_for=floor_app, database=url) as running,
        AdminSocket(tmp_path / "admin.sock", ServerAdmin(running, lambda: None)),
    ):
        yield running


def _lobby(server: Server, name: str) -> PlayerLobby | None:
    every = server.matchmaker.presence.every()
    return next(
        (each for each in every if isinstance(each, PlayerLobby) and each.player == name), None
    )


async def _admin(folder: Path, **request: object) -> dict[str, object]:
    """Send an order to the admin socket."""
    reader, writer = await asyncio.open_unix_connection(folder / "admin.sock")
    writer.write(json.dumps(request).encode() + b"\n")
    answer: dict[str, object] = json.loads(await reader.readuntil())
    writer.close()
    return answer


async def test_who_came_where_from_and_when_they_went(
    server: Server, log: _Log, ann_key: asyncssh.SSHKey
) -> None:
    async with connect(server.port, ann_key, "ann") as ann:
        await (await open_terminal(ann)).until("keys")
        (login,) = log.events("logged in")
        (came,) = log.events("came in")
    await until(lambda: log.events("went"))
    for event in (login, came, *log.events("went")):
        assert event["level"] == "info"
        assert event["address"] == "127.0.0.1"
        assert event["key"] == ann_key.get_fingerprint()
        assert event["player"] == "ann"


async def test_a_guest_is_called_one(server: Server, log: _Log) -> None:
    async with connect(server.port) as guest:
        await (await open_terminal(guest)).until("keys")
    (login,) = log.events("logged in")
    assert (login["key"], login["player"][:6]) == ("guest", "guest-")
    lobby_codes = [each.who.resume for each in server.matchmaker.presence.every()]
    assert not [code for code in lobby_codes if code in log.stream.getvalue()]


async def test_tables_that_are_opened_joined_and_left_and_no_code(
    server: Server, log: _Log, ann_key: asyncssh.SSHKey, bob_key: asyncssh.SSHKey
) -> None:
    async with (
        connect(server.port, ann_key, "ann") as ann,
        connect(server.port, bob_key, "bob") as bob,
    ):
        for each in (ann, bob):
            await (await open_terminal(each)).until("keys")
        host, friend = _lobby(server, "ann"), _lobby(server, "bob")
        assert host is not None
        assert friend is not None
        chair = await host.open_table(TablePlan("standard"))
        code = chair.state().code
        assert code
        await friend.join_room(code)
        chair.leave()
        (room,) = server.matchmaker.rooms
        await until(lambda: log.events("left a table"))
    assert [each["table"] for each in log.events("opened a table")] == [room.id]
    joined = [(each["player"], each["table"]) for each in log.events("joined a table")]
    assert joined == [("ann", room.id), ("bob", room.id)]
    (left,) = log.events("left a table")
    assert (left["player"], left["table"]) == ("ann", room.id)
    assert code not in log.stream.getvalue()


async def test_orders_are_logged_and_audited(
    server: Server, log: _Log, tmp_path: Path, ann_key: asyncssh.SSHKey
) -> None:
    by = {"by": "op", "reason": "rude at the table"}
    async with connect(server.port, ann_key, "ann") as ann:
        terminal = await open_terminal(ann)
        await terminal.until("keys")
        told = await _admin(tmp_path, ask="kick", name="ann", trial=True, **by)
        assert told == {"ok": True, "value": 1}
        assert not log.events("an order was carried out")
        for order in (
            {"ask": "announce", "text": "hello"},
            {"ask": "ban", "kind": "name", "value": "ann", "why": "rude"},
            {"ask": "unban", "kind": "name", "value": "ann"},
        ):
            assert (await _admin(tmp_path, **order, **by))["ok"]
        await terminal.until_closed()
    carried = log.events("an order was carried out")
    assert [each["order"] for each in carried] == [
        "announce, text hello",
        "ban, kind name, value ann, why rude",
        "unban, kind name, value ann",
    ]
    assert {(each["by"], each["why"]) for each in carried} == {("op", "rude at the table")}
    (went,) = log.events("went")
    assert "asked you to leave" in went["why"]
    audit = await _admin(tmp_path, ask="audit")
    rows = audit["value"]
    assert isinstance(rows, list)
    assert [row["action"] for row in rows] == ["unban", "ban", "announce"]
    assert {(row["by"], row["reason"]) for row in rows} == {("op", "rude at the table")}


async def test_who_is_banned_is_refused_in_the_log_as_well(
    server: Server, log: _Log, tmp_path: Path, ann_key: asyncssh.SSHKey
) -> None:
    key = ann_key.get_fingerprint()
    trial = await _admin(tmp_path, ask="ban", kind="key", value=key, trial=True)
    assert trial == {"ok": True, "value": []}
    assert (await _admin(tmp_path, ask="bans"))["value"] == []
    await _admin(tmp_path, ask="ban", kind="key", value=key, why="cheated")
    async with connect(server.port, ann_key, "ann") as ann:
        await (await open_terminal(ann)).until_closed()
    (refused,) = log.events("was refused")
    assert refused["why"] == "You cannot play here: cheated"
    assert (refused["address"], refused["key"]) == ("127.0.0.1", key)


async def test_a_drain_is_logged_from_its_beginning_to_its_end(tmp_path: Path, log: _Log) -> None:
    async with Server(tmp_path, database=f"sqlite:///{tmp_path / 'cuttle.db'}"):
        pass
    events = [json.loads(line)["event"] for line in log.stream.getvalue().splitlines()]
    assert [each.partition(":")[0] for each in events if "drain" in each] == [
        "the drain begins",
        "the drain is over",
    ]
