"""The writer stores in order, tells when it is stored, and outlives every trouble."""

from __future__ import annotations

import asyncio
import contextvars
import logging
import sqlite3
import threading
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from itertools import cycle

import pytest

from server.store import database
from server.store.address import parse
from server.store.store import Store
from server.store.values import AddEntry, CloseTable, OpenTable, StoreError, Write
from server.store.writer import Writer
from tests.server.store.postgres import Postgres

pytestmark = pytest.mark.slow

PATIENCE = 30.0
"""Seconds until what does not come is a failure."""


class Troubles:
    """What a writer says of its troubles, to be waited for."""

    def __init__(self) -> None:
        self.said: list[str | None] = []
        self._news = asyncio.Event()

    def __call__(self, why: str | None) -> None:
        self.said.append(why)
        self._news.set()

    async def until(self, count: int) -> None:
        """Wait until so many things were said."""
        async with asyncio.timeout(PATIENCE):
            while len(self.said) < count:
                self._news.clear()
                await self._news.wait()


@pytest.fixture
async def troubles() -> Troubles:
    """Listen for troubles."""
    return Troubles()


@pytest.fixture
async def writer(store: Store, troubles: Troubles) -> AsyncIterator[Writer]:
    """Write to a new store of either kind."""
    made = Writer(store, troubles)
    yield made
    await made.close()


async def drained(writer: Writer) -> None:
    """Wait until all is stored, but not for ever."""
    async with asyncio.timeout(PATIENCE):
        await writer.drain()


@contextmanager
def held(store: Store, calls: list[int]) -> Iterator[None]:
    """Hold up every transaction until the block ends; note how many writes each one has."""
    admission, write = threading.Event(), store.write

    def wait(writes: Sequence[Write]) -> None:
        calls.append(len(writes))
        assert admission.wait(PATIENCE)
        write(writes)

    store.write = wait  # type: ignore[method-assign]
    try:
        yield
    finally:
        admission.set()


async def test_all_is_stored_in_order_and_said_in_order(store: Store, writer: Writer) -> None:
    said: list[int] = []
    writer.put(OpenTable("t", "head"), lambda: said.append(0))
    for number in range(1, 100):
        writer.put(AddEntry("t", number, f"e{number}"), lambda n=number: said.append(n))  # type: ignore[misc]
    await drained(writer)
    assert said == list(range(100))
    assert writer.waiting == 0
    assert store.running_tables()[0].entries == tuple(f"e{n}" for n in range(1, 100))


async def test_nothing_is_said_before_it_is_stored(store: Store, writer: Writer) -> None:
    found: list[int] = []
    writer.put(OpenTable("t", "head"))
    for number in range(20):
        writer.put(
            AddEntry("t", number, "x"), lambda: found.append(len(store.running_tables()[0].entries))
        )
    await drained(writer)
    assert all(stored > said for said, stored in enumerate(found))
    assert len(found) == 20


async def test_what_gathers_while_one_transaction_runs_is_the_next_one(
    store: Store, troubles: Troubles
) -> None:
    calls: list[int] = []
    with held(store, calls):
        writer = Writer(store, troubles)
        writer.put(OpenTable("t", "head"))
        async with asyncio.timeout(PATIENCE):
            while not calls:
                await asyncio.sleep(0)
        for number in range(50):
            writer.put(AddEntry("t", number, "x"))
        assert writer.waiting == 51
    await drained(writer)
    assert calls == [1, 50, 0] or calls == [1, 50]
    await writer.close()


async def test_each_then_runs_in_an_empty_context_in_the_loop(writer: Writer) -> None:
    mine = contextvars.ContextVar("mine", default="nobody's")
    mine.set("somebody's")
    found: list[tuple[str, threading.Thread]] = []

    def then() -> None:
        found.append((mine.get(), threading.current_thread()))
        mine.set("the other's")

    writer.put(OpenTable("a", ""), then)
    writer.put(OpenTable("b", ""), then)
    await drained(writer)
    assert found == [("nobody's", threading.current_thread())] * 2


async def test_a_then_that_fails_is_logged_once_and_hurts_nobody(
    writer: Writer, caplog: pytest.LogCaptureFixture
) -> None:
    said: list[str] = []

    def broken() -> None:
        raise ZeroDivisionError

    writer.put(OpenTable("a", ""), lambda: said.append("a"))
    writer.put(OpenTable("b", ""), broken)
    writer.put(OpenTable("c", ""), lambda: said.append("c"))
    await drained(writer)
    assert said == ["a", "c"]
    assert [record.levelno for record in caplog.records] == [logging.ERROR]


async def test_what_runs_beside_and_fails_is_logged_in_a_line(
    writer: Writer, caplog: pytest.LogCaptureFixture
) -> None:
    def away() -> None:
        raise StoreError("the database is away")

    writer.soon(away)
    async with asyncio.timeout(PATIENCE):
        while not caplog.records:
            await asyncio.sleep(0)
    (record,) = caplog.records
    assert "the database is away" in record.getMessage()
    assert record.exc_info is None


@pytest.mark.parametrize(
    ("never", "why"),
    [
        (AddEntry("gone", 1, "ace of spades"), "another server runs gone: 1 writes are not"),
        (AddEntry("t", 7, "ace of spades\ud800"), "can never be stored"),
    ],
    ids=["no table", "no text"],
)
async def test_what_can_never_be_stored_is_set_aside_and_the_others_are_stored(
    store: Store,
    writer: Writer,
    troubles: Troubles,
    caplog: pytest.LogCaptureFixture,
    never: AddEntry,
    why: str,
) -> None:
    said: list[str] = []
    writer.put(OpenTable("t", "head"), lambda: said.append("t"))
    writer.put(never, lambda: said.append("never"))
    writer.put(AddEntry("t", 1, "x"), lambda: said.append("1"))
    await drained(writer)
    assert said == ["t", "1"]
    assert writer.waiting == 0
    assert store.running_tables()[0].entries == ("x",)
    assert why in caplog.text
    assert "spades" not in caplog.text
    assert troubles.said == []


async def test_ask_runs_beside_the_loop(store: Store, writer: Writer) -> None:
    ana = await writer.ask(store.register, "Ana", "key-a")
    assert await writer.ask(store.person_of_key, "key-a") == ana
    assert await writer.ask(store.recent_games, limit=3) == []
    thread = await writer.ask(threading.current_thread)
    assert thread is not threading.current_thread()


async def test_closing_stores_what_waits_and_takes_no_more(
    store: Store, troubles: Troubles
) -> None:
    writer = Writer(store, troubles)
    for number in range(20):
        writer.put(OpenTable(f"t{number}", ""))
    assert await writer.close() == 0
    assert len(store.running_tables()) == 20
    assert await writer.close() == 0
    with pytest.raises(RuntimeError):
        writer.put(CloseTable("t1"))


async def test_closing_gives_a_dead_database_up_and_says_how_much_is_lost(
    store: Store, troubles: Troubles, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(writes: Sequence[Write]) -> None:
        raise StoreError(f"dead, with {len(writes)}")

    store.write = broken  # type: ignore[method-assign]
    writer = Writer(store, troubles)
    writer.put(OpenTable("a", ""))
    writer.put(OpenTable("b", ""))
    await troubles.until(1)
    async with asyncio.timeout(PATIENCE):
        assert await writer.close(patience=0.0) == 2
    assert "2 writes given up" in caplog.text


async def test_an_answer_that_got_lost_does_no_harm(
    store: Store, troubles: Troubles, caplog: pytest.LogCaptureFixture
) -> None:
    """The transaction is committed, but the writer is told that it failed."""
    write, lost = store.write, cycle([True, False])

    def lossy(writes: Sequence[Write]) -> None:
        write(writes)
        if bool(writes) and next(lost):
            raise StoreError("the answer got lost")

    store.write = lossy  # type: ignore[method-assign]
    writer = Writer(store, troubles)
    said: list[str] = []
    writer.put(OpenTable("a", "head"), lambda: said.append("open"))
    writer.put(AddEntry("a", 1, "x"), lambda: said.append("1"))
    await drained(writer)
    writer.put(AddEntry("a", 2, "y"), lambda: said.append("2"))
    writer.put(OpenTable("b", "head"), lambda: said.append("b"))
    writer.put(AddEntry("b", 1, "z"), lambda: said.append("b1"))
    writer.put(CloseTable("b"), lambda: said.append("closed"))
    await drained(writer)
    assert said == ["open", "1", "2", "b", "b1", "closed"]
    assert [(table.id, table.entries) for table in store.running_tables()] == [("a", ("x", "y"))]
    assert not caplog.records
    assert troubles.said == ["the answer got lost", None] * (len(troubles.said) // 2)
    assert troubles.said
    await writer.close()


# real troubles: each begins, is said once, ends, is said once, and nothing is lost


async def outlived(
    store: Store, troubles: Troubles, begin: Callable[[], object], end: Callable[[], object]
) -> str:
    """Write before, during and after a trouble; give what was said of it."""
    writer = Writer(store, troubles)
    said: list[int] = []
    writer.put(OpenTable("t", "head"))
    writer.put(AddEntry("t", 0, "x" * 9000), lambda: said.append(0))
    await drained(writer)
    begin()
    for number in range(1, 6):
        writer.put(AddEntry("t", number, "x" * 9000), lambda n=number: said.append(n))  # type: ignore[misc]
    await troubles.until(1)
    assert said == [0]
    assert writer.waiting == 5
    end()
    writer.put(AddEntry("t", 6, "x"), lambda: said.append(6))
    await drained(writer)
    await troubles.until(2)
    assert said == list(range(7))
    assert len(store.running_tables()[0].entries) == 7
    await writer.close()
    why, over = troubles.said
    assert over is None
    assert why is not None
    return why


@pytest.fixture
def sqlite_store(sqlite_url: str) -> Iterator[Store]:
    """Give a new SQLite store."""
    made = Store.open(sqlite_url)
    yield made
    made.close()


def pragma(store: Store, text: str) -> Callable[[], None]:
    """Give something that sets how SQLite behaves towards the one connection that writes."""

    def run() -> None:
        with store._connection._mine:
            assert store._connection._connection is not None
            raw = store._connection._connection.connection.driver_connection
            assert isinstance(raw, sqlite3.Connection)
            raw.execute(f"PRAGMA {text}").fetchall()

    return run


async def test_a_locked_database(sqlite_store: Store, sqlite_url: str, troubles: Troubles) -> None:
    path = parse(sqlite_url).path
    assert path is not None
    with closing(sqlite3.connect(path)) as other:
        why = await outlived(
            sqlite_store, troubles, lambda: other.execute("BEGIN EXCLUSIVE"), other.rollback
        )
    assert "another program has locked the database" in why


async def test_a_full_disk(sqlite_store: Store, troubles: Troubles) -> None:
    why = await outlived(
        sqlite_store,
        troubles,
        pragma(sqlite_store, "max_page_count = 1"),  # as many as there are: no more
        pragma(sqlite_store, "max_page_count = 100000"),
    )
    assert why == "the disk is full: make room on it"


async def test_a_database_that_may_not_be_written_for_a_while(
    sqlite_store: Store, troubles: Troubles
) -> None:
    why = await outlived(
        sqlite_store,
        troubles,
        pragma(sqlite_store, "query_only = ON"),
        pragma(sqlite_store, "query_only = OFF"),
    )
    assert "the database cannot be written" in why


@pytest.fixture
def remote(postgres: Postgres) -> Iterator[tuple[Store, str]]:
    """Give a new PostgreSQL store and the name of its database."""
    url = postgres.database()
    made = Store.open(url)
    name = parse(url).url.database
    assert name is not None
    yield made, name
    made.close()


async def test_postgresql_stops_and_starts(
    postgres: Postgres, remote: tuple[Store, str], troubles: Troubles
) -> None:
    why = await outlived(remote[0], troubles, postgres.stop, postgres.start)
    assert "PostgreSQL cannot be reached" in why
    assert remote[0].register("Ana", "key-a") == remote[0].person_of_key("key-a")


@pytest.mark.usefixtures("hasty")
async def test_postgresql_cuts_every_connection(
    postgres: Postgres, remote: tuple[Store, str], troubles: Troubles
) -> None:
    """The next write finds a new connection, and claims the database again."""
    store, name = remote
    writer = Writer(store, troubles)
    writer.put(OpenTable("t", "head"))
    await drained(writer)
    postgres.execute(
        f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'"
    )
    writer.put(AddEntry("t", 1, "x"))
    await drained(writer)
    assert store.running_tables()[0].entries == ("x",)
    with pytest.raises(StoreError, match="another Cuttle server"):
        Store.open(postgres.url(name))
    await writer.close()


@pytest.mark.usefixtures("hasty")
async def test_who_lost_the_claim_cannot_write(
    postgres: Postgres, remote: tuple[Store, str]
) -> None:
    """The connection that held it is gone, and another server was quicker to come back."""
    store, name = remote
    store.close()
    other = Store.open(postgres.url(name))
    with pytest.raises(StoreError, match="another Cuttle server uses this database"):
        store.write([OpenTable("t", "head")])
    assert other.running_tables() == []
    other.close()
    store.write([OpenTable("t", "head")])


async def test_a_postgresql_that_takes_no_writes(
    postgres: Postgres,
    remote: tuple[Store, str],
    troubles: Troubles,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    store, name = remote
    monkeypatch.setattr(database, "_FRESH", 0.0)

    def cut() -> None:
        postgres.execute(
            f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'"
        )

    def read_only(on: str) -> None:
        postgres.execute(f"ALTER DATABASE {name} SET default_transaction_read_only = {on}")
        cut()

    why = await outlived(store, troubles, lambda: read_only("on"), lambda: read_only("off"))
    assert "the database cannot be written" in why


async def test_a_database_that_hangs_is_said_to_and_later_that_it_answers(
    writer: Writer, troubles: Troubles, monkeypatch: pytest.MonkeyPatch
) -> None:
    hanging, free = threading.Event(), threading.Event()

    def hang(writes: Sequence[Write]) -> None:
        hanging.set()
        assert free.wait(PATIENCE)

    monkeypatch.setattr(writer._thread, "_write", hang)
    monkeypatch.setattr(writer, "hung", 0.0)
    stored = asyncio.Event()
    writer.put(OpenTable("t1", "head"), stored.set)
    await asyncio.to_thread(hanging.wait, PATIENCE)
    while not troubles.said:
        writer.watch()
        await asyncio.sleep(0)
    writer.watch()
    assert troubles.said == ["the database does not answer"]
    free.set()
    await troubles.until(2)
    assert troubles.said[1] is None
    async with asyncio.timeout(PATIENCE):
        await stored.wait()
    writer.watch()
    assert len(troubles.said) == 2


async def test_a_reader_does_not_wait_for_ever(
    writer: Writer, monkeypatch: pytest.MonkeyPatch
) -> None:
    free = threading.Event()
    monkeypatch.setattr(writer, "slowest", 0.01)
    with pytest.raises(StoreError, match="the database does not answer"):
        await writer.ask(free.wait, PATIENCE)
    free.set()
