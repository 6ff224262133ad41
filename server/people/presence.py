"""Track who is here, deliver news to them, and isolate listeners that break."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Iterator
from typing import Final, Protocol, TypeVar

from cuttle_tui.ports import Chair, News, NewsListener
from server.people.bans import Farewell
from server.people.players import Player

log = logging.getLogger(__name__)

_MOST_WORDS: Final = 1000
"""Absent players for whom a message is kept."""
_News = TypeVar("_News")


def apart(listener: Callable[[_News], None], owner: str) -> Callable[[_News], None]:
    """Wrap a listener so that its first error is logged, and its last: it hears no more.

    Args:
        listener: called in the task of whoever acted.
        owner: whose listener it is, for the log.
    """
    broken = False

    def told(news: _News) -> None:
        nonlocal broken
        if broken:
            return
        try:
            listener(news)
        except Exception:
            broken = True
            log.exception("a listener of %s broke and hears no more", owner)

    return told


class Subscriptions:
    """What one session listens to."""

    def __init__(self) -> None:
        self._ends: set[Callable[[], None]] = set()

    def until(self, end: Callable[[], None]) -> Callable[[], None]:
        """Take up one more thing to listen to.

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
        """Listen to nothing any more."""
        for ended in [*self._ends]:
            ended()


class Visitor(Protocol):
    """One session of a player in the lobby; a player may have several."""

    who: Player
    address: str
    """Where the player comes from."""
    key: str
    """The fingerprint of the key; empty for guests."""
    hears: Subscriptions
    """Ended with the session."""
    kick: Callable[[Farewell], None]
    """End the session behind this lobby, with a line that says why."""

    @property
    def watching(self) -> Chair | None:
        """The chair this session watches from, if any."""

    @property
    def player(self) -> str:
        """The player's name."""

    @property
    def named(self) -> bool:
        """Whether this player has a name yet; until then nobody meets them."""

    def become(self, who: Player) -> None:
        """Continue as another player: a name was chosen, or a guest is back."""

    def blocked_ids(self) -> frozenset[str]:
        """Return the identities this player has blocked."""


class Presence:
    """The lobbies of everybody who is here; one player may have several."""

    def __init__(self) -> None:
        self._lobbies: dict[str, list[Visitor]] = {}
        self._listeners: dict[Visitor, list[NewsListener]] = {}
        self._words: dict[str, News] = {}
        """What players are told as soon as they are back, by identity."""
        self._stale = False
        """Whether the lists of the lobby have changed since everybody was told."""

    def __contains__(self, identity: str) -> bool:
        """Tell whether somebody is here."""
        return identity in self._lobbies

    def __iter__(self) -> Iterator[str]:
        """Go through the identities of those who are here."""
        return iter([*self._lobbies])

    def lobbies(self, identity: str) -> list[Visitor]:
        """Give the lobbies of a player."""
        return [*self._lobbies.get(identity, ())]

    def every(self) -> list[Visitor]:
        """Give all lobbies."""
        return [lobby for lobbies in self._lobbies.values() for lobby in lobbies]

    def enter(self, lobby: Visitor) -> None:
        """Note that a player is here."""
        self._lobbies.setdefault(lobby.who.identity, []).append(lobby)
        self._stale = True

    def exit(self, lobby: Visitor) -> bool:
        """Note that a player has gone; tell whether it was the last of their sessions."""
        lobbies = self._lobbies.get(lobby.who.identity, [])
        if lobby in lobbies:
            lobbies.remove(lobby)
        self._stale = True
        if lobbies:
            return False
        return self._lobbies.pop(lobby.who.identity, None) is not None

    # news

    def subscribe(self, lobby: Visitor, listener: NewsListener) -> Callable[[], None]:
        """Call a listener with what a player is told; the result ends that."""
        self._listeners.setdefault(lobby, []).append(listener)
        if word := self._words.pop(lobby.who.identity, None):
            listener(word)

        def end() -> None:
            listeners = self._listeners.get(lobby, [])
            if listener in listeners:
                listeners.remove(listener)
            if not listeners:
                self._listeners.pop(lobby, None)

        return end

    def tell(self, identities: Iterable[str], news: News) -> None:
        """Tell some players something."""
        for identity in identities:
            for lobby in self.lobbies(identity):
                for listener in [*self._listeners.get(lobby, ())]:
                    listener(news)

    def leave_word(self, identity: str, news: News) -> None:
        """Tell a player something as soon as they are here; of many absent ones, the latest."""
        if any(lobby in self._listeners for lobby in self.lobbies(identity)):
            self.tell([identity], news)
            return
        self._words[identity] = news
        if len(self._words) > _MOST_WORDS:
            del self._words[next(iter(self._words))]

    def lists_changed(self) -> None:
        """Note that the lists of the lobby have changed; everybody is told at the next tick."""
        self._stale = True

    def tick(self) -> None:
        """Tell everybody that the lists have changed, if they have."""
        if self._stale:
            self._stale = False
            self.tell(self, News("lobby"))
