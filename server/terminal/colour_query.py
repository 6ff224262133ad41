"""Ask the terminal of a session for true colour, before the app starts."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import replace

from cuttle_tui.tty.terminal import Terminal
from cuttle_tui.tty.truecolour import PATIENCE, QUESTION, Replies
from server.terminal.wire import Wire


class _Query:
    """Listens for the answer; keeps what is typed for the app."""

    def __init__(self) -> None:
        self.replies = Replies()
        self.typed = bytearray()
        self.over = asyncio.Event()

    def received(self, data: bytes) -> None:
        """Take in what the terminal sent."""
        self.typed += self.replies.feed(data)
        if self.replies.complete:
            self.over.set()

    def resized(self) -> None:
        """Leave the size to the app."""

    def ended(self) -> None:
        """Wait no longer."""
        self.over.set()


async def with_true_colour(terminal: Terminal, wire: Wire) -> Terminal:
    """Return the terminal with its true colours, if it may have more than it announces.

    An answer that comes too late is kept from the app.
    """
    if terminal.colours != "256":
        return terminal
    query = _Query()
    wire.write(QUESTION.encode())
    wire.listen(query)
    with suppress(TimeoutError):
        await asyncio.wait_for(query.over.wait(), PATIENCE)
    wire.unlisten(bytes(query.typed), query.replies.feed)
    return replace(terminal, colours="true") if query.replies.truecolour else terminal
