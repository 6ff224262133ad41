"""Check whether a server could start with its configuration, without changing anything."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit

from server.config.cluster_check import cluster_obstacles
from server.config.loader import Loaded
from server.config.schema import SETTINGS, Config, value_at

if TYPE_CHECKING:
    from server.store.address import Address


def in_force(loaded: Loaded) -> str:
    """Format every setting as a line of a configuration file, with its source."""
    rows = [
        (f"{key} = {_shown(loaded.config, key)}", loaded.origins.get(key, "default"))
        for key in SETTINGS
    ]
    width = max(len(row[0]) for row in rows if len(row[0]) < 60)
    return "".join(f"{setting:<{width}}  # {origin}\n" for setting, origin in rows)


def _shown(config: Config, key: str) -> str:
    value = masked(config.database_url) if key == "database" else value_at(config, key)
    if SETTINGS[key].secret and key != "database":
        return _quoted("***" if value else "")
    if isinstance(value, tuple):
        return f"[{', '.join(map(_quoted, value))}]"
    if isinstance(value, bool):
        return str(value).lower()
    return str(value) if isinstance(value, int) else _quoted(str(value))


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def masked(url: str) -> str:
    """Return the URL of a database without its password or the values of options."""
    from sqlalchemy.engine import make_url

    shown = make_url(url)
    hidden = dict.fromkeys(shown.query, "***")
    return shown.set(query=hidden).render_as_string(hide_password=True)


def obstacles(config: Config) -> Iterator[str]:
    """Yield what would keep the server from starting: a line each, with what to do."""
    yield from _data_directory(config.data)
    yield from _host_key(config.data)
    yield from _database(config)
    yield from cluster_obstacles(config)
    yield from _descriptors(config)
    yield from _mail(config)


def _mail(config: Config) -> Iterator[str]:
    notify = config.notify
    if notify.smtp_host and not notify.smtp_from:
        yield "notify.smtp_host is set, and notify.smtp_from is not: name the sender of e-mail"


def _data_directory(data: Path) -> Iterator[str]:
    """Check that the directory can be written, or created."""
    there = next(path for path in (data, *data.absolute().parents) if _exists(path))
    if not there.is_dir():
        yield f"cannot use the data directory {data}: {there} is no directory"
    elif not os.access(there, os.W_OK | os.X_OK):
        yield f"cannot use the data directory {data}: {there} may not be written by this user"


def _exists(path: Path) -> bool:
    try:
        return path.exists()
    except OSError:
        return False


def _host_key(data: Path) -> Iterator[str]:
    from server.ops.host_key import NAME, DataError, host_key

    if _exists(data / NAME):
        try:
            host_key(data)
        except DataError as error:
            yield str(error)


def _descriptors(config: Config) -> Iterator[str]:
    """Ask for as many file descriptors as all connections may need."""
    from server.ops.limits import SPARE, descriptors_allowed, descriptors_needed

    limits = config.ssh_limits
    allowed, needed = descriptors_allowed(), descriptors_needed(limits)
    if allowed < needed:
        yield (
            f"limits.connections = {limits.connections} needs {needed} open files, and "
            f"this user may have {allowed}: raise that (LimitNOFILE in the unit, ulimit -n), or "
            f"set limits.connections = {max(1, allowed - SPARE)}"
        )


def _database(config: Config) -> Iterator[str]:
    from server.store.address import parse
    from server.store.errors import StoreError
    from server.store.explain import explain

    address = parse(config.database_url)
    try:
        if address.path is None or _has_content(address.path):
            _judge(address)
        elif not address.path.parent.is_dir() and address.path.parent != config.data.resolve():
            raise StoreError("its folder is not there: make it", address.place)
    except Exception as error:
        why = _without_password(str(explain(error, address.place)), config)
        yield f"cannot open the database: {why}"


def _has_content(file: Path) -> bool:
    return file.exists() and file.stat().st_size > 0


def _judge(address: Address) -> None:
    """Connect to a database and refuse what the server would refuse.

    SQLite would make its companion files even to read, unless it assumes that nobody writes; that
    is so as long as there are none.

    Raises:
        Exception: it will not do.
    """
    from server.store.address import engine
    from server.store.versions import check

    in_use = address.path and address.path.with_name(address.path.name + "-wal").exists()
    reader = engine(address, "ro" if in_use else "ro&immutable=1")
    try:
        with reader.connect() as connection:
            check(connection, address.place)
    finally:
        reader.dispose()


def _without_password(text: str, config: Config) -> str:
    password = urlsplit(config.database_url).password
    for secret in filter(None, {password, unquote(password or "")}):
        text = text.replace(secret, "***")
    return text
