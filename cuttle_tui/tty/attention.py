"""Call the player's attention: the terminal's bell and the window's title."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Protocol

_BELL: Final = "\a"
_KEEP: Final = "\x1b[22;2t"
_GIVE_BACK: Final = "\x1b[23;2t"
_LONGEST: Final = 64


class Writer(Protocol):
    """A stream to a terminal."""

    def write(self, data: str) -> None:
        """Buffer output."""

    def flush(self) -> None:
        """Send buffered output."""


class Attention:
    """Call the player with the bell and the window's title, and reset the title later.

    A driver with a method ``title`` sets and restores the title itself; for any other the title is
    written here.
    """

    def __init__(self, writer: Callable[[], Writer | None], name: str) -> None:
        """Start without a call.

        Args:
            writer: returns the driver, or None before it starts.
            name: the window's title while the player is not called.
        """
        self._writer = writer
        self._plain = name
        self._named = False
        self.called = False
        """Whether the window's title calls the player."""

    def call(self, title: str, *, bell: bool) -> None:
        """Set the window's title, and ring if `bell`."""
        self.called = True
        self._name(title)
        if bell:
            self._send(_BELL)

    def come_back(self) -> None:
        """Reset the window's title: the player is back."""
        if self.called:
            self.called = False
            self._name(self._plain)

    def end(self) -> None:
        """Restore the original title of the window."""
        writer = self._writer()
        if self._named and writer is not None and not hasattr(writer, "title"):
            self._send(_GIVE_BACK)
        self._named = False

    def _send(self, data: str) -> None:
        writer = self._writer()
        if writer is not None:
            writer.write(data)
            writer.flush()

    def _name(self, text: str) -> None:
        writer = self._writer()
        if writer is None:
            return
        name = "".join(letter for letter in text if letter.isprintable())[:_LONGEST]
        own: Callable[[str], None] | None = getattr(writer, "title", None)
        if own is not None:
            own(name)
            return
        self._send(f"{'' if self._named else _KEEP}\x1b]2;{name}{_BELL}")
        self._named = True
