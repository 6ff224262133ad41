"""Check the version of a database, and migrate older databases."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory

from server.store.errors import StoreError

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
        connection: a connection to it; nothing is written.
        place: what to call it.
        empty: whether a database without any table will do.
        newest: whether an older version will not do, because nobody migrates it.

    Raises:
        StoreError: it will not do.
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
    if newest and version != scripts.get_current_head():
        raise StoreError("the database is of an older version: start the server once", place)


def _version(connection: sa.Connection) -> str | None:
    opts = {"version_table": VERSIONS}
    return MigrationContext.configure(connection, opts=opts).get_current_revision()


def migrate(connection: sa.Connection, version: str = "head") -> None:
    """Migrate a database to a version, within the connection's transaction."""
    config = _config()
    config.attributes["connection"] = connection
    command.upgrade(config, version)
