"""Know who is here, and bring them news."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Iterator
from contextvars import Context
from typing import Final

from cuttle_tui.ports import News, NewsListener
from server.lobby.pacing import delay_of
from server.lobby.player_lobby import PlayerLobby

_MOST_WORDS: Final = 1000
"""Absent players for whom word is kept."""


class Presence:
    """The lobbies of everybody who is here; one player may have several."""

    def __init__(self) -> None:
        self._lobbies: dict[str, list[PlayerLobby]] = {}
        self._listeners: dict[PlayerLobby, list[NewsListener]] = {}
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

    def lobbies(self, identity: str) -> list[PlayerLobby]:
        """Give the lobbies of a player."""
        return [*self._lobbies.get(identity, ())]

    def every(self) -> list[PlayerLobby]:
        """Give all lobbies."""
        return [lobby for lobbies in self._lobbies.values() for lobby in lobbies]

    def enter(self, lobby: PlayerLobby) -> None:
        """Note that a player is here."""
        self._lobbies.setdefault(lobby.who.identity, []).append(lobby)
        self._stale = True

    def exit(self, lobby: PlayerLobby) -> bool:
        """Note that a player has gone; tell whether it was the last of their sessions."""
        lobbies = self._lobbies.get(lobby.who.identity, [])
        if lobby in lobbies:
            lobbies.remove(lobby)
        self._stale = True
        if lobbies:
            return False
        return self._lobbies.pop(lobby.who.identity, None) is not None

    # news

    def subscribe(self, lobby: PlayerLobby, listener: NewsListener) -> Callable[[], None]:
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
            for place, lobby in enumerate(self.every()):
                self._tell_soon(lobby, News("lobby"), delay_of(place))

    def _tell_soon(self, lobby: PlayerLobby, news: News, delay: float) -> None:
        """Tell one session something, as long as it is here by then."""
        if delay:
            loop = asyncio.get_running_loop()
            loop.call_later(delay, self._tell_soon, lobby, news, 0.0, context=Context())
            return
        for listener in [*self._listeners.get(lobby, ())]:
            listener(news)
