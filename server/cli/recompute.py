"""`cuttle league recompute`: rebuild what a server derives from its games, and compare."""

from __future__ import annotations

import argparse
import sys
from functools import partial
from typing import Final

from cuttle_tui.i18n.translation import tr
from server.cli.database import NO_DATABASE, add_database, hand_over, opened
from server.cli.parser import Commands, complain
from server.cli.progress import Progress

DIFFERENT = 1
"""The exit status if there are differences."""
_MOST_LISTED: Final = 50


def add_recompute(actions: Commands) -> None:
    """Add `cuttle league recompute` to the commands."""
    recompute = actions.add_parser(
        "recompute",
        help=tr("rebuild matches and ratings of a server from its records, and compare"),
        description=(
            "Rebuild from the records of all games what a server derives from them: results,\n"
            "matches, ratings, counts of plays. Compare that with what is stored. The server must\n"
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
    from server.store.errors import StoreError
    from server.store.store import Store

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
    return _told(lines, written=options.write)


def _told(lines: list[str], *, written: bool) -> int:
    if not lines:
        sys.stdout.write("equal: what is stored follows from the records\n")
        return 0
    more = len(lines) - _MOST_LISTED
    shown = lines[:_MOST_LISTED] + ([f"and {more} more"] if more > 0 else [])
    sys.stdout.write("".join(f"{line}\n" for line in shown))
    if written:
        sys.stdout.write(f"{len(lines)} differences; what was rebuilt is stored now\n")
        return 0
    sys.stdout.write(f"{len(lines)} differences; --write stores what was rebuilt\n")
    return DIFFERENT
