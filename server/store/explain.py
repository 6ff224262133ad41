"""Explain database errors: what is wrong and what to do, never the data."""

from __future__ import annotations

import errno
import logging
import sqlite3
from typing import Final

from sqlalchemy import exc

from server.store.errors import StoreError, Unstorable

log = logging.getLogger(__name__)

_LOCKED: Final = "another program has locked the database: end that program"
_READ_ONLY: Final = (
    "the database cannot be written: let the user who runs the server write it and its folder"
)
_NO_ROOM: Final = "the disk is full: make room on it"
_DAMAGED: Final = "the database is damaged: restore a backup"
_AWAY: Final = "PostgreSQL cannot be reached: see that it runs and that the URL names it"

_SQLITE: Final = {
    "SQLITE_BUSY": _LOCKED,
    "SQLITE_LOCKED": _LOCKED,
    "SQLITE_READONLY": _READ_ONLY,
    "SQLITE_PERM": _READ_ONLY,
    "SQLITE_FULL": _NO_ROOM,
    "SQLITE_IOERR": "the disk fails or has no room left: make room, or see to the disk",
    "SQLITE_CORRUPT": _DAMAGED,
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

_POSTGRES: Final = {
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
    "password authentication failed": _POSTGRES["28"],
    "no password supplied": _POSTGRES["28"],
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
    if known := _by_code(cause) or _by_text(cause):
        return StoreError(known, place)
    if isinstance(error, exc.DBAPIError | sqlite3.Error | OSError) and not isinstance(
        error, _UNSTORABLE
    ):
        return StoreError(f"the database fails ({_first_line(cause)})", place)
    if not isinstance(error, exc.SQLAlchemyError | UnicodeError | OverflowError):
        log.error("a fault in the store", exc_info=error)
    return Unstorable(f"the database does not take this ({type(cause).__name__})", place)


def _by_code(cause: BaseException | None) -> str | None:
    if isinstance(cause, sqlite3.Error):
        return _beginning(_SQLITE, getattr(cause, "sqlite_errorname", None) or "")
    if isinstance(cause, OSError):
        return _SYSTEM.get(cause.errno or 0)
    return _beginning(_POSTGRES, getattr(cause, "sqlstate", None) or "")


def _beginning(table: dict[str, str], code: str) -> str | None:
    return next((text for key, text in table.items() if code.startswith(key)), None)


def _by_text(cause: BaseException | None) -> str | None:
    if getattr(cause, "sqlstate", "") is not None:
        return None
    text = str(cause)
    return next((why for part, why in _BY_TEXT.items() if part in text), None)


def _first_line(cause: BaseException | None) -> str:
    """Return the driver's own summary; what follows it may quote stored data."""
    return next(iter(str(cause).splitlines()), "") or type(cause).__name__
