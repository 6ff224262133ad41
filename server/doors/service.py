"""What all connections share, by whatever door: limits, the handler, the common end."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Collection, Iterable
from typing import Final

from cuttle_tui.i18n.translation import N_, Message, tr
from server.doors.admission import Admission
from server.doors.middleware import Handler, Session, guard, limit_idle, refuse_unreadable
from server.ops import logs
from server.ops.limits import Limits, Throttle
from server.ops.monitoring import Metrics
from server.ops.share import KeyShares, TimeShare, TimeShares
from server.people.accounts import Guests
from server.people.presence import Turns
from server.terminal.wire import Wire

log = logging.getLogger(__name__)

_IDLE: Final = 60.0
"""Seconds after which a guest who plays nothing makes room for another player."""
_IDLE_IN_A_GAME: Final = 600.0
"""The same for a guest in a game that goes on; the seat is held."""
_NOTED: Final = 1, 1 / 60
"""Refusals of an address that are logged: one a minute."""
_LONGEST_WAIT: Final = 5.0
"""Seconds an answer may be put off before it is refused."""


class Refusal:
    """Why a session may not run, in the language of who reads it."""

    def __init__(self, message: Message, **parts: object) -> None:
        self._message, self._parts = message, parts

    def __str__(self) -> str:
        return tr(self._message, **self._parts)


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

    def enter(self, session: Session) -> Refusal | None:
        """Let a session in and return nothing, or return why it may not run."""
        limits, running = self._limits, [*self._running.values()]
        theirs = [other for other in running if other.player.identity == session.player.identity]
        if len(theirs) >= limits.sessions_each and not self._end_away(theirs):
            return Refusal(
                N_("You have {most} sessions open already. Please close one of them first."),
                most=limits.sessions_each,
            )
        running = [*self._running.values()]  # without one that has just made room
        near = [other for other in running if other.address == session.address]
        if len(near) >= limits.sessions_per_address and not self._make_room(near):
            return Refusal(
                N_("{most} sessions play from your address already. Please try again in a minute."),
                most=limits.sessions_per_address,
            )
        full = len(self._running) >= limits.sessions
        if full and not self._make_room(self._running.values()):
            return Refusal(N_("The server is full right now. Please try again in a minute."))
        self._running[id(session)] = session
        return None

    def leave(self, session: Session) -> None:
        """Remove a session; it may have made room before."""
        self._running.pop(id(session), None)

    def _end_away(self, sessions: Iterable[Session]) -> bool:
        """End a session at which nobody is; its player may come back to the seat all the same."""
        away = [each for each in sessions if each.away]
        if not away:
            return False
        longest = min(away, key=lambda session: (session.in_game(), session.wire.heard))
        self.leave(longest)
        longest.lost()
        return True

    def _make_room(self, sessions: Collection[Session]) -> bool:
        """End a session at which nobody is, or of the guest who has been idle for longest."""
        if self._end_away(sessions):
            return True
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
    noted = Throttle(*_NOTED)

    async def limited(session: Session) -> int:
        reason = sessions.enter(session)
        if reason is not None:
            refused("session")
            _say(session, reason, noted)
            return 1
        try:
            return await handler(session)
        finally:
            sessions.leave(session)

    return limited


def limit_answers(limits: Limits, refused: Callable[[str], None], handler: Handler) -> Handler:
    """Limit the answers to an address: delay what is too much, then refuse."""
    noted = Throttle(*_NOTED)
    throttle = Throttle(limits.answers_burst, limits.answers_rate)

    async def limited(session: Session) -> int:
        wait = throttle.reserve(session.address, _LONGEST_WAIT)
        await asyncio.sleep(min(wait, _LONGEST_WAIT))
        if wait > _LONGEST_WAIT:
            refused("answer")
            _say(
                session,
                Refusal(N_("Too many requests come from your address. Please wait a little.")),
                noted,
            )
            return 1
        return await handler(session)

    return limited


def _say(session: Session, why: Refusal, noted: Throttle) -> None:
    """Tell a player why, and the log, but not each time."""
    if noted.allow(session.address):
        log.info("was refused", extra={"address": session.address, "why": logs.english(why)})
    session.say(str(why))


class Doors:
    """The state of all doors: limits, admission, guests, the handler of sessions."""

    def __init__(
        self, handler: Handler, limits: Limits | None = None, metrics: Metrics | None = None
    ) -> None:
        self.metrics = metrics or Metrics()
        self.limits = limits or Limits()
        self.admission = Admission(self.limits)
        self.beginnings = Turns()
        """The turns in which sessions begin: an app takes as long as thirty keys."""
        self.handler = self._protected(handler)
        self.key_shares = KeyShares(self.limits)
        self.time_shares = TimeShares(self.limits)
        self.guests = Guests()
        self.door = ""
        """The arguments of ``ssh`` that lead here; empty if that is not known."""
        self.tasks: dict[asyncio.Task[None], Wire] = {}
        """The sessions that run, each with its wire."""

    def _protected(self, handler: Handler) -> Handler:
        """Wrap a handler in the limits and the guard."""
        refused = self.metrics.refused
        handler = refuse_unreadable(handler)
        playing = limit_idle(self.limits.idle, handler)
        playing = limit_sessions(SessionLimits(self.limits), refused, playing)
        answering = limit_answers(self.limits, refused, handler)

        async def chosen(session: Session) -> int:
            await session.wire.turn()
            if plays(session):
                await self.beginnings.turn()
            session.begun = True
            return await (playing if plays(session) else answering)(session)

        return guard(chosen, self.metrics.session_broken)

    def end(self, share: TimeShare) -> None:
        """End the session that uses a share of the time, if it still runs."""
        for task, wire in self.tasks.items():
            if wire.time is share:
                log.error("a session that was interrupted did not end by itself")
                task.cancel()

    async def close(self, timeout: float = 5.0) -> None:
        """End every session, restoring its terminal, then what carries them."""
        wires = {*self.tasks.values()}
        for wire in wires:
            wire.ended()
        if self.tasks:
            _, stuck = await asyncio.wait([*self.tasks], timeout=timeout)
            for task in stuck:
                task.cancel()
        await asyncio.gather(*(wire.disconnect() for wire in wires))
