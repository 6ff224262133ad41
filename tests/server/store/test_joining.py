"""What joins an account: all that was done as a guest, or in another account, by one rule."""

from __future__ import annotations

from datetime import timedelta

import pytest

from server.store.store import Store
from server.store.values import (
    MOST_KEYS,
    AddEntry,
    EndTry,
    ManyKeys,
    NoSuchPerson,
    OpenTable,
    Report,
    Seated,
    TryRow,
)
from tests.server.store.duels import START, duel, keep, people, untouched, with_season
from tests.server.store.samples import NOON
from tests.server.store.test_friends import GUEST, played, told


def test_the_games_of_a_guest_join_an_account(store: Store) -> None:
    ana = store.register("Ana", "key-a")
    played(store, "g1", (ana, "dana"), guests=(None, GUEST))
    played(store, "g2", ("dana", ana), 1, guests=(GUEST, None))
    played(store, "g3", (ana, "dana"), 2, guests=(None, "guest:another"))
    assert told(store, GUEST) == [("Ana", 1, 1)]

    dora = store.register("Dora", "key-d")
    assert store.join(dora.id, GUEST) == 2
    assert store.join(dora.id, GUEST) == 0
    assert told(store, dora) == [("Ana", 1, 1)]
    assert told(store, GUEST) == []
    assert told(store, ana) == [("dana", 1, 0), ("Dora", 1, 1)], "the other dana was another"
    assert [row.names for row in store.recent_games(None, dora.id)] == [
        ("Dora", "Ana"),
        ("Ana", "Dora"),
    ]

    store.delete_person(dora.id)
    kept = store.game("g1", "")
    assert kept is not None
    assert kept.names == ("Ana", "someone")


def test_nobody_joins_the_games_that_they_played_against_themselves(store: Store) -> None:
    ana = store.register("Ana", "key-a")
    played(store, "g1", (ana, "dana"), guests=(None, GUEST))
    assert store.join(ana.id, GUEST) == 0
    assert told(store, ana) == [("dana", 1, 0)]
    with pytest.raises(NoSuchPerson):
        store.join("nobody", GUEST)
    with pytest.raises(NoSuchPerson):
        store.forget_friend("nobody", ana.id)


def tried(store: Store, who: str, day: str, end: str = "won") -> None:
    """Note a try at the deal of a day, which may be over."""
    person = None if who.startswith("guest:") else who
    store.begin_try(TryRow(day, who, person, "somebody", f"table {who} {day}"))
    if end:
        store.write([EndTry(f"table {who} {day}", end, 9, 7, "+")])


def tries_of(store: Store, day: str) -> list[tuple[str, str | None]]:
    """Return who has tried the deal of a day, and whose account that is."""
    return [(row.who, row.person) for row in store.tries_of(day)]


@pytest.mark.parametrize("guest", [True, False])
def test_tries_at_the_deals_come_along_and_the_own_one_of_a_day_counts(
    store: Store, guest: bool
) -> None:
    ana, anna = people(store, "ana", "anna")
    other = GUEST if guest else anna.id
    played(store, "g1", ("dana", "eve"), guests=(GUEST, None))
    tried(store, ana.id, "2026-11-20", "lost")
    tried(store, other, "2026-11-20")
    tried(store, other, "2026-11-21")
    tried(store, other, "2026-11-22", "")
    store.join(ana.id, other)
    left = [(GUEST, None)] if guest else []
    assert sorted(tries_of(store, "2026-11-20")) == [(ana.id, ana.id), *left]
    assert tries_of(store, "2026-11-21") == [(ana.id, ana.id)]
    assert tries_of(store, "2026-11-22") == left, "one that is not over stays where it is played"
    (mine,) = (row for row in store.tries_of("2026-11-20") if row.who == ana.id)
    assert mine.end == "lost"


def test_all_of_an_account_joins_another(store: Store) -> None:
    ana, anna, bob, eve = people(store, "ana", "anna", "bob", "eve")
    played(store, "g1", (anna, bob), ruleset="standard/1+first-to-2")
    played(store, "g2", (bob, anna), 1, ruleset="standard/1+first-to-2")
    played(store, "g3", (ana, bob), 2)
    played(store, "g4", (anna, ana), 3)
    store.forget_friend(anna.id, eve.id)
    store.block(anna.id, eve.id)
    store.block(eve.id, anna.id)
    store.block(anna.id, ana.id)
    store.follow(bob.id, anna.id, 9)
    store.follow(bob.id, ana.id, 9)
    store.report(Report(anna.id, eve.id, "t1", "rude", NOON))
    store.report(Report(eve.id, anna.id, "t1", "rude too", NOON))
    store.save_settings(ana.id, {"bell": False})
    store.save_settings(anna.id, {"bell": True, "done": ["draw"]})

    def merge(own: dict[str, object], other: dict[str, object]) -> dict[str, object]:
        return own | {"done": other["done"]}

    assert store.join(ana.id, anna.id, merge) == 2
    assert store.person(anna.id) is None
    assert [key.fingerprint for key in store.keys(ana.id)] == ["key-ana", "key-anna"]
    assert told(store, ana) == [("bob", 2, 1)], "who was the other one is nobody's friend"
    assert told(store, bob) == [("ana", 1, 2)]
    rows = store.recent_games(None, ana.id)
    assert [row.id for row in rows] == ["g4", "g3", "g2", "g1"]
    assert all("ana" in row.names and "anna" not in row.names for row in rows)
    assert not any("anna" in row.record for row in rows)
    assert store.blocks(ana.id) == {eve.id}
    assert store.blocks(eve.id) == {ana.id}
    assert store.follows(bob.id) == {ana.id}
    assert {(each.by, each.against) for each in store.reports(9)} == {
        (ana.id, eve.id),
        (eve.id, ana.id),
    }
    joined = store.person(ana.id)
    assert joined is not None
    assert joined.settings == {"bell": False, "done": ["draw"]}
    assert store.name_free("anna")
    with pytest.raises(NoSuchPerson):
        store.join(ana.id, anna.id)


def test_the_rating_stays_and_so_does_what_others_have_won(store: Store) -> None:
    ana, anna, bob = people(with_season(store), "ana", "anna", "bob")
    day = START + timedelta(days=1)
    later = day + timedelta(hours=1)
    keep(store, duel("g1", ana, bob, ana, day), duel("g2", anna, bob, bob, later))
    ratings = store.ratings()
    assert len(ratings) == 3
    assert store.join(ana.id, anna.id) == 1
    assert store.ratings() == ratings
    assert untouched(store), "nobody is rated by the games of another"
    assert [row.id for row in store.recent_games(None, ana.id)] == ["g2", "g1"]


def test_an_account_that_sits_at_a_table_or_has_too_many_keys_joins_none(store: Store) -> None:
    ana, anna = people(store, "ana", "anna")
    store.write([OpenTable("t1", "{}"), AddEntry("t1", 0, f'["joined", "{anna.id}"]')])
    with pytest.raises(Seated):
        store.join(ana.id, anna.id)
    assert store.join(anna.id, ana.id) == 0, "the one that stays may sit where it likes"
    for number in range(MOST_KEYS - 2):
        store.link(anna.id, f"key-{number}")
    (eve,) = people(store, "eve")
    with pytest.raises(ManyKeys):
        store.join(anna.id, eve.id)
    assert store.person(eve.id) is not None
