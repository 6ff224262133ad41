"""Kept games, running tables, reports and bans come back as they were put."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from server.store.store import Store
from server.store.values import (
    AddEntry,
    Ban,
    CloseTable,
    KeepGame,
    Lost,
    OpenTable,
    Report,
    RunningTable,
    Unstorable,
    Write,
)
from tests.server.store.samples import NOON, game


def test_a_game_comes_back_as_it_was_kept(store: Store) -> None:
    ana = store.register("Ana", "key-a")
    kept = game("g1", (ana.id, None, None), ("Ana", "guest-otter", "computer"))
    store.write([KeepGame(kept)])
    assert store.game("g1", "") == kept
    assert store.game("g2", "") is None


def test_recent_games_are_the_newest_first(store: Store) -> None:
    ana = store.register("Ana", "key-a")
    rows = [game(f"g{n}", (ana.id if n % 2 else None, None), minutes=n) for n in range(5)]
    store.write([KeepGame(row) for row in reversed(rows)])
    assert store.recent_games() == rows[::-1]
    assert store.recent_games(2) == [rows[4], rows[3]]
    assert store.recent_games(person=ana.id) == [rows[3], rows[1]]
    assert store.recent_games(person="nobody") == []


def test_games_against_computers_are_those_without_other_people(store: Store) -> None:
    ana, bob = store.register("Ana", "key-a"), store.register("Bob", "key-b")
    alone, level = (ana.id, None), ("Ana", "computer sharp")
    rows = [
        replace(game("g2", alone, level, minutes=2), winners=(0,), pool="live-bots"),
        replace(game("g1", alone, level, minutes=1), winners=(1,), pool="live-bots"),
        replace(game("g3", (ana.id, bob.id), ("Ana", "Bob"), minutes=3), winners=(0,)),
        replace(
            game("g4", (ana.id, bob.id, None), ("Ana", "Bob", "computer sharp"), minutes=4),
            pool="live-bots",
        ),
        replace(game("g5", (ana.id, bob.id), ("Ana", "some-bot"), minutes=5), pool="live-bots"),
    ]
    store.write([KeepGame(row) for row in rows])
    found = store.games_against_computers(ana.id)
    assert [(each.id, each.result, each.names) for each in found] == [
        ("g1", "lost", level[1:]),
        ("g2", "won", level[1:]),
    ]
    assert store.games_against_computers(bob.id) == []


def test_the_latest_games_of_a_person_are_listed_with_their_seats(store: Store) -> None:
    ana, bob = store.register("Ana", "key-a"), store.register("Bob", "key-b")
    rows = [
        game("g1", (ana.id, bob.id), minutes=1),
        game("g2", (bob.id, ana.id), minutes=2, public=False),
        game("g3", (bob.id, None), minutes=3),
    ]
    store.write([KeepGame(row) for row in rows])
    assert store.seats_since(ana.id, NOON) == [("g2", 1), ("g1", 0)]
    assert store.seats_since(ana.id, NOON + timedelta(minutes=2)) == [("g2", 1)]
    assert store.seats_since("", NOON) == []
    store.delete_person(ana.id)
    assert store.seats_since(ana.id, NOON) == []


def test_a_game_is_kept_once(store: Store) -> None:
    store.write([KeepGame(game()), KeepGame(game())])
    store.write([KeepGame(game())])
    assert store.recent_games() == [game()]


def test_the_link_to_one_game_is_closed_and_to_no_other(store: Store) -> None:
    store.write([KeepGame(replace(game(id), public=False)) for id in ("g1", "g2")])
    store.close_link("g1")
    assert store.game("g1", "") is None
    assert store.game("g2", "") is not None


def test_running_tables_come_back_with_their_entries_in_order(store: Store) -> None:
    numbers = [3, 1, 10, 2]
    store.write([OpenTable("b", "head b"), OpenTable("a", "head a")])
    store.write([AddEntry("b", number, f"entry {number} ♠\n") for number in numbers])
    assert store.running_tables() == [
        RunningTable("a", "head a", ()),
        RunningTable("b", "head b", tuple(f"entry {n} ♠\n" for n in sorted(numbers))),
    ]


def test_a_closed_table_is_gone_with_its_entries(store: Store) -> None:
    store.write([OpenTable("a", "head"), AddEntry("a", 1, "x"), OpenTable("b", "head")])
    store.write([CloseTable("a"), CloseTable("never there")])
    assert store.running_tables() == [RunningTable("b", "head", ())]
    store.write([OpenTable("a", "again")])
    assert store.running_tables()[0] == RunningTable("a", "again", ())


def test_writing_the_same_again_changes_nothing(
    store: Store, caplog: pytest.LogCaptureFixture
) -> None:
    first: list[Write] = [OpenTable("a", "head"), AddEntry("a", 1, "x"), AddEntry("a", 2, "y")]
    last: list[Write] = [AddEntry("a", 3, "z"), CloseTable("a")]
    store.write(first)
    store.write(first)
    assert store.running_tables() == [RunningTable("a", "head", ("x", "y"))]
    store.write(last)
    store.write(last)
    assert store.running_tables() == []
    assert not caplog.records


@pytest.mark.parametrize("other", [OpenTable("a", "other"), AddEntry("a", 1, "two of hearts")])
def test_another_text_under_the_same_number_is_refused(store: Store, other: Write) -> None:
    store.write([OpenTable("a", "head"), AddEntry("a", 1, "ace of spades")])
    with pytest.raises(Lost, match=r"^a$"):
        store.write([other, AddEntry("a", 2, "y")])
    assert store.running_tables() == [RunningTable("a", "head", ("ace of spades",))]


def test_a_write_that_does_not_fit_takes_none_of_the_others_with_it(store: Store) -> None:
    with pytest.raises(Unstorable) as caught:
        store.write([OpenTable("a", "head"), AddEntry("a", 1, "ace of spades\ud800")])
    assert store.running_tables() == []
    assert "spades" not in str(caught.value)


def test_reports_are_listed_newest_first(store: Store) -> None:
    filed = [
        Report("ana", "guest-otter", "t1", f"no. {n}", NOON + timedelta(seconds=n))
        for n in range(3)
    ]
    for one in filed:
        store.report(one)
    assert store.reports(2) == [filed[2], filed[1]]


def test_bans_hold_until_they_run_out_or_are_taken_back(store: Store) -> None:
    now = datetime.now(UTC)
    lasting = Ban("address", "192.0.2.1", None, "flood")
    timed = Ban("key", "key-a", now + timedelta(hours=1), "rude")
    for one in (lasting, timed, Ban("name", "bob", now - timedelta(seconds=1), "once")):
        store.ban(one)
    assert store.bans() == [lasting, timed]
    again = Ban("key", "key-a", None, "ruder")
    store.ban(again)
    assert store.bans() == [lasting, again]
    assert store.unban("key", "key-a")
    assert not store.unban("key", "key-a")
    assert store.bans() == [lasting]


def test_a_ban_by_name_outlives_the_account(store: Store) -> None:
    now = datetime.now(UTC)
    soon, late = now + timedelta(hours=1), now + timedelta(days=1)
    bob, ana = store.register("Bob", "key-b"), store.register("Ana", "key-a")
    for key in ("key-c", "key-d", "key-e"):
        store.link(bob.id, key)
    for one in (
        Ban("name", "b0b", late, "rude"),
        Ban("name", "ana", now - timedelta(seconds=1), "once"),
        Ban("key", "key-c", None, "cheating"),
        Ban("key", "key-d", soon, "spam"),
    ):
        store.ban(one)
    store.delete_person(bob.id)
    store.delete_person(ana.id)
    assert store.bans() == [
        Ban("key", "key-b", late, "rude"),
        Ban("key", "key-c", None, "cheating"),
        Ban("key", "key-d", late, "rude"),
        Ban("key", "key-e", late, "rude"),
        Ban("name", "b0b", late, "rude"),
    ]


def test_a_private_game_is_listed_for_its_players_alone_and_found_by_its_id(store: Store) -> None:
    ana = store.register("Ana", "key-a")
    row = game("g1", (ana.id, None), public=False)
    store.write([KeepGame(row), KeepGame(game("g2"))])
    assert [one.id for one in store.recent_games()] == ["g2"]
    assert store.recent_games(person=ana.id) == [row]
    assert store.game("g1", "") == row


def test_old_games_of_guests_alone_are_deleted(store: Store) -> None:
    ana, bo = store.register("Ana", "key-a"), store.register("Bo", "key-b")
    rows = [
        game("guests"),
        game("with-ana", (ana.id, None)),
        game("with-bo", (None, bo.id)),
        game("later", minutes=60),
        game("private", public=False),
    ]
    store.write([KeepGame(row) for row in rows])
    store.delete_person(bo.id)
    assert store.drop_guests(NOON + timedelta(minutes=60)) == 2
    left = {id for id in (row.id for row in rows) if store.game(id, "") is not None}
    assert left == {"with-ana", "with-bo", "later"}
    assert store.drop_guests(NOON + timedelta(minutes=60)) == 0
    store.write([KeepGame(game(f"g{number}")) for number in range(5)])
    assert [store.drop_guests(NOON + timedelta(minutes=1), 3) for _ in range(3)] == [3, 2, 0]
