"""Two servers on one database: whoever owned a table before stores nothing there any more."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import asyncssh
import psycopg
import pytest

from server.serve import Server
from server.store import store as store_module
from server.store.address import parse
from server.store.store import Store
from server.store.values import AddEntry, CloseTable, KeepGame, Lost, OpenTable, Write
from server.store.writer import Writer
from tests.server.emulator import PATIENCE, connect, open_terminal
from tests.server.store.postgres import Postgres
from tests.server.store.samples import game

pytestmark = pytest.mark.slow

_ANN = '"seat":0'


@pytest.fixture(autouse=True)
def unlocked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let servers miss each other: a network that was cut, a lock file that was deleted."""
    monkeypatch.setattr(store_module, "advisory", lambda _connection: None)
    monkeypatch.setattr(store_module, "FileLock", _NoLock)


class _NoLock:
    """A lock that anybody can have."""

    def __init__(self, path: Path) -> None:
        del path

    def release(self) -> None:
        """Do nothing."""


@pytest.fixture
def other(url: str, store: Store) -> Iterator[Store]:
    """Open the database of a store once more, as another server."""
    del store
    made = Store.open(url)
    yield made
    made.close()


def opened(store: Store) -> None:
    """Open a table with an entry."""
    store.write([OpenTable("t", "head"), AddEntry("t", 0, "a")])


def entries(store: Store) -> tuple[str, ...]:
    """Give the entries of the only table."""
    (table,) = store.running_tables()
    return table.entries


@pytest.mark.parametrize(
    "stale",
    [AddEntry("t", 1, "stale"), CloseTable("t"), OpenTable("t", "head"), AddEntry("t", 0, "a")],
    ids=["entry", "close", "open", "again"],
)
def test_the_owner_before_can_store_nothing(store: Store, other: Store, stale: Write) -> None:
    opened(store)
    (table,) = other.adopt_tables()
    assert table.entries == ("a",)
    with pytest.raises(Lost) as caught:
        store.write([stale, KeepGame(game())])
    assert caught.value.tables == {"t"}
    assert store.recent_games() == []
    other.write([AddEntry("t", 1, "b", table.epoch)])
    assert entries(store) == ("a", "b")
    other.write([CloseTable("t", table.epoch)])
    assert store.running_tables() == []


def test_an_entry_of_an_earlier_epoch_is_refused(store: Store) -> None:
    """The table was taken away and came back: what was written in between is unknown."""
    opened(store)
    (first,) = store.adopt_tables()
    (second,) = store.adopt_tables()
    with pytest.raises(Lost):
        store.write([AddEntry("t", 1, "b", first.epoch)])
    store.write([AddEntry("t", 1, "b", second.epoch)])
    assert entries(store) == ("a", "b")


def test_another_entry_of_the_same_number_is_refused(store: Store) -> None:
    opened(store)
    with pytest.raises(Lost):
        store.write([AddEntry("t", 0, "another")])
    assert entries(store) == ("a",)


async def test_no_entry_that_was_refused_is_acknowledged_and_the_others_are(
    store: Store, other: Store
) -> None:
    opened(store)
    (table,) = other.adopt_tables()
    said: list[str] = []
    lost: list[str] = []
    troubles: list[str | None] = []
    writer = Writer(store, troubles.append)
    writer.lost = lost.append
    for write in (
        AddEntry("t", 1, "stale"),
        OpenTable("u", "head"),
        AddEntry("t", 2, "stale"),
        AddEntry("u", 0, "x"),
        KeepGame(game()),
    ):
        writer.put(write, lambda write=write: said.append(str(write)))  # type: ignore[misc]
    async with asyncio.timeout(PATIENCE):
        await writer.drain()
    assert [text.partition("(")[0] for text in said] == ["OpenTable", "AddEntry", "KeepGame"]
    assert "stale" not in str(said)
    assert set(lost) == {"t"}
    assert troubles == []
    assert await writer.close() == 0
    other.write([AddEntry("t", 1, "b", table.epoch)])
    assert [table.entries for table in other.running_tables()] == [("a", "b"), ("x",)]


def test_a_table_is_adopted_with_what_is_being_stored(postgres: Postgres) -> None:
    """Who adopts waits for a transaction that has begun, and finds its entries."""
    url = postgres.ready_database()
    store, other = Store.open(url), Store.open(url)
    opened(store)
    name = parse(url).url.database
    assert name is not None
    with (
        psycopg.connect(host=str(postgres.folder), user="cuttle", dbname=name) as third,
        ThreadPoolExecutor() as threads,
    ):
        third.execute("LOCK TABLE games IN ACCESS EXCLUSIVE MODE")
        writing = threads.submit(store.write, [AddEntry("t", 1, "b"), KeepGame(game())])
        _until_waiting(postgres, 1, writing)
        adopting = threads.submit(other.adopt_tables)
        _until_waiting(postgres, 2, adopting)
        third.rollback()
        writing.result(PATIENCE)
        (table,) = adopting.result(PATIENCE)
    assert table.entries == ("a", "b")
    other.close()
    store.close()


def _until_waiting(postgres: Postgres, count: int, last: Future[Any]) -> None:
    """Wait until so many transactions wait for a lock, or the last of them has not to."""
    question = "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
    until = time.monotonic() + PATIENCE
    with psycopg.connect(
        host=str(postgres.folder), user="cuttle", dbname="postgres", autocommit=True
    ) as connection:
        while not last.done() and time.monotonic() < until:
            row = connection.execute(question).fetchone()
            if row is not None and row[0] >= count:
                return


def test_a_transaction_of_a_stopped_server_ends(postgres: Postgres) -> None:
    url = postgres.ready_database()
    store = Store.open(url)
    question = "SHOW idle_in_transaction_session_timeout"
    limits = []
    for patient in (False, True, False):
        with store._connection.writing(patient=patient) as connection:
            limits.append(connection.exec_driver_sql(question).scalar())
    assert limits == ["3s", "0", "3s"]
    store.close()


async def test_players_of_a_lost_table_are_told_and_go_on_elsewhere(
    url: str, tmp_path: Path, ann_key: asyncssh.SSHKey, caplog: pytest.LogCaptureFixture
) -> None:
    async with Server(tmp_path, database=url) as before, connect(before.port, ann_key) as line:
        terminal = await open_terminal(line)
        await terminal.until("name")
        terminal.send("ann\r")
        await terminal.until("quick match")
        terminal.send("c")
        await terminal.still("deck")
        async with Server(tmp_path, database=url) as after:
            assert after.store is not None
            terminal.send("d")
            await terminal.until_closed()
            assert "Another server has taken over this table." in terminal.text
            assert not [text for text in entries(after.store) if '"acted"' in text and _ANN in text]
            assert "another server runs table" in caplog.text
            assert before.matchmaker.actions.closing
            assert len(before.matchmaker.rooms) == 0
            async with connect(after.port, ann_key) as again:
                terminal = await open_terminal(again)
                await terminal.still("deck")
