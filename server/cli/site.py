"""`cuttle league site`: the league of a server as static pages."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Final, ParamSpec, TypeVar

from cuttle_tui.i18n.translation import languages, speak, tr
from server.cli.database import add_database, opened
from server.cli.parser import Commands, complain

if TYPE_CHECKING:
    from server.store.store import Store

NOT_WRITTEN = 1
"""The exit status if pages cannot be written."""
_P = ParamSpec("_P")
_T = TypeVar("_T")
_DEFAULT_LANGUAGE: Final = "en"


def add_site(actions: Commands) -> None:
    """Add `cuttle league site` to the commands."""
    site = actions.add_parser(
        "site",
        help=tr("write the league of a server as pages for a web site"),
        description=(
            "Write standings, weeks, championships, years and players as static HTML pages into a\n"
            "folder, for a club's web site. Pages need no script. The server may run meanwhile;\n"
            "pages that are there are replaced or removed, other files stay."
        ),
    )
    site.add_argument("folder", type=Path, metavar="DIR", help="the folder; made if missing")
    site.add_argument("--title", default="", help="the name of the club")
    site.add_argument("--lang", choices=languages(), default=_DEFAULT_LANGUAGE, help="the language")
    add_database(site)
    site.set_defaults(run=run_site)


def run_site(options: argparse.Namespace) -> int:
    """Write the pages; return the exit status."""
    import asyncio

    from server.league.site.writer import SiteError
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

    from server.league.site.writer import PublicGame, write_site
    from server.lobby.league import LeagueService
    from server.people.follows import Follows
    from server.people.players import Player
    from server.people.presence import Presence

    def game(id: str) -> PublicGame | None:
        """Return a game that everybody may see."""
        row = store.game(id)
        if row is None or not row.public:
            return None
        ended = f"{row.ended:%Y-%m-%d %H:%M}"
        return PublicGame(row.id, row.names, ended, row.ruleset, row.record)

    nobody = Player("", "", guest=True)
    service = LeagueService(store, _AtOnce(), Presence(), Follows(), lambda: datetime.now(UTC))
    return await write_site(service.of(lambda: nobody, lambda: None), folder, title, game)


class _AtOnce:
    """Reads at once: nobody else waits for this process."""

    async def ask(self, function: Callable[_P, _T], /, *args: _P.args, **named: _P.kwargs) -> _T:
        """Call a method of the store."""
        return function(*args, **named)
