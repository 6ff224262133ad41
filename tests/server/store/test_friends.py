"""Friends: they follow from the games played by code, with whom one forgot, or joined, since."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from server.store.store import Store
from server.store.values import KeepGame, Person
from tests.server.store.samples import NOON, game

GUEST = "guest:0123456789abcdef0123456789abcdef"
SOON = (datetime.now(UTC) - NOON) // timedelta(minutes=1) + 60
"""Minutes after noon that have not passed yet."""


def played(
    store: Store,
    id: str,
    players: Sequence[Person | str],
    minutes: int = 0,
    winners: tuple[int, ...] = (0,),
    *,
    guests: tuple[str | None, ...] = (),
    public: bool = False,
    ruleset: str = "standard/1",
) -> None:
    """Store a game of people and of those who are only named."""
    ids = tuple(each.id if isinstance(each, Person) else None for each in players)
    names = tuple(each.name if isinstance(each, Person) else each for each in players)
    row = game(id, ids, names, minutes, public)
    rules = replace(row, winners=winners, guests=guests, ruleset=ruleset, rated=False)
    store.write([KeepGame(rules)])


def told(store: Store, who: Person | str) -> list[tuple[str, int, int]]:
    """Return the record with each friend."""
    identity = who.id if isinstance(who, Person) else who
    return [(line.name, line.won, line.lost) for line in store.friends(identity)]


def test_friends_are_those_who_played_by_code_the_last_first(store: Store) -> None:
    ana, bob, eve = (store.register(name, f"key-{name}") for name in ("Ana", "Bob", "Eve"))
    played(store, "g1", (ana, bob))
    played(store, "g2", (bob, ana), 1)
    played(store, "g3", (ana, bob), 2, ruleset="classic/1+first-to-2")
    played(store, "g4", (ana, bob), 3, winners=(), ruleset="classic/1")
    played(store, "g5", (ana, "dana"), 4)
    played(store, "g6", (ana, eve), 5, public=True)

    first, second = store.friends(ana.id)
    assert (first.name, first.won, first.lost, first.account) == ("dana", 1, 0, False)
    assert (second.id, second.name, second.won, second.lost) == (bob.id, "Bob", 2, 1)
    assert (second.met, second.ruleset) == (NOON + timedelta(minutes=3), "classic")
    assert told(store, bob) == [("Ana", 1, 2)]
    assert told(store, eve) == []


def test_the_record_with_a_friend_counts_all_their_games_however_they_began(store: Store) -> None:
    ana, bob, eve = (store.register(name, f"key-{name}") for name in ("Ana", "Bob", "Eve"))
    played(store, "g1", (ana, bob), ruleset="classic/1")
    played(store, "g2", (bob, ana), 1, public=True)
    played(store, "g3", (ana, eve), 2, public=True)
    played(store, "g4", (ana, "dana"), 3)
    played(store, "g5", (ana, "dana"), 4, public=True)
    assert told(store, ana) == [("dana", 1, 0), ("Bob", 1, 1)], "a guest's name may be another's"
    bobs = store.friends(ana.id)[1]
    assert (bobs.met, bobs.ruleset) == (NOON + timedelta(minutes=1), "classic")


def test_computers_are_no_friends_and_partners_neither_win_nor_lose(store: Store) -> None:
    ana, bob = (store.register(name, f"key-{name}") for name in ("Ana", "Bob"))
    played(
        store,
        "g1",
        (ana, "computer 1 easy", bob, "computer 2 easy"),
        winners=(0, 2),
        ruleset="4p-team/1",
    )
    assert told(store, ana) == [("Bob", 0, 0)]


def test_a_friend_who_was_forgotten_comes_back_by_another_game(store: Store) -> None:
    ana, bob = (store.register(name, f"key-{name}") for name in ("Ana", "Bob"))
    played(store, "g1", (ana, bob))
    played(store, "g2", (ana, "dana"))
    store.forget_friend(ana.id, bob.id)
    store.forget_friend(ana.id, bob.id)
    (dana,) = store.friends(ana.id)
    store.forget_friend(ana.id, dana.id)
    assert told(store, ana) == []
    assert told(store, bob) == [("Ana", 0, 1)], "bob has forgotten nobody"
    assert store.export(ana.id)["forgotten"] == ["Bob", "dana"]

    played(store, "g3", (bob, ana), SOON)
    assert told(store, ana) == [("Bob", 0, 1)], "what is forgotten is not counted either"


def test_a_guest_forgets_a_friend_too_until_nobody_knows_the_guest(store: Store) -> None:
    ana = store.register("Ana", "key-a")
    played(store, "g1", (ana, "dana"), guests=(None, GUEST))
    store.forget_friend(GUEST, ana.id)
    assert told(store, GUEST) == []
    assert told(store, ana) == [("dana", 1, 0)], "ana has forgotten nobody"
    store.drop_guests(datetime.now(UTC) - timedelta(days=1))
    assert told(store, GUEST) == []
    played(store, "g2", (ana, "dana"), SOON, guests=(None, GUEST))
    assert told(store, GUEST) == [("Ana", 0, 1)]
    store.drop_guests(datetime.now(UTC) + timedelta(days=1))
    assert told(store, GUEST) == [("Ana", 0, 2)], "the account keeps the games"


def test_a_deleted_account_leaves_no_friend(store: Store) -> None:
    ana, bob = (store.register(name, f"key-{name}") for name in ("Ana", "Bob"))
    played(store, "g1", (ana, bob))
    store.forget_friend(ana.id, bob.id)
    store.forget_friend(bob.id, ana.id)
    store.delete_person(bob.id)
    assert told(store, ana) == []
    assert store.export(ana.id)["forgotten"] == []
