"""A player's account on a server, as the app sees it."""

from __future__ import annotations

from collections.abc import Awaitable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from cuttle_tui.ports.correspondence import EmailLine, VacationLine


@dataclass(frozen=True, slots=True)
class Key:
    """A public key of an account."""

    fingerprint: str
    added: str
    """Day, UTC."""
    current: bool
    """Whether this session uses it."""


class Guest(Protocol):
    """A player without a key, who has no account: known for this visit, and by a code alone."""

    @property
    def resume_code(self) -> str:
        """The code with which the guest returns to a seat after a lost connection."""

    @property
    def suggestion(self) -> str:
        """A name to offer."""

    def choose_name(self, name: str) -> Awaitable[None]:
        """Be called by another name from now on, until the end of the visit.

        Raises:
            LobbyError: ``name-…``; ``seated``: others at a table know the guest by the old name.
        """


class Account(Protocol):
    """A player's account on the server."""

    @property
    def guest(self) -> bool:
        """Whether there is no key: only a seat in a running game is stored."""

    @property
    def named(self) -> bool:
        """Whether a name was chosen; everything else requires a name."""

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

    @property
    def vacation(self) -> VacationLine | None:
        """The player's vacation; None where no accounts are kept."""

    def take_vacation(self, days: int) -> Awaitable[None]:
        """Stop the player's clocks in correspondence games for so many days.

        Raises:
            LobbyError: ``no-account``, ``on-vacation``, ``no-days-left``.
        """

    def end_vacation(self) -> Awaitable[None]:
        """End the vacation; whole days that are left can be taken later.

        Raises:
            LobbyError: ``no-account``, ``no-vacation``.
        """

    @property
    def email(self) -> EmailLine | None:
        """The player's e-mail address; None where the server sends no e-mail."""

    def set_email(self, address: str) -> Awaitable[None]:
        """Send a code to an address; once confirmed, it gets word of the player's moves.

        Raises:
            LobbyError: ``no-account``, ``no-mail``, ``bad-address``, ``code-sent``, ``too-many``.
        """

    def confirm_email(self, code: str) -> Awaitable[None]:
        """Confirm the address by the code that was sent there.

        Raises:
            LobbyError: ``no-account``, ``no-mail``, ``wrong-code``, ``too-many``.
        """

    def remove_email(self) -> Awaitable[None]:
        """Forget the address.

        Raises:
            LobbyError: ``no-account``.
        """

    def save(self, settings: Mapping[str, Any]) -> Awaitable[None]:
        """Store settings."""

    def forget_me(self) -> Awaitable[None]:
        """Delete the account and its data; its games remain, without the name."""
