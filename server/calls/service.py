"""Call the receivers that the operator has named, in tasks of their own: nobody waits for them."""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import TYPE_CHECKING, Final

from server.calls import CallsOptions, Hook
from server.calls.forms import WRITERS
from server.calls.sending import PATIENCE, Outcome, deliver
from server.calls.sources import of_league, of_night, seek, seek_key, waits
from server.calls.words import Places, people_in, told
from server.ops.limits import Throttle
from server.ops.monitoring import Metrics
from server.store.calls import DONE, DUE, FAILED, SENT, Call, CallRow
from server.store.values import StoreError

if TYPE_CHECKING:
    from server.lobby.matchmaker import Matchmaker
    from server.store.store import Store
    from server.store.writer import Writer

log = logging.getLogger(__name__)

MOST_WAITING: Final = 100
"""Calls that may wait for a receiver; more are dropped."""
TRIES: Final = 6
_FIRST_PAUSE: Final = 5.0
_LONGER: Final = 4
_LONGEST_PAUSE: Final = 3600.0
"""Seconds until the next try, after each that failed: 5, 20, 80, 320, 1280."""
_REST: Final = 600.0
"""Seconds for which a receiver is left alone at most, when it asks for that."""
_LEASE: Final = timedelta(seconds=4 * PATIENCE)
"""How long a claimed call is left alone; a node that died has not sent it by then."""
_USEFUL: Final = {
    "seek": timedelta(minutes=15),
    "night": timedelta(hours=1),
    "round": timedelta(minutes=30),
}
"""How old a call may be when it is sent; others may be a day old."""
_STORED_BY: Final = timedelta(seconds=10)
"""A table that is called for is stored by then, or gone."""
_A_DAY: Final = timedelta(days=1)
_LEAGUE_EVERY: Final = 60.0
"""Seconds between two looks at weeks, finals and deals."""
_TIDY_EVERY: Final = 3600.0
_EACH: Final = 2, 1 / 600
"""Calls for a player who waits: at once, and in a second for long."""


@dataclass(slots=True)
class CallsContext:
    """What calls need of the server."""

    store: Store
    writer: Writer
    matchmaker: Matchmaker
    metrics: Metrics
    leads: Callable[[], bool]
    """Returns whether this node is the one that sends."""


class Calls:
    """Offers what there is to call, and sends it; from `start` to `close`."""

    def __init__(
        self, options: CallsOptions, context: CallsContext, clock: Callable[[], float]
    ) -> None:
        """Prepare it; nothing is sent yet. `clock` returns the time in seconds since 1970."""
        self._options, self._context = options, context
        self._clock = clock
        self._ask = context.writer.ask
        burst, rate = options.per_minute, options.per_minute / 60
        self._allowed = Throttle(burst, rate, clock)
        """The requests to each receiver."""
        self._seeks = Throttle(burst, rate, clock)
        self._seekers = Throttle(*_EACH, clock)
        self._called: set[str] = set()
        """The waiting tables of this node that were offered."""
        self._read = self._tidied = float("-inf")
        """When the league was read last, and old rows were deleted."""
        self._resting: dict[str, float] = {}
        """Until when a receiver that fails is left alone."""
        self._failing: set[str] = set()
        self._over = False
        """Whether to stop: where an answer comes with it, a cancellation is lost."""
        self._tasks: list[asyncio.Task[None]] = []
        for hook in options.hooks:
            context.metrics.receiver(hook.name)

    def start(self) -> None:
        """Begin to look, and to send."""
        steps: list[Callable[[], Awaitable[None]]] = [self._look]
        steps += [partial(self._send_due, hook) for hook in self._options.hooks]
        self._tasks = [asyncio.create_task(self._again(step)) for step in steps]

    async def close(self) -> None:
        """Stop; what still waits is stored."""
        self._over = True
        for task in self._tasks:
            task.cancel()
        for task in self._tasks:
            with suppress(asyncio.CancelledError):
                await task

    async def _again(self, step: Callable[[], Awaitable[None]]) -> None:
        """Take a step again and again; an error is logged and ends nothing."""
        while not self._over:
            try:
                await step()
            except StoreError as error:
                log.info("calls wait for the database: %s", error.why)
            except Exception:
                log.exception("a call could not be made")
            await asyncio.sleep(self._options.pace)

    @property
    def _now(self) -> datetime:
        return datetime.fromtimestamp(self._clock(), UTC)

    # what there is to call

    async def _look(self) -> None:
        """Offer what there is to call, and end the calls of what is over."""
        store, leads = self._context.store, self._context.leads()
        await self._look_at_tables(leads)
        if not leads:
            return
        now, nights = self._clock(), self._context.matchmaker.nights
        found = [*of_night(nights.id, nights.night, now)]
        if now - self._read >= _LEAGUE_EVERY:
            league = await self._ask(store.read, of_league, self._now)
            await self._meet_new_hooks(league)
            self._read = now  # what happened meanwhile is read the next time
            found += league
        await self._offer(found)
        if now - self._tidied >= _TIDY_EVERY:
            await self._ask(store.forget_calls, self._now)
            self._tidied = now

    async def _meet_new_hooks(self, league: Iterable[Call]) -> None:
        """Spare a new receiver what was over before anybody had named it."""
        known = await self._ask(self._context.store.known_hooks)
        for hook in self._options.hooks:
            if hook.name not in known:
                await self._ask(self._context.store.begin_calls, hook.name, league, self._now)

    async def _offer(self, found: Iterable[Call]) -> None:
        hooks = self._options.hooks
        offered = [(hook.name, call) for call in found for hook in hooks if call.kind in hook.wants]
        if offered:
            dropped = await self._ask(
                self._context.store.offer_calls, offered, self._now, MOST_WAITING
            )
            for name in dropped:
                self._context.metrics.called(name, "dropped")

    async def _look_at_tables(self, leads: bool) -> None:
        """Call for those who have waited for long; end that where they wait no more.

        A table is looked at by the node that runs it, which may be another than that which called;
        those that nobody runs any more are ended by the node that leads.
        """
        rooms, store = self._context.matchmaker.rooms, self._context.store
        found, here = [], set[str]()
        for room in rooms:
            who = waits(room)
            if who and room.age >= self._options.wait:
                here.add(room.id)
                if room.id not in self._called and self._may_call_for(who):
                    self._called.add(room.id)
                    found.append(seek(room, who))
        self._called &= here
        await self._offer(found)
        over = []
        for key in await self._ask(store.open_seeks):
            room_here = rooms.with_id(key.removeprefix(seek_key("")))
            if room_here is not None and not waits(room_here):
                over.append(key)
        if over or leads:
            before = self._now - _STORED_BY if leads else None
            await self._ask(store.end_calls, over, before)

    def _may_call_for(self, who: str) -> bool:
        """Count a call for somebody who waits; return whether there is room for it."""
        if self._seekers.left(who) < 1 or not self._seeks.allow(""):
            return False
        return self._seekers.allow(who)

    # sending

    async def _send_due(self, hook: Hook) -> None:
        """Send what is due to a receiver, one after the other."""
        while (
            not self._over
            and self._context.leads()
            and self._resting.get(hook.name, 0.0) <= self._clock()
            and self._allowed.left(hook.name) >= 1
        ):
            row = await self._ask(self._context.store.claim_call, hook.name, self._now, _LEASE)
            if row is None:
                return
            state, due, message = await self._sent(hook, row)
            await self._ask(self._context.store.settle_call, row, state, due, message)

    async def _sent(self, hook: Hook, row: CallRow) -> tuple[str, datetime, str]:
        """Send a call, or take it back; return its state, when to go on, and its name there."""
        now, call, writer = self._now, row.call, WRITERS[hook.form]
        fresh = row.state == DUE
        stale = now - row.at > _USEFUL.get(call.kind, _A_DAY)
        if fresh and (row.over or stale):
            if stale:
                self._context.metrics.called(hook.name, "dropped")
            return DONE, now, ""
        id = hashlib.sha256(f"cuttle call {hook.name} {call.key}".encode()).hexdigest()[:24]
        if fresh:
            services = self._context.matchmaker.services
            names = await self._ask(self._context.store.call_names, people_in(call))
            places = Places(services.door, services.link)
            text = told(call, names, places, hook.language)
            request = writer.send(hook, id, call.kind, text)
        elif writer.withdraw is None:
            return DONE, now, ""
        else:
            request, id = writer.withdraw(hook, id, call.kind, row.message), f"{id}-over"
        self._allowed.allow(hook.name)
        outcome = await deliver(hook, request, id, self._clock(), private=self._options.private)
        return self._judged(hook, row, outcome, fresh=fresh)

    def _judged(
        self, hook: Hook, row: CallRow, outcome: Outcome, *, fresh: bool
    ) -> tuple[str, datetime, str]:
        now, called = self._now, self._context.metrics.called
        writer = WRITERS[hook.form]
        if outcome.result == "sent":
            self._note(hook, "")
            called(hook.name, "sent" if fresh else "withdrawn")
            message = writer.message(outcome.answer)
            kept = writer.withdraw is not None and (message or not writer.names_messages)
            lasts = fresh and row.call.kind == "seek" and kept
            return SENT if lasts else DONE, now, message
        self._note(hook, outcome.why)
        if outcome.result == "never" or row.tries >= TRIES:
            called(hook.name, "failed")
            return FAILED, now, ""
        called(hook.name, "again")
        pause = max(outcome.after, _FIRST_PAUSE * _LONGER ** (row.tries - 1))
        self._resting[hook.name] = self._clock() + max(_FIRST_PAUSE, min(outcome.after, _REST))
        again = now + timedelta(seconds=min(pause, _LONGEST_PAUSE))
        return (DUE if fresh else SENT), again, ""

    def _note(self, hook: Hook, why: str) -> None:
        """Log when a receiver begins to fail, and when it is back."""
        self._context.metrics.call_trouble(hook.name, bool(why))
        if why and hook.name not in self._failing:
            self._failing.add(hook.name)
            log.warning("calls to %s (%s) fail: %s; this is logged once", hook.name, hook.host, why)
        elif not why and hook.name in self._failing:
            self._failing.discard(hook.name)
            log.info("calls to %s arrive again", hook.name)
