"""People: names and keys are theirs alone, and all of it can be taken out or away."""

from __future__ import annotations

import json

import pytest

from server.store.store import Store
from server.store.values import KeepGame, KeyTaken, LastKey, NameTaken, NoSuchPerson, Report
from tests.server.store.samples import NOON, game


def test_a_key_finds_its_person(store: Store) -> None:
    ana = store.register("Ana", "key-a")
    assert (ana.name, ana.settings, ana.created.utcoffset()) == ("Ana", {}, NOON.utcoffset())
    assert store.person_of_key("key-a") == ana == store.person(ana.id)
    assert store.person_of_key("key-b") is None
    assert store.person("nobody's") is None


@pytest.mark.parametrize("alike", ["Bill", "bill", "BI11", "b-ill", "bíll"])
def test_a_name_is_taken_with_all_that_look_like_it(store: Store, alike: str) -> None:
    bill = store.register("Bill", "key-a")
    assert store.person_named(alike) == bill
    assert not store.name_free(alike)
    with pytest.raises(NameTaken):
        store.register(alike, "key-b")
    assert store.name_free("Bob")
    assert store.person_of_key("key-b") is None


def test_a_key_makes_no_second_account(store: Store) -> None:
    store.register("Ana", "key-a")
    with pytest.raises(KeyTaken):
        store.register("Bob", "key-a")
    assert store.name_free("Bob")


def test_keys_are_linked_and_unlinked_but_for_the_last(store: Store) -> None:
    ana, bob = store.register("Ana", "key-a"), store.register("Bob", "key-b")
    store.link(ana.id, "key-c")
    store.link(ana.id, "key-c")
    assert [key.fingerprint for key in store.keys(ana.id)] == ["key-a", "key-c"]
    with pytest.raises(KeyTaken):
        store.link(ana.id, "key-b")
    store.unlink(ana.id, "key-b")
    assert store.person_of_key("key-b") == bob
    store.unlink(ana.id, "key-a")
    assert store.person_of_key("key-a") is None
    assert store.person_of_key("key-c") == ana
    with pytest.raises(LastKey):
        store.unlink(ana.id, "key-c")
    assert store.person_of_key("key-c") == ana


def test_settings_are_kept(store: Store) -> None:
    ana = store.register("Ana", "key-a")
    wanted = {"colours": "deuteranopia", "bell": False, "words": ["grüße", None, 1.5]}
    store.save_settings(ana.id, wanted)
    found = store.person(ana.id)
    assert found is not None
    assert found.settings == wanted


def test_nothing_is_kept_for_nobody(store: Store) -> None:
    ana = store.register("Ana", "key-a")
    with pytest.raises(NoSuchPerson):
        store.save_settings("nobody", {})
    with pytest.raises(NoSuchPerson):
        store.link("nobody", "key-b")
    with pytest.raises(NoSuchPerson):
        store.block(ana.id, "nobody")
    with pytest.raises(NoSuchPerson):
        store.export("nobody")
    store.delete_person("nobody")


def test_blocks(store: Store) -> None:
    ana, bob = store.register("Ana", "key-a"), store.register("Bob", "key-b")
    store.block(ana.id, bob.id)
    store.block(ana.id, bob.id)
    assert store.blocks(ana.id) == {bob.id}
    assert store.blocks(bob.id) == frozenset()
    store.unblock(ana.id, bob.id)
    assert store.blocks(ana.id) == frozenset()


def test_who_is_deleted_is_someone_in_the_games_that_stay(store: Store) -> None:
    ana, bob = store.register("Ana", "key-a"), store.register("Bob", "key-b")
    store.block(bob.id, ana.id)
    store.report(Report(ana.id, bob.id, "t1", "rude", NOON))
    store.write([KeepGame(game("g1", (bob.id, ana.id), ("Bob", "Ana")))])
    store.write([KeepGame(game("g2", (bob.id, None), ("Bob", "Ana")))])

    store.delete_person(ana.id)

    assert store.person(ana.id) is None
    assert store.name_free("Ana")
    assert store.person_of_key("key-a") is None
    assert store.blocks(bob.id) == frozenset()
    assert store.reports(9) == []
    kept = store.game("g1", "")
    assert kept is not None
    assert kept.players == (bob.id, None)
    assert kept.names == ("Bob", "someone")
    assert kept.record == game("g1", names=("Bob", "someone")).record
    other = store.game("g2", "")
    assert other is not None
    assert other.names == ("Bob", "Ana"), "a guest of that name was somebody else"


def test_a_game_that_ends_after_its_player_has_gone_keeps_no_name(store: Store) -> None:
    ana = store.register("Ana", "key-a")
    store.delete_person(ana.id)
    store.write([KeepGame(game("g1", (None, ana.id), ("bob", "Ana")))])
    kept = store.game("g1", "")
    assert kept is not None
    assert (kept.players, kept.names) == ((None, None), ("bob", "someone"))
    assert "Ana" not in kept.record


def test_all_about_a_person_can_be_taken_out_as_json(store: Store) -> None:
    ana, bob = store.register("Ana", "key-a"), store.register("Bob", "key-b")
    store.save_settings(ana.id, {"bell": True})
    store.block(ana.id, bob.id)
    store.report(Report(ana.id, bob.id, "t1", "rude", NOON))
    store.report(Report(bob.id, ana.id, "t1", "ruder", NOON))
    mine, others = game("g1", (ana.id, bob.id)), game("g2", (None, bob.id))
    store.write([KeepGame(mine), KeepGame(others)])

    told = json.loads(json.dumps(store.export(ana.id)))

    assert told["person"] == {
        "id": ana.id,
        "name": "Ana",
        "created": ana.created.isoformat(),
        "seen": ana.created.isoformat(),
        "former_names": [],
        "settings": {"bell": True},
        "secretary": False,
    }
    assert [key["fingerprint"] for key in told["keys"]] == ["key-a"]
    assert told["blocks"] == ["Bob"]
    assert [(one["id"], one["record"]) for one in told["games"]] == [("g1", mine.record)]
    assert [one["text"] for one in told["reports"]] == ["rude"]
