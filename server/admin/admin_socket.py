"""Accept admin commands over a socket in the data directory.

One request and one answer a line, both JSON: ``{"ask": "kick", "name": "ann"}`` is answered by
``{"ok": true, "value": 1}``, or by ``{"ok": false, "why": "…"}``.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Self

from server.admin.schema import (
    AdminError,
    Reader,
    ban_value,
    day,
    file_path,
    flag,
    kind_of_ban,
    minutes,
    names,
    number,
    optional,
    pairs,
    score,
    suit,
    words,
)
from server.cluster.options import ClusterError
from server.league.seasons import FEWEST, MOST, RULESET, SIZE, WEEKS
from server.ops.host_key import bind
from server.store.values import StoreError, until_given_up

if TYPE_CHECKING:
    from server.admin.service import ServerAdmin

log = logging.getLogger(__name__)

LONGEST_REQUEST: Final = 16 * 1024
LONGEST_ANSWER: Final = 4 * 1024 * 1024
_AT_A_TIME: Final = 8
_IDLE: Final = 30.0
"""Seconds a client may take for a request."""
_LOOK: Final = 0.5
"""Seconds between two looks whether the client still waits."""
_SOON: Final = 20.0
"""Seconds most commands may take."""
_LONG: Final = 600.0
"""Seconds a backup may take."""


@dataclass(frozen=True, slots=True)
class _Command:
    """A command and how its values are read."""

    run: Callable[[ServerAdmin, Any], Any]
    """Carries it out, given the values by name; returns the value, or an awaitable of it."""
    values: Mapping[str, Reader] = field(default_factory=dict)
    """How each value of a request is read."""
    timeout: float = _SOON
    trial: Callable[[ServerAdmin, Any], Any] | None = None
    """Returns what it would do, for a request with ``trial``; None if `run` heeds that itself."""


_ORDER: Final[Mapping[str, Reader]] = {
    "by": words("who decides", 64, empty=True),
    "reason": words("a reason", 200, empty=True),
    "trial": flag,
}
"""What comes with an order; scripts may leave it out."""
_DECISION: Final[Mapping[str, Reader]] = {
    "by": words("who decides", 64),
    "reason": words("a reason", 200, empty=True),
    "trial": flag,
}
"""What comes with every decision about the league."""
_DRAW: Final[Mapping[str, Reader]] = {"declined": names, "playoffs": pairs, "lot": names}

_COMMANDS: Final[Mapping[str, _Command]] = {
    "ping": _Command(lambda server, ask: "pong"),
    "who": _Command(lambda server, ask: server.who()),
    "games": _Command(lambda server, ask: server.games()),
    "announce": _Command(
        lambda server, ask: server.announce(ask["text"]),
        {"text": words("a text", 200), **_ORDER},
        trial=lambda server, ask: server.would_tell(),
    ),
    "kick": _Command(
        lambda server, ask: server.kick(ask["name"]),
        {"name": words("a name", 64), **_ORDER},
        trial=lambda server, ask: server.would_kick(ask["name"]),
    ),
    "ban": _Command(
        lambda server, ask: server.ban(
            ask["kind"], ban_value(ask), ask["minutes"], ask["why"], unused=ask["unused"]
        ),
        {
            "kind": kind_of_ban,
            "value": words("a value", 200),
            "minutes": minutes,
            "why": words("a reason", 200, empty=True),
            "unused": flag,
            **_ORDER,
        },
        trial=lambda server, ask: server.would_ban(
            ask["kind"], ban_value(ask), unused=ask["unused"]
        ),
    ),
    "unban": _Command(
        lambda server, ask: server.unban(ask["kind"], ban_value(ask)),
        {"kind": kind_of_ban, "value": words("a value", 200), **_ORDER},
        trial=lambda server, ask: server.would_unban(ask["kind"], ban_value(ask)),
    ),
    "bans": _Command(lambda server, ask: server.bans()),
    "reports": _Command(lambda server, ask: server.reports()),
    "nodes": _Command(lambda server, ask: server.nodes()),
    "drain": _Command(
        lambda server, ask: server.drain(ask["node"], everywhere=ask["all"]),
        {"node": optional(words("a node", 64)), "all": flag, **_ORDER},
        trial=lambda server, ask: server.would_drain(ask["node"]),
    ),
    "backup": _Command(lambda server, ask: server.backup(ask["path"]), {"path": file_path}, _LONG),
    "season-list": _Command(lambda server, ask: server.league.season_list()),
    "season-new": _Command(
        lambda server, ask: server.league.season_new(ask),
        {
            "suit": suit,
            "year": number("a year", 2000, 2999),
            "start": day,
            "weeks": number("the number of weeks", 1, 53, WEEKS),
            "ruleset": lambda value: words("a ruleset", 200)(value or RULESET),
            "size": number("the number of entrants", FEWEST, MOST, SIZE),
            "other_year": flag,
            **_DECISION,
        },
        _LONG,
    ),
    "season-change": _Command(
        lambda server, ask: server.league.season_change(ask),
        {
            "season": words("a season", 64),
            "start": optional(day),
            "weeks": optional(number("the number of weeks", 1, 53)),
            "ruleset": optional(words("a ruleset", 200)),
            "size": optional(number("the number of entrants", FEWEST, MOST)),
            "other_year": flag,
            **_DECISION,
        },
        _LONG,
    ),
    "season-close": _Command(
        lambda server, ask: server.league.season_close(ask),
        {"season": words("a season", 64), "early": flag, **_DRAW, **_DECISION},
        _LONG,
    ),
    "season-reopen": _Command(
        lambda server, ask: server.league.season_reopen(ask),
        {"season": words("a season", 64), **_DECISION},
        _LONG,
    ),
    "season-delete": _Command(
        lambda server, ask: server.league.season_delete(ask),
        {"season": words("a season", 64), **_DECISION},
        _LONG,
    ),
    "championship-new": _Command(
        lambda server, ask: server.league.championship_new(ask),
        {
            "id": words("a season or a year", 64),
            "size": optional(number("the number of entrants", FEWEST, MOST)),
            **_DRAW,
            **_DECISION,
        },
        _LONG,
    ),
    "championship-delete": _Command(
        lambda server, ask: server.league.championship_delete(ask),
        {"id": words("a championship", 64), **_DECISION},
    ),
    "championship-report": _Command(
        lambda server, ask: server.league.championship_report(ask),
        {
            "id": words("a championship", 64),
            "winner": words("a name", 64),
            "loser": words("a name", 64),
            "score": score,
            "no_show": flag,
            **_DECISION,
        },
    ),
    "championship-withdraw": _Command(
        lambda server, ask: server.league.championship_withdraw(ask),
        {"id": words("a championship", 64), "name": words("a name", 64), **_DECISION},
    ),
    "championship-reinstate": _Command(
        lambda server, ask: server.league.championship_reinstate(ask),
        {"id": words("a championship", 64), "name": words("a name", 64), **_DECISION},
    ),
    "championship-undo": _Command(
        lambda server, ask: server.league.championship_undo(ask),
        {"id": words("a championship", 64), **_DECISION},
    ),
    "result-list": _Command(
        lambda server, ask: server.league.result_list(ask),
        {
            "player": words("a name", 64, empty=True),
            "season": words("a season", 64, empty=True),
            "week": optional(number("a week", 1, 53)),
        },
    ),
    "result-correct": _Command(
        lambda server, ask: server.league.result_correct(ask),
        {
            "game": words("a game", 64),
            "verdict": words("a result", 64),
            **_DECISION,
        },
        _LONG,
    ),
    "night-list": _Command(lambda server, ask: server.league.night_list()),
    "night-end": _Command(lambda server, ask: server.league.night_end(ask), {**_DECISION}),
    "night-reopen": _Command(lambda server, ask: server.league.night_reopen(ask), {**_DECISION}),
    "audit": _Command(lambda server, ask: server.league.audit()),
}


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
        name, values = _understood(line)
        command = _COMMANDS[name]
        ordered, trial = "by" in values, bool(values.get("trial"))
        run = command.trial if trial and command.trial is not None else command.run
        try:
            value = run(self._service, values)
            if isinstance(value, Awaitable):
                async with asyncio.timeout(command.timeout):
                    with until_given_up():
                        value = await value
        except AdminError as error:
            if ordered and not trial:
                self._service.note_refusal(name, values, str(error))
            raise
        if ordered and not trial:
            await self._service.note(name, values, audit=command.trial is not None)
        return value


async def _line(reader: asyncio.StreamReader) -> bytes:
    """Read a request; return nothing at the end, or if it is too long or too slow."""
    try:
        async with asyncio.timeout(_IDLE):
            return await reader.readuntil(b"\n")
    except (asyncio.IncompleteReadError, asyncio.LimitOverrunError):
        return b""


def _understood(line: bytes) -> tuple[str, dict[str, Any]]:
    """Parse a request into the name of a command and its values.

    Raises:
        AdminError: it cannot be read.
    """
    try:
        request = json.loads(line)
        name = request.pop("ask")
        command = _COMMANDS[name]
    except (ValueError, RecursionError, LookupError, TypeError, AttributeError):
        raise AdminError(f"a request names what it asks: {', '.join(_COMMANDS)}") from None
    if strange := request.keys() - command.values.keys():
        raise AdminError(f"this command has no {', '.join(sorted(map(ascii, strange)))}")
    return name, {value: read(request.get(value)) for value, read in command.values.items()}
