"""Plain mode at home: games that are kept, results, one's name, lines as wide as the terminal."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from cuttle_tui.learn.plain import TaskFeed
from cuttle_tui.local.lobby import LocalLobby, data_lobby
from cuttle_tui.plain.lines import wrapped
from cuttle_tui.table.words.menu_lines import closing
from tests.cuttle_tui import lobbies, tables
from tests.cuttle_tui.plain.test_plain import at_table_of, sit
from tests.cuttle_tui.plain_talk import talk


def has(said: list[str], text: str) -> bool:
    """Return whether a text is in one of the lines."""
    return any(text in line for line in said)


def home(folder: Path) -> LocalLobby:
    return data_lobby(folder, "ana", seed=bytes([1]) * 32, pace=0.0)


async def test_a_game_is_left_offered_resumed_and_given_up(tmp_path: Path) -> None:
    async with talk(home(tmp_path)) as one:
        await one.type("computer")
        await one.until("Type a number from 1 to ")
        await one.type("draw")
        await one.until("You drew")
        assert has(await one.type("leave"), "Your game is saved.")
        assert has(await one.type("concede"), "That only works at a table.")
    async with talk(home(tmp_path)) as one:
        assert has(one.said, "You left a game: you 0, the computer ")
        assert not has(one.said, "lobby")
        assert has(await one.type("resume 2"), "There is no saved game with that number.")
        assert has(await one.type("1"), "Turn ")
        assert has(await one.type("end"), "ends the game for good")
        assert has(await one.type("yes"), "You are at no table.")
        assert has(await one.type("results"), "standard, level beginner: 0 won, 1 lost, 0 drawn")
        assert has(await one.type("resume"), "No unfinished games.")


async def test_who_quits_in_a_kept_game_hears_that_it_is_kept(tmp_path: Path) -> None:
    async with talk(home(tmp_path)) as one:
        await one.type("computer")
        await one.until("Type a number from 1 to ")
        await one.type("1")
        said = await one.type("quit")
        assert has(said, "Your game is saved. Type resume to continue it.")
        assert said[-1] == "Goodbye."
    async with talk(home(tmp_path)) as one:
        assert not has(await one.type("quit"), "kept")


async def test_the_help_of_a_game_against_the_computer_leaves_other_people_out(
    tmp_path: Path,
) -> None:
    async with talk(home(tmp_path)) as one:
        await one.type("computer")
        await one.until("Type a number from 1 to ")
        said = await one.type("help all")
        assert has(said, "undo: ")
        assert not has(said, "phrases: ")
        assert not has(said, "mute NAME")


async def test_ones_name_is_chosen_whenever_one_likes(tmp_path: Path) -> None:
    async with talk(home(tmp_path)) as one:
        assert has(await one.type("name"), "name NAME")
        assert has(await one.type("name Bea"), "You are Bea.")


async def test_a_quick_match_can_be_asked_for_as_rated() -> None:
    lobby = lobbies.online(chairs=(tables.waiting_chair(),))
    async with talk(lobby) as one:
        await one.type("quick rated")
        assert lobby.asked[-1].startswith("ranked ")


async def test_a_number_opens_what_is_listed_with_it_until_a_question_is_asked() -> None:
    async with talk(at_table_of()) as one:
        assert "no command '1'" in (await one.type("1"))[0]
        assert "Type a number to begin" in (await one.type("lessons"))[-1]
        await one.type("2")
        assert isinstance(one.session.table, TaskFeed)
        await one.type("leave")
        chair = await sit(one)
        await one.type("puzzles")
        assert has(await one.type("1"), "You are already at a table")
        assert not chair.played
        await one.type("choices")
        one.put("1")
        while not chair.played:
            await asyncio.sleep(0)


@pytest.mark.parametrize(
    ("count", "pick", "told"),
    [
        (1, 1, "Type 1."),
        (3, 1, "Type a number from 1 to 3."),
        (6, 2, "Type 2 numbers from 1 to 6."),
    ],
)
def test_the_closing_line_counts_right(count: int, pick: int, told: str) -> None:
    assert closing(count, pick) == told


def test_lines_break_between_words_and_nothing_is_lost() -> None:
    line = "Your hand, 5 cards: 2 of spades, 3 of diamonds, 4 of hearts and king of spades."
    rows = wrapped(line, 40)
    assert all(len(row) <= 40 for row in rows)
    assert " ".join(row.strip() for row in rows) == line
    assert wrapped(line, 200) == [line]
    assert wrapped("x" * 50, 20) == ["x" * 50]


async def test_a_rank_that_is_not_held_is_answered(tmp_path: Path) -> None:
    async with talk(home(tmp_path)) as one:
        await one.type("lesson 1")
        assert has(await one.type("why king"), "You hold none of that rank")


async def test_all_commands_name_the_level_that_a_newcomer_is_offered(tmp_path: Path) -> None:
    async with talk(home(tmp_path)) as one:
        assert has(await one.type("level"), "beginner, offered to you: ")
        assert has(await one.type("ladder"), "next to beat: beginner")
        assert has(await one.type("computer"), "The computer plays at level beginner.")
    async with talk(home(tmp_path)) as one:
        assert has(await one.type("level sharp"), "sharp, your choice: ")
        assert has(await one.type("computer"), "The computer plays at level sharp.")


async def test_a_match_is_played_at_home_and_its_score_told(tmp_path: Path) -> None:
    async with talk(home(tmp_path)) as one:
        assert has(await one.type("computer match 3"), "The match stands at 0-0.")
        await one.until("Type a number from 1 to ")
        await one.type("concede")
        await one.type("yes")
        await one.until("leads the match 1-0")
        await one.type("leave")
    async with talk(home(tmp_path)) as one:
        assert has(one.said, "0-1 the computer, between two games. Type resume to go on.")
