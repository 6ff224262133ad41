"""Every admin command, declared once.

The command line, the check of requests, the socket's dispatch and the manual page follow from this
table. A new command is a row here, and a method of `ServerAdmin` that does the work.
"""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from server.admin.people_commands import PEOPLE_COMMANDS
from server.admin.schema import (
    FORMS,
    LONG,
    NUMBER,
    Argument,
    Command,
    Order,
    argument,
    ban_value,
    file_path,
    flag,
    kind_of_ban,
    minutes,
    moment,
    optional,
    words,
    would_end,
)
from server.league.admin_commands import LEAGUE_COMMANDS

if TYPE_CHECKING:
    from argparse import Namespace

_NAME: Final = argument("name", words("a name", 64))
_BANNED: Final[tuple[Argument, ...]] = (
    argument("kind", kind_of_ban, choices=tuple(FORMS)),
    argument("value", words("a value", 200)),
)


def _kicked(count: int | None, options: Namespace) -> str:
    name = options.name
    if count is None:
        return f"every node ends the sessions of {name}"
    return f"ended {count} of {name}'s sessions" if count else f"nobody called {name} is here"


def _would_ban(names: list[str], options: Namespace) -> str:
    inside = f": {', '.join(names)}" if names else ""
    return would_end(len(names), options) + inside


def _unbanned(was: bool, options: Namespace) -> str:
    return f"{options.kind} {options.value} {'may come in again' if was else 'was not banned'}"


def _would_unban(is_banned: bool, options: Namespace) -> str:
    what = f"{options.kind} {options.value}"
    return f"would let {what} in again" if is_banned else f"{what} is not banned"


def _drained(_: Any, options: Namespace) -> str:
    drains = f"{options.node} drains" if options.node else "draining"
    which = "every node drains" if options.all else drains
    return f"{which}: no new games; the server ends once all is kept"


def _written(missing: int, options: Namespace) -> str:
    less = f"; {missing} writes are not in it, for the store takes none now" if missing else ""
    return f"wrote {options.file}{less}"


COMMANDS: Final[tuple[Command, ...]] = (
    Command("ping", "", lambda server, ask: "pong"),
    Command(
        "who",
        "list the players who are online",
        lambda server, ask: server.who(),
        nothing="nobody is here",
    ),
    Command(
        "games", "list the tables", lambda server, ask: server.games(), nothing="no table is open"
    ),
    Order(
        "announce",
        "show a line to everybody",
        lambda server, ask: server.announce(ask["text"]),
        (argument("text", words("a text", 200), sent=" ".join, nargs="+"),),
        shown=lambda count, _: "told every node" if count is None else f"told {count}",
        trial=lambda server, ask: server.would_tell(),
        would=partial(would_end, effect="tell"),
    ),
    Order(
        "kick",
        "end a player's sessions",
        lambda server, ask: server.kick(ask["name"]),
        (_NAME,),
        shown=_kicked,
        refused=lambda count: count == 0,
        trial=lambda server, ask: server.would_kick(ask["name"]),
    ),
    Order(
        "ban",
        "ban somebody, and end their sessions",
        lambda server, ask: server.ban(
            ask["kind"],
            ban_value(ask),
            ask["minutes"],
            ask["why"],
            unused=ask["unused"],
            until=ask["until"],
        ),
        (
            *_BANNED,
            argument(
                "--minutes",
                minutes,
                "for how long; for good if not given",
                exclusive=True,
                **NUMBER,
            ),
            argument(
                "--until",
                moment,
                "until a day or a time, UTC: 2026-12-31",
                exclusive=True,
                metavar="TIME",
            ),
            argument(
                "--why",
                words("a reason", 200, empty=True),
                "the reason they are shown",
                default="",
                metavar="TEXT",
            ),
            argument("--unused", flag, "also a name that nobody has"),
        ),
        shown=lambda _, options: f"banned {options.kind} {options.value}",
        trial=lambda server, ask: server.would_ban(
            ask["kind"], ban_value(ask), unused=ask["unused"]
        ),
        would=_would_ban,
    ),
    Order(
        "unban",
        "lift a ban",
        lambda server, ask: server.unban(ask["kind"], ban_value(ask)),
        _BANNED,
        shown=_unbanned,
        refused=lambda was: not was,
        trial=lambda server, ask: server.would_unban(ask["kind"], ban_value(ask)),
        would=_would_unban,
    ),
    Command(
        "bans",
        "list the bans in force",
        lambda server, ask: server.bans(),
        nothing="nobody is banned",
    ),
    Command(
        "reports",
        "list what players reported and no operator has settled",
        lambda server, ask: server.reports(every=ask["all"]),
        (argument("--all", flag, "settled ones as well"),),
        nothing="no reports",
    ),
    Command(
        "nodes",
        "list the nodes of the cluster",
        lambda server, ask: server.nodes(),
        nothing="this server runs alone",
    ),
    Order(
        "drain",
        "end: no new games, players notified, state saved",
        lambda server, ask: server.drain(ask["node"], everywhere=ask["all"]),
        (
            argument(
                "--node",
                optional(words("a node", 64)),
                "another node of the cluster, not this one",
                exclusive=True,
                metavar="NAME",
            ),
            argument("--all", flag, "all nodes of the cluster", exclusive=True),
        ),
        shown=_drained,
        trial=lambda server, ask: server.would_drain(ask["node"], everywhere=ask["all"]),
    ),
    Command(
        "backup",
        "copy the database to a new file",
        lambda server, ask: server.backup(ask["path"]),
        (
            argument(
                "file", file_path, key="path", sent=lambda file: str(file.absolute()), type=Path
            ),
        ),
        shown=_written,
        timeout=LONG,
    ),
    Command(
        "note-backup",
        "note that another program has backed up the database",
        lambda server, ask: server.note_backup(),
        shown=lambda _, options: "noted",
    ),
    *PEOPLE_COMMANDS,
    *LEAGUE_COMMANDS,
)
