"""A player's account: its name, keys, settings and deletion."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any, Final, ParamSpec, TypeVar

from cuttle_tui.i18n.translation import N_
from cuttle_tui.learn.mistakes import KEY, kept_together
from cuttle_tui.learn.puzzles import DONE, done_in
from cuttle_tui.ports import EmailLine, Key, LobbyError, News, VacationLine
from cuttle_tui.ports.account import MAIL_KINDS, NO_MAIL, CalendarStep, MailKind
from cuttle_tui.preferences import earned_back
from server.codes import is_browser, typed_code
from server.lobby.desk import PlayerDesk
from server.lobby.player_lobby import PlayerLobby
from server.people.accounts import AWAY, Accounts, Banned, Mail, Player, guest_of, unbanned_name
from server.store.values import (
    Invitation,
    KeyTaken,
    LastKey,
    Mailbox,
    ManyKeys,
    NameTaken,
    NoSuchPerson,
    Person,
    Seated,
    StoreError,
    TooManyInvitations,
    Vacation,
)

_LARGEST_SETTINGS: Final = 64
INVITED_FOR: Final = timedelta(days=14)
"""How long an invitation is good that a member gives."""
_P = ParamSpec("_P")
_T = TypeVar("_T")


def settings_together(own: dict[str, Any], other: dict[str, Any]) -> dict[str, Any]:
    """Return the settings of an account that another joins: progress and mistakes are both's."""
    done = {DONE: sorted(done_in(own) | done_in(other))}
    mistakes = {KEY: kept_together(own.get(KEY), other.get(KEY))}
    return own | {name: value for name, value in (done | mistakes).items() if value}


async def find_account(accounts: Accounts, player: Player) -> PlayerAccount:
    """Return the account of a player who has logged in.

    Raises:
        Banned: accounts cannot be read just now.
    """
    if player.guest:
        return PlayerAccount(accounts, player, "", None)
    key = player.identity
    try:
        person = await accounts.writer.ask(accounts.store.person_of_key, key)
    except StoreError:
        raise Banned(AWAY) from None
    if person is not None:
        return PlayerAccount(accounts, _player_of(person), key, person)
    suggestion = await accounts.suggest(player.name)
    return PlayerAccount(accounts, Player(player.name, f"key:{key}"), key, None, suggestion)


def _player_of(person: Person) -> Player:
    return Player(person.name, person.id, earned=earned_back(person.settings))


class PlayerAccount:
    """The account of a player, as the app's `Account` port."""

    def __init__(
        self, accounts: Accounts, who: Player, key: str, person: Person | None, suggestion: str = ""
    ) -> None:
        self._accounts = accounts
        self._key = key
        self._person = person
        self.who = who
        self.suggestion = suggestion
        """A name to offer on the first visit."""
        self.lobby: PlayerLobby | None = None
        """The lobby of this session, which is renamed with the account."""

    @property
    def guest(self) -> bool:
        return not self._key

    @property
    def named(self) -> bool:
        """Whether the player has a name; guests are given theirs."""
        return self.guest or self._person is not None

    @property
    def by_browser(self) -> bool:
        return is_browser(self._key)

    @property
    def door(self) -> str:
        return self.lobby.door if self.lobby is not None else "HOST"

    @property
    def settings(self) -> Mapping[str, Any]:
        return self._person.settings if self._person is not None else {}

    def _id(self) -> str:
        """Return the id of the account, or raise ``no-account``."""
        if self._person is None:
            raise LobbyError("no-account")
        return self._person.id

    async def _ask(self, function: Callable[_P, _T], /, *args: _P.args, **named: _P.kwargs) -> _T:
        """Query the store, or raise ``not-now``, or ``no-account`` if it was deleted meanwhile."""
        try:
            return await self._accounts.writer.ask(function, *args, **named)
        except StoreError:
            raise LobbyError("not-now") from None
        except NoSuchPerson:
            raise LobbyError("no-account") from None

    def _becomes(self, person: Person) -> None:
        self._person = person
        if self.lobby is not None:
            self.lobby.become(_player_of(person))

    async def choose_name(self, name: str) -> None:
        await self._register(name, bot=False)

    async def register_bot(self, name: str) -> str:
        """Register the account as a bot's; return its name, which is marked.

        Raises:
            LobbyError: there is an account already, or the name will not do.
        """
        if self._person is not None:
            raise LobbyError("key-taken")
        await self._register(name, bot=True)
        return "" if self._person is None else self._person.name

    async def _register(self, name: str, *, bot: bool) -> None:
        if self.guest or self._person is not None:
            raise LobbyError("no-account")
        accounts = self._accounts
        try:
            await accounts.check_new(self._key, "")
        except Banned:
            raise LobbyError("doors-closed") from None
        cleaned = unbanned_name(accounts, name, bot=bot)
        self._count("account")
        if self.lobby is not None and self.lobby.is_guest_name(cleaned):
            raise LobbyError("name-taken")
        try:
            self._becomes(await self._ask(accounts.store.register, cleaned, self._key))
        except NameTaken:
            raise LobbyError("name-taken") from None
        except KeyTaken:  # another session with this key was faster
            await self._look_again(bot=bot)

    async def _look_again(self, *, bot: bool = False) -> None:
        """Switch to the account that this key has by now; raise if it has none of this sort."""
        person = await self._ask(self._accounts.store.person_of_key, self._key)
        if person is None or Player(person.name, person.id).bot != bot:
            raise LobbyError("key-taken")
        try:
            self._accounts.check(name=person.name)
        except Banned:
            raise LobbyError("no-account") from None
        blocks = await self._ask(self._accounts.store.blocks, person.id)
        follows = await self._ask(self._accounts.store.follows, person.id)
        self._becomes(person)
        if self.lobby is not None:
            self.lobby.remember(blocks, follows)

    async def use_link_code(self, code: str) -> None:
        if self.guest or self.lobby is None:
            raise LobbyError("no-account")
        self.lobby.count_code()
        accounts = self._accounts
        id = accounts.redeem(typed_code(code))
        if id is None:
            raise LobbyError("unknown-link")
        await self._link_to(id)
        await self._look_again()
        self.lobby.notify_own(News("account"))

    async def _link_to(self, id: str) -> None:
        """Add this key to an account.

        Raises:
            LobbyError: ``key-taken``, ``many-keys``.
        """
        try:
            await self._ask(self._accounts.store.link, id, self._key)
        except KeyTaken:
            raise LobbyError("key-taken") from None
        except ManyKeys:
            raise LobbyError("many-keys") from None

    async def joins_by(self, code: str) -> str:
        other = await self._other_by(code)
        return "" if other is None else other.name

    async def _other_by(self, code: str) -> Person | None:
        """Return whose account made a code to link a key; None for a guest's code, or none."""
        own, accounts = self._id(), self._accounts
        if self.lobby is not None:
            self.lobby.count_code()
        id = accounts.links.account_of(typed_code(code))
        other = None if id in (None, own) else await self._ask(accounts.store.person, id)
        try:
            accounts.check(name="" if other is None else other.name)
        except Banned:
            return None
        return other

    async def join(self, code: str) -> int:
        id, lobby, accounts = self._id(), self.lobby, self._accounts
        other = await self._other_by(code)
        source = guest_of(code) if other is None else other.id
        try:
            joined = await self._ask(accounts.store.join, id, source, settings_together)
        except ManyKeys:
            raise LobbyError("many-keys") from None
        except Seated:
            raise LobbyError("other-seated") from None
        if other is None and not joined:
            raise LobbyError("nothing-to-join")
        if other is not None:
            accounts.note_joined(other.id, id)
            self._person = await self._ask(accounts.store.person, id)
        if lobby is not None:
            lobby.remember(await self.blocks(), await self.follows())
            await lobby.ask_friends()
            lobby.notify_own(News("account"))
        return joined

    async def enter(self, code: str) -> bool:
        """Let the key in by an invitation, or by the code that links it to an account.

        Returns:
            Whether it has an account now.

        Raises:
            LobbyError: ``unknown-link``: the code is none of these; ``key-taken``, ``many-keys``.
        """
        typed, accounts = typed_code(code), self._accounts
        id = accounts.redeem(typed)
        if id is None:
            if not await self._ask(accounts.store.let_in, typed, self._key):
                raise LobbyError("unknown-link")
            return False
        await self._link_to(id)
        return True

    async def invite(self, code: str) -> Invitation:
        """Give an invitation to somebody new, as a member who may."""
        most = self._accounts.doors.members
        if not most or self._accounts.doors.state != "invited":
            raise LobbyError("no-inviting")
        until = datetime.now(UTC) + INVITED_FOR
        made = Invitation(code, self.who.name, self._id(), "", 1, 0, until)
        try:
            await self._ask(self._accounts.store.invite, made, most)
        except TooManyInvitations:
            raise LobbyError("enough-invited") from None
        return made

    def link_code(self) -> str:
        self._count("change")
        return self._accounts.link_code(self._id())

    async def keys(self) -> tuple[Key, ...]:
        kept = await self._ask(self._accounts.store.keys, self._id())
        return tuple(
            Key(
                key.fingerprint,
                f"{key.added:%Y-%m-%d}",
                current=key.fingerprint == self._key,
                browser=is_browser(key.fingerprint),
            )
            for key in kept
        )

    async def unlink(self, fingerprint: str) -> None:
        """Unlink a key: its other sessions end, and link codes are void."""
        self._count("change")
        try:
            await self._ask(self._accounts.store.unlink, self._id(), fingerprint)
        except LastKey:
            raise LobbyError("last-key") from None
        self._accounts.drop_links(self._id())
        if self.lobby is not None:
            self.lobby.disconnect_key(
                fingerprint, N_("This key was removed from the account. Goodbye.")
            )
            self.lobby.notify_own(News("account"))

    # correspondence games

    async def desk(self) -> PlayerDesk | None:
        person = self._person
        if person is None or not await self._ask(self._accounts.store.is_secretary, person.id):
            return None
        return PlayerDesk(self._accounts, lambda: self._person or person)

    @property
    def vacation(self) -> VacationLine | None:
        if self._person is None:
            return None
        return self._accounts.vacations.line(self._person.id)

    async def take_vacation(self, days: int) -> None:
        self._count("change")
        await self._set_vacation(self._accounts.vacations.planned(self._id(), days))

    async def end_vacation(self) -> None:
        self._count("change")
        await self._set_vacation(self._accounts.vacations.ended(self._id()))

    async def _set_vacation(self, vacation: Vacation) -> None:
        await self._ask(self._accounts.store.set_vacation, vacation)
        self._accounts.vacations.take(vacation)
        self._accounts.changed("vacation", {"person": vacation.person})

    @property
    def email(self) -> EmailLine | None:
        mail = self._accounts.mail
        if mail is None or self._person is None:
            return None
        kept = self._person.settings.get(NO_MAIL)
        unwanted = tuple(kind for kind in MAIL_KINDS if isinstance(kept, list) and kind in kept)
        return replace(mail.boxes.line(self._person.id), unwanted=unwanted)

    async def set_email(self, address: str) -> None:
        id, mail = self._id(), self._mail()
        self._count("email")
        box = mail.boxes.asked(id, address)
        try:
            await self._keep_mailbox(mail, box)
        except LobbyError:
            mail.boxes.not_sent(box)
            raise
        mail.send_code(box)

    async def confirm_email(self, code: str) -> None:
        id, mail = self._id(), self._mail()
        if self.lobby is not None:
            self.lobby.count_code()
        await self._keep_mailbox(mail, mail.boxes.answered(id, code))

    async def switch_mail(self, kind: MailKind) -> None:
        unwanted = () if self.email is None else self.email.unwanted
        others = [each for each in unwanted if each != kind]
        kept = others if kind in unwanted else [*others, kind]
        await self.save({**self.settings, NO_MAIL: kept})

    async def remove_email(self) -> None:
        self._count("change")
        await self._ask(self._accounts.store.remove_mailbox, self._id())
        if self._accounts.mail is not None:
            self._accounts.mail.boxes.forget(self._id())

    async def _keep_mailbox(self, mail: Mail, box: Mailbox) -> None:
        await self._ask(self._accounts.store.set_mailbox, box)
        mail.boxes.take(box)
        self._accounts.changed("mailbox", {})

    async def calendar(self, step: CalendarStep) -> str:
        self._count("change")
        id, store = self._id(), self._accounts.store
        if step == "off":
            await self._ask(store.drop_link, id, "calendar")
            return ""
        token = await self._ask(store.private_link, id, "calendar", renew=step == "renew")
        return f"/calendar/{token}.ics"

    def _mail(self) -> Mail:
        if self._accounts.mail is None:
            raise LobbyError("no-mail")
        return self._accounts.mail

    async def save(self, settings: Mapping[str, Any]) -> None:
        """Save settings, up to a number of them."""
        person = self._person
        if person is None:
            raise LobbyError("no-account")
        self._count("change")
        person.settings.clear()
        person.settings.update([*settings.items()][:_LARGEST_SETTINGS])
        if self.lobby is not None:
            self.lobby.who = replace(self.lobby.who, earned=earned_back(person.settings))
            self.lobby.rating_changed()
        await self._ask(self._accounts.store.save_settings, person.id, dict(person.settings))

    def _count(self, what: str) -> None:
        """Count an action against the player's rate limit; by a verb of ssh it is an answer."""
        if self.lobby is not None:
            self.lobby.count(what)

    async def export(self) -> dict[str, Any]:
        """Return everything stored about the player."""
        return await self._ask(self._accounts.store.export, self._id())

    async def export_text(self) -> str:
        """Return the same as JSON."""
        return json.dumps(await self.export(), indent=2, ensure_ascii=False, default=str)

    async def blocks(self) -> frozenset[str]:
        """Return the ids the player has blocked.

        Raises:
            Banned: that cannot be read just now.
        """
        if self._person is None:
            return frozenset()
        try:
            return await self._accounts.writer.ask(self._accounts.store.blocks, self._person.id)
        except StoreError:
            raise Banned(AWAY) from None

    async def follows(self) -> frozenset[str]:
        """Return the ids of those whom the player follows; nobody, if that cannot be read now."""
        if self._person is None:
            return frozenset()
        try:
            return await self._accounts.writer.ask(self._accounts.store.follows, self._person.id)
        except StoreError:
            return frozenset()

    async def forget_me(self) -> None:
        await self._ask(self._accounts.store.delete_person, self._id())
        # reload the bans, here and elsewhere: a banned name's keys are banned now
        with suppress(StoreError):
            await self._accounts.reread_bans()
        self._accounts.changed("bans", {})
        self._accounts.forget(self._id())
        self._accounts.changed("deleted", {"person": self._id()})
        if self.lobby is not None:
            self.lobby.disconnect(N_("Your account is deleted. Goodbye."))
