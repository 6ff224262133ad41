"""A match between friends that was left goes on at the next table that one opens for the other."""

from __future__ import annotations

from pathlib import Path

import asyncssh
import pytest

from cuttle_tui.local.lobby import data_lobby
from cuttle_tui.ports import Chair, FriendLine, OpenMatch, TableError, TablePlan
from engine.actions import Action, Kind
from engine.record.match import MatchStanding
from engine.table.seats import Ready, SetLength
from server.hosting import LocalHost
from server.lobby.player_lobby import PlayerLobby, enter_lobby
from server.people.accounts import Player, guest_of
from server.serve import Server
from tests.server.databases import new_database
from tests.server.emulator import connect, open_terminal
from tests.server.sessions.test_plain import Script
from tests.server.store.duels import people

DANA = Player("dana", guest_of("WXYZ6789"), guest=True, resume="WXYZ6789")
MATCH = "standard+first-to-2"


async def _stored(server: Server) -> None:
    """Wait until everything that follows from the last request is stored."""
    if server.writer is not None:
        for _ in range(4):
            await server.writer.drain()


async def _win(server: Server, winner: Chair, loser: Chair) -> None:
    """Play a game of a match that the other concedes."""
    for chair in (winner, loser):
        if chair.seat not in chair.state().ready:
            chair.ask(Ready())
        await _stored(server)
    view = winner.state().view
    assert view is not None
    assert loser.seat is not None
    loser.submit(Action(Kind.CONCEDE, seat=loser.seat), view.ply)
    await _stored(server)


async def _only_friend(lobby: PlayerLobby) -> FriendLine:
    await lobby.ask_friends()
    (line,) = lobby.friends()
    return line


async def _open_again(lobby: PlayerLobby) -> Chair:
    """Open a table for the only friend, as their row does."""
    line = await _only_friend(lobby)
    return await lobby.open_table(TablePlan(line.ruleset, friend=line.id))


@pytest.mark.parametrize("opens", [0, 1])
@pytest.mark.parametrize("running", [False, True])
async def test_a_match_goes_on_whoever_left_and_whoever_opens_the_table(
    tmp_path: Path, opens: int, *, running: bool
) -> None:
    async with Server(tmp_path, database=new_database(tmp_path / "c.db"), pace=0.0) as server:
        assert server.store is not None
        lobbies = [
            enter_lobby(server.matchmaker, Player(each.name, each.id))
            for each in people(server.store, "ann", "bob")
        ]
        mine: Chair = await lobbies[0].open_table(TablePlan(MATCH))
        theirs: Chair = await lobbies[1].join_room(mine.state().code or "")
        await _win(server, mine, theirs)
        if running:
            for chair in (mine, theirs):
                chair.ask(Ready())
                await _stored(server)
        assert not mine.state().leaving_loses_match
        mine.leave()
        await _stored(server)
        assert theirs.state().match_winners == ()
        theirs.leave()
        await _stored(server)

        chairs: list[Chair] = [mine, theirs]
        line = await _only_friend(lobbies[opens])
        assert line.match is not None
        assert (line.match.won, line.match.seat) == ((1, 0), opens)
        chairs[opens] = await _open_again(lobbies[opens])
        assert (chairs[opens].seat, chairs[opens].state().won_before) == (opens, (1, 0))
        code = chairs[opens].state().code or ""
        chairs[1 - opens] = await lobbies[1 - opens].join_room(code)
        await _win(server, chairs[1], chairs[0])
        assert chairs[0].state().score == (1, 1)
        await _win(server, chairs[1], chairs[0])
        assert chairs[0].state().match_winners == (1,)
        for chair in chairs:
            chair.leave()
        await _stored(server)
        assert (await _only_friend(lobbies[opens])).match is None
        games = await lobbies[0].games()
        assert [game.match and game.match.score for game in games] == [(1, 2), (1, 1), (1, 0)]
        assert games[0].match == MatchStanding((1, 2), (1,), (0, 1))


async def test_somebody_else_who_sits_down_begins_a_match_of_their_own(tmp_path: Path) -> None:
    async with Server(tmp_path, database=new_database(tmp_path / "c.db"), pace=0.0) as server:
        assert server.store is not None
        ann, bob, cy = (
            enter_lobby(server.matchmaker, Player(each.name, each.id))
            for each in people(server.store, "ann", "bob", "cy")
        )
        mine = await ann.open_table(TablePlan(MATCH))
        theirs = await bob.join_room(mine.state().code or "")
        await _win(server, mine, theirs)
        mine.leave()
        theirs.leave()
        await _stored(server)
        again = await _open_again(ann)
        other = await cy.join_room(again.state().code or "")
        assert again.state().won_before == ()
        await _win(server, other, again)
        assert again.state().score == (0, 1)
        (first, _) = await ann.games()
        assert first.match == MatchStanding((0, 1), (), (0, 1))


async def _host_plays(tmp_path: Path, *, wins: bool) -> tuple[object, ...]:
    """Open a room at home as the friend's row does, and play a game there; return what is told."""
    home = data_lobby(tmp_path, "Ann B")
    plans = [TablePlan(line.ruleset, friend=line.id) for line in home.friends()]
    hosting = LocalHost(tmp_path, "Ann B", host="127.0.0.1", port=0)
    try:
        _, chair = await hosting.open((*plans, TablePlan(MATCH))[0])
        before = chair.state().won_before
        server = hosting._server
        assert server is not None
        theirs = await enter_lobby(server.matchmaker, DANA).join_room(chair.state().code or "")
        await _win(server, *((chair, theirs) if wins else (theirs, chair)))
        score, won = chair.state().score, chair.state().match_winners
    finally:
        await hosting.close()
        home.close()
    return before, score, won


async def test_a_match_in_a_room_at_home_outlives_the_hosts_window(tmp_path: Path) -> None:
    assert await _host_plays(tmp_path, wins=True) == ((), (1, 0), ())
    (line,) = data_lobby(tmp_path, "Ann B").friends()
    assert isinstance(line.match, OpenMatch)
    assert line.match.score == "1-0"
    assert await _host_plays(tmp_path, wins=False) == ((1, 0), (1, 1), ())
    assert await _host_plays(tmp_path, wins=True) == ((1, 1), (2, 1), (0,))
    home = data_lobby(tmp_path, "Ann B")
    (line,) = home.friends()
    assert (line.match, line.won, line.lost) == (None, 2, 1)
    assert home.archive is not None
    told = [game.match for game in home.archive.games()]
    assert [match and match.score for match in told] == [(2, 1), (1, 1), (1, 0)]
    assert [match and match.winners for match in told] == [(0,), (), ()]


@pytest.mark.slow
async def test_a_match_is_left_and_gone_on_with_from_the_friends_row(
    tmp_path: Path, ann_key: asyncssh.SSHKey, bob_key: asyncssh.SSHKey
) -> None:
    async with (
        Server(tmp_path, database=new_database(tmp_path / "c.db"), pace=0.0) as server,
        connect(server.port, ann_key, user="ann") as one,
        connect(server.port, bob_key, user="bob") as other,
    ):
        bob = Script(await open_terminal(other, "plain", term=None))
        bob.send("name bob")
        await bob.until("You are bob")
        ann = await open_terminal(one, size=(80, 24))
        await ann.until("Choose a name")
        ann.send("\x15ann\r")
        await ann.until("quick match")
        ann.send("o")
        await ann.until("NEW TABLE")
        ann.send("m\r")
        code = await ann.room_code()
        bob.send(f"join {code}")
        await ann.until("bob")
        ann.send("\r")
        await bob.until("go(es)? first")
        for line in ("concede", "yes"):
            bob.send(line)
        await ann.until("match 1-0")
        ann.send("q")
        await ann.until("Leave the table?")
        assert "the match goes on later, from a friend's row" in ann.text
        ann.send("y")
        await ann.until("match goes on at 1-0")
        bob.send("leave")
        await bob.until("The match goes on when one of you types again")
        bob.send("friends")
        await bob.until("ann: match goes on at 0-1")
        ann.send("x")
        await ann.until("the match goes on at 1-0")
        await bob.until("ann waits for you at a table")
        bob.send("again ann")
        await ann.until("waiting for you")
        ann.send("\r")
        await ann.until(lambda text: "match 1-0" in text and "deck" in text)


async def test_the_host_changes_the_length_of_a_match_while_the_table_waits(tmp_path: Path) -> None:
    async with Server(tmp_path, database=new_database(tmp_path / "c.db"), pace=0.0) as server:
        assert server.store is not None
        ann, bob = (
            enter_lobby(server.matchmaker, Player(each.name, each.id))
            for each in people(server.store, "ann", "bob")
        )
        mine = await ann.open_table(TablePlan("standard"))
        theirs = await bob.join_room(mine.state().code or "")
        await _stored(server)
        assert theirs.state().ready == (1,)
        mine.ask(SetLength("first-to-2"))
        await _stored(server)
        rules = theirs.state().ruleset
        assert rules is not None
        assert rules.name == MATCH
        assert theirs.state().ready == (), "the other agrees to it anew"
        for chair, asked in ((theirs, ""), (mine, "quick-15")):
            with pytest.raises(TableError):
                chair.ask(SetLength(asked))
        await _win(server, mine, theirs)
        assert mine.state().score == (1, 0)
        with pytest.raises(TableError):
            mine.ask(SetLength(""))
        (line,) = await ann.games()
        assert line.match == MatchStanding((1, 0), (), (0, 1))
        mine.leave()
        theirs.leave()
        await _stored(server)
        waiting = await ann.open_table(TablePlan("standard"))
        waiting.ask(SetLength("first-to-2"))
        await _stored(server)
    async with Server(tmp_path, database=f"sqlite:///{tmp_path / 'c.db'}") as again:
        assert [room.table.ruleset.name for room in again.matchmaker.rooms] == [MATCH]
