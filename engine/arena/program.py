"""A program that plays over its standard input and output, by docs/BOT-PROTOCOL.md."""

from __future__ import annotations

import os
import select
import signal
import subprocess
import tempfile
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import IO, Final

from engine.actions import Action, Kind
from engine.arena.entrants import Fault, Lost, Result, Start
from engine.play.events import Event
from engine.play.view import View
from engine.protocol import (
    Hello,
    LineSplitter,
    Message,
    ProtocolError,
    bye_message,
    decode,
    encode,
    error_message,
    game_message,
    hello_message,
    read_action,
    read_hello,
    result_message,
    view_message,
)

_PORTION: Final = 65536
_GREETING: Final = 10.0
"""Seconds a program has at least to start and to greet."""
_LOOK_EVERY: Final = 0.2
"""Seconds after which a wait looks whether the arena is being stopped."""
_GRACE: Final = 0.5
"""Seconds a program has to end by itself."""
_LAST_WORDS: Final = 4000
"""Bytes of a program's errors that are read."""


class Stopped(Exception):
    """The arena is being stopped."""


class Program:
    """A seat that a program plays; it is started with its first game, and again if it ended."""

    def __init__(
        self,
        command: Sequence[str],
        *,
        seconds: float,
        server: str,
        stopped: Callable[[], bool] = lambda: False,
    ) -> None:
        """Prepare to start a program.

        Args:
            seconds: how long it may take for an answer.
            server: what greets it.
            stopped: returns whether to give up waiting.
        """
        self._command = command
        self._seconds = seconds
        self._server = server
        self._stopped = stopped
        self._running: _Running | None = None
        self._game = ""

    def greet(self) -> Hello:
        """Start the program, and exchange greetings.

        Raises:
            Lost: it does not start, or does not speak the protocol.
        """
        self.close()
        self._running = _Running(self._command, self._stopped)
        seconds = max(_GREETING, self._seconds)
        self._send(hello_message(self._server))
        try:
            return read_hello(self._receive(seconds))
        except ProtocolError as error:
            raise self._refuse(error, "unreadable") from None

    def begin(self, start: Start) -> None:
        self._game = start.id
        if self._running is None or self._running.over:
            self.greet()
        self._send(game_message(start.id, start.ruleset, start.seat, start.names, start.seed))

    def choose(self, view: View, events: Sequence[Event]) -> Action:
        """Ask the program; what it has said unasked is refused before."""
        self._refuse_unasked()
        self._send(view_message(self._game, view, events, self._seconds))
        try:
            message = self._receive(self._seconds)
            if message["type"] != "action":
                raise ProtocolError("type", f"an action was asked, not {message['type'][:32]!r}")
            if message.get("game") not in (None, self._game):
                raise ProtocolError("no-game", "the action belongs to another game")
            action = read_action(message, view)
        except ProtocolError as error:
            fault: Fault = "unreadable" if error.code in _UNREADABLE else "illegal"
            raise self._refuse(error, fault) from None
        if action.kind is Kind.CONCEDE:
            raise Lost("conceded", "conceded")
        return action

    def _refuse_unasked(self) -> None:
        """Refuse what the program has said since its last answer: it must not answer the next view.

        Raises:
            Lost: it is slow, has ended, or cannot be understood.
        """
        try:
            with self._talking() as running:
                lines = running.unread()
        except ProtocolError as error:
            raise self._refuse(error, "unreadable") from None
        for _ in lines:
            self._send(error_message(ProtocolError("not-asked", "no answer is wanted"), self._game))

    def _refuse(self, error: ProtocolError, fault: Fault) -> Lost:
        """Tell the program what was wrong; return what it has lost by.

        A program that cannot be understood is ended.
        """
        with suppress(Lost):
            self._send(error_message(error, self._game, ends=fault == "unreadable"))
        if fault == "unreadable":
            self._end("it cannot go on after this error")
        return Lost(fault, f"{error}")

    def end(self, result: Result) -> None:
        """Tell the program how the game ended, if it still runs."""
        if self._running is not None:
            parts = result.outcome, result.won, result.why, result.events
            with suppress(Lost):
                self._send(result_message(self._game, *parts))

    def close(self) -> None:
        self._end("the arena is over")

    def _end(self, why: str) -> None:
        if self._running is not None:
            with suppress(Lost, Stopped):
                self._send(bye_message(why))
            running, self._running = self._running, None
            if running is not None:
                running.end()

    def _send(self, message: Message) -> None:
        with self._talking() as running:
            running.send(encode(message), self._seconds)

    def _receive(self, seconds: float) -> Message:
        with self._talking() as running:
            return decode(running.receive(seconds))

    @contextmanager
    def _talking(self) -> Iterator[_Running]:
        """Talk to the program; end it if that fails.

        Raises:
            Lost: it is slow, or has ended.
        """
        running = self._running
        if running is None:
            raise Lost("ended", "the program does not run")
        try:
            yield running
        except TimeoutError:
            self._running = None
            running.end()
            raise Lost("slow", "no answer in time") from None
        except OSError:
            self._running = None
            raise Lost("ended", running.end()) from None


_UNREADABLE: Final = frozenset(("syntax", "too-long", "protocol", "type", "value", "no-game"))


class _Running:
    """A process with pipes that never make the arena wait longer than it wants."""

    def __init__(self, command: Sequence[str], stopped: Callable[[], bool]) -> None:
        """Start a process.

        Raises:
            Lost: it cannot be started.
        """
        self._stopped = stopped
        self._errors: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115  (closed in `end`)
        try:
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._errors,
                start_new_session=True,  # ctrl+c is the arena's
                bufsize=0,
            )
        except OSError as error:
            self._errors.close()
            raise Lost("ended", f"{command[0]}: {(error.strerror or str(error)).lower()}") from None
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._in, self._out = self._process.stdin.fileno(), self._process.stdout.fileno()
        os.set_blocking(self._in, False)
        self._splitter = LineSplitter()
        self._lines: deque[bytes] = deque()

    @property
    def over(self) -> bool:
        """Whether the process has ended."""
        return self._process.poll() is not None

    def send(self, data: bytes, seconds: float) -> None:
        """Write bytes.

        Raises:
            TimeoutError: the program does not read.
            OSError: it has ended.
        """
        deadline = time.monotonic() + seconds
        while data:
            self._wait(self._in, deadline, writing=True)
            with suppress(BlockingIOError):
                data = data[os.write(self._in, data) :]

    def receive(self, seconds: float) -> bytes:
        """Read a line.

        Raises:
            TimeoutError: there is none.
            OSError: the program has ended.
            ProtocolError: the line is too long.
        """
        deadline = time.monotonic() + seconds
        while not self._lines:
            self._wait(self._out, deadline)
            data = os.read(self._out, _PORTION)
            if not data:
                raise BrokenPipeError
            self._lines += self._splitter.feed(data)
        return self._lines.popleft()

    def unread(self) -> list[bytes]:
        """Take the lines that are there already.

        Raises:
            OSError: the program has ended.
            ProtocolError: a line is too long.
        """
        if select.select([self._out], [], [], 0)[0]:
            self._lines += self._splitter.feed(os.read(self._out, _PORTION))
        lines = [*self._lines]
        self._lines.clear()
        return lines

    def _wait(self, pipe: int, deadline: float, *, writing: bool = False) -> None:
        """Wait until a pipe is ready.

        Raises:
            TimeoutError: the time is over.
            Stopped: the arena is being stopped.
        """
        pipes = [pipe]
        while True:
            if self._stopped():
                raise Stopped
            left = deadline - time.monotonic()
            if left <= 0:
                raise TimeoutError
            ready = select.select(
                [] if writing else pipes, pipes if writing else [], [], min(left, _LOOK_EVERY)
            )
            if ready[0] or ready[1]:
                return

    def end(self) -> str:
        """End the process and what it started; return how it ended."""
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                with suppress(OSError):
                    pipe.close()
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(_GRACE)
        with suppress(OSError):
            os.killpg(self._process.pid, signal.SIGKILL)
        status = self._process.wait()
        # the last line of what the program wrote as errors
        size = self._errors.seek(0, os.SEEK_END)
        self._errors.seek(max(0, size - _LAST_WORDS))
        lines = self._errors.read().decode(errors="replace").split("\n")
        last = next((line.strip() for line in reversed(lines) if line.strip()), "")
        words = "".join(sign for sign in last if sign.isprintable())[:200]
        self._errors.close()
        return f"the program ended with status {status}" + (f": {words}" if words else "")
