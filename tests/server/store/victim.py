"""A process that writes to a store until it is killed, and tells of every entry it was told of."""

from __future__ import annotations

import asyncio
import resource
import sys
from functools import partial

from server.store.store import Store
from server.store.values import AddEntry, OpenTable
from server.store.writer import Writer

_AT_ONCE = 8


def _say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


async def write(url: str, largest: int | None) -> None:
    """Write for ever.

    Args:
        url: of the database.
        largest: bytes to which a file may grow, or None.
    """
    store = Store.open(url)
    if largest is not None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (largest, resource.RLIM_INFINITY))
    writer = Writer(store, lambda why: _say(f"trouble {why}"))
    tables = [f"t{number}" for number in range(_AT_ONCE)]
    for table in tables:
        writer.put(OpenTable(table, "head"))
    for number in range(10_000_000):
        for table in tables:
            writer.put(
                AddEntry(table, number, f"{table} {number} {'x' * 500}"),
                partial(_say, f"stored {table} {number}"),
            )
        async with asyncio.timeout(60):
            while writer.waiting > _AT_ONCE * 4:
                await asyncio.sleep(0.001)


if __name__ == "__main__":
    asyncio.run(write(sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else None))
