"""What is counted by identity is counted by address as well, and by the network around it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final, cast

import pytest

from cuttle_tui.ports import LobbyError, TablePlan
from engine.bots.thinkers import AtOnce
from server.admin.service import ServerAdmin
from server.codes import LENGTH, LONGER
from server.lobby.matchmaker import Matchmaker
from server.lobby.player_lobby import PlayerLobby, enter_lobby
from server.people.accounts import Accounts, Player, guest_of
from server.people.player_limits import PlayerLimits
from server.serve import Server
from server.store.store import Store
from server.store.values import Report
from server.store.writer import Writer
from tests.server.databases import new_database
from tests.server.players import ANN, BOB, Clock, reason
from tests.server.rawssh import until

CASUAL: Final = TablePlan("standard", timing="quick")
_COUNTED: Final = (
    *("code", "table", "night", "chat", "change", "account", "report", "challenge", "email"),
)
_CLASS: Final = 30
"""Pupils behind one address."""


def guest(number: int) -> Player:
    """Make a guest."""
    return Player(f"guest-{number}", guest_of(f"CODE{number}"), guest=True)


def guest_from(matchmaker: Matchmaker, address: str, number: int) -> PlayerLobby:
    """Let a guest in from an address."""
    lobby = enter_lobby(matchmaker, guest(number))
    lobby.address = address
    return lobby


def done(limits: PlayerLimits, what: str, address: Callable[[int], str], most: int = 4000) -> int:
    """Count how often something may be done by a new identity each time."""
    for number in range(most):
        try:
            limits.count(what, f"guest:{number}", address(number))
        except LobbyError:
            return number
    return most


@pytest.mark.parametrize("what", _COUNTED)
def test_new_identities_of_one_address_are_bounded(what: str) -> None:
    limits = PlayerLimits(clock=Clock())
    assert 0 < done(limits, what, lambda _: "192.0.2.1") <= 300
    limits.count(what, "guest:other", "192.0.2.2")


@pytest.mark.parametrize("what", _COUNTED)
def test_addresses_of_one_wide_network_are_bounded(what: str) -> None:
    limits = PlayerLimits(clock=Clock())
    assert 0 < done(limits, what, lambda number: f"2001:db8:0:{number:x}::1") <= 1200
    limits.count(what, "guest:other", "2001:db8:1::1")


@pytest.mark.parametrize("what", ["code", "table", "change", "account", "challenge", "email"])
def test_a_class_behind_one_address_may_do_each_thing_once(what: str) -> None:
    limits = PlayerLimits(clock=Clock())
    assert done(limits, what, lambda _: "192.0.2.1", _CLASS) == _CLASS


def test_what_is_refused_is_not_counted() -> None:
    """Else one player's tries would use up what their neighbours may do."""
    limits = PlayerLimits(clock=Clock())
    for _ in range(100):
        if limits.may("report", "guest:1", "192.0.2.1"):
            limits.count("report", "guest:1", "192.0.2.1")
        else:
            with pytest.raises(LobbyError):
                limits.count("report", "guest:1", "192.0.2.1")
    limits.count("report", "guest:2", "192.0.2.1")


# challenges and blocks


async def test_one_player_hears_few_challenges_of_an_address(matchmaker: Matchmaker) -> None:
    enter_lobby(matchmaker, BOB)
    heard = 0
    for number in range(50):
        lobby = guest_from(matchmaker, "192.0.2.1", number)
        try:
            await lobby.challenge(BOB.identity, CASUAL)
        except LobbyError:
            pass
        else:
            heard += 1
        matchmaker.lost(lobby)
        matchmaker.challenges.drop(lobby.who.identity)
    assert heard == 6


async def test_challenges_of_an_address_cannot_keep_everybody_busy(matchmaker: Matchmaker) -> None:
    asked = 0
    for number in range(120):
        other = enter_lobby(matchmaker, Player(f"p{number}", f"person-{number}"))
        lobby = guest_from(matchmaker, "192.0.2.1", number)
        try:
            await lobby.challenge(other.who.identity, CASUAL)
        except LobbyError:
            continue
        asked += 1
    assert _CLASS / 2 <= asked < 60


async def test_who_blocks_a_guest_has_blocked_the_guests_of_that_place(
    matchmaker: Matchmaker,
) -> None:
    bob = enter_lobby(matchmaker, BOB)
    bob.address = "198.51.100.1"
    first = guest_from(matchmaker, "192.0.2.1", 1)
    bob.block(first.who.identity)
    matchmaker.lost(first)
    second, far = (guest_from(matchmaker, "192.0.2.1", 2), guest_from(matchmaker, "192.0.2.3", 3))
    keyed = enter_lobby(matchmaker, ANN)
    keyed.address = "192.0.2.1"
    assert await reason(lambda: second.challenge(BOB.identity, CASUAL)) == "blocked"
    await far.challenge(BOB.identity, CASUAL)
    await far.decline()
    await keyed.challenge(BOB.identity, CASUAL)
    await keyed.decline()
    bob.block(first.who.identity, False)
    await second.challenge(BOB.identity, CASUAL)


async def test_who_blocks_an_account_has_blocked_nobody_else_of_that_place(
    matchmaker: Matchmaker,
) -> None:
    bob, keyed = enter_lobby(matchmaker, BOB), enter_lobby(matchmaker, ANN)
    bob.address, keyed.address = "198.51.100.1", "192.0.2.1"
    bob.block(ANN.identity)
    assert await reason(lambda: keyed.challenge(BOB.identity, CASUAL)) == "blocked"
    await guest_from(matchmaker, "192.0.2.1", 1).challenge(BOB.identity, CASUAL)


async def test_in_a_class_a_block_is_of_one_guest(matchmaker: Matchmaker) -> None:
    first, second, third = (guest_from(matchmaker, "192.0.2.1", number) for number in range(3))
    first.block(second.who.identity)
    assert await reason(lambda: second.challenge(first.who.identity, CASUAL)) == "blocked"
    await third.challenge(first.who.identity, CASUAL)


# room codes


def _guess(limits: PlayerLimits, address: str, tries: int) -> int:
    for number in range(tries):
        try:
            limits.count_code(f"guest:{address}{number}", address)
        except LobbyError:
            return number
    return tries


@pytest.mark.slow
def test_codes_are_not_guessed_from_ever_more_networks() -> None:
    limits = PlayerLimits(clock=Clock())
    networks = [f"2001:db8:{number:x}::1" for number in range(200)]
    assert sum(_guess(limits, each, 100) for each in networks) < 400 + 200 * 6 + 100


def test_friends_may_mistype_a_code_while_others_guess() -> None:
    limits = PlayerLimits(clock=Clock())
    for number in range(20):
        _guess(limits, f"192.0.2.{number}", 100)
    assert _guess(limits, "198.51.100.1", 3) == 3


def test_while_codes_are_guessed_a_wide_network_has_the_tries_of_one_address() -> None:
    limits = PlayerLimits(clock=Clock())
    for number in range(20):
        _guess(limits, f"192.0.2.{number}", 100)
    addresses = [f"2001:db8:0:{number:x}::1" for number in range(100)]
    assert sum(_guess(limits, each, 6) for each in addresses) == 6


async def test_while_codes_are_guessed_new_ones_are_longer_and_old_ones_stay(
    matchmaker: Matchmaker, clock: Clock
) -> None:
    ann, bob = enter_lobby(matchmaker, ANN), enter_lobby(matchmaker, BOB)
    await ann.open_table(TablePlan("standard"))
    (before,) = (room.code for room in matchmaker.rooms)
    for number in range(10):
        _guess(matchmaker.player_limits, f"192.0.2.{number}", 100)
    await bob.open_table(TablePlan("standard"))
    codes = [room.code or "" for room in matchmaker.rooms]
    assert sorted(map(len, codes)) == [LENGTH, LONGER]
    for number, code in enumerate(codes):
        await guest_from(matchmaker, "203.0.113.1", number).join_room(code)
    clock.now += 3600
    await enter_lobby(matchmaker, Player("cy", "cy")).open_table(TablePlan("standard"))
    assert before in codes
    assert len([*matchmaker.rooms][-1].code or "") == LENGTH


async def test_where_many_rooms_wait_codes_are_longer(matchmaker: Matchmaker) -> None:
    rooms = [matchmaker.rooms.open("standard", coded=True) for _ in range(201)]
    assert [len(room.code or "") for room in rooms] == [LENGTH] * 200 + [LONGER]


# reports


@pytest.fixture
async def kept(tmp_path: Path) -> AsyncIterator[tuple[Matchmaker, Accounts]]:
    """Open a matchmaker with a store."""
    store = Store.open(new_database(tmp_path / "cuttle.db"))
    writer = Writer(store, lambda _why: None)
    accounts = Accounts(store, writer)
    yield Matchmaker(AtOnce(), player_limits=PlayerLimits(accounts)), accounts
    await writer.close()
    store.close()


class _House:
    """What the operator's service reads."""

    def __init__(self, accounts: Accounts) -> None:
        self.accounts = accounts
        self.cluster = None


async def test_an_operator_reads_of_guests_what_can_be_banned(
    kept: tuple[Matchmaker, Accounts],
) -> None:
    matchmaker, accounts = kept
    one, other = (guest_from(matchmaker, "192.0.2.1", 1), guest_from(matchmaker, "2001:db8::7", 2))
    bob = enter_lobby(matchmaker, BOB)
    bob.address = "198.51.100.1"
    await one.report(other.who.identity, "rude")
    await bob.report(one.who.identity, "rude too")
    await one.report(BOB.identity, "rude, too")  # who has an account can be banned by it
    await until(lambda: len(accounts.store.reports(9)) == 3)
    rows = await ServerAdmin(cast(Server, _House(accounts)), lambda: None).reports()
    addresses = [(row["by_address"], row["against_address"]) for row in rows]
    assert addresses == [("192.0.2.1", ""), ("", "192.0.2.1"), ("192.0.2.1", "2001:db8::/64")]


async def test_guests_of_one_address_file_few_reports(kept: tuple[Matchmaker, Accounts]) -> None:
    matchmaker, accounts = kept
    filed = 0
    for number in range(150):
        try:
            await guest_from(matchmaker, "192.0.2.1", number).report(BOB.identity, "rude")
        except LobbyError:
            continue
        filed += 1
    assert filed == 9
    await until(lambda: len(accounts.store.reports(200)) == 9)


async def test_old_reports_are_deleted(kept: tuple[Matchmaker, Accounts]) -> None:
    _, accounts = kept
    store, now = accounts.store, datetime.now(UTC)
    for days in (1, 89, 91, 400):
        store.report(Report("a", "b", "", f"{days}", now - timedelta(days=days)))
    store.drop_reports(now - timedelta(days=90))
    assert [report.text for report in store.reports(9)] == ["1", "89"]
