"""Play nights in the database: stored in order with everything else, and repeated without harm."""

from __future__ import annotations

from server.store.store import Store
from server.store.values import AddNightEntry, CloseTable, OpenNight, OpenTable, Write


def test_a_night_is_given_back_with_its_entries_in_order(url: str) -> None:
    store = Store.open(url)
    writes: list[Write] = [
        OpenNight("n1", "head"),
        AddNightEntry("n1", 1, "joined"),
        OpenTable("t1", "table"),
        AddNightEntry("n1", 2, "started"),
        CloseTable("t1"),
    ]
    store.write(writes)
    store.write(writes)  # a transaction of which nobody knows whether it was done is tried again
    (row,) = store.all_nights()
    assert (row.id, row.head, row.entries) == ("n1", "head", ("joined", "started"))
    assert store.running_tables() == []
    store.close()
