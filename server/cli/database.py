"""The database that a command of `cuttle league` reads, named as `cuttle serve` names it."""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Final

from server.cli.parser import complain

if TYPE_CHECKING:
    from server.store.store import Store

WRONG_USE, NO_DATABASE = 2, 3
"""Exit statuses: wrong use; the database cannot be used."""
_FLAGS: Final = {"data": "--data", "database": "--database"}


def add_database(command: argparse.ArgumentParser) -> None:
    """Add the flags that name a server's database."""
    command.add_argument("--config", type=Path, metavar="FILE", help="the server's configuration")
    command.add_argument("--data", metavar="DIR", help="the server's data directory")
    command.add_argument("--database", metavar="URL", help="the server's database")


def opened(options: argparse.Namespace, open_store: Callable[[str], Store]) -> Store | int:
    """Open the database that the flags name; else say why not, and return the exit status."""
    from server.config.loader import ConfigError, load
    from server.store.errors import StoreError

    given = {flag: getattr(options, name) for name, flag in _FLAGS.items()}
    flags = {flag: value for flag, value in given.items() if value is not None}
    try:
        return open_store(load(options.config, os.environ, flags).config.database_url)
    except ConfigError as error:
        return complain(str(error), status=WRONG_USE)
    except StoreError as error:
        return complain(str(error), status=NO_DATABASE)
