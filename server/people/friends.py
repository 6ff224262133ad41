"""The friends of everybody online: who hears of whom, and who is invited to a room."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, replace

from cuttle_tui.ports import FriendLine, News
from server.people.player_limits import PlayerLimits
from server.people.presence import Presence


@dataclass(frozen=True, slots=True)
class Invited:
    """Somebody waits for a friend in a room."""

    by: str
    """Their identity."""
    name: str
    friend: str
    """The identity of the friend."""


class Friends:
    """The friends of everybody online, as the store had them when they were read last."""

    def __init__(self, presence: Presence, limits: PlayerLimits) -> None:
        self._presence, self._limits = presence, limits
        self._known: dict[str, tuple[FriendLine, ...]] = {}
        self.elsewhere: Callable[[Invited], None] = lambda _invited: None
        """Has a friend told at other processes."""

    def remember(self, identity: str, friends: tuple[FriendLine, ...]) -> None:
        """Load the friends of a player who is online."""
        self._known[identity] = friends

    def forget(self, identity: str) -> None:
        """Unload the friends of a player who left."""
        self._known.pop(identity, None)

    def drop(self, deleted: str) -> None:
        """Remove a player whose account was deleted from the friends of all others."""
        for identity, friends in self._known.items():
            if any(line.id == deleted for line in friends):
                self._known[identity] = tuple(line for line in friends if line.id != deleted)
        self._presence.lists_changed()

    def rename(self, person: str, name: str) -> None:
        """Name a player who was renamed anew among the friends of all others."""
        for identity, friends in self._known.items():
            self._known[identity] = tuple(
                replace(line, name=name) if line.id == person else line for line in friends
            )
        self._presence.lists_changed()

    def of(self, identity: str) -> tuple[FriendLine, ...]:
        """List the friends of a player."""
        return self._known.get(identity, ())

    def ids(self, identity: str) -> list[str]:
        """List the ids of a player's friends with accounts."""
        return [line.id for line in self.of(identity) if line.account]

    def find(self, identity: str, friend: str) -> FriendLine | None:
        """Return a friend of a player who is online, unless either has blocked the other."""
        found = next((line for line in self.of(identity) if line.id == friend), None)
        return None if self._limits.at_odds(identity, friend) else found

    def has(self, identity: str, friend: str) -> bool:
        """Return whether a player who is online has a friend, and neither has blocked the other."""
        return self.find(identity, friend) is not None

    def hearing_of(self, identity: str, friends: Collection[str]) -> set[str]:
        """Return those of a player's friends who have them as a friend, too."""
        return {friend for friend in friends if self.has(friend, identity)}

    def invite(self, invited: Invited) -> None:
        """Tell a friend of a room, wherever they are."""
        self.tell_invited(invited)
        self.elsewhere(invited)

    def tell_invited(self, invited: Invited) -> None:
        """Tell a friend who is connected to this process; who has forgotten the other is not."""
        if self.has(invited.friend, invited.by):
            self._presence.tell_here(News("invited", invited.name), {invited.friend})
