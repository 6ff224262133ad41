"""Limit the sessions that run: in all, of a player, and from an address.

Only sessions that play count: what answers with a text and ends has a rate for each address
instead, so that everybody can still ask who is here when all seats are taken.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterable
from typing import Final

from cuttle_tui.i18n.translation import tr
from server.ops.limits import Limits, Throttle
from server.ssh.middleware import Handler, Session

_IDLE: Final = 60.0
"""Seconds after which a guest who plays nothing makes room for another player."""
_IDLE_IN_A_GAME: Final = 600.0
"""The same for a guest in a game that goes on; the seat is held."""
_LONGEST_WAIT: Final = 5.0
"""Seconds an answer may be put off before it is refused."""


def plays(session: Session) -> bool:
    """Return whether a session goes on until its player ends it, rather than printing an answer."""
    if session.command.refusal is not None:
        return False
    verb = session.words[0].lower() if session.words else ""
    more = bool(session.words[1:])
    if verb == "plain" or (verb == "watch" and more) or (verb == "bot" and not more):
        return True
    return session.has_pty and verb in ("", "join", "replay")


class SessionLimits:
    """The sessions that play, counted for everybody, each player and each address."""

    def __init__(self, limits: Limits, clock: Callable[[], float] = time.monotonic) -> None:
        self._limits = limits
        self._clock = clock
        self._running: dict[int, Session] = {}
        """By the identity of the object, in order of arrival."""

    def enter(self, session: Session) -> str:
        """Let a session in and return nothing, or return why it may not run."""
        limits = self._limits
        theirs = self._of(lambda other: other.player.identity == session.player.identity)
        if len(theirs) >= limits.sessions_each:
            most = limits.sessions_each
            return tr(
                "You have {most} sessions open already. Please close one of them first.", most=most
            )
        near = self._of(lambda other: other.address == session.address)
        if len(near) >= limits.sessions_per_address and not self._make_room(near):
            return tr(
                "{most} sessions play from your address already. Please try again in a minute.",
                most=limits.sessions_per_address,
            )
        full = len(self._running) >= limits.sessions
        if full and not self._make_room(self._running.values()):
            return tr("The server is full right now. Please try again in a minute.")
        self._running[id(session)] = session
        return ""

    def leave(self, session: Session) -> None:
        """Remove a session; it may have made room before."""
        self._running.pop(id(session), None)

    def _of(self, fits: Callable[[Session], bool]) -> list[Session]:
        return [session for session in self._running.values() if fits(session)]

    def _make_room(self, sessions: Iterable[Session]) -> bool:
        """End the session of the guest who has been idle for longest, if any has been for long."""
        now = self._clock()
        idle = [each for each in sessions if each.player.guest and self._is_idle(each, now)]
        if not idle:
            return False
        longest = min(idle, key=lambda session: session.wire.heard)
        self.leave(longest)
        longest.say(tr("You did nothing for a while, and somebody else needed the room."))
        longest.wire.ended()
        return True

    def _is_idle(self, session: Session, now: float) -> bool:
        longest = _IDLE_IN_A_GAME if session.in_game() else _IDLE
        return now - session.wire.heard >= longest


def limit_sessions(
    sessions: SessionLimits, refused: Callable[[str], None], handler: Handler
) -> Handler:
    """Refuse sessions above the limits."""

    async def limited(session: Session) -> int:
        reason = sessions.enter(session)
        if reason:
            refused("session")
            session.say(reason)
            return 1
        try:
            return await handler(session)
        finally:
            sessions.leave(session)

    return limited


def limit_answers(limits: Limits, refused: Callable[[str], None], handler: Handler) -> Handler:
    """Limit the answers to an address: delay what is too much, then refuse."""
    throttle = Throttle(limits.answers_burst, limits.answers_rate)

    async def limited(session: Session) -> int:
        wait = throttle.reserve(session.address, _LONGEST_WAIT)
        await asyncio.sleep(min(wait, _LONGEST_WAIT))
        if wait > _LONGEST_WAIT:
            refused("answer")
            session.say(tr("Too much is asked from your address. Please wait a little."))
            return 1
        return await handler(session)

    return limited
