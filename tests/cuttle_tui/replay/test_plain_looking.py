"""What plain mode tells of a finished game: its moments and positions, its result, its files."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from tests.cuttle_tui import lobbies
from tests.cuttle_tui.games import record_after
from tests.cuttle_tui.plain_talk import at_home, play_on, talk


async def test_the_game_just_finished_needs_no_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    async with talk(at_home()) as one:
        await one.type("computer beginner")
        for line in ("result", "decided", "moments", "check"):
            assert await one.type(line) == ["The game is not over."]
        assert await play_on(one, random.Random(3)) > 0
        moments = await one.type("moments")
        assert all(line.startswith("move ") for line in moments)
        last = one.view.ply
        assert moments[-1] == f"move {last}: the end of the game"
        told = await one.type(f"position {last}")
        assert f"The table after move {last}." in told
        assert any("known to you" in line for line in told)
        assert any(line.startswith("You have ") for line in told)
        assert any(line.startswith("Your hand, ") for line in told)
        assert not any("You has" in line for line in told)
        assert await one.type(f"position {last + 1}") == [
            f"There is no move {last + 1}. Type 0 to {last}."
        ]
        closing = next(line for line in one.said if line.startswith("Type ready to play again"))
        assert "help" in closing
        likely = await one.type("help")
        assert any(line.startswith("decided: ") for line in likely)
        assert any(line.startswith("analyse: ") for line in likely)
        (result,) = await one.type("result")  # the curve is drawn for eyes alone
        assert result.startswith("ana ")
        assert result.endswith(" turns")
        assert (await one.type("check"))[0].startswith("Deal fair: it matches the seal")
        await one.type("decided")
        await one.until("The coach: ")
        await one.type("picture")
        await one.type("cast")
    assert sorted(path.suffix for path in tmp_path.iterdir()) == [".cast", ".svg", ".txt"]


async def test_without_a_game_one_is_to_be_named() -> None:
    async with talk(at_home()) as one:
        assert await one.type("decided") == [
            "No game has just ended here: name one. Type games for the list.",
            "Usage: decided GAME.",
        ]
        for word in ("replay", "record", "analyse"):
            assert (await one.type(word))[0] == f"Usage: {word} GAME."
        assert await one.type("position") == ["Usage: position [GAME] MOVE."]


async def test_the_game_being_played_shows_only_what_its_player_saw() -> None:
    async with talk(at_home()) as one:
        await one.type("computer beginner")
        await one.type("wait")
        now = await one.type("hand")
        await one.type("1")
        await one.type("wait")
        told = await one.type("position 0")
        hand = [line for line in told if line.startswith("Your hand")]
        assert [line.partition(": ")[2] for line in hand] == [now[0].partition(": ")[2]]
        assert not any("known to you" in line for line in told)


async def test_lines_of_the_log_are_found_by_a_word_or_a_card() -> None:
    async with talk(at_home()) as one:
        await one.type("computer beginner")
        await play_on(one, random.Random(3))
        everything = await one.type("log all")
        found = await one.type("find one-off")
        assert found[:-1] == [line for line in everything if "one-off" in line]
        assert found[-1].endswith(" found.")
        assert (await one.type("find 6S"))[:-1] == (await one.type("find 6 of spades"))[:-1]
        assert await one.type("find no such word") == ["No line found."]
        assert await one.type("find") == ["Usage: find WORDS."]


async def test_practice_begins_at_a_move_of_a_stored_game(tmp_path: Path) -> None:
    async with talk(at_home(records=tmp_path)) as one:
        await one.type("computer beginner")
        await play_on(one, random.Random(3))
        await one.type("leave")
        assert await one.type("practise 1") == ["Usage: practise GAME MOVE [NAME]"]
        assert (await one.type("practise 1 1 nobody"))[-1] == "Nobody called nobody is here."
        told = await one.type("practise 1 1")
        assert told[0].startswith("You are ")
        assert one.session.table is not None
        assert one.session.table.chair.practice is not None
        assert one.view.ply >= 1


async def test_a_server_names_the_line_that_fetches_a_file() -> None:
    async with talk(lobbies.online(records={"g7xq": record_after()})) as one:
        (line,) = await one.type("picture g7xq")
        assert "ssh " in line
        assert "picture g7xq > g7xq.svg" in line


async def test_a_lesson_is_begun_again() -> None:
    async with talk(at_home()) as one:
        first = await one.type("lesson 1")
        for _ in range(4):
            await one.type("next")
        assert await one.type("lesson 1 again") == first
