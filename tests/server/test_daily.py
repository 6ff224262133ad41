"""Today's deal on a server: one try for each player, which nobody else sees while the day lasts."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from cuttle_tui.ports import DailyPage, LobbyError
from cuttle_tui.replay.folder import FolderArchive
from engine.bots import daily
from engine.bots.daily import seed_of, try_result
from server.lobby.archive import RoomGames
from server.lobby.player_lobby import PlayerLobby, enter_lobby
from server.people.accounts import Player, guest_of
from server.serve import Server
from tests.dealt_daily import DAY, NEXT_NOON, NOON, game_by_hand, moves, play_on, play_out
from tests.server.databases import new_database
from tests.server.players import Clock
from tests.server.store.duels import people

GUEST = Player("otter", guest_of("ABCD2345"), guest=True, resume="ABCD2345")


def _server(folder: Path, now: Callable[[], float] = lambda: NOON) -> Server:
    url = f"sqlite:///{folder / 'c.db'}"
    if not (folder / "c.db").exists():
        url = new_database(folder / "c.db")
    return Server(folder, database=url, clock=now, pace=0.0)


def _come(server: Server, *names: str) -> list[PlayerLobby]:
    """Let people with new accounts into the lobby."""
    assert server.store is not None
    return [
        enter_lobby(server.matchmaker, Player(each.name, each.id))
        for each in people(server.store, *names)
    ]


async def _stored(server: Server) -> None:
    assert server.writer is not None
    await server.writer.drain()
    await server.writer.drain()


async def test_the_same_line_gives_the_same_game_to_each_player(tmp_path: Path) -> None:
    async with _server(tmp_path) as server:
        ann, bob = _come(server, "ann", "bob")
        guest = enter_lobby(server.matchmaker, GUEST)
        for lobby in (ann, bob, guest):
            chair = await lobby.daily.play()
            assert chair.state().day == DAY
            assert moves(await play_out(chair)) == moves(game_by_hand())
            await _stored(server)
        page = await ann.daily.page()
        assert page.own is not None
        assert page.own.result == try_result(game_by_hand())
        assert [(line.name, line.place, line.mine) for line in page.lines] == [
            ("ann", 1, True),
            ("bob", 1, False),
            ("otter", 1, False),
        ]


async def test_a_try_is_begun_once_and_comes_back(tmp_path: Path) -> None:
    async with _server(tmp_path) as server:
        (ann,) = _come(server, "ann")
        chair = await ann.daily.play()
        assert await ann.daily.play() == chair
        await play_on(chair, 6)
        view = chair.state().view
        other = enter_lobby(server.matchmaker, ann.who)
        assert (await other.daily.page()).state == "begun"
        assert (await other.daily.play()).state().view == view
        server.matchmaker.lost(ann)
        server.matchmaker.lost(other)
    async with _server(tmp_path) as server:  # it was restarted
        ann = enter_lobby(server.matchmaker, ann.who)
        chair = await ann.daily.play()
        assert moves(await play_out(chair)) == moves(game_by_hand())
        await _stored(server)
        with pytest.raises(LobbyError, match="deal-played"):
            await ann.daily.play()
        chair.leave()
        with pytest.raises(LobbyError, match="deal-played"):
            await ann.daily.play()


async def test_a_try_whose_table_was_never_opened_is_dealt_again(tmp_path: Path) -> None:
    async with _server(tmp_path) as server:
        (ann,) = _come(server, "ann")
        server.matchmaker.actions.closing = True
        with pytest.raises(LobbyError, match="closing"):
            await ann.daily.play()
        server.matchmaker.actions.closing = False
        assert (await ann.daily.page()).state == "begun"
        chair = await ann.daily.play()
        assert moves(await play_out(chair)) == moves(game_by_hand())


async def test_who_leaves_has_given_up_even_before_a_move(tmp_path: Path) -> None:
    async with _server(tmp_path) as server:
        (ann,) = _come(server, "ann")
        chair = await ann.daily.play()
        assert not chair.state().free_to_leave
        chair.leave()
        await _stored(server)
        own = (await ann.daily.page()).own
        assert own is not None
        assert own.result.end == "left"


async def test_no_other_game_calls_a_player_from_their_try(tmp_path: Path) -> None:
    async with _server(tmp_path) as server:
        (ann,) = _come(server, "ann")
        chair = await ann.daily.play()
        await play_on(chair, 2)
        with pytest.raises(LobbyError, match="busy"):
            await ann.play_computer("standard")
        with pytest.raises(LobbyError, match="busy"):
            server.matchmaker.locations.free(ann.who.identity)
        assert moves(await play_out(chair)) == moves(game_by_hand())


async def test_who_plays_something_else_begins_no_try(tmp_path: Path) -> None:
    async with _server(tmp_path) as server:
        (ann,) = _come(server, "ann")
        await play_on(await ann.play_computer("standard"), 1)
        with pytest.raises(LobbyError, match="busy"):
            await ann.daily.play()
        assert (await ann.daily.page()).state == "new"


async def test_a_forsaken_try_was_left(tmp_path: Path) -> None:
    clock = Clock()
    clock.now = NOON
    async with _server(tmp_path, clock) as server:
        guest = enter_lobby(server.matchmaker, GUEST)
        (ann,) = _come(server, "ann")
        await guest.daily.play()
        await play_out(await ann.daily.play())
        server.matchmaker.lost(guest)
        clock.now += 3 * 3600
        server.matchmaker.housekeeping.sweep()
        await _stored(server)
        lines = (await ann.daily.page()).lines
        assert [(line.name, line.result.end, line.place) for line in lines] == [
            ("ann", try_result(game_by_hand()).end, 1),
            ("otter", "left", 2),
        ]


async def test_nobody_else_sees_a_try_on_its_day(tmp_path: Path) -> None:
    async with _server(tmp_path) as server:
        ann, bob = _come(server, "ann", "bob")
        chair = await ann.daily.play()
        await play_on(chair, 6)
        title = chair.state().title
        assert bob.tables() == ()
        with pytest.raises(LobbyError, match="no-such-table"):
            await bob.watch(title)
        await play_out(chair)
        await _stored(server)
        game = chair.state().game
        assert game
        for viewer in (bob, enter_lobby(server.matchmaker, GUEST)):
            assert await viewer.games() == ()
            with pytest.raises(LobbyError, match="no-such-game"):
                await viewer.replay(game)
        assert [line.id for line in await ann.games()] == [game]
        page = await bob.daily.page()
        assert (page.lines, page.played, page.own) == ((), 1, None)
        with pytest.raises(LobbyError, match="deal-unplayed"):
            await bob.daily.record("best")


async def test_yesterday_is_open_to_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(daily, "COACH", "casual")
    clock = Clock()
    clock.now = NOON
    async with _server(tmp_path, clock) as server:
        ann, bob, cy = _come(server, "ann", "bob", "cy")
        record = await play_out(await ann.daily.play())
        (await bob.daily.play()).leave()
        await _stored(server)
        clock.now = NEXT_NOON
        page = await cy.daily.page()
        assert (page.day, page.state, page.before) == ("2026-11-23", "new", DAY)
        assert [(line.name, line.place) for line in page.lines_before] == [("ann", 1), ("bob", 2)]
        assert await cy.daily.record("best") == record
        assert (await cy.daily.record("coach")).deal == record.deal
        assert await cy.daily.record("coach") is await bob.daily.record("coach")


async def test_a_deleted_account_leaves_no_row(tmp_path: Path) -> None:
    clock = Clock()
    clock.now = NOON
    async with _server(tmp_path, clock) as server:
        ann, bob = _come(server, "ann", "bob")
        for lobby in (ann, bob):
            await play_out(await lobby.daily.play())
        await _stored(server)
        assert server.store is not None
        (told,) = server.store.export(ann.who.identity)["daily_deals"]
        assert (told["day"], told["name"]) == (DAY, "ann")
        server.store.delete_person(ann.who.identity)
        assert [line.name for line in (await bob.daily.page()).lines] == ["bob"]
        clock.now = NEXT_NOON
        assert (await bob.daily.record("best")).players[0] == "bob"


async def test_nothing_of_the_deal_shows_before_it_is_begun(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Twins: whatever the cards, the same is told of a day that nobody has played."""
    async with _server(tmp_path) as server:
        (ann,) = _come(server, "ann")
        page = await ann.daily.page()
        assert page == DailyPage(DAY, before="2026-11-21")
        monkeypatch.setattr(daily, "seed_of", lambda day: seed_of(f"{day} twin"))
        assert await ann.daily.page() == page


async def test_a_room_of_a_host_has_the_same_deal(tmp_path: Path) -> None:
    games = RoomGames(FolderArchive(tmp_path / "games"), "host")
    server = Server(tmp_path, clock=lambda: NOON, pace=0.0, room_games=games)
    async with server:
        guest = enter_lobby(server.matchmaker, GUEST)
        assert moves(await play_out(await guest.daily.play())) == moves(game_by_hand())
        own = (await guest.daily.page()).own
        assert own is not None
        assert own.result == try_result(game_by_hand())
