"""A club of two nodes calls each thing once in a week, though its nodes and the receiver fail."""

from __future__ import annotations

import asyncio
import shutil
import time
from collections import Counter
from contextlib import ExitStack
from pathlib import Path

import pytest
from aiohttp import web

from server.store.store import Store
from tests.cluster import dated
from tests.cluster.players import players
from tests.cluster.processes import Node, a_broker, a_database, nodes
from tests.server.calls.receiver import Receiver, Taken, receiver
from tests.server.calls.test_sending import SECRET
from tests.server.calls.week import (
    MONDAY,
    close_season,
    open_season,
    play_championship,
    play_matches,
    seconds,
    try_deal,
)
from tests.server.store.postgres import binaries
from tests.whole import takes_longer

pytestmark = [
    pytest.mark.slow,
    pytest.mark.long,
    takes_longer,
    pytest.mark.skipif(shutil.which("ssh") is None, reason="there is no ssh client here"),
    pytest.mark.skipif(binaries() is None, reason="PostgreSQL is not installed here"),
]

PATIENCE = 90.0


class Week:
    """The date of the nodes, and what the receiver has taken."""

    def __init__(self, file: Path, there: Receiver) -> None:
        self._file, self.there = file, there
        self.taken: Counter[str] = Counter()
        """Events that were answered well."""
        self._tried: Counter[str] = Counter()
        there.answer = self._answer
        self.go(seconds(MONDAY) - 86_400)

    def _answer(self, taken: Taken) -> web.Response:
        """Refuse each call the first time."""
        id = taken.headers["webhook-id"]
        self._tried[id] += 1
        if self._tried[id] == 1:
            return web.Response(status=503)
        self.taken[taken.document["event"]] += 1
        return web.Response()

    def go(self, moment: float) -> None:
        """Set the date."""
        self._now = moment
        draft = self._file.with_suffix(".new")
        draft.write_text(str(moment - time.time()))
        draft.replace(self._file)

    async def until(self, *events: str) -> None:
        """Let minutes pass until exactly these events have been taken."""
        wanted = Counter(events)
        async with asyncio.timeout(PATIENCE):
            while any(self.taken[event] < count for event, count in wanted.items()):
                await asyncio.sleep(0.5)
                self.go(self._now + 10)
        assert self.taken == wanted


async def test_each_thing_is_called_once_in_a_week_of_failures(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(dated.VARIABLE, str(tmp_path / "ahead"))
    with ExitStack() as stack:
        async with receiver() as there:
            week = Week(tmp_path / "ahead", there)
            database, broker = (stack.enter_context(each()) for each in (a_database, a_broker))
            hook = f'form = "json"\nurl = "{there.url}"\nsecret = "{SECRET}"\nname = "club"'
            more = f"[calls]\nprivate = true\nper_minute = 60\n[[calls.hooks]]\n{hook}"
            one, two = stack.enter_context(
                nodes(2, database=database, broker=broker, more=more, module="tests.cluster.dated")
            )
            store = Store.open(database, shared=True)
            stack.callback(store.close)
            await there.until(lambda: "club" in store.known_hooks())
            await _a_week(week, store, one, two, tmp_path)
            assert not any("Traceback" in node.said for node in (one, two))


async def _a_week(week: Week, store: Store, one: Node, two: Node, folder: Path) -> None:
    people = open_season(store)
    try_deal(store, people, "2026-01-05")
    play_matches(store, people)
    week.go(seconds(MONDAY) + 86_400 + 200)
    heard = ["day"]
    await week.until(*heard)
    async with players(folder, (two, "eve"), (one, "ida")) as (eve, ida):
        await eve.say("open standard public", "join ")
        week.go(week._now + 70)
        await week.until(*(heard := [*heard, "seek"]))
        eve.type("leave")
        await week.until(*(heard := [*heard, "seek-over"]))
        await ida.say("night start round-robin", ".")
        await week.until(*(heard := [*heard, "night"]))
        await eve.say("night join", ".")
        await ida.say("night begin", ".")
        await week.until(*(heard := [*heard, "round"]))
        await ida.say("night end", ".")
    one.kill()  # it sent so far
    week.go(seconds(MONDAY) + 7 * 86_400 + 200)
    await week.until(*(heard := [*heard, "week"]))
    one.start()
    close_season(store)
    play_championship(store, whole=False)
    await week.until(*(heard := [*heard, "final"]))
    await asyncio.to_thread(two.stop)
    play_championship(store, whole=True)
    await week.until(*(heard := [*heard, "final"]))
    week.go(week._now + 3600)
    await asyncio.sleep(3)
    assert week.taken == Counter(heard)
