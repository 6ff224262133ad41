"""Rated games that are played on a server reach the league, and the tables of its players."""

from __future__ import annotations

from pathlib import Path

import pytest

from cuttle_tui.ports import Chair, TablePlan
from engine.actions import parse_action
from engine.table.seats import Ready
from server.lobby.player_lobby import PlayerLobby, enter_lobby
from server.people.accounts import Player
from server.serve import Server
from server.store.values import Person
from tests.server.databases import new_database
from tests.server.store.duels import CLUBS, DAY, START, people, untouched, with_season

pytestmark = pytest.mark.slow


def _enter(server: Server, person: Person) -> PlayerLobby:
    return enter_lobby(server.matchmaker, Player(person.name, person.id))


def _concede(chair: Chair) -> None:
    state = chair.state()
    assert state.view is not None
    chair.submit(parse_action(f"concede@{state.view.viewer}"), state.view.ply)


async def _settle(server: Server) -> None:
    """Wait until what happened is stored, what follows from that as well, and the book has it."""
    assert server.writer is not None
    assert server.league_book is not None
    await server.writer.drain()
    await server.writer.drain()
    await server.league_book.settled()


async def test_a_match_is_played_stored_and_shown(tmp_path: Path) -> None:
    time = START + DAY
    url = new_database(tmp_path / "c.db")
    server = Server(tmp_path, database=url, clock=lambda: time.timestamp())
    assert server.store is not None
    with_season(server.store)
    ann, bob = people(server.store, "ann", "bob")
    async with server:
        one, other = _enter(server, ann), _enter(server, bob)
        chair = await one.open_table(
            TablePlan("cuttle.cards", timing="steady", public=True, rated=True)
        )
        rival = await other.sit_at(server.matchmaker.table_lines("")[0].id)
        for _ in range(2):
            chair.ask(Ready())
            rival.ask(Ready())
            await _settle(server)
            _concede(rival)
            await _settle(server)
        stake = chair.state().stake
        assert stake is not None
        assert (stake.season, stake.week, stake.decided) == (CLUBS.id, 1, True)
        assert one.league is not None
        page = await one.league.season()
        assert [(line.name, line.wins, line.losses) for line in page.standings] == [
            ("ann", 1, 0),
            ("bob", 0, 1),
        ]
        best, worst = await one.league.top()
        assert (best.name, best.games, worst.name) == ("ann", 2, "bob")
        assert best.rating > 1500 > worst.rating
        assert (await one.league.profile()).streak == 2
        assert untouched(server.store)


async def test_bots_are_rated_among_themselves_and_stand_in_no_table_of_people(
    tmp_path: Path,
) -> None:
    time = START + DAY
    url = f"sqlite:///{tmp_path}/c.db"
    server = Server(tmp_path, database=url, clock=lambda: time.timestamp())
    assert server.store is not None
    with_season(server.store)
    async with server:
        bots = [_enter(server, person) for person in people(server.store, "deep-bot", "blue-bot")]
        for lobby in bots:
            server.matchmaker.locations.allow_several(lobby.who.identity, 1)
            server.matchmaker.ladder.join(lobby.who, ())
        server.matchmaker.tick()
        await _settle(server)
        _concede(bots[0].chairs()[0])
        await _settle(server)
        assert bots[0].league is not None
        best, worst = await bots[0].league.top("live-bots")
        assert (best.name, worst.name) == ("blue-bot", "deep-bot")
        assert best.rating > 1500 > worst.rating
        assert await bots[0].league.top() == ()
        assert (await bots[0].league.season()).standings == ()
        week = await bots[0].league.week()
        assert (week.lines, week.matches) == ((), ())
        assert untouched(server.store)
