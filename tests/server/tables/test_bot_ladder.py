"""Bots at tables: several games at a time, the ladder, and what is closed to them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cuttle_tui.ports import TablePlan
from engine.actions import Action, Kind
from engine.ratings import Rating
from server.lobby.matchmaker import Matchmaker
from server.lobby.player_lobby import PlayerLobby, enter_lobby
from server.people.accounts import Player
from server.tables.quick_match import POOL, REST
from tests.server.books import PaperBook
from tests.server.players import ANN, BOB, CY, GUEST, Clock, Paper, matchmaker_of, reason

DEEP = Player("deep-bot", "SHA256:deep")
BLUE = Player("blue-bot", "SHA256:blue")
TEAL = Player("teal-bot", "SHA256:teal")
CASUAL = TablePlan("standard", timing="quick")


def connect(matchmaker: Matchmaker, who: Player, games: int = 1) -> PlayerLobby:
    """Connect a bot."""
    matchmaker.locations.allow_several(who.identity, games)
    return enter_lobby(matchmaker, who)


def climb(matchmaker: Matchmaker, *bots: Player) -> None:
    """Let bots play on the ladder."""
    for who in bots:
        matchmaker.ladder.join(who, ())
    matchmaker.tick()


def concede(lobby: PlayerLobby) -> None:
    """Give up the last game of a bot."""
    chair = lobby.chairs()[-1]
    view = chair.state().view
    assert view is not None
    assert chair.seat is not None
    chair.submit(Action(Kind.CONCEDE, seat=chair.seat), view.ply)


def names(matchmaker: Matchmaker) -> list[tuple[str, ...]]:
    return [line.names for line in matchmaker.table_lines("")]


async def test_a_bot_plays_as_many_games_as_it_wants(matchmaker: Matchmaker) -> None:
    deep = connect(matchmaker, DEEP, games=2)
    for who in (ANN, BOB):
        await enter_lobby(matchmaker, who).challenge(DEEP.identity, CASUAL)
        await deep.accept()
    assert [len(chair.state().sitters) for chair in deep.chairs()] == [2, 2]
    cy = enter_lobby(matchmaker, CY)
    assert await reason(lambda: cy.challenge(DEEP.identity, CASUAL)) == "they-play"
    concede(deep)
    await cy.challenge(DEEP.identity, CASUAL)
    await deep.accept()
    assert len(matchmaker.rooms) == 3
    matchmaker.exit(deep)
    sitters = [room.table.sitters for room in matchmaker.rooms]
    assert [all(sitter.present for sitter in each) for each in sitters] == [False, False, False]


async def test_games_of_a_bot_survive_the_server(
    matchmaker: Matchmaker, clock: Clock, paper: Paper
) -> None:
    deep = connect(matchmaker, DEEP, games=2)
    for who in (ANN, BOB):
        await enter_lobby(matchmaker, who).challenge(DEEP.identity, CASUAL)
        await deep.accept()
    again = matchmaker_of(clock, paper)
    again.restore(paper.tables())
    assert len(connect(again, DEEP, games=2).chairs()) == 2


@pytest.mark.parametrize("by", [ANN, DEEP])
async def test_nothing_rated_and_no_correspondence_with_people(
    matchmaker: Matchmaker, by: Player
) -> None:
    ann, deep = enter_lobby(matchmaker, ANN), connect(matchmaker, DEEP)
    asking, asked = (ann, DEEP) if by is ANN else (deep, ANN)
    rated = TablePlan("cuttle.cards", timing="steady", rated=True)
    assert await reason(lambda: asking.challenge(asked.identity, rated)) == "bots-unrated"
    days = replace(CASUAL, timing="3d")
    assert await reason(lambda: asking.challenge(asked.identity, days)) == "bots-live"
    assert await reason(lambda: deep.open_table(rated)) == "bots-unrated"
    assert await reason(lambda: deep.quick_match("cuttle.cards", rated=True)) == "bots-unrated"
    await ann.open_table(replace(rated, public=True))
    table = matchmaker.table_lines("")[0].id
    assert await reason(lambda: deep.sit_at(table)) == "bots-unrated"
    await ann.quick_match("cuttle.cards", rated=True)
    (queued,) = matchmaker.queue_lines("")
    assert await reason(lambda: deep.sit_at(queued.id)) == "bots-unrated"


async def test_two_bots_play_for_ratings_of_their_own_and_rest(
    matchmaker: Matchmaker, clock: Clock, paper: Paper, book: PaperBook
) -> None:
    bots = [connect(matchmaker, who) for who in (DEEP, BLUE)]
    enter_lobby(matchmaker, ANN)
    climb(matchmaker, DEEP, BLUE)
    assert [sorted(each) for each in names(matchmaker)] == [["blue-bot", "deep-bot"]]
    assert not matchmaker.table_lines("")[0].rated, "it is no rated game of people"
    matchmaker.tick()
    assert len(matchmaker.rooms) == 1
    concede(bots[0])
    (kept,) = paper.games
    assert (kept.game.rated, kept.game.pool, kept.game.ruleset) == (
        True,
        POOL,
        "cuttle.cards/1.0.2",
    )
    for lobby in bots:
        lobby.chairs()[-1].leave()
    for waited, tables in ((0.0, 0), (REST - 1, 0), (2.0, 1)):
        clock.now += waited
        matchmaker.tick()
        assert len(matchmaker.rooms) == tables


async def test_a_bot_that_comes_back_is_not_paired_beside_its_game(matchmaker: Matchmaker) -> None:
    bots = [connect(matchmaker, who, games=2) for who in (DEEP, BLUE, TEAL)]
    climb(matchmaker, DEEP, BLUE)
    matchmaker.ladder.leave(DEEP.identity)
    matchmaker.exit(bots[0])
    connect(matchmaker, DEEP, games=2)
    climb(matchmaker, DEEP, TEAL)
    assert len(matchmaker.rooms) == 1


def test_bots_that_block_or_play_other_rules_do_not_meet(matchmaker: Matchmaker) -> None:
    deep = connect(matchmaker, DEEP)
    connect(matchmaker, BLUE)
    connect(matchmaker, TEAL)
    deep.block(BLUE.identity)
    matchmaker.ladder.join(TEAL, ("standard/1",))
    climb(matchmaker, DEEP, BLUE)
    assert len(matchmaker.rooms) == 0


def test_a_list_shows_a_bot_with_its_rating_on_the_ladder(
    matchmaker: Matchmaker, book: PaperBook
) -> None:
    connect(matchmaker, DEEP)
    book.ratings[DEEP.identity] = Rating(games=12)
    (line,) = matchmaker.person_lines("")
    assert line.rating is not None
    assert (line.name, line.rating.pool) == ("deep-bot", POOL)


def test_guests_and_keys_without_an_account_pass_for_no_bot() -> None:
    from server.people.accounts import keyed

    assert not GUEST.bot
    assert keyed("deep-bot", "SHA256:x").name == "player"
    assert keyed("deep_BOT", "SHA256:x").name == "player"
    assert keyed("abbot", "SHA256:x").name == "abbot"
