"""Friends hear of each other and are invited, if both want that; who hides is as if not there."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from cuttle_tui.ports import FriendLine, LobbyError, News, TablePlan
from server.lobby.matchmaker import Matchmaker
from server.lobby.player_lobby import PlayerLobby, enter_lobby
from server.people.accounts import Player
from tests.cuttle_tui.lobbies import FakeAccount
from tests.server.players import ANN, BOB, CY

DAY = datetime(2026, 11, 29, 20, 0, tzinfo=UTC)
WITH_BOB = TablePlan("standard", friend=BOB.identity)


def met(who: Player) -> FriendLine:
    """Return the line of a friend with an account."""
    return FriendLine(who.identity, who.name, 3, 2, DAY, "standard", True)


def enter(
    matchmaker: Matchmaker, who: Player, *friends: Player, shown: bool = True
) -> tuple[PlayerLobby, list[News]]:
    """Let a player with friends in; return what they hear from then on."""
    matchmaker.friends.remember(who.identity, tuple(map(met, friends)))
    account = FakeAccount(settings={} if shown else {"show_presence": False})
    lobby = enter_lobby(matchmaker, who, account)
    heard: list[News] = []
    lobby.subscribe(heard.append)
    return lobby, heard


async def test_friends_hear_who_comes_and_see_who_is_here(matchmaker: Matchmaker) -> None:
    ann, heard = enter(matchmaker, ANN, BOB, CY)
    assert [line.here for line in ann.friends()] == [False, False]
    enter(matchmaker, BOB, ANN)
    assert heard == [News("came", "bob")]
    assert [(line.name, line.here) for line in ann.friends()] == [("bob", True), ("cy", False)]


async def test_who_was_forgotten_by_either_is_not_heard_of(matchmaker: Matchmaker) -> None:
    _, by_one = enter(matchmaker, ANN)
    enter(matchmaker, BOB, ANN)
    _, by_other = enter(matchmaker, CY, ANN)
    assert by_one == []
    matchmaker.friends.remember(ANN.identity, (met(CY),))
    enter(matchmaker, CY)  # another session: it is no news
    assert by_one == by_other == []


@pytest.mark.parametrize("mine", [True, False])
@pytest.mark.parametrize("theirs", [True, False])
async def test_both_want_it_or_neither_is_told(
    matchmaker: Matchmaker, *, mine: bool, theirs: bool
) -> None:
    ann, heard = enter(matchmaker, ANN, BOB, shown=mine)
    bob, _ = enter(matchmaker, BOB, ANN, shown=theirs)
    assert heard == ([News("came", "bob")] if mine and theirs else [])
    assert [line.here for line in ann.friends()] == [mine and theirs]
    assert [line.here for line in bob.friends()] == [mine and theirs]


def seen_by(lobby: PlayerLobby) -> tuple[object, ...]:
    """Return all that a lobby shows."""
    lists = (lobby.friends(), lobby.people(), lobby.tables(), lobby.queue(), lobby.challenges())
    return (*lists, lobby.inbox(), lobby.held() is None)


async def test_who_hides_is_the_same_as_who_is_not_there(matchmaker: Matchmaker) -> None:
    ann, heard = enter(matchmaker, ANN, BOB)
    ann.remember(frozenset(), frozenset({BOB.identity}))
    without, before = seen_by(ann), [*heard]
    bob, told = enter(matchmaker, BOB, ANN, shown=False)
    assert (seen_by(ann), heard) == (without, before)
    with pytest.raises(LobbyError, match="not-here"):
        await ann.challenge(BOB.identity, TablePlan("standard"))
    assert [line.name for line in bob.people()] == ["ann", "bob"], "they see themselves"
    await ann.open_table(WITH_BOB)
    assert told == [News("invited", "ann")], "they are invited all the same"


async def test_a_friend_is_invited_and_joins_by_the_code(matchmaker: Matchmaker) -> None:
    ann, _ = enter(matchmaker, ANN, BOB)
    bob, heard = enter(matchmaker, BOB, CY, ANN)
    chair = await ann.open_table(replace(WITH_BOB, ruleset="sipie"))
    assert heard == [News("invited", "ann")]
    first, second = bob.friends()
    assert (first.name, first.code, first.ruleset) == ("ann", chair.state().code, "sipie")
    assert (second.name, second.code) == ("cy", "")
    assert ann.friends()[0].code == ""

    joined = await bob.join_room(first.code)
    assert [sitter.name for sitter in joined.state().sitters] == ["ann", "bob"]
    assert not any(line.code for line in bob.friends())


async def test_an_invitation_waits_for_who_comes_later_and_ends_with_the_room(
    matchmaker: Matchmaker,
) -> None:
    ann, _ = enter(matchmaker, ANN, BOB)
    chair = await ann.open_table(WITH_BOB)
    bob, _ = enter(matchmaker, BOB, ANN)
    assert bob.friends()[0].code == chair.state().code
    chair.leave()
    assert bob.friends()[0].code == ""


@pytest.mark.parametrize("by", [ANN, BOB])
async def test_who_is_blocked_or_no_friend_is_not_invited(
    matchmaker: Matchmaker, by: Player
) -> None:
    ann, _ = enter(matchmaker, ANN, BOB)
    bob, heard = enter(matchmaker, BOB, ANN)
    cy, other = enter(matchmaker, CY)
    {ANN: ann, BOB: bob}[by].block({ANN: BOB, BOB: ANN}[by].identity)
    assert (await ann.open_table(WITH_BOB)).state().code, "there is a room all the same"
    assert not any(line.code for line in bob.friends())
    await bob.open_table(TablePlan("standard", friend=CY.identity))
    assert not cy.friends()
    assert News("invited", "ann") not in heard
    assert other == []


async def test_who_has_blocked_a_friend_does_not_list_them(matchmaker: Matchmaker) -> None:
    ann, _ = enter(matchmaker, ANN, BOB)
    bob, _ = enter(matchmaker, BOB, ANN)
    ann.block(BOB.identity)
    assert ann.friends() == ()
    assert [line.name for line in bob.friends()] == ["ann"], "nobody sees that they are blocked"


async def test_a_deleted_account_is_nobodys_friend(matchmaker: Matchmaker) -> None:
    ann, _ = enter(matchmaker, ANN, BOB, CY)
    matchmaker.friends.drop(BOB.identity)
    assert [line.name for line in ann.friends()] == ["cy"]
