"""Backups are whole, are for their owner alone, and can be put back."""

from __future__ import annotations

import sqlite3
import stat
import threading
from contextlib import closing
from pathlib import Path

import pytest

from server.store import database
from server.store.address import engine, parse
from server.store.database import copy, restore
from server.store.store import Store
from server.store.values import AddEntry, KeepGame, OpenTable, StoreError
from tests.server.store.postgres import Postgres
from tests.server.store.samples import game

pytestmark = pytest.mark.slow


@pytest.fixture
def backup(sqlite_url: str, tmp_path: Path) -> Path:
    """Make a backup of a database with somebody, a game and a table in it."""
    path = tmp_path / "backup.db"
    store = Store.open(sqlite_url)
    ana = store.register("Ana", "key-a")
    row = game("g1", (ana.id, None))
    store.write([KeepGame(row), OpenTable("t", "head"), AddEntry("t", 1, "x")])
    store.backup(path)
    store.close()
    return path


def test_a_backup_brings_everything_back(sqlite_url: str, backup: Path) -> None:
    path = parse(sqlite_url).path
    assert path is not None
    path.unlink()
    assert stat.S_IMODE(backup.stat().st_mode) == 0o600
    restore(backup, sqlite_url)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    store = Store.open(sqlite_url)
    ana = store.person_of_key("key-a")
    assert ana is not None
    assert store.recent_games() == [game("g1", (ana.id, None))]
    assert [table.entries for table in store.running_tables()] == [("x",)]
    (table,) = store.adopt_tables()
    store.write([AddEntry("t", 2, "y", table.epoch)])
    store.close()


def test_a_backup_taken_while_the_server_writes_is_whole(sqlite_url: str, tmp_path: Path) -> None:
    store = Store.open(sqlite_url)
    store.write([OpenTable("t", "head")])
    stop, some = threading.Event(), threading.Event()

    def write() -> None:
        number = 0
        while not stop.is_set():
            store.write([AddEntry("t", number, f"{number}"), AddEntry("t", number + 1, "second")])
            number += 2
            some.set()

    thread = threading.Thread(target=write)
    thread.start()
    assert some.wait(60)
    store.backup(tmp_path / "backup.db")
    stop.set()
    thread.join()
    store.close()

    restore(tmp_path / "backup.db", f"sqlite:///{tmp_path}/other.db")
    copy = Store.open(f"sqlite:///{tmp_path}/other.db")
    found = copy.running_tables()[0].entries
    assert found
    assert found == tuple(str(n) if n % 2 == 0 else "second" for n in range(len(found)))
    assert len(found) % 2 == 0, "a transaction is there whole or not at all"
    copy.close()


def test_a_backup_overwrites_nothing(store: Store, tmp_path: Path) -> None:
    there = tmp_path / "there"
    there.write_text("precious")
    with pytest.raises(StoreError):
        store.backup(there)
    assert there.read_text() == "precious"


def test_a_backup_that_cannot_be_written_leaves_nothing(
    sqlite_url: str, tmp_path: Path, backup: Path
) -> None:
    store = Store.open(sqlite_url)
    with pytest.raises(StoreError, match="No such file"):
        store.backup(tmp_path / "nowhere" / "b.db")
    store.close()


def test_a_running_server_keeps_its_database(sqlite_url: str, backup: Path) -> None:
    store = Store.open(sqlite_url)
    with pytest.raises(StoreError, match="another Cuttle server uses this database"):
        restore(backup, sqlite_url, replace=True)
    store.close()


def test_a_database_is_replaced_only_when_that_is_said(sqlite_url: str, backup: Path) -> None:
    store = Store.open(sqlite_url)
    store.register("Bob", "key-b")
    store.close()
    with pytest.raises(StoreError, match="say that it may be replaced"):
        restore(backup, sqlite_url)
    store = Store.open(sqlite_url)
    assert store.person_of_key("key-b")
    store.close()

    restore(backup, sqlite_url, replace=True)
    store = Store.open(sqlite_url)
    assert store.person_of_key("key-b") is None
    assert store.person_of_key("key-a")
    store.close()


def test_what_a_dead_server_left_beside_its_database_is_not_mixed_in(
    sqlite_url: str, backup: Path
) -> None:
    path = parse(sqlite_url).path
    assert path is not None
    other = Store.open(sqlite_url)
    other.register("Bob", "key-b")
    log = Path(f"{path}-wal").read_bytes()
    other.close()
    Path(f"{path}-wal").write_bytes(log)

    restore(backup, sqlite_url, replace=True)
    store = Store.open(sqlite_url)
    assert store.person_of_key("key-b") is None
    assert store.person_of_key("key-a")
    store.close()


def _newer(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(f"UPDATE {database.VERSIONS} SET version_num = '9999'")
        connection.commit()


def _half(path: Path) -> None:
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) // 2])


def _twisted(path: Path) -> None:
    whole = bytearray(path.read_bytes())
    whole[-4096 * 3 : -4096] = b"\x55" * 8192
    path.write_bytes(whole)


def _at_odds(path: Path) -> None:
    """Change a row behind the back of its index: every page can still be read."""
    path.write_bytes(path.read_bytes().replace(b"key-a", b"key-x", 1))


def _empty(path: Path) -> None:
    path.write_bytes(b"")


def _text(path: Path) -> None:
    path.write_text("a shopping list\n" * 99)


@pytest.mark.parametrize(
    ("spoil", "why"),
    [
        (_newer, "newer than this server knows"),
        (_half, "damaged"),
        (_twisted, "damaged"),
        (_at_odds, "damaged"),
        (_empty, "no Cuttle database"),
        (_text, "no SQLite database"),
        (Path.unlink, "no such backup"),
    ],
)
def test_a_bad_backup_is_refused_and_what_is_there_stays(
    sqlite_url: str, backup: Path, spoil: object, why: str
) -> None:
    assert callable(spoil)
    spoil(backup)
    with pytest.raises(StoreError, match=why):
        restore(backup, sqlite_url, replace=True)
    store = Store.open(sqlite_url)
    assert store.person_of_key("key-a")
    store.close()


def test_an_older_backup_migrates_when_the_server_starts(sqlite_url: str, tmp_path: Path) -> None:
    backup = tmp_path / "older.db"
    backup.touch()
    older = engine(parse(f"sqlite:///{backup}"))
    with older.begin() as connection:
        database.migrate(connection, "0001")
        for statement in (
            "INSERT INTO people (id, name, skeleton, created, settings)"
            " VALUES ('a1', 'Ana', 'ana', '2026-11-21 12:00:00', '{}')",
            "INSERT INTO keys (fingerprint, person, added)"
            " VALUES ('key-a', 'a1', '2026-11-21 12:00:00')",
        ):
            connection.exec_driver_sql(statement)
    older.dispose()
    restore(backup, sqlite_url)
    store = Store.open(sqlite_url)
    assert store.person_of_key("key-a")
    assert store.running_tables() == []
    store.close()


def test_postgresql_is_copied_with_its_own_tools(postgres: Postgres, tmp_path: Path) -> None:
    url = postgres.database()
    store = Store.open(url)
    with pytest.raises(StoreError, match=r"pg_dump --format=custom --file=\S+/b "):
        store.backup(tmp_path / "b")
    store.close()
    with pytest.raises(StoreError, match=r"pg_dump .*//cuttle@\S+$"):
        copy(parse(url.replace("cuttle@", "cuttle:pass-word@")), tmp_path / "b")
    with pytest.raises(StoreError, match=r"pg_restore .*/test\d+.*b$") as caught:
        restore(tmp_path / "b", url.replace("cuttle@", "cuttle:pass-word@"))
    assert "pass-word" not in str(caught.value)
