"""The accounts of the server: names, link codes, blocks, reports, bans."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from server.names import BadName, check_bot_name, check_name, same_name
from server.names import reserved as is_reserved
from server.people.bans import turn_away
from server.people.codes import LinkCodes
from server.people.mailboxes import Mailboxes
from server.people.players import an_animal, is_guest
from server.people.vacations import Vacations
from server.store.values import Ban, Mailbox, Report
from server.store.writer import Writer

if TYPE_CHECKING:
    from server.store.store import Store

Known = Literal["link", "no link", "vacation", "mailbox", "bans"]
"""What is known of accounts in memory, and may change at another process."""


@dataclass(frozen=True, slots=True)
class Mail:
    """How players get e-mail."""

    boxes: Mailboxes
    send_code: Callable[[Mailbox], None]
    """Sends the code that confirms an address."""


class Accounts:
    """The accounts of a server."""

    def __init__(
        self,
        store: Store,
        writer: Writer,
        clock: Callable[[], float] = time.monotonic,
        *,
        vacations: Vacations | None = None,
        mail: Mail | None = None,
        reserved: Iterable[str] = (),
    ) -> None:
        is_reserved("")  # reads the languages now, not during play
        self._reserved = tuple(reserved)
        self.store = store
        self.writer = writer
        self.links = LinkCodes(clock)
        self.vacations = vacations or Vacations(time.time)
        self.mail = mail
        """None where no e-mail is sent."""
        self.bans: list[Ban] = store.bans()
        """The bans in force."""
        self.changed: Callable[[Known, Mapping[str, str]], None] = lambda _what, _facts: None
        """Called with what has changed here that other processes must know."""

    def check_name(self, name: str) -> str:
        """Clean a chosen name.

        Raises:
            BadName: it is not allowed here.
        """
        return self._unreserved(check_name(name))

    def check_bot_name(self, name: str) -> str:
        """Clean a name chosen for a bot, and mark it as one.

        Raises:
            BadName: it is not allowed here.
        """
        return self._unreserved(check_bot_name(name))

    def _unreserved(self, name: str) -> str:
        if any(same_name(name, each) for each in self._reserved):
            raise BadName("reserved")
        return name

    def suggest(self, login: str) -> str:
        """Suggest the player's login name, or another if that is not allowed."""
        try:
            return self.check_name(login)
        except BadName:
            return an_animal()

    # link codes

    def link_code(self, person: str) -> str:
        """Create a code that links a key to an account."""
        code = self.links.new(person)
        self.changed("link", {"code": code, "person": person})
        return code

    def redeem(self, code: str) -> str | None:
        """Redeem a link code; return its account."""
        person = self.links.take(code)
        if person is not None:
            self.drop_links(person)
        return person

    def drop_links(self, person: str) -> None:
        """Discard the link codes of an account."""
        self.links.drop(person)
        self.changed("no link", {"person": person})

    # what another process has changed

    async def learn(self, what: Known, facts: Mapping[str, str]) -> None:
        """Take up what has changed at another process.

        Raises:
            StoreError: it cannot be read.
        """
        if what == "link":
            self.links.add(facts["code"], facts["person"])
        elif what == "no link":
            self.links.drop(facts["person"])
        elif what == "vacation":
            self.vacations.renew(await self.writer.ask(self.store.vacations), facts["person"])
        elif what == "bans":
            await self.reread_bans()
        elif self.mail is not None:
            self.mail.boxes.renew(await self.writer.ask(self.store.mailboxes))

    # what people do to each other

    def block(self, person: str, other: str, yes: bool) -> None:
        """Store or remove a block; those of guests end with their visit."""
        if not is_guest(person) and not is_guest(other):
            change = self.store.block if yes else self.store.unblock
            self.writer.soon(change, person, other)

    def report(self, report: Report) -> None:
        """Store a report."""
        self.writer.soon(self.store.report, report)

    # bans

    async def reread_bans(self) -> None:
        """Reload the bans after a change."""
        self.bans = await self.writer.ask(self.store.bans)

    def check(self, **known: str) -> None:
        """Refuse a player who is banned.

        Args:
            known: what is known of the player: their ``key``, ``name``, ``address``.

        Raises:
            Banned: one of these is banned.
        """
        turn_away(self.bans, known)
