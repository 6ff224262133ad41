"""Know who comes in: the account of a key, or a guest; and what all accounts share."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable

from server.people.account import AWAY, PlayerAccount
from server.people.bans import Banned, turn_away
from server.people.links import LinkCodes
from server.people.names import BadName, check_name, skeleton
from server.people.names import reserved as is_reserved
from server.people.players import Player, an_animal, is_guest
from server.store import Store, StoreError, Writer
from server.store.values import Ban, Person, Report


class Accounts:
    """The accounts of a server."""

    def __init__(
        self,
        store: Store,
        writer: Writer,
        clock: Callable[[], float] = time.monotonic,
        *,
        reserved: Iterable[str] = (),
    ) -> None:
        """Read the bans, which are looked at whenever somebody comes in.

        Args:
            store: where accounts are.
            writer: gets to the store without waiting in the way of others.
            clock: gives seconds that never go back.
            reserved: names that nobody may take here, beside those that nobody may take anywhere.
        """
        is_reserved("")  # reads the languages now, rather than while people play
        self._reserved = frozenset(map(skeleton, reserved))
        self.store = store
        self.writer = writer
        self.links = LinkCodes(clock)
        self._bans: list[Ban] = store.bans()

    async def arrive(self, player: Player) -> PlayerAccount:
        """Find the account of whoever has logged in.

        Raises:
            Banned: accounts cannot be read just now.
        """
        if player.guest:
            return PlayerAccount(self, player, "", None)
        key = player.identity
        try:
            person = await self.writer.ask(self.store.person_of_key, key)
        except StoreError:
            raise Banned(AWAY) from None
        return PlayerAccount(self, _known(person, player), key, person)

    def check_name(self, name: str) -> str:
        """Clean a name somebody has chosen.

        Raises:
            BadName: it will not do here.
        """
        cleaned = check_name(name)
        if skeleton(cleaned) in self._reserved:
            raise BadName("reserved")
        return cleaned

    def suggest(self, login: str) -> str:
        """Offer the name somebody logs in by, or another one where it will not do here."""
        try:
            return self.check_name(login)
        except BadName:
            return an_animal()

    # what people do to each other

    def block(self, person: str, other: str, yes: bool) -> None:
        """Keep that somebody blocks somebody; guests are forgotten with their visit."""
        if not is_guest(person) and not is_guest(other):
            change = self.store.block if yes else self.store.unblock
            self.writer.soon(change, person, other)

    def report(self, report: Report) -> None:
        """Keep a report."""
        self.writer.soon(self.store.report, report)

    # bans

    @property
    def bans(self) -> tuple[Ban, ...]:
        """The bans in force."""
        return tuple(self._bans)

    async def reread_bans(self) -> None:
        """Take up bans that were added or lifted."""
        self._bans = await self.writer.ask(self.store.bans)

    def check(self, **known: str) -> None:
        """Turn away whoever is banned.

        Args:
            known: what is known of somebody: their ``key``, ``name``, ``address``.

        Raises:
            Banned: one of these is banned.
        """
        turn_away(self._bans, known)


def _known(person: Person | None, player: Player) -> Player:
    """Give whoever has an account its name; a stranger has none yet."""
    if person is None:
        return Player(player.name, f"key:{player.identity}")
    return Player(person.name, person.id)
