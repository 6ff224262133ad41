"""An ssh session, from its requests to its end."""

from __future__ import annotations

import asyncio
import contextvars
from collections.abc import Callable
from typing import TYPE_CHECKING, Final, ParamSpec, cast

import asyncssh

from cuttle_tui.tty.terminal import terminal_of
from server.doors.service import Doors
from server.doors.session import Session, read_command, read_subsystem
from server.ops.limits import Limits
from server.people.accounts import Player
from server.sanitize import clean
from server.terminal.wire import Wire

if TYPE_CHECKING:
    from server.ssh.server import Connection

_VARIABLES: Final = (
    "COLORTERM",
    "NO_COLOR",
    "LANGUAGE",
    "LANG",
    "LC_ALL",
    "LC_CTYPE",
    "LC_MESSAGES",
)
_KNOWN: Final = frozenset(name.encode() for name in _VARIABLES)
_LONGEST_VALUE: Final = 256
"""Characters of a variable, and of a terminal's type; a longer one says nothing."""


class _Variables(dict[bytes, bytes]):
    """The variables a client sends; unknown ones are dropped."""

    def __setitem__(self, name: bytes, value: bytes) -> None:
        """Store a known variable's value, whole or not at all."""
        if name in _KNOWN and len(value) <= _LONGEST_VALUE:
            super().__setitem__(name, value)


_LEAVE_TIME: Final = 1.0
"""Seconds a client may take to leave when the server ends."""
_P = ParamSpec("_P")


class SSHWire(Wire):
    """A terminal at the far end of an ssh channel."""

    def __init__(
        self,
        channel: asyncssh.SSHServerChannel[bytes],
        limits: Limits | None = None,
        count: Callable[[int], None] = lambda _size: None,
    ) -> None:
        super().__init__(limits, count)
        self._channel = channel
        self._connection = cast(asyncssh.SSHServerConnection, channel.get_connection())
        self._transport: asyncio.Transport | None = self._connection._transport

    def hold_input(self, hold: bool) -> None:
        if self.alive:
            _outside(self._channel.pause_reading if hold else self._channel.resume_reading)

    def _send(self, data: bytes, error: bool) -> None:
        _outside(self._channel.write_stderr if error else self._channel.write, data)

    def _end(self, status: int) -> None:
        _outside(self._channel.exit, status)

    @property
    def waiting(self) -> int:
        unsent = self._transport.get_write_buffer_size() if self._transport else 0
        return unsent + self._channel.get_write_buffer_size()

    def cut(self) -> None:
        """Close without waiting for the client; the whole connection if that hangs."""
        if not self.alive:
            return
        hangs = self._transport is not None and self._transport.get_write_buffer_size()
        _outside(self._connection.abort if hangs else self._channel.abort)
        self.alive = False

    async def disconnect(self) -> None:
        """End the connection; its client may close it first.

        A client that is told to disconnect drops what it has not yet written to its terminal, so
        it first gets a moment to leave by itself.
        """
        for end in (self._connection.close, self._connection.abort):
            try:
                await asyncio.wait_for(self._connection.wait_closed(), _LEAVE_TIME)
            except TimeoutError:
                end()


def _outside(call: Callable[_P, object], *args: _P.args, **named: _P.kwargs) -> None:
    """Call asyncssh in an empty context: the timers it sets would keep an app alive."""
    contextvars.Context().run(call, *args, **named)


class TerminalSession(Session, asyncssh.SSHServerSession[bytes]):
    """A session on a connection, from its requests to its end."""

    def __init__(self, connection: Connection, doors: Doors, player: Player) -> None:
        super().__init__(doors, player)
        self._connection = connection
        self._term = ""

    def connection_made(self, chan: asyncssh.SSHServerChannel[bytes]) -> None:
        self._chan = chan
        chan._env = _Variables()  # the library would keep everything the client sends
        self.wire = SSHWire(chan, self._doors.limits, self._doors.metrics.frame)

    def connection_lost(self, exc: Exception | None) -> None:
        """End the app; its player may come back."""
        del exc
        self.lost()
        self._connection.closed(ran=self.task is not None)

    def pty_requested(
        self, term_type: str, term_size: tuple[int, int, int, int], term_modes: object
    ) -> bool:
        """Take the terminal's type and size, before anything runs."""
        del term_modes
        if self.task:
            return False
        self.has_pty = True
        self._term = clean(term_type, _LONGEST_VALUE) if len(term_type) <= _LONGEST_VALUE else ""
        self.wire.resized(*term_size[:2])
        return True

    def shell_requested(self) -> bool:
        return True

    def exec_requested(self, command: str) -> bool:
        """Store a command; the handler judges it."""
        self.command = read_command(command)
        return True

    def subsystem_requested(self, subsystem: str) -> bool:
        """Take a request that gets a sentence for an answer; refuse all others."""
        command = read_subsystem(subsystem)
        self.command = command or self.command
        return command is not None

    def session_started(self) -> None:
        """Read what the client sent, and begin."""
        sent = self._chan.get_environment()
        variables = {name: clean(sent[name], _LONGEST_VALUE) for name in _VARIABLES if name in sent}
        self.terminal = terminal_of(variables, self._term)
        port = int(self._chan.get_extra_info("sockname")[1])
        self.door = self._doors.door or f"-p {port} HOST"
        context = self.begin(str(self._chan.get_extra_info("peername")[0]))
        self._connection.started(context)

    # what the terminal does

    def data_received(self, data: bytes, datatype: int | None) -> None:
        del datatype
        self.wire.received(data)

    def eof_received(self) -> bool:
        """Report the end of input; output stays open."""
        self.wire.ended(input_only=True)
        return True

    def terminal_size_changed(self, width: int, height: int, pixwidth: int, pixheight: int) -> None:
        del pixwidth, pixheight
        self.wire.resized(width, height)

    def pause_writing(self) -> None:
        self.wire.paused = True

    def resume_writing(self) -> None:
        self.wire.paused = False
