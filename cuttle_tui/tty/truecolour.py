"""Ask a terminal whether it shows true colour, as few announce it and ssh does not forward it.

A colour is set in 24 bits and read back (DECRQSS). A terminal of fewer colours has replaced it by
the nearest it has, or does not know the request. Then the device attributes are asked for: every
terminal answers that, so a terminal that does not know the first request need not be waited for.
"""

from __future__ import annotations

import re
from typing import Final

QUESTION: Final = "\x1b[48;2;1;2;3m\x1bP$qm\x1b\\\x1b[0m\x1b[c\r\x1b[K"
"""Set a colour, read it back, reset it, ask for the device attributes, and erase the row: an old
terminal may have printed the request it does not know."""
PATIENCE: Final = 0.3
"""Seconds to wait for the answer."""

_YES: Final = re.compile(rb"48[:;]2[:;]{1,2}1[:;]2[:;]3(?!\d)")
_REPLY: Final = re.compile(
    rb"\x1bP[01]\$r([^\x1b\x18]{0,96})(?:\x1b\\|\x18)|\x1b\[\?[\d;]{0,64}(c)"
)
_UNFINISHED: Final = re.compile(
    rb"\x1bP(?:[01](?:\$(?:r[^\x1b\x18]{0,96}\x1b?)?)?)?\Z|\x1b\[(?:\?[\d;]{0,64})?\Z"
)


class Replies:
    """Separates the answers of a terminal from what its player types meanwhile."""

    def __init__(self) -> None:
        self.truecolour = False
        """Whether the terminal has said that it shows true colour."""
        self.complete = False
        """Whether the last answer has come."""
        self._held = b""

    def feed(self, data: bytes) -> bytes:
        """Take the answers out of input; return the rest."""
        data = self._held + data
        self._held = b""
        if self.complete:
            return data
        rest = _REPLY.sub(self._read, data)
        if not self.complete and (tail := _UNFINISHED.search(rest)):
            rest, self._held = rest[: tail.start()], tail[0]
        return rest

    def _read(self, reply: re.Match[bytes]) -> bytes:
        if self.complete:
            return reply[0]
        self.complete = reply[2] is not None
        self.truecolour = self.truecolour or bool(_YES.search(reply[1] or b""))
        return b""
