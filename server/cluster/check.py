"""Check whether a node could join its cluster, without changing anything."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from importlib.util import find_spec
from typing import Final

from server.cluster.options import ClusterOptions
from server.config.schema import SETTINGS, Config, value_at

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
        yield from _without_broker(config)
        return
    yield from _without_extra()
    if not config.database.startswith("postgres"):
        yield (
            "cluster.nats is set, and the database is SQLite, which one process uses: name a "
            "PostgreSQL as database (postgresql://user@host/database), or take [cluster] out"
        )
    yield from _host_key(config)
    yield from _credentials(config)
    yield from _files(options)


def _without_broker(config: Config) -> Iterator[str]:
    """Find keys that do nothing, because no broker is named."""
    keys = [key for key in SETTINGS if key.startswith("cluster.")]
    given = [key for key in keys if value_at(config, key) != SETTINGS[key].default]
    if given:
        yield (
            f"cluster.nats is not set, so there is no cluster, and nothing heeds "
            f"{', '.join(given)}: name the NATS servers, or take [cluster] out"
        )


def _without_extra() -> Iterator[str]:
    missing = [package for package in _PACKAGES if not find_spec(package)]
    if missing:
        from server.ops.installation import command_for

        yield (
            f"a cluster needs what is not installed here ({', '.join(missing)}): "
            f"{command_for('cluster')}"
        )


def _host_key(config: Config) -> Iterator[str]:
    from server.ops.host_key import NAME, needed

    try:
        there = (config.data / NAME).exists()
    except OSError:
        there = False
    if not there:
        yield needed(config.data)


def _credentials(config: Config) -> Iterator[str]:
    cluster = config.cluster
    if cluster.nats_credentials and cluster.nats_user:
        yield "cluster.nats_credentials and cluster.nats_user are both set: keep one of them"
    if bool(cluster.nats_user) != bool(cluster.nats_password_file):
        yield "set both cluster.nats_user and cluster.nats_password_file, or neither"
    if bool(cluster.nats_cert) != bool(cluster.nats_key):
        yield "set both cluster.nats_cert and cluster.nats_key, or neither"


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
