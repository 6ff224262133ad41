"""Build the driver for the player's own terminal: no mouse motion, and it ends with its terminal.

Reading from a lost terminal returns end of file again and again, and writing fails. Textual's own
driver would spin on the first and hang on the second.
"""

from __future__ import annotations

import os
import signal
import sys
from codecs import getincrementaldecoder
from collections.abc import Callable, Iterable
from contextlib import suppress
from selectors import EVENT_READ, SelectSelector
from threading import Event
from typing import Any, Final, TextIO, cast

from textual.driver import Driver
from textual.events import Callback
from textual.message import Message

from cuttle_tui.tty.keyboard import KeyboardParser
from cuttle_tui.tty.streams import forsake

_LOOK: Final = 0.1
"""Seconds between checks whether the app has ended, while nothing is typed."""
_AGAIN: Final = 0.5
"""Seconds before an app that was not ready is notified again."""
_PORTION: Final = 4096
_MOTION: Final = ("\x1b[?1003h", "\x1b[?1015h")
"""The requests for motion events, current and older: the app has no hover."""
_LAST: Final = 5
"""Seconds that an app has to end once its terminal is gone, however busy it is."""


def home_driver(driver: type[Driver], lost: Callable[[], None]) -> type[Driver]:
    """Build a driver without mouse motion, whose app calls `lost` once the terminal is gone."""
    mixins: list[type] = [_StillMouse]
    if sys.platform != "win32":  # closing the window ends its programs
        from textual.drivers.linux_driver import LinuxDriver

        if issubclass(driver, LinuxDriver):
            mixins.append(_Minding)
    return type("HomeDriver", (*mixins, driver), {"call_lost": staticmethod(lost)})


class _StillMouse:
    """A mixin for drivers that does not request mouse motion."""

    def write(self, data: str) -> None:
        """Write everything but requests for motion."""
        if data not in _MOTION:
            super().write(data)  # type: ignore[misc]


class _Minding:
    """A mixin for drivers that detects the loss of the terminal."""

    call_lost: Callable[[], None]
    fileno: int
    exit_event: Event
    send_message: Callable[[Message], None]
    process_message: Callable[[Message], None]

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._file: Any = Outlet(cast(Any, self)._file, self._lost)
        self._is_lost = False

    def _sigcont_application(self, *_: object) -> None:
        """Resume after a suspension only: the system also sends SIGCONT when a terminal is lost.

        Textual would start again. Two threads would read the keys, and an app that is already
        ending would get threads that never end.
        """
        if cast(Any, self)._must_signal_resume:
            super()._sigcont_application()  # type: ignore[misc]

    def _lost(self) -> None:
        """Notify the app; the system ends the process if the app cannot."""
        if not self._is_lost:
            self._is_lost = True
            signal.alarm(_LAST)
        with suppress(RuntimeError):  # the app has ended
            self.send_message(Callback(callback=self.call_lost))

    def run_input_thread(self) -> None:
        """Process input until the app ends."""
        parser, decode = KeyboardParser(), getincrementaldecoder("utf-8")("replace").decode
        with SelectSelector() as selector:
            selector.register(self.fileno, EVENT_READ)
            while not self.exit_event.is_set():
                if selector.select(_LOOK):
                    data = _read(self.fileno)
                    if data:
                        self._pass_on(parser.feed(decode(data)))
                    else:
                        self._lost()
                        self.exit_event.wait(_AGAIN)
                self._pass_on(parser.tick())

    def _pass_on(self, messages: Iterable[Message]) -> None:
        for message in messages:
            self.process_message(message)


def _read(number: int) -> bytes:
    """Read available input; empty from a lost terminal."""
    try:
        return os.read(number, _PORTION)
    except OSError:
        return b""


class Outlet:
    """A stream that discards output once its terminal is gone."""

    def __init__(self, stream: TextIO, lost: Callable[[], None]) -> None:
        self._stream = stream
        self._tell_lost = lost

    def fileno(self) -> int:
        """Return the file descriptor."""
        return self._stream.fileno()

    def write(self, text: str) -> None:
        """Write, if the terminal is still there."""
        self._try(lambda: self._stream.write(text))

    def flush(self) -> None:
        """Flush, if the terminal is still there."""
        self._try(self._stream.flush)

    def _try(self, work: Callable[[], object]) -> None:
        try:
            work()
        except OSError:
            forsake(self._stream)
            self._tell_lost()
