"""A process that plays seasons into a store until it is killed, and tells what was stored.

Seasons of a week follow each other. Games end in pairs at the same moment, some at the very turn of
a season; while a season is closed, results of it are corrected.
"""

from __future__ import annotations

import asyncio
import random
import sys
from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta
from functools import partial

from server.league.ratings import LeagueError
from server.league.seasons import Season
from server.league.store.seasons import Draw
from server.store.store import Store
from server.store.values import KeepGame, Person
from server.store.writer import Writer
from tests.server.store.duels import RULES, START, decided, duel

NAMES = ("ann", "bob", "cat")
GAMES = 28
"""Games of a season, two at a time."""
_EVERY = timedelta(days=7) / (GAMES // 2)


def season(number: int) -> Season:
    """Return a season of a week."""
    start = START + number * timedelta(days=7)
    return Season(f"{2000 + number}-clubs", "clubs", 2000 + number, RULES, start, weeks=1)


def _say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


async def play(url: str, seed: int) -> None:
    """Play season after season for ever, from the first that is not closed."""
    store = Store.open(url)
    writer = Writer(store, lambda why: _say(f"trouble {why}"))
    chance = random.Random(seed)
    people = [_person(store, name) for name in NAMES]
    done = {row.season.id for row in store.all_seasons() if row.closed}
    known = {row.season.id for row in store.all_seasons()}
    for number in range(10_000):
        now = season(number)
        if now.id in done:
            continue
        if now.id not in known:
            store.open_season(False, now, decided())
            _say(f"season {now.id}")
        for game in range(GAMES):
            writer.put(*_game(number, game, people, random.Random(number * GAMES + game)))
            if chance.random() < 0.3:
                await writer.drain()
        await writer.drain()
        await _close(store, now, number, chance)


def _person(store: Store, name: str) -> Person:
    return store.person_named(name) or store.register(name, f"key-{name}")


def _game(
    number: int, game: int, people: list[Person], chance: random.Random
) -> tuple[KeepGame, Callable[[], None]]:
    one, other = chance.sample(people, 2)
    id = f"s{number}g{game}"
    ended = season(number).start + (game // 2 + 1) * _EVERY  # the last two: the turn of the season
    row = duel(id, one, other, chance.choice((one, other, one, other, None)), ended)
    return KeepGame(row), partial(_say, f"game {id}")


async def _close(store: Store, now: Season, number: int, chance: random.Random) -> None:
    """Close a season while some of its results are corrected."""
    games = [f"s{number}g{chance.randrange(GAMES)}" for _ in range(4)]
    at_the_end = decided("close", now.end)
    work = [
        asyncio.to_thread(
            store.correct, False, id, chance.choice(("P0", "stalemate", "void")), at_the_end
        )
        for id in games
    ]
    closing = asyncio.to_thread(_closed, store, now, tuple(chance.sample(NAMES, 3)))
    await asyncio.gather(*work[:2], closing, *work[2:])
    _say(f"closed {now.id}")


def _closed(store: Store, now: Season, lot: tuple[str, ...]) -> None:
    with suppress(LeagueError):
        store.close_season(False, now.id, Draw(lot=lot), decided("close", now.end))
        return
    store.close_season(False, now.id, Draw(), decided("close", now.end))


if __name__ == "__main__":
    asyncio.run(play(sys.argv[1], int(sys.argv[2])))
