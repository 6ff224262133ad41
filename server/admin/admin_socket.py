"""Accept admin commands over a socket in the data directory.

One request and one answer a line, both JSON: ``{"ask": "kick", "name": "ann"}`` is answered by
``{"ok": true, "value": 1}``, or by ``{"ok": false, "why": "…"}``.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Awaitable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Self

from server.admin.commands import COMMANDS
from server.admin.schema import LONGEST_ANSWER, LONGEST_REQUEST, AdminError, Command, Order, Values
from server.cluster.options import ClusterError
from server.ops.host_key import bind
from server.store.values import StoreError, until_given_up

if TYPE_CHECKING:
    from server.admin.service import ServerAdmin

log = logging.getLogger(__name__)

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
                    answer = asyncio.ensure_future(self._answer(line))
                    try:
                        while not answer.done():
                            await asyncio.wait([answer], timeout=_LOOK)
                            if reader.at_eof():  # nobody waits any more
                                return
                    finally:
                        answer.cancel()
                    writer.write(answer.result())
                    async with asyncio.timeout(_IDLE):
                        await writer.drain()
        finally:
            self._open.discard(writer)
            writer.close()

    async def _answer(self, line: bytes) -> bytes:
        """Return the answer to a request, whatever becomes of it."""
        try:
            text = json.dumps({"ok": True, "value": await self.carry_out(*read_request(line))})
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

    async def carry_out(self, command: Command, values: Values) -> Any:
        """Carry out a command, or try it, and write down what was ordered; return the answer."""
        trial = bool(values.get("trial"))
        ordered = "by" in values and not trial
        run = command.trial if trial and isinstance(command, Order) else command.run
        try:
            value = run(self._service, values)
            if isinstance(value, Awaitable):
                async with asyncio.timeout(command.timeout):
                    with until_given_up():
                        value = await value
        except Exception as error:
            if ordered:
                why = str(error) or type(error).__name__
                self._service.note_refusal(command.request, values, why)
            raise
        if ordered and command.refused(value):
            self._service.note_refusal(command.request, values, "there is nothing it is about")
        elif ordered:  # a decision writes itself into the audit, with what it changes
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


def read_request(line: bytes) -> tuple[Command, dict[str, Any]]:
    """Find the command of a request, and check its values.

    Raises:
        AdminError: there is none, or a value will not do.
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
