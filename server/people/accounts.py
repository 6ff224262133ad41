"""The accounts of the server: keys, names, link codes, blocks, reports, bans."""

from __future__ import annotations

import hashlib
import random
import time
from collections.abc import Awaitable, Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import TYPE_CHECKING, Final, Literal

from cuttle_tui.i18n.translation import N_, Message, tr
from cuttle_tui.ports import LobbyError, Reason
from cuttle_tui.worn import own_back
from engine.computers import called
from server.codes import LONG, LinkCodes, new_code, typed_code
from server.names import (
    BadName,
    check_bot_name,
    check_name,
    is_bot,
    login_name,
    looks_like_bot,
    reserved as is_reserved,
    same_name,
)
from server.ops.limits import is_inside, origin
from server.people.notices import Mailboxes, Vacations
from server.store.values import (
    GUESTS,
    Ban,
    BanKind,
    KeyTaken,
    LastKey,
    Mailbox,
    ManyKeys,
    NoSuchPerson,
    Report,
    StoreError,
)
from server.store.writer import Writer

if TYPE_CHECKING:
    from server.store.store import Store


COMPUTER: Final = "computer"
"""The identity of a computer player."""
_ANIMALS: Final = (  # noqa: SIM905
    "otter heron badger lynx marten stoat falcon beaver wombat gecko ibex puffin tapir marmot "
    "osprey newt plover dingo egret lemur magpie narwhal ocelot panda quokka raven seal tern "
    "urchin weasel walrus yak zebra bison crane dormouse ermine finch grouse hare jackal kestrel "
    "loris moose numbat oryx pika robin skink toad"
).split()

_LONGEST_LOGIN: Final = 32


_ANIMALS_TRIED: Final = 4
"""Animals that are looked up before one gets a number."""


def an_animal() -> str:
    """Return a random name."""
    return random.choice(_ANIMALS)


@dataclass(frozen=True, slots=True)
class Player:
    """A player who is logged in."""

    name: str
    """The name others see."""
    identity: str
    """The fingerprint of a key, the id of an account, or `guest_of` a code."""
    guest: bool = False
    """Whether there is no key."""
    resume: str = field(default="", repr=False, compare=False)
    """The code by which a guest comes back after a lost connection."""
    login: str = field(default="", repr=False, compare=False)
    """The ssh user name of a guest, who may want to be called so."""
    earned: str = field(default="", compare=False)
    """The back that the player has chosen among those they have earned; empty for their own."""
    seed: str = field(default="", compare=False)
    """What their own back follows from, if not from the identity."""

    @property
    def own_back(self) -> str:
        """The back that is the player's own."""
        return own_back(self.seed or self.identity)

    @property
    def back(self) -> str:
        """What the player's cards wear."""
        return self.earned or self.own_back

    @property
    def bot(self) -> bool:
        """Whether a program plays: its name says so."""
        return is_bot(self.name)


NOBODY: Final = Player("", "")
"""Somebody who only looks around."""


def guest_of(code: str) -> str:
    """Return the identity of the guest who holds a code; a hash of it."""
    return GUESTS + hashlib.sha256(b"cuttle guest " + typed_code(code).encode()).hexdigest()[:32]


def is_guest(identity: str) -> bool:
    """Return whether an identity is a guest's."""
    return identity.startswith(GUESTS)


def has_account(identity: str) -> bool:
    """Return whether an identity has an account."""
    return bool(identity) and called(identity) is None and not is_guest(identity)


class Guests:
    """The names of the guests that are here; no two alike."""

    def __init__(self) -> None:
        self._here: set[str] = set()
        self.is_held: Callable[[str], bool] = lambda _name: False
        """Returns whether a name is in use in the lobby or at a table."""
        self.seated_name: Callable[[str], str] = lambda _identity: ""
        """Returns the name under which somebody sits at a table; empty for nobody."""

    def arrive(self, login: str = "", code: str = "") -> Player:
        """Create a guest for a client without a key.

        Args:
            login: the client's ssh user name.
            code: the guest's resume code; a new one by default. A seat that it leads to names them.
        """
        code = code or new_code(length=LONG)
        name = self.seated_name(guest_of(code)) or self._new_name()
        self._here.add(name)
        return Player(name, guest_of(code), guest=True, resume=code, login=login[:_LONGEST_LOGIN])

    def _new_name(self) -> str:
        for animal in random.sample(_ANIMALS, len(_ANIMALS)):
            if self._is_free(name := f"guest-{animal}"):
                return name
        number = 2
        while not self._is_free(name := f"guest-{random.choice(_ANIMALS)}-{number}"):
            number += 1
        return name

    def _is_free(self, name: str) -> bool:
        return name not in self._here and not self.is_held(name)

    def leave(self, player: Player) -> None:
        """Free a guest's name."""
        self._here.discard(player.name)


def keyed(user: str, fingerprint: str) -> Player:
    """Return the player of a key, under the ssh user name."""
    name = login_name(user)
    pretends = name.lower().startswith("guest-") or looks_like_bot(name)
    return Player("player" if pretends else name, fingerprint)


class Banned(Exception):
    """A player is banned; the text says why, and until when.

    It is worded as it is read, for the sessions that a ban ends speak languages of their own.
    """

    def __init__(self, message: Message, /, **parts: object) -> None:
        super().__init__(message)
        self._message = message
        self._parts = parts

    def __str__(self) -> str:
        return tr(self._message, **self._parts)


ExitMessage = Message | Banned
"""Why a session ends; worded in that session's language."""


_SAME: Final[Mapping[str, Callable[[str, str], bool]]] = {
    "key": lambda one, other: one == other,
    "name": same_name,
    "address": lambda one, other: origin(one) == origin(other),
    "network": lambda one, other: one == other,
}
"""Compares two values of a kind."""
_PART: Final[Mapping[BanKind, str]] = {
    "key": "key",
    "name": "name",
    "address": "address",
    "network": "address",
}
"""The part of a session that each kind of ban is compared with."""


def meets(ban: Ban, value: str) -> bool:
    """Return whether a ban is in force for a value; look-alike names count."""
    if ban.until is not None and ban.until.timestamp() <= time.time():
        return False
    if ban.kind == "network":
        return is_inside(value, ban.value)
    return is_same(ban.kind, ban.value, value)


def sign_of(kind: BanKind, known: Mapping[str, str]) -> str:
    """Return what a kind of ban is compared with: the key, the name or the address."""
    return known.get(_PART[kind], "")


def is_same(kind: BanKind, one: str, other: str) -> bool:
    """Return whether two values name the same key, address, or look-alike names."""
    return _SAME[kind](one, other)


_BANNED: Final = {
    (False, False): N_("You cannot play here"),
    (False, True): N_("You cannot play here: {why}"),
    (True, False): N_("You cannot play here until {until} UTC"),
    (True, True): N_("You cannot play here until {until} UTC: {why}"),
}
"""By whether a ban ends, and whether it has a reason."""


Known = Literal["link", "no link", "vacation", "mailbox", "bans", "deleted", "joined"]
"""What is known of accounts in memory, and may change at another process."""


@dataclass(frozen=True, slots=True)
class Mail:
    """How players get e-mail."""

    boxes: Mailboxes
    send_code: Callable[[Mailbox], None]
    """Sends the code that confirms an address."""


async def _nothing() -> None:
    """Follow no decision: there is no league in memory."""


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
        today: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        is_reserved("")  # reads the languages now, not during play
        self._reserved = tuple(reserved)
        self._today = today
        self.store = store
        self.writer = writer
        self.links = LinkCodes(clock)
        self.vacations = vacations or Vacations(time.time)
        self.mail = mail
        """None where no e-mail is sent."""
        self.bans: list[Ban] = store.bans()
        """The bans in force."""
        self.doors = store.doors()
        """Who may come in for the first time."""
        self.changed: Callable[[Known, Mapping[str, str]], None] = lambda _what, _facts: None
        """Called with what has changed here that other processes must know."""
        self.deleted: Callable[[str], None] = lambda _person: None
        """Called with the id of an account that was deleted, here or there."""
        self.joined: Callable[[str, str], None] = lambda _person, _into: None
        """Called with the id of an account that joined another, and with that one's."""

        self.league_decided: Callable[[], Awaitable[None]] = _nothing
        """Called when a secretary has decided something about the league."""

    def check_name(self, name: str, *, bot: bool = False) -> str:
        """Clean a chosen name; a bot's is marked as one.

        Raises:
            BadName: it is not allowed here.
        """
        cleaned = check_bot_name(name) if bot else check_name(name)
        if any(same_name(cleaned, each) for each in self._reserved):
            raise BadName("reserved")
        return cleaned

    async def suggest(self, login: str) -> str:
        """Suggest the player's login name, or a free one if that is not allowed."""
        with suppress(BadName):
            return self.check_name(login)
        numbers = [random.randrange(most // 10, most) for most in (100, 1000, 10_000)]
        numbered = [f"{an_animal()}-{number}" for number in numbers]
        for name in [*random.sample(_ANIMALS, _ANIMALS_TRIED), *numbered]:
            with suppress(StoreError):
                if await self.writer.ask(self.store.name_free, name):
                    return name
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

    # the keys of browsers, which change with their cookies

    async def renew_key(self, key: str, other: str, after: timedelta) -> bool:
        """Link another key to the account of one that is old enough; return whether that is done.

        It is not if there is no account, or if the key is banned: the ban would miss the other one.
        The store knows how old a key is; what its holder says of it may be forged.
        """
        try:
            self.check(key=key)
            person = await self.writer.ask(self.store.person_of_key, key)
            if person is None:
                return False
            kept, latest = await self.writer.ask(self.store.keys, person.id), self._today() - after
            if not any(each.fingerprint == key and each.added <= latest for each in kept):
                return False
            await self.writer.ask(self.store.link, person.id, other)
        except (StoreError, KeyTaken, ManyKeys, NoSuchPerson, Banned):
            return False
        return True

    async def drop_key(self, key: str, other: str) -> None:
        """Unlink a key from an account that has another in its place."""
        with suppress(StoreError, LastKey, NoSuchPerson):
            person = await self.writer.ask(self.store.person_of_key, other)
            before = await self.writer.ask(self.store.person_of_key, key)
            if person is not None and before is not None and person.id == before.id:
                await self.writer.ask(self.store.unlink, person.id, key)

    # changes at other processes

    async def learn(self, what: Known, facts: Mapping[str, str]) -> None:
        """Apply a change of accounts at another process.

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
        elif what == "deleted":
            self.forget(facts["person"])
        elif what == "joined":
            self.joined(facts["person"], facts["into"])
        elif self.mail is not None:
            self.mail.boxes.renew(await self.writer.ask(self.store.mailboxes))

    def note_seen(self, person: str) -> None:
        """Note that a person is here."""
        self.writer.soon(self.store.note_seen, person, self._today())

    # what people do to each other

    def block(self, person: str, other: str, yes: bool) -> None:
        """Store or remove a block; those of guests end with their visit."""
        if not is_guest(person) and not is_guest(other):
            change = self.store.block if yes else self.store.unblock
            self.writer.soon(change, person, other)

    def report(self, report: Report) -> None:
        """Store a report."""
        self.writer.soon(self.store.report, report)

    def note_joined(self, person: str, into: str) -> None:
        """Have this process and the others follow that an account has joined another."""
        self.joined(person, into)
        self.changed("joined", {"person": person, "into": into})
        self.drop_links(person)

    def forget(self, person: str) -> None:
        """Forget what is known here of an account that was deleted."""
        self.deleted(person)
        self.links.drop(person)
        self.vacations.forget(person)
        if self.mail is not None:
            self.mail.boxes.forget(person)

    # bans

    async def reread_bans(self) -> None:
        """Reload the bans, and who may come in, after a change."""
        self.bans = await self.writer.ask(self.store.bans)
        self.doors = await self.writer.ask(self.store.doors)

    def check(self, **known: str) -> None:
        """Refuse a player whose ``key``, ``name`` or ``address`` is banned; empty is unknown.

        An address is banned by itself, or with its network.

        Raises:
            Banned: one of these is banned.
        """
        for ban in self.bans:
            value = sign_of(ban.kind, known)
            if value and meets(ban, value):
                until = f"{ban.until:%Y-%m-%d %H:%M}" if ban.until else ""
                raise Banned(_BANNED[bool(until), bool(ban.why)], until=until, why=ban.why)

    async def check_new(self, key: str, way: str) -> None:
        """Refuse somebody without an account while the doors are closed to them.

        Args:
            key: the fingerprint of their key; empty for a guest.
            way: the line, or the link, that lets them in with a code.

        Raises:
            Banned: they may not come in, or that cannot be read just now.
        """
        doors = self.doors
        if doors.state == "open" or (doors.guests and not key):
            return
        if doors.state == "invited" and key:
            try:
                if await self.writer.ask(self.store.is_invited, key):
                    return
            except StoreError:
                raise Banned(AWAY) from None
        raise Banned(_NOT_NEW[doors.state, bool(doors.why)], why=doors.why, way=way)


_NOT_NEW: Final = {
    ("closed", False): N_("Nobody new comes in here for now"),
    ("closed", True): N_("Nobody new comes in here for now: {why}"),
    ("invited", False): N_("You need an invitation to come in here. With a code: {way}"),
    ("invited", True): N_("You need an invitation to come in here ({why}). With a code: {way}"),
}
"""By the state of the doors, and whether the operators say why."""
AWAY: Final = N_("The server cannot reach its database. Please connect again in a minute.")


# the names that players choose --------------------------------------------------------------------

CheckName = Callable[[str], Awaitable[str]]
"""Cleans a chosen name, or raises `LobbyError`."""

_REASONS: Final[dict[str, Reason]] = {
    "short": "name-short",
    "long": "name-long",
    "letters": "name-letters",
    "reserved": "name-reserved",
}


def cleaned_name(name: str, check: Callable[[str], str] = check_name) -> str:
    """Clean a chosen name.

    Raises:
        LobbyError: it is not allowed.
    """
    try:
        return check(name)
    except BadName as error:
        raise LobbyError(_REASONS[error.reason]) from None


def unbanned_name(accounts: Accounts, name: str, *, bot: bool = False) -> str:
    """Clean a name that is chosen on a server with accounts.

    Raises:
        LobbyError: it is not allowed, or banned.
    """
    cleaned = cleaned_name(name, partial(accounts.check_name, bot=bot))
    try:
        accounts.check(name=cleaned)
    except Banned:
        raise LobbyError("name-reserved") from None
    return cleaned


async def guest_name(name: str, accounts: Accounts | None) -> str:
    """Clean the name that a guest has chosen: it may be nobody's account.

    Raises:
        LobbyError: it will not do; or the accounts cannot be read now.
    """
    if accounts is None:
        return cleaned_name(name)
    cleaned = unbanned_name(accounts, name)
    try:
        is_free = await accounts.writer.ask(accounts.store.name_free, cleaned)
    except StoreError:
        raise LobbyError("not-now") from None
    if not is_free:
        raise LobbyError("name-taken")
    return cleaned
