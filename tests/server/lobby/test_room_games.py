"""Games in a room at home: the host keeps them, the guests find them while it is open."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from cuttle_tui.app import CuttleApp
from cuttle_tui.local.friends import friends_in
from cuttle_tui.local.lobby import data_lobby
from cuttle_tui.ports import Chair, Lobby, LobbyError, TablePlan
from cuttle_tui.replay.folder import FolderArchive, records_in
from engine.actions import Action, Kind
from engine.record.record import record_text
from engine.table.seats import Ready
from server.hosting import LocalHost
from server.people.accounts import Player, guest_of
from tests.cuttle_tui.gallery.staged import settled
from tests.cuttle_tui.grids import grid
from tests.server.emulator import connect, open_terminal

DANA = Player("dana", guest_of("WXYZ6789"), guest=True, resume="WXYZ6789")


async def played(hosting: LocalHost, loser: int = 1) -> tuple[Lobby, Chair, str]:
    """Play a game at the host's table; return the host's lobby and chair, and the game's id."""
    from server.lobby.player_lobby import enter_lobby

    lobby, chair = await hosting.open(TablePlan("standard"))
    server = hosting._server
    assert server is not None
    friend = enter_lobby(server.matchmaker, DANA)
    theirs = await friend.join_room(chair.state().code or "")
    chair.ask(Ready())
    view = chair.state().view
    assert view is not None
    (chair, theirs)[loser].submit(Action(Kind.CONCEDE, seat=loser), view.ply)
    return lobby, chair, chair.state().game


@pytest.fixture
def hosting(tmp_path: Path) -> LocalHost:
    """Prepare to host."""
    return LocalHost(tmp_path, "Ann B", host="127.0.0.1", port=0)


async def test_a_game_with_a_friend_lands_in_the_hosts_own_archive(
    hosting: LocalHost, tmp_path: Path
) -> None:
    try:
        lobby, chair, _ = await played(hosting)
        (kept,) = FolderArchive(records_in(tmp_path)).games()
        assert (kept.players, kept.winners) == (("Ann B", "dana"), (0,))
        assert lobby.archive is not None
        record = lobby.archive.record(kept.name)
        assert record_text(record) == chair.record()
        assert lobby.archive.where(record) == str(records_in(tmp_path) / kept.name)
    finally:
        await hosting.close()


async def test_home_greets_the_host_with_that_game_and_the_record_against_the_friend(
    hosting: LocalHost, tmp_path: Path
) -> None:
    for loser in (1, 0, 1):
        try:
            await played(hosting, loser)
        finally:
            await hosting.close()
    home = data_lobby(tmp_path, "Ann B")
    app = CuttleApp(home)
    async with app.run_test(size=(120, 40)) as pilot:
        await settled(pilot)
        shown = "\n".join(grid(app))
        assert "Ann B, your last game: you won" in shown
        assert "against dana: 2 won, 1 lost" in shown
    home.close()


async def test_the_games_of_others_are_not_the_hosts(hosting: LocalHost, tmp_path: Path) -> None:
    from server.lobby.player_lobby import enter_lobby

    try:
        await hosting.open(TablePlan("standard"))
        server = hosting._server
        assert server is not None
        pair = [enter_lobby(server.matchmaker, who) for who in (DANA, Player("eve", "SHA256:eve"))]
        chair, _ = [await each.quick_match("standard") for each in pair]
        view = chair.state().view
        assert view is not None
        chair.submit(Action(Kind.CONCEDE, seat=0), view.ply)
        assert FolderArchive(records_in(tmp_path)).games() == ()
        assert (await pair[0].replay(chair.state().game)).players == ("dana", "eve")
    finally:
        await hosting.close()


async def test_a_game_by_a_code_is_listed_for_its_players_alone(hosting: LocalHost) -> None:
    from server.lobby.player_lobby import enter_lobby

    try:
        lobby, _, game = await played(hosting)
        assert lobby.online is not None
        server = hosting._server
        assert server is not None
        stranger = enter_lobby(server.matchmaker, Player("eve", "SHA256:eve"))
        assert [line.id for line in await lobby.online.games()] == [game]
        assert await stranger.games() == ()
        assert (await stranger.replay(game)).players == ("Ann B", "dana")  # who has the id opens it
    finally:
        await hosting.close()


@pytest.mark.slow
async def test_the_line_for_a_replay_works_while_the_room_is_open(hosting: LocalHost) -> None:
    try:
        lobby, _, game = await played(hosting)
        assert lobby.online is not None
        port = lobby.online.door.split()[1]
        async with connect(int(port), None, user="dana") as guest:
            session = await open_terminal(guest, f"record {game}", term=None)
            assert await session.until_closed() == 0
            assert session.raw.decode().startswith("cuttle record 1")
            screen = await open_terminal(guest, f"replay {game}")
            await screen.until("Ann B")
    finally:
        await hosting.close()


async def test_in_the_room_both_are_friends_until_one_forgets_the_other(hosting: LocalHost) -> None:
    from server.lobby.player_lobby import enter_lobby

    try:
        lobby, *_ = await played(hosting)
        server = hosting._server
        assert server is not None
        guest = enter_lobby(server.matchmaker, DANA)
        for each, friend in ((guest, ("Ann B", 0, 1)), (lobby, ("dana", 1, 0))):
            await each.ask_friends()
            (line,) = each.friends()
            assert (line.name, line.won, line.lost) == friend
            await each.forget_friend(line.id)
            assert each.friends() == ()
    finally:
        await hosting.close()


async def test_without_a_game_there_is_none(hosting: LocalHost) -> None:
    try:
        lobby, _ = await hosting.open(TablePlan("standard"))
        assert lobby.online is not None
        assert await lobby.online.games() == ()
        with pytest.raises(LobbyError, match="no-such-game"):
            await lobby.online.replay("nothing")
    finally:
        await hosting.close()


async def test_who_played_at_a_hosts_table_is_a_friend_at_home_until_forgotten(
    hosting: LocalHost, tmp_path: Path
) -> None:
    home = data_lobby(tmp_path, "Ann B")
    assert home.friends() == ()
    for loser in (1, 0, 1):
        try:
            await played(hosting, loser)
        finally:
            await hosting.close()
    (line,) = home.friends()
    assert (line.name, line.won, line.lost, line.ruleset) == ("dana", 2, 1, "standard")
    assert datetime.now(UTC) - line.met < timedelta(hours=1)
    await home.forget_friend(line.id)
    assert home.friends() == ()
    try:
        await played(hosting)
    finally:
        await hosting.close()
    assert [(line.won, line.lost) for line in home.friends()] == [(1, 0)]
    with friends_in(tmp_path).open("a") as file:
        file.write('broken\n{"name": "eve", "won": "many"}\n[]\n')
    assert [line.name for line in home.friends()] == ["dana"]
    home.close()
