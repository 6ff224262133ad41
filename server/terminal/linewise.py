"""A terminal for line mode: echo and edit what is typed, keep output on separate rows."""

from __future__ import annotations

import asyncio
import codecs
from collections.abc import AsyncIterator, Callable
from typing import Final, Literal

from rich.cells import cell_len

from cuttle_tui.plain.lines import Lines, wrapped
from cuttle_tui.plain.session import INTERRUPT, LONGEST, PROMPT
from server.ops.limits import Throttle
from server.terminal.wire import StallTimer, Wire

_RATE: Final = 20.0
"""Lines a second that are answered for long."""
_BURST: Final = 60
_KEYS_A_LINE: Final = 3
"""The cost of a line in keys, where the keys of an address are counted."""
_HELD_BACK: Final = 64
"""Lines that may wait before the client is made to wait."""
_ERASE: Final = "\b \b"

Escape = Literal["", "begun", "sequence"]


class LineTerminal:
    """A terminal or a pipe at the far end of a wire, read line by line."""

    def __init__(self, wire: Wire, *, has_pty: bool, encoding: str) -> None:
        """Create the terminal.

        Args:
            has_pty: whether a person types there, so that all must be echoed.
            encoding: of what is written; what it cannot write becomes a question mark.
        """
        self.dismissed: Callable[[], object] = lambda: None
        """Called when the session is to end, whatever has not been read yet."""
        self._wire = wire
        self._has_pty = has_pty
        self._encoding = encoding
        self._lines = Lines(self._taken)
        self._keys = Keys(self._show, self._lines)
        self._echo: list[str] | None = None
        """The echo of the bytes being received."""
        self._throttle = Throttle(_BURST, _RATE)
        self._stall: StallTimer | None = None
        self._free = asyncio.Event()
        self._free.set()
        self._holding = False

    # input

    def received(self, data: bytes) -> None:
        """Receive bytes, and hold a flood of lines back."""
        self._echo = []
        (self._keys.feed if self._has_pty else self._lines.feed)(data)
        echo, self._echo = "".join(self._echo), None
        if echo:
            self._send(echo)
        if len(self._lines) > _HELD_BACK and not self._holding:
            self._holding = True
            self._wire.hold_input(True)

    def _taken(self) -> None:
        if self._holding and len(self._lines) < _HELD_BACK // 2:
            self._holding = False
            self._wire.hold_input(False)

    def resized(self) -> None:
        """Do nothing: what is written stays as it is."""

    def ended(self) -> None:
        self._lines.end()
        if self._wire.dismissed:
            self.dismissed()

    async def lines(self, first: str = "") -> AsyncIterator[str]:
        """Yield `first`, then lines as fast as the limits and the client allow."""
        if first:
            yield first
        async for line in self._lines:
            await self._free.wait()
            while not self._throttle.allow("line"):
                await asyncio.sleep(self._throttle.wait("line"))
            keys = self._wire.keys
            if keys is not None:  # a line counts beside the others of its address
                while not keys.room():
                    await asyncio.sleep(keys.wait())
                keys.take(_KEYS_A_LINE)
                if not len(self._lines):
                    keys.caught_up()
            await self._wire.turn()
            yield line

    # output

    def _show(self, text: str) -> None:
        """Echo what is typed; what arrives together is sent together."""
        if self._echo is None:
            self._send(text)
        else:
            self._echo.append(text)

    def write(self, line: str) -> None:
        """Write a line, on a row of its own; a line that is half typed stays apart.

        On a terminal it is broken between words.
        """
        if self._has_pty:
            rows = "\r\n".join(wrapped(line, self._wire.size[0]))
            self._send("\r\n" * self._keys.interrupted() + rows + "\r\n")
        else:
            self._send(line + "\n")
        if self._wire.congested and self._stall is None:
            self._free.clear()
            self._stall = StallTimer(self._wire, self._freed)

    def _freed(self) -> None:
        self._stall = None
        self._free.set()

    def prompt(self) -> None:
        """Show that a line can be typed, with what was typed of it already."""
        if self._has_pty:
            self._keys.prompt()

    def close(self) -> None:
        """Leave the terminal at the beginning of a row."""
        if self._has_pty and self._keys.interrupted():
            self._send("\r\n")
        if self._stall is not None:
            self._stall.stop()
            self._stall = None

    def _send(self, text: str) -> None:
        if self._wire.alive:
            self._wire.write(text.encode(self._encoding, "replace"))


class Keys:
    """A line editor: echo, backspace, ctrl+u, ctrl+w, ctrl+c and ctrl+d."""

    def __init__(self, echo: Callable[[str], None], lines: Lines) -> None:
        self._echo = echo
        self._lines = lines
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._typed = ""
        self._row_begun = False
        """Whether the row holds a prompt, or something typed."""
        self._escape: Escape = ""
        self._after_return = False

    def feed(self, data: bytes) -> None:
        """Receive keys."""
        for sign in self._decoder.decode(data):
            if not self._skips(sign):
                self._press(sign)

    def _skips(self, sign: str) -> bool:
        """Return whether a character belongs to an escape sequence, or follows a return."""
        returned, self._after_return = self._after_return, sign == "\r"
        if self._escape == "begun":
            self._escape = "sequence" if sign in "[O" else ""
            return True
        if self._escape == "sequence":
            self._escape = "" if "@" <= sign <= "~" else "sequence"
            return True
        if sign == "\x1b":
            self._escape = "begun"
        return sign == "\x1b" or (returned and sign == "\n")

    def _press(self, sign: str) -> None:
        if sign in _KEYS:
            _KEYS[sign](self)
        elif sign.isprintable() and len(self._typed) <= LONGEST:  # one more, to be refused
            self._typed += sign
            self._show(sign)

    def _show(self, text: str) -> None:
        self._row_begun = True
        self._echo(text)

    def _enter(self) -> None:
        self._echo("\r\n")
        line, self._typed, self._row_begun = self._typed, "", False
        self._lines.put(line)

    def _erase(self, count: int) -> None:
        gone = self._typed[len(self._typed) - count :]
        self._typed = self._typed[: len(self._typed) - count]
        self._echo(_ERASE * cell_len(gone))

    def _erase_word(self) -> None:
        rest = self._typed.rstrip().rpartition(" ")
        self._erase(len(self._typed) - len(rest[0] + rest[1]))

    def _interrupt(self) -> None:
        """Drop what was typed; with nothing typed, ask to leave."""
        empty, self._typed = not self._typed, ""
        self._echo("^C\r\n")
        self._row_begun = False
        self._lines.put(INTERRUPT if empty else "")

    def _close(self) -> None:
        if not self._typed:
            self._lines.end()

    def interrupted(self) -> bool:
        """Return whether the row must be ended before anything else is written."""
        begun, self._row_begun = self._row_begun, False
        return begun

    def prompt(self) -> None:
        """Begin a row for typing, unless it has begun."""
        if not self._row_begun:
            self._show(PROMPT + self._typed)


_KEYS: Final[dict[str, Callable[[Keys], None]]] = {
    "\r": Keys._enter,
    "\n": Keys._enter,
    "\x7f": lambda keys: keys._erase(1),
    "\b": lambda keys: keys._erase(1),
    "\x15": lambda keys: keys._erase(len(keys._typed)),
    "\x17": Keys._erase_word,
    "\t": lambda keys: keys._press(" "),
    INTERRUPT: Keys._interrupt,
    "\x04": Keys._close,
}
