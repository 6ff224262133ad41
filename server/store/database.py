"""Lock a database for one server, check its version, migrate older ones, and copy it in use."""

from __future__ import annotations

import fcntl
import os
import shlex
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Final
from urllib.parse import quote

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy.engine import URL

from server.store.address import DAMAGED, Address, engine, explain, parse
from server.store.schema import stored_form
from server.store.values import FORM, StoreError, check_wanted, is_given_up

TAKEN: Final = "another Cuttle server uses this database: stop that one first, or name another"
ALONE: Final = (
    "a Cuttle server outside the cluster uses this database: stop that one first, or name another"
)
_TURNS: Final = int.from_bytes(b"cuttle ")
"""Our other advisory lock in PostgreSQL: for what processes must do one after the other."""
_NUMBER: Final = int.from_bytes(b"cuttle")
"""Our advisory lock in PostgreSQL."""
_PATIENCE: Final = 5.0
"""Seconds PostgreSQL may take to notice that an earlier server has died."""
_PAUSE: Final = 0.1
_FRESH: Final = 1.0
"""Seconds for which a connection that worked is trusted."""
_LONGEST_IDLE: Final = 3000
"""Milliseconds after which PostgreSQL ends a transaction of a server that has stopped."""


class FileLock:
    """A locked file beside an SQLite database; the lock goes with the process, the file stays."""

    def __init__(self, database: Path) -> None:
        """Acquire the lock; a `StoreError` says that another process has it."""
        path = database.with_name(database.name + ".lock")
        self._file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(self._file)
            raise StoreError(TAKEN, str(database)) from None

    def release(self) -> None:
        """Release the lock."""
        os.close(self._file)


def advisory(connection: sa.Connection) -> None:
    """Lock a PostgreSQL database for as long as this connection lives."""
    _wait_for(connection, sa.func.pg_try_advisory_lock(_NUMBER), TAKEN)


def advisory_shared(connection: sa.Connection) -> None:
    """Keep servers out that want a PostgreSQL database for themselves, while this lives."""
    _wait_for(connection, sa.func.pg_try_advisory_lock_shared(_NUMBER), ALONE)


def _wait_for(
    connection: sa.Connection, locked: sa.ColumnElement[bool] | sa.Function[bool], why: str
) -> None:
    end = time.monotonic() + _PATIENCE
    while not connection.scalar(sa.select(locked)):
        if time.monotonic() > end:
            raise StoreError(why)
        time.sleep(_PAUSE)


def one_at_a_time(connection: sa.Connection) -> None:
    """Wait until no other process does the same, until this transaction ends."""
    connection.execute(sa.select(sa.func.pg_advisory_xact_lock(_TURNS)))


def _limit_idling(connection: sa.Connection, scope: str, milliseconds: int) -> None:
    """Set for how long PostgreSQL waits within a transaction; 0 for as long as it takes."""
    connection.exec_driver_sql(f"SET {scope} idle_in_transaction_session_timeout = {milliseconds}")


class WriteConnection:
    """The only connection that writes.

    In PostgreSQL it holds the lock: after a lost connection nothing is written before the lock is
    acquired again. A server that stops in the middle of a transaction holds nobody up for long.
    """

    def __init__(
        self, engine: sa.Engine, lock: Callable[[sa.Connection], None] | None = None
    ) -> None:
        self._engine = engine
        self._lock = lock
        self._mine = threading.Lock()
        self._connection: sa.Connection | None = None
        self._used = 0.0

    @contextmanager
    def writing(self, *, patient: bool = False) -> Iterator[sa.Connection]:
        """Open a transaction that ends with the block; threads take turns.

        If it is `patient`, much may be worked out between two statements.
        """
        with self._mine:
            if self._connection is not None and not self._alive(self._connection):
                self._drop()
            if self._connection is None:
                self._connection = self._engine.connect().execution_options(writes=True)
                try:
                    if self._lock is not None:
                        with self._connection.begin():
                            self._lock(self._connection)
                            _limit_idling(self._connection, "SESSION", _LONGEST_IDLE)
                except BaseException:
                    self._drop()
                    raise
                self._used = time.monotonic()
            connection = self._connection
            try:
                with connection.begin():
                    if patient and self._lock is not None:
                        _limit_idling(connection, "LOCAL", 0)
                    check_wanted()
                    yield connection
                    check_wanted()
                self._used = time.monotonic()
            finally:
                if connection.invalidated:
                    self._drop()

    def _alive(self, connection: sa.Connection) -> bool:
        """Ping a connection that was idle, so that no write has to fail first."""
        if self._lock is None or time.monotonic() - self._used < _FRESH:
            return True
        try:
            connection.scalar(sa.select(1))
            connection.rollback()
        except sa.exc.DBAPIError:
            return False
        return True

    def _drop(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            with suppress(sa.exc.SQLAlchemyError):
                connection.invalidate()
            connection.close()

    def close(self) -> None:
        """Close the connection, and release its lock."""
        with self._mine:
            self._drop()


VERSIONS: Final = "cuttle_version"
"""The table that holds the version; its own name, so that nobody else's is taken for ours."""

_SCRIPTS: Final = Path(__file__).with_name("migrations")


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(_SCRIPTS).replace("%", "%%"))
    config.attributes["version_table"] = VERSIONS
    return config


def check(
    connection: sa.Connection, place: str, *, empty: bool = True, newest: bool = False
) -> None:
    """Refuse a database that is not ours or comes from a newer server, without touching it.

    Args:
        empty: whether a database without any table will do.
        newest: whether an older version will not do, because nobody migrates it.
    """
    version = _version(connection)
    found = sa.inspect(connection).get_table_names()
    if version is None and (found or not empty):
        raise StoreError("this is no Cuttle database: name another one", place)
    scripts = ScriptDirectory.from_config(_config())
    known = {script.revision for script in scripts.walk_revisions()}
    if version is not None and version not in known:
        raise StoreError(
            f"the database is of version {version}, newer than this server knows: "
            "install the newer Cuttle, or restore an older backup",
            place,
        )
    highest = sa.select(sa.func.max(stored_form.c.number))
    number = connection.scalar(highest) if stored_form.name in found else 0
    if (number or 0) > FORM:
        raise StoreError(
            f"the database holds values of form {number}, newer than this server knows ({FORM}): "
            "install the newer Cuttle, or restore an older backup",
            place,
        )
    if newest and (number != FORM or version != scripts.get_current_head()):
        raise StoreError("the database is of an older version: start the server once", place)


def examine(connection: sa.Connection, place: str) -> None:
    """Refuse an SQLite database with broken pages, or with rows that refer to nothing."""
    if connection.dialect.name != "sqlite":
        return
    found = connection.exec_driver_sql("PRAGMA integrity_check(1)").scalar()
    if found != "ok":
        raise StoreError(f"{DAMAGED} ({str(found).splitlines()[-1]})", place)
    broken = connection.exec_driver_sql("PRAGMA foreign_key_check").first()
    if broken is not None:
        raise StoreError(f"{DAMAGED} (a row of {broken[0]} refers to nothing)", place)


def is_newest(connection: sa.Connection) -> bool:
    """Return whether a database has the tables that this server reads."""
    head = ScriptDirectory.from_config(_config()).get_current_head()
    return _version(connection) == head


def _version(connection: sa.Connection) -> str | None:
    opts = {"version_table": VERSIONS}
    return MigrationContext.configure(connection, opts=opts).get_current_revision()


def migrate(connection: sa.Connection, version: str = "head") -> None:
    """Migrate a database to a version, within the connection's transaction."""
    config = _config()
    config.attributes["connection"] = connection
    command.upgrade(config, version)
    if version == "head":
        connection.execute(stored_form.delete())
        connection.execute(stored_form.insert().values(number=FORM))


_COMPANIONS: Final = ("-wal", "-shm", "-journal")
"""Files that SQLite may keep beside a database."""
_LOOKS: Final = 10_000
"""Instructions of SQLite between two looks whether the copy is still wanted."""
_OWN_TOOLS: Final = "PostgreSQL is copied with its own tools: run"


def look(address: Address, *, empty: bool = True) -> None:
    """Refuse an SQLite file that is foreign or too new, without changing it."""
    path = address.path
    if path is None or (empty and not (path.exists() and path.stat().st_size)):
        return
    reader = engine(address, "ro")
    try:
        with reader.connect() as connection:
            check(connection, address.place, empty=empty)
            examine(connection, address.place)
    except sa.exc.SQLAlchemyError as error:
        raise explain(error, address.place) from None
    finally:
        reader.dispose()


def copy(address: Address, target: Path) -> None:
    """Copy a database to a new file, as of a single moment; writers are not held up.

    Of PostgreSQL's, the `StoreError` names the command to use.
    """
    if address.path is None:
        file, database = shlex.quote(str(target)), _libpq(address)
        raise StoreError(f"{_OWN_TOOLS} pg_dump --format=custom --file={file} {database}")
    try:
        _copy(address.path, target)
    except FileExistsError:
        raise StoreError("this file is there already: name a new one", str(target)) from None
    except (OSError, sqlite3.Error) as error:
        raise explain(error, f"copying {address.place} to {target}") from None


def _libpq(address: Address) -> str:
    """Write the address as PostgreSQL's tools read it, without a password: they ask for it."""
    url = address.url._replace(drivername="postgresql", password=None)
    shown = {name: value for name, value in url.query.items() if "password" not in name}
    return shlex.quote(url.set(query=shown).render_as_string())


def _copy(source: Path, target: Path) -> None:
    """Write a new file for its owner alone, and sync it to the disk."""
    file = os.open(target, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
    try:
        with closing(sqlite3.connect(f"file:{quote(str(source))}?mode=ro", uri=True)) as reader:
            reader.set_progress_handler(is_given_up, _LOOKS)
            reader.execute("VACUUM INTO ?", (str(target),))
        check_wanted()
        os.fsync(file)
    except BaseException:
        target.unlink()
        raise
    finally:
        os.close(file)
    _sync_folder(target)


def _sync_folder(path: Path) -> None:
    folder = os.open(path.parent, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def restore(backup: Path, url: str, *, replace: bool = False) -> None:
    """Restore a backup while no server runs; an older version migrates when the server starts.

    Of PostgreSQL's, the `StoreError` names the command to use.

    Args:
        backup: a file that ``Store.backup`` wrote.
        replace: whether what is there may go for good.
    """
    address = parse(url)
    if address.path is None:
        file, database = shlex.quote(str(backup)), _libpq(address)
        raise StoreError(f"{_OWN_TOOLS} pg_restore --clean --if-exists -d {database} {file}")
    try:
        lock = FileLock(address.path)
        try:
            if not backup.is_file():
                raise StoreError("there is no such backup: see the path", str(backup))
            look(Address(URL.create("sqlite"), backup), empty=False)  # not foreign, nor too new
            with closing(sqlite3.connect(f"file:{quote(str(backup))}?mode=ro", uri=True)) as reader:
                found = reader.execute("PRAGMA integrity_check(1)").fetchone()[0]
            if found != "ok":
                raise StoreError("this backup is damaged: take another one", str(backup))
            if not replace and address.path.exists() and address.path.stat().st_size:
                raise StoreError("a database is there already: say that it may be replaced")
            _put(backup, address.path)
        finally:
            lock.release()
    except (OSError, sqlite3.Error, StoreError) as error:
        raise explain(error, f"restoring {backup} to {address.place}") from None


def _put(backup: Path, target: Path) -> None:
    """Copy to the same folder, then replace the database atomically.

    The companions of the old database go first: SQLite would apply them to the new database.
    """
    draft = target.with_name(target.name + ".restoring")
    draft.unlink(missing_ok=True)
    _copy(backup, draft)
    for end in _COMPANIONS:
        with suppress(FileNotFoundError):
            os.unlink(f"{target}{end}")
    draft.replace(target)
    _sync_folder(target)
