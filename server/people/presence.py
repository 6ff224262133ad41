"""Who is here and hears of what, who was cut off, and listeners that cannot hold each other up."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator
from contextvars import Context
from dataclasses import dataclass
from functools import partial
from typing import Final, Generic, Protocol, TypeVar

from cuttle_tui.ports import Chair, News, NewsListener
from cuttle_tui.worn import own_back
from server.ops.limits import origin
from server.people.accounts import ExitMessage, Player

log = logging.getLogger(__name__)
T = TypeVar("T")

AT_ONCE: Final = 4
"""Listeners that are called at once; the others take turns."""
_SHORTEST, _LONGEST = 0.001, 0.05
"""Seconds between two turns."""


def isolate(listener: Callable[[T], None], owner: str) -> Callable[[T], None]:
    """Wrap a listener so that its first error is logged, as the owner's, and ends its calls."""
    broken = False

    def call(news: T) -> None:
        nonlocal broken
        if broken:
            return
        try:
            listener(news)
        except Exception:
            broken = True
            log.exception("a listener of %s broke and hears no more", owner)

    return call


class Turns:
    """Calls many listeners one after the other.

    What they set off may take half of the thread's time: after each turn there is a pause as long
    as the thread was busy. So others wait for few of them at a time, however many there are, and
    what changes again before a listener's turn is painted once.
    """

    def __init__(self) -> None:
        self.at_once = AT_ONCE
        """How many calls soon need not wait."""
        self._waiting: deque[Callable[[], None]] = deque()
        self._timer: asyncio.TimerHandle | None = None
        self._just_called = 0
        """How many were called without waiting since the last turn."""
        self._busy = 0.0
        """The thread's processor time at the last turn."""

    def wait(self, call: Callable[[], None]) -> None:
        """Call a function when its turn comes."""
        self._waiting.append(call)
        if self._timer is None:
            self._busy = time.thread_time()
            self._schedule(_SHORTEST)

    async def turn(self) -> None:
        """Wait for a turn; what follows it counts as the time that the turn took."""
        turned = asyncio.get_running_loop().create_future()
        self.wait(lambda: None if turned.done() else turned.set_result(None))
        await turned

    def soon(self, call: Callable[[], None]) -> None:
        """Call a function now, unless some were just called so: then when its turn comes."""
        if self._waiting or self._just_called >= self.at_once:
            self.wait(call)
            return
        self._just_called += 1
        if self._timer is None:
            self._busy = time.thread_time()
            self._schedule(_SHORTEST)
        call()

    def _schedule(self, pause: float) -> None:
        loop = asyncio.get_running_loop()
        self._timer = loop.call_later(pause, self._next, context=Context())

    def _next(self) -> None:
        before, self._busy = self._busy, time.thread_time()
        self._timer = None
        call = self._waiting.popleft() if self._waiting else None
        if self._waiting:
            self._schedule(min(max(self._busy - before, _SHORTEST), _LONGEST))
        else:
            self._just_called = 0
        if call is not None:
            call()


class InTurn(Generic[T]):
    """A listener that is called in its turn, for every change and in order."""

    def __init__(self, listener: Callable[[T], None], turns: Turns) -> None:
        self._listener = listener
        self._turns = turns
        self._changes: list[T] = []

    def __call__(self, change: T) -> None:
        """Call the listener soon."""
        self._changes.append(change)
        if len(self._changes) == 1:
            self._turns.wait(self._catch_up)

    def _catch_up(self) -> None:
        changes = [*self._changes]
        self._changes.clear()
        for change in changes:
            self._listener(change)

    def stop(self) -> None:
        """Stop calling the listener."""
        self._listener = lambda _change: None


class Gathered:
    """Calls a while after the first request; requests until then are the same call."""

    def __init__(self, call: Callable[[], None], pause: Callable[[], float]) -> None:
        self._call = call
        self._pause = pause
        self._timer: asyncio.TimerHandle | None = None

    def __call__(self) -> None:
        """Call after the pause that has begun, or begins now."""
        if self._timer is None:
            loop = asyncio.get_running_loop()
            self._timer = loop.call_later(self._pause(), self._over, context=Context())

    def _over(self) -> None:
        self._timer = None
        self._call()


class Subscriptions:
    """The subscriptions of a session."""

    def __init__(self) -> None:
        self._ends: set[Callable[[], None]] = set()

    def until(self, end: Callable[[], None]) -> Callable[[], None]:
        """Add a subscription; the result ends it early. `end` may be called more than once."""

        def ended() -> None:
            self._ends.discard(ended)
            end()

        self._ends.add(ended)
        return ended

    def end(self) -> None:
        """End them all."""
        for ended in [*self._ends]:
            ended()


_MOST_MESSAGES: Final = 1000
"""The most absent players with a message."""


class Visitor(Protocol):
    """A session of a player in the lobby; a player may have several."""

    who: Player
    address: str
    """The player's address."""
    key: str
    """The fingerprint of the key; empty for guests."""
    subscriptions: Subscriptions
    """Ended with the session."""
    kick: Callable[[ExitMessage], None]
    """Ends the session, with a line that says why."""
    watching: Chair | None
    """The chair this session watches from, if any."""
    here: bool
    """Whether the player is connected to this process; a stand-in's is connected to another."""

    @property
    def player(self) -> str:
        """The player's name."""

    @property
    def named(self) -> bool:
        """Whether this player has a name; until then they are not listed."""

    @property
    def shows_rating(self) -> bool:
        """Whether lists show this player's rating."""

    @property
    def shows_presence(self) -> bool:
        """Whether this player lets others see that they are here."""

    def become(self, who: Player) -> None:
        """Continue as another player: a name was chosen, or a guest is back."""

    def take_name(self, name: str) -> None:
        """Continue under the name of a seat that is this guest's again."""

    def held(self) -> Chair | None:
        """Return this player's seat, if any."""

    def blocked_ids(self) -> frozenset[str]:
        """Return the identities this player has blocked."""


class Presence:
    """The sessions of everybody who is online; a player may have several."""

    def __init__(self) -> None:
        self._lobbies: dict[str, list[Visitor]] = {}
        self._listeners: dict[Visitor, list[NewsListener]] = {}
        self._messages: dict[str, News] = {}
        """Messages for absent players, by identity."""
        self.turns = Turns()
        """The turns in which sessions hear of changes for many."""
        self.seats = Turns()
        """The turns in which players sit down, are called to a table or ask for the next game.

        A screen for it, or a deal, takes as long as twenty keys: others have theirs in between.
        """
        self.lists_version = 0
        """Counts the changes of the lobby's lists."""
        self._told_version = 0
        """The version that everybody was notified of."""
        self._untold: dict[Visitor, None] = {}
        """The sessions that wait for their turn to hear of it, the first first."""
        self.elsewhere: Callable[[News], None] = lambda _news: None
        """Sends news to everybody who is connected to other processes."""

    def __contains__(self, identity: str) -> bool:
        return identity in self._lobbies

    def __iter__(self) -> Iterator[str]:
        return iter([*self._lobbies])

    def is_here(self, identity: str) -> bool:
        """Return whether a player is connected to this process."""
        return any(lobby.here for lobby in self._lobbies.get(identity, ()))

    def is_shown(self, identity: str) -> bool:
        """Return whether others may see that a player is here; who does not show it sees nobody."""
        return all(lobby.shows_presence for lobby in self._lobbies.get(identity, ()))

    def lobbies(self, identity: str) -> list[Visitor]:
        """Return the sessions of a player."""
        return [*self._lobbies.get(identity, ())]

    def back_of(self, identity: str) -> str:
        """Return what the cards of a player wear; their own back while they are not here."""
        lobbies = self._lobbies.get(identity)
        return lobbies[0].who.back if lobbies else own_back(identity)

    def place_of(self, identity: str) -> str:
        """Return where a player who is online comes from; empty if that is not known."""
        lobbies = self._lobbies.get(identity, ())
        return origin(lobbies[0].address) if lobbies and lobbies[0].address else ""

    def every(self) -> list[Visitor]:
        """Return all sessions."""
        return [lobby for lobbies in self._lobbies.values() for lobby in lobbies]

    def enter(self, lobby: Visitor) -> None:
        """Add a player who came online."""
        self._lobbies.setdefault(lobby.who.identity, []).append(lobby)
        self.lists_changed()

    def exit(self, lobby: Visitor) -> bool:
        """Remove a session; return whether it was the player's last."""
        lobbies = self._lobbies.get(lobby.who.identity, [])
        if lobby in lobbies:
            lobbies.remove(lobby)
        self._untold.pop(lobby, None)
        self.lists_changed()
        if lobbies:
            return False
        return self._lobbies.pop(lobby.who.identity, None) is not None

    # news

    def subscribe(self, lobby: Visitor, listener: NewsListener) -> Callable[[], None]:
        """Subscribe a session to its player's news; the result ends that."""
        self._listeners.setdefault(lobby, []).append(listener)
        if message := self._messages.pop(lobby.who.identity, None):
            listener(message)

        def end() -> None:
            listeners = self._listeners.get(lobby, [])
            if listener in listeners:
                listeners.remove(listener)
            if not listeners:
                self._listeners.pop(lobby, None)

        return end

    def tell(self, identities: Iterable[str], news: News) -> None:
        """Send news to some players."""
        for identity in identities:
            for lobby in self.lobbies(identity):
                self.tell_session(lobby, news)

    def tell_here(self, news: News, to: Collection[str] | None = None) -> None:
        """Send news to those who are connected to this process: to everybody, or to some."""
        for lobby in self.every():
            if lobby.here and (to is None or lobby.who.identity in to):
                self.tell_session(lobby, news)

    def tell_everybody(self, news: News) -> None:
        """Send news to everybody, wherever they are connected."""
        self.tell_here(news)
        self.elsewhere(news)

    def call_to_table(self, identities: Iterable[str]) -> None:
        """Tell players, each in turn, that they sit at a table now."""
        for identity in identities:
            self.seats.soon(partial(self.tell, [identity], News("paired")))

    def leave_message(self, identity: str, news: News) -> None:
        """Send news to a player, or keep it until they reconnect."""
        if any(lobby in self._listeners for lobby in self.lobbies(identity)):
            self.tell([identity], news)
            return
        self._messages[identity] = news
        if len(self._messages) > _MOST_MESSAGES:
            del self._messages[next(iter(self._messages))]

    def lists_changed(self) -> None:
        """Mark the lobby's lists as changed; everybody is notified at the next tick."""
        self.lists_version += 1

    def others_changed(self) -> None:
        """Mark the lists of other processes as changed; everybody is notified at the next tick."""
        self._told_version = -1

    def tick(self) -> None:
        """Notify everybody who is connected here if the lobby's lists have changed."""
        if self._told_version == self.lists_version:
            return
        self._told_version = self.lists_version
        waiting = bool(self._untold)
        here = [lobby for lobby in self.every() if lobby.here]
        self._untold |= dict.fromkeys(here[AT_ONCE:])
        for lobby in here[:AT_ONCE]:
            self.tell_session(lobby, News("lobby"))
        if self._untold and not waiting:
            self.turns.wait(self._tell_next)

    def _tell_next(self) -> None:
        """Tell one session, and let the next wait: however late they are, each hears it once."""
        if not self._untold:
            return
        lobby = next(iter(self._untold))
        del self._untold[lobby]
        if self._untold:
            self.turns.wait(self._tell_next)
        self.tell_session(lobby, News("lobby"))

    def tell_session(self, lobby: Visitor, news: News) -> None:
        """Send news to a session, if it is still online."""
        for listener in [*self._listeners.get(lobby, ())]:
            listener(news)


class Follows:
    """The players that everybody online follows; the store keeps them."""

    def __init__(self) -> None:
        self._followed: dict[str, set[str]] = {}

    def remember(self, identity: str, followed: Iterable[str]) -> None:
        """Load whom a player who came online follows."""
        self._followed[identity] = {*followed}

    def forget(self, identity: str) -> None:
        """Unload the follows of a player who left."""
        self._followed.pop(identity, None)

    def follow(self, identity: str, other: str, yes: bool) -> None:
        """Follow a player, or stop."""
        followed = self._followed.setdefault(identity, set())
        (followed.add if yes else followed.discard)(other)

    def of(self, identity: str) -> frozenset[str]:
        """Return whom a player follows."""
        return frozenset(self._followed.get(identity, ()))

    def followers(self, identity: str) -> list[str]:
        """List the players online who follow somebody."""
        return [who for who, followed in self._followed.items() if identity in followed]


_LATELY: Final = 15 * 60.0
"""Seconds in which somebody who was cut off comes back, if at all."""


@dataclass(frozen=True, slots=True)
class _Lost:
    """A player who lost the connection."""

    address: str
    at: float
    needs_signs: bool
    """Whether guests have to prove who they are: cookies and keys do that by themselves."""


class CutOff:
    """The players who lost their connection while they sat at a table."""

    def __init__(self, clock: Callable[[], float], is_seated: Callable[[str], bool]) -> None:
        """Begin with nobody; `is_seated` returns whether a seat is held for an identity."""
        self._clock = clock
        self._is_seated = is_seated
        self._lost: dict[str, _Lost] = {}

    def note(self, identity: str, address: str, *, needs_signs: bool = True) -> None:
        """Remember a player whose last connection is gone, if a seat is held for them."""
        self._tidy()
        if self._is_seated(identity):
            self._lost[identity] = _Lost(origin(address), self._clock(), needs_signs)

    def forget(self, identity: str) -> None:
        """Forget a player who is back."""
        self._lost.pop(identity, None)

    def came_from(self, address: str) -> bool:
        """Return whether anybody was cut off at an address: not who, nor at which table."""
        return any(self.was_cut_off(identity, address) for identity in [*self._lost])

    def was_cut_off(self, identity: str, address: str) -> bool:
        """Return whether a guest, who has to prove it, was cut off at an address lately."""
        self._tidy()
        lost = self._lost.get(identity)
        if lost is None or not lost.needs_signs or lost.at <= self._clock() - _LATELY:
            return False
        return lost.address == origin(address)

    def last_seen_at(self, identity: str) -> str:
        """Return the address at which a player was cut off; empty if that is not known here."""
        lost = self._lost.get(identity)
        return "" if lost is None else lost.address

    def _tidy(self) -> None:
        self._lost = {who: lost for who, lost in self._lost.items() if self._is_seated(who)}
