"""The URL of a database, an engine for it, and what is wrong with one, in words."""

from __future__ import annotations

import errno
import logging
import os
import re
import sqlite3
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

import sqlalchemy as sa
from sqlalchemy import exc
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, NoSuchModuleError

from server.store.values import StoreError, Unstorable

FORMS: Final = "sqlite:////folder/cuttle.db or postgresql://user@host/database"
ENCODE: Final = "in a password write @ as %40, / as %2F, ? as %3F and % as %25"
_BACKENDS: Final = {
    "sqlite": "sqlite",
    "sqlite+pysqlite": "sqlite",
    "postgres": "postgresql",
    "postgresql": "postgresql",
    "postgresql+psycopg": "postgresql",
}
_BUSY: Final = 5.0
"""Seconds to wait for another program that has locked an SQLite database."""

_POSTGRES: Final[dict[str, Any]] = {
    "connect_timeout": 5,
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 15_000,
    "application_name": "cuttle",
    "options": "-c statement_timeout=30s -c lock_timeout=10s",
}
"""Notices a dead network within seconds; the URL overrides these."""


@dataclass(frozen=True, slots=True)
class Address:
    """The location of a database."""

    url: URL
    path: Path | None
    """The file of an SQLite database; None for PostgreSQL."""

    @property
    def place(self) -> str:
        """The location for messages: no user, no password, no options."""
        if self.path is not None:
            return str(self.path)
        host = self.url.host or "localhost"
        port = "" if self.url.port is None else f":{self.url.port}"
        shown = f"[{host}]" if ":" in host else host
        return f"postgresql://{shown}{port}/{self.url.database or ''}"


def with_password(text: str, file: Path) -> str:
    """Return the URL of a database with the password that is the first line of a file."""
    if not text.startswith("postgres"):
        raise StoreError("there is a password for a database, and no PostgreSQL: name it")
    try:
        lines = file.read_text().splitlines()
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or error
        raise StoreError(
            f"the password of the database cannot be read ({why})", str(file)
        ) from None
    url = parse(text).url
    if url.password is not None:
        raise StoreError("the URL of the database has a password as well: keep one of them")
    return url.set(password=lines[0] if lines else "").render_as_string(hide_password=False)


def parse(text: str) -> Address:
    """Parse the URL of a database."""
    # a sign in a password would be taken for its end, and the rest for a host that is shown
    beyond = re.split(r"[/?@]", text.partition("://")[2], maxsplit=1)[-1]
    if text.startswith("postgres") and "@" in beyond.partition("?")[0]:
        raise StoreError(f"the URL of the database cannot be read: {ENCODE}")
    try:
        url = make_url(text)
    except (ArgumentError, ValueError):
        raise StoreError(f"the URL of the database cannot be read: write {FORMS}") from None
    backend = _BACKENDS.get(url.drivername)
    if backend is None:
        raise StoreError(f"{url.drivername} databases are not supported: write {FORMS}")
    if backend != "sqlite":
        return Address(url, None)
    if not url.database or url.database == ":memory:" or url.database.startswith("file:"):
        raise StoreError("the URL names no file: write sqlite:////folder/cuttle.db")
    if url.host or set(url.query) - {"timeout"}:
        raise StoreError(
            "the URL of an SQLite database has a path and at most ?timeout=SECONDS: "
            "write sqlite:////folder/cuttle.db, with four strokes for a full path"
        )
    _busy(url)
    return Address(url, Path(os.path.realpath(url.database)))


def _busy(url: URL) -> float:
    try:
        return float(str(url.query.get("timeout", _BUSY)))
    except ValueError:
        raise StoreError("the timeout in the URL is not a number of seconds") from None


def engine(address: Address, mode: str = "rw") -> sa.Engine:
    """Create an engine, which connects on first use.

    `mode` is SQLite's way of opening a file, ``rw`` or ``ro``; neither creates a file.
    """
    if address.path is not None:
        return _sqlite(address.path, mode, _busy(address.url))
    url = address.url.set(drivername="postgresql+psycopg")
    options = {name: value for name, value in _POSTGRES.items() if name not in url.query}
    try:
        return sa.create_engine(url, connect_args=options, pool_pre_ping=True, hide_parameters=True)
    except (ImportError, NoSuchModuleError):
        from server.ops.installation import command_for

        raise StoreError(
            f"the PostgreSQL driver is missing: {command_for('postgres')}", address.place
        ) from None


def _sqlite(path: Path, mode: str, busy: float) -> sa.Engine:
    def connect() -> sqlite3.Connection:
        connection = sqlite3.connect(
            f"file:{quote(str(path))}?mode={mode}",
            uri=True,
            timeout=busy,
            isolation_level=None,
            check_same_thread=False,
        )
        try:
            if mode == "rw":
                connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("PRAGMA foreign_keys = ON")
            connection.execute("PRAGMA synchronous = FULL")
        except sqlite3.Error:
            connection.close()
            raise
        return connection

    def begin(connection: sa.Connection) -> None:
        """Begin a transaction ourselves: the driver would exclude schema changes."""
        writes = connection.get_execution_options().get("writes", False)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")

    made = sa.create_engine(
        "sqlite:///file", creator=connect, poolclass=sa.QueuePool, hide_parameters=True
    )
    sa.event.listen(made, "begin", begin)
    return made


log = logging.getLogger(__name__)

_LOCKED: Final = "another program has locked the database: end that program"
_READ_ONLY: Final = (
    "the database cannot be written: let the user who runs the server write it and its folder"
)
_NO_ROOM: Final = "the disk is full: make room on it"
DAMAGED: Final = "the database is damaged: restore a backup"
_AWAY: Final = "PostgreSQL cannot be reached: see that it runs and that the URL names it"

_SQLITE: Final = {
    "SQLITE_BUSY": _LOCKED,
    "SQLITE_LOCKED": _LOCKED,
    "SQLITE_READONLY": _READ_ONLY,
    "SQLITE_PERM": _READ_ONLY,
    "SQLITE_FULL": _NO_ROOM,
    "SQLITE_IOERR": "the disk fails or has no room left: make room, or see to the disk",
    "SQLITE_CORRUPT": DAMAGED,
    "SQLITE_NOTADB": "the file is no SQLite database: name another one, or restore a backup",
    "SQLITE_CANTOPEN": "the file cannot be opened: see that its folder is there and may be written",
}
"""By the beginning of SQLite's own name for the error."""

_SYSTEM: Final = {
    errno.EACCES: _READ_ONLY,
    errno.EPERM: _READ_ONLY,
    errno.EROFS: _READ_ONLY,
    errno.ENOSPC: _NO_ROOM,
    errno.EDQUOT: _NO_ROOM,
}
"""By the system's number for the error."""

_POSTGRES_CODES: Final = {
    "25006": "the database cannot be written: name a server that takes writes, not a replica",
    "28": "PostgreSQL refuses the login: see the user in the URL of the database, and the password "
    "there, in database_password_file or in PGPASSFILE",
    "3D000": "PostgreSQL has no such database: make it with createdb",
    "42501": "this user may not do that in PostgreSQL: make it the owner of the database",
    "53100": _NO_ROOM,
    "53300": "PostgreSQL takes no more connections: raise max_connections",
    "55P03": _LOCKED,
    "57P": _AWAY,
    "08": _AWAY,
}
"""By the beginning of PostgreSQL's code for the error."""

_BY_TEXT: Final = {
    "password authentication failed": _POSTGRES_CODES["28"],
    "no password supplied": _POSTGRES_CODES["28"],
    "does not exist": "PostgreSQL knows no such user or database: see the URL, and make them",
    "server closed the connection": _AWAY,
    "connection to server": _AWAY,
    "connection failed": _AWAY,
    "connection is lost": _AWAY,
    "connection is closed": _AWAY,
}
"""By a part of the text, where PostgreSQL's driver has no code yet."""

_UNSTORABLE: Final = (exc.IntegrityError, exc.DataError, exc.ProgrammingError)


def explain(error: Exception, place: str = "") -> StoreError:
    """Convert a library's error into an error the operator can act on."""
    if isinstance(error, StoreError):
        return error if error.place else type(error)(error.why, place)
    cause = error.orig if isinstance(error, exc.DBAPIError) else error
    if known := _known_trouble(cause):
        return StoreError(known, place)
    if isinstance(error, exc.DBAPIError | sqlite3.Error | OSError) and not isinstance(
        error, _UNSTORABLE
    ):
        # the driver's own summary; what follows it may quote stored data
        summary = next(iter(str(cause).splitlines()), "") or type(cause).__name__
        return StoreError(f"the database fails ({summary})", place)
    if not isinstance(error, exc.SQLAlchemyError | UnicodeError | OverflowError):
        log.error("a fault in the store", exc_info=error)
    return Unstorable(f"the database does not take this ({type(cause).__name__})", place)


def _known_trouble(cause: BaseException | None) -> str | None:
    """Return what to do about an error, by its code; by its text where PostgreSQL's has no code."""
    if isinstance(cause, OSError):
        return _SYSTEM.get(cause.errno or 0)
    if isinstance(cause, sqlite3.Error):
        code, by_code = getattr(cause, "sqlite_errorname", None), _SQLITE
    else:
        code, by_code = getattr(cause, "sqlstate", ""), _POSTGRES_CODES
    if code is None and by_code is _POSTGRES_CODES:
        return next((why for part, why in _BY_TEXT.items() if part in str(cause)), None)
    return next((why for start, why in by_code.items() if (code or "").startswith(start)), None)
