"""What all connections share, by whatever door: what a session passes, limits, the common end."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Collection, Iterable
from contextlib import nullcontext
from typing import Final, Literal, Self

from cuttle_tui.i18n.translation import N_, Message, Plural, counted, tr
from server.doors.admission import Admission
from server.doors.session import Handler, Session, refused
from server.ops import logs
from server.ops.limits import Limits, Throttle
from server.ops.monitoring import Metrics
from server.ops.share import KeyShares, Stuck, TimeShare, TimeShares
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
_AWAY: Final = Plural(
    "You were away for {n} minute. Connect again to continue.",
    "You were away for {n} minutes. Connect again to continue.",
)
_BROKEN: Final = N_("Something went wrong on our side. Please connect again.")
_STUCK: Final = N_(
    "Your session hung and had to be ended. Please connect again: your game goes on where it was."
)


class Refusal:
    """Why a session may not run, in the language of who reads it."""

    def __init__(
        self, what: Literal["session", "answer"], message: Message, **parts: object
    ) -> None:
        self.what = what
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
                "session",
                N_("You have {most} sessions open already. Please close one of them first."),
                most=limits.sessions_each,
            )
        running = [*self._running.values()]  # without one that has just made room
        near = [other for other in running if other.address == session.address]
        if len(near) >= limits.sessions_per_address and not self._make_room(near):
            return Refusal(
                "session",
                N_("{most} sessions play from your address already. Please try again in a minute."),
                most=limits.sessions_per_address,
            )
        full = len(self._running) >= limits.sessions
        if full and not self._make_room(self._running.values()):
            why = N_("The server is full right now. Please try again in a minute.")
            return Refusal("session", why)
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
        idle = [
            each
            for each in sessions
            if each.player.guest
            and now - each.wire.heard >= (_IDLE_IN_A_GAME if each.in_game() else _IDLE)
        ]
        if not idle:
            return False
        longest = min(idle, key=lambda session: session.wire.heard)
        self.leave(longest)
        longest.say(tr("You did nothing for a while, and somebody else needed the room."))
        longest.wire.ended()
        return True


class IdleLimit:
    """Ends a session after so many seconds without a key, unless its player waits or watches.

    The app ends as it does when its terminal hangs up, so that a seat is held.
    """

    def __init__(self, session: Session, longest: float) -> None:
        self._over = False
        self._session, self._longest = session, longest
        self._since = time.monotonic()

    def __enter__(self) -> Self:
        self._look_in(self._longest)
        return self

    def __exit__(self, *_: object) -> None:
        self._timer.cancel()
        if self._over:
            self._session.say(counted(max(1, round(self._longest / 60)), _AWAY))

    def _look_in(self, seconds: float) -> None:
        self._timer = asyncio.get_running_loop().call_later(seconds, self._look)

    def _look(self) -> None:
        now = time.monotonic()
        if self._session.busy():
            self._since = now
        left = max(self._since, self._session.wire.heard) + self._longest - now
        if left <= 0:
            self._over = True
            self._session.wire.ended()
        else:
            self._look_in(min(left, self._longest / 8) if self._since == now else left)


class Doors:
    """The state of all doors: limits, admission, guests; and the way of every session."""

    def __init__(
        self, handler: Handler, limits: Limits | None = None, metrics: Metrics | None = None
    ) -> None:
        self.metrics = metrics or Metrics()
        self.limits = limits or Limits()
        self.admission = Admission(self.limits)
        self.beginnings = Turns()
        """The turns in which sessions begin: an app takes as long as thirty keys."""
        self.handler = handler
        """Runs what a session asks for."""
        self.sessions = SessionLimits(self.limits)
        self._answers = Throttle(self.limits.answers_burst, self.limits.answers_rate)
        self._noted = Throttle(*_NOTED)
        self.key_shares = KeyShares(self.limits)
        self.time_shares = TimeShares(self.limits)
        self.guests = Guests()
        self.door = ""
        """The arguments of ``ssh`` that lead here; empty if that is not known."""
        self.tasks: dict[asyncio.Task[None], Wire] = {}
        """The sessions that run, each with its wire."""

    async def serve(self, session: Session) -> int:
        """Take a session through all that every session passes; return its exit status."""
        playing = plays(session)
        try:
            await session.wire.turn()
            if playing:
                await self.beginnings.turn()
            session.begun = True
            refusal = self.sessions.enter(session) if playing else await self._wait(session)
            if refusal is not None:
                self.metrics.refused(refusal.what)
                if self._noted.allow(f"{refusal.what} {session.address}"):
                    log.info(
                        "was refused",
                        extra={"address": session.address, "why": logs.english(refusal)},
                    )
                session.say(str(refusal))
                return 1
            if session.command.refusal is not None:
                session.say(refused(session.command.refusal, session.door))
                return 2
            with IdleLimit(session, self.limits.idle) if playing else nullcontext():
                logs.bind(player=session.player.name, address=session.address)
                self.metrics.session_started()
                try:
                    return await self.handler(session)
                finally:
                    self.metrics.session_ended()
        except Exception as error:
            return self._end_broken(session, error)
        finally:
            self.sessions.leave(session)

    async def _wait(self, session: Session) -> Refusal | None:
        """Put off what is too much from one address; return why it is refused, if it is far too."""
        wait = self._answers.reserve(session.address, _LONGEST_WAIT)
        await asyncio.sleep(min(wait, _LONGEST_WAIT))
        if wait <= _LONGEST_WAIT:
            return None
        why = N_("Too many requests come from your address. Please wait a little.")
        return Refusal("answer", why)

    def _end_broken(self, session: Session, error: Exception) -> int:
        """Log an error in a session, count it by what it was, and end that session only."""
        stuck = isinstance(error, Stuck) or isinstance(error.__cause__, Stuck)
        self.metrics.session_broken("stuck" if stuck else "error")
        log.exception(
            "session of %s (%s) ended by an error; asked for %r, terminal %s",
            session.player.name,
            session.player.identity,
            " ".join(session.words),
            session.terminal,
        )
        session.say(tr(_STUCK if stuck else _BROKEN))
        return 1

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
