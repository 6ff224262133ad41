"""A player without a proof stands at the door, and whoever sits at the table nods, or does not."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import replace
from functools import partial

import pytest

from cuttle_tui.ports import Chair, LobbyError, News, TablePlan
from engine.table.seats import LetIn, Ready, SendAway
from engine.table.state import AtDoor
from server.lobby.matchmaker import Matchmaker
from server.lobby.player_lobby import PlayerLobby, enter_lobby
from server.names import BOT_MARK
from server.people.accounts import Player, guest_of
from tests.server.players import ANN, BOB, CY, PLAN, Clock, Paper, matchmaker_of, present, reason

HOME, AWAY = "192.0.2.7", "198.51.100.8"


def guest(code: str, name: str = "") -> Player:
    """Return a guest with these eight signs."""
    name = name or f"guest-{code.lower()}"
    return Player(name, guest_of(code), guest=True, resume=code)


DANA, EVE = guest("DDDD2222", "dana"), guest("FFFF2222", "eve")


def from_address(matchmaker: Matchmaker, who: Player, address: str = HOME) -> PlayerLobby:
    """Let a player in who comes from an address."""
    lobby = enter_lobby(matchmaker, who)
    lobby.address = address
    return lobby


async def cut_off(
    matchmaker: Matchmaker, *guests: Player, plan: TablePlan = PLAN, dealt: bool = True
) -> tuple[Chair, str]:
    """Seat ann and guests, of whom all are cut off; return her chair and the code of the room."""
    ann = from_address(matchmaker, ANN)
    own = await ann.open_table(plan)
    code = own.state().code
    assert code
    lobbies = [from_address(matchmaker, who) for who in guests]
    for lobby in lobbies:
        await lobby.join_room(code)
    if dealt:
        own.ask(Ready())
        assert own.state().running
    for lobby in lobbies:
        matchmaker.lost(lobby)
    return own, code


async def called(
    matchmaker: Matchmaker, code: str, address: str = HOME, signs: str = "WWWW2222"
) -> tuple[PlayerLobby, asyncio.Task[Chair]]:
    """Stand at the door of a table with new signs; return the session, and what it waits for."""
    lobby = from_address(matchmaker, guest(signs), address)
    await lobby.knock(code.lower())
    waiting = asyncio.ensure_future(lobby.let_in())
    await asyncio.sleep(0)
    return lobby, waiting


def seen(chair: Chair) -> list[tuple[int, int, bool | None]]:
    """Return what somebody at the table sees at the door, but for the numbers."""
    return [(each.seat, each.minutes, each.near) for each in chair.state().at_door]


def nod(chair: Chair, place: int = 0) -> None:
    """Let in who is seen at the door."""
    at_door = chair.state().at_door[place]
    chair.ask(LetIn(at_door.caller, at_door.seat))


@pytest.mark.parametrize("dealt", [True, False])
@pytest.mark.parametrize(("address", "near"), [(HOME, True), (AWAY, False)])
async def test_a_nod_gives_the_seat_to_who_stood_at_the_door(
    matchmaker: Matchmaker, clock: Clock, dealt: bool, address: str, near: bool
) -> None:
    own, code = await cut_off(matchmaker, DANA, dealt=dealt)
    clock.now += 130
    lobby, waiting = await called(matchmaker, code, address)
    assert seen(own) == [(1, 2, near)]
    nod(own)
    chair = await waiting
    assert (chair.seat, lobby.player, present(own)) == (1, "dana", [True, True])
    assert (chair.state().view is not None) is dealt
    assert own.state().at_door == ()
    assert lobby.held() == chair
    if dealt:
        view = chair.state().view
        assert view is not None
        assert view.seats[1].hand


async def test_the_door_is_shut_without_a_nod(matchmaker: Matchmaker) -> None:
    own, code = await cut_off(matchmaker, DANA)
    lobby, waiting = await called(matchmaker, code)
    assert lobby.held() is None
    assert await reason(lambda: lobby.join_room(code)) == "used-code"
    waiting.cancel()
    await asyncio.wait([waiting])
    assert own.state().at_door == ()
    assert present(own) == [True, False]


async def test_the_signs_lead_back_while_somebody_stands_at_the_door(
    matchmaker: Matchmaker,
) -> None:
    own, code = await cut_off(matchmaker, DANA)
    _, waiting = await called(matchmaker, code, AWAY)
    assert (await from_address(matchmaker, guest("ZZZZ2222")).join_room(DANA.resume)).seat == 1
    assert await reason(lambda: waiting) == "door-shut"
    assert own.state().at_door == ()


async def test_a_nod_is_for_nobody_but_who_stood_there(matchmaker: Matchmaker) -> None:
    own, code = await cut_off(matchmaker, DANA)
    _, stranger = await called(matchmaker, code, AWAY)
    (before,) = own.state().at_door
    dana, waiting = await called(matchmaker, code, HOME, "VVVV2222")  # goes before a stranger
    assert await reason(lambda: stranger) == "door-shut"
    assert await reason(lambda: own.ask(LetIn(before.caller, before.seat))) == "nobody-there"
    assert dana.held() is None
    nod(own)
    assert (await waiting).seat == 1


async def test_one_stands_at_a_door_for_each_seat(matchmaker: Matchmaker) -> None:
    own, code = await cut_off(matchmaker, DANA)
    await called(matchmaker, code, HOME)
    third = from_address(matchmaker, guest("TTTT2222"), AWAY)
    assert await reason(lambda: third.knock(code)) == "door-taken"
    _, again = await called(matchmaker, code, HOME, "VVVV2222")  # the same person, once more
    assert len(own.state().at_door) == 1
    nod(own)
    assert (await again).seat == 1


async def test_a_stranger_takes_no_place_at_a_door_from_another(matchmaker: Matchmaker) -> None:
    """Who comes from where the player was goes before both."""
    own, code = await cut_off(matchmaker, DANA)
    await called(matchmaker, code, AWAY)
    other = from_address(matchmaker, guest("TTTT2222"), "203.0.113.9")
    assert await reason(lambda: other.knock(code)) == "door-taken"
    assert seen(own) == [(1, 0, False)]
    await called(matchmaker, code, HOME, "VVVV2222")
    assert seen(own) == [(1, 0, True)]


async def test_who_is_sent_away_cannot_come_to_that_door_for_a_while(
    matchmaker: Matchmaker, clock: Clock
) -> None:
    own, code = await cut_off(matchmaker, DANA)
    _, waiting = await called(matchmaker, code, AWAY)
    own.ask(SendAway(own.state().at_door[0].caller))
    assert await reason(lambda: waiting) == "door-shut"
    assert own.state().at_door == ()
    again = from_address(matchmaker, guest("TTTT2222"), AWAY)
    assert await reason(lambda: again.knock(code)) == "sent-away"
    await called(matchmaker, code, HOME, "VVVV2222")
    clock.now += 600
    assert await reason(lambda: again.knock(code)) == "door-taken"


async def test_strangers_with_the_code_cannot_nag(matchmaker: Matchmaker) -> None:
    _, code = await cut_off(matchmaker, DANA)
    heard = 0
    for number in range(40):
        lobby = from_address(matchmaker, guest(f"{number:08}"), f"203.0.113.{number // 4}")
        with suppress(LobbyError):
            await lobby.knock(code)
            heard += 1
        matchmaker.lost(lobby)
    assert heard <= 8


async def test_an_address_comes_to_a_door_a_few_times(matchmaker: Matchmaker, clock: Clock) -> None:
    """Others are heard meanwhile, and this one after a while."""
    _, code = await cut_off(matchmaker, DANA)
    lobbies = [from_address(matchmaker, guest(f"{number:08}"), AWAY) for number in range(4)]
    for lobby in lobbies[:3]:
        await lobby.knock(code)
        matchmaker.lost(lobby)
    assert await reason(lambda: lobbies[3].knock(code)) == "too-many"
    await from_address(matchmaker, guest("WWWW2222")).knock(code)
    clock.now += 120
    assert await reason(lambda: lobbies[3].knock(code)) == "door-taken"


RATED = TablePlan("cuttle.cards", timing="steady", rated=True)
DAYS = replace(PLAN, timing="3d")
PUBLIC = replace(PLAN, public=True)


@pytest.mark.parametrize("who", ["present", "nobody", "rated", "days", "public"])
async def test_no_door_opens_to_other_seats(matchmaker: Matchmaker, who: str) -> None:
    plans = {"rated": RATED, "days": DAYS, "public": PUBLIC}
    ann = from_address(matchmaker, ANN)
    own = await ann.open_table(plans.get(who, PLAN))
    code = own.state().code or ""
    other = from_address(matchmaker, BOB if who in plans else DANA)
    chair = await other.join_room(code)
    own.ask(Ready())
    if who == "rated":
        chair.ask(Ready())
    assert own.state().running
    if who in plans:
        matchmaker.lost(other)
    if who == "nobody":
        code = "ZZZZ"
    stranger = from_address(matchmaker, guest("TTTT2222"))
    assert await reason(lambda: stranger.knock(code)) == "unknown-code"
    keyed = from_address(matchmaker, CY)
    assert await reason(lambda: keyed.knock(code)) == "unknown-code"
    assert own.state().at_door == ()
    assert await reason(lambda: own.ask(LetIn(0, 1))) == "nobody-there"


async def test_only_players_without_a_seat_stand_at_a_door(matchmaker: Matchmaker) -> None:
    own, code = await cut_off(matchmaker, DANA)
    bob, eve = from_address(matchmaker, BOB), from_address(matchmaker, EVE)
    bot = from_address(matchmaker, Player(f"bob{BOT_MARK}", "SHA256:bot"))
    assert await reason(lambda: bot.knock(code)) == "unknown-code"
    for lobby in (bob, eve):
        await lobby.open_table(PLAN)
        assert await reason(partial(lobby.knock, code)) == "busy"
        assert await reason(partial(lobby.knock, "ZZZZ")) == "unknown-code"
    assert own.state().at_door == ()


async def knocked(
    matchmaker: Matchmaker, code: str, who: Player, address: str = HOME
) -> tuple[PlayerLobby, asyncio.Task[Chair]]:
    """Stand at the door of a table as a player; return the session, and what it waits for."""
    lobby = from_address(matchmaker, who, address)
    await lobby.knock(code)
    waiting = asyncio.ensure_future(lobby.let_in())
    await asyncio.sleep(0)
    return lobby, waiting


@pytest.mark.parametrize("who", [CY, EVE])
@pytest.mark.parametrize("away", [BOB, DANA])
@pytest.mark.parametrize("dealt", [True, False])
async def test_among_friends_a_nod_gives_any_seat_to_anybody(
    matchmaker: Matchmaker, who: Player, away: Player, *, dealt: bool
) -> None:
    """A guest takes the name of a guest; nobody takes that of an account."""
    own, code = await cut_off(matchmaker, away, dealt=dealt)
    lobby, waiting = await knocked(matchmaker, code, who)
    assert seen(own) == [(1, 0, True)]
    nod(own)
    chair = await waiting
    assert (chair.seat, present(own), lobby.held()) == (1, [True, True], chair)
    takes_name = who.guest and away.guest
    assert lobby.player == (away.name if takes_name else who.name)
    if dealt:
        view = chair.state().view
        assert view is not None
        assert view.seats[1].hand


@pytest.mark.parametrize("who", [CY, EVE])
async def test_the_first_player_of_a_seat_has_it_again_by_the_code(
    matchmaker: Matchmaker, who: Player
) -> None:
    own, code = await cut_off(matchmaker, BOB)
    stranger, waiting = await knocked(matchmaker, code, who, AWAY)
    told: list[object] = []
    stranger.kick = told.append
    nod(own)
    chair = await waiting
    bob = from_address(matchmaker, BOB)
    assert await reason(lambda: bob.join_room(code)) == "used-code"
    await bob.knock(code)  # nobody is asked
    held = await bob.let_in()
    assert (held.seat, bob.player) == (1, "bob")
    assert [str(line)[:30] for line in told] == ["The player who had this seat b"]  # not by signs
    assert chair.state().view is None
    matchmaker.lost(stranger)
    assert present(own) == [True, True]
    again = from_address(matchmaker, who, AWAY)
    assert await reason(lambda: again.knock(code)) == "unknown-code"


async def test_the_first_player_of_a_seat_is_known_after_a_restart(
    clock: Clock, paper: Paper
) -> None:
    before = matchmaker_of(clock, paper)
    own, code = await cut_off(before, BOB)
    _, waiting = await knocked(before, code, CY)
    nod(own)
    await waiting
    after = matchmaker_of(clock, paper)
    after.restore(paper.tables())
    _, back = await knocked(after, code, BOB)
    assert (await back).seat == 1


async def test_a_guest_in_the_seat_of_an_account_comes_back_under_no_name_of_it(
    matchmaker: Matchmaker,
) -> None:
    own, code = await cut_off(matchmaker, BOB)
    eve, waiting = await knocked(matchmaker, code, EVE)
    nod(own)
    await waiting
    matchmaker.lost(eve)
    back = from_address(matchmaker, guest("TTTT2222"))
    assert (await back.join_room(EVE.resume)).seat == 1
    assert back.player != "bob"


async def test_nobody_is_seated_twice_by_nods(matchmaker: Matchmaker) -> None:
    """Two sessions of one player stand at a door, or one of them sits down elsewhere."""
    own, code = await cut_off(matchmaker, BOB, DANA, plan=TablePlan("cutthroat"))
    _, first = await knocked(matchmaker, code, CY)
    _, second = await knocked(matchmaker, code, CY, AWAY)
    nod(own)
    assert (await first).seat in (1, 2)
    assert await reason(partial(nod, own)) == "nobody-there"
    assert await reason(lambda: second) == "door-shut"
    assert own.state().at_door == ()


async def test_where_strangers_play_an_account_does_not_stand_at_a_guests_door(
    matchmaker: Matchmaker,
) -> None:
    own, code = await cut_off(matchmaker, DANA, plan=replace(PLAN, public=True))
    assert await reason(lambda: from_address(matchmaker, CY).knock(code)) == "unknown-code"
    await called(matchmaker, code)
    assert len(own.state().at_door) == 1


async def test_in_a_game_of_days_nobody_is_let_into_the_seat_of_another(
    matchmaker: Matchmaker,
) -> None:
    """There everybody is away most of the time."""
    own, code = await cut_off(matchmaker, BOB, plan=replace(PLAN, timing="3d"))
    for who in (CY, EVE):
        lobby = from_address(matchmaker, who)
        assert await reason(partial(lobby.knock, code)) == "unknown-code"
    assert own.state().at_door == ()


@pytest.mark.parametrize("seat", [0, 2, 3, -1])
async def test_a_nod_gives_no_seat_of_somebody_who_is_there(
    matchmaker: Matchmaker, seat: int
) -> None:
    """Seat 0 is her own, eve sits in seat 2, and there are no others."""
    own, code = await cut_off(matchmaker, DANA, plan=TablePlan("cutthroat"), dealt=False)
    eve = await from_address(matchmaker, EVE).join_room(code)
    own.ask(Ready())
    eve.ask(Ready())
    lobby, waiting = await called(matchmaker, code)
    (at_door,) = own.state().at_door
    assert at_door.seat == 1
    assert await reason(partial(own.ask, LetIn(at_door.caller, seat))) == "nobody-there"
    assert (present(own), lobby.held(), waiting.done()) == ([True, False, True], None, False)
    nod(own)
    assert (await waiting).seat == 1


async def test_who_plays_at_another_server_of_the_club_stands_at_no_door(
    matchmaker: Matchmaker,
) -> None:
    own, code = await cut_off(matchmaker, DANA)
    matchmaker.locations.plays_elsewhere = lambda identity: identity == CY.identity
    lobby = from_address(matchmaker, CY)
    assert await reason(lambda: lobby.knock(code)) == "busy"
    assert own.state().at_door == ()


async def test_who_was_blocked_does_not_stand_at_the_door(matchmaker: Matchmaker) -> None:
    own, code = await cut_off(matchmaker, BOB)
    matchmaker.player_limits.block(ANN.identity, CY.identity, True)
    cy = from_address(matchmaker, CY)
    assert await reason(lambda: cy.knock(code)) == "blocked"
    assert own.state().at_door == ()


async def test_nobody_but_a_player_who_is_seated_sees_the_door(matchmaker: Matchmaker) -> None:
    ann = from_address(matchmaker, ANN)
    own = await ann.open_table(replace(PLAN, public=True))
    dana = from_address(matchmaker, DANA)
    await dana.join_room(own.state().code or "")
    own.ask(Ready())
    (room,) = matchmaker.rooms
    watcher = await from_address(matchmaker, BOB).watch(room.id)
    matchmaker.lost(dana)
    await called(matchmaker, room.config.code or "")
    assert own.state().at_door
    assert watcher.state().at_door == ()
    caller = own.state().at_door[0]
    watcher.ask(LetIn(caller.caller, caller.seat))
    assert own.state().at_door == (caller,)


async def test_of_two_who_are_away_the_nod_says_which(matchmaker: Matchmaker) -> None:
    own, code = await cut_off(matchmaker, DANA, EVE, plan=TablePlan("cutthroat"))
    lobby, waiting = await called(matchmaker, code)
    assert [each[0] for each in seen(own)] == [1, 2]
    other, later = await called(matchmaker, code, AWAY, "VVVV2222")
    callers = [each.caller for each in own.state().at_door]
    assert callers == [callers[0]] * 2 + [callers[2]] * 2
    nod(own, 1)
    assert ((await waiting).seat, lobby.player) == (2, "eve")
    assert seen(own) == [(1, 0, False)]
    nod(own)
    assert ((await later).seat, other.player) == (1, "dana")
    assert present(own) == [True, True, True]


async def test_before_the_deal_two_of_an_address_are_asked_who_they_are(
    matchmaker: Matchmaker,
) -> None:
    """The line alone throws out neither of two who were cut off."""
    own, code = await cut_off(matchmaker, DANA, EVE, plan=TablePlan("cutthroat"), dealt=False)
    lobby = from_address(matchmaker, guest("WWWW2222"))
    assert await reason(lambda: lobby.join_room(code)) == "room-full"
    assert [each.name for each in own.state().sitters] == ["ann", "dana", "eve"]
    _, waiting = await called(matchmaker, code, signs="VVVV2222")
    nod(own, 1)
    assert (await waiting).seat == 2
    assert present(own) == [True, False, True]
    assert (await lobby.join_room(DANA.resume)).seat == 1


async def test_before_the_deal_a_player_with_a_key_is_no_guest_who_was_cut_off(
    matchmaker: Matchmaker,
) -> None:
    own, code = await cut_off(matchmaker, DANA, dealt=False)
    bob = from_address(matchmaker, BOB)
    assert await reason(lambda: bob.join_room(code)) == "room-full"
    assert [each.name for each in own.state().sitters] == ["ann", "dana"]


async def test_before_the_deal_who_comes_anew_takes_a_free_seat_first(
    matchmaker: Matchmaker,
) -> None:
    plan = TablePlan("cutthroat")
    own, code = await cut_off(matchmaker, DANA, plan=plan, dealt=False)
    friend = from_address(matchmaker, guest("WWWW2222", "fay"))
    assert (await friend.join_room(code)).seat == 2
    assert [each.name for each in own.state().sitters] == ["ann", "dana", "fay"]


@pytest.mark.parametrize("address", [AWAY, ""])
async def test_before_the_deal_the_line_opens_to_the_same_address_alone(
    matchmaker: Matchmaker, address: str
) -> None:
    own, code = await cut_off(matchmaker, DANA, dealt=False)
    stranger = from_address(matchmaker, guest("WWWW2222"), address)
    assert await reason(lambda: stranger.join_room(code)) == "room-full"
    assert present(own) == [True, False]
    back = from_address(matchmaker, guest("VVVV2222"), HOME)
    assert (await back.join_room(code)).seat == 1
    assert back.player == "dana"


async def test_signs_that_were_noted_before_the_deal_stay_true(matchmaker: Matchmaker) -> None:
    own, code = await cut_off(matchmaker, DANA, dealt=False)
    for signs in ("WWWW2222", "VVVV2222"):
        lobby = from_address(matchmaker, guest(signs))
        assert (await lobby.join_room(code)).seat == 1
        if signs != "VVVV2222":
            matchmaker.lost(lobby)
    own.ask(Ready())
    assert own.state().running
    matchmaker.lost(lobby)
    for signs in ("VVVV2222", "WWWW2222", DANA.resume):
        lobby = from_address(matchmaker, guest("TTTT2222"), AWAY)
        chair = await lobby.join_room(signs)
        assert (chair.seat, lobby.player, present(own)) == (1, "dana", [True, True])
        assert lobby.guest is not None
        assert lobby.guest.resume_code == signs  # what is shown now is what leads back
        matchmaker.lost(lobby)


async def test_older_signs_put_out_who_was_let_in_by_mistake(matchmaker: Matchmaker) -> None:
    own, code = await cut_off(matchmaker, DANA)
    stranger, waiting = await called(matchmaker, code, AWAY)
    told: list[object] = []
    stranger.kick = told.append
    nod(own)
    chair = await waiting
    dana = from_address(matchmaker, guest("TTTT2222"))
    assert (await dana.join_room(DANA.resume)).seat == 1
    assert len(told) == 1
    assert chair.state().view is None
    matchmaker.lost(stranger)
    assert present(own) == [True, True]
    again = from_address(matchmaker, guest("VVVV2222"), AWAY)
    assert await reason(lambda: again.join_room("WWWW2222")) == "unknown-code"


async def test_seats_that_were_given_by_a_nod_outlive_a_restart(clock: Clock, paper: Paper) -> None:
    before = matchmaker_of(clock, paper)
    own, code = await cut_off(before, DANA)
    _, waiting = await called(before, code)
    nod(own)
    await waiting
    for signs in ("WWWW2222", DANA.resume):
        after = matchmaker_of(clock, paper)
        after.restore(paper.tables())
        chair = await from_address(after, guest("TTTT2222"), AWAY).join_room(signs)
        assert chair.seat == 1


async def test_after_a_restart_nobody_knows_the_address(clock: Clock, paper: Paper) -> None:
    await cut_off(matchmaker_of(clock, paper), DANA)
    after = matchmaker_of(clock, paper)
    after.restore(paper.tables())
    (room,) = after.rooms
    ann = enter_lobby(after, ANN).held()
    assert ann is not None
    _, waiting = await called(after, room.config.code or "")
    assert seen(ann) == [(1, 0, None)]
    nod(ann)
    assert (await waiting).seat == 1


async def test_how_long_somebody_has_been_away_is_kept_up_to_date(
    matchmaker: Matchmaker, clock: Clock
) -> None:
    own, code = await cut_off(matchmaker, DANA)
    await called(matchmaker, code)
    told: list[tuple[AtDoor, ...]] = []
    own.subscribe(lambda _: told.append(own.state().at_door))
    clock.now += 61
    matchmaker.tick()
    assert [each.minutes for each in told[-1]] == [1]


async def test_the_door_shuts_with_the_table(matchmaker: Matchmaker) -> None:
    own, code = await cut_off(matchmaker, DANA)
    lobby, waiting = await called(matchmaker, code)
    own.leave()
    (room,) = matchmaker.rooms
    matchmaker.locations.leave(DANA.identity, room)
    assert await reason(lambda: waiting) == "door-shut"
    assert lobby.held() is None
    assert await reason(partial(lobby.knock, code)) == "unknown-code"


async def test_news_of_the_door_reach_nobody_else(matchmaker: Matchmaker) -> None:
    own, code = await cut_off(matchmaker, DANA)
    heard: list[News] = []
    from_address(matchmaker, guest("TTTT2222")).subscribe(heard.append)
    _, waiting = await called(matchmaker, code)
    nod(own)
    await waiting
    assert {news.kind for news in heard} <= {"lobby"}
