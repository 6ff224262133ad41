"""Put text into the clipboard of the player's terminal, by OSC 52.

The sequence goes to the terminal through the driver of the session, so that it works over ssh as it
does at home. Most terminals take it without an answer, some ask their user, and some ignore it;
nothing comes back, so nobody can promise that it worked.

tmux takes the sequence from programs only with ``set-clipboard on`` (its default is ``external``),
and then passes it on. GNU screen swallows it. Both have ways to pass a wrapped sequence through,
but those are off by default or cannot be told apart from here, so it is sent once, as it is.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable
from typing import Final, Literal, Protocol

_SET: Final = "\x1b]52;c;"
_END: Final = "\a"

Copied = Literal["sent", "refused", "late"]
"""``refused``: this terminal has no clipboard; ``late``: it has not yet taken what came before."""


class Writer(Protocol):
    """A stream to a terminal."""

    def write(self, data: str) -> None:
        """Buffer output."""

    def flush(self) -> None:
        """Send buffered output."""


class Clipboard:
    """The clipboard of a player's terminal, which can only be written to.

    A driver with an attribute ``holds_back`` drops output while that is true.
    """

    def __init__(self, writer: Callable[[], Writer | None], *, known_missing: bool = False) -> None:
        """Prepare to copy.

        Args:
            writer: returns the driver, or None before it starts.
            known_missing: whether the terminal is known to have no clipboard.
        """
        self._writer = writer
        self._missing = known_missing

    def copy(self, text: str) -> Copied:
        """Send a text to the clipboard: printable characters and ends of lines, nothing else.

        Callers pass their own texts, never what another player has typed.
        """
        writer = self._writer()
        if self._missing or writer is None:
            return "refused"
        if getattr(writer, "holds_back", False):
            return "late"
        data = b64encode(printable(text).encode()).decode("ascii")
        writer.write(f"{_SET}{data}{_END}")
        writer.flush()
        return "sent"


def printable(text: str) -> str:
    """Drop control characters, which a shell might act upon; keep the ends of lines."""
    return "".join(letter for letter in text if letter.isprintable() or letter == "\n")
