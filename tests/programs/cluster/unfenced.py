"""A node without its fence, to show what the fence is for; a test runs it."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from sqlalchemy import Connection
from sqlalchemy.dialects import postgresql

from server.cli.main import main
from server.store import running_tables as running
from server.store.schema import entries
from server.store.values import AddEntry


def _add(connection: Connection, owner: str, writes: Sequence[AddEntry]) -> None:
    """Insert entries whoever runs their tables, and take those that are there for stored."""
    del owner
    rows = [{"table": write.table, "number": write.number, "text": write.text} for write in writes]
    connection.execute(postgresql.insert(entries).on_conflict_do_nothing(), rows)


def remove_fence() -> None:
    """Let this process store at tables that others run."""
    running._HOW[AddEntry] = _add


if __name__ == "__main__":
    remove_fence()
    sys.exit(main(sys.argv[1:]))
