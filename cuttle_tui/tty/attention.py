"""Call the player back to the terminal: its bell, and the title of its window."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Protocol

from cuttle_tui.wording.table.alerts import NAME, Kind, title_of

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

    def __init__(self, writer: Callable[[], Writer | None]) -> None:
        """Watch nothing yet; `writer` gives the driver once there is one."""
        self._writer = writer
        self._named = False
        self.called = False
        """Whether the window's title says that the player is wanted."""

    def call(self, kind: Kind, table: str, *, bell: bool) -> None:
        """Name the window for what has come up, and ring."""
        self.called = True
        self._name(title_of(kind, table))
        writer = self._writer()
        if bell and writer is not None:
            writer.write(_BELL)
            writer.flush()

    def come_back(self) -> None:
        """Give the window its plain name: the player is here."""
        if self.called:
            self.called = False
            self._name(NAME)

    def end(self) -> None:
        """Give the window back the name it had before."""
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
