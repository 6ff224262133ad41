"""Track who is here, deliver news to them, and isolate listeners that break."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable, Iterator
from contextvars import Context
from typing import Final, Protocol, TypeVar

from cuttle_tui.ports import Chair, News, NewsListener
from server.people.bans import ExitMessage
from server.people.pacing import delay_of
from server.people.players import Player

log = logging.getLogger(__name__)

_MOST_MESSAGES: Final = 1000
"""The most absent players with a message."""
_News = TypeVar("_News")


def isolate(listener: Callable[[_News], None], owner: str) -> Callable[[_News], None]:
    """Wrap a listener so that its first error is logged and ends its calls.

    Args:
        listener: called in the task of the player who acted.
        owner: whose listener it is, for the log.
    """
    broken = False

    def call(news: _News) -> None:
        nonlocal broken
        if broken:
            return
        try:
            listener(news)
        except Exception:
            broken = True
            log.exception("a listener of %s broke and hears no more", owner)

    return call


class Subscriptions:
    """The subscriptions of a session."""

    def __init__(self) -> None:
        self._ends: set[Callable[[], None]] = set()

    def until(self, end: Callable[[], None]) -> Callable[[], None]:
        """Add a subscription.

        Args:
            end: ends the listening; it may be called more than once.

        Returns:
            what ends it, before the session does.
        """

        def ended() -> None:
            self._ends.discard(ended)
            end()

        self._ends.add(ended)
        return ended

    def end(self) -> None:
        """End them all."""
        for ended in [*self._ends]:
            ended()


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

    @property
    def player(self) -> str:
        """The player's name."""

    @property
    def named(self) -> bool:
        """Whether this player has a name; until then they are not listed."""

    @property
    def shows_rating(self) -> bool:
        """Whether lists show this player's rating."""

    def become(self, who: Player) -> None:
        """Continue as another player: a name was chosen, or a guest is back."""

    def count_code(self) -> None:
        """Count a code that is tried.

        Raises:
            LobbyError: ``too-many``.
        """

    def blocked_ids(self) -> frozenset[str]:
        """Return the identities this player has blocked."""


class Presence:
    """The sessions of everybody who is online; a player may have several."""

    def __init__(self) -> None:
        self._lobbies: dict[str, list[Visitor]] = {}
        self._listeners: dict[Visitor, list[NewsListener]] = {}
        self._messages: dict[str, News] = {}
        """Messages for absent players, by identity."""
        self._stale = False
        """Whether the lobby's lists have changed since the last notification."""

    def __contains__(self, identity: str) -> bool:
        return identity in self._lobbies

    def __iter__(self) -> Iterator[str]:
        return iter([*self._lobbies])

    def lobbies(self, identity: str) -> list[Visitor]:
        """Return the sessions of a player."""
        return [*self._lobbies.get(identity, ())]

    def every(self) -> list[Visitor]:
        """Return all sessions."""
        return [lobby for lobbies in self._lobbies.values() for lobby in lobbies]

    def enter(self, lobby: Visitor) -> None:
        """Add a player who came online."""
        self._lobbies.setdefault(lobby.who.identity, []).append(lobby)
        self._stale = True

    def exit(self, lobby: Visitor) -> bool:
        """Remove a session; return whether it was the player's last."""
        lobbies = self._lobbies.get(lobby.who.identity, [])
        if lobby in lobbies:
            lobbies.remove(lobby)
        self._stale = True
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
                for listener in [*self._listeners.get(lobby, ())]:
                    listener(news)

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
        self._stale = True

    def tick(self) -> None:
        """Notify everybody if the lobby's lists have changed."""
        if self._stale:
            self._stale = False
            for place, lobby in enumerate(self.every()):
                self._tell_soon(lobby, News("lobby"), delay_of(place))

    def _tell_soon(self, lobby: Visitor, news: News, delay: float) -> None:
        """Send news to a session, if it is still online by then."""
        if delay:
            loop = asyncio.get_running_loop()
            loop.call_later(delay, self._tell_soon, lobby, news, 0.0, context=Context())
            return
        for listener in [*self._listeners.get(lobby, ())]:
            listener(news)
