"""A player's account on a server, as the app sees it."""

from __future__ import annotations

from collections.abc import Awaitable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol


@dataclass(frozen=True, slots=True)
class Key:
    """A key by which an account is known."""

    fingerprint: str
    added: str
    """Day, UTC."""
    current: bool
    """Whether this session came by it."""


class Account(Protocol):
    """What a player keeps on the server."""

    @property
    def guest(self) -> bool:
        """Whether there is no key, so nothing is kept but the seat in a running game."""

    @property
    def named(self) -> bool:
        """Whether a name was chosen; without one nothing else can be done."""

    @property
    def resume_code(self) -> str:
        """What a guest comes back with after a lost connection; empty for others."""

    @property
    def door(self) -> str:
        """What one gives ``ssh`` to come here: the port, and the address or HOST."""

    @property
    def suggestion(self) -> str:
        """A name to offer on the first visit."""

    @property
    def settings(self) -> Mapping[str, Any]:
        """What the player has set."""

    def choose_name(self, name: str) -> Awaitable[None]:
        """Open the account under a name.

        Raises:
            LobbyError: ``name-…``.
        """

    def use_link_code(self, code: str) -> Awaitable[None]:
        """Make this key another key of the account that made the code.

        Raises:
            LobbyError: ``unknown-link``, ``too-many``.
        """

    def link_code(self) -> str:
        """Make a code, good once and for ten minutes, by which another key is linked."""

    def keys(self) -> Awaitable[tuple[Key, ...]]:
        """List the keys of the account."""

    def unlink(self, fingerprint: str) -> Awaitable[None]:
        """Take a key away.

        Raises:
            LobbyError: ``last-key``.
        """

    def save(self, settings: Mapping[str, Any]) -> Awaitable[None]:
        """Keep settings."""

    def forget_me(self) -> Awaitable[None]:
        """Delete the account and all that belongs to it; its games stay, without the name."""
