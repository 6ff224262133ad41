"""Know who comes in: the account of a key, or a guest; and let people look after their account."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, Final, ParamSpec, TypeVar

from cuttle_tui.ports import Key, LobbyError, News
from cuttle_tui.tongue import N_, Message, tr
from server.codes import LONG, new_code
from server.limits import origin
from server.names import BadName, check_name, skeleton
from server.people import Player, an_animal, is_guest
from server.store import (
    KeyTaken,
    LastKey,
    NameTaken,
    NoSuchPerson,
    Store,
    StoreError,
    Writer,
)
from server.store.values import Ban, Person, Report

if TYPE_CHECKING:
    from server.lobby import PlayerLobby

_LINK_TIME: Final = 600.0
"""Seconds a code for linking a key is good."""
_LARGEST_SETTINGS: Final = 64
_AWAY: Final = N_("The server cannot read its accounts just now. Please connect again in a minute.")
_KEY_TAKEN_OFF: Final = N_("This key was taken off the account. Goodbye.")
_DELETED: Final = N_("Your account is deleted. Goodbye.")
_P = ParamSpec("_P")
_T = TypeVar("_T")


class Banned(Exception):
    """Somebody may not come in, or not stay; the text says why, and until when.

    It is worded as it is read, for the sessions that a ban ends speak languages of their own.
    """

    def __init__(self, message: Message, /, **parts: object) -> None:
        super().__init__(message)
        self._message = message
        self._parts = parts

    def __str__(self) -> str:
        return tr(self._message, **self._parts)


Farewell = Message | Banned
"""Why a session ends; it is worded by that very session."""


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
        self._reserved = frozenset(map(skeleton, reserved))
        self.store = store
        self.writer = writer
        self._clock = clock
        self._links: dict[str, tuple[str, float]] = {}
        """The account of each code for linking a key, and until when it is good."""
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
            raise Banned(_AWAY) from None
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

    # codes for further keys

    def new_link(self, person: str) -> str:
        """Make a code by which another key is linked to an account, once and for ten minutes."""
        now = self._clock()
        self._links = {
            code: link for code, link in self._links.items() if link[1] > now and link[0] != person
        }
        code = new_code(self._links, LONG)
        self._links[code] = person, now + _LINK_TIME
        return code

    def drop_links(self, person: str) -> None:
        """Take the codes of an account out of use."""
        self._links = {code: link for code, link in self._links.items() if link[0] != person}

    def take_link(self, code: str) -> str | None:
        """Take a code out of use, and tell whose account it leads to."""
        person, until = self._links.pop(code, ("", 0.0))
        return person if until > self._clock() else None

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
        known = {kind: value for kind, value in known.items() if value}
        for ban in self._bans:
            if ban.kind in known and meets(ban, known[ban.kind]):
                raise _banned(ban)


_ALIKE: Final[Mapping[str, Callable[[str], str]]] = {"name": skeleton, "address": origin}
"""To what a value is reduced before it is compared: look-alikes, and addresses of one place."""


def meets(ban: Ban, value: str) -> bool:
    """Tell whether a ban is in force for a value; names are met by all that look like them."""
    if ban.until is not None and ban.until.timestamp() <= _now():
        return False
    alike = _ALIKE.get(ban.kind, str)
    return alike(value) == alike(ban.value)


def _now() -> float:
    return time.time()


_BANNED: Final = {
    (False, False): N_("You cannot play here"),
    (False, True): N_("You cannot play here: {why}"),
    (True, False): N_("You cannot play here until {until} UTC"),
    (True, True): N_("You cannot play here until {until} UTC: {why}"),
}
"""By whether a ban ends, and whether it has a reason."""


def _banned(ban: Ban) -> Banned:
    until = f"{ban.until:%Y-%m-%d %H:%M}" if ban.until else ""
    return Banned(_BANNED[bool(until), bool(ban.why)], until=until, why=ban.why)


def _known(person: Person | None, player: Player) -> Player:
    """Give whoever has an account its name; a stranger has none yet."""
    if person is None:
        return Player(player.name, f"key:{player.identity}")
    return Player(person.name, person.id)


class PlayerAccount:
    """What the server keeps of one player."""

    def __init__(self, accounts: Accounts, who: Player, key: str, person: Person | None) -> None:
        self._accounts = accounts
        self._key = key
        self._person = person
        self.who = who
        self.suggestion = accounts.suggest(who.name)
        """A name to offer on the first visit."""
        self.lobby: PlayerLobby | None = None
        """The lobby of this session, which learns when somebody gets a name."""

    @property
    def guest(self) -> bool:
        """Whether there is no key."""
        return not self._key

    @property
    def named(self) -> bool:
        """Whether a name was chosen; a guest is given one."""
        return self.guest or self._person is not None

    @property
    def resume_code(self) -> str:
        """What a guest comes back with after a lost connection."""
        return self.lobby.who.resume if self.lobby is not None else self.who.resume

    @property
    def door(self) -> str:
        """What one gives ``ssh`` to come here."""
        return self.lobby.door if self.lobby is not None else "HOST"

    @property
    def settings(self) -> Mapping[str, Any]:
        """What the player has set."""
        return self._person.settings if self._person is not None else {}

    def _id(self) -> str:
        """Give the id of the account.

        Raises:
            LobbyError: there is none.
        """
        if self._person is None:
            raise LobbyError("no-account")
        return self._person.id

    async def _ask(self, function: Callable[_P, _T], /, *args: _P.args, **named: _P.kwargs) -> _T:
        """Ask the store.

        Raises:
            LobbyError: ``not-now``; ``no-account`` if it was deleted meanwhile.
        """
        try:
            return await self._accounts.writer.ask(function, *args, **named)
        except StoreError:
            raise LobbyError("not-now") from None
        except NoSuchPerson:
            raise LobbyError("no-account") from None

    def _becomes(self, person: Person) -> None:
        self._person = person
        if self.lobby is not None:
            self.lobby.became(Player(person.name, person.id))

    async def choose_name(self, name: str) -> None:
        """Open the account under a name."""
        if self.guest or self._person is not None:
            raise LobbyError("no-account")
        accounts = self._accounts
        try:
            cleaned = accounts.check_name(name)
            accounts.check(name=cleaned)
            if self.lobby is not None:
                self.lobby.count("account", self.lobby.address)
            self._becomes(await self._ask(accounts.store.register, cleaned, self._key))
        except BadName as error:
            raise LobbyError(_NAME_REASONS[error.reason]) from None
        except Banned:
            raise LobbyError("name-reserved") from None
        except NameTaken:
            raise LobbyError("name-taken") from None
        except KeyTaken:  # another session with this key was faster
            await self._look_again()

    async def _look_again(self) -> None:
        person = await self._ask(self._accounts.store.person_of_key, self._key)
        if person is None:
            raise LobbyError("key-taken")
        try:
            self._accounts.check(name=person.name)
        except Banned:
            raise LobbyError("no-account") from None
        blocks = await self._ask(self._accounts.store.blocks, person.id)
        self._becomes(person)
        if self.lobby is not None:
            self.lobby.remember(blocks)

    async def use_link_code(self, code: str) -> None:
        """Make this key another key of the account that made the code."""
        if self.guest or self.lobby is None:
            raise LobbyError("no-account")
        self.lobby.count_code()
        accounts = self._accounts
        id = accounts.take_link("".join(filter(str.isalnum, code.upper()[:32])))
        if id is None:
            raise LobbyError("unknown-code")
        try:
            await self._ask(accounts.store.link, id, self._key)
        except KeyTaken:
            raise LobbyError("key-taken") from None
        await self._look_again()
        self.lobby.tell_own(News("account"))

    def link_code(self) -> str:
        """Make a code by which another key is linked."""
        return self._accounts.new_link(self._id())

    async def keys(self) -> tuple[Key, ...]:
        """List the keys of the account."""
        kept = await self._ask(self._accounts.store.keys, self._id())
        return tuple(
            Key(key.fingerprint, f"{key.added:%Y-%m-%d}", key.fingerprint == self._key)
            for key in kept
        )

    async def unlink(self, fingerprint: str) -> None:
        """Take a key away: the other sessions that came by it end, and codes are void."""
        try:
            await self._ask(self._accounts.store.unlink, self._id(), fingerprint)
        except LastKey:
            raise LobbyError("last-key") from None
        self._accounts.drop_links(self._id())
        if self.lobby is not None:
            self.lobby.see_off_key(fingerprint, _KEY_TAKEN_OFF)
            self.lobby.tell_own(News("account"))

    async def save(self, settings: Mapping[str, Any]) -> None:
        """Keep settings, as far as they are few and plain."""
        person = self._person
        if person is None:
            raise LobbyError("no-account")
        if self.lobby is not None:
            self.lobby.count("change")
        person.settings.clear()
        person.settings.update([*settings.items()][:_LARGEST_SETTINGS])
        await self._ask(self._accounts.store.save_settings, person.id, dict(person.settings))

    async def export(self) -> dict[str, Any]:
        """Give all that is kept of the player."""
        return await self._ask(self._accounts.store.export, self._id())

    async def blocks(self) -> frozenset[str]:
        """Give whom the player has blocked.

        Raises:
            Banned: that cannot be read just now.
        """
        if self._person is None:
            return frozenset()
        try:
            return await self._accounts.writer.ask(self._accounts.store.blocks, self._person.id)
        except StoreError:
            raise Banned(_AWAY) from None

    async def forget_me(self) -> None:
        """Delete the account and all that belongs to it."""
        await self._ask(self._accounts.store.delete_person, self._id())
        self._accounts.drop_links(self._id())
        if self.lobby is not None:
            self.lobby.see_off(_DELETED)


_NAME_REASONS: Final[dict[str, Any]] = {
    "short": "name-short",
    "long": "name-long",
    "letters": "name-letters",
    "reserved": "name-reserved",
}
