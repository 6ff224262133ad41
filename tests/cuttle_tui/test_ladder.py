"""The ladder: the record against each level of the computer, its badges, and what is next."""

from __future__ import annotations

import json
import random
import re
from dataclasses import replace
from pathlib import Path
from typing import Final

import pytest
from hypothesis import given, strategies as st

from cuttle_tui.app import CuttleApp
from cuttle_tui.front.ladder import last_games
from cuttle_tui.i18n.translation import plain
from cuttle_tui.ladder import (
    NEEDED,
    WINDOW,
    after_line,
    home_line,
    level_about,
    next_rung,
    rung_at,
    rung_panel,
    rungs_of,
    with_last,
)
from cuttle_tui.local.lobby import LocalLobby, data_lobby
from cuttle_tui.playing.screen import TableScreen
from cuttle_tui.ports import ArchiveProblem, Chair, LadderGame, Result
from engine.actions import Action, Kind
from engine.bots import greedy
from engine.bots.levels import LEVELS
from engine.errors import CuttleError
from tests.cuttle_tui import tables
from tests.cuttle_tui.coached import FakeAnalyst
from tests.cuttle_tui.gallery.staged import settled
from tests.cuttle_tui.grids import grid
from tests.cuttle_tui.lobbies import FakeLobby
from tests.cuttle_tui.local.test_resume import play, turn_of
from tests.cuttle_tui.plain_talk import talk

_RESULTS: Final[dict[str, Result]] = {"W": "won", "L": "lost", "D": "drawn"}


def games(text: str, level: str = "sharp") -> tuple[LadderGame, ...]:
    """Build games from letters: W, L and D, small where the player had help."""
    return tuple(LadderGame(level, _RESULTS[sign.upper()], helped=sign.islower()) for sign in text)


@pytest.mark.parametrize(
    ("played", "beaten", "streak", "best"),
    [
        ("", False, 0, 0),
        ("WW", False, 2, 2),
        ("WWW", True, 3, 3),
        ("WLWLW", True, 1, 1),
        ("WLLLWLW", False, 1, 1),
        ("WWWLLLLL", True, 0, 3),
        ("WDWDDDW", True, 3, 3),
        ("WWwww", False, 2, 2),
        ("WWlW", True, 3, 3),
    ],
)
def test_three_of_the_last_five_beat_a_level_for_good(
    played: str, beaten: bool, streak: int, best: int
) -> None:
    rung = rung_at(rungs_of(games(played)), "sharp")
    assert (rung.beaten, rung.streak, rung.best) == (beaten, streak, best)
    assert (rung.won, rung.lost) == (played.count("W"), played.count("L"))


@given(st.lists(st.sampled_from("WLDwld"), max_size=30))
def test_a_badge_is_there_once_enough_were_won_among_the_last(signs: list[str]) -> None:
    counted = [sign for sign in signs if sign in "WL"]
    windows = (counted[max(0, end - WINDOW) : end] for end in range(len(counted) + 1))
    rung = rung_at(rungs_of(games("".join(signs))), "sharp")
    assert rung.beaten == any(window.count("W") >= NEEDED for window in windows)
    assert rung.streak <= rung.best <= rung.won


def test_next_is_the_weakest_level_above_those_that_are_beaten() -> None:
    first, *_, last = (level.name for level in LEVELS)
    following = next_rung(rungs_of(()))
    assert following is not None
    assert following.level == first
    following = next_rung(rungs_of(games("WWW", "regular")))
    assert following is not None
    assert following.level == "sharp"
    assert next_rung(rungs_of(games("WWW", last))) is None


def test_levels_of_old_records_count_for_nothing() -> None:
    assert rungs_of(games("WWW", "greedy")) == rungs_of(())


@pytest.mark.parametrize(
    ("played", "told"),
    [
        ("", ""),
        ("W", "1 of 3 wins against sharp"),
        ("WL", "1 of 3 wins against sharp"),
        ("WW", "2 in a row: one more, and sharp is beaten"),
        ("WWW", "sharp is beaten; next to beat: expert"),
        ("WWWW", "4 in a row against sharp"),
        ("WWWL", "3 won, 1 lost against sharp"),
        ("WWw", "not counted: you had a hint, or took a move back"),
        ("WWl", ""),
        ("WWD", ""),
    ],
)
def test_the_line_after_a_game(played: str, told: str) -> None:
    assert plain(after_line(games(played))) == told


def test_the_line_at_home_and_that_of_a_level() -> None:
    assert home_line(rungs_of(())) == ()
    rungs = rungs_of(games("WWW") + games("WL", "expert"))
    assert plain(home_line(rungs)) == "next to beat: expert, 1 of 3 wins (k: ladder)"
    assert plain(level_about("sharp", rungs)).endswith("; beaten")
    assert plain(level_about("expert", rungs)).endswith("; 1 of 3 wins")
    assert plain(level_about("master", rungs)) == f"master: {LEVELS[-1].describes}"


# at home, over several starts --------------------------------------------------------------------


def opened(folder: Path, seed: int = 10) -> LocalLobby:
    """Open the lobby as the app does at its start."""
    return data_lobby(folder, "ana", seed=bytes([seed]) * 32, pace=0.0)


async def win(folder: Path, level: str = "beginner") -> None:
    """Win a game in an app of its own, by plays that look good."""
    for seed in range(40):
        lobby = opened(folder, seed)
        chair = await lobby.play_computer("standard", level)
        rng = random.Random(seed)
        while (view := (await turn_of(chair)).view) is not None and view.outcome is None:
            chair.submit(greedy.choose(view, rng.randrange(1 << 30)), view.ply)
        lobby.put_aside(chair)
        if view is not None and view.outcome is not None and 0 in view.outcome.winners:
            return
    raise AssertionError("40 games, and none is won")


async def lose(chair: Chair) -> None:
    view = (await turn_of(chair)).view
    assert view is not None
    chair.submit(Action(Kind.CONCEDE, seat=0), view.ply)


async def results(folder: Path) -> str:
    """Return how the games against a beginner ended, as an app that starts now reads it."""
    found = (await opened(folder).ladder("standard")).games
    signs = {"won": "W", "lost": "L", "drawn": "D"}
    return "".join(
        signs[game.result].lower() if game.helped else signs[game.result]
        for game in found
        if game.level == "beginner"
    )


async def test_the_ladder_follows_from_the_games_of_two_days(tmp_path: Path) -> None:
    lobby = opened(tmp_path)
    chair = await lobby.play_computer("standard", "beginner")
    await play(chair, 1, random.Random(1))
    await lose(chair)
    lobby.put_aside(chair)
    assert await results(tmp_path) == "L"
    await win(tmp_path)
    later = await results(tmp_path)
    assert later.startswith("L")
    assert later.endswith("W")
    assert (await opened(tmp_path).ladder("cutthroat")).games == ()


async def test_rules_with_a_version_are_the_same_rules(tmp_path: Path) -> None:
    lobby = opened(tmp_path)
    chair = await lobby.play_computer("cuttle.cards", "sharp")
    await play(chair, 1, random.Random(1))
    await lose(chair)
    assert [game.result for game in (await lobby.ladder("cuttle.cards")).games] == ["lost"]


async def test_a_move_taken_back_counts_out_a_game_even_after_a_restart(tmp_path: Path) -> None:
    first = opened(tmp_path)
    chair = await first.play_computer("standard", "beginner")
    await play(chair, 2, random.Random(1))
    assert chair.practice is not None
    chair.practice.take_back()
    await play(chair, 1, random.Random(2))
    first.put_aside(chair)
    second = opened(tmp_path)
    (saved,) = second.saved()
    (resumed,) = second.resume_game(saved.id)
    await lose(resumed)
    second.put_aside(resumed)
    assert await results(tmp_path) == "l"
    third = opened(tmp_path, 11)
    again = await third.play_computer("standard", "beginner")
    await play(again, 1, random.Random(1))
    await lose(again)
    third.put_aside(again)
    assert await results(tmp_path) == "lL"


async def test_a_hint_counts_out_a_game(tmp_path: Path) -> None:
    lobby = LocalLobby(
        "ana", pace=0.0, seed=bytes(32), results=tmp_path / "results.jsonl", analyst=FakeAnalyst()
    )
    async with talk(lobby) as one:
        await one.type("computer standard beginner")
        await one.until("Type a number from 1 to ")
        await one.type("hint")
        await one.type("yes")
        await one.until("to win")
        await one.type("end")
        await one.type("yes")
    assert [game.helped for game in (await lobby.ladder("standard")).games] == [True]


async def test_results_of_older_versions_are_read_and_broken_ones_reported(tmp_path: Path) -> None:
    file = tmp_path / "results.jsonl"
    old = {"game": "1", "ruleset": "standard", "level": "sharp", "result": "won"}
    lines = [json.dumps({**old, "game": str(number)}) for number in range(3)]
    text = "\n".join([*lines, '{"game": "9", "ruleset":', "[1, 2]"]).encode() + b"\n\xff\xfe?\n"
    file.write_bytes(text)
    found = await opened(tmp_path).ladder("standard")
    assert rung_at(rungs_of(found.games), "sharp").beaten
    assert found.trouble is not None
    async with talk(opened(tmp_path)) as one:
        said = " ".join(await one.type("ladder"))
        assert "sharp, beaten: 3 wins, 0 losses; in a row 3, best 3" in said
        assert "next to beat: expert" in said.lower()
        assert "broken lines: 3" in said
        assert str(file) in said
        assert "broken lines: 3" in " ".join(await one.type("results"))
    lobby = opened(tmp_path)
    chair = await lobby.play_computer("standard", "beginner")
    await play(chair, 1, random.Random(1))
    await lose(chair)
    assert file.read_bytes().startswith(text)
    assert await results(tmp_path) == "L"


# on screens --------------------------------------------------------------------------------------


def text_of(app: CuttleApp) -> str:
    return "\n".join(grid(app))


@pytest.mark.slow
@pytest.mark.parametrize("size", [(80, 24), (120, 40)], ids=str)
async def test_home_names_the_next_level_and_opens_the_ladder(size: tuple[int, int]) -> None:
    climbed = games("WWW", "beginner") + games("WLW", "casual") + games("WWwl")
    lobby = FakeLobby(climbed=climbed, chairs=(tables.chair(tables.TARGETS),))
    app = CuttleApp(lobby)
    async with app.run_test(size=size) as pilot:
        await settled(pilot)
        assert "k  next level" in text_of(app)
        assert "casual: 2 of 3 wins" in text_of(app)
        await pilot.press("1")
        await settled(pilot)
        assert f"beginner: {LEVELS[0].describes}; beaten" in text_of(app)
        await pilot.press("k")
        await settled(pilot)
        shown = text_of(app)
        assert re.search(r"beginner +●●● +beaten +3-0 +3, best 3", shown)
        assert re.search(r"casual +●●○ +next +2-1", shown)
        assert "games with help do not count" in shown
        assert "Play against casual?" in shown
        await pilot.press("enter")
        await settled(pilot)
        assert lobby.level == "casual"
        assert isinstance(app.screen, TableScreen)


async def test_the_plate_says_what_a_game_has_changed(tmp_path: Path) -> None:
    lobby = LocalLobby(
        "ana", pace=0.0, seed=bytes(32), results=tmp_path / "results.jsonl", analyst=FakeAnalyst()
    )
    chair = await lobby.play_computer("standard", "beginner")
    await play(chair, 4, random.Random(1))
    app = CuttleApp(lobby, chair=chair)
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        await lose(chair)
        await settled(pilot)
        await settled(pilot)
        assert "0 of 3 wins against beginner" in text_of(app)


async def test_plain_mode_says_it_after_a_game(tmp_path: Path) -> None:
    lobby = LocalLobby(
        "ana", pace=0.0, seed=bytes(32), results=tmp_path / "results.jsonl", analyst=FakeAnalyst()
    )
    async with talk(lobby) as one:
        await one.type("computer standard beginner")
        await one.until("Type a number from 1 to ")
        await one.type("concede")
        await one.type("yes")
        await one.until("0 of 3 wins against beginner")


async def test_a_game_that_a_server_has_not_stored_yet_is_added_once() -> None:
    lobby = LocalLobby("ana", pace=0.0, seed=bytes(32))
    chair = await lobby.play_computer("standard", "sharp")
    await play(chair, 2, random.Random(1))
    await lose(chair)
    state = chair.state()
    assert with_last((), state, 0) == ()
    stored = replace(state, game="abc")
    (added,) = with_last((), stored, 0)
    assert added == LadderGame("sharp", "lost", id="abc")
    assert with_last((added,), stored, 0) == (added,)


async def test_where_a_level_is_chosen_it_says_what_is_beaten() -> None:
    lobby = FakeLobby(climbed=games("WWW", "regular") + games("WL"))
    app = CuttleApp(lobby)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("n", "v", "left")
        await settled(pilot)
        assert f"sharp: {LEVELS[3].describes}; 1 of 3 wins" in text_of(app)
        await pilot.press("left")
        await settled(pilot)
        assert f"regular: {LEVELS[2].describes}; beaten" in text_of(app)
    async with talk(lobby) as one:
        listed = await one.type("level")
        assert [line.rpartition("; ")[2] for line in listed[2:4]] == ["beaten", "1 of 3 wins"]


def test_the_last_games_are_told_with_what_each_changed() -> None:
    rows = last_games((*games("WWLW"), *games("wD", "expert"))).rows
    told = [[cell.text for cell in row.cells] for row in rows]
    assert told == [
        ["expert", "drawn", ""],
        ["expert", "won, with help", ""],
        ["sharp", "won", "sharp is beaten; next to beat: expert"],
        ["sharp", "lost", "2 of 3 wins against sharp"],
        ["sharp", "won", "2 in a row: one more, and sharp is beaten"],
        ["sharp", "won", "1 of 3 wins against sharp"],
    ]


def test_the_panel_tells_how_far_the_player_is() -> None:
    played = games("WWWL")
    blocks = rung_panel(rung_at(rungs_of(played), "sharp"), played)
    assert [plain(line) for line in blocks[1].lines] == [
        "1 of 6 levels beaten",
        "3 wins, 1 loss",
        "longest streak: 3, against sharp",
    ]
    assert [plain(line) for line in rung_panel(rung_at((), "sharp"), ())[1].lines] == [
        "0 of 6 levels beaten",
        "0 wins, 0 losses",
    ]


@pytest.mark.parametrize(("size", "told"), [((120, 40), "Nothing is deleted"), ((60, 20), "lines")])
async def test_what_cannot_be_read_is_told_in_every_window(
    size: tuple[int, int], told: str
) -> None:
    trouble = ArchiveProblem(CuttleError("broken lines: {count}", count=2), "results.jsonl")
    app = CuttleApp(FakeLobby(climbed=games("W"), unread=trouble))
    async with app.run_test(size=size) as pilot:
        await pilot.press("k")
        await settled(pilot)
        shown = "\n".join(grid(app))
        assert "Not all results can be read" in shown
        assert told in shown
