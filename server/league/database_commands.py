"""The commands of `cuttle league` that read the database of a server."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final, ParamSpec, TypeVar

from cuttle_tui.i18n.translation import languages, speak, tr
from server.cli.parser import Commands, Progress, complain

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
    from server.store.values import StoreError

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


DIFFERENT = 1
"""The exit status if there are differences."""
_MOST_LISTED: Final = 50


def add_recompute(actions: Commands) -> None:
    """Add `cuttle league recompute` to the commands."""
    recompute = actions.add_parser(
        "recompute",
        help=tr("rebuild matches and ratings of a server from its records, and compare"),
        description=(
            "Rebuild from the records of all games what a server derives from them: results, "
            "matches, ratings, counts of plays. Compare that with what is stored. The server must "
            "not run. The exit status is 1 if something differs."
        ),
    )
    what = recompute.add_mutually_exclusive_group()
    what.add_argument("--check", action="store_true", help="only compare: the default")
    what.add_argument("--write", action="store_true", help="store what was rebuilt")
    add_database(recompute)
    recompute.set_defaults(run=run_recompute)


def run_recompute(options: argparse.Namespace) -> int:
    """Rebuild and compare; return the exit status."""
    from server.store.store import Store
    from server.store.values import StoreError

    store = opened(options, partial(Store.open, migrate=options.write))
    if isinstance(store, int):
        return store
    try:
        progress = Progress("games")
        lines = store.recompute(not options.write, progress.show)
        progress.end()
    except StoreError as error:
        return complain(str(error), status=NO_DATABASE)
    finally:
        store.close()
        hand_over(options)
    if not lines:
        sys.stdout.write("equal: what is stored follows from the records\n")
        return 0
    more = len(lines) - _MOST_LISTED
    shown = lines[:_MOST_LISTED] + ([f"and {more} more"] if more > 0 else [])
    sys.stdout.write("".join(f"{line}\n" for line in shown))
    if options.write:
        sys.stdout.write(f"{len(lines)} differences; what was rebuilt is stored now\n")
        return 0
    sys.stdout.write(f"{len(lines)} differences; --write stores what was rebuilt\n")
    return DIFFERENT


NOT_WRITTEN = 1
"""The exit status if pages cannot be written."""
_P = ParamSpec("_P")
_T = TypeVar("_T")


def add_site(actions: Commands) -> None:
    """Add `cuttle league site` to the commands."""
    site = actions.add_parser(
        "site",
        help=tr("write the league of a server as pages for a web site"),
        description=(
            "Write standings, weeks, championships, years and players as static HTML pages into a "
            "folder, for a club's web site. Pages need no script. The server may run meanwhile; "
            "pages that are there are replaced or removed, other files stay."
        ),
    )
    site.add_argument("folder", type=Path, metavar="DIR", help="the folder; made if missing")
    site.add_argument("--title", default="", help="the name of the club")
    site.add_argument("--lang", choices=languages(), default="en", help="the language")
    add_database(site)
    site.set_defaults(run=run_site)


def run_site(options: argparse.Namespace) -> int:
    """Write the pages; return the exit status."""
    import asyncio

    from server.league.site import SiteError
    from server.store.store import Store

    store = opened(options, Store.beside)
    if isinstance(store, int):
        return store
    speak(options.lang)
    try:
        written = asyncio.run(_write(store, options.folder, options.title))
    except SiteError as error:
        return complain(str(error), status=NOT_WRITTEN)
    finally:
        store.close()
    sys.stdout.write(f"{written} files in {options.folder}\n")
    return 0


async def _write(store: Store, folder: Path, title: str) -> int:
    """Write the pages as somebody without an account may see them."""
    from datetime import UTC, datetime

    from server.league.lobby import LeagueService
    from server.league.site import PublicGame, write_site
    from server.people.accounts import Player
    from server.people.presence import Follows, Presence
    from server.store.who_may_see import is_listed

    def game(id: str) -> PublicGame | None:
        """Return a game that is listed for everybody."""
        row = store.game(id, viewer="")
        if row is None or not row.record or not is_listed(row, ""):
            return None
        ended = f"{row.ended:%Y-%m-%d %H:%M}"
        return PublicGame(row.id, row.names, ended, row.ruleset, row.record)

    nobody = Player("", "", guest=True)
    service = LeagueService(store, _AtOnce(), Presence(), Follows(), lambda: datetime.now(UTC))
    return await write_site(service.of(lambda: nobody, lambda: None), folder, title, game)


class _AtOnce:
    """Reads at once: nobody else waits for this process."""

    async def ask(self, function: Callable[_P, _T], /, *args: _P.args, **named: _P.kwargs) -> _T:
        return function(*args, **named)
