"""A resident at a real server: what its games do to ratings, and the way there by ssh."""

from __future__ import annotations

import asyncio
import time
from contextlib import suppress
from pathlib import Path

import asyncssh
import pytest

from cuttle_tui.ports import Chair
from engine.actions import DRAW
from engine.errors import StaleAction
from engine.ratings import START, shown
from server.league.ratings import held
from server.league.store import pages, profiles
from server.league.store.ratings import PLAYED_TURNS
from server.lobby.player_lobby import enter_lobby
from server.people.accounts import Player
from server.serve import Server
from server.tables.challenges import USUAL_RESIDENTS
from tests.server.databases import new_database
from tests.server.emulator import connect
from tests.server.store.duels import DAY, START as BEGIN, people, untouched, with_season
from tests.server.test_rated import _concede, _settle
from tests.server.test_rated_match import _arrive, _begin_season

pytestmark = pytest.mark.slow


async def test_ratings_move_in_the_pool_of_bots_alone(tmp_path: Path) -> None:
    moment = BEGIN + DAY
    url = new_database(tmp_path / "c.db")
    server = Server(
        tmp_path, database=url, clock=lambda: moment.timestamp(), residents=USUAL_RESIDENTS
    )
    assert server.store is not None
    with_season(server.store)
    (ann,) = people(server.store, "ann")
    async with server:
        lobby = enter_lobby(server.matchmaker, Player(ann.name, ann.id))
        chair = await lobby.play_resident("sharp")
        await _settle(server)
        await _take_turns(chair, PLAYED_TURNS)
        _concede(chair)
        await _settle(server)
        stake = chair.state().stake
        assert stake is not None
        assert stake.seats[0].change is not None
        assert stake.seats[0].change < 0
        assert lobby.league is not None
        best, worst = await lobby.league.top("live-bots")
        assert (best.name, worst.name) == ("computer sharp", "ann")
        assert (best.rating, best.provisional) == (shown(held("computer sharp", START)), False)
        assert worst.rating < 1500
        assert await lobby.league.top() == ()
        assert (await lobby.league.season()).standings == ()
        week = await lobby.league.week()
        assert (week.lines, week.matches) == ((), ())
        profile = await lobby.league.profile()
        assert [line.pool for line in profile.ratings] == ["live-bots"]
        assert ("computer sharp", 1) in [(who, tally.lost) for who, tally in profile.by_opponent]
        (line,) = (line for line in lobby.residents() if line.level == "sharp")
        assert line.rating is not None
        assert line.rating.rating == best.rating
        assert [game.result for game in (await lobby.ladder("cuttle.cards")).games] == ["lost"]
        assert untouched(server.store)


async def test_a_game_that_nobody_played_rates_nobody(tmp_path: Path) -> None:
    server = Server(
        tmp_path,
        database=new_database(tmp_path / "c.db"),
        clock=(BEGIN + DAY).timestamp,
        residents=USUAL_RESIDENTS,
    )
    assert server.store is not None
    with_season(server.store)
    (ann,) = people(server.store, "ann")
    async with server:
        lobby = enter_lobby(server.matchmaker, Player(ann.name, ann.id))
        for _ in range(3):
            chair = await lobby.play_resident("casual")
            await _settle(server)
            _concede(chair)
            await _settle(server)
            stake = chair.state().stake
            assert stake is not None
            assert [seat.change for seat in stake.seats] == [None, None]
            chair.leave()
            await _settle(server)
        assert lobby.league is not None
        assert await lobby.league.top("live-bots") == ()
        assert untouched(server.store)


async def _take_turns(chair: Chair, count: int) -> None:
    """Draw or pass until both have taken so many turns."""
    async with asyncio.timeout(60):
        while (view := chair.state().view) is not None and view.turn < 2 * count:
            if 0 in view.asked:
                ask = DRAW if DRAW in view.legal else view.legal[-1]
                with suppress(StaleAction):  # the last one is still being saved
                    chair.submit(ask, view.ply)
            await asyncio.sleep(0.02)


async def test_the_queue_offers_a_resident_and_the_way_leads_back(
    tmp_path: Path, ann_key: asyncssh.SSHKey
) -> None:
    late = [0.0]
    database = f"sqlite:///{tmp_path / 'cuttle.db'}"
    server = Server(
        tmp_path, database=database, clock=lambda: time.time() + late[0], residents=("casual",)
    )
    async with server, connect(server.port, ann_key, "ann") as one:
        _begin_season(server)
        assert server.league_book is not None
        await server.league_book.settled()
        ann = await _arrive(one, 100, 30)
        ann.send("e")
        await ann.until("practice against the computer")
        assert "rated, against the computer" not in ann.text
        late[0] = 61.0
        await ann.until("k rated, against the computer (casual)")
        ann.send("k")
        await ann.until("rated among computers")
        ann.send("q")
        await ann.until("concede")
        ann.send("g")
        await ann.until("COMPUTER WINS")
        ann.send("q")
        await ann.until("practice against the computer")
        await _settle(server)
        assert server.store is not None
        assert server.store.read(pages.top, "live") == ()


async def test_lines_of_text_lead_to_a_resident(tmp_path: Path, ann_key: asyncssh.SSHKey) -> None:
    database = f"sqlite:///{tmp_path / 'cuttle.db'}"
    async with (
        Server(tmp_path, database=database, residents=USUAL_RESIDENTS) as server,
        connect(server.port, ann_key, "ann") as one,
    ):
        _begin_season(server)
        assert server.league_book is not None
        await server.league_book.settled()
        lines = "name ann\nqueue\nranked sharp\nwait\nconcede\nyes\nleave\nquit\n"
        done = await one.run("plain", input=lines, timeout=60)
        said = str(done.stdout)
        assert "the computer (sharp) 1580 always plays rated games" in said
        assert "Rated among computers: no weekly match" in said
        await _settle(server)
        done = await one.run("plain", input="ladder cuttle.cards\nquit\n", timeout=60)
        assert "sharp: 0 wins, 1 loss" in str(done.stdout)
        assert server.store is not None
        seen = server.store.read(profiles.profile_for, "ann", "")
        assert seen is not None
