"""Whatever happens, in whatever order it is stored: what is derived follows from the records."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

import pytest
from hypothesis import given, settings, strategies as st

from server.store.store import Store
from tests.server.store.duels import CLUBS, DAY, START, decided, duel, keep, people, untouched
from tests.whole import takes_longer

pytestmark = pytest.mark.slow

_NAMES = ("ann", "bob", "cat")
_HOURS = 24 * 7 * 2


@dataclass(frozen=True)
class Played:
    """A rated game, stored when its turn comes, whenever it ended."""

    players: tuple[int, int]
    winner: int | None
    hours: int
    """After a day before the season."""
    pool: str


@dataclass(frozen=True)
class Corrected:
    """A correction of an earlier game."""

    game: int
    verdict: str


@dataclass(frozen=True)
class Deleted:
    """An account that is deleted."""

    player: int


@dataclass(frozen=True)
class Opened:
    """The season is opened, if it is not."""


_PLAYERS = st.integers(0, len(_NAMES) - 1)
_STEPS = st.one_of(
    st.builds(
        Played,
        st.tuples(_PLAYERS, _PLAYERS).filter(lambda pair: pair[0] != pair[1]),
        st.sampled_from((0, 1, 0, 1, None)),
        st.integers(0, _HOURS),
        st.sampled_from(("live", "live", "live", "days")),
    ),
    st.builds(Corrected, st.integers(0, 30), st.sampled_from(("P0", "P1", "stalemate", "void"))),
    st.builds(Deleted, _PLAYERS),
    st.builds(Opened),
)


@pytest.fixture(scope="module")
def template() -> Iterator[Path]:
    """Make a database with some people in it."""
    folder = Path(tempfile.mkdtemp())
    store = Store.open(f"sqlite:///{folder}/template.db")
    people(store, *_NAMES)
    store.close()
    yield folder / "template.db"
    shutil.rmtree(folder)


@given(st.lists(_STEPS, min_size=8, max_size=40))
@settings(max_examples=40, deadline=None)
@takes_longer
def test_what_is_derived_step_by_step_is_what_the_records_say(
    template: Path, steps: list[Played | Corrected | Deleted | Opened]
) -> None:
    path = template.with_name("history.db")
    shutil.copy(template, path)
    store = Store.open(f"sqlite:///{path}")
    try:
        _live(store, steps)
        assert untouched(store)
    finally:
        store.close()
        path.unlink()


def _live(store: Store, steps: list[Played | Corrected | Deleted | Opened]) -> None:
    everybody = [store.person_named(name) for name in _NAMES]
    games = 0
    for step in steps:
        match step:
            case Played(players, winner, hours, pool):
                one, other = (everybody[player] for player in players)
                assert one is not None
                assert other is not None
                won = None if winner is None else (one, other)[winner]
                ended = START - DAY + hours * timedelta(hours=1)
                keep(store, duel(f"g{games}", one, other, won, ended, pool=pool))
                games += 1
            case Corrected(game, verdict) if game < games:
                store.correct(False, f"g{game}", verdict, decided("correct"))
            case Deleted(player):
                person = everybody[player]
                assert person is not None
                store.delete_person(person.id)
            case Opened() if not store.all_seasons():
                store.open_season(False, CLUBS, decided())
            case _:
                pass
