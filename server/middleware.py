"""Wrap the handling of a session in small functions, each with one duty; the guard is outermost.

A handler takes a session from its start to its end and gives the exit status the client sees.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Mapping
from typing import Protocol

from cuttle_tui.terminal import Terminal
from server.people import Player
from server.wire import Wire

log = logging.getLogger(__name__)


class Session(Protocol):
    """One terminal session of a player, as its handler sees it."""

    player: Player
    wire: Wire
    terminal: Terminal
    words: tuple[str, ...]
    """What the client asked to run, word by word; empty for the app."""
    has_pty: bool
    port: int
    """The port the client came in by."""

    def say(self, text: str, error: bool = True) -> None:
        """Write one line to the client, outside the app."""


Handler = Callable[[Session], Awaitable[int]]


def guard(handler: Handler) -> Handler:
    """Log whatever goes wrong in a session, tell its player so, and let no other session know."""

    async def guarded(session: Session) -> int:
        try:
            return await handler(session)
        except Exception:
            log.exception(
                "session of %s (%s) ended by an error; asked for %r, terminal %s",
                session.player.name,
                session.player.identity,
                " ".join(session.words),
                session.terminal,
            )
            session.say("Something broke on our side. Please connect again.")
            return 1

    return guarded


def limit_sessions(most: int, handler: Handler) -> Handler:
    """Turn sessions away while as many are running as the server can carry."""
    running = 0

    async def limited(session: Session) -> int:
        nonlocal running
        if running >= most:
            session.say("Every seat here is taken just now. Please try again in a minute.")
            return 1
        running += 1
        try:
            return await handler(session)
        finally:
            running -= 1

    return limited


def need_terminal(handler: Handler) -> Handler:
    """Tell a client without a terminal how to come with one."""

    async def checked(session: Session) -> int:
        if session.has_pty:
            return await handler(session)
        command = " ".join((f"ssh -t -p {session.port} HOST", *session.words))
        session.say(f"Cuttle needs a terminal. Try: {command}")
        return 1

    return checked


def by_verb(verbs: Mapping[str, Handler], otherwise: Handler) -> Handler:
    """Choose the handler by the first word the client asked to run."""

    async def chosen(session: Session) -> int:
        if not session.words:
            return await otherwise(session)
        handler = verbs.get(session.words[0].lower())
        if handler is None:
            session.say(f"There is nothing here but Cuttle. You can run: {', '.join(verbs)}")
            return 2
        return await handler(session)

    return chosen
