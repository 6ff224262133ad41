"""Measure the league's pages with 100,000 stored games; a part of `make bench`.

The games are generated straight into the tables, then taken in as seasons are opened. Each page is
read as the server reads it, so many times in turn; the worst pages are those of the player with the
most games.
"""

from __future__ import annotations

import json
import random
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any, Final

import sqlalchemy as sa

from server.league.seasons import SUITS, Season
from server.names import skeleton
from server.store.address import engine, parse
from server.store.fold.values import AuditRow
from server.store.league import championships
from server.store.league.seasons import Draw
from server.store.league_tables import game_plays
from server.store.store import Store
from server.store.tables import games, people, seats
from server.store.values import KeepGame, player_id
from tests.server.store import duels

GAMES: Final = 100_000
PLAYERS: Final = 500
ROUNDS: Final = 7
RULES: Final = "cuttle.cards/1.0.2"
START: Final = datetime(2025, 1, 6, tzinfo=UTC)
LENGTH: Final = timedelta(weeks=13)
KINDS: Final = ("draw", "points", "scuttle", "oneoff", "counter", "royal")
_AT_A_TIME: Final = 2000
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
                    skeleton=skeleton(name),
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
        page = store.season_page(season.id, season.end)
        assert page is not None
        lot = Draw(lot=tuple(line.name for line in page.standings))
        once("close", partial(store.close_season, False, season.id, lot, entry))
        crown(store, season.id)
    now = last[-1].end - timedelta(days=3)
    measured("seasons", lambda: store.season_lines(now))
    measured("season", lambda: store.season_page("", now))
    measured("week", lambda: store.week_page("", None, now))
    measured("championships", store.bracket_pages)
    measured("bracket", lambda: store.bracket_page(""))
    measured("year", lambda: store.year_page(2025))
    measured("top", lambda: store.top("live"))
    busiest = store.profile("player0", "id1")
    assert busiest is not None
    sys.stdout.write(f"league_games_of_the_busiest: {busiest.profile.games.games}\n")
    measured("profile", lambda: store.profile("player0", "id1"))
    measured("head_to_head", lambda: store.head_to_head(("player0", "player1"), "id2"))
    measured("snapshot", lambda: store.league(now))
    keep(store, last[-1])
    corrected(store, last[-1])


def crown(store: Store, id: str) -> None:
    """Play a championship to its end: the better seed always wins."""
    while row := store.championship(id):
        bracket = championships.bracket(row)
        if not bracket.open:
            return
        one, other = sorted(bracket.open[0].players, key=bracket.seed)
        entry = {"kind": "beat", "player": one, "loser": other}
        store.add_championship_entry(id, len(row.entries) + 1, json.dumps(entry))


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
        once(
            f"correct_a_{name}_ago",
            partial(store.correct, False, f"g{game:06}", "void", entry),
        )


if __name__ == "__main__":
    main()
