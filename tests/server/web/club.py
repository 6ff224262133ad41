"""A club whose pages are looked at: people, a season, games, a championship, in a real store."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Final

from engine.record.record import record_text
from server.league.lobby import LeagueService
from server.league.store.seasons import Draw
from server.lobby.archive import StoredGames
from server.people.presence import Follows, Presence
from server.store.store import Store
from server.store.values import GameRow, Person
from server.store.writer import Writer
from server.web.pages import WebPages
from tests.cuttle_tui.games import record_after
from tests.server.databases import new_database
from tests.server.store.duels import CLUBS, DAY, decided, duel, keep, people, with_season

TITLE: Final = "Club <Oslo>"
URL: Final = "https://club.example"
DOOR: Final = "-p 2222 club.example"
NAMES: Final = ("ann", "bob", "cat", "Zoé")
NOW: Final = CLUBS.end + DAY
PLAYED: Final = "played"
SECRET: Final = "secret"
"""The ids of a game with all its moves, and of one whose link was closed."""


@dataclass
class Club:
    """A club and its pages."""

    store: Store
    writer: Writer
    people: dict[str, Person]
    pages: WebPages


@contextmanager
def club(folder: Path, now: datetime = NOW) -> Iterator[Club]:
    """Open a club; within a running loop."""
    store = with_season(Store.open(new_database(folder / "club.db")))
    there = dict(zip(NAMES, people(store, *NAMES), strict=True))
    _play(store, there)
    store.close_season(False, CLUBS.id, Draw(), decided("season close", CLUBS.end))
    store.draw_championship(False, CLUBS.id, None, Draw(), decided("draw", CLUBS.end))
    writer = Writer(store, lambda why: None)
    service = LeagueService(store, writer, Presence(), Follows(), lambda: now)
    pages = WebPages(StoredGames(store, writer), lambda: service, TITLE, lambda: URL, lambda: DOOR)
    try:
        yield Club(store, writer, there, pages)
    finally:
        pages.close()
        store.close()


def _play(store: Store, there: dict[str, Person]) -> None:
    """Play some matches, each of two games, in two weeks."""
    order = [("ann", "bob"), ("ann", "cat"), ("bob", "cat"), ("ann", "Zoé"), ("cat", "Zoé")]
    games = []
    for number, (winner, loser) in enumerate(order):
        one, other = there[winner], there[loser]
        ended = CLUBS.start + timedelta(days=2 * number + 1)
        for game in range(2):
            id = f"g{number}{game}"
            games.append(duel(id, one, other, one, ended + timedelta(minutes=20 * game)))
    games[-1] = replace(games[-1], public=False)
    keep(store, *games, played(there), replace(played(there), id=SECRET, public=False, closed=True))


def played(there: dict[str, Person], ruleset: str = "standard", seed: int = 195) -> GameRow:
    """Return a game with all its moves, between the first players."""
    record = record_after(ruleset=ruleset, seed=seed)
    sitting = [there[name] for name in NAMES[: len(record.players)]]
    names = tuple(person.name for person in sitting)
    record = replace(record, players=names, started=CLUBS.start)
    assert record.outcome is not None
    return GameRow(
        id=PLAYED,
        table="t1",
        ruleset=ruleset,
        players=tuple(person.id for person in sitting),
        names=names,
        winners=record.outcome.winners,
        why=record.outcome.why,
        rated=False,
        started=CLUBS.start,
        ended=CLUBS.start + timedelta(minutes=9),
        record=record_text(record),
    )
