"""Check whether a server could start with its configuration, without changing anything."""

from __future__ import annotations

import asyncio
import errno
import os
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from importlib.util import find_spec
from itertools import combinations
from pathlib import Path
from tempfile import TemporaryFile
from typing import TYPE_CHECKING, Final
from urllib.parse import quote

from server.calls import is_loopback, missing_package
from server.cluster.options import ClusterOptions
from server.config.loader import Loaded
from server.config.schema import SETTINGS, Config, value_at
from server.ops.addresses import EVERY_HOST, is_this_machine, public_door
from server.ops.host_key import NAME, DataError, answers, check_path, host_key, needed
from server.web import missing_packages

if TYPE_CHECKING:
    from server.store.address import Address


_ROOM: Final = 1 << 20
"""Bytes that a server needs at least to start."""
_SECRET_FILES: Final = (
    "database_password_file",
    "cluster.nats_credentials",
    "cluster.nats_password_file",
    "cluster.nats_key",
)
"""The settings that name a file with a secret."""


def in_force(loaded: Loaded) -> str:
    """Format every setting as a line of a configuration file, with its source."""
    rows = [
        (f"{key} = {_shown(loaded.config, key)}", loaded.origins.get(key, "default"))
        for key in SETTINGS
    ]
    width = max(len(row[0]) for row in rows if len(row[0]) < 60)
    lines = "".join(f"{setting:<{width}}  # {origin}\n" for setting, origin in rows)
    config = loaded.config
    told = [*_read_by_players(config), *_called(config), *_open_to_others(loaded)]
    return lines + "".join(f"# {line}\n" for line in told)


def _open_to_others(loaded: Loaded) -> Iterator[str]:
    """Say what others on this machine may read of what is the server's alone."""
    data = loaded.config.data
    if _is_open(data):  # as older versions left it
        yield f"others on this machine may look into {data}: chmod 700 {data}"
    names = {str(value_at(loaded.config, key)) for key in _SECRET_FILES}
    secrets = {Path(name) for name in names if name}
    for key, origin in loaded.origins.items():
        file, _, line = origin.rpartition(", line ")
        if line and SETTINGS[key].secret and "***" in _shown(loaded.config, key):
            secrets.add(Path(file))
    for path in filter(_is_open, sorted(secrets)):
        yield f"others on this machine may read {path}: chmod 600 {path}"


def _is_open(path: Path) -> bool:
    with suppress(OSError):
        return bool(path.stat().st_mode & 0o077)
    return False


def _read_by_players(config: Config) -> Iterator[str]:
    """Show the lines that players are given, as for an invitation."""
    line = f"players read: ssh {public_door(config.shown_address, config.listen.port)}"
    if config.shown_address == "HOST":
        line += "  (set public_address, so that they need not know what HOST stands for)"
    yield line
    web = config.web_options
    if web is not None:
        hint = "  (set web.proxies, or all who come by your proxy share its limits)"
        yield f"browsers open: {web.shown_url}{hint if web.secure and not web.proxies else ''}"


def _called(config: Config) -> Iterator[str]:
    """Say who is called, and for what; what else is in a URL may be a secret."""
    for hook in config.calls.hooks:
        yield f"calls {hook.name} ({hook.form}) at {hook.host}: {', '.join(hook.wants)}"


def _shown(config: Config, key: str) -> str:
    value = value_at(config, key)
    if key == "database":
        value = masked(config.database or config.own_database_url)
    if SETTINGS[key].secret and key != "database" and value != ():
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
    data = config.data
    there = next(path for path in (data, *data.absolute().parents) if _exists(path))
    if not there.is_dir():
        yield f"cannot use the data directory {data}: {there} is not a directory"
    elif not os.access(there, os.W_OK | os.X_OK):
        yield f"cannot use the data directory {data}: {there} may not be written by this user"
    elif why := _no_room(there):
        yield f"cannot write to the data directory {data} ({why}): make room there"
    try:
        check_path(config.admin_socket)
    except DataError as error:
        yield str(error)
    try:
        if _exists(config.data / NAME):
            host_key(config.data)
    except DataError as error:
        yield str(error)
    yield from database_faults(config)
    yield from cluster_obstacles(config)
    yield from _descriptors(config)
    yield from mistakes(config)
    yield from _ports(config)


def mistakes(config: Config) -> Iterator[str]:
    """Yield contradictions in the configuration: a line each, with what to do."""
    notify = config.notify
    if notify.smtp_host and not notify.smtp_from:
        yield "notify.smtp_host is set, and notify.smtp_from is not: name the sender of e-mail"
    yield from _half_set(config, ("notify.smtp_user", "notify.smtp_password"))
    if notify.smtp_host and notify.smtp_tls == "none" and not is_this_machine(notify.smtp_host):
        yield (
            f'notify.smtp_tls is "none", and notify.smtp_host = {notify.smtp_host} is another '
            "machine: everybody on the way would read the mails; use starttls or tls"
        )
    if config.calls.hooks and (command := missing_package()):
        yield f"calls.hooks is set, and what sends calls is missing: {command}"
    for hook in config.calls.hooks:
        if not config.calls.private and is_loopback(hook.host):
            yield (
                f"calls.hooks: the receiver {hook.name} is on this machine: set calls.private = "
                "true if that is meant"
            )
    if config.web.enabled and (command := missing_packages()):
        yield f"web.enabled is true, and packages that it needs are missing: {command}"
    for (one, host, port), (other, there, same) in combinations(_listeners(config), 2):
        hosts = {host, there}
        if port == same != 0 and (len(hosts) == 1 or hosts & EVERY_HOST):
            yield f"{one}.port and {other}.port are both {port}: choose another one"


def _half_set(config: Config, *pairs: tuple[str, str]) -> Iterator[str]:
    """Find pairs of settings of which only one is set."""
    for one, other in pairs:
        if bool(value_at(config, one)) != bool(value_at(config, other)):
            yield f"set both {one} and {other}, or neither"


def _listeners(config: Config) -> Iterator[tuple[str, str, int]]:
    """Yield the section, host and port of everything that listens."""
    yield "listen", config.listen.host, config.listen.port
    if config.metrics.port:
        yield "metrics", config.metrics.host, config.metrics.port
    if config.web.enabled:
        yield "web", config.web.host, config.web.port


def _ports(config: Config) -> Iterator[str]:
    """Bind what the server will listen on, without listening."""
    from server.doors.admission import Admission, open_socket

    running = answers(config.admin_socket)  # then the ports are taken, by this very server
    shared = config.cluster_options is not None and config.cluster.reuse_port
    with ExitStack() as bound:
        for section, host, port in _listeners(config):
            try:
                admission = Admission(config.ssh_limits)
                share = shared and section != "metrics"
                bound.enter_context(open_socket(admission, host, port, shared=share))
            except OSError as error:
                if error.errno == errno.EADDRINUSE and running:
                    continue
                yield (
                    f"cannot listen on {host} port {port} ({error.strerror or error}): correct "
                    f"{section}.host or {section}.port"
                )


def _no_room(folder: Path) -> str:
    """Return why a little more cannot be written to a folder; nothing is left there."""
    try:
        with TemporaryFile(dir=folder, buffering=0) as draft:
            draft.write(bytes(_ROOM))
            os.fsync(draft.fileno())
    except OSError as error:
        return error.strerror or str(error)
    return ""


def _exists(path: Path) -> bool:
    try:
        return path.exists()
    except OSError:
        return False


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


def database_faults(config: Config) -> Iterator[str]:
    """Return why the database cannot be used, or what of it cannot be read."""
    from sqlalchemy.engine import make_url

    from server.store.address import explain, parse
    from server.store.values import StoreError

    try:
        address = parse(config.database_url)
    except StoreError as error:
        yield str(error)
        return
    path = address.path
    try:
        if path is None or (path.exists() and path.stat().st_size > 0):
            yield from _judge(address)
            if path is not None and not os.access(path, os.W_OK):
                raise StoreError("it may not be written by this user", address.place)
        elif not path.parent.is_dir() and path.parent != config.data.resolve():
            raise StoreError("its folder is not there: make it", address.place)
    except Exception as error:
        why = str(explain(error, address.place))
        password = make_url(config.database_url).password or ""
        for secret in filter(None, (password, quote(password, safe=""))):
            why = why.replace(secret, "***")
        yield f"cannot open the database: {why}"


def _judge(address: Address) -> Iterator[str]:
    """Connect to a database, refuse what the server would refuse, and tell what it cannot read.

    SQLite would make its companion files even to read, unless it assumes that nobody writes; that
    is so as long as there are none.

    Raises:
        Exception: it will not do.
    """
    from server.config.contents import faults
    from server.store.address import engine
    from server.store.database import check, examine, is_newest

    in_use = address.path and address.path.with_name(address.path.name + "-wal").exists()
    reader = engine(address, "ro" if in_use else "ro&immutable=1")
    try:
        with reader.connect() as connection:
            check(connection, address.place)
            if is_newest(connection):
                yield from (
                    f"{address.place}: {fault}" for fault in faults(connection, address.place)
                )
            else:
                examine(connection, address.place)
    finally:
        reader.dispose()


_PACKAGES: Final = ("nats", "msgspec")
"""The packages of the extra `cluster`."""


def cluster_obstacles(config: Config) -> Iterator[str]:
    """Yield what would keep this process from joining the cluster, asking the broker as well."""
    found = [*cluster_mistakes(config)]
    yield from found
    options = config.cluster_options
    if options is not None and not found:
        from server.cluster.connecting import probe

        if why := asyncio.run(probe(options)):
            yield why


def cluster_mistakes(config: Config) -> Iterator[str]:
    """Yield what is wrong with the configuration of a cluster: a line each, with what to do."""
    options = config.cluster_options
    if options is None:
        keys = [key for key in SETTINGS if key.startswith("cluster.")]
        given = [key for key in keys if value_at(config, key) != SETTINGS[key].default]
        if given:
            yield (
                f"cluster.nats is not set, so there is no cluster, and nothing heeds "
                f"{', '.join(given)}: name the NATS servers, or take [cluster] out"
            )
        return
    yield from _without_extra()
    if not config.database.startswith("postgres"):
        yield (
            "cluster.nats is set, and the database is SQLite, which one process uses: name a "
            "PostgreSQL as database (postgresql://user@host/database), or take [cluster] out"
        )
    if not _exists(config.data / NAME):  # which all nodes share
        yield needed(config.data)
    if config.cluster.nats_credentials and config.cluster.nats_user:
        yield "cluster.nats_credentials and cluster.nats_user are both set: keep one of them"
    yield from _half_set(
        config,
        ("cluster.nats_user", "cluster.nats_password_file"),
        ("cluster.nats_cert", "cluster.nats_key"),
    )
    yield from _files(options)


def _without_extra() -> Iterator[str]:
    missing = [package for package in _PACKAGES if not find_spec(package)]
    if missing:
        from server.ops.installation import command_for

        yield (
            f"a cluster needs what is not installed here ({', '.join(missing)}): "
            f"{command_for('cluster')}"
        )


def _files(options: ClusterOptions) -> Iterator[str]:
    for name, path in options.files:
        try:
            with path.open("rb"):
                pass
        except OSError as error:
            yield (
                f"cluster.{name}: {path} cannot be read ({error.strerror or error}): correct the "
                "path, or let this user read the file"
            )
