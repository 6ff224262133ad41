"""Who was cut off comes back to the seat: by the same code, by a key, or as a guest by a code."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import pytest

from cuttle_tui.ports import Chair, News
from engine.actions import Action, Kind
from engine.table.seats import Ready
from engine.table.table import HOLD
from server.codes import UsedCodes
from server.lobby.matchmaker import Matchmaker
from server.lobby.player_lobby import PlayerLobby, enter_lobby
from server.names import BOT_MARK
from server.people.accounts import Player, guest_of
from tests.server.players import (
    ANN,
    BOB,
    CY,
    GUEST,
    PLAN,
    Clock,
    Paper,
    matchmaker_of,
    present,
    reason,
)

STRANGER = Player("guest-newt", guest_of("WXYZ6789"), guest=True, resume="WXYZ6789", login="dana")


async def game(ann: PlayerLobby, other: PlayerLobby) -> tuple[Chair, Chair, str]:
    """Begin a game at ann's table; return both chairs and the code."""
    room = await ann.open_table(PLAN)
    code = room.state().code
    assert code
    chair = await other.join_room(code)
    room.ask(Ready())
    return room, chair, code


def finish(chair: Chair) -> None:
    """Concede a game."""
    view = chair.state().view
    assert view is not None
    assert chair.seat is not None
    chair.submit(Action(Kind.CONCEDE, seat=chair.seat), view.ply)


@pytest.mark.parametrize("over", [False, True])
async def test_the_same_code_leads_back_to_ones_own_seat(
    matchmaker: Matchmaker, over: bool
) -> None:
    ann, bob = enter_lobby(matchmaker, ANN), enter_lobby(matchmaker, BOB)
    _, chair, code = await game(ann, bob)
    if over:
        finish(chair)
    matchmaker.lost(bob)
    again = enter_lobby(matchmaker, BOB)
    assert await again.join_room(code.lower()) == chair
    assert await reason(lambda: enter_lobby(matchmaker, CY).join_room(code)) == "used-code"
    assert present(chair) == [True, True]


async def test_a_code_is_known_as_used_after_a_restart(clock: Clock, paper: Paper) -> None:
    before = matchmaker_of(clock, paper)
    _, chair, code = await game(enter_lobby(before, ANN), enter_lobby(before, GUEST))
    after = matchmaker_of(clock, paper)
    after.restore(paper.tables())
    stranger = enter_lobby(after, STRANGER)
    assert await reason(lambda: stranger.join_room(code)) == "used-code"
    back = await stranger.join_room(GUEST.resume)
    assert back.seat == chair.seat
    assert back.state().view is not None


async def test_no_table_is_opened_under_the_code_of_another(
    matchmaker: Matchmaker, monkeypatch: pytest.MonkeyPatch
) -> None:
    letters = iter("TPZ5" + "TPZ5" + "RWB2")
    monkeypatch.setattr("server.codes.secrets.choice", lambda _: next(letters))
    _, _, code = await game(enter_lobby(matchmaker, ANN), enter_lobby(matchmaker, BOB))
    assert code == "TPZ5"
    matchmaker.rooms.used = UsedCodes()  # as after a restart
    assert (await enter_lobby(matchmaker, CY).open_table(PLAN)).state().code == "RWB2"


async def test_a_guest_whose_old_line_still_hangs_comes_back(matchmaker: Matchmaker) -> None:
    guest = enter_lobby(matchmaker, GUEST)
    _, chair, _ = await game(enter_lobby(matchmaker, ANN), guest)
    again = enter_lobby(matchmaker, STRANGER)  # the server has not heard of the lost line yet
    assert await again.join_room(GUEST.resume) == chair
    matchmaker.lost(guest)
    assert present(chair) == [True, True]


async def test_after_the_last_move_a_seat_is_held_for_the_rematch(
    matchmaker: Matchmaker, clock: Clock
) -> None:
    ann, guest = enter_lobby(matchmaker, ANN), enter_lobby(matchmaker, GUEST)
    own, theirs, _ = await game(ann, guest)
    finish(theirs)
    matchmaker.lost(guest)
    clock.now += HOLD - 1
    matchmaker.housekeeping.sweep()
    assert [each.kind for each in own.state().sitters] == ["person", "person"]
    assert present(own) == [True, False]
    back = await enter_lobby(matchmaker, STRANGER).join_room(GUEST.resume)
    back.ask(Ready())
    own.ask(Ready())
    assert own.state().running


async def test_a_seat_after_the_last_move_is_not_held_for_ever(
    matchmaker: Matchmaker, clock: Clock
) -> None:
    ann, bob = enter_lobby(matchmaker, ANN), enter_lobby(matchmaker, BOB)
    own, theirs, _ = await game(ann, bob)
    finish(theirs)
    clock.now += 5
    matchmaker.lost(bob)
    clock.now += HOLD + 1
    matchmaker.housekeeping.sweep()
    assert [each.kind for each in own.state().sitters] == ["person", "nobody"]
    heard: list[News] = []
    enter_lobby(matchmaker, BOB).subscribe(heard.append)
    assert heard == []  # he saw how it ended


async def test_who_sits_down_elsewhere_leaves_the_finished_table(matchmaker: Matchmaker) -> None:
    ann, bob = enter_lobby(matchmaker, ANN), enter_lobby(matchmaker, BOB)
    own, theirs, _ = await game(ann, bob)
    finish(theirs)
    matchmaker.lost(bob)
    await enter_lobby(matchmaker, BOB).open_table(PLAN)
    assert [each.kind for each in own.state().sitters] == ["person", "nobody"]


async def test_a_program_asks_for_no_rematch(matchmaker: Matchmaker) -> None:
    bot = enter_lobby(matchmaker, Player(f"max{BOT_MARK}", "SHA256:max"))
    own, theirs, _ = await game(enter_lobby(matchmaker, ANN), bot)
    finish(theirs)
    matchmaker.lost(bot)
    assert [each.kind for each in own.state().sitters] == ["person", "nobody"]


# somebody at the address where a guest was cut off ------------------------------------------------


def from_address(matchmaker: Matchmaker, who: Player, address: str) -> PlayerLobby:
    """Let a player in who comes from an address."""
    lobby = enter_lobby(matchmaker, who)
    lobby.address = address
    return lobby


@pytest.mark.parametrize(
    ("address", "asked"),
    [("192.0.2.7", True), ("::ffff:192.0.2.7", True), ("192.0.2.8", False), ("2001:db8::7", False)],
)
async def test_a_guest_from_where_one_was_cut_off_may_be_that_guest(
    matchmaker: Matchmaker, address: str, asked: bool
) -> None:
    guest = from_address(matchmaker, GUEST, "192.0.2.7")
    await game(enter_lobby(matchmaker, ANN), guest)
    assert not from_address(matchmaker, STRANGER, address).may_be_cut_off
    matchmaker.lost(guest)
    assert from_address(matchmaker, STRANGER, address).may_be_cut_off is asked
    assert not from_address(matchmaker, BOB, address).may_be_cut_off  # a key leads back by itself


async def test_nobody_is_asked_for_the_signs_of_a_browser(matchmaker: Matchmaker) -> None:
    """A browser has none: its cookie leads back by itself."""
    guest = from_address(matchmaker, replace(GUEST, resume=""), "192.0.2.7")
    await game(enter_lobby(matchmaker, ANN), guest)
    matchmaker.lost(guest)
    assert not from_address(matchmaker, STRANGER, "192.0.2.7").may_be_cut_off


async def test_nobody_is_asked_once_the_guest_is_back(matchmaker: Matchmaker) -> None:
    guest = from_address(matchmaker, GUEST, "192.0.2.7")
    await game(enter_lobby(matchmaker, ANN), guest)
    matchmaker.lost(guest)
    await from_address(matchmaker, STRANGER, "192.0.2.7").join_room(GUEST.resume)
    other = replace(STRANGER, identity=guest_of("BCDF5678"), resume="BCDF5678")
    assert not from_address(matchmaker, other, "192.0.2.7").may_be_cut_off


@pytest.mark.parametrize("seated", [False, True])
async def test_nobody_is_asked_for_a_seat_that_is_not_held(
    matchmaker: Matchmaker, seated: bool
) -> None:
    guest = from_address(matchmaker, GUEST, "192.0.2.7")
    if seated:
        _, chair, _ = await game(enter_lobby(matchmaker, ANN), guest)
        chair.leave()
    matchmaker.lost(guest)
    assert not from_address(matchmaker, STRANGER, "192.0.2.7").may_be_cut_off


async def test_nobody_is_asked_long_after_somebody_was_cut_off(
    matchmaker: Matchmaker, clock: Clock
) -> None:
    guest = from_address(matchmaker, GUEST, "192.0.2.7")
    await game(enter_lobby(matchmaker, ANN), guest)
    matchmaker.lost(guest)
    clock.now += 899
    stranger = from_address(matchmaker, STRANGER, "192.0.2.7")
    assert stranger.may_be_cut_off
    clock.now += 2
    assert not stranger.may_be_cut_off
    assert (await stranger.join_room(GUEST.resume)).state().running  # the code still opens it


# the name of a guest ------------------------------------------------------------------------------


async def test_a_guest_chooses_the_name_that_others_see(matchmaker: Matchmaker) -> None:
    lobby = enter_lobby(matchmaker, STRANGER)
    assert lobby.guest is not None
    assert lobby.guest.suggestion == "dana"
    await lobby.guest.choose_name(" Zoé ")
    own, _, _ = await game(enter_lobby(matchmaker, ANN), lobby)
    assert [each.name for each in own.state().sitters] == ["ann", "Zoé"]
    assert lobby.guest.resume_code == STRANGER.resume
    matchmaker.lost(lobby)
    back = enter_lobby(matchmaker, GUEST)
    await back.join_room(STRANGER.resume)
    assert back.player == "Zoé"


async def test_no_guest_is_offered_a_name_that_another_bears(matchmaker: Matchmaker) -> None:
    """Two who log in as `root` do not both have to think of a name."""
    first = enter_lobby(matchmaker, STRANGER)
    assert first.guest is not None
    await first.guest.choose_name(first.guest.suggestion)
    second = enter_lobby(matchmaker, replace(GUEST, login=STRANGER.login))
    assert second.guest is not None
    await second.guest.choose_name(second.guest.suggestion)
    assert {first.player, second.player} > {"dana"}


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("a", "name-short"),
        ("a" * 17, "name-long"),
        ("two words", "name-letters"),
        ("admin", "name-reserved"),
        ("guest-otter", "name-reserved"),
        ("max-bot", "name-reserved"),
        ("ann", "name-taken"),
        ("Ann", "name-taken"),
        ("modteam", "name-reserved"),
        ("Admin_Ann", "name-reserved"),
        ("foobot", "name-reserved"),
    ],
)
async def test_names_of_guests_are_checked_as_those_of_accounts(
    matchmaker: Matchmaker, name: str, why: str
) -> None:
    enter_lobby(matchmaker, ANN)
    lobby = enter_lobby(matchmaker, STRANGER)
    guest = lobby.guest
    assert guest is not None
    assert await reason(lambda: guest.choose_name(name)) == why
    assert lobby.player == STRANGER.name


async def test_a_guest_is_refused_names_that_look_alike_and_no_others(
    matchmaker: Matchmaker,
) -> None:
    enter_lobby(matchmaker, Player("Nell", "SHA256:nell"))
    enter_lobby(matchmaker, Player("david", "SHA256:david"))
    lobby = enter_lobby(matchmaker, STRANGER)
    guest = lobby.guest
    assert guest is not None
    for name in ("NeIl", "dav1d"):
        assert await reason(partial(guest.choose_name, name)) == "name-taken"
    await guest.choose_name("Neil")
    assert lobby.player == "Neil"


async def test_a_guest_at_a_table_keeps_the_name(matchmaker: Matchmaker) -> None:
    lobby = enter_lobby(matchmaker, STRANGER)
    guest = lobby.guest
    assert guest is not None
    await lobby.open_table(PLAN)
    assert await reason(lambda: guest.choose_name("dana")) == "seated"
    assert enter_lobby(matchmaker, ANN).guest is None
