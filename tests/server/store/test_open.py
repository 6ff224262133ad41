"""Opening: new, older and newer databases, and all that is wrong with others."""

from __future__ import annotations

import os
import re
import sqlite3
import stat
import subprocess
import sys
import traceback
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext

from server.league.store import profiles
from server.ops.installation import command_for
from server.store import database
from server.store.address import engine, parse
from server.store.schema import metadata
from server.store.store import Store
from server.store.values import StoreError
from tests.server.store.postgres import PASSWORD, Postgres

pytestmark = pytest.mark.slow


@pytest.fixture
def url(empty_url: str) -> str:
    """Give the URL of a database that is yet to be made, or brought up to date."""
    return empty_url


def _file(url: str) -> Path:
    path = parse(url).path
    assert path is not None
    return path


def _at_version(url: str, version: str) -> sa.Engine:
    """Make a database of an older version."""
    address = parse(url)
    if address.path is not None:
        address.path.touch()
    made = engine(address)
    with made.begin() as connection:
        database.migrate(connection, version)
    return made


def test_a_new_database_has_the_tables_the_code_expects(url: str) -> None:
    Store.open(url).close()
    made = engine(parse(url))
    with made.connect() as connection:
        context = MigrationContext.configure(
            connection, opts={"version_table": database.VERSIONS, "compare_type": False}
        )
        assert compare_metadata(context, metadata) == []
    made.dispose()


def test_what_was_stored_is_there_when_it_is_opened_again(url: str) -> None:
    store = Store.open(url)
    ana = store.register("Ana", "key-a")
    store.close()
    store = Store.open(url)
    assert store.person(ana.id) == ana
    store.close()


def test_an_older_database_keeps_its_people_and_gets_what_is_new(url: str) -> None:
    older = _at_version(url, "0001")
    with older.begin() as connection:
        assert "running" not in sa.inspect(connection).get_table_names()
        connection.exec_driver_sql(
            "INSERT INTO people (id, name, skeleton, created, settings)"
            " VALUES ('a1', 'Ana', 'ana', '2026-11-21 12:00:00', '{}')"
        )
        connection.exec_driver_sql(
            "INSERT INTO keys (fingerprint, person, added)"
            " VALUES ('key-a', 'a1', '2026-11-21 12:00:00')"
        )
    older.dispose()
    store = Store.open(url)
    found = store.person_of_key("key-a")
    assert found is not None
    assert found.name == "Ana"
    assert store.running_tables() == []
    store.close()


def test_the_names_of_an_older_database_are_found_and_leave_others_free(url: str) -> None:
    older = _at_version(url, "0007")
    with older.begin() as connection:
        for id, name, skeleton in (
            ("a1", "Neil", "nell"),
            ("a2", "Clara", "clara"),
            ("a3", "davicl", "davlcl"),
        ):
            connection.exec_driver_sql(
                "INSERT INTO people (id, name, skeleton, created, settings)"
                f" VALUES ('{id}', '{name}', '{skeleton}', '2026-11-21 12:00:00', '{{}}')"
            )
    older.dispose()
    store = Store.open(url)
    for typed in ("neil", "NEIL", "Ne1l", "clara"):
        found = store.person_named(typed)
        assert found is not None
        assert found.name.lower() == typed.lower().replace("1", "i")
    nell = store.register("Nell", "key-n")
    assert store.person_named("nell") == nell
    for taken in ("NeIl", "neil", "clara", "Davicl"):
        assert not store.name_free(taken)
    for free in ("Dara", "david"):
        assert store.name_free(free)
    older = sa.create_engine(url)
    with older.connect() as connection:  # as an older node reads it
        rows = connection.exec_driver_sql("SELECT name, skeleton FROM people ORDER BY name").all()
    assert ("Neil", "nell") in map(tuple, rows)
    assert ("Nell", "nell:nell") in map(tuple, rows)
    older.dispose()
    store.close()


def test_the_games_of_an_older_database_are_found_by_everybody(url: str) -> None:
    older = _at_version(url, "0002")
    with older.begin() as connection:
        connection.exec_driver_sql(
            'INSERT INTO games (id, "table", ruleset, winners, why, rated, started, ended, record)'
            " VALUES ('g1', 't1', 'standard/1', '[0]', 'goal', true, '2026-11-21 12:00:00',"
            " '2026-11-21 12:05:00', 'x')"
        )
        connection.exec_driver_sql("INSERT INTO seats (game, seat, name) VALUES ('g1', 0, 'Ana')")
    older.dispose()
    store = Store.open(url)
    assert [(game.id, game.public) for game in store.recent_games()] == [("g1", True)]
    store.close()


def test_the_games_of_an_older_database_are_counted(url: str) -> None:
    record = "cuttle record 1\nresult: 1 goal\n\n1. P0 draw {1}\n2. P1 points 3H\n3. P0 draw\n"
    older = _at_version(url, "0003")
    with older.begin() as connection:
        connection.exec_driver_sql(
            "INSERT INTO people (id, name, skeleton, created, settings)"
            " VALUES ('a1', 'Ana', 'ana', '2026-11-21 12:00:00', '{}')"
        )
        connection.execute(
            sa.text(
                'INSERT INTO games (id, "table", ruleset, winners, why, rated, started, ended,'
                " record) VALUES ('g1', 't1', 'standard/1', '[1]', 'goal', true,"
                " '2026-11-21 12:00:00', '2026-11-21 12:05:00', :record)"
            ),
            {"record": record},
        )
        connection.exec_driver_sql(
            "INSERT INTO seats (game, seat, person, name) VALUES ('g1', 0, 'a1', 'Ana')"
        )
        connection.exec_driver_sql("INSERT INTO seats (game, seat, name) VALUES ('g1', 1, 'bo')")
    older.dispose()
    store = Store.open(url)
    seen = store.read(profiles.profile_for, "ana", "")
    assert seen is not None
    assert (seen.profile.games.won, seen.profile.games.lost) == (0, 1)
    assert seen.profile.favourites == (("draw", 2),)
    store.close()


def test_a_migration_that_fails_leaves_the_older_database_as_it_was(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    older = _at_version(url, "0001")
    with older.begin() as connection:  # in the way of the second of the new tables
        connection.exec_driver_sql("CREATE TABLE entries (x INTEGER)")
    with pytest.raises(StoreError):
        Store.open(url)
    with older.connect() as connection:
        assert "running" not in sa.inspect(connection).get_table_names()
        assert connection.scalar(sa.text(f"SELECT * FROM {database.VERSIONS}")) == "0001"
    older.dispose()


def test_a_newer_sqlite_database_is_refused_untouched(sqlite_url: str) -> None:
    Store.open(sqlite_url).close()
    path = _file(sqlite_url)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA journal_mode = DELETE")
        connection.execute(f"UPDATE {database.VERSIONS} SET version_num = '9999'")
        connection.commit()
    before = path.read_bytes()
    with pytest.raises(StoreError, match="newer than this server knows"):
        Store.open(sqlite_url)
    assert path.read_bytes() == before
    assert sorted(file.name for file in path.parent.iterdir()) == ["cuttle.db", "cuttle.db.lock"]


def test_a_newer_postgresql_database_is_refused_untouched(postgres: Postgres) -> None:
    url = postgres.database()
    Store.open(url).close()
    made = engine(parse(url))
    with made.begin() as connection:
        connection.exec_driver_sql(f"UPDATE {database.VERSIONS} SET version_num = '9999'")
        connection.exec_driver_sql("DROP TABLE entries")
    with pytest.raises(StoreError, match="newer than this server knows"):
        Store.open(url)
    with made.connect() as connection:
        assert "entries" not in sa.inspect(connection).get_table_names()
        assert connection.scalar(sa.text(f"SELECT * FROM {database.VERSIONS}")) == "9999"
    made.dispose()


def test_a_database_of_something_else_is_refused_untouched(url: str) -> None:
    address = parse(url)
    if address.path is not None:
        address.path.touch()
    made = engine(address)
    with made.begin() as connection:
        connection.exec_driver_sql("CREATE TABLE recipes (id INTEGER)")
    with pytest.raises(StoreError, match="no Cuttle database"):
        Store.open(url)
    with made.connect() as connection:
        assert sa.inspect(connection).get_table_names() == ["recipes"]
    made.dispose()


@pytest.mark.usefixtures("hasty")
def test_one_server_at_a_time(url: str) -> None:
    first = Store.open(url)
    with pytest.raises(StoreError, match="another Cuttle server uses this database"):
        Store.open(url)
    first.register("Ana", "key-a")
    first.close()
    Store.open(url).close()


def test_a_link_to_a_database_is_that_database(sqlite_url: str, tmp_path: Path) -> None:
    (tmp_path / "link.db").symlink_to(_file(sqlite_url))
    first = Store.open(sqlite_url)
    with pytest.raises(StoreError, match="another Cuttle server"):
        Store.open(f"sqlite:///{tmp_path}/link.db")
    first.close()


def test_nobody_else_may_read_an_sqlite_database(sqlite_url: str) -> None:
    mask = os.umask(0)
    store = Store.open(sqlite_url)
    store.register("Ana", "key-a")
    os.umask(mask)
    files = list(_file(sqlite_url).parent.iterdir())
    assert len(files) == 4
    assert {stat.S_IMODE(file.stat().st_mode) for file in files} == {0o600}
    store.close()


def _text(path: Path) -> None:
    path.write_text("no database, but a shopping list\n" * 40)


def _damaged(path: Path) -> None:
    Store.open(f"sqlite:///{path}").close()
    whole = bytearray(path.read_bytes())
    whole[100:8000] = b"\xff" * 7900
    path.write_bytes(whole)


@pytest.mark.parametrize(
    ("make", "why"),
    [
        (_text, "no SQLite database: name another one"),
        (_damaged, "damaged: restore a backup"),
        (Path.mkdir, "this is not a file"),
    ],
)
def test_what_is_no_database_is_refused(
    sqlite_url: str, make: Callable[[Path], None], why: str
) -> None:
    make(_file(sqlite_url))
    with pytest.raises(StoreError, match=why):
        Store.open(sqlite_url)


def test_a_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match=r"the folder .*/nowhere is not there: make it"):
        Store.open(f"sqlite:///{tmp_path}/nowhere/cuttle.db")


def test_a_locked_database_is_refused(sqlite_url: str) -> None:
    Store.open(sqlite_url).close()
    with closing(sqlite3.connect(_file(sqlite_url))) as other:
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(StoreError, match="another program has locked the database"):
            Store.open(sqlite_url)
    Store.open(sqlite_url).close()


_OPEN = "import sys; from server.store.store import Store; Store.open(sys.argv[1])"


def test_a_read_only_database_is_refused(sqlite_url: str) -> None:
    """Root may write everything, so somebody else tries."""
    Store.open(sqlite_url).close()
    path = _file(sqlite_url)
    path.chmod(0o444)
    who: list[str] = []
    if os.geteuid() == 0:
        who = ["setpriv", "--bounding-set=-all", "--inh-caps=-all"]
    done = subprocess.run(
        [*who, sys.executable, "-c", _OPEN, sqlite_url],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert "the database cannot be written: let the user who runs the server" in done.stderr


@pytest.mark.parametrize(
    ("url", "why"),
    [
        ("", "cannot be read: write sqlite"),
        ("cuttle.db", "cannot be read: write sqlite"),
        ("postgresql://ana:pass-word@host:port/x", "cannot be read: write sqlite"),
        ("mysql://ana:pass-word@host/x", "mysql databases are not supported"),
        ("sqlite://", "names no file"),
        ("sqlite:///:memory:", "names no file"),
        ("sqlite:///x.db?mode=pass-word", "at most"),
        ("sqlite://host/x.db", "at most"),
        ("sqlite:///x.db?timeout=soon", "not a number of seconds"),
        ("postgresql://ana:pass-word@127.0.0.1:1/x", "cannot be reached: see that it runs"),
        ("postgresql://127.0.0.1:1/x?password=pass-word", "cannot be reached"),
        ("postgresql://127.0.0.1:1/x?sslmode=pass-word", "the database fails"),
    ],
)
def test_a_wrong_url_is_refused_and_no_password_told(url: str, why: str) -> None:
    with pytest.raises(StoreError, match=why) as caught:
        Store.open(url)
    if "sslmode" not in url:
        assert "pass-word" not in "".join(traceback.format_exception(caught.value))


@pytest.mark.parametrize(
    ("database", "login", "why"),
    [
        ("postgres", "cautious:wrong-word", "refuses the login"),
        ("postgres", "cautious", "refuses the login.*database_password_file"),
        ("nowhere", "cuttle", "no such user or database"),
        ("postgres", "stranger", "no such user or database"),
        ("postgres", f"cautious:{PASSWORD}", "make it the owner of the database"),
    ],
)
def test_what_postgresql_refuses_is_said(
    postgres: Postgres, database: str, login: str, why: str
) -> None:
    with pytest.raises(StoreError, match=why) as caught:
        Store.open(postgres.url(database, login))
    assert PASSWORD not in str(caught.value)
    assert "wrong-word" not in str(caught.value)


@pytest.mark.parametrize(
    ("url", "place"),
    [
        ("postgresql://cuttle:word@db.example.org/x", "postgresql://db.example.org/x"),
        ("postgresql://cuttle:word@127.0.0.1:5433/x?sslmode=off", "postgresql://127.0.0.1:5433/x"),
        ("postgresql://[2001:db8::7]:5433/x", "postgresql://[2001:db8::7]:5433/x"),
        ("postgresql:///x", "postgresql://localhost/x"),
    ],
)
def test_messages_say_where_a_database_is_and_not_who_logs_in(url: str, place: str) -> None:
    assert parse(url).place == place


def test_a_missing_driver_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(StoreError, match=re.escape(command_for("postgres"))):
        Store.open("postgresql://127.0.0.1:1/x")


def test_playing_at_home_loads_no_database() -> None:
    code = (
        "import sys, server.cli.main, cuttle_tui.app, cuttle_tui.local.lobby;"
        "print([name for name in ('sqlalchemy', 'alembic', 'psycopg') if name in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True
    )
    assert done.stdout.strip() == "[]"


def test_a_file_that_is_deleted_or_replaced_is_noticed(tmp_path: Path) -> None:
    path = tmp_path / "cuttle.db"
    store = Store.open(f"sqlite:///{path}")
    assert store.lost() == ""
    path.rename(tmp_path / "away.db")
    assert store.lost() == f"the database {path} was deleted while the server used it"
    path.touch()
    assert store.lost() == f"the database {path} was replaced while the server used it"
    path.unlink()
    (tmp_path / "away.db").rename(path)
    assert store.lost() == ""
    store.close()
