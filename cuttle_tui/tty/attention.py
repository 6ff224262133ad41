"""Call the player's attention: the terminal's bell and the window's title."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Protocol

_BELL: Final = "\a"
_KEEP: Final = "\x1b[22;2t"
_GIVE_BACK: Final = "\x1b[23;2t"
_LONGEST: Final = 64


class Writer(Protocol):
    """What writes to a terminal."""

    def write(self, data: str) -> None:
        """Write."""

    def flush(self) -> None:
        """Send what was written."""


class Attention:
    """Whether the player has been called, and how to take that back.

    A driver with a method ``title`` names the window itself, and gives the old name back at the
    end; for any other the title is written here.
    """

    def __init__(self, writer: Callable[[], Writer | None], name: str) -> None:
        """Begin without a call.

        Args:
            writer: returns the driver, once there is one.
            name: the window's title while nothing is wanted of the player.
        """
        self._writer = writer
        self._plain = name
        self._named = False
        self.called = False
        """Whether the window's title says that the player is wanted."""

    def call(self, title: str, *, bell: bool) -> None:
        """Set the window's title, and ring."""
        self.called = True
        self._name(title)
        writer = self._writer()
        if bell and writer is not None:
            writer.write(_BELL)
            writer.flush()

    def come_back(self) -> None:
        """Reset the window's title: the player is here."""
        if self.called:
            self.called = False
            self._name(self._plain)

    def end(self) -> None:
        """Restore the window's former title."""
        writer = self._writer()
        if self._named and writer is not None and not hasattr(writer, "title"):
            writer.write(_GIVE_BACK)
            writer.flush()
        self._named = False

    def _name(self, text: str) -> None:
        writer = self._writer()
        if writer is None:
            return
        name = "".join(letter for letter in text if letter.isprintable())[:_LONGEST]
        own: Callable[[str], None] | None = getattr(writer, "title", None)
        if own is not None:
            own(name)
            return
        writer.write(f"{'' if self._named else _KEEP}\x1b]2;{name}{_BELL}")
        writer.flush()
        self._named = True
