"""Whose cards wear which back, and what gives another one."""

from __future__ import annotations

import pytest

from cuttle_tui.ladder import earned_backs
from cuttle_tui.ports import LadderGame, LobbyError
from cuttle_tui.ports.league import Profile
from cuttle_tui.worn import CHAMPION, EARNED, LEVEL_NAMES, WORLD, back_of, own_back, won_backs
from engine.bots.levels import LEVELS
from engine.computers import name_of
from engine.table.state import Sitter
from tests.cuttle_tui.lobbies import FakeAccount, FakeLobby
from tests.leagues import SampleLeague


def test_people_wear_what_they_chose_or_what_follows_from_their_name() -> None:
    assert back_of(Sitter("ann", "person", back="master")) == "master"
    assert back_of(Sitter("ann", "person")) == own_back("ann")
    assert own_back("master") not in EARNED


@pytest.mark.parametrize("level", LEVEL_NAMES)
def test_a_computer_wears_what_it_lends(level: str) -> None:
    assert back_of(Sitter(name_of(level, 2), "computer")) == level


def test_places_in_championships_give_backs() -> None:
    assert won_backs([]) == frozenset()
    assert won_backs([("2026-spades", 4)]) == {"spades"}
    assert won_backs([("2026-world", 1), ("2025-hearts", 2)]) == {WORLD, CHAMPION, "hearts"}
    assert won_backs([("2026-unheard-of", 2)]) == frozenset()


async def test_a_level_beaten_once_gives_its_back_by_any_rules() -> None:
    games = (
        LadderGame("casual", "won"),
        LadderGame("sharp", "lost"),
        LadderGame("expert", "won", helped=True),
        LadderGame("a level of a later version", "won"),
    )
    assert await earned_backs(FakeLobby(climbed=games)) == {"casual"}
    assert {level.name for level in LEVELS} == {*LEVEL_NAMES}


async def test_the_league_gives_backs_to_those_with_an_account() -> None:
    class Won(SampleLeague):
        async def profile(self, name: str = "") -> Profile:
            return Profile("ana", "", False, False, True, frozenset(), awards=(("2026-clubs", 1),))

    at = FakeLobby(networked=True, league=Won(), account=FakeAccount())
    assert await earned_backs(at) == {"clubs", CHAMPION}
    guest = FakeLobby(networked=True, league=Won(), account=FakeAccount(guest=True))
    assert await earned_backs(guest) == frozenset()


async def test_what_cannot_be_read_now_gives_nothing() -> None:
    class Away(SampleLeague):
        async def profile(self, name: str = "") -> Profile:
            raise LobbyError("not-now")

    at = FakeLobby(networked=True, league=Away(), account=FakeAccount())
    assert await earned_backs(at) == frozenset()
