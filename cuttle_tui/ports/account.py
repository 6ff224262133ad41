"""A player's account on a server, as the app sees it."""

from __future__ import annotations

from collections.abc import Awaitable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol


@dataclass(frozen=True, slots=True)
class Key:
    """A public key of an account."""

    fingerprint: str
    added: str
    """Day, UTC."""
    current: bool
    """Whether this session uses it."""


class Account(Protocol):
    """A player's account on the server."""

    @property
    def guest(self) -> bool:
        """Whether there is no key: only a seat in a running game is stored."""

    @property
    def named(self) -> bool:
        """Whether a name was chosen; everything else requires a name."""

    @property
    def resume_code(self) -> str:
        """The code with which a guest returns after a lost connection; empty for others."""

    @property
    def door(self) -> str:
        """The arguments of ``ssh`` for this server: the port, and the address or HOST."""

    @property
    def suggestion(self) -> str:
        """The suggested name on the first visit."""

    @property
    def settings(self) -> Mapping[str, Any]:
        """The stored settings."""

    def choose_name(self, name: str) -> Awaitable[None]:
        """Create the account under a name.

        Raises:
            LobbyError: ``name-…``.
        """

    def use_link_code(self, code: str) -> Awaitable[None]:
        """Add this key to the account that created the code.

        Raises:
            LobbyError: ``unknown-link``, ``too-many``.
        """

    def link_code(self) -> str:
        """Create a code that links another key, once, within ten minutes."""

    def keys(self) -> Awaitable[tuple[Key, ...]]:
        """List the keys of the account."""

    def unlink(self, fingerprint: str) -> Awaitable[None]:
        """Remove a key.

        Raises:
            LobbyError: ``last-key``.
        """

    def save(self, settings: Mapping[str, Any]) -> Awaitable[None]:
        """Store settings."""

    def forget_me(self) -> Awaitable[None]:
        """Delete the account and its data; its games remain, without the name."""
