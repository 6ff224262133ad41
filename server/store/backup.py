"""Copy an SQLite database while it is in use, and put a copy back."""

from __future__ import annotations

import os
import shlex
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Final
from urllib.parse import quote

import sqlalchemy as sa
from sqlalchemy.engine import URL

from server.store import lock as versions
from server.store.address import Address, engine, explain, parse
from server.store.lock import FileLock
from server.store.values import StoreError, check_wanted, is_given_up

_COMPANIONS: Final = ("-wal", "-shm", "-journal")
"""Files that SQLite may keep beside a database."""
_LOOKS: Final = 10_000
"""Instructions of SQLite between two looks whether the copy is still wanted."""
_OWN_TOOLS: Final = "PostgreSQL is copied with its own tools: run"


def look(address: Address, *, empty: bool = True) -> None:
    """Refuse an SQLite file that is foreign or too new, without changing it.

    Raises:
        StoreError: it will not do; a missing or empty file will, if `empty`.
    """
    path = address.path
    if path is None or (empty and not (path.exists() and path.stat().st_size)):
        return
    reader = engine(address, "ro")
    try:
        with reader.connect() as connection:
            versions.check(connection, address.place, empty=empty)
    except sa.exc.SQLAlchemyError as error:
        raise explain(error, address.place) from None
    finally:
        reader.dispose()


def copy(address: Address, target: Path) -> None:
    """Copy a database to a new file, as of a single moment; writers are not held up.

    Raises:
        StoreError: the target is there or cannot be written; or the database is PostgreSQL's.
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

    Args:
        backup: a file that ``Store.backup`` wrote.
        replace: whether what is there may go for good.

    Raises:
        StoreError: a server uses the database; something is there and may not go; the backup is
            damaged, foreign or too new; or it is PostgreSQL, and the text names the command.
    """
    address = parse(url)
    if address.path is None:
        file, database = shlex.quote(str(backup)), _libpq(address)
        raise StoreError(f"{_OWN_TOOLS} pg_restore --clean --if-exists -d {database} {file}")
    try:
        with _held(address.path):
            _judge(backup)
            if not replace and address.path.exists() and address.path.stat().st_size:
                raise StoreError("a database is there already: say that it may be replaced")
            _put(backup, address.path)
    except (OSError, sqlite3.Error, StoreError) as error:
        raise explain(error, f"restoring {backup} to {address.place}") from None


@contextmanager
def _held(path: Path) -> Iterator[None]:
    lock = FileLock(path)
    try:
        yield
    finally:
        lock.release()


def _judge(backup: Path) -> None:
    """Refuse a backup that is damaged, foreign or too new."""
    if not backup.is_file():
        raise StoreError("there is no such backup: see the path", str(backup))
    look(Address(URL.create("sqlite"), backup), empty=False)
    with closing(sqlite3.connect(f"file:{quote(str(backup))}?mode=ro", uri=True)) as reader:
        found = reader.execute("PRAGMA integrity_check(1)").fetchone()[0]
    if found != "ok":
        raise StoreError("this backup is damaged: take another one", str(backup))


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
