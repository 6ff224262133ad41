"""Who follows whom, of those who are online."""

from __future__ import annotations

from collections.abc import Iterable


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
