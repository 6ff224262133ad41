"""`cuttle admin`: manage a server that runs on this machine."""

from __future__ import annotations

import argparse
import getpass
import json
import os
import socket
import sys
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from itertools import zip_longest
from pathlib import Path
from textwrap import wrap
from typing import TYPE_CHECKING, Any, Final

from rich.cells import cell_len

from cuttle_tui.i18n.translation import tr
from server.admin.commands import COMMANDS
from server.admin.people_commands import PEOPLE_GROUPS
from server.admin.schema import (
    LONGEST_ANSWER,
    LONGEST_REQUEST,
    AdminError,
    Command,
    Decision,
    Order,
)
from server.cli.parser import Commands, complain
from server.league.admin_commands import GROUPS as LEAGUE_GROUPS
from server.league.database_commands import give_to_owner
from server.sanitize import clean, printable

if TYPE_CHECKING:
    from server.config.schema import Config

_GROUPS: Final = {**PEOPLE_GROUPS, **LEAGUE_GROUPS}
REFUSED, WRONG_USE, NO_SERVER, NOT_ALLOWED = 1, 2, 3, 4
"""Exit statuses: refused; wrong use; no server runs; not permitted."""
_CONNECT_TIMEOUT: Final = 15.0
"""Seconds the server may take to accept a command."""
_ANSWER_TIMEOUT: Final = 660.0
_WIDEST: Final = 60
"""Columns of a table's cell; what is longer goes on in the next line."""
_LONGEST: Final = 4000
"""Characters of a cell that are shown."""
_LONGEST_CHANGE: Final = 200
"""Characters of a line that says what a decision changes."""


class AdminFailure(Exception):
    """A command was not carried out."""

    def __init__(self, text: str, status: int) -> None:
        super().__init__(text)
        self.status = status


def add_admin(commands: Commands) -> None:
    """Add `cuttle admin` to the commands."""
    admin = commands.add_parser("admin", help=tr("manage a server running on this machine"))
    admin.add_argument("--config", type=Path, metavar="FILE", help="the server's configuration")
    admin.add_argument("--data", metavar="DIR", help="the server's data directory")
    admin.add_argument("--json", action="store_true", help="answer in JSON, for scripts")
    actions = admin.add_subparsers(dest="action", metavar="ACTION", required=True)
    groups: dict[str, Commands] = {}
    for command in COMMANDS:
        group, _, name = command.name.rpartition(" ")
        if group and group not in groups:
            parser = actions.add_parser(group, help=_GROUPS[group])
            groups[group] = parser.add_subparsers(dest="what", metavar="WHAT", required=True)
        if command.help:
            _add(groups.get(group, actions), name, command)
    check = actions.add_parser(
        "check", help="read the whole database, and say what of it cannot be read"
    )
    check.set_defaults(run=run_check)
    restore = actions.add_parser(
        "restore", help="replace the database by a backup; the server must not run"
    )
    restore.add_argument("file", type=Path, metavar="FILE")
    restore.add_argument(
        "--replace", action="store_true", help="the database there may go for good"
    )
    restore.set_defaults(run=run_restore)


def _add(actions: Commands, name: str, command: Command) -> None:
    """Add a command to the parser."""
    parser = actions.add_parser(name, help=command.help)
    parser.set_defaults(run=run_admin, command=command)
    if isinstance(command, Order | Decision):
        would = "change" if isinstance(command, Decision) else "be done"
        parser.add_argument("--dry-run", action="store_true", help=f"only say what would {would}")
        if isinstance(command, Decision):
            parser.add_argument("--yes", action="store_true", help="do not ask before it is done")
        parser.add_argument("--reason", default="", metavar="TEXT", help="why, for the audit")
    either: argparse._ActionsContainer | None = None
    for each in command.arguments:
        if each.exclusive:
            either = either or parser.add_mutually_exclusive_group()
        taker = either if either and each.exclusive else parser
        taker.add_argument(each.typed, **each.parser)


def run_admin(options: argparse.Namespace) -> int:
    """Send a command to the server, and print its answer."""
    command: Command = options.command
    try:
        send = partial(ask, _config(options).admin_socket)
        if isinstance(command, Decision):
            return _decide(command, options, send)
        value = send(_request(command, options))
        trial = isinstance(command, Order) and options.dry_run
        if options.json:
            text = json.dumps(value, indent=2)
        elif isinstance(command, Order) and trial:
            text = f"{command.would(value, options)}; nothing was changed (--dry-run)"
        elif command.shown is not None:
            text = command.shown(value, options)
        else:
            text = table(value) or command.nothing
        sys.stdout.write(printable(text) + "\n")
        return REFUSED if not trial and command.refused(value) else 0
    except AdminFailure as failure:
        return complain(*str(failure).splitlines(), status=failure.status)


def _decide(
    command: Decision, options: argparse.Namespace, send: Callable[[Mapping[str, Any]], Any]
) -> int:
    """Show what a decision changes, and have it carried out if the operator agrees."""
    asks = not (options.yes or options.dry_run)
    if options.json and asks:
        return complain("with --json, say --yes or --dry-run", status=WRONG_USE)
    request = _request(command, options) | {"trial": asks or options.dry_run}
    if asks:
        request |= {each.key: True for each in command.arguments if each.implied}
    last = "nothing was changed (--dry-run)" if options.dry_run else "done"
    _show_changes(options, send(request), "" if asks else last)
    if not asks:
        return 0
    sys.stdout.write("do it? [y/N] ")
    sys.stdout.flush()
    if sys.stdin.readline().strip().lower() not in ("y", "yes"):
        sys.stdout.write("nothing was changed\n")
        return REFUSED
    send(request | {"trial": False})
    sys.stdout.write("done\n")
    return 0


def _show_changes(options: argparse.Namespace, lines: list[str], last: str) -> None:
    if options.json:
        changes = {"changed": not options.dry_run, "changes": lines}
        sys.stdout.write(json.dumps(changes, indent=2) + "\n")
        return
    shown = (clean(line, _LONGEST_CHANGE) for line in (*lines, last) if line)
    sys.stdout.write("".join(f"{line}\n" for line in shown))


def run_check(options: argparse.Namespace) -> int:
    """Look the server's database through; the server may run meanwhile."""
    from server.config.check import database_faults
    from server.store.address import parse

    try:
        config = _config(options)
    except AdminFailure as failure:
        return complain(*str(failure).splitlines(), status=failure.status)
    path = parse(config.database_url).path
    if path is not None and not path.is_file():
        return complain(f"{path}: there is no database", status=REFUSED)
    found = [*database_faults(config)]
    if found:
        return complain(*found, status=REFUSED)
    sys.stdout.write("every row of the database can be read\n")
    return 0


def run_restore(options: argparse.Namespace) -> int:
    """Restore a backup as the server's database."""
    from cuttle_tui.local.user import private_folder
    from server.ops.host_key import NAME, answers
    from server.store.database import restore
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
    key = config.data / NAME
    missing = f"copy your {NAME} to {key}, or players are warned of a new key; then "
    sys.stdout.write(
        f"restored {options.file}; {'' if key.exists() else missing}start the server now\n"
    )
    return 0


def _config(options: argparse.Namespace) -> Config:
    from server.config.loader import ConfigError, load

    flags = {"--data": options.data} if options.data is not None else {}
    try:
        return load(options.config, os.environ, flags).config
    except ConfigError as error:
        raise AdminFailure(str(error), WRONG_USE) from None


def _request(command: Command, options: argparse.Namespace) -> dict[str, Any]:
    request: dict[str, Any] = {"ask": command.request}
    for each in command.arguments:
        value = getattr(options, each.option)
        if value is not None and value is not False and value != "":
            try:
                request[each.key] = each.sent(value)
            except AdminError as error:
                raise AdminFailure(str(error), WRONG_USE) from None
    if command.common:
        try:
            operator = os.environ.get("SUDO_USER") or getpass.getuser()
        except (KeyError, OSError):  # in a container nobody may have a name
            operator = f"uid {os.getuid()}"
        request |= {"by": operator, "reason": options.reason, "trial": options.dry_run}
    return request


def ask(path: Path, request: Mapping[str, Any]) -> Any:
    """Send a request to the server, and return the value of its answer.

    Raises:
        AdminFailure: no server runs there, it may not be reached, or it refuses.
    """
    sent = json.dumps(request).encode() + b"\n"
    if len(sent) > LONGEST_REQUEST:
        raise AdminFailure(
            f"a command has at most {LONGEST_REQUEST} bytes: nothing was done", REFUSED
        )
    try:
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as line:
            line.settimeout(_CONNECT_TIMEOUT)
            line.connect(str(path))
            line.sendall(sent)
            line.settimeout(_ANSWER_TIMEOUT)
            with line.makefile("rb") as answers:
                answer = json.loads(answers.readline(2 * LONGEST_ANSWER))
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
        lines = (clean(line, _LONGEST) for line in answer["why"].splitlines())
        raise AdminFailure("\n".join(lines), REFUSED)
    return answer["value"]


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
