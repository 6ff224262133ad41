"""Championship matches that are played on the server: called, played, entered, once."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest

from cuttle_tui.ports import LobbyError, News
from cuttle_tui.ports.league import BracketPage
from server.league.store import pages
from server.league.store.seasons import Draw
from server.lobby.matchmaker import Matchmaker
from server.lobby.player_lobby import PlayerLobby, enter_lobby
from server.people.accounts import Player
from server.serve import Server
from server.store.store import Store
from server.store.values import EnterMatch, player_id
from server.tables.room import Room
from tests.server.databases import new_database
from tests.server.floor import floor_app
from tests.server.players import ANN, BOB, Clock, Paper, matchmaker_of
from tests.server.rawssh import until
from tests.server.seats import concede, next_game
from tests.server.store.duels import CLUBS, DAY, START, decided, duel, keep, people, with_season

pytestmark = pytest.mark.slow


def _drawn(store: Store) -> None:
    """Store a season that is over, and the championship of its two players."""
    with_season(store)
    ann, bob, _ = people(store, "ann", "bob", "cat")
    keep(store, *(duel(f"g{game}", ann, bob, ann, START + DAY) for game in "xy"))
    store.close_season(False, CLUBS.id, Draw(), decided("season close", CLUBS.end))


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[Server]:
    """Run a server with a championship."""
    database = new_database(tmp_path / "cuttle.db")
    store = Store.open(database)
    _drawn(store)
    store.close()
    async with Server(tmp_path, app_for=floor_app, database=database) as running:
        yield running


def _enter(server: Server, name: str) -> PlayerLobby:
    assert server.store is not None
    person = server.store.person_named(name)
    assert person is not None
    return enter_lobby(server.matchmaker, Player(person.name, person.id))


def _page(server: Server) -> BracketPage:
    assert server.store is not None
    page = server.store.read(pages.find_bracket, CLUBS.id)
    assert page is not None
    return page


async def _play(server: Server, one: PlayerLobby, other: PlayerLobby) -> None:
    """Let the one win a match against the other, who called them."""
    assert other.league is not None
    assert server.writer is not None
    assert await other.league.play(CLUBS.id) == one.player
    await one.accept()
    for _ in range(2):
        await server.writer.drain()
        next_game(one, other)
        await server.writer.drain()
        concede(other)


async def test_two_matches_make_a_champion(server: Server) -> None:
    ann, bob = _enter(server, "ann"), _enter(server, "bob")
    heard: list[News] = []
    bob.subscribe(heard.append)
    await _play(server, ann, bob)
    await until(lambda: _page(server).matches[0].winner == "ann")
    first = _page(server).matches[0]
    assert [slot.wins for slot in first.slots] == [2, 0]
    assert first.why == "played"
    assert not [news for news in heard if news.kind == "champion"]
    await _play(server, ann, bob)
    await until(lambda: News("champion", "ann") in heard)
    assert _page(server).champion == "ann"


async def test_two_who_call_each_other_meet_at_one_table(server: Server) -> None:
    ann, bob = _enter(server, "ann"), _enter(server, "bob")
    assert ann.league is not None
    assert bob.league is not None
    done = await asyncio.gather(
        ann.league.play(CLUBS.id), bob.league.play(CLUBS.id), return_exceptions=True
    )
    (called,) = [each for each in done if isinstance(each, LobbyError)]
    assert called.reason == "they-called"
    second = (ann, bob)[done.index(called)]
    await second.accept()
    (room,) = server.matchmaker.rooms
    assert len(room.people()) == 2
    assert ann.challenges() == bob.challenges() == ()


async def test_the_one_who_is_asked_sees_that_it_is_the_match(server: Server) -> None:
    ann, bob = _enter(server, "ann"), _enter(server, "bob")
    assert ann.league is not None
    await ann.league.play(CLUBS.id)
    (line,) = bob.challenges()
    assert line.championship
    assert not line.rated
    assert (line.ruleset.partition("/")[0], line.ruleset.partition("+")[2]) == (
        "cuttle.cards",
        "first-to-2",
    )
    assert line.timing == "steady"


async def test_nobody_is_called_who_is_not_here_or_has_no_match(server: Server) -> None:
    ann, cat = _enter(server, "ann"), _enter(server, "cat")
    assert ann.league is not None
    assert cat.league is not None
    for league, id, why in (
        (ann.league, CLUBS.id, "not-here"),
        (ann.league, "1999-clubs", "no-match"),
        (cat.league, CLUBS.id, "no-match"),
    ):
        with pytest.raises(LobbyError, match=why):
            await league.play(id)


async def test_a_game_that_is_called_off_decides_nothing(server: Server) -> None:
    ann, bob = _enter(server, "ann"), _enter(server, "bob")
    assert bob.league is not None
    await bob.league.play(CLUBS.id)
    await ann.accept()
    (room,) = server.matchmaker.rooms
    room.table.abandon()
    assert server.writer is not None
    await server.writer.drain()
    assert _page(server).matches[0].state == "open"


def test_a_result_is_entered_once_and_only_where_it_fits(tmp_path: Path) -> None:
    store = Store.open(new_database(tmp_path / "cuttle.db"))
    _drawn(store)
    (row,) = store.all_championships()
    one, other = row.entrants
    won = EnterMatch(row.id, "t1", one, other, (2, 1))
    store.write([won])
    store.write([won, replace(won, championship="1999-clubs")])
    (row,) = store.all_championships()
    assert len(row.entries) == 1
    store.write([replace(won, table="t2", winner=won.loser, loser="nobody")])
    (row,) = store.all_championships()
    assert len(row.entries) == 1
    store.close()


def _at_a_table(hall: Matchmaker) -> tuple[Room, list[PlayerLobby]]:
    """Seat two players at the table of their match."""
    lobbies = [enter_lobby(hall, who) for who in (ANN, BOB)]
    room = hall.rooms.open("standard+first-to-2", public=True, championship="2026-clubs")
    for seat, lobby in enumerate(lobbies):
        hall.locations.sit(lobby.who.identity, room)
        room.table.sit(seat, lobby.player, "person", who=lobby.who.identity)
    return room, lobbies


async def test_a_result_that_was_not_stored_is_entered_after_the_start(
    clock: Clock, paper: Paper
) -> None:
    hall = matchmaker_of(clock, paper)
    room, lobbies = _at_a_table(hall)
    for _ in range(2):
        next_game(*lobbies)
        concede(lobbies[1])
    (entered,) = paper.matches
    assert (entered.championship, entered.table, entered.wins) == ("2026-clubs", room.id, (2, 0))
    matchmaker_of(clock, paper).restore(paper.tables())
    assert paper.matches == [entered, entered]


async def test_what_they_play_after_the_match_decides_nothing(clock: Clock, paper: Paper) -> None:
    _, lobbies = _at_a_table(matchmaker_of(clock, paper))
    for loser in (1, 1, 0, 0):
        next_game(*lobbies)
        concede(lobbies[loser])
    assert [match.winner for match in paper.matches] == [player_id(ANN.identity)]


def test_a_match_is_lost_by_leaving_it(clock: Clock, paper: Paper) -> None:
    hall = matchmaker_of(clock, paper)
    room, lobbies = _at_a_table(hall)
    concede(lobbies[0])
    hall.locations.leave(BOB.identity, room)  # who has won a game, and leaves before the next
    (entered,) = paper.matches
    assert entered.winner == player_id(ANN.identity)
