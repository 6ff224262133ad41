"""Measure the league's pages with 100,000 stored games; a part of `make bench`.

The games are generated straight into the tables, then taken in as seasons are opened; championships
are played. Each page of the app, each command and each page of the site is made as the server makes
it, several times in turn; the worst pages are those of the player with the most games. At last all
pages are asked for at once, and how long the event loop is held is measured beside how long it is
held when nothing is asked.
"""

from __future__ import annotations

import asyncio
import random
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any, Final, ParamSpec, TypeVar
from unittest.mock import patch

import sqlalchemy as sa

from cuttle_tui.league.plain import league_text
from cuttle_tui.ports.league import League
from server.league.lobby import LeagueService
from server.league.seasons import SUITS, Season
from server.league.site import write_site
from server.league.store.pages import find_bracket, season_page
from server.league.store.seasons import Draw
from server.league.store.tables import game_plays
from server.names import stored_skeleton
from server.ops.limits import Collector
from server.ops.monitoring import Metrics
from server.people.accounts import Player
from server.people.presence import Follows, Presence
from server.store.address import engine, parse
from server.store.schema import games, people, seats
from server.store.store import Store
from server.store.values import AuditRow, KeepGame, player_id
from server.store.writer import Writer
from tests.server.store import duels

GAMES: Final = 100_000
PLAYERS: Final = 500
ROUNDS: Final = 7
RULES: Final = "cuttle.cards/1.0.2"
START: Final = datetime(2025, 1, 6, tzinfo=UTC)
LENGTH: Final = timedelta(weeks=13)
KINDS: Final = ("draw", "points", "scuttle", "oneoff", "counter", "royal")
_AT_A_TIME: Final = 2000
_ALL_AT_ONCE: Final = 4
"""How often each page is asked for at once."""
_TICK: Final = 0.001
_P = ParamSpec("_P")
_T = TypeVar("_T")
RECORD: Final = "cuttle record 1\n" + "1. P0 points 3H {2.5}\n" * 90


def names() -> list[str]:
    """Name the players."""
    return [f"player{number}" for number in range(PLAYERS)]


def rows(number: int, chance: random.Random) -> Iterator[tuple[sa.Table, dict[str, Any]]]:
    """Make the rows of a game; few players play many games."""
    one, other = (min(int(chance.expovariate(0.02)), PLAYERS - 1) for _ in range(2))
    other = (one + 1) % PLAYERS if one == other else other
    id = f"g{number:06}"
    ended = START + 4 * LENGTH * (number / GAMES)
    winner = chance.randrange(2) if chance.random() < 0.97 else None
    yield (
        games,
        {
            "id": id,
            "table": "t",
            "ruleset": f"{RULES}+first-to-2",
            "winners": [] if winner is None else [winner],
            "why": "goal",
            "rated": True,
            "started": ended - timedelta(minutes=10),
            "ended": ended,
            "record": RECORD,
            "public": True,
            "pool": "live",
        },
    )
    for seat, player in enumerate((one, other)):
        result = "drawn" if winner is None else "won" if seat == winner else "lost"
        person = f"id{player}"
        yield (
            seats,
            {
                "game": id,
                "seat": seat,
                "person": person,
                "name": f"player{player}",
                "player": player_id(person),
                "result": result,
            },
        )
        for kind in KINDS:
            count = chance.randrange(1, 9)
            yield game_plays, {"game": id, "seat": seat, "kind": kind, "count": count}


def fill(url: str) -> None:
    """Generate people and games."""
    Store.open(url).close()
    filler = engine(parse(url))
    chance = random.Random(5)
    with filler.execution_options(writes=True).begin() as connection:
        for number, name in enumerate(names()):
            connection.execute(
                people.insert().values(
                    id=f"id{number}",
                    name=name,
                    skeleton=stored_skeleton(name),
                    created=START,
                    settings={},
                    player=player_id(f"id{number}"),
                )
            )
        for first in range(0, GAMES, _AT_A_TIME):
            found: dict[sa.Table, list[dict[str, Any]]] = {games: [], seats: [], game_plays: []}
            for number in range(first, first + _AT_A_TIME):
                for table, row in rows(number, chance):
                    found[table].append(row)
            for table, some in found.items():
                connection.execute(table.insert(), some)
    filler.dispose()


def measured(name: str, work: Callable[[], object]) -> None:
    """Print the median time of some work, in CPU of this thread and by the clock."""
    cpu, wall = [], []
    for _ in range(ROUNDS):
        began, used = time.perf_counter(), time.thread_time()
        work()
        cpu.append(time.thread_time() - used)
        wall.append(time.perf_counter() - began)
    sys.stdout.write(f"league_{name}_cpu_ms: {median(cpu) * 1e3:.1f}\n")
    sys.stdout.write(f"league_{name}_wall_ms: {median(wall) * 1e3:.1f}\n")
    sys.stdout.flush()


def once(name: str, work: Callable[[], object]) -> None:
    """Print how long something takes that is done once."""
    used = time.thread_time()
    work()
    sys.stdout.write(f"league_{name}_cpu_s: {time.thread_time() - used:.2f}\n")
    sys.stdout.flush()


def main() -> None:
    """Fill a database, and measure every page."""
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite:///{Path(folder)}/league.db"
        fill(url)
        store = Store.open(url)
        try:
            measure(store)
        finally:
            store.close()


def measure(store: Store) -> None:
    """Open the seasons, and read every page."""
    last = [
        Season(f"2025-{suit}", suit, 2025, RULES, START + at * LENGTH)
        for at, suit in enumerate(SUITS)
    ]
    for season in last:
        entry = AuditRow(season.end, "bench", "season new")
        once(f"open_{season.suit}", partial(store.open_season, False, season, entry))
        page = store.read(season_page, season.id, season.end)
        assert page is not None
        lot = Draw(lot=tuple(line.name for line in page.standings))
        once("close", partial(store.close_season, False, season.id, lot, entry))
        play_championship(store, season.id, entry)
    now = last[-1].end - timedelta(days=3)
    store.draw_championship(False, "2025", 8, Draw(), entry)
    play_championship(store, "2025-world", entry)
    league = league_of(store, AtOnce(), now)
    for name, ask in pages(league).items():
        measured(name, partial(_now, ask))
    for words in COMMANDS:
        name = f"command_{'_'.join(words)}".replace("-", "_")
        measured(name, partial(_now, partial(league_text, league, [*words])))
    measured("snapshot", lambda: store.league(now))
    site(league)
    asyncio.run(held(store, now))
    keep(store, last[-1])
    corrected(store, last[-1])


def play_championship(store: Store, id: str, entry: AuditRow) -> None:
    """Let the better seed win every match."""
    while True:
        page = store.read(find_bracket, id)
        assert page is not None
        match = next((each for each in page.matches if each.state == "open"), None)
        if match is None:
            return
        one, other = sorted(match.slots, key=lambda slot: slot.seed)
        store.enter_result(False, id, "beat", (one.name, other.name), (2, 1), entry)


class AtOnce:
    """Reads in this thread."""

    async def ask(self, function: Callable[_P, _T], /, *args: _P.args, **named: _P.kwargs) -> _T:
        """Call a method of the store."""
        return function(*args, **named)


def league_of(store: Store, reader: AtOnce | Writer, now: datetime) -> League:
    """Return the league as a player sees it."""
    service = LeagueService(store, reader, Presence(), Follows(), lambda: now)
    return service.of(lambda: Player("player1", "id1"), lambda: None)


def _now(ask: Callable[[], Awaitable[object]]) -> None:
    """Ask for a page in a loop of its own."""

    async def done() -> None:
        await ask()

    asyncio.run(done())


def pages(league: League) -> dict[str, Callable[[], Awaitable[object]]]:
    """Return what asks for each page of the app."""
    return {
        "seasons": league.seasons,
        "season": league.season,
        "week": league.week,
        "championships": league.championships,
        "bracket": league.bracket,
        "year": lambda: league.year(2025),
        "top": league.top,
        "profile": lambda: league.profile("player0"),
        "own_profile": league.profile,
        "head_to_head": lambda: league.head_to_head("player0", "player1"),
        "follow": lambda: league.follow("player0"),
    }


COMMANDS: Final = (
    ("top",),
    ("season",),
    ("season", "2025-clubs", "week", "13"),
    ("bracket", "2025-world"),
    ("year", "2025"),
    ("player", "player0"),
    ("player", "player0", "player1"),
)


def site(league: League) -> None:
    """Write the site; print what a page of each folder takes, reading included."""
    took: dict[str, list[float]] = {}
    write, last = Path.write_text, time.thread_time()

    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)

        def noted(path: Path, *args: Any, **named: Any) -> int:
            nonlocal last
            written, now = write(path, *args, **named), time.thread_time()
            kind = path.relative_to(folder).parts[0].removesuffix(path.suffix)
            took.setdefault(kind, []).append(now - last)
            last = now
            return written

        with patch.object(Path, "write_text", noted):
            asyncio.run(write_site(league, folder))
    for kind, each in took.items():
        sys.stdout.write(f"league_site_{kind}_pages: {len(each)}\n")
        sys.stdout.write(f"league_site_{kind}_cpu_ms_a_page: {sum(each) / len(each) * 1e3:.1f}\n")
    sys.stdout.flush()


async def held(store: Store, now: datetime) -> None:
    """Ask for all pages at once through the server's readers; print how long the loop is held.

    What other programs do counts too: each figure is the median of several rounds.
    """
    writer = Writer(store, lambda why: None)
    league = league_of(store, writer, now)
    quiet, busy = [], []
    async with Collector(Metrics()):  # as the server does
        for _ in range(ROUNDS):
            quiet.append(await ticks(asyncio.sleep(1)))
            asked = [page() for page in [*pages(league).values()] * _ALL_AT_ONCE]
            busy.append(await ticks(asyncio.gather(*asked)))
    await writer.close()
    for name, rounds in (("quiet", quiet), ("busy", busy)):
        for each in rounds:
            each.sort()
        usual = median(each[len(each) * 99 // 100] for each in rounds)
        longest = median(each[-1] for each in rounds)
        sys.stdout.write(f"league_loop_{name}_p99_ms: {usual * 1e3:.1f}\n")
        sys.stdout.write(f"league_loop_{name}_longest_ms: {longest * 1e3:.1f}\n")
    sys.stdout.flush()


async def ticks(work: Awaitable[object]) -> list[float]:
    """Return by how much a task that wakes each millisecond is late, until some work is done."""
    gaps: list[float] = []
    task = asyncio.ensure_future(work)
    while not task.done():
        began = time.perf_counter()
        await asyncio.sleep(_TICK)
        gaps.append(time.perf_counter() - began - _TICK)
    task.result()
    return gaps


def keep(store: Store, season: Season) -> None:
    """Store a rated game, with what follows from it."""
    one, other = (store.person(f"id{number}") for number in (0, 400))
    assert one is not None
    assert other is not None
    number = 0

    def work() -> None:
        nonlocal number
        number += 1
        ended = season.end - timedelta(minutes=1) + number * timedelta(seconds=1)
        store.write([KeepGame(duels.duel(f"new{number}", one, other, one, ended))])

    measured("keep", work)


def corrected(store: Store, season: Season) -> None:
    """Correct results: all later games are rated again."""
    entry = AuditRow(season.end, "bench", "result correct")
    for name, game in (("day", GAMES - GAMES // 364), ("season", GAMES * 3 // 4 + 5), ("year", 5)):
        once(f"correct_a_{name}_ago", partial(store.correct, False, f"g{game:06}", "void", entry))


if __name__ == "__main__":
    main()
