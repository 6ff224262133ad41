"""What is stored keeps its shape as long as its number stays the same."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from dataclasses import fields
from difflib import unified_diff
from pathlib import Path
from typing import Any, Final

import pytest
from sqlalchemy.dialects import sqlite
from sqlalchemy.schema import CreateTable

from cuttle_tui.local.game_files import _FORMAT, TableHead
from engine.actions import Kind
from engine.record.record import HEADING, record_text
from engine.rules.options import parse_ruleset
from engine.table import events
from engine.table.table import Table
from server.cli.main import main
from server.league import night_results
from server.store.address import engine, parse
from server.store.schema import metadata
from server.store.store import Store
from server.store.values import FORM, StoreError
from server.tables.room import RoomConfig
from tests.programs.accept import HOW

_FILE: Final = Path(__file__).with_name("forms.txt")
_NUMBER: Final = re.compile(r"(form|home|cuttle record) \d+$")
_HOW: Final = (
    "what is stored has another shape: raise FORM in server/store/values.py (at home: _FORMAT in "
    "cuttle_tui/local/game_files.py), so that older programs refuse it, then `make accept`"
)


def _shape(type_: Any) -> str:
    """Return the fields of a stored value, with their types."""
    return f"{type_.__name__}: " + ", ".join(f"{each.name}: {each.type}" for each in fields(type_))


def _rows() -> Iterator[str]:
    """Return the tables with their columns."""
    for table in metadata.sorted_tables:
        text = str(CreateTable(table).compile(dialect=sqlite.dialect()))
        yield " ".join(text.split())


def _game() -> Iterator[str]:
    """Return the entries of a short game that is given up, and its record."""
    said: list[str] = []

    def keep(entry: events.TableEvent, then: Callable[[], None]) -> None:
        said.append(events.table_event_text(entry))
        then()

    table = Table(parse_ruleset("standard"), bytes(32), title="oak", keep=keep)
    for seat in range(table.seats):
        table.sit(seat, f"p{seat}", "person", who=f"id{seat}")
    for _ in range(12):
        assert table.game is not None
        seat = table.game.position.prompt.seats[0]
        view = table.state(seat).view
        assert view is not None
        table.submit(seat, view.legal[0], view.ply)
    table.leave(1)
    yield from said
    yield from record_text(table.record()).splitlines()


def _shapes() -> list[str]:
    return [
        *_rows(),
        *map(_shape, events._KINDS.values()),
        *map(_shape, night_results._KINDS.values()),
        _shape(RoomConfig),
        f"actions: {', '.join(kind.name for kind in Kind)}",
        f"home {_FORMAT}",
        _shape(TableHead),
        HEADING,
        *_game(),
    ]


def _complaint(kept: list[str], now: list[str]) -> str:
    """Return what is to be done if the shapes are others than those that are kept; else nothing."""
    if kept == now:
        return ""
    numbers = [[line for line in lines if _NUMBER.match(line)] for lines in (kept, now)]
    changed = [*unified_diff(kept, now, lineterm="", n=0)]
    return "\n".join([_HOW if numbers[0] == numbers[1] else HOW, *changed])


def test_a_stored_form_has_a_number() -> None:
    now = [f"form {FORM}", *_shapes()]
    kept = _FILE.read_text().splitlines() if _FILE.exists() else []
    why = _complaint(kept, now)
    if why.startswith(HOW) and os.environ.get("UPDATE_SNAPSHOTS"):
        _FILE.write_text("".join(f"{line}\n" for line in now))
    else:
        assert not why, why


def test_another_shape_under_the_same_number_is_refused_and_under_the_next_accepted() -> None:
    kept = ["form 1", "home 1", "Joined: at: float"]
    assert not _complaint(kept, kept)
    assert _complaint(kept, [*kept[:2], "Joined: at: int"]).startswith(_HOW)
    assert _complaint(kept, ["form 2", "home 1", "Joined: at: int"]).startswith(HOW)


# a database of another form ----------------------------------------------------------------------


def _set_form(url: str, statement: str) -> None:
    made = engine(parse(url))
    with made.begin() as connection:
        connection.exec_driver_sql(statement)
    made.dispose()


def _rows_of(url: str) -> list[object]:
    """Return all that a database holds."""
    made = engine(parse(url))
    with made.connect() as connection:
        held = [
            tuple(row)
            for each in metadata.sorted_tables
            for row in connection.execute(each.select())
        ]
    made.dispose()
    return [*held]


@pytest.mark.slow
def test_a_database_of_a_newer_form_is_refused_and_left_as_it_is(empty_url: str) -> None:
    Store.open(empty_url).close()
    _set_form(empty_url, f"UPDATE stored_form SET number = {FORM + 1}")
    before = _rows_of(empty_url)
    for use in (Store.open, Store.beside):
        with pytest.raises(StoreError) as refused:
            use(empty_url)
        assert re.match(
            rf"the database holds values of form {FORM + 1}, newer than this server knows",
            refused.value.why,
        )
    assert _rows_of(empty_url) == before


@pytest.mark.slow
def test_a_database_of_an_older_form_is_raised(empty_url: str) -> None:
    Store.open(empty_url).close()
    for older in (f"UPDATE stored_form SET number = {FORM - 1}", "DELETE FROM stored_form"):
        _set_form(empty_url, older)
        with pytest.raises(StoreError, match="older version: start the server once"):
            Store.beside(empty_url)
        Store.open(empty_url).close()
        Store.beside(empty_url).close()


# a database that cannot be read whole ------------------------------------------------------------


def _checked(
    url: str, data: Path, capsys: pytest.CaptureFixture[str]
) -> dict[str, tuple[int, str]]:
    """Return what `--check` and `admin check` say, and how they end."""
    file = data / "server.toml"
    file.write_text(f'data = "{data}"\ndatabase = "{url}"\n[listen]\nport = 0\n')
    said = {}
    for words in (
        ["serve", "--config", str(file), "--check"],
        ["admin", "--config", str(file), "check"],
    ):
        capsys.readouterr()
        status = main(words)
        said[words[0]] = status, capsys.readouterr().err
    return said


@pytest.mark.slow
def test_a_sound_database_passes(
    empty_url: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    Store.open(empty_url).close()
    assert _checked(empty_url, tmp_path, capsys) == {"serve": (0, ""), "admin": (0, "")}


GARBAGE: dict[str, tuple[str, str]] = {
    "a record": (
        'INSERT INTO games (id, "table", ruleset, winners, why, rated, started, ended, '
        "record, public) VALUES ('g1', 't1', 'standard/1', '[]', 'goal', true, "
        "'2026-11-21 12:00:00', '2026-11-21 12:00:00', 'garbage', true)",
        "games g1 cannot be read",
    ),
    "a head": (
        "INSERT INTO running (id, head, owner, epoch) VALUES ('t1', '{\"no\": 1}', 'x', 1)",
        "running t1 cannot be read",
    ),
    "settings": (
        "INSERT INTO people (id, name, skeleton, created, settings) VALUES "
        "('p1', 'ann', 'ann', '2026-11-21 12:00:00', '[1]')",
        "people p1 cannot be read",
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize("what", GARBAGE)
def test_a_row_that_cannot_be_read_is_named(
    what: str, empty_url: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    statement, told = GARBAGE[what]
    Store.open(empty_url).close()
    _set_form(empty_url, statement)
    for status, said in _checked(empty_url, tmp_path, capsys).values():
        assert status != 0
        assert told in said
        assert "Traceback" not in said


@pytest.mark.slow
@pytest.mark.parametrize("page", [1, 3, 8])
def test_a_page_of_garbage_is_refused_by_each_check_and_by_the_start(
    page: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "cuttle.db"
    url = f"sqlite:///{file}"
    Store.open(url).close()
    content = bytearray(file.read_bytes())
    content[4096 * page : 4096 * (page + 1)] = b"\x5a" * 4096
    file.write_bytes(content)
    for status, said in _checked(url, tmp_path, capsys).values():
        assert status != 0
        assert "damaged" in said
    with pytest.raises(StoreError, match="damaged"):
        Store.open(url)
