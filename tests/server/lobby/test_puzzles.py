"""Ratings of puzzles on a server: people move them, guests and programs do not."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from pathlib import Path

import pytest

from cuttle_tui.learn.puzzles import BEGINNER, InMemory, after_answer, read_store
from cuttle_tui.learn.tasks import Puzzles, PuzzleTask
from cuttle_tui.ports.puzzles import PuzzleRatings
from engine.ratings import shown
from server.lobby.archive import StoredGames
from server.lobby.player_lobby import PlayerLobby, enter_lobby
from server.lobby.puzzles import FRESH, PlayerPuzzles, PuzzleService
from server.people.accounts import Player, guest_of
from server.serve import Server
from tests.server.databases import new_database
from tests.server.players import Clock
from tests.server.store.duels import people

DAY = date(2026, 11, 26)


def _server(folder: Path, clock: Callable[[], float]) -> Server:
    return Server(folder, database=new_database(folder / "c.db"), clock=clock, pace=0.0)


def _come(server: Server, *names: str) -> list[PlayerLobby]:
    assert server.store is not None
    found = people(server.store, *names)
    return [enter_lobby(server.matchmaker, Player(each.name, each.id)) for each in found]


def _puzzles(ratings: PuzzleRatings) -> Puzzles:
    return Puzzles(InMemory(), lambda: DAY, ratings)


def _miss(puzzles: Puzzles, *, hinted: bool = False) -> None:
    task = PuzzleTask(puzzles, puzzles.of_the_day)
    if hinted:
        task.note_hint()
    wrong = next(a for a in task.contest.view.legal if a not in task.puzzle.solutions)
    task.contest.submit(wrong, task.contest.view.ply)
    task.note_progress()


async def test_first_answers_of_people_make_a_puzzle_harder_for_all(tmp_path: Path) -> None:
    given = read_store().of_the_day(DAY)
    async with _server(tmp_path, Clock()) as server:
        ann, bob, cy = _come(server, "ann", "bob", "cy")
        service = server.matchmaker.puzzles
        _miss(_puzzles(ann.puzzles))
        _miss(_puzzles(ann.puzzles))  # in another session that has forgotten the first
        await service.settled()
        once = ann.puzzles.moved(given.id)
        _miss(_puzzles(bob.puzzles))
        await service.settled()
        moved = cy.puzzles.moved(given.id)
        assert 0 < once < moved
        theirs = _puzzles(cy.puzzles)
        assert theirs.of_the_day.rating == (given.rating or 0) + moved
        _miss(theirs)
        assert theirs.rating == after_answer(BEGINNER, (given.rating or 0) + moved, right=False)
        named = theirs.named(given.id)
        assert named is not None
        near = theirs.near()
        assert near is not None
        assert abs((near.rating or 0) - shown(theirs.rating)) <= 60
        await service.settled()


async def test_guests_programs_and_hinted_answers_move_nothing(tmp_path: Path) -> None:
    given = read_store().of_the_day(DAY)
    async with _server(tmp_path, Clock()) as server:
        (ann, program) = _come(server, "ann", "prog-bot")
        assert program.who.bot
        guest = Player("otter", guest_of("ABCD2345"), guest=True, resume="ABCD2345")
        for lobby in (program, enter_lobby(server.matchmaker, guest)):
            _miss(_puzzles(lobby.puzzles))
        _miss(_puzzles(ann.puzzles), hinted=True)
        await server.matchmaker.puzzles.settled()
        assert ann.puzzles.moved(given.id) == 0
        assert server.store is not None
        assert server.store.puzzle_shifts() == {}


async def test_another_node_sees_what_was_moved_within_a_minute(tmp_path: Path) -> None:
    given, clock = read_store().of_the_day(DAY), Clock()
    async with _server(tmp_path, clock) as server:
        (ann,) = _come(server, "ann")
        assert server.store is not None
        assert server.writer is not None
        there = PuzzleService(StoredGames(server.store, server.writer), clock)
        beside = PlayerPuzzles(there, lambda: ann.who)
        assert beside.moved(given.id) == 0
        await there.settled()
        _miss(_puzzles(ann.puzzles))
        await server.matchmaker.puzzles.settled()
        assert beside.moved(given.id) == 0
        clock.now += FRESH
        beside.moved(given.id)
        await there.settled()
        assert beside.moved(given.id) == ann.puzzles.moved(given.id) > 0


def test_at_home_a_puzzle_has_the_rating_of_the_store() -> None:
    puzzles = Puzzles(InMemory(), lambda: DAY)
    assert puzzles.of_the_day is not None
    assert puzzles.of_the_day == read_store().of_the_day(DAY)


@pytest.mark.parametrize("moved", [-150, 150])
def test_the_puzzle_near_a_player_is_near_by_the_rating_that_people_gave(moved: int) -> None:
    class Moved:
        def moved(self, puzzle: str) -> int:
            return moved

        def note(self, puzzle: str, *, rating: int, own: int, right: bool) -> None:
            raise AssertionError(puzzle)

    puzzles = Puzzles(InMemory(), lambda: DAY, Moved())
    near = puzzles.near()
    assert near is not None
    given = read_store().named(near.id)
    assert given is not None
    assert near.rating == (given.rating or 0) + moved
