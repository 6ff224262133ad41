"""Lessons and puzzles in plain mode: each can be taken, missed, left and gone on with."""

from __future__ import annotations

import pytest

from cuttle_tui.learn.lessons import COURSE
from cuttle_tui.learn.puzzles import read_book, read_store
from cuttle_tui.learn.tasks import LESSON_NAMES
from cuttle_tui.ports import LadderGame
from cuttle_tui.preferences import MemoryStore, Preferences
from engine.solver import Verdict
from tests.cuttle_tui.learn.test_lessons import shortest
from tests.cuttle_tui.lobbies import GAMES, FakeAccount, online
from tests.cuttle_tui.plain.test_plain import has
from tests.cuttle_tui.plain_talk import Talk, at_home, talk


async def take(one: Talk, number: int) -> None:
    """Take the steps of a lesson that are left, each in the fewest actions."""
    steps = COURSE[number - 1].steps
    for place, step in enumerate(steps, 1):
        assert has(one.said, f"Step {place} of {len(steps)}.")
        said: list[str] = []
        for action in shortest(step):
            said = await one.type(str(action))
        assert has(said, "Well done.")
        assert has(said, "Type next to go on")
        if place < len(steps):
            await one.type("next")


@pytest.mark.slow
@pytest.mark.parametrize("number", range(1, len(COURSE) + 1))
async def test_a_lesson_is_taken_by_lines(number: int) -> None:
    account = FakeAccount()
    async with talk(online(account=account)) as one:
        await one.type(f"lesson {number}")
        await take(one, number)
        said = await one.type("next")
        last = number == len(COURSE)
        assert has(said, "Type computer beginner to play." if last else "Step 1 of ")
        await one.type("leave")
        said = await one.type("lessons")
        assert [line for line in said if line.endswith("; done")] == [
            line for line in said if line.startswith(f"{number}: ")
        ]
    assert LESSON_NAMES[number - 1] in account.settings["done"]


async def test_a_lesson_goes_on_at_its_step() -> None:
    async with talk(at_home(), preferences=Preferences(MemoryStore())) as one:
        await one.type("lesson")
        await one.type("draw")
        await one.type("leave")
        assert has(await one.type("lessons"), "1: Draw and points, continues at step 2 of 3")
        assert has(await one.type("lesson"), "Step 2 of 3.")


async def test_a_mistake_is_told_and_can_be_mended() -> None:
    async with talk(at_home(), preferences=Preferences(MemoryStore())) as one:
        await one.type("lesson 2")
        assert has(await one.type("next"), "This task is not done yet")
        said = await one.type("scuttle 9C>3C")
        assert has(said, "Not quite.")
        assert has(said, "The eight still counts.")
        assert said[-1].startswith("Type again to try again, hint")
        assert has(await one.type("hint"), "Hint: choose a card higher than an eight")
        assert (await one.type("hint"))[-1] == "There is no further hint."
        for answer in ("draw", "1", "yes"):
            assert (await one.type(answer))[-1].startswith("Type again to try again, hint")
        assert has(await one.type("again"), "Scuttle bob's 8 of diamonds.")
        assert has(await one.type("scuttle 9C>8D"), "Well done.")


async def test_a_half_lesson_says_where_it_goes_on() -> None:
    async with talk(at_home(), preferences=Preferences(MemoryStore())) as one:
        await one.type("lesson 1")
        told = "The lesson goes on at this step when you type lesson 1."
        assert has(await one.type("leave"), told)
        await one.type("lesson 1")
        await one.type("draw")
        await one.type("next")
        assert has(await one.type("leave"), told)
        assert has(await one.type("lesson 1"), "8 points in one play")


async def test_why_takes_a_rank_of_the_hand() -> None:
    async with talk(at_home(), preferences=Preferences(MemoryStore())) as one:
        await one.type("lesson 2")
        assert await one.type("why nine") == await one.type("why 9C")


async def test_a_puzzle_is_solved_by_lines() -> None:
    async with talk(at_home(), preferences=Preferences(MemoryStore())) as one:
        await one.type("puzzle 1")
        said = await one.type("6 of diamonds for points")
        assert has(said, "Solved.")
        assert not has(said, "The game is over")
        assert not has(said, "Type ready")
        assert has(said, "Six to go. 1 move, at the first try.")
        assert has(await one.type("next"), "Puzzle 2 of ")
        assert has(await one.type("leave"), "You are at no table")
        assert has(await one.type("puzzles"), "1: Six to go, win this turn, standard; done")


async def test_a_newcomers_puzzle_is_the_first_until_one_is_solved() -> None:
    async with talk(at_home(), preferences=Preferences(MemoryStore())) as one:
        assert has(await one.type("puzzle"), "Puzzle 1 of ")
        await one.type("6 of diamonds for points")
        await one.type("leave")
        assert not has(await one.type("puzzle"), "Puzzle 1 of ")


@pytest.mark.slow
async def test_todays_puzzle_comes_first() -> None:
    async with talk(at_home(), preferences=Preferences(MemoryStore())) as one:
        await one.type("puzzle today")
        task = one.session.table
        assert task is not None
        while one.view.legal and not has(one.said, "Solved."):
            contest = task.chair
            proved = [a for a in one.view.legal if contest.verdict(a) is Verdict.PROVED]  # type: ignore[attr-defined]
            await one.type(str(proved[0]))
        await one.type("leave")
        assert has(await one.type("puzzle"), "Today's puzzle is solved; this is the next one.")


async def test_a_position_that_nobody_has_played_to_has_no_turn() -> None:
    async with talk(at_home()) as one:
        for line in ("lesson 1", "puzzle 1"):
            said = await one.type(line)
            assert has(said, "Rules: standard.")
            assert not has(said, "Turn ")
            assert not has(await one.type("table"), "Turn ")
            await one.type("leave")


@pytest.mark.parametrize("line", ["lesson 0", "lesson 10", "lesson x", "lesson ²", "puzzle 999"])
async def test_a_number_that_is_not_there_is_named(line: str) -> None:
    async with talk(at_home()) as one:
        count = len(COURSE) if line.startswith("lesson") else len(read_book())
        assert has(await one.type(line), f"Type 1 to {count}.")
        assert one.session.table is None


async def test_help_answers_about_a_word() -> None:
    async with talk(at_home()) as one:
        assert await one.type("help lesson") == [
            "lesson [NUMBER] [again]: take a lesson, go on with it, or begin it again"
        ]
        assert has(await one.type("help learn"), "puzzle [NUMBER]: try a puzzle")
        assert has(await one.type("help undo"), "undo: take your last move back")
        assert has(await one.type("help number"), "NUMBER: make the choice with that number")
        assert has(await one.type("help ACTION"), "ACTION: the same in the words of the list")
        assert has(await one.type("help nonsense"), "There is no command 'nonsense' here")
        await one.type("puzzle 1")
        assert has(await one.type("help"), "task: hear the task again")
        assert await one.type("help hint") == ["hint: hear a hint"]


async def test_a_lost_puzzle_tells_nothing_of_a_finished_game() -> None:
    store = read_store()
    every = map(store.puzzle, range(len(store)))
    puzzle = next(each for each in every if each.kind == "survive" and each.turns == 1)
    async with talk(at_home(), preferences=Preferences(MemoryStore())) as one:
        await one.type(f"puzzle {puzzle.id}")
        while one.view.legal and not has(one.said, "Not quite."):
            await one.type("draw" if has(one.said, "draw a card") else "1")
        assert has(one.said, "Not quite.")
        for words in ("The game is over", "ready", "log all"):
            assert not has(one.said, words)


async def test_a_lesson_speaks_of_no_place_on_the_screen() -> None:
    async with talk(at_home(), preferences=Preferences(MemoryStore())) as one:
        await one.type("lesson 1")
        assert has(await one.type("hint"), "Hint: type choices to hear everything you can do.")
        await one.type("draw")
        await one.type("next")
        (action,) = shortest(COURSE[0].steps[1])
        said = await one.type(str(action))
        assert has(said, "Type table to hear your points, and the goal after them.")
        assert has(await one.type("table"), " of 21")


async def test_the_greeting_leads_somebody_new_to_the_lessons() -> None:
    store = MemoryStore()
    line = "New to the game? Type lesson for the first lesson, or puzzle for a first puzzle."
    async with talk(at_home(), preferences=Preferences(store)) as one:
        assert line in one.said
        await one.type("puzzle 1")
        await one.type("6 of diamonds for points")
    async with talk(at_home(), preferences=Preferences(store)) as one:
        assert line not in one.said


async def test_who_has_played_on_a_server_is_not_greeted_as_new() -> None:
    line = "New to the game? Type lesson for the first lesson, or puzzle for a first puzzle."
    async with talk(online(account=FakeAccount(), finished=())) as one:
        assert line in one.said
    for climbed in ((LadderGame("beginner", "won"),), ()):
        finished = () if climbed else (GAMES[0],)
        lobby = online(account=FakeAccount(), climbed=climbed, finished=finished)
        async with talk(lobby) as one:
            assert line not in one.said
