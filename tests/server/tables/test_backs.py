"""What players wear on the backs of their cards, as the others at a table see it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cuttle_tui.app import CuttleApp
from cuttle_tui.drawing.backs import back_inks
from cuttle_tui.drawing.palette import DEFAULT
from cuttle_tui.kit.zone import Zone
from cuttle_tui.ports import Chair, TablePlan
from cuttle_tui.preferences import MemoryStore, Preferences
from cuttle_tui.tty.terminal import Terminal
from cuttle_tui.worn import LEVEL_NAMES, back_of, own_back
from engine.table.seats import Ready
from server.lobby.matchmaker import Matchmaker
from server.lobby.player_lobby import enter_lobby
from tests.server.players import ANN, BOB, CY, GUEST, Clock, Paper, matchmaker_of

MASTER = replace(BOB, earned="master")


def worn(chair: Chair) -> list[str]:
    """Return what everybody at a table wears, as a chair shows it."""
    return [back_of(sitter) for sitter in chair.state().sitters]


async def test_each_sees_what_the_other_wears(matchmaker: Matchmaker) -> None:
    ann, bob = enter_lobby(matchmaker, ANN), enter_lobby(matchmaker, MASTER)
    mine = await ann.open_table(TablePlan("standard"))
    theirs = await bob.join_room(mine.state().code or "")
    assert worn(mine) == worn(theirs) == [own_back(ANN.identity), "master"]
    assert ann.back == own_back(ANN.identity)
    assert bob.back == own_back(BOB.identity)


async def test_a_guest_has_a_back_that_does_not_tell_who_it_is(matchmaker: Matchmaker) -> None:
    guest = enter_lobby(matchmaker, GUEST)
    chair = await guest.open_table(TablePlan("standard"))
    [back, _] = worn(chair)
    assert back == own_back(GUEST.identity)
    assert back not in GUEST.identity


@pytest.mark.slow
async def test_a_computer_wears_the_back_of_its_level(matchmaker: Matchmaker) -> None:
    ann = enter_lobby(matchmaker, ANN)
    chair = await ann.play_computer("standard", LEVEL_NAMES[-1])
    assert worn(chair)[1] == LEVEL_NAMES[-1]


async def test_who_is_seated_by_others_wears_their_own_choice(matchmaker: Matchmaker) -> None:
    bob, cy = enter_lobby(matchmaker, MASTER), enter_lobby(matchmaker, CY)
    await bob.challenge(CY.identity, TablePlan("standard", timing="quick"))
    assert worn(await cy.accept()) == ["master", own_back(CY.identity)]


async def test_a_choice_holds_from_the_next_table_on(matchmaker: Matchmaker) -> None:
    ann, bob = enter_lobby(matchmaker, ANN), enter_lobby(matchmaker, BOB)
    mine = await ann.open_table(TablePlan("standard"))
    await bob.join_room(mine.state().code or "")
    bob.who = MASTER
    assert worn(mine)[1] == own_back(BOB.identity)


async def test_backs_survive_a_restart(matchmaker: Matchmaker, paper: Paper, clock: Clock) -> None:
    ann, bob = enter_lobby(matchmaker, ANN), enter_lobby(matchmaker, MASTER)
    mine = await ann.open_table(TablePlan("standard"))
    await bob.join_room(mine.state().code or "")
    later = matchmaker_of(clock, paper)
    later.restore(paper.tables())
    held = enter_lobby(later, ANN).held()
    assert held is not None
    assert worn(held) == [own_back(ANN.identity), "master"]


def grounds(app: CuttleApp, zone: str) -> set[str]:
    """Return the colours that lie under the cells of a zone."""
    found_zone = app.screen.query_one(f"#{zone}")
    assert isinstance(found_zone, Zone)
    strips = found_zone.strips()
    found = {one.style.bgcolor for strip in strips for one in strip if one.style}
    return {colour.triplet.hex for colour in found if colour and colour.triplet}


def ground_of(back: str) -> str:
    """Return the ground of a back, as a table in true colour shows it."""
    return DEFAULT.colours[back_inks(back)[1]]


async def test_two_who_play_see_each_others_backs_and_their_own_deck(
    matchmaker: Matchmaker,
) -> None:
    ann, bob = enter_lobby(matchmaker, ANN), enter_lobby(matchmaker, MASTER)
    bobs = Preferences(MemoryStore(), {"back": "master"})
    mine = await ann.open_table(TablePlan("standard"))
    theirs = await bob.join_room(mine.state().code or "")
    for chair in (mine, theirs):
        chair.ask(Ready())
    anns, master = ground_of(own_back(ANN.identity)), ground_of("master")
    assert anns != master
    for lobby, chair, ours, deck, hand in (
        (ann, mine, None, anns, master),
        (bob, theirs, bobs, master, anns),
    ):
        app = CuttleApp(lobby, chair=chair, preferences=ours, terminal=Terminal("true"))
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            assert deck in grounds(app, "middle")
            assert hand in grounds(app, "others")
            assert deck not in grounds(app, "others")
