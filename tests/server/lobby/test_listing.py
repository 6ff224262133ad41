"""The lobby's list of tables: the same for all who read it, and made anew only where it changed."""

from __future__ import annotations

from cuttle_tui.ports import TablePlan
from server.lobby.matchmaker import Matchmaker
from server.lobby.player_lobby import PlayerLobby, enter_lobby
from server.people.accounts import Player, guest_of
from tests.server.players import ANN, BOB, PLAN

PUBLIC = TablePlan("standard", public=True)


def _guest(number: int) -> Player:
    return Player(f"guest-{number}", guest_of(f"CODE{number}"), guest=True)


async def _open(matchmaker: Matchmaker, many: int) -> list[PlayerLobby]:
    """Let so many guests open a table each."""
    lobbies = [enter_lobby(matchmaker, _guest(number)) for number in range(many)]
    for lobby in lobbies:
        await lobby.open_table(PUBLIC)
    return lobbies


async def test_all_readers_get_the_same_lines_until_something_changes(
    matchmaker: Matchmaker,
) -> None:
    await _open(matchmaker, 30)
    ann, bob = enter_lobby(matchmaker, ANN), enter_lobby(matchmaker, BOB)
    lines = ann.tables()
    made = matchmaker.listing.made
    assert len(lines) == 30
    assert ann.tables() is bob.tables() is lines
    assert matchmaker.listing.made == made


async def test_a_change_makes_one_line_anew_however_many_there_are(matchmaker: Matchmaker) -> None:
    await _open(matchmaker, 60)
    ann = enter_lobby(matchmaker, ANN)
    before, made = ann.tables(), matchmaker.listing.made
    await ann.sit_at(before[7].id)
    after = ann.tables()
    assert (before[7].free, after[7].free) == (1, 0)
    assert (after[7].id, after[7].mine) == (before[7].id, True)
    assert matchmaker.listing.made == made + 1
    old = {id(line) for line in before}
    assert sum(id(line) in old for line in after) == 59
    assert not any(line.mine for line in enter_lobby(matchmaker, BOB).tables())


async def test_lines_say_at_once_who_plays_there_and_who_watches(matchmaker: Matchmaker) -> None:
    ann, bob = enter_lobby(matchmaker, ANN), enter_lobby(matchmaker, BOB)
    chair = await ann.play_computer("standard")
    (line,) = bob.tables()
    assert (line.turn, line.watchers) == (1, 0)
    watching = await bob.watch(line.id)
    assert bob.tables()[0].watchers == 1
    assert [each.doing for each in bob.people()] == ["playing", "watching"]
    watching.leave()
    assert bob.tables()[0].watchers == 0
    chair.leave()
    assert bob.tables() == ()


async def test_a_table_that_others_do_not_see_is_listed_for_who_sits_there(
    matchmaker: Matchmaker,
) -> None:
    ann, bob = enter_lobby(matchmaker, ANN), enter_lobby(matchmaker, BOB)
    chair = await ann.open_table(PLAN)
    assert [line.mine for line in ann.tables()] == [True]
    assert bob.tables() == ()
    chair.leave()
    assert ann.tables() == ()
