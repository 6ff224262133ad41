"""Drive a Textual app's terminal over a wire in place of this process's own."""

from __future__ import annotations

import logging
import time
from asyncio import TimerHandle
from codecs import getincrementaldecoder
from collections.abc import Callable, Iterable
from functools import partial
from typing import Any, BinaryIO, Final, TextIO, cast

from textual.app import App
from textual.driver import Driver
from textual.events import MouseEvent, Resize
from textual.geometry import Size
from textual.message import Message
from textual.messages import InBandWindowResize

from cuttle_tui.tty.driver import KeyboardParser, LookChanged
from cuttle_tui.tty.private_textual import break_off, hold_painting, pass_on, release_painting
from cuttle_tui.tty.terminal import Terminal
from server.sanitize import title_text
from server.terminal.colours import downgrade, optimize_sgr
from server.terminal.wire import StallTimer, Wire

log = logging.getLogger(__name__)

LONGEST_PASTE: Final = 8192
"""Characters a terminal may send that complete no message."""


class KeyReader:
    """Reads keys, mouse and paste from a terminal's bytes.

    Nothing a terminal sends can break it: what cannot be read is dropped, and a paste that never
    ends is given up.
    """

    def __init__(self) -> None:
        self._decode = getincrementaldecoder("utf-8")("replace").decode
        self._parser = KeyboardParser()
        self._silent = 0

    @property
    def deadline(self) -> float | None:
        """When `tick` is due, in `time.monotonic` seconds, if at all."""
        return self._parser.deadline

    def feed(self, data: bytes) -> list[Message]:
        """Return the messages that these bytes complete."""
        text = self._decode(data)
        messages = self._read(lambda: self._parser.feed(text)) if text else []
        self._silent = 0 if messages else self._silent + len(text)
        if self._silent > LONGEST_PASTE:
            self._start_again("a paste without an end")
        return messages

    def tick(self) -> list[Message]:
        """Return the messages that are complete because nothing more came."""
        return self._read(self._parser.tick)

    def _read(self, messages: Callable[[], Iterable[Message]]) -> list[Message]:
        try:
            return [message for message in messages() if _is_ours(message)]
        except Exception as error:  # the bytes are a stranger's: any failure means unreadable
            self._start_again(repr(error))
            return []

    def _start_again(self, why: str) -> None:
        log.debug("unreadable input dropped: %s", why)
        self._parser = KeyboardParser()
        self._silent = 0


def _is_ours(message: Message) -> bool:
    """Return whether a terminal may send this: sizes come only from the ssh channel."""
    if isinstance(message, MouseEvent):
        return message.x < 1000 and message.y < 1000
    return not isinstance(message, Resize | InBandWindowResize)


_START: Final = (
    "\x1b[?1049h"  # alternate screen
    "\x1b[2J\x1b[?25l"  # cleared, without a cursor
    "\x1b[?7l"  # no wrapping at the last column
    "\x1b[?1000h\x1b[?1006h"  # mouse: buttons and wheel only, motion would flood us
    "\x1b[?1004h"  # focus in and out
    "\x1b[?2004h"  # pasted text comes in brackets
    "\x1b[?2026$p"  # can frames be shown at once?
    "\x1b[H"
)
_STOP: Final = "\x1b[0m\x1b[?2004l\x1b[?1004l\x1b[?1006l\x1b[?1000l\x1b[?7h\x1b[?1049l\x1b[?25h"
_BELL: Final = "\x07"
_TITLE: Final = "\x1b]2;"
_POINTER: Final = "\x1b]22;"
"""A shape for the mouse pointer, which few terminals know and nobody here needs."""
_KEEP_TITLE: Final = "\x1b[22;2t"
_TITLE_BACK: Final = "\x1b[23;2t"
_INPUT_PAUSE: Final = 0.02
_ESCAPE: Final = b"\x1b"
_PORTION: Final = 12
"""Bytes of input that are read before others get a turn: four arrows, or one of the wheel."""
_LONGEST_OPENING: Final = 0.25
"""Seconds until the first frame is painted even if the first screen is not settled."""
_RESIZE_PAUSE: Final = 0.04
"""Seconds in which changes of size are taken together."""


def driver_for(wire: Wire, terminal: Terminal) -> type[Driver]:
    """Bind the driver to a player's wire, as the driver class that an app expects."""
    return cast("type[Driver]", partial(WireDriver, wire=wire, terminal=terminal))


class WireDriver(Driver):
    """A terminal at the far end of a wire."""

    def __init__(
        self,
        app: App[Any],
        *,
        wire: Wire,
        terminal: Terminal,
        debug: bool = False,
        mouse: bool = True,
        size: tuple[int, int] | None = None,
    ) -> None:
        super().__init__(app, debug=debug, mouse=mouse, size=size or wire.size)
        self._wire = wire
        self._terminal = terminal
        self._encoding = "utf-8" if terminal.unicode else "ascii"
        self._unsent: list[str] = []
        self._stall: StallTimer | None = None
        self._reader = KeyReader()
        self._inbox = bytearray()
        self._allowance = float(wire.limits.input_burst)
        self._allowed_at = self._loop.time()
        self._timers: dict[str, TimerHandle] = {}
        self._last_words = False
        self._active = False
        self._titled = False

    # output

    def write(self, data: str) -> None:
        """Buffer output until the frame is complete; a congested terminal gets none."""
        if self._stall is None and not data.startswith(_POINTER):
            self._unsent.append(data)
        if data == _BELL and self._active:
            self.flush()  # a bell belongs to no frame

    @property
    def holds_back(self) -> bool:
        """Whether output is dropped, until the terminal has taken what it was sent."""
        return self._stall is not None

    def bell(self) -> None:
        self.write(_BELL)

    def title(self, text: str) -> None:
        """Set the window's title; the old title is restored at the end."""
        if self._active:
            keep = "" if self._titled else _KEEP_TITLE
            self._titled = True
            self.write(f"{keep}{_TITLE}{title_text(text)}{_BELL}")
            self.flush()

    def flush(self) -> None:
        """Send the pending output together, and stop painting if the terminal cannot follow."""
        text = "".join(self._unsent)
        self._unsent.clear()
        if not text or not self._wire.alive:
            return
        frame = optimize_sgr(downgrade(text, self._terminal.colours))
        self._wire.write(frame.encode(self._encoding, "replace"))
        if self._active and self._stall is None and self._wire.congested:
            self._stall = StallTimer(self._wire, partial(self._isolated, self._repaint))
            hold_painting(self._app)

    def _repaint(self) -> None:
        """Resume painting, now that the terminal has taken all it was sent."""
        self._stall = None
        self._end_hold()
        self.resized()

    def _end_hold(self) -> None:
        release_painting(self._app)
        if self._app._running and self._app.screen_stack:
            self._app.screen.refresh(layout=True)

    # life

    def start_application_mode(self) -> None:
        self._active = True
        self.write(_START)
        self.flush()
        # paint nothing until the first screen is laid out; it would be painted three times
        hold_painting(self._app)
        self._later("open", _LONGEST_OPENING, self._open)
        self._app.call_later(lambda: self._app.screen.call_later(self._settle))
        self._wire.renewed = partial(self._isolated, self._begin_anew)
        self._wire.on_look = self._looked
        self._wire.listen(self)

    def _begin_anew(self) -> None:
        """Paint everything for a terminal that shows nothing yet."""
        if not self._active:
            return
        held = self._forget_stall()  # it was the lost terminal that did not follow
        self.write(_START)
        self.flush()
        if self._stall is None and "open" not in self._timers and not held:
            hold_painting(self._app)
            held = True
        if held:
            self._end_hold()
        self.resized()

    def _forget_stall(self) -> bool:
        """Wait no longer for the terminal to follow; return whether it did not."""
        stall, self._stall = self._stall, None
        if stall is not None:
            stall.stop()
        return stall is not None

    def _later(self, name: str, seconds: float, call: Callable[[], None]) -> None:
        """Schedule a call under a name, by which it can be cancelled."""
        self._timers[name] = self._loop.call_later(seconds, self._isolated, call)

    def _isolated(self, call: Callable[[], None]) -> None:
        """Call outside the app's tasks; an error ends the app and nothing else."""
        try:
            call()
        except Exception as error:
            break_off(self._app, error)

    def _settle(self) -> None:
        """Wait for the first layout before the first frame."""
        self._app.screen.call_later(self._open)

    def _open(self) -> None:
        timer = self._timers.pop("open", None)
        if timer is not None:
            timer.cancel()
            self._end_hold()

    def disable_input(self) -> None:
        self._active = False
        self._inbox.clear()
        for timer in self._timers.values():
            timer.cancel()
        self._timers.clear()
        self._wire.hold_input(False)

    def stop_application_mode(self) -> None:
        self.disable_input()
        self._forget_stall()
        self.write(_TITLE_BACK * self._titled + _STOP)
        self.flush()

    def ended(self) -> None:
        """End the app when the terminal is gone, or its input was closed and is used up."""
        self._last_words = bool(self._inbox) and self._wire.alive
        if self._active and not self._last_words:
            self._app.exit()

    # input

    def received(self, data: bytes) -> None:
        """Read input, at most a burst at once, so that no flood costs other players a frame."""
        if self._active:
            self._inbox += data
            if "inbox" not in self._timers:
                self._isolated(self._read_inbox)

    def _read_inbox(self) -> None:
        self._timers.pop("inbox", None)
        now = self._loop.time()
        limits = self._wire.limits
        grown = self._allowance + (now - self._allowed_at) * limits.input_rate
        self._allowance = min(limits.input_burst, grown)
        self._allowed_at = now
        portion = bytes(self._inbox[: self._room()])
        del self._inbox[: len(portion)]
        self._allowance -= len(portion)
        messages = self._reader.feed(portion)
        if portion:
            # count what was read against the keys and the time of the address
            keys, turns = self._wire.keys, self._wire.time
            if keys is not None:
                keys.take(max(1, len(messages)))
            if turns is not None:
                turns.begin()
            for share in (keys, turns):
                if share is not None and not self._inbox:
                    share.caught_up()
        self._post(messages)
        self._await_escape()
        if self._inbox:
            self._wire.hold_input(True)
            self._later("inbox", max(_INPUT_PAUSE, self._wait()), self._read_inbox)
        elif self._last_words:
            self._app.exit()
        else:
            self._wire.hold_input(False)  # last, because it may bring more input at once

    def _room(self) -> int:
        """Return how many bytes may be read now."""
        keys, turns = self._wire.keys, self._wire.time
        if turns is not None and turns.left <= 0:
            return 0
        most = 1 if turns is not None and turns.dear and self._inbox[:1] != _ESCAPE else _PORTION
        room = most if keys is None else keys.room()
        return min(most, int(self._allowance), room)

    def _wait(self) -> float:
        """Return the seconds until more may be read."""
        keys, turns = self._wire.keys, self._wire.time
        if turns is not None and turns.left <= 0:
            return turns.wait()
        return 0.0 if keys is None else keys.wait()

    def _await_escape(self) -> None:
        """Check again later if the last byte was an escape that may stand alone."""
        deadline = self._reader.deadline
        if deadline is not None and "escape" not in self._timers:
            wait = max(0.0, deadline - time.monotonic()) + 0.005
            self._later("escape", wait, self._tick)

    def _tick(self) -> None:
        self._timers.pop("escape", None)
        if not self._inbox:  # or the rest of a sequence is here, and waits until it may be read
            self._post(self._reader.tick())
            self._await_escape()

    def _post(self, messages: Iterable[Message]) -> None:
        for message in messages:
            self.process_message(message)

    def send_message(self, message: Message) -> None:
        """Hand a message to the app; we are in its event loop already."""
        pass_on(self._app, message)

    def resized(self) -> None:
        """Take a new size, together with those that follow at once."""
        if self._active and "resize" not in self._timers:
            self._later("resize", _RESIZE_PAUSE, self._resize)

    def _resize(self) -> None:
        """Take the size there is now: later, if nothing is painted or there is no time."""
        self._timers.pop("resize", None)
        turns = self._wire.time
        if self._size == self._wire.size or self.holds_back:
            return
        if turns is not None and turns.left <= 0:
            self._later("resize", max(_RESIZE_PAUSE, turns.wait()), self._resize)
            return
        if turns is not None:
            turns.begin()
        self._size = self._wire.size
        size = Size(*self._size)
        self.send_message(Resize(size, size))

    def _looked(self, light: bool, still: bool) -> None:
        self.send_message(LookChanged(light=light, still=still))

    def text_asked(self, asked: bool) -> None:
        """Tell the terminal whether a text is asked for: a phone shows its keyboard then."""
        self._wire.text_asked(cast(Any, self._app).text_requests.kind if asked else "")

    def question_asked(self, words: str) -> None:
        """Tell the terminal what is asked now, for those who have it read aloud."""
        self._wire.question_asked(words)

    def deliver_file(self, name: str, kind: str, data: bytes) -> bool:
        """Let the player save a file; return whether the terminal can."""
        return self._wire.deliver(name, kind, data)

    # what an app may do with a local terminal, but not on the server

    def open_url(self, url: str, new_tab: bool = True) -> None:
        """Open nothing: the browser would be the server's."""

    def deliver_binary(self, binary: BinaryIO | TextIO, **_: Any) -> None:
        """Save nothing: the disk would be the server's."""
        binary.close()
