"""A server deletes what it has kept for long enough."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from server.ops.limits import Limits
from server.serve import Server
from server.store.store import Store
from server.store.values import KeepGame
from tests.server.databases import new_database
from tests.server.floor import floor_app
from tests.server.rawssh import until
from tests.server.store.samples import NOON, game

pytestmark = pytest.mark.slow


@pytest.mark.parametrize(("days", "stays"), [(1, False), (0, True)])
async def test_games_of_guests_alone_go_when_their_time_is_over(
    tmp_path: Path, days: int, stays: bool
) -> None:
    url = new_database(tmp_path / "cuttle.db")
    store = Store.open(url)
    ana = store.register("Ana", "key-a")
    for row in (game("guests"), game("ana", (ana.id, None))):
        store.write([KeepGame(replace(row, ended=NOON - timedelta(days=9000)))])
    store.close()
    limits = Limits(guest_days=days)
    async with Server(tmp_path, app_for=floor_app, limits=limits, database=url) as server:
        kept = server.store
        assert kept is not None
        assert server.writer is not None
        await server.writer.drain()
        if not stays:
            await until(lambda: kept.game("guests", "") is None)
        assert (kept.game("guests", "") is not None) is stays
        assert kept.game("ana", "") is not None
