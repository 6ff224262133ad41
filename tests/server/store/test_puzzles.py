"""Answers to puzzles: the first of each person moves a rating, within bounds, whoever asks."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest

from server.store.puzzles import FARTHEST, FIRST_STEPS, MANY, STEPS, moved
from server.store.store import Store
from server.store.values import NoSuchPerson, Person, PuzzleAnswer


def _people(store: Store, count: int) -> list[Person]:
    return [store.register(f"Ana{number}", f"key-{number}") for number in range(count)]


def _answer(person: Person, *, right: bool, puzzle: str = "K7F3") -> PuzzleAnswer:
    return PuzzleAnswer(person.id, puzzle, 1400, 1400, right)


def test_the_first_answer_of_a_person_moves_a_puzzle_and_no_other(store: Store) -> None:
    ana, bob = _people(store, 2)
    assert store.puzzle_shifts() == {}
    assert store.answer_puzzle(_answer(ana, right=False))
    assert store.puzzle_shifts() == {"K7F3": round(FIRST_STEPS / 2)}
    assert not store.answer_puzzle(_answer(ana, right=False))
    assert not store.answer_puzzle(_answer(ana, right=True))
    assert store.puzzle_shifts() == {"K7F3": round(FIRST_STEPS / 2)}
    assert store.answer_puzzle(_answer(ana, right=True, puzzle="ABCD"))
    assert store.answer_puzzle(_answer(bob, right=True))
    assert store.puzzle_shifts() == {"K7F3": 0, "ABCD": -round(FIRST_STEPS / 2)}
    with pytest.raises(NoSuchPerson):
        store.answer_puzzle(replace(_answer(ana, right=True), person="nobody"))


def test_people_move_a_puzzle_so_far_and_no_farther() -> None:
    for right in (False, True):
        row, points = PuzzleAnswer("ana", "K7F3", 1400, 3000 if not right else 100, right), 0.0
        for answers in range(200):
            after = moved(points, answers, row)
            assert abs(after) <= FARTHEST
            assert abs(after - points) <= (FIRST_STEPS if answers < MANY else STEPS)
            points = after
        assert points == (-FARTHEST if right else FARTHEST)


def test_who_is_far_below_a_puzzle_hardly_makes_it_harder() -> None:
    weak, strong = (PuzzleAnswer("ana", "K7F3", 1800, own, right=False) for own in (1000, 2600))
    assert moved(0, 0, weak) < 0.5 < moved(0, 0, strong)


def test_answers_at_the_same_time_all_count_once(store: Store) -> None:
    people = _people(store, 6)
    rows = [_answer(person, right=False) for person in people for _ in range(3)]
    with ThreadPoolExecutor(4) as threads:
        counted = [*threads.map(store.answer_puzzle, rows)]
    assert sum(counted) == len(people)
    points = 0.0
    for answers, person in enumerate(people):
        points = moved(points, answers, _answer(person, right=False))
    assert store.puzzle_shifts() == {"K7F3": round(points)}


def test_answers_are_exported_and_go_with_the_account_but_what_they_moved_stays(
    store: Store,
) -> None:
    ana, bob = _people(store, 2)
    store.answer_puzzle(_answer(ana, right=True))
    assert store.export(ana.id)["puzzles"] == [{"puzzle": "K7F3", "right": True}]
    assert store.export(bob.id)["puzzles"] == []
    before = store.puzzle_shifts()
    store.delete_person(ana.id)
    assert store.puzzle_shifts() == before


def test_who_joins_two_accounts_has_one_answer(store: Store) -> None:
    ana, bob = _people(store, 2)
    store.answer_puzzle(_answer(bob, right=True))
    store.join(ana.id, bob.id)
    assert store.export(ana.id)["puzzles"] == [{"puzzle": "K7F3", "right": True}]
    assert not store.answer_puzzle(_answer(ana, right=False))
