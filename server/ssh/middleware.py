"""Wrap the handling of a session in small functions; the guard is outermost.

A handler takes a session from its start to its end and returns the exit status the client sees.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Mapping
from typing import TYPE_CHECKING, Final, Protocol

from cuttle_tui.i18n import translation
from cuttle_tui.i18n.translation import Plural, Words, tr
from cuttle_tui.tty.terminal import Terminal
from server.ops import logs
from server.ops.metrics import Metrics
from server.people.players import Player
from server.ssh.command import Command, refused, shell_line
from server.terminal.wire import Wire

if TYPE_CHECKING:
    from server.lobby.account import PlayerAccount

log = logging.getLogger(__name__)

_AWAY: Final = Plural(
    "You were away for {n} minute. Connect again to continue.",
    "You were away for {n} minutes. Connect again to continue.",
)


class Session(Protocol):
    """A terminal session of a player, as its handler sees it."""

    player: Player
    account: PlayerAccount | None
    """The player's account; None without a store, or before it is looked up."""
    wire: Wire
    terminal: Terminal
    command: Command
    """What the client asks for."""
    has_pty: bool
    door: str
    """The arguments of ``ssh`` that lead here."""
    address: str
    """The client's address, as the limits count it."""
    busy: Callable[[], bool]
    """Whether the player waits for others or watches them, and is not idle."""
    in_game: Callable[[], bool]
    """Whether the player sits in a running game."""

    @property
    def words(self) -> tuple[str, ...]:
        """The words of the client's command; empty for the app."""

    def say(self, text: str, error: bool = True) -> None:
        """Write a line to the client, outside the app."""


Handler = Callable[[Session], Awaitable[int]]


def guard(handler: Handler) -> Handler:
    """Log an error in a session and end that session only."""

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
            session.say(tr("Something went wrong on our side. Please connect again."))
            return 1

    return guarded


def with_metrics(metrics: Metrics, handler: Handler) -> Handler:
    """Count running sessions, and add their player to the log context."""

    async def counted(session: Session) -> int:
        logs.bind(player=session.player.name, address=session.address)
        metrics.session_started()
        try:
            return await handler(session)
        finally:
            metrics.session_ended()

    return counted


def limit_idle(longest: float, handler: Handler) -> Handler:
    """End a session after so many seconds without a key, unless its player waits or watches.

    The app ends as it does when its terminal hangs up, so that a seat is held.
    """

    async def watched(session: Session) -> int:
        idle = _Idle(session, longest)
        try:
            return await handler(session)
        finally:
            idle.stop()
            if idle.over:
                session.say(translation.counted(max(1, round(longest / 60)), _AWAY))

    return watched


class _Idle:
    """The idle timer of a session."""

    def __init__(self, session: Session, longest: float) -> None:
        self.over = False
        self._session, self._longest = session, longest
        self._since = time.monotonic()
        self._look_in(longest)

    def stop(self) -> None:
        """Cancel the timer."""
        self._timer.cancel()

    def _look_in(self, seconds: float) -> None:
        self._timer = asyncio.get_running_loop().call_later(seconds, self._look)

    def _look(self) -> None:
        now = time.monotonic()
        if self._session.busy():
            self._since = now
        left = max(self._since, self._session.wire.heard) + self._longest - now
        if left <= 0:
            self.over = True
            self._session.wire.ended()
        else:
            self._look_in(min(left, self._longest / 8) if self._since == now else left)


def need_terminal(handler: Handler) -> Handler:
    """Require a terminal, and explain how to request one."""

    async def checked(session: Session) -> int:
        if session.has_pty:
            return await handler(session)
        command = " ".join((f"ssh -t {session.door}", *session.words))
        session.say(tr("Cuttle needs a terminal. Try: {command}", command=command))
        return 1

    return checked


def refuse_unreadable(handler: Handler) -> Handler:
    """Refuse a command that cannot be read whole, and say why."""

    async def checked(session: Session) -> int:
        if session.command.refusal is None:
            return await handler(session)
        session.say(refused(session.command.refusal, session.door))
        return 2

    return checked


def by_verb(verbs: Mapping[str, Handler], otherwise: Handler) -> Handler:
    """Choose the handler by the first word the client asked to run."""

    async def chosen(session: Session) -> int:
        if not session.words:
            return await otherwise(session)
        handler = verbs.get(session.words[0].lower())
        if handler is None:
            text = tr("Only Cuttle runs here. You can use: {verbs}", verbs=", ".join(verbs))
            session.say(shell_line(session.door) if session.command.for_a_shell else text)
            return 2
        return await handler(session)

    return chosen


def take_words(most: int, usage: Words, handler: Handler) -> Handler:
    """Refuse words that a verb does not take, and say how it is written."""

    async def checked(session: Session) -> int:
        if len(session.words) - 1 <= most:
            return await handler(session)
        usual = tr("cuttle: that is written: {usage}", usage=tr(usage))
        session.say(shell_line(session.door) if session.command.for_a_shell else usual)
        return 2

    return checked
