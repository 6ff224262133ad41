"""The league's pages are read one after the other, whoever asks for them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import ParamSpec, TypeVar

from server.league.lobby import LeagueService
from server.people.accounts import Player
from server.people.presence import Follows, Presence
from server.store.store import Store

P = ParamSpec("P")
T = TypeVar("T")


class Crowded:
    """Reads, and notes how many read at a time."""

    def __init__(self) -> None:
        self.reading = self.most = self.asked = 0

    async def ask(self, function: Callable[P, T], /, *args: P.args, **named: P.kwargs) -> T:
        """Call a method of the store, while others may ask."""
        self.reading, self.asked = self.reading + 1, self.asked + 1
        self.most = max(self.most, self.reading)
        await asyncio.sleep(0)
        self.reading -= 1
        return function(*args, **named)


async def test_pages_are_read_one_at_a_time(tmp_path: Path) -> None:
    store = Store.open(f"sqlite:///{tmp_path}/c.db")
    reader = Crowded()
    service = LeagueService(
        store, reader, Presence(), Follows(), lambda: datetime(2026, 1, 5, tzinfo=UTC)
    )
    players = [Player(name, f"id of {name}") for name in ("ann", "bob", "cy")]
    leagues = [service.of(lambda who=who: who, lambda: None) for who in players]  # type: ignore[misc]
    await asyncio.gather(*(page() for each in leagues for page in (each.seasons, each.top)))
    store.close()
    assert (reader.asked, reader.most) == (6, 1)


async def test_the_running_week_is_read_once_for_all_and_anew_after_a_change(
    tmp_path: Path,
) -> None:
    store = Store.open(f"sqlite:///{tmp_path}/c.db")
    reader, now, version = Crowded(), [datetime(2026, 1, 5, tzinfo=UTC)], [0]
    service = LeagueService(
        store, reader, Presence(), Follows(), lambda: now[0], version=lambda: version[0]
    )

    async def reads() -> int:
        before = reader.asked
        for _ in range(3):
            await service.running_week()
        return reader.asked - before

    assert await reads() == 1
    assert await reads() == 0
    version[0] += 1
    assert await reads() == 1
    now[0] += timedelta(minutes=1)  # a name may have changed
    assert await reads() == 1
    store.close()
