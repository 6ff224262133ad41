"""A week of a club, with a moment for each kind of call."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final

from server.store.store import Store
from server.store.values import EndTry, KeepGame, Person, TryRow
from tests.server.store.duels import CLUBS, START, decided, duel, people

SEASON: Final = replace(CLUBS, weeks=1, size=4)
MONDAY: Final = START
NAMES: Final = ("ann", "bob", "cid", "dan")


def open_season(store: Store) -> list[Person]:
    """Open a season of a week, and register its players; all but the last may be named."""
    store.open_season(False, SEASON, decided())
    club = people(store, *NAMES)
    for person in club[:-1]:
        store.save_settings(person.id, {"call_name": True})
    return club


def play_matches(store: Store, club: list[Person]) -> None:
    """Let the players win matches, the first most."""
    number = 0
    for at, one in enumerate(club):
        for other in club[at + 1 :]:
            for _ in range(2):
                number += 1
                ended = MONDAY + timedelta(hours=number)
                store.write([KeepGame(duel(f"g{number}", one, other, one, ended))])


def try_deal(store: Store, club: list[Person], day: str) -> None:
    """Let two play the deal of a day."""
    for number, person in enumerate((club[0], club[3])):
        table = f"{day}-{number}"
        store.begin_try(TryRow(day, person.id, person.id, person.name, table))
        store.write([EndTry(table, "won" if number else "lost", 9, 3, "+=+")])


def close_season(store: Store) -> None:
    """Close the season, which seeds its championship."""
    from server.league.store.seasons import Draw

    store.close_season(False, SEASON.id, Draw(), decided("season close", MONDAY + timedelta(8)))


def play_championship(store: Store, *, whole: bool) -> None:
    """Enter the results of the championship, up to its final or with it; the better seed wins."""
    from server.league.store.championships import bracket, championship
    from server.league.store.tables import names

    while True:
        row = store.read(championship, SEASON.id)
        assert row is not None
        made = bracket(row)
        if made.champion or (not whole and made.matches[-1].state == "open"):
            return
        name = store.read(names, row.entrants)
        one, other = sorted(made.open[0].players, key=made.seed)
        said = decided("championship report", MONDAY + timedelta(9))
        store.enter_result(False, SEASON.id, "beat", (name[one], name[other]), None, said)


def seconds(moment: datetime) -> float:
    """Return a moment in seconds since 1970."""
    return moment.timestamp()
