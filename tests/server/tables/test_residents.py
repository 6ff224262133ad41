"""Residents: who may meet them, what a game with one binds, and what it leaves alone."""

from __future__ import annotations

import asyncio

from cuttle_tui.ports import Chair, News, TablePlan
from engine.actions import Action, Kind
from server.lobby.matchmaker import Matchmaker
from server.lobby.player_lobby import enter_lobby
from server.people.accounts import Player, has_account
from server.store.values import player_id
from server.tables.challenges import USUAL_RESIDENTS
from server.tables.quick_match import ANYBODY
from server.tables.room import Room
from tests.server.books import PaperBook
from tests.server.players import ANN, BOB, GUEST, PLAN, Clock, Paper, matchmaker_of, reason

BOT = Player("deep-bot", "SHA256:deep")


def concede(chair: Chair) -> None:
    view = chair.state().view
    assert view is not None
    chair.submit(Action(Kind.CONCEDE, seat=0), view.ply)


def room_of(matchmaker: Matchmaker, who: Player) -> Room:
    room = matchmaker.locations.sitting(who.identity)
    assert room is not None
    return room


async def test_residents_are_there_for_people_with_accounts(matchmaker: Matchmaker) -> None:
    ann, guest = enter_lobby(matchmaker, ANN), enter_lobby(matchmaker, GUEST)
    assert [line.level for line in ann.residents()] == [*USUAL_RESIDENTS]
    assert all(line.rated and line.timing == "steady" for line in ann.residents())
    assert guest.residents() == ()
    assert await reason(lambda: guest.play_resident("sharp")) == "guests-unrated"
    assert await reason(lambda: ann.play_resident("beginner")) == "no-resident"
    bot = enter_lobby(matchmaker, BOT)
    assert await reason(lambda: bot.play_resident("sharp")) == "bots-unrated"


async def test_a_game_has_clocks_a_stake_of_its_own_and_no_help(matchmaker: Matchmaker) -> None:
    ann = enter_lobby(matchmaker, ANN)
    chair = await ann.play_resident("sharp")
    state = chair.state()
    assert [sitter.name for sitter in state.sitters] == ["ann", "computer sharp"]
    assert state.view is not None
    assert state.rated
    assert state.stake is not None
    assert (state.stake.why, state.stake.casual) == ("bots", False)
    assert state.stake.seats[0].win > 0 > state.stake.seats[0].loss
    assert (chair.practice, chair.time_left is not None) == (None, True)
    assert chair.on_ladder


async def test_leaving_loses_and_is_kept_for_the_pool_of_bots(
    matchmaker: Matchmaker, paper: Paper
) -> None:
    ann = enter_lobby(matchmaker, ANN)
    (await ann.play_resident("sharp")).leave()
    (kept,) = paper.games
    game = kept.game
    assert (game.rated, game.pool, game.winners) == (True, "live-bots", (1,))
    assert game.players == (ANN.identity, None)


async def test_between_seasons_it_is_casual(clock: Clock, paper: Paper) -> None:
    matchmaker = matchmaker_of(clock, paper, PaperBook(None))
    chair = await enter_lobby(matchmaker, ANN).play_resident("sharp")
    stake = chair.state().stake
    assert stake is not None
    assert stake.why == "no-season"
    assert not room_of(matchmaker, ANN).counts_for_rating


async def test_the_place_in_the_queue_is_kept_and_nobody_is_called_from_the_game(
    matchmaker: Matchmaker, clock: Clock
) -> None:
    ann, bob = enter_lobby(matchmaker, ANN), enter_lobby(matchmaker, BOB)
    heard: list[News] = []
    ann.subscribe(heard.append)
    await ann.quick_match("cuttle.cards", rated=True)
    clock.now += ANYBODY
    chair = await ann.play_resident("casual")
    (mine,) = (line for line in ann.queue() if line.me)
    assert mine.since == ANYBODY
    assert await reason(lambda: bob.sit_at(mine.id)) == "they-play"
    waiting = await bob.quick_match("cuttle.cards", rated=True)
    matchmaker.tick()
    assert waiting.state().view is None
    assert chair.state().view is not None
    assert await reason(lambda: bob.challenge(ANN.identity, PLAN)) == "they-play"
    concede(chair)
    matchmaker.tick()
    assert "paired" in [news.kind for news in heard]
    held = ann.held()
    assert held is not None
    assert [sitter.name for sitter in held.state().sitters] == ["ann", "bob"]


async def test_a_game_goes_on_after_a_restart(
    matchmaker: Matchmaker, clock: Clock, paper: Paper, book: PaperBook
) -> None:
    ann = enter_lobby(matchmaker, ANN)
    chair = await ann.play_resident("casual")
    async with asyncio.timeout(30):
        while not (view := chair.state().view) or not view.legal:
            await asyncio.sleep(0)
    again = matchmaker_of(clock, paper, book)
    again.restore(paper.tables())
    held = enter_lobby(again, ANN).held()
    assert held is not None
    state = held.state()
    assert state.view is not None
    ply = state.view.ply
    held.submit(state.view.legal[0], ply)
    async with asyncio.timeout(30):
        while True:
            now = held.state().view
            assert now is not None
            if now.ply > ply and (now.legal or now.outcome is not None):
                break
            await asyncio.sleep(0)
    stake = held.state().stake
    assert stake is not None
    assert stake.why == "bots"


async def test_time_runs_out_against_a_resident(
    matchmaker: Matchmaker, clock: Clock, paper: Paper
) -> None:
    chair = await enter_lobby(matchmaker, ANN).play_resident("casual")
    async with asyncio.timeout(30):
        while not (view := chair.state().view) or not view.legal:
            await asyncio.sleep(0)
    clock.now += 24 * 3600.0
    matchmaker.tick()
    assert [kept.game.winners for kept in paper.games] == [(1,)]


async def test_while_the_server_closes_no_game_begins(matchmaker: Matchmaker) -> None:
    matchmaker.actions.closing = True
    ann = enter_lobby(matchmaker, ANN)
    assert await reason(lambda: ann.play_resident("sharp")) == "closing"


def test_a_resident_has_no_account_and_is_known_by_its_name() -> None:
    assert not has_account("computer sharp")
    assert not has_account("computer")
    assert player_id("computer sharp") == "computer sharp"
    assert player_id("ann") != "ann"


async def test_other_games_with_computers_are_not_rated(
    matchmaker: Matchmaker, paper: Paper
) -> None:
    ann = enter_lobby(matchmaker, ANN)
    chair = await ann.play_computer("cuttle.cards", "sharp")
    (room,) = matchmaker.rooms
    while chair.state().free_to_leave:
        assert room.table.game is not None
        seat = room.table.game.position.prompt.seats[0]
        view = room.table.state(seat).view
        assert view is not None
        room.table.submit(seat, view.legal[0], view.ply)
    chair.leave()
    (kept,) = paper.games
    assert not kept.game.rated
    plan = TablePlan("cuttle.cards", 1, "steady", rated=True)
    assert await reason(lambda: ann.open_table(plan)) == "rated-rules"
