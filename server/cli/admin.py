"""`cuttle admin`: manage a server that runs on this machine."""

from __future__ import annotations

import argparse
import json
import os
import socket
import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from itertools import zip_longest
from pathlib import Path
from textwrap import wrap
from typing import TYPE_CHECKING, Any, Final

from rich.cells import cell_len

from cuttle_tui.i18n.translation import tr
from server.cli.parser import Commands, complain
from server.league.cli_admin import add_league, decide, request_of, who_decides
from server.league.cli_server import give_to_owner
from server.sanitize import clean, printable

if TYPE_CHECKING:
    from server.config.schema import Config

REFUSED, WRONG_USE, NO_SERVER, NOT_ALLOWED = 1, 2, 3, 4
"""Exit statuses: refused; wrong use; no server runs; not permitted."""
_CONNECT_TIMEOUT: Final = 15.0
"""Seconds the server may take to accept a command."""
_ANSWER_TIMEOUT: Final = 660.0
_LARGEST: Final = 16 * 1024
"""Bytes of a request that the server reads."""
_KINDS: Final = ("key", "name", "address")
_WIDEST: Final = 60
"""Columns of a table's cell; what is longer goes on in the next line."""
_LONGEST: Final = 4000
"""Characters of a cell that are shown."""


class AdminFailure(Exception):
    """A command was not carried out."""

    def __init__(self, text: str, status: int) -> None:
        super().__init__(text)
        self.status = status


@dataclass(frozen=True, slots=True)
class _Output:
    """Formats an answer."""

    text: Callable[[Any, argparse.Namespace], str]
    """The server's answer as text."""
    status: Callable[[Any], int] = lambda value: 0


def _listed(nothing: str) -> _Output:
    return _Output(lambda rows, options: table(rows) or nothing)


def _kicked(count: int | None, name: str) -> str:
    if count is None:
        return f"every node ends the sessions of {name}"
    return f"ended {count} of {name}'s sessions" if count else f"nobody called {name} is here"


def _status_of_kick(count: int | None) -> int:
    return REFUSED if count == 0 else 0


def _drained(options: argparse.Namespace) -> str:
    if options.all:
        return "every node drains"
    return f"{options.node} drains" if options.node else "draining"


def _written(file: Path, missing: int) -> str:
    less = f"; {missing} writes are not in it, for the store takes none now" if missing else ""
    return f"wrote {file}{less}"


_OUTPUTS: Final[Mapping[str, _Output]] = {
    "who": _listed("nobody is here"),
    "games": _listed("no table is open"),
    "nodes": _listed("this server runs alone"),
    "announce": _Output(
        lambda count, options: "told every node" if count is None else f"told {count}"
    ),
    "kick": _Output(lambda count, options: _kicked(count, options.name), _status_of_kick),
    "ban": _Output(lambda _, options: f"banned {options.kind} {options.value}"),
    "unban": _Output(
        lambda was, options: (
            f"{options.kind} {options.value} may come in again"
            if was
            else f"{options.kind} {options.value} was not banned"
        ),
        lambda was: 0 if was else REFUSED,
    ),
    "bans": _listed("nobody is banned"),
    "reports": _listed("no reports"),
    "drain": _Output(
        lambda _, options: f"{_drained(options)}: no new games; the server ends once all is kept"
    ),
    "backup": _Output(lambda missing, options: _written(options.file, missing)),
}


def add_admin(commands: Commands) -> None:
    """Add `cuttle admin` to the commands."""
    admin = commands.add_parser("admin", help=tr("manage a server running on this machine"))
    admin.add_argument("--config", type=Path, metavar="FILE", help="the server's configuration")
    admin.add_argument("--data", metavar="DIR", help="the server's data directory")
    admin.add_argument("--json", action="store_true", help="answer in JSON, for scripts")
    actions = admin.add_subparsers(dest="action", metavar="ACTION", required=True)

    def action(name: str, help: str) -> argparse.ArgumentParser:
        parser: argparse.ArgumentParser = actions.add_parser(name, help=help)
        parser.set_defaults(run=run_admin)
        return parser

    action("who", "list the players who are online")
    action("games", "list the tables")

    def order(name: str, help: str) -> argparse.ArgumentParser:
        parser = action(name, help)
        parser.add_argument("--dry-run", action="store_true", help="only say what would be done")
        parser.add_argument("--reason", default="", metavar="TEXT", help="why, for the audit")
        return parser

    order("announce", "show a line to everybody").add_argument("text", nargs="+", metavar="TEXT")
    order("kick", "end a player's sessions").add_argument("name", metavar="NAME")
    ban = order("ban", "ban somebody, and end their sessions")
    for parser in (ban, order("unban", "lift a ban")):
        parser.add_argument("kind", choices=_KINDS)
        parser.add_argument("value", metavar="VALUE")
    ban.add_argument("--minutes", type=int, metavar="N", help="for how long; for good if not given")
    ban.add_argument("--why", default="", metavar="TEXT", help="the reason they are shown")
    ban.add_argument("--unused", action="store_true", help="also a name that nobody has")
    action("bans", "list the bans in force")
    action("reports", "list what players reported")
    action("nodes", "list the nodes of the cluster")
    drain = order("drain", "end: no new games, players notified, state saved")
    which = drain.add_mutually_exclusive_group()
    which.add_argument("--node", metavar="NAME", help="another node of the cluster, not this one")
    which.add_argument("--all", action="store_true", help="all nodes of the cluster")
    action("backup", "copy the database to a new file").add_argument(
        "file", type=Path, metavar="FILE"
    )
    add_league(actions, run_league)
    restore = action("restore", "replace the database by a backup; the server must not run")
    restore.add_argument("file", type=Path, metavar="FILE")
    restore.add_argument(
        "--replace", action="store_true", help="the database there may go for good"
    )
    restore.set_defaults(run=run_restore)


def run_admin(options: argparse.Namespace) -> int:
    """Send a command to the server, and print its answer."""
    output = _OUTPUTS[options.action]
    try:
        value = ask(_config(options).admin_socket, _request(options))
    except AdminFailure as failure:
        return complain(*str(failure).splitlines(), status=failure.status)
    trial = getattr(options, "dry_run", False)
    worded = _would(value, options) if trial else output.text(value, options)
    text = json.dumps(value, indent=2) if options.json else worded
    sys.stdout.write(printable(text) + "\n")
    return 0 if trial else output.status(value)


def _would(value: Any, options: argparse.Namespace) -> str:
    """Say what an order would do; what other nodes have is not counted."""
    if options.action == "unban":
        what = f"{options.kind} {options.value}"
        would = f"would let {what} in again" if value else f"{what} is not banned"
    else:
        effect = "tell" if options.action == "announce" else "end"
        would = f"would {effect} {value} {'session' if value == 1 else 'sessions'} here"
    return f"{would}; nothing was changed (--dry-run)"


def run_league(options: argparse.Namespace) -> int:
    """List something of the league, or carry out a decision about it."""
    try:
        socket_path = _config(options).admin_socket
        if not hasattr(options, "dry_run"):
            rows = ask(socket_path, request_of(options))
            text = json.dumps(rows, indent=2) if options.json else table(rows) or "none yet"
            sys.stdout.write(text + "\n")
            return 0
        if options.json and not (options.yes or options.dry_run):
            return complain("with --json, say --yes or --dry-run", status=WRONG_USE)
        return decide(options, partial(ask, socket_path))
    except AdminFailure as failure:
        return complain(*str(failure).splitlines(), status=failure.status)


def run_restore(options: argparse.Namespace) -> int:
    """Restore a backup as the server's database."""
    from cuttle_tui.local.game_files import private_folder
    from server.ops.host_key import answers
    from server.store.backup import restore
    from server.store.values import StoreError

    try:
        config = _config(options)
        if answers(config.admin_socket):
            return complain("the server runs: stop it first, then restore", status=REFUSED)
        private_folder(config.data)
        restore(options.file, config.database_url, replace=options.replace)
        give_to_owner(config.data)
    except AdminFailure as failure:
        return complain(*str(failure).splitlines(), status=failure.status)
    except StoreError as error:
        hint = "" if options.replace else " (--replace says so)"
        return complain(f"{error}{hint if 'replaced' in str(error) else ''}", status=REFUSED)
    except OSError as error:
        why = f"cannot use {config.data} ({error.strerror or error})"
        return complain(why, status=NOT_ALLOWED)
    sys.stdout.write(f"restored {options.file}; start the server now\n")
    return 0


def _config(options: argparse.Namespace) -> Config:
    from server.config.loader import ConfigError, load

    flags = {"--data": options.data} if options.data is not None else {}
    try:
        return load(options.config, os.environ, flags).config
    except ConfigError as error:
        raise AdminFailure(str(error), WRONG_USE) from None


def _request(options: argparse.Namespace) -> dict[str, Any]:
    given = {name: getattr(options, name, None) for name in ("name", "kind", "value", "minutes")}
    request = {"ask": options.action} | {k: v for k, v in given.items() if v is not None}
    if hasattr(options, "dry_run"):
        request |= {"by": who_decides(), "reason": options.reason, "trial": options.dry_run}
    if options.action == "ban":
        request |= {"why": options.why, "unused": options.unused}
    if options.action == "announce":
        request["text"] = " ".join(options.text)
    if options.action == "drain":
        request |= {"node": options.node, "all": options.all}
    if options.action == "backup":
        request["path"] = str(options.file.absolute())
    return request


def ask(path: Path, request: Mapping[str, Any]) -> Any:
    """Send a request to the server, and return the value of its answer.

    Raises:
        AdminFailure: no server runs there, it may not be reached, or it refuses.
    """
    sent = json.dumps(request).encode() + b"\n"
    if len(sent) > _LARGEST:
        raise AdminFailure(f"a command has at most {_LARGEST} bytes: nothing was done", REFUSED)
    try:
        answer = json.loads(_exchange(path, sent))
    except (FileNotFoundError, ConnectionRefusedError):
        raise AdminFailure(
            f"no server runs on {path.parent}: start it, or say where it is with --data DIR "
            "or --config FILE",
            NO_SERVER,
        ) from None
    except PermissionError:
        raise AdminFailure(
            f"{path} belongs to the server's own user: run this as that user, or with sudo",
            NOT_ALLOWED,
        ) from None
    except TimeoutError:
        raise AdminFailure("the server does not answer: see its log", NO_SERVER) from None
    except (OSError, ValueError) as error:
        raise AdminFailure(
            f"{path} does not answer as a server does ({error})", NO_SERVER
        ) from None
    if not answer["ok"]:
        raise AdminFailure(clean(answer["why"], _LONGEST), REFUSED)
    return answer["value"]


def _exchange(path: Path, request: bytes) -> bytes:
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as line:
        line.settimeout(_CONNECT_TIMEOUT)
        line.connect(str(path))
        line.sendall(request)
        line.settimeout(_ANSWER_TIMEOUT)
        with line.makefile("rb") as answers:
            return answers.readline(8 * 1024 * 1024)


def table(rows: Iterable[Mapping[str, Any]]) -> str:
    """Format a line for each row, below the headings; empty if there are no rows."""
    rows = [*rows]
    names = [*dict.fromkeys(name for row in rows for name in row)]
    if not names:
        return ""
    cells = [[[clean(name.replace("_", " ").upper(), _WIDEST)] for name in names]]
    cells += [[_cell(row.get(name)) for name in names] for row in rows]
    columns = zip(*cells, strict=True)
    widths = [max(cell_len(line) for cell in column for line in cell) for column in columns]
    lines = (line for row in cells for line in zip_longest(*row, fillvalue=""))
    return "\n".join(_line(line, widths) for line in lines)


def _line(cells: Iterable[str], widths: list[int]) -> str:
    padded = [
        cell + " " * (width - cell_len(cell)) for cell, width in zip(cells, widths, strict=True)
    ]
    return "  ".join(padded).rstrip()


def _cell(value: object) -> list[str]:
    """Return a value as the lines of its cell."""
    if isinstance(value, bool):
        return ["yes" if value else "no"]
    text = ", ".join(map(str, value)) if isinstance(value, list) else str(value)
    return wrap(clean(text, _LONGEST), _WIDEST) if value not in (None, "") else ["-"]
