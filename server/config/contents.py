"""Look a database through: whether every row can be read as the server reads it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from typing import Any, Final

import sqlalchemy as sa

from engine.errors import CuttleError
from engine.record.parser import parse_record
from engine.rules.options import parse_ruleset
from engine.table.events import parse_table_event
from server.league.night_results import parse_night_event
from server.store.database import examine
from server.store.schema import metadata
from server.tables.room import RoomConfig

_SHOWN: Final = 20
"""Faults that are told of a table."""
_AT_A_TIME: Final = 1000
"""Rows that are read at a time."""
_UNREADABLE: Final = (CuttleError, ValueError, TypeError, LookupError, AttributeError)


def _read_game(row: Any) -> None:
    if row.record:  # else it was played on paper
        parse_record(row.record)
    parse_ruleset(row.ruleset)


def _read_person(row: Any) -> None:
    if not isinstance(row.settings, dict):
        raise TypeError("settings are no map")


_READERS: Final[Mapping[str, Callable[[Any], object]]] = {
    "games": _read_game,
    "running": lambda row: RoomConfig(**json.loads(row.head)),
    "entries": lambda row: parse_table_event(row.text),
    "night_entries": lambda row: parse_night_event(row.text),
    "people": _read_person,
}
"""What reads a row of a table, beyond the types of its columns."""


def faults(connection: sa.Connection, place: str) -> Iterator[str]:
    """Return what is wrong with a database of this version, a line for each.

    Raises:
        StoreError: its pages or references are broken; the rest cannot be judged.
    """
    examine(connection, place)
    for table in metadata.sorted_tables:
        yield from islice(_faults_of(connection, table), _SHOWN)


def _faults_of(connection: sa.Connection, table: sa.Table) -> Iterator[str]:
    """Return the rows of a table that cannot be read, by their keys."""
    read = _READERS.get(table.name, lambda _row: None)
    keys = [column.name for column in table.primary_key]
    rows = connection.execution_options(yield_per=_AT_A_TIME).execute(sa.select(table))
    while True:
        row, key = None, ""
        try:
            row = next(rows, None)
            if row is None:
                return
            key = ", ".join(str(getattr(row, name)) for name in keys)
            read(row)
        except _UNREADABLE as error:
            yield f"{table.name} {key or '(a row)'} cannot be read: {type(error).__name__}"
            if row is None:  # the types of its columns: what follows is not read either
                return
