"""Accounts: a key is the account, names are unique, keys are linked, people can leave for good."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextvars import copy_context
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from cuttle_tui.i18n.translation import languages, speak
from cuttle_tui.kit.names import role_word
from cuttle_tui.learn.mistake_task import remember
from cuttle_tui.learn.mistakes import KEY, Mistakes, look_at_games
from cuttle_tui.learn.puzzles import DONE, SavedProgress
from cuttle_tui.learn.tasks import Puzzles
from cuttle_tui.ports import LobbyError, News, PersonLine
from cuttle_tui.preferences import Preferences, SaveError, store_of
from engine.bots.thinkers import AtOnce
from engine.coach.analysis import AnalysisBook
from engine.record.record import record_text
from engine.rules.rulesets import PRESETS
from server.admin.schema import AdminError
from server.admin.service import ServerAdmin
from server.doors.session import Session
from server.lobby.account import PlayerAccount, find_account
from server.lobby.archive import StoredGames
from server.lobby.matchmaker import Matchmaker
from server.lobby.player_lobby import PlayerLobby, enter_lobby
from server.ops.limits import origin
from server.people.accounts import Accounts, Banned, ExitMessage, Player, an_animal, guest_of, keyed
from server.people.player_limits import PlayerLimits
from server.serve import Server
from server.sessions.arrival import ServerContext, arrive
from server.store.store import Store
from server.store.values import MOST_KEYS, AddEntry, Ban, GameRow, KeepGame, OpenTable, StoreError
from server.store.writer import Writer
from server.tables.chairs import SharedAnalyst
from tests.cuttle_tui.coached import FakeAnalyst
from tests.cuttle_tui.games import record_after
from tests.server.databases import new_database
from tests.server.store.samples import game


@dataclass
class House:
    """A store, its accounts, and a matchmaker."""

    accounts: Accounts
    matchmaker: Matchmaker
    clock: list[float]
    """The seconds the accounts are told it is."""
    told: list[ExitMessage] = field(default_factory=list)
    cluster: None = None
    """It is alone."""

    def places_elsewhere(self) -> dict[str, PersonLine]:
        """Return nothing: there is no other node."""
        return {}

    async def visit(self, key: str, suggestion: str = "ann") -> tuple[PlayerAccount, PlayerLobby]:
        """Let somebody with a key in."""
        account = await find_account(self.accounts, Player(suggestion, key))
        lobby = enter_lobby(self.matchmaker, account.who, account)
        lobby.kick = self.told.append
        account.lobby = lobby
        return account, lobby


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    """Open a store."""
    store = Store.open(new_database(tmp_path / "cuttle.db"))
    writer = Writer(store, lambda _why: None)
    clock = [0.0]
    accounts = Accounts(store, writer, lambda: clock[0])
    player_limits = PlayerLimits(accounts)
    matchmaker = Matchmaker(
        AtOnce(), journal=writer, archive=StoredGames(store, writer), player_limits=player_limits
    )
    yield House(accounts, matchmaker, clock)
    await writer.close()
    store.close()


async def _refused(call: Awaitable[object]) -> str:
    with pytest.raises(LobbyError) as caught:
        await call
    return caught.value.reason


@pytest.mark.parametrize("login", ["root", "guest-otter", "x", "no/name"])
async def test_a_name_that_may_not_be_taken_is_not_suggested(house: House, login: str) -> None:
    account, lobby = await house.visit("SHA256:one", login)
    await account.choose_name(account.suggestion)
    assert lobby.player == account.suggestion != login


@pytest.mark.slow
async def test_a_name_that_is_offered_is_free(house: House) -> None:
    """However many guests have taken the one that was offered to them."""
    for visitor in range(70):  # more than there are animals
        account, lobby = await house.visit(f"SHA256:{visitor}", "")
        await account.choose_name(account.suggestion)
        assert lobby.player == account.suggestion


async def test_a_stranger_chooses_a_name_and_is_known_ever_after(house: House) -> None:
    account, lobby = await house.visit("SHA256:one", "ann")
    assert not account.named
    assert account.suggestion == "ann"
    await account.choose_name("Zoë")
    assert account.named
    assert lobby.player == "Zoë"
    again, lobby = await house.visit("SHA256:one")
    assert again.named
    assert lobby.player == "Zoë"
    assert not again.guest


async def test_names_are_unique_without_case_and_look_alikes_and_some_are_reserved(
    house: House,
) -> None:
    ann, _ = await house.visit("SHA256:one")
    await ann.choose_name("Willow")
    other, lobby = await house.visit("SHA256:two")
    for name, reason in {
        "willow": "name-taken",
        "W1llow": "name-taken",
        "admin": "name-reserved",
        "guest-otter": "name-reserved",
        "x": "name-short",
        "x" * 17: "name-long",
        "a\x1b[31m": "name-letters",
        "аnn": "name-letters",
    }.items():
        assert await _refused(other.choose_name(name)) == reason, name
    assert not other.named
    await other.choose_name("bob")
    assert lobby.player == "bob"
    assert await _refused(other.choose_name("bobby")) == "no-account"


async def test_nobody_becomes_the_bot_that_was_registered_with_their_key_meanwhile(
    house: House,
) -> None:
    person, lobby = await house.visit("SHA256:one")
    bot, _ = await house.visit("SHA256:one")
    assert await bot.register_bot("robbie") == "robbie-bot"
    assert await _refused(person.choose_name("ann")) == "key-taken"
    assert not person.named
    assert lobby.player != "robbie-bot"


async def test_nobody_registers_a_bot_with_a_key_that_a_person_has_named_meanwhile(
    house: House,
) -> None:
    bot, _ = await house.visit("SHA256:one")
    person, _ = await house.visit("SHA256:one")
    await person.choose_name("ann")
    assert await _refused(bot.register_bot("robbie")) == "key-taken"
    assert not bot.named


async def test_another_key_is_linked_by_a_code_that_is_good_once(house: House) -> None:
    ann, _ = await house.visit("SHA256:one")
    await ann.choose_name("ann")
    code = ann.link_code()
    laptop, lobby = await house.visit("SHA256:two")
    heard: list[News] = []
    assert ann.lobby is not None
    ann.lobby.subscribe(heard.append)
    assert await _refused(laptop.use_link_code("ZZZZZZZZ")) == "unknown-link"
    assert News("account") not in heard
    await laptop.use_link_code(code.lower())
    assert lobby.player == "ann"
    assert News("account") in heard
    third, _ = await house.visit("SHA256:three")
    assert await _refused(third.use_link_code(code)) == "unknown-link"
    keys = await ann.keys()
    assert {key.fingerprint: key.current for key in keys} == {
        "SHA256:one": True,
        "SHA256:two": False,
    }
    await ann.unlink("SHA256:two")
    assert await _refused(ann.unlink("SHA256:one")) == "last-key"


async def test_a_link_code_is_good_for_ten_minutes_and_codes_cannot_be_tried_on(
    house: House,
) -> None:
    ann, _ = await house.visit("SHA256:one")
    await ann.choose_name("ann")
    old = ann.link_code()
    house.clock[0] += 601
    other, _ = await house.visit("SHA256:two")
    assert await _refused(other.use_link_code(old)) == "unknown-link"
    reasons = [await _refused(other.use_link_code("ZZZZ2222")) for _ in range(9)]
    assert reasons[-1] == "too-many"


async def test_settings_and_blocks_are_there_at_the_next_visit(house: House) -> None:
    ann, lobby = await house.visit("SHA256:one")
    await ann.choose_name("ann")
    await ann.save({"bell": False})
    bob, _ = await house.visit("SHA256:two")
    await bob.choose_name("bob")
    lobby.block(bob.lobby.who.identity if bob.lobby else "")
    again, _ = await house.visit("SHA256:one")
    assert again.settings == {"bell": False}
    while not await again.blocks():
        await house.accounts.writer.drain()


async def test_who_leaves_for_good_is_forgotten_and_seen_off(house: House) -> None:
    ann, lobby = await house.visit("SHA256:one")
    await ann.choose_name("ann")
    exported = await ann.export()
    assert "SHA256:one" in str(exported)
    await lobby.quick_match("standard")
    await ann.forget_me()
    assert house.told
    assert len(house.matchmaker.rooms) == 0
    again, _ = await house.visit("SHA256:one")
    assert not again.named


async def test_the_games_of_a_guest_come_along_by_the_code_they_had(house: House) -> None:
    bob, lobby = await house.visit("SHA256:two")
    await bob.choose_name("bob")
    row = game("g1", (lobby.who.identity, None), ("bob", "dana"), public=False)
    kept = replace(row, rated=False, guests=(None, guest_of("ABCD2345")))
    house.accounts.store.write([KeepGame(kept)])
    ann, own = await house.visit("SHA256:one")
    assert await _refused(ann.join("ABCD2345")) == "no-account"
    await ann.choose_name("ann")
    assert await _refused(ann.join("ZZZZ2222")) == "nothing-to-join"
    assert await ann.join("abcd 2345") == 1
    assert [(line.name, line.lost) for line in own.friends()] == [("bob", 1)]
    await lobby.ask_friends()
    assert [line.id for line in lobby.friends()] == [own.who.identity]
    assert await _refused(ann.join("ABCD2345")) == "nothing-to-join"
    reasons = [await _refused(ann.join("ZZZZ2222")) for _ in range(9)]
    assert reasons[-1] == "too-many"


async def test_an_account_joins_another_by_a_code_that_it_made(house: House) -> None:
    house.accounts.joined = house.matchmaker.account_joined
    (ann, own), (anna, page), (bob, lobby) = [
        await house.visit(f"SHA256:{key}") for key in ("one", "two", "three")
    ]
    for account, name in ((ann, "ann"), (anna, "anna"), (bob, "bob")):
        await account.choose_name(name)
    ids = page.who.identity, lobby.who.identity
    house.accounts.store.write([KeepGame(game("g1", ids, ("anna", "bob"), public=False))])
    lobby.block(page.who.identity)
    await house.accounts.writer.drain()
    await ann.save({DONE: ["draw"]})
    await anna.save({DONE: ["scuttle"], "bell": False})
    code = anna.link_code()
    assert await anna.joins_by(code) == "", "an account does not join itself"
    assert await ann.joins_by(code) == await ann.joins_by(code) == "anna"
    assert await ann.join(code) == 1
    assert house.told, "the sessions of the other account end"
    assert ann.settings == {DONE: ["draw", "scuttle"]}
    assert [key.fingerprint for key in await ann.keys()] == ["SHA256:one", "SHA256:two"]
    assert lobby.blocked_ids() == {own.who.identity}
    again, _ = await house.visit("SHA256:two")
    assert again.who == own.who
    assert await _refused(ann.join(code)) == "nothing-to-join"


async def test_who_is_banned_by_name_joins_no_account(house: House) -> None:
    (ann, _), (anna, _) = [await house.visit(f"SHA256:{key}") for key in ("one", "two")]
    await ann.choose_name("ann")
    await anna.choose_name("anna")
    code = anna.link_code()
    house.accounts.store.ban(Ban("name", "anna", None, "cheating"))
    await house.accounts.reread_bans()
    assert await ann.joins_by(code) == ""
    assert await _refused(ann.join(code)) == "nothing-to-join"


async def test_an_account_whose_games_go_on_joins_none(house: House) -> None:
    (ann, _), (anna, page) = [await house.visit(f"SHA256:{key}") for key in ("one", "two")]
    await ann.choose_name("ann")
    await anna.choose_name("anna")
    await page.play_computer("standard")
    code = anna.link_code()
    house.accounts.store.write([OpenTable("t1", page.who.identity)])
    house.accounts.store.write([AddEntry("t1", 0, page.who.identity)])
    assert await _refused(ann.join(code)) == "other-seated"
    assert (await anna.keys())[0].fingerprint == "SHA256:two"


async def test_a_deleted_account_is_nobodys_friend_any_more(house: House) -> None:
    house.accounts.deleted = house.matchmaker.friends.drop
    (bob, lobby), (ann, own) = [await house.visit(f"SHA256:{key}") for key in ("two", "one")]
    for account, name in ((bob, "bob"), (ann, "ann")):
        await account.choose_name(name)
    ids = lobby.who.identity, own.who.identity
    house.accounts.store.write([KeepGame(game("g1", ids, ("bob", "ann"), public=False))])
    for each in (lobby, own):
        await each.ask_friends()
    await lobby.forget_friend(own.who.identity)
    assert [line.name for line in own.friends()] == ["bob"]
    assert lobby.friends() == ()
    await bob.forget_me()
    assert own.friends() == ()
    await own.ask_friends()
    assert own.friends() == ()


async def test_a_guest_has_a_code_and_nothing_else(house: House) -> None:
    guest = Player("guest-otter", guest_of("ABCD2345"), guest=True, resume="ABCD2345")
    account = await find_account(house.accounts, guest)
    assert account.guest
    assert account.named
    assert await _refused(account.choose_name("ann")) == "no-account"
    assert await _refused(account.save({})) == "no-account"


async def test_who_is_banned_is_told_until_when_and_why(house: House) -> None:
    accounts = house.accounts
    until = datetime.now(UTC) + timedelta(minutes=5)
    past = datetime.now(UTC) - timedelta(minutes=5)
    accounts.store.ban(Ban("key", "SHA256:one", None, "cheating"))
    accounts.store.ban(Ban("address", "127.0.0.9", until, ""))
    accounts.store.ban(Ban("name", "cy", past, ""))
    await accounts.reread_bans()
    with pytest.raises(Banned, match="cheating"):
        accounts.check(key="SHA256:one")
    with pytest.raises(Banned, match="until"):
        accounts.check(key="", address="127.0.0.9")
    accounts.store.ban(Ban("name", "Wi11ow", None, ""))
    await accounts.reread_bans()
    with pytest.raises(Banned):
        accounts.check(name="willow")
    accounts.check(name="cy", key="SHA256:two", address="127.0.0.1")


@pytest.mark.parametrize(
    ("network", "inside", "outside"),
    [
        ("192.0.2.0/24", "192.0.2.7", "192.0.3.7"),
        ("192.0.2.0/24", "::ffff:192.0.2.7", "2001:db8::7"),
        ("2001:db8::/32", "2001:db8:1:2::7", "2001:db9::7"),
        ("2001:db8:0:1::/64", "2001:db8:0:1::7", "192.0.2.7"),
    ],
)
async def test_a_network_is_banned_and_nobody_beside_it(
    house: House, network: str, inside: str, outside: str
) -> None:
    house.accounts.store.ban(Ban("network", network, None, ""))
    await house.accounts.reread_bans()
    house.accounts.check(address=origin(outside))
    house.accounts.check(address="")
    with pytest.raises(Banned):
        house.accounts.check(address=origin(inside))


async def test_the_key_of_a_browser_is_exchanged_unless_it_is_banned(house: House) -> None:
    """A ban by key must not be shaken off by a cookie that is old enough to be replaced."""
    account, _ = await house.visit("WEB:one", "ann")
    assert not await house.accounts.renew_key("WEB:one", "WEB:two", timedelta(0))
    await account.choose_name("ann")
    assert account.by_browser
    assert await house.accounts.renew_key("WEB:one", "WEB:two", timedelta(0))
    await house.accounts.drop_key("WEB:one", "WEB:two")
    again, _ = await house.visit("WEB:two")
    (key,) = await again.keys()
    assert (key.fingerprint, key.current, key.browser) == ("WEB:two", True, True)
    house.accounts.store.ban(Ban("key", "WEB:two", None, "rude"))
    await house.accounts.reread_bans()
    assert not await house.accounts.renew_key("WEB:two", "WEB:three", timedelta(0))
    assert (await house.visit("WEB:three"))[0].named is False


async def test_a_ban_meets_all_that_look_alike_and_ends_their_sessions(house: House) -> None:
    admin_service = ServerAdmin(cast(Server, house), lambda: None)
    for key, name in (("SHA256:one", "Willow"), ("SHA256:two", "bob")):
        account, lobby = await house.visit(key)
        await account.choose_name(name)
        lobby.address = origin("2001:db8::1") if name == "bob" else "127.0.0.1"
    await admin_service.ban("name", "wi11ow", None, "")
    assert len(house.told) == 1
    await admin_service.ban("address", "2001:db8::2", None, "")
    assert len(house.told) == 2
    with pytest.raises(Banned):
        house.accounts.check(address=origin("2001:db8::3"))
    house.accounts.check(address=origin("2001:db8:0:1::3"))


async def test_who_is_banned_by_name_and_deletes_the_account_does_not_come_back(
    house: House,
) -> None:
    told: list[str] = []
    house.accounts.changed = lambda what, _facts: told.append(what)
    admin_service = ServerAdmin(cast(Server, house), lambda: None)
    account, lobby = await house.visit("SHA256:one")
    await account.choose_name("bob")
    await admin_service.ban("name", "bob", None, "rude")
    await account.forget_me()  # asked before the session was over
    house.matchmaker.lost(lobby)
    with pytest.raises(Banned, match="rude"):
        house.accounts.check(key="SHA256:one", name="")
    assert "bans" in told
    await admin_service.unban("key", "SHA256:one")
    await house.accounts.learn("bans", {})
    house.accounts.check(key="SHA256:one", name="")


async def test_another_node_forgets_an_account_that_was_deleted(house: House) -> None:
    accounts, gone = house.accounts, list[str]()
    accounts.deleted = gone.append
    code = accounts.link_code("ann")
    accounts.vacations.take(accounts.vacations.planned("ann", 3))
    await accounts.learn("deleted", {"person": "ann"})
    assert gone == ["ann"]
    assert accounts.redeem(code) is None
    assert accounts.vacations.until("ann") is None


async def test_another_node_hears_who_is_kept_out_after_a_deletion(house: House) -> None:
    house.accounts.store.ban(Ban("key", "SHA256:one", None, "rude"))
    house.accounts.check(key="SHA256:one")
    await house.accounts.learn("bans", {})
    with pytest.raises(Banned, match="rude"):
        house.accounts.check(key="SHA256:one")


async def test_a_login_is_offered_as_it_stands_or_not_at_all(house: House) -> None:
    for login, offered in (("Zoé", "Zoé"), ("Zoe\u0301", "Zoé"), ("john.smith", "john-smith")):
        account, _ = await house.visit("SHA256:one", keyed(login, "SHA256:one").name)
        assert account.suggestion == offered
    for login in ("Ольга", "bartholomew-featherstone", "modteam"):
        account, _ = await house.visit("SHA256:one", keyed(login, "SHA256:one").name)
        assert account.suggestion[:3] not in (login[:3], "pla")


@pytest.mark.parametrize("language", languages())
def test_no_name_that_is_offered_is_a_word_on_a_card(language: str) -> None:
    """A vole is an animal, and French for what a jack does."""

    def on_cards() -> set[str]:
        speak(language)
        return {role_word(card, ruleset) for card in range(54) for ruleset in PRESETS.values()}

    offered = {an_animal() for _ in range(2000)}
    assert not offered & copy_context().run(on_cards)


async def test_a_ban_meets_nobody_whose_name_is_another(house: House) -> None:
    admin_service = ServerAdmin(cast(Server, house), lambda: None)
    for key, name in (("SHA256:one", "Nell"), ("SHA256:two", "Neil")):
        account, _ = await house.visit(key)
        await account.choose_name(name)
    await admin_service.ban("name", "nell", None, "")
    house.accounts.check(name="Neil")
    with pytest.raises(Banned):
        house.accounts.check(name="Nell")


async def test_a_ban_by_name_is_lifted_however_the_name_is_written(house: House) -> None:
    admin_service = ServerAdmin(cast(Server, house), lambda: None)
    account, _ = await house.visit("SHA256:one")
    await account.choose_name("Fay")
    for banned, lifted in (("Fay", "fay"), ("fay", "FAY"), ("FAY", "F-ay")):
        await admin_service.ban("name", banned, None, "")
        assert await admin_service.unban("name", lifted)
        assert house.accounts.bans == []
    assert not await admin_service.unban("name", "Fay")
    await admin_service.ban("address", "2001:db8::2", None, "")
    assert await admin_service.unban("address", "2001:db8::77")


async def test_a_ban_of_a_name_that_nobody_has_is_refused_unless_it_is_meant(house: House) -> None:
    admin_service = ServerAdmin(cast(Server, house), lambda: None)
    account, _ = await house.visit("SHA256:one")
    await account.choose_name("Fay")
    with pytest.raises(AdminError, match="nobody is called Fya: nothing was done"):
        await admin_service.ban("name", "Fya", None, "")
    assert house.accounts.bans == []
    await admin_service.ban("name", "Fya", None, "", unused=True)
    assert [ban.value for ban in house.accounts.bans] == ["Fya"]


async def test_a_banned_name_cannot_be_chosen(house: House) -> None:
    house.accounts.store.ban(Ban("name", "rudeword", None, ""))
    await house.accounts.reread_bans()
    account, _ = await house.visit("SHA256:one")
    assert await _refused(account.choose_name("RudeWord")) == "name-reserved"


async def test_a_key_that_is_taken_away_ends_its_sessions_and_voids_codes(house: House) -> None:
    ann, lobby = await house.visit("SHA256:one")
    lobby.key = "SHA256:one"
    await ann.choose_name("ann")
    code = ann.link_code()
    thief, theirs = await house.visit("SHA256:two")
    theirs.key = "SHA256:two"
    await thief.use_link_code(code)
    stolen = thief.link_code()
    await ann.unlink("SHA256:two")
    assert list(map(str, house.told)) == ["This key was removed from the account. Goodbye."]
    third, _ = await house.visit("SHA256:three")
    assert await _refused(third.use_link_code(stolen)) == "unknown-link"


async def test_an_account_that_is_gone_refuses_whatever_a_session_still_asks(house: House) -> None:
    ann, _ = await house.visit("SHA256:one")
    await ann.choose_name("ann")
    again, _ = await house.visit("SHA256:one")
    code = ann.link_code()
    await ann.forget_me()
    assert await _refused(again.save({})) == "no-account"
    assert await _refused(again.export()) == "no-account"
    other, _ = await house.visit("SHA256:two")
    assert await _refused(other.use_link_code(code)) == "unknown-link"
    assert await _refused(other.use_link_code(again.link_code())) == "no-account"


async def test_nobody_is_shown_before_having_a_name(house: House) -> None:
    ann, lobby = await house.visit("SHA256:one", "ann")
    await house.visit("SHA256:two", "ann")
    await ann.choose_name("ann")
    assert [line.me for line in lobby.people()] == [True]
    rows = ServerAdmin(cast(Server, house), lambda: None).listing("who")
    assert sorted(row["doing"] for row in rows) == ["lobby", "new"]


async def test_an_account_has_a_bounded_number_of_keys(house: House) -> None:
    """However they are added: by a code, or by the cookies of a browser."""
    ann, _ = await house.visit("SHA256:one")
    await ann.choose_name("ann")
    person = house.accounts.store.person_of_key("SHA256:one")
    assert person is not None
    for number in range(MOST_KEYS - 1):
        house.accounts.store.link(person.id, f"SHA256:{number}")
    other, _ = await house.visit("SHA256:more")
    assert await _refused(other.use_link_code(ann.link_code())) == "many-keys"
    assert not await house.accounts.renew_key("SHA256:one", "WEB:more", timedelta(0))
    assert len(house.accounts.store.keys(person.id)) == MOST_KEYS


@pytest.mark.slow
async def test_accounts_cannot_be_opened_without_end_from_one_place(house: House) -> None:
    for number in range(61):
        account, lobby = await house.visit(f"SHA256:{number}")
        lobby.address = "127.0.0.9"
        if number < 60:
            await account.choose_name(f"p{'abcdefghjk'[number % 10]}{'mnprst'[number // 10]}q")
    assert await _refused(account.choose_name("one-more")) == "too-many"


async def test_a_guest_is_blocked_for_the_visit_and_nothing_is_written(
    house: House, caplog: pytest.LogCaptureFixture
) -> None:
    ann, lobby = await house.visit("SHA256:one")
    await ann.choose_name("ann")
    lobby.block(guest_of("ABCD2345"))
    house.accounts.writer._readers.shutdown(wait=True)
    assert lobby.blocked_ids() == {guest_of("ABCD2345")}
    assert caplog.records == []


async def test_a_store_that_is_away_is_a_plain_refusal(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, lobby = await house.visit("SHA256:one")
    await ann.choose_name("ann")
    stranger, _ = await house.visit("SHA256:two")
    archive = StoredGames(house.accounts.store, house.accounts.writer)

    def away(*_: object) -> None:
        raise StoreError("the disk is gone")

    with monkeypatch.context() as store:  # it is back when the house is closed
        store.setattr(house.accounts.store, "_failures", away)
        for call in (
            ann.keys(),
            ann.unlink("SHA256:one"),
            ann.save({}),
            ann.export(),
            ann.forget_me(),
            stranger.choose_name("bob"),
            archive.games(""),
            archive.record("abc", ""),
        ):
            assert await _refused(call) == "not-now"
        with pytest.raises(Banned, match="cannot reach its database"):
            await house.visit("SHA256:one")
        with pytest.raises(Banned, match="cannot reach its database"):
            await ann.blocks()
    assert lobby.player == "ann"


async def test_a_record_that_cannot_be_read_is_no_game(
    house: House, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    archive = StoredGames(house.accounts.store, house.accounts.writer)

    async def broken(_game: str, _viewer: str) -> GameRow:
        return replace(game("abc"), record="no record")

    monkeypatch.setattr(archive, "game", broken)
    assert await _refused(archive.record("abc", "")) == "no-such-game"
    assert len(caplog.records) == 1


async def test_who_links_a_key_brings_their_blocks_and_no_ban(house: House) -> None:
    ann, lobby = await house.visit("SHA256:one")
    await ann.choose_name("ann")
    bob, theirs = await house.visit("SHA256:two")
    await bob.choose_name("bob")
    await house.accounts.writer.ask(
        house.accounts.store.block, lobby.who.identity, theirs.who.identity
    )
    code = ann.link_code()
    house.matchmaker.lost(lobby)
    laptop, linked = await house.visit("SHA256:three")
    await laptop.use_link_code(code)
    assert linked.blocked_ids() == {theirs.who.identity}
    code = laptop.link_code()
    house.accounts.store.ban(Ban("name", "ann", None, ""))
    await house.accounts.reread_bans()
    fourth, _ = await house.visit("SHA256:four")
    assert await _refused(fourth.use_link_code(code)) == "no-account"


async def test_a_newcomer_is_not_taken_for_somebody_banned_by_the_name_they_log_in_with(
    house: House,
) -> None:
    house.accounts.store.ban(Ban("name", "bob", None, ""))
    await house.accounts.reread_bans()
    player = Player("bob", "SHA256:one")
    session = SimpleNamespace(
        player=player, account=None, address="127.0.0.1", remembered=False, door="HOST"
    )
    context = ServerContext(house.matchmaker, house.accounts)
    lobby = await arrive(cast(Session, session), context)
    assert not lobby.named


# what is done here comes along --------------------------------------------------------------------


def _progress(account: PlayerAccount) -> tuple[Preferences, Puzzles]:
    """Return a player's puzzles on a day, and where they are saved: with the account."""
    preferences = Preferences(store_of(account))
    saves: list[Callable[[], Awaitable[None]]] = []
    progress = SavedProgress(
        preferences.recall, lambda name, value: saves.append(preferences.note(name, value))
    )
    return preferences, Puzzles(progress, lambda: date(2026, 11, 26))


async def _solve_todays(account: PlayerAccount) -> Puzzles:
    """Solve the day's puzzle, and save it as the app does."""
    preferences, puzzles = _progress(account)
    puzzles.note_answer(puzzles.of_the_day, right=True)
    await preferences.note(DONE, preferences.recall(DONE))()
    return puzzles


async def test_a_new_account_keeps_puzzles_days_and_ladder(house: House) -> None:
    account, lobby = await house.visit("key-a")
    await account.choose_name("Ann")
    before = await _solve_todays(account)
    person = lobby.who.identity
    row = replace(
        game("g1", (person, None), ("Ann", "computer sharp")), winners=(0,), pool="live-bots"
    )
    house.accounts.store.write([KeepGame(row)])
    for key in ("key-a", "key-b"):  # the second of them is added later
        if key == "key-b":
            other, _ = await house.visit(key)
            await other.use_link_code(account.link_code())
        again, _ = await house.visit(key)
        _, puzzles = _progress(again)
        assert puzzles.solved_today
        assert (puzzles.days, puzzles.rating) == (1, before.rating)
        (lost_or_won,) = house.accounts.store.games_against_computers(again.who.identity)
        assert lost_or_won.result == "won"


def _mistakes(preferences: Preferences) -> Mistakes:
    """Return the mistakes that are kept with an account, on the day after its game."""

    def save(name: str, value: Any) -> None:
        saves.append(preferences.note(name, value))

    saves: list[Callable[[], Awaitable[None]]] = []
    return Mistakes(preferences.recall, save, lambda: date(2026, 11, 22))


async def test_mistakes_are_found_in_own_games_alone_kept_with_the_account_and_go_with_it(
    house: House,
) -> None:
    store, writer = house.accounts.store, house.accounts.writer
    house.matchmaker.archive = StoredGames(store, writer)
    ann, lobby = await house.visit("key-a")
    bob, others = await house.visit("key-b", "bob")
    for account, name in ((ann, "ana"), (bob, "bob")):
        await account.choose_name(name)
    row = game("g1", (lobby.who.identity, None), ("ana", "eve"), public=False)
    record = record_text(record_after(names=("ana", "eve")))
    store.write([KeepGame(replace(row, record=record))])
    analyst = FakeAnalyst()
    preferences = Preferences(store_of(ann))
    for account, where in ((bob, others), (ann, lobby)):
        where.analyst = cast(SharedAnalyst, analyst)
        assert not analyst.asked, "nothing of another's games is looked at"
        mistakes = _mistakes(Preferences(store_of(account)) if account is bob else preferences)
        await look_at_games(where, AnalysisBook(), mistakes)
    assert len(mistakes.waiting) == 2
    assert len(await remember(lobby, mistakes)) == 2
    await preferences.note(KEY, preferences.recall(KEY))()
    again, _ = await house.visit("key-a")
    assert _mistakes(Preferences(store_of(again))).waiting == mistakes.waiting
    assert Preferences(store_of(bob)).recall(KEY) is None
    await again.forget_me()
    assert "royal KS" not in json.dumps(await bob.export())
    anew, _ = await house.visit("key-a")
    await anew.choose_name("ana")
    assert Preferences(store_of(anew)).recall(KEY) is None


async def test_what_a_guest_did_ends_with_the_visit_and_is_nobodys(house: House) -> None:
    guest = Player("guest-otter", guest_of("BCDF2345"), guest=True, resume="BCDF2345")
    visit = await find_account(house.accounts, guest)
    with pytest.raises(SaveError):
        await _solve_todays(visit)
    for key in ("", "key-a"):
        who = replace(guest, name="guest-newt") if not key else Player("ann", key)
        account = await find_account(house.accounts, who)
        _, puzzles = _progress(account)
        assert not puzzles.begun


async def test_whatever_an_account_stores_or_tells_others_is_counted(house: House) -> None:
    """Else one key fills the log of changes by itself."""
    ann, _ = await house.visit("SHA256:one")
    await ann.choose_name("ann")
    for _ in range(30):
        ann.link_code()
    with pytest.raises(LobbyError, match="too-many"):
        ann.link_code()
    assert await _refused(ann.take_vacation(1)) == "too-many"
    assert await _refused(ann.unlink("SHA256:one")) == "too-many"
    assert await _refused(ann.remove_email()) == "too-many"
