"""Take orders from whoever runs the server, over a socket in the data directory.

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
from types import MappingProxyType, TracebackType
from typing import Any, Final, Protocol, Self

from server.admin.private_socket import bind
from server.admin.schema import (
    AdminError,
    Reader,
    ban_value,
    file_path,
    kind_of_ban,
    minutes,
    words,
)
from server.store.errors import StoreError

log = logging.getLogger(__name__)

LONGEST_REQUEST: Final = 16 * 1024
LONGEST_ANSWER: Final = 4 * 1024 * 1024
_AT_A_TIME: Final = 8
_IDLE: Final = 30.0
"""Seconds a client may take for one request."""
_SOON: Final = 20.0
"""Seconds most orders may take."""
_LONG: Final = 600.0
"""Seconds a backup may take."""

Row = dict[str, Any]


class Steward(Protocol):
    """What may be asked of the server by whoever runs it.

    Each may raise `AdminError` with a text that says what to do. Rows are plain JSON.
    """

    def who(self) -> list[Row]:
        """List the players who are here, one row each."""

    def games(self) -> list[Row]:
        """List the tables, one row each, without anybody's cards."""

    def announce(self, text: str) -> int:
        """Show a line to everybody; give how many were told."""

    def kick(self, name: str) -> int:
        """End the sessions of a player; give how many there were."""

    async def ban(self, kind: str, value: str, minutes: int | None, why: str) -> None:
        """Keep somebody out, by ``key``, ``name`` or ``address``, and end their sessions.

        Args:
            kind: what the value is.
            value: a fingerprint, a name, or an address.
            minutes: for how long; None for good.
            why: what they are told.
        """

    async def unban(self, kind: str, value: str) -> bool:
        """Let somebody in again; tell whether they had been kept out."""

    async def bans(self) -> list[Row]:
        """List the bans in force."""

    async def reports(self) -> list[Row]:
        """List what players reported, newest first."""

    async def drain(self) -> None:
        """Begin to end: no new games, players told, state kept. Returns once that has begun."""

    async def backup(self, path: Path) -> None:
        """Copy the database to a new file while the server runs."""


@dataclass(frozen=True, slots=True)
class _Order:
    """One thing that may be asked."""

    obey: Callable[[Steward, Any], Any]
    """Does it, given the values by name; gives the value, or something to await for it."""
    values: Mapping[str, Reader] = field(default_factory=dict)
    """How each value of a request is read."""
    patience: float = _SOON


_ORDERS: Final[Mapping[str, _Order]] = MappingProxyType(
    {
        "ping": _Order(lambda server, ask: "pong"),
        "who": _Order(lambda server, ask: server.who()),
        "games": _Order(lambda server, ask: server.games()),
        "announce": _Order(
            lambda server, ask: server.announce(ask["text"]), {"text": words("a text", 200)}
        ),
        "kick": _Order(lambda server, ask: server.kick(ask["name"]), {"name": words("a name", 64)}),
        "ban": _Order(
            lambda server, ask: server.ban(ask["kind"], ban_value(ask), ask["minutes"], ask["why"]),
            {
                "kind": kind_of_ban,
                "value": words("a value", 200),
                "minutes": minutes,
                "why": words("a reason", 200, empty=True),
            },
        ),
        "unban": _Order(
            lambda server, ask: server.unban(ask["kind"], ban_value(ask)),
            {"kind": kind_of_ban, "value": words("a value", 200)},
        ),
        "bans": _Order(lambda server, ask: server.bans()),
        "reports": _Order(lambda server, ask: server.reports()),
        "drain": _Order(lambda server, ask: server.drain()),
        "backup": _Order(
            lambda server, ask: server.backup(ask["path"]), {"path": file_path}, _LONG
        ),
    }
)


class AdminSocket:
    """The socket that orders come by; use it as a context."""

    def __init__(self, path: Path, steward: Steward) -> None:
        """Prepare the socket; nothing is open yet.

        Args:
            path: where the socket shall be, for the server's own user alone.
            steward: who obeys.
        """
        self._path, self._steward = path, steward
        self._server: asyncio.Server | None = None
        self._open: set[asyncio.StreamWriter] = set()

    async def __aenter__(self) -> Self:
        """Begin to take orders.

        Raises:
            DataError: another server has the data directory, or it cannot hold a socket.
        """
        self._server = await asyncio.start_unix_server(
            self._serve, sock=bind(self._path), limit=LONGEST_REQUEST
        )
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        """Take no more orders; nobody who is still connected holds this up."""
        if self._server:
            with suppress(OSError):
                self._path.unlink()
            self._server.close()
            for writer in [*self._open]:
                writer.transport.abort()
            await self._server.wait_closed()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Answer one client's requests until it goes, is slow, or sends what is no line."""
        if len(self._open) >= _AT_A_TIME:
            writer.transport.abort()
            return
        self._open.add(writer)
        try:
            with suppress(OSError, TimeoutError):
                while line := await _line(reader):
                    writer.write(await self._answer(line))
                    async with asyncio.timeout(_IDLE):
                        await writer.drain()
        finally:
            self._open.discard(writer)
            writer.close()

    async def _answer(self, line: bytes) -> bytes:
        try:
            answer = {"ok": True, "value": await self._obey(line)}
            text = json.dumps(answer)
            if len(text) > LONGEST_ANSWER:
                raise AdminError("the answer is too long")
        except (AdminError, StoreError) as error:
            text = json.dumps({"ok": False, "why": str(error)})
        except TimeoutError:
            text = json.dumps({"ok": False, "why": "this took too long and was given up"})
        except Exception:
            log.exception("an order could not be carried out")
            text = json.dumps({"ok": False, "why": "something broke: see the server's log"})
        return text.encode() + b"\n"

    async def _obey(self, line: bytes) -> Any:
        order, values = _understood(line)
        value = order.obey(self._steward, values)
        if isinstance(value, Awaitable):
            async with asyncio.timeout(order.patience):
                value = await value
        return value


async def _line(reader: asyncio.StreamReader) -> bytes:
    """Read one request; nothing once there are none, or no end of it comes."""
    try:
        async with asyncio.timeout(_IDLE):
            return await reader.readuntil(b"\n")
    except (asyncio.IncompleteReadError, asyncio.LimitOverrunError):
        return b""


def _understood(line: bytes) -> tuple[_Order, dict[str, Any]]:
    """Read a request: what is asked, and the values it brings.

    Raises:
        AdminError: it cannot be read.
    """
    try:
        request = json.loads(line)
        order = _ORDERS[request.pop("ask")]
    except (ValueError, RecursionError, LookupError, TypeError, AttributeError):
        raise AdminError(f"a request names what it asks: {', '.join(_ORDERS)}") from None
    if strange := request.keys() - order.values.keys():
        raise AdminError(f"this order has no {', '.join(sorted(map(ascii, strange)))}")
    return order, {name: read(request.get(name)) for name, read in order.values.items()}
