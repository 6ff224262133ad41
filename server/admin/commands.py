"""The commands of `cuttle admin`, and the socket in the data directory that takes them."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Awaitable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Self

from server.admin.schema import (
    FORMS,
    LONG,
    AdminError,
    Argument,
    Command,
    Order,
    argument,
    ban_value,
    file_path,
    flag,
    kind_of_ban,
    minutes,
    optional,
    words,
    would_end,
)
from server.cluster.options import ClusterError
from server.league.admin_commands import LEAGUE_COMMANDS
from server.ops.host_key import bind
from server.store.values import StoreError, until_given_up

if TYPE_CHECKING:
    from argparse import Namespace

    from server.admin.service import ServerAdmin


_NAME: Final = argument("name", words("a name", 64))
_BANNED: Final[tuple[Argument, ...]] = (
    argument("kind", kind_of_ban, choices=tuple(FORMS)),
    argument("value", words("a value", 200)),
)


def _told(count: int | None, _: Namespace) -> str:
    return "told every node" if count is None else f"told {count}"


def _kicked(count: int | None, options: Namespace) -> str:
    name = options.name
    if count is None:
        return f"every node ends the sessions of {name}"
    return f"ended {count} of {name}'s sessions" if count else f"nobody called {name} is here"


def _banned(_: Any, options: Namespace) -> str:
    return f"banned {options.kind} {options.value}"


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
        shown=_told,
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
            ask["kind"], ban_value(ask), ask["minutes"], ask["why"], unused=ask["unused"]
        ),
        (
            *_BANNED,
            argument(
                "--minutes", minutes, "for how long; for good if not given", type=int, metavar="N"
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
        shown=_banned,
        trial=lambda server, ask: server.would_ban(
            ask["kind"], ban_value(ask), unused=ask["unused"]
        ),
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
        "list what players reported",
        lambda server, ask: server.reports(),
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
        trial=lambda server, ask: server.would_drain(ask["node"]),
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
    *LEAGUE_COMMANDS,
)

log = logging.getLogger(__name__)

LONGEST_REQUEST: Final = 16 * 1024
LONGEST_ANSWER: Final = 4 * 1024 * 1024
_AT_A_TIME: Final = 8
_IDLE: Final = 30.0
"""Seconds a client may take for a request."""
_LOOK: Final = 0.5
"""Seconds between two looks whether the client still waits."""
_COMMANDS: Final = {command.request: command for command in COMMANDS}


class AdminSocket:
    """The socket that admin commands come by; use it as a context."""

    def __init__(self, path: Path, admin_service: ServerAdmin) -> None:
        self._path, self._service = path, admin_service
        self._server: asyncio.Server | None = None
        self._open: set[asyncio.StreamWriter] = set()

    async def __aenter__(self) -> Self:
        """Start accepting commands.

        Raises:
            DataError: another server has the data directory, or it cannot hold a socket.
        """
        self._server = await asyncio.start_unix_server(
            self._serve, sock=bind(self._path), limit=LONGEST_REQUEST
        )
        return self

    async def __aexit__(self, *_: object) -> None:
        """Stop accepting commands; clients that are still connected are cut off."""
        if self._server:
            with suppress(OSError):
                self._path.unlink()
            self._server.close()
            for writer in [*self._open]:
                writer.transport.abort()
            await self._server.wait_closed()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Answer a client's requests until it leaves, stalls, or sends no valid line."""
        if len(self._open) >= _AT_A_TIME:
            writer.transport.abort()
            return
        self._open.add(writer)
        try:
            with suppress(OSError, TimeoutError):
                while line := await _line(reader):
                    writer.write(await self._answer_unless_gone(line, reader))
                    async with asyncio.timeout(_IDLE):
                        await writer.drain()
        finally:
            self._open.discard(writer)
            writer.close()

    async def _answer_unless_gone(self, line: bytes, reader: asyncio.StreamReader) -> bytes:
        """Return the answer to a request; give up what it asks if its client has gone."""
        answer = asyncio.ensure_future(self._answer(line))
        try:
            while not answer.done():
                await asyncio.wait([answer], timeout=_LOOK)
                if reader.at_eof():
                    raise ConnectionResetError
            return answer.result()
        finally:
            answer.cancel()

    async def _answer(self, line: bytes) -> bytes:
        try:
            answer = {"ok": True, "value": await self._run(line)}
            text = json.dumps(answer)
            if len(text) > LONGEST_ANSWER:
                raise AdminError("the answer is too long")
        except (AdminError, StoreError, ClusterError) as error:
            text = json.dumps({"ok": False, "why": str(error)})
        except TimeoutError:
            text = json.dumps({"ok": False, "why": "this took too long and was given up"})
        except Exception:
            log.exception("a command could not be carried out")
            text = json.dumps({"ok": False, "why": "something broke: see the server's log"})
        return text.encode() + b"\n"

    async def _run(self, line: bytes) -> Any:
        command, values = _understood(line)
        ordered, trial = "by" in values, bool(values.get("trial"))
        run = command.trial if trial and isinstance(command, Order) else command.run
        try:
            value = run(self._service, values)
            if isinstance(value, Awaitable):
                async with asyncio.timeout(command.timeout):
                    with until_given_up():
                        value = await value
        except AdminError as error:
            if ordered and not trial:
                self._service.note_refusal(command.request, values, str(error))
            raise
        if ordered and not trial:
            audit = isinstance(command, Order)
            await self._service.note(command.request, values, audit=audit)
        return value


async def _line(reader: asyncio.StreamReader) -> bytes:
    """Read a request; return nothing at the end, or if it is too long or too slow."""
    try:
        async with asyncio.timeout(_IDLE):
            return await reader.readuntil(b"\n")
    except (asyncio.IncompleteReadError, asyncio.LimitOverrunError):
        return b""


def _understood(line: bytes) -> tuple[Command, dict[str, Any]]:
    """Parse a request into a command and its values.

    Raises:
        AdminError: it cannot be read.
    """
    try:
        request = json.loads(line)
        command = _COMMANDS[request.pop("ask")]
    except (ValueError, RecursionError, LookupError, TypeError, AttributeError):
        raise AdminError(f"a request names what it asks: {', '.join(_COMMANDS)}") from None
    if strange := request.keys() - command.values.keys():
        raise AdminError(f"this command has no {', '.join(sorted(map(ascii, strange)))}")
    values = {name: read(request.get(name)) for name, read in command.values.items()}
    return command, {"command": command.name, **values}
