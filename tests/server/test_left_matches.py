"""A match that somebody leaves between its games is won by who stays, wherever it is told."""

from __future__ import annotations

from pathlib import Path

import pytest

from cuttle_tui.ports import Chair, TablePlan
from engine.actions import Action, Kind
from engine.record.match import MatchStanding
from engine.record.parser import parse_record
from engine.table.seats import Ready
from server.lobby.player_lobby import PlayerLobby, enter_lobby
from server.people.accounts import Player
from server.serve import Server
from server.store.games import matches_won
from tests.server.databases import new_database
from tests.server.store.duels import people


async def _match(server: Server, one: PlayerLobby, other: PlayerLobby) -> tuple[Chair, Chair]:
    """Begin a match of which the first player has won a game."""
    assert server.writer is not None
    mine = await one.open_table(TablePlan("standard+first-to-2", public=True))
    (line,) = other.tables()
    theirs = await other.sit_at(line.id)
    await server.writer.drain()
    mine.ask(Ready())
    await server.writer.drain()
    view = mine.state().view
    assert view is not None
    theirs.submit(Action(Kind.CONCEDE, seat=1), view.ply)
    await server.writer.drain()
    await server.writer.drain()
    return mine, theirs


@pytest.mark.parametrize("leaves", [0, 1])
async def test_who_leaves_between_games_has_lost(tmp_path: Path, leaves: int) -> None:
    async with Server(tmp_path, database=new_database(tmp_path / "c.db"), pace=0.0) as server:
        assert server.store is not None
        assert server.writer is not None
        lobbies = [
            enter_lobby(server.matchmaker, Player(each.name, each.id))
            for each in people(server.store, "ann", "bob")
        ]
        chairs = await _match(server, *lobbies)
        (line,) = await lobbies[0].games()
        assert line.match == MatchStanding((1, 0), (), (0, 1))
        chairs[leaves].leave()
        await server.writer.drain()
        stays = 1 - leaves
        assert chairs[stays].state().match_winners == (stays,)
        chairs[stays].leave()  # the match is over: this costs nothing
        await server.writer.drain()
        await server.writer.drain()
        (line,) = await lobbies[0].games()
        assert line.match == MatchStanding((1, 0), (stays,), (0, 1))
        record = await lobbies[1].replay(line.id)
        assert (record.left, record.match) == ((leaves,), line.match)
        row = server.store.game(line.id, "")
        assert row is not None
        assert parse_record(row.record) == record
        ids = [lobby.who.identity for lobby in lobbies]
        won = server.store.read(matches_won, ids[stays], ids[leaves])
        assert won == (1, 0)
        assert server.store.read(matches_won, ids[leaves]) == (0, 1)


async def test_who_leaves_a_next_game_before_it_is_played_has_lost(tmp_path: Path) -> None:
    async with Server(tmp_path, database=new_database(tmp_path / "c.db"), pace=0.0) as server:
        assert server.store is not None
        assert server.writer is not None
        lobbies = [
            enter_lobby(server.matchmaker, Player(each.name, each.id))
            for each in people(server.store, "ann", "bob")
        ]
        mine, theirs = await _match(server, *lobbies)
        for chair in (mine, theirs):
            chair.ask(Ready())
            await server.writer.drain()
        assert mine.state().running
        mine.leave()
        await server.writer.drain()
        await server.writer.drain()
        lines = await lobbies[0].games()
        assert lines[-1].match == MatchStanding((1, 0), (1,), (0, 1))
        assert not any(line.match and not line.match.winners for line in lines)
