"""Tries at the deal of a day: begun once, whoever is faster; ended once; gone with an account."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

from server.store.store import Store
from server.store.values import EndTry, KeepGame, TryRow
from tests.server.store.samples import NOON, game

_DAY = "2026-11-22"


def _row(who: str, person: str | None = None, table: str = "t") -> TryRow:
    return TryRow(_DAY, who, person, who, table)


def test_a_try_is_begun_once_by_whoever_is_faster(store: Store) -> None:
    rows = [_row("ana", table=f"t{number}") for number in range(8)]
    with ThreadPoolExecutor(4) as threads:
        begun = {*threads.map(store.begin_try, rows)}
    assert len(begun) == 1
    assert store.tries_of(_DAY) == [*begun]
    assert store.tries_of("2026-11-23") == []
    other = replace(rows[0], day="2026-11-23", table="later")
    assert store.begin_try(other) == other


def test_the_first_end_of_a_try_stands(store: Store) -> None:
    store.begin_try(_row("ana"))
    store.write([EndTry("t", "won", 9, 7, "+=+", "g1"), EndTry("t", "left")])
    store.write([EndTry("t", "lost", 3), EndTry("unknown", "won")])
    (row,) = store.tries_of(_DAY)
    assert (row.end, row.turns, row.margin, row.race, row.game) == ("won", 9, 7, "+=+", "g1")


def test_names_are_those_of_now_and_go_with_the_account(store: Store) -> None:
    ana = store.register("Ana", "key-a")
    store.begin_try(_row(ana.id, ana.id))
    store.begin_try(_row("guest", table="u"))
    assert {row.name for row in store.tries_of(_DAY)} == {"Ana", "guest"}
    store.delete_person(ana.id)
    assert [row.name for row in store.tries_of(_DAY)] == ["guest"]


def test_the_best_record_is_that_of_the_best_game_that_is_kept(store: Store) -> None:
    ana, bob = store.register("Ana", "key-a"), store.register("Bob", "key-b")
    ends = EndTry("t", "lost", 9, -2, game="g1"), EndTry("u", "won", 9, 2, game="g2")
    for person, end in zip((ana, bob), ends, strict=True):
        store.begin_try(_row(person.id, person.id, end.table))
        store.write([end])
    assert store.best_record(_DAY) is None
    lost, won = game("g1", (ana.id, None)), replace(game("g2", (bob.id, None)), record="best")
    store.write([KeepGame(lost)])
    assert store.best_record(_DAY) == lost.record
    store.write([KeepGame(won)])
    assert store.best_record(_DAY) == "best"
    assert store.best_record("2026-11-23") is None


def test_tries_of_guests_go_with_their_games(store: Store) -> None:
    ana = store.register("Ana", "key-a")
    store.begin_try(_row(ana.id, ana.id))
    store.begin_try(replace(_row("guest", table="u"), day="2026-01-01"))
    store.drop_guests(NOON)
    assert store.tries_of("2026-01-01") == []
    assert len(store.tries_of(_DAY)) == 1
