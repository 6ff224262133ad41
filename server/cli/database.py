"""The database that a command of `cuttle league` reads, named as `cuttle serve` names it."""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Final

from server.cli.parser import complain

if TYPE_CHECKING:
    from server.config.schema import Config
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
    from server.config.loader import ConfigError
    from server.store.errors import StoreError

    try:
        return open_store(_config(options).database_url)
    except ConfigError as error:
        return complain(str(error), status=WRONG_USE)
    except StoreError as error:
        return complain(str(error), status=NO_DATABASE)


def _config(options: argparse.Namespace) -> Config:
    from server.config.loader import load

    given = {flag: getattr(options, name) for name, flag in _FLAGS.items()}
    flags = {flag: value for flag, value in given.items() if value is not None}
    return load(options.config, os.environ, flags).config


def hand_over(options: argparse.Namespace) -> None:
    """Give the files of a database that root has used back to the server's own user."""
    from server.store.address import parse

    path = parse(_config(options).database_url).path
    if path is not None:
        give_to_owner(path.parent)


def give_to_owner(data: Path) -> None:
    """Change the owner of files that root created in a directory to that of the directory."""
    owner = data.stat()
    for path in data.iterdir():
        if path.lstat().st_uid == os.geteuid() != owner.st_uid:
            os.chown(path, owner.st_uid, owner.st_gid, follow_symlinks=False)
