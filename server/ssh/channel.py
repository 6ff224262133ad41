"""An ssh session, from its requests to its end."""

from __future__ import annotations

import asyncio
import contextvars
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

import asyncssh

from cuttle_tui.i18n.translation import speak, tell_utc
from cuttle_tui.tty.terminal import Terminal, terminal_of
from server.ops.limits import origin
from server.ops.share import charge
from server.people.accounts import Player
from server.sanitize import clean
from server.ssh.middleware import Command, read_command, read_subsystem
from server.ssh.session_limits import SSHService
from server.terminal.wire import Wire

if TYPE_CHECKING:
    from server.lobby.account import PlayerAccount
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


class TerminalSession(asyncssh.SSHServerSession[bytes]):
    """A session on a connection, from its requests to its end."""

    def __init__(self, connection: Connection, service: SSHService, player: Player) -> None:
        self._connection = connection
        self._service = service
        self._task: asyncio.Task[None] | None = None
        self._context = contextvars.Context()
        self.player = player
        self.account: PlayerAccount | None = None
        self.terminal = Terminal("none")
        self.command = Command()
        self.has_pty = False
        self.door = ""
        self.address = ""
        self.busy: Callable[[], bool] = lambda: False
        self.in_game: Callable[[], bool] = lambda: False
        self._term = ""

    def connection_made(self, chan: asyncssh.SSHServerChannel[bytes]) -> None:
        self._chan = chan
        chan._env = _Variables()  # the library would keep everything the client sends
        self.wire = Wire(chan, self._service.limits, self._service.metrics.frame)

    def connection_lost(self, exc: Exception | None) -> None:
        """End the app; its player may come back."""
        del exc
        self.wire.lost()
        for share in (self.wire.keys, self.wire.time):
            if share is not None:
                share.leave()
        self._connection.closed(ran=self._task is not None)

    def pty_requested(
        self, term_type: str, term_size: tuple[int, int, int, int], term_modes: object
    ) -> bool:
        """Take the terminal's type and size, before anything runs."""
        del term_modes
        if self._task:
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

    @property
    def words(self) -> tuple[str, ...]:
        """The words of the client's command."""
        return self.command.words

    def session_started(self) -> None:
        """Start the handler in a task and a context of its own."""
        sent = self._chan.get_environment()
        variables = {name: clean(sent[name], _LONGEST_VALUE) for name in _VARIABLES if name in sent}
        self.terminal = terminal_of(variables, self._term)
        port = int(self._chan.get_extra_info("sockname")[1])
        self.door = self._service.door or f"-p {port} HOST"
        self.address = origin(str(self._chan.get_extra_info("peername")[0]))
        self.wire.keys = self._service.key_shares.join(self.address)
        self.wire.time = self._service.time_shares.join(self.address)
        charge(self._context, self.wire.time)
        loop = asyncio.get_running_loop()
        self._task = loop.create_task(self._run(), context=self._context)
        self._connection.started(self._context)
        self._service.tasks[self._task] = self.wire
        self._task.add_done_callback(self._service.tasks.pop)

    async def _run(self) -> None:
        status = 1
        tell_utc()
        speak(self.terminal.language, ascii=not self.terminal.unicode)
        try:
            status = await self._service.handler(self)
        finally:
            self.wire.finish(status)

    def say(self, text: str, error: bool = True) -> None:
        """Write lines to the client, outside the app."""
        end = "\r\n" if self.has_pty else "\n"
        lines = "".join(line + end for line in text.splitlines())
        self.wire.write(lines.encode(), error=error and not self.has_pty)

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
