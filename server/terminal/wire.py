"""Carry a terminal's bytes both ways; each door has a wire of its own kind."""

from __future__ import annotations

import asyncio
import contextvars
import logging
import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Final, Protocol

from server.ops.limits import Limits
from server.ops.logs import OFTEN
from server.ops.share import KeyShare, TimeShare

log = logging.getLogger(__name__)


class Listener(Protocol):
    """Receives what the terminal does."""

    def received(self, data: bytes) -> None:
        """Receive bytes the terminal sent."""

    def resized(self) -> None:
        """Handle a new size of the terminal."""

    def ended(self) -> None:
        """Handle the end: the connection is gone, or its input was closed."""


class Wire(ABC):
    """A terminal at the far end of a connection, as bytes and a size."""

    keys: KeyShare | None = None
    """This session's share of the keys of its address."""
    time: TimeShare | None = None
    """This session's share of the time of its address."""

    def __init__(
        self, limits: Limits | None = None, count: Callable[[int], None] = lambda _size: None
    ) -> None:
        self._count = count
        self.limits = limits or Limits()
        self.heard = time.monotonic()
        """When the terminal sent something last, in `time.monotonic` seconds."""
        self._early = bytearray()
        self._listener: Listener | None = None
        self._strain: Callable[[bytes], bytes] = bytes
        self._ended = False
        self._closing: asyncio.TimerHandle | None = None
        self.size: tuple[int, int] = (80, 24)
        """Columns and rows, within reason."""
        self.alive = True
        """False once nothing can be written any more."""
        self.dismissed = False
        """Whether the session is to end, even if the client would still read."""
        self.paused = False
        """Whether the client's window is full."""
        self.on_look: Callable[[bool, bool], None] = lambda _light, _still: None
        """Called when a light ground or less motion is wanted, or no longer."""
        self.renewed: Callable[[], None] = lambda: None
        """Called when another terminal, which shows nothing yet, takes the place of a lost one."""

    @property
    def input_over(self) -> bool:
        """Whether no more input comes, and none waits to be read."""
        return self._ended and not self._early

    # events of the terminal

    def listen(self, listener: Listener) -> None:
        """Set the listener; what came before is handed over at once."""
        self._listener = listener
        early, self._early = bytes(self._early), bytearray()
        if early:
            listener.received(early)
        if self._ended:
            listener.ended()

    def unlisten(self, unread: bytes, strain: Callable[[bytes], bytes]) -> None:
        """Give back unread input for the next listener, and strain all that comes from now on."""
        self._listener = None
        self._early[:0] = unread
        self._strain = strain

    def received(self, data: bytes) -> None:
        """Pass on bytes that came from the terminal, or keep them until there is a listener."""
        self.heard = time.monotonic()
        data = self._strain(data)
        if not data:
            return
        if self._listener:
            self._listener.received(data)
        else:
            self._early += data[: self.limits.backlog - len(self._early)]

    def resized(self, width: int, height: int) -> None:
        self.size = self.limits.size(width, height)
        if self._listener:
            self._listener.resized()

    def looked(self, *, light: bool, still: bool) -> None:
        """Pass on whether the terminal has a light ground now, and whether less is to move."""
        self.on_look(light, still)

    def ended(self, *, input_only: bool = False) -> None:
        """Report the end; unless only the input has ended, dismiss the client."""
        known = self._ended if input_only else self.dismissed
        self.dismissed = self.dismissed or not input_only
        self._ended = True
        if self._listener and not known:
            self._listener.ended()

    def lost(self) -> None:
        """Report that the connection is gone."""
        self.alive = False
        self.dismissed = self._ended = True
        if self._listener:
            self._listener.ended()
        self._listener = None
        if self._closing:
            self._closing.cancel()

    # commands to the terminal

    async def turn(self) -> None:
        """Let others have a turn, many of them if the address of this session used much time."""
        await asyncio.sleep(0)
        if self.time is not None:
            await self.time.turn()

    def write(self, data: bytes, error: bool = False) -> None:
        """Send bytes; mark the wire as dead if the client has vanished."""
        self._count(len(data))
        try:
            self._send(data, error)
        except OSError:
            self.alive = False

    @property
    def congested(self) -> bool:
        """Whether the client takes less than is written for it."""
        return self.alive and (self.paused or self.waiting > self.limits.backlog)

    def finish(self, status: int) -> None:
        """Report an exit status and close, with a limit to how long the client may take it."""
        try:
            self._end(status)
        except OSError as error:
            log.debug("exit status not delivered: %s", error)
        if self.alive:
            loop, nobody = asyncio.get_running_loop(), contextvars.Context()
            self._closing = loop.call_later(self.limits.stall_timeout, self.cut, context=nobody)

    def text_asked(self, kind: str) -> None:
        """Say which kind of text the player is asked for: a phone shows its keyboard then."""
        del kind

    def question_asked(self, words: str) -> None:
        """Say what the player is asked now, for those who have it read aloud."""
        del words

    def deliver(self, name: str, kind: str, data: bytes) -> bool:
        """Let the player save a file; return whether the terminal can.

        Args:
            name: its name, without folders.
            kind: its type, as ``image/svg+xml``.
        """
        del name, kind, data
        return False

    # what carries the bytes

    @abstractmethod
    def hold_input(self, hold: bool) -> None:
        """Stop or resume reading from the client."""

    @abstractmethod
    def _send(self, data: bytes, error: bool) -> None:
        """Send bytes, or raise OSError."""

    @abstractmethod
    def _end(self, status: int) -> None:
        """Send an exit status and close, or raise OSError."""

    @property
    @abstractmethod
    def waiting(self) -> int:
        """Bytes that wait in this process for the client to take them."""

    @abstractmethod
    def cut(self) -> None:
        """Close without waiting for the client."""

    @abstractmethod
    async def disconnect(self) -> None:
        """End what carries this wire; its client may do so first."""


class StallTimer:
    """Watches a congested wire until it is free again, or cuts it after a timeout."""

    _EVERY: Final = 0.05

    def __init__(self, wire: Wire, when_free: Callable[[], None]) -> None:
        self._wire = wire
        self._when_free = when_free
        self._loop = asyncio.get_running_loop()
        self._least = wire.waiting
        self._since = self._loop.time()
        self._timer = self._loop.call_later(self._EVERY, self._look)

    def stop(self) -> None:
        """Stop watching."""
        self._timer.cancel()

    def _look(self) -> None:
        waiting, timeout = self._wire.waiting, self._wire.limits.stall_timeout
        if not self._wire.alive:
            return
        if not self._wire.paused and not waiting:
            self._when_free()
            return
        if waiting < self._least:
            self._least, self._since = waiting, self._loop.time()
        if self._loop.time() - self._since > timeout:
            log.info("a terminal took nothing for %d seconds and was cut off", timeout, extra=OFTEN)
            self._wire.cut()
            return
        self._timer = self._loop.call_later(self._EVERY, self._look)
