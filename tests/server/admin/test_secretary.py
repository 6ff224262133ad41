"""What a secretary does with accounts: they are looked up, renamed, exported and deleted."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path

import pytest

from server.admin.admin_socket import AdminSocket
from server.admin.service import ServerAdmin
from server.cli.main import main
from server.lobby.player_lobby import PlayerLobby, enter_lobby
from server.people.accounts import ExitMessage, Player
from server.serve import Server
from server.store.store import Store
from server.store.values import Ban, NameTaken, Person, Report
from tests.server.store.duels import START, duel, keep, people

pytestmark = pytest.mark.slow

KEY = "SHA256:iz5mcFPA/EzkWFTLZjld4jgZcGeOog849h8qfqF2Oxc"


class Desk:
    """The operator at a running server, and what its players read when they are sent away."""

    def __init__(self, data: Path) -> None:
        self.data = data
        self.server = Server(
            data, database=f"sqlite:///{data}/c.db", clock=lambda: self.time.timestamp()
        )
        self.time = START + timedelta(days=30)
        self.told: list[str] = []

    @property
    def store(self) -> Store:
        """The server's store."""
        assert self.server.store is not None
        return self.server.store

    async def admin(self, *words: str) -> int:
        """Run `cuttle admin`."""
        return await asyncio.to_thread(main, ["admin", "--data", str(self.data), *words])

    def seat(self, person: Person, address: str = "192.0.2.7") -> PlayerLobby:
        """Let a player in."""
        lobby = enter_lobby(self.server.matchmaker, Player(person.name, person.id))
        lobby.address, lobby.key = address, KEY

        def kick(why: ExitMessage) -> None:
            self.told.append(str(why))

        lobby.kick = kick
        return lobby


@pytest.fixture
async def desk(tmp_path: Path) -> AsyncIterator[Desk]:
    """Run a server with an admin socket."""
    made = Desk(tmp_path)
    async with (
        made.server as server,
        AdminSocket(tmp_path / "admin.sock", ServerAdmin(server, lambda: None)),
    ):
        yield made


Out = pytest.CaptureFixture[str]


async def test_accounts_are_listed_and_looked_up_whether_they_are_here_or_not(
    desk: Desk, capsys: Out
) -> None:
    ann, bob, cat = people(desk.store, "ann", "bob", "cat")
    keep(desk.store, duel("g1", ann, bob, ann, START))
    desk.store.report(Report(bob.id, ann.id, "oak", "rude", START))
    desk.store.link(ann.id, KEY)
    desk.store.note_seen(cat.id, desk.time + timedelta(days=9999))
    desk.seat(ann)
    assert await desk.admin("account", "list", "--here") == 0
    listed = capsys.readouterr().out
    assert ("ann" in listed, "bob" in listed) == (True, False)
    assert await desk.admin("--json", "account", "list", KEY) == 0
    (row,) = json.loads(capsys.readouterr().out)
    assert {key: row[key] for key in ("name", "keys", "games", "reports", "here")} == {
        "name": "ann", "keys": 2, "games": 1, "reports": 1, "here": True,
    }  # fmt: skip
    assert await desk.admin("--json", "account", "list", "--most", "1") == 0
    assert [row["name"] for row in json.loads(capsys.readouterr().out)] == ["cat"]
    assert await desk.admin("account", "list", "zz") == 0
    assert capsys.readouterr().out == "there is no such account\n"
    assert await desk.admin("account", "show", "ann") == 0
    page = capsys.readouterr().out
    for part in ("rated games", ann.id, KEY, "192.0.2.7", "former names"):
        assert part in page
    assert await desk.admin("account", "show", "bod") == 1
    assert "nobody is called bod" in capsys.readouterr().err


async def test_who_was_not_here_for_long_is_found(desk: Desk, capsys: Out) -> None:
    (ann,) = people(desk.store, "ann")
    desk.time = ann.created + timedelta(days=40)
    for days, found in (("30", ["ann"]), ("50", [])):
        assert await desk.admin("--json", "account", "list", "--unseen", days) == 0
        assert [row["name"] for row in json.loads(capsys.readouterr().out)] == found
    desk.store.note_seen(ann.id, desk.time)
    assert await desk.admin("--json", "account", "list", "--unseen", "30") == 0
    assert json.loads(capsys.readouterr().out) == []


async def test_an_account_is_renamed_with_its_games_and_back_again(desk: Desk, capsys: Out) -> None:
    ann, bob = people(desk.store, "ann", "bob")
    keep(desk.store, duel("g1", ann, bob, ann, START))
    desk.seat(ann)
    assert await desk.admin("account", "rename", "ann", "anna", "--dry-run") == 0
    assert "1 stored games" in capsys.readouterr().out
    assert (desk.store.person_named("anna"), desk.told) == (None, [])
    assert await desk.admin("account", "rename", "ann", "anna", "--yes", "--reason", "asked") == 0
    game = desk.store.game("g1", "")
    assert game is not None
    assert game.names == ("anna", "bob")
    assert "player 0: anna\n" in game.record
    assert desk.told == [
        "The server's operators have given you the name anna. Please connect again."
    ]
    with pytest.raises(NameTaken):
        desk.store.register("ANN", "another key")
    assert desk.store.audit(1)[0].detail == {"name": "ann", "new": "anna", "days": 90}
    assert await desk.admin("account", "rename", "bob", "ann", "--yes") == 1
    assert "ann is held back until" in capsys.readouterr().err
    assert await desk.admin("account", "rename", "anna", "ann", "--yes") == 0
    game = desk.store.game("g1", "")
    assert game is not None
    assert game.names == ("ann", "bob")


async def test_a_game_that_began_under_the_old_name_is_stored_under_the_new_one(desk: Desk) -> None:
    ann, bob = people(desk.store, "ann", "bob")
    assert await desk.admin("account", "rename", "ann", "anna", "--yes") == 0
    keep(desk.store, duel("g1", ann, bob, ann, START))
    game = desk.store.game("g1", "")
    assert game is not None
    assert game.names == ("anna", "bob")
    assert "player 0: anna\n" in game.record


@pytest.mark.parametrize(
    ("new", "why"),
    [
        ("bob", "bob is taken"),
        ("B0B", "B0B is taken, or looks like bob"),
        ("a", "2 characters at least"),
        ("ann-bot", "reserved"),
        ("ann", "called so already"),
        ("rude", "the name rude is banned"),
    ],
)
async def test_a_name_that_will_not_do_is_refused(
    desk: Desk, new: str, why: str, capsys: Out
) -> None:
    people(desk.store, "ann", "bob")
    desk.store.ban(Ban("name", "rude", None, ""))
    assert desk.server.accounts is not None
    await desk.server.accounts.reread_bans()
    assert await desk.admin("account", "rename", "ann", new, "--yes") == 1
    assert why in capsys.readouterr().err
    assert desk.store.audit(9) == []


async def test_nobody_slips_out_of_a_ban_by_another_name(desk: Desk, capsys: Out) -> None:
    people(desk.store, "ann")
    desk.store.ban(Ban("name", "ann", None, ""))
    assert await desk.admin("account", "rename", "ann", "anna", "--yes") == 1
    assert "ann is banned: first `unban name ann`" in capsys.readouterr().err


async def test_everything_about_somebody_is_exported_and_that_is_noted(
    desk: Desk, capsys: Out
) -> None:
    ann, bob = people(desk.store, "ann", "bob")
    keep(desk.store, duel("g1", ann, bob, ann, START))
    assert await desk.admin("account", "export", "ann", "--dry-run") == 0
    assert "with 1 games" in capsys.readouterr().out
    assert desk.store.audit(9) == []
    assert await desk.admin("account", "export", "ann", "--reason", "by letter") == 0
    data = json.loads(capsys.readouterr().out)
    assert (data["person"]["name"], len(data["games"])) == ("ann", 1)
    assert [row.action for row in desk.store.audit(9)] == ["account-export"]


async def test_an_account_is_deleted_for_somebody(desk: Desk, capsys: Out) -> None:
    ann, bob = people(desk.store, "ann", "bob")
    keep(desk.store, duel("g1", ann, bob, ann, START))
    desk.seat(ann)
    assert await desk.admin("account", "delete", "ann", "--dry-run") == 0
    assert desk.store.person(ann.id) is not None
    assert "1 games stay" in capsys.readouterr().out
    assert await desk.admin("account", "delete", "ann", "--yes") == 0
    assert desk.store.person(ann.id) is None
    game = desk.store.game("g1", "")
    assert game is not None
    assert game.names == ("someone", "bob")
    assert desk.told == ["The server's operators have deleted this account. Goodbye."]
    assert "ann" not in {*desk.store.audit(1)[0].detail.values()}
