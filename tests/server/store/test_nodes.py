"""Several processes at one PostgreSQL: leases, tables that are adopted, tables that are given."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from pathlib import Path

import pytest

from server.store.store import Store
from server.store.values import (
    AddEntry,
    CloseTable,
    GameRow,
    GiveTable,
    Lost,
    OpenTable,
    RetireCode,
    RunningTable,
    StoreError,
)
from tests.server.store.duels import START, duel, keep, people, untouched, with_season
from tests.server.store.postgres import Postgres

pytestmark = pytest.mark.slow
LEASE = 600.0


@pytest.fixture
def url(postgres: Postgres) -> Iterator[str]:
    """Give the URL of a PostgreSQL that has its tables."""
    made = postgres.ready_database()
    yield made
    postgres.drop(made)


@pytest.fixture
def one(url: str) -> Iterator[Store]:
    """Open it as a node."""
    store = Store.open(url, shared=True)
    store.join_nodes("one", "1", LEASE)
    yield store
    store.close()


@pytest.fixture
def two(url: str) -> Iterator[Store]:
    """Open it as another node."""
    store = Store.open(url, shared=True)
    store.join_nodes("two", "1", LEASE)
    yield store
    store.close()


def expire(postgres: Postgres, url: str, store: Store) -> None:
    """End a node's lease."""
    postgres.execute(
        f"UPDATE nodes SET until = clock_timestamp() - interval '1 second' "
        f"WHERE id = '{store.node}'",
        url.partition("@/")[2].partition("?")[0],
    )


def opened(store: Store, *tables: str) -> None:
    """Open tables with an entry each."""
    for table in tables:
        store.write([OpenTable(table, "head"), AddEntry(table, 0, "first")])


def test_nodes_know_each_other_the_oldest_first(one: Store, two: Store) -> None:
    beat = one.beat(LEASE)
    assert beat.alive
    assert [row.name for row in beat.nodes] == ["one", "two"]
    assert [row.id for row in beat.nodes] == [one.node, two.node]
    assert not any(row.draining for row in beat.nodes)
    assert all(LEASE - 60 < row.left <= LEASE for row in beat.nodes)
    two.set_draining()
    assert [row.draining for row in one.beat(LEASE).nodes] == [False, True]
    two.leave_nodes()
    assert [row.name for row in one.beat(LEASE).nodes] == ["one"]


def test_a_lease_that_has_ended_is_renewed_until_somebody_strikes_its_node(
    one: Store, two: Store, postgres: Postgres, url: str
) -> None:
    expire(postgres, url, two)
    assert [row.name for row in one.beat(LEASE).nodes] == ["one"]
    assert one.nodes_are_late()
    assert two.beat(LEASE).alive
    assert not one.nodes_are_late()
    assert [row.name for row in one.beat(LEASE).nodes] == ["one", "two"]
    expire(postgres, url, two)
    assert one.strike() == (two.node,)
    assert one.strike() == ()
    assert not two.beat(LEASE).alive
    before = two.node
    two.rejoin("two", "1", LEASE)
    assert two.node != before
    assert two.beat(LEASE).alive


def test_a_node_that_starts_again_takes_the_place_of_what_it_was(
    one: Store, two: Store, postgres: Postgres, url: str
) -> None:
    opened(one, "t")
    expire(postgres, url, one)
    again = Store.open(url, shared=True)
    again.join_nodes("one", "1", LEASE)
    assert not again.nodes_are_late()
    assert [table.id for table in again.adopt_orphans()] == ["t"]
    again.close()


def test_tables_of_a_node_that_is_there_are_not_adopted(one: Store, two: Store) -> None:
    opened(one, "t")
    assert two.adopt_orphans() == []
    assert two.owner_of("t") == (one.node, 1)


def test_the_tables_of_others_are_found_by_who_is_named_there(one: Store, two: Store) -> None:
    one.write([OpenTable("t", "head"), AddEntry("t", 0, "SHA256:a_b/c% sits down")])
    two.write([OpenTable("u", "head"), AddEntry("u", 0, "SHA256:a_b/c% sits down")])
    found = two.tables_besides([two.node], "SHA256:a_b/c%")
    assert [(table.id, table.entries) for table in found] == [("t", ("SHA256:a_b/c% sits down",))]
    assert two.tables_besides([one.node, two.node], "SHA256:a_b/c%") == []
    assert two.tables_besides([two.node], "SHA256:aXb/c%") == []


def test_tables_of_a_node_that_is_gone_are_adopted_once(
    one: Store, two: Store, postgres: Postgres, url: str
) -> None:
    opened(one, *(f"t{number}" for number in range(40)))
    expire(postgres, url, one)
    third = Store.open(url, shared=True)
    third.join_nodes("three", "1", LEASE)
    taken: dict[Store, list[RunningTable]] = {two: [], third: []}

    def adopt(store: Store) -> None:
        for _ in range(8):
            taken[store] += store.adopt_orphans(6)

    with ThreadPoolExecutor(2) as pool:
        for done in [pool.submit(adopt, store) for store in taken]:
            done.result(60)
    third.close()
    ids = [table.id for tables in taken.values() for table in tables]
    assert len(ids) == len(set(ids)) == 40
    assert {table.epoch for tables in taken.values() for table in tables} == {2}
    assert {table.entries for tables in taken.values() for table in tables} == {("first",)}


def test_whose_lease_has_ended_stores_until_somebody_has_adopted(
    one: Store, two: Store, postgres: Postgres, url: str
) -> None:
    opened(one, "t")
    expire(postgres, url, one)
    one.write([AddEntry("t", 1, "second")])
    (table,) = two.adopt_orphans()
    assert table.entries == ("first", "second")
    with pytest.raises(Lost):
        one.write([AddEntry("t", 2, "third")])
    two.write([AddEntry("t", 2, "another", table.epoch)])
    taken = two.take("t")
    assert taken is not None
    assert taken.entries == ("first", "second", "another")
    assert one.take("t") is None


def test_a_given_table_is_the_others_after_the_last_write(one: Store, two: Store) -> None:
    opened(one, "t")
    one.write([AddEntry("t", 1, "second"), GiveTable("t", 1, two.node)])
    one.write([GiveTable("t", 1, two.node)])  # as after an answer that was lost
    with pytest.raises(Lost):
        one.write([AddEntry("t", 2, "third")])
    with pytest.raises(Lost):
        one.write([CloseTable("t")])
    table = two.take("t")
    assert table is not None
    assert (table.epoch, table.entries) == (2, ("first", "second"))
    two.write([AddEntry("t", 2, "third", 2)])


def test_an_entry_behind_the_giving_is_lost_with_it(one: Store, two: Store) -> None:
    opened(one, "t")
    with pytest.raises(Lost):
        one.write([GiveTable("t", 1, two.node), AddEntry("t", 1, "late")])
    assert one.owner_of("t") == (one.node, 1)


def test_nothing_is_given_to_a_node_that_is_gone(
    one: Store, two: Store, postgres: Postgres, url: str
) -> None:
    opened(one, "t")
    expire(postgres, url, two)
    with pytest.raises(Lost):
        one.write([GiveTable("t", 1, two.node)])
    kept = one.take("t")
    assert kept is not None
    assert kept.epoch == 1


def test_a_code_leads_to_its_table_until_it_is_retired(one: Store, two: Store) -> None:
    one.write([OpenTable("t", "head", "ABCD")])
    assert two.table_under("ABCD") == ("t", one.node)
    two.write([OpenTable("u", "head", "ABCD")])  # drawn twice: the second waits without
    assert one.table_under("ABCD") == ("t", one.node)
    one.write([RetireCode("t")])
    assert two.table_under("ABCD") is None
    assert two.table_under("WXYZ") is None
    assert two.owner_of("u") == (two.node, 1)


def test_a_server_that_is_alone_and_nodes_keep_each_other_out(
    url: str, one: Store, hasty: None
) -> None:
    with pytest.raises(StoreError, match="another Cuttle server"):
        Store.open(url)
    one.close()
    alone = Store.open(url)
    with pytest.raises(StoreError, match="outside the cluster"):
        Store.open(url, shared=True)
    alone.close()
    Store.open(url, shared=True).close()


def test_a_file_has_one_server(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="PostgreSQL"):
        Store.open(f"sqlite:///{tmp_path}/cuttle.db", shared=True)


def test_two_nodes_may_be_the_first_at_once(postgres: Postgres) -> None:
    url = postgres.database()
    with ThreadPoolExecutor(2) as pool:
        stores = [*pool.map(lambda _: Store.open(url, shared=True), range(2))]
    for store in stores:
        store.close()
    postgres.drop(url)


def test_ratings_of_games_stored_at_once_are_those_of_some_order(one: Store, two: Store) -> None:
    """Two nodes store the games of the same two players: none is rated without the others."""
    with_season(one)
    ann, bob = people(one, "ann", "bob")
    rows = [
        duel(f"g{at}", ann, bob, (ann, bob)[at % 2], START + timedelta(hours=at)) for at in range(8)
    ]

    def store_some(store: Store, parts: list[GameRow]) -> None:
        for row in parts:
            keep(store, row)

    with ThreadPoolExecutor(2) as pool:
        done = [pool.submit(store_some, store, rows[at::2]) for at, store in enumerate((one, two))]
        for each in done:
            each.result(120)
    assert untouched(two)
    assert {rating.games for rating in one.ratings()} == {3}  # then the week's match is decided
    assert all(one.game(row.id, "") is not None for row in rows)
