"""A server calls: each thing once, whatever the receiver does, and nobody waits for it."""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from datetime import timedelta
from pathlib import Path
from types import SimpleNamespace

import pytest
from aiohttp import web

from cuttle_tui.ports import TablePlan
from cuttle_tui.ports.league import NightPlan, Nights
from engine.rules.rulesets import STANDARD
from server.calls import CallsOptions, Form, Hook, Kind
from server.calls.service import MOST_WAITING, TRIES
from server.lobby.player_lobby import PlayerLobby, enter_lobby
from server.ops.prometheus import PrometheusMetrics
from server.people.accounts import Player
from server.serve import Server
from server.store.calls import Call
from server.store.store import Store
from server.store.values import OpenTable, Person
from server.tables.room import RoomConfig
from server.tables.rooms import Rooms
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
from tests.server.databases import new_database
from tests.server.floor import floor_app
from tests.server.players import Clock
from tests.server.two_nodes import TWO

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(TWO, reason="in tests/cluster the nodes are real"),
]


class Club:
    """A server that calls a receiver."""

    def __init__(self, server: Server, there: Receiver, clock: Clock, store: Store) -> None:
        self.server, self.there, self.clock, self.store = server, there, clock, store

    def enter(self, person: Person) -> PlayerLobby:
        """Let somebody come."""
        return enter_lobby(self.server.matchmaker, Player(person.name, person.id))

    async def passing(self, done: Callable[[], bool], step: float = 6.0) -> None:
        """Let time pass until something is so."""

        def looked() -> bool:
            self.clock.now += step
            return done()

        await self.there.until(looked)

    async def hears(self, *events: str) -> None:
        """Wait until the receiver has heard exactly this."""
        await self.there.until(lambda: Counter(self.there.events()) == Counter(events))


@asynccontextmanager
async def club(
    folder: Path,
    *wants: Kind,
    form: Form = "json",
    per_minute: int = 60,
    answer: Callable[[Taken], web.Response] | None = None,
) -> AsyncIterator[Club]:
    """Run a club with a season, from the day before it begins."""
    database, clock = new_database(folder / "cuttle.db"), Clock()
    clock.now = seconds(MONDAY - timedelta(days=1))
    async with receiver() as there:
        if answer is not None:
            there.answer = answer
        hook = Hook("club", form, there.url, wants, SECRET)
        options = CallsOptions((hook,), private=True, per_minute=per_minute, pace=0.01)
        async with Server(
            folder,
            database=database,
            app_for=floor_app,
            clock=clock,
            calls=options,
            metrics=PrometheusMetrics(),
            address="club.example",
        ) as server:
            assert server.store is not None
            made = Club(server, there, clock, server.store)
            await there.until(lambda: "club" in made.store.known_hooks())
            yield made


def nights_of(lobby: PlayerLobby) -> Nights:
    """Return the play nights as somebody sees them."""
    assert lobby.nights is not None
    return lobby.nights


async def test_somebody_who_waits_is_called_for_and_that_is_taken_back(tmp_path: Path) -> None:
    async with club(tmp_path, "seek") as here:
        ann, bob, *_ = open_season(here.store)
        host = here.enter(ann)
        chair = await host.open_table(TablePlan("standard", public=True))
        here.clock.now += 59
        assert not here.there.taken
        here.clock.now += 2
        await here.hears("seek")
        (taken,) = here.there.taken
        assert taken.document["data"]["player"] == "ann"
        assert f"join {chair.state().code}" in taken.document["command"]
        await here.enter(bob).join_room(chair.state().code or "")
        await here.hears("seek", "seek-over")
        assert here.there.taken[0].document["id"] == here.there.taken[1].document["id"]


async def test_a_table_that_is_closed_is_called_for_no_more(tmp_path: Path) -> None:
    async with club(tmp_path, "seek", form="discord") as here:
        host = here.enter(open_season(here.store)[3])
        chair = await host.open_table(TablePlan("standard", public=True))
        here.clock.now += 61
        await here.there.until(lambda: len(here.there.taken) == 1)
        assert "somebody" in here.there.taken[0].document["content"]
        chair.leave()
        await here.passing(lambda: len(here.there.taken) == 2)
        assert (here.there.taken[1].method, here.there.taken[1].path) == (
            "DELETE",
            "/hook/messages/7",
        )


async def test_a_private_table_is_nobody_elses_business(tmp_path: Path) -> None:
    async with club(tmp_path, "seek", "night") as here:
        ann, bob, *_ = open_season(here.store)
        await here.enter(ann).open_table(TablePlan("standard", public=False))
        here.clock.now += 120
        await nights_of(here.enter(bob)).open(NightPlan())
        await here.hears("night")


async def test_a_week_gets_each_kind_of_call_once(tmp_path: Path) -> None:
    def flaky(taken: Taken) -> web.Response:
        tried[taken.headers["webhook-id"]] += 1
        return web.Response(status=503 if tried[taken.headers["webhook-id"]] == 1 else 200)

    tried: Counter[str] = Counter()
    async with club(tmp_path, "night", "round", "week", "final", "day", answer=flaky) as here:

        async def told(kind: str) -> None:
            """Let time pass until a call has arrived that was refused first."""
            await here.there.until(lambda: here.there.events().count(kind) >= 1)
            await here.passing(lambda: here.there.events().count(kind) >= 2)
            here.there.taken = []

        people = open_season(here.store)
        here.clock.now = seconds(MONDAY)
        try_deal(here.store, people, "2026-01-05")
        play_matches(here.store, people)
        here.clock.now += 86_400 + 180
        await told("day")
        lobbies = [here.enter(person) for person in people]
        await nights_of(lobbies[0]).open(NightPlan("round-robin"))
        await told("night")
        for lobby in lobbies[1:]:
            await nights_of(lobby).join()
        await nights_of(lobbies[0]).begin()
        await told("round")
        await nights_of(lobbies[0]).end()
        here.clock.now = seconds(MONDAY) + 7 * 86_400 + 180
        await told("week")
        close_season(here.store)
        play_championship(here.store, whole=False)
        here.clock.now += 61
        await told("final")
        play_championship(here.store, whole=True)
        here.clock.now += 61
        await told("final")
        await time_passes(here, 5)
        assert not here.there.taken
        assert set(tried.values()) == {2}


async def time_passes(here: Club, minutes: int) -> None:
    """Let minutes pass, in each of which a call that is new is offered, and heard at the end."""
    for _ in range(minutes):
        here.clock.now += 61
        mark = Call(f"week:mark:{here.clock.now}", "week", {"season": "x", "week": 1, "lines": []})
        here.store.offer_calls([("club", mark)], here.server.now(), MOST_WAITING)
        await here.passing(lambda: len(here.there.taken) > 1)
        assert {each.document["data"]["season"] for each in here.there.taken} == {"x"}
        here.there.taken = []


async def test_ten_thousand_who_wait_make_no_more_calls_than_are_allowed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with club(tmp_path, "seek", per_minute=5) as here:
        config = RoomConfig("standard", "", "alder", public=True, queue=True)
        waiting = [
            SimpleNamespace(
                id=f"t{number}",
                config=config,
                code=None,
                given=False,
                age=61.0,
                table=SimpleNamespace(started=False, ruleset=STANDARD, free_seats=lambda: [1]),
                people=lambda number=number: {f"id-{number}": 0},
            )
            for number in range(10_000)
        ]
        here.store.write([OpenTable(room.id, "{}") for room in waiting])
        monkeypatch.setattr(Rooms, "__iter__", lambda _: iter(waiting))
        await here.there.until(lambda: len(here.there.taken) == 5)
        here.clock.now += 59
        await here.there.until(lambda: len(here.there.taken) >= 9)
        assert len(here.there.taken) <= 10
        assert len(here.store.open_seeks()) <= 15


async def test_one_who_opens_and_closes_is_called_for_twice_and_then_no_more(
    tmp_path: Path,
) -> None:
    async with club(tmp_path, "seek") as here:
        host = here.enter(open_season(here.store)[0])
        for number in range(3):
            chair = await host.open_table(TablePlan("standard", public=True))
            here.clock.now += 61
            if number < 2:
                await here.there.until(lambda n=number: here.there.events().count("seek") == n + 1)  # type: ignore[misc]
            chair.leave()
        other = here.enter(open_people(here, "eve"))
        await other.open_table(TablePlan("standard", public=True))
        here.clock.now += 61
        await here.there.until(lambda: here.there.events().count("seek") == 3)


def open_people(here: Club, name: str) -> Person:
    """Register somebody."""
    return here.store.register(name, f"key-{name}")


async def test_a_receiver_that_fails_is_given_up_after_some_tries_and_is_a_metric(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with club(tmp_path, "night", answer=lambda _: web.Response(status=500)) as here:
        for result in ("failed", "dropped"):  # else a rise from nothing to 1 is none
            assert f'cuttle_calls_total{{hook="club",result="{result}"}} 0.0' in metrics(here)
        mark = Call("week:x", "week", {"season": "x", "week": 1, "lines": []})
        here.store.offer_calls([("club", mark)], here.server.now(), MOST_WAITING)
        for number in range(TRIES):
            await here.passing(lambda n=number: len(here.there.taken) > n, 60)  # type: ignore[misc]
        await here.there.until(lambda: 'result="failed"} 1.0' in metrics(here))
        assert 'cuttle_calls_failing{hook="club"} 1.0' in metrics(here)
        assert len(here.there.taken) == TRIES
        assert len({each.headers["webhook-id"] for each in here.there.taken}) == 1
    failures = [each for each in caplog.records if "fail: status 500" in each.getMessage()]
    assert len(failures) == 1
    assert "/hook" not in failures[0].getMessage()


def metrics(here: Club) -> str:
    """Return what monitoring reads."""
    return here.server.metrics.exposition().decode()


async def test_a_new_receiver_is_spared_what_was_over_before(tmp_path: Path) -> None:
    database, clock = new_database(tmp_path / "cuttle.db"), Clock()
    store = Store.open(database)
    people = open_season(store)
    play_matches(store, people)
    close_season(store)
    play_championship(store, whole=True)
    store.close()
    clock.now = seconds(MONDAY) + 8 * 86_400
    async with receiver() as there:
        hook = Hook("club", "json", there.url, secret=SECRET)
        options = CallsOptions((hook,), private=True, pace=0.01)
        server = Server(tmp_path, database=database, app_for=floor_app, clock=clock, calls=options)
        async with server:
            assert server.store is not None
            await there.until(lambda: server.store.known_hooks() == {"club"})  # type: ignore[union-attr]
            host = enter_lobby(server.matchmaker, Player("ann", people[0].id))
            await nights_of(host).open(NightPlan())
            await there.until(lambda: there.events() == ["night"])


async def test_calls_that_wait_are_sent_after_a_restart_and_the_queue_has_an_end(
    tmp_path: Path,
) -> None:
    database, clock = new_database(tmp_path / "cuttle.db"), Clock()
    clock.now = seconds(MONDAY)
    store = Store.open(database)
    marks = [
        ("club", Call(f"week:{n}", "week", {"season": "x", "week": n, "lines": []}))
        for n in range(MOST_WAITING + 3)
    ]
    now = MONDAY
    store.begin_calls("club", [], now)
    assert store.offer_calls(marks, now, MOST_WAITING) == ["club"] * 3
    assert store.offer_calls(marks[:5], now, MOST_WAITING) == []
    store.close()
    async with receiver() as there:
        hook = Hook("club", "json", there.url, secret=SECRET)
        options = CallsOptions((hook,), private=True, per_minute=60, pace=0.01)
        async with Server(
            tmp_path, database=database, app_for=floor_app, clock=clock, calls=options
        ):
            await there.until(lambda: len(there.taken) == 60)
            clock.now += 61
            await there.until(lambda: len(there.taken) == MOST_WAITING)
    assert len({each.document["id"] for each in there.taken}) == MOST_WAITING
