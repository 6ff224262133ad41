"""The engine agrees with every recorded game, and a spoiled recording is caught."""

from __future__ import annotations

import copy
import gzip
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.programs.conformance import Difference, Json, read_games, replay_files, replay_game

GAMES = sorted((Path(__file__).parent / "data" / "games").glob("*.jsonl.gz"))


@pytest.mark.slow
@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.name)
def test_recorded_games_replay(path: Path) -> None:
    games, steps = replay_files([path])
    assert games >= 10
    assert steps >= 15 * games


@pytest.mark.slow
def test_there_are_a_few_hundred() -> None:
    assert sum(1 for path in GAMES for _ in read_games(path)) >= 250


def _spoil_legal(game: Json) -> None:
    game["steps"][7]["legal"].append("points KS")


def _spoil_missing(game: Json) -> None:
    step = game["steps"][0]
    step["legal"] = [text for text in step["legal"] if text == step["played"]]


def _spoil_score(game: Json) -> None:
    game["steps"][9]["after"]["totals"][1] += 1


def _spoil_hand(game: Json) -> None:
    game["steps"][9]["after"]["p0"]["hand"].reverse()
    game["steps"][9]["after"]["p0"]["hand"].append("XX")


def _spoil_frozen(game: Json) -> None:
    game["steps"][5]["after"]["p1"]["frozen"].append("AC")


def _spoil_winner(game: Json) -> None:
    game["result"]["winner"] = {0: 1, 1: None, None: 0}[game["result"]["winner"]]


def _spoil_end(game: Json) -> None:
    del game["steps"][-1]


@pytest.mark.parametrize(
    "spoil",
    [
        _spoil_legal,
        _spoil_missing,
        _spoil_score,
        _spoil_hand,
        _spoil_frozen,
        _spoil_winner,
        _spoil_end,
    ],
)
def test_a_spoiled_game_is_caught(spoil: Callable[[Json], None]) -> None:
    game = next(read_games(GAMES[-1]))
    replay_game(copy.deepcopy(game))
    spoil(game)
    with pytest.raises(Difference):
        replay_game(game)


def run(*args: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "tests.programs.conformance", *args]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.mark.slow
def test_the_command_counts_and_exits_0() -> None:
    done = run(str(GAMES[0]))
    assert done.returncode == 0
    assert done.stdout.startswith("10 games, ")
    assert done.stdout.endswith(" 0 differences\n")


@pytest.mark.slow
def test_the_command_names_the_first_difference_and_exits_1(tmp_path: Path) -> None:
    game = next(read_games(GAMES[0]))
    _spoil_score(game)
    spoiled = tmp_path / "spoiled.jsonl.gz"
    spoiled.write_bytes(gzip.compress(json.dumps(game).encode()))
    done = run(str(spoiled))
    assert done.returncode == 1
    assert "spoiled.jsonl.gz, game 0" in done.stdout
    assert "step 9" in done.stdout
    assert "totals" in done.stdout


@pytest.mark.slow
def test_a_file_that_is_no_recording_exits_2(tmp_path: Path) -> None:
    broken = tmp_path / "broken.jsonl.gz"
    broken.write_bytes(b"not gzip")
    assert run(str(broken)).returncode == 2


def test_a_conversation_sets_up_plays_and_refuses() -> None:
    lines = [
        "position P0 hand 7D; P1 points 6H; deck 3C",
        "scuttle 7D>6S",
        "scuttle 7D>6H",
        "P0 concede@0",
        "nonsense",
        "deal 3C",
    ]
    command = [
        sys.executable,
        "-m",
        "tests.programs.conformance",
        "--stdio",
        "--ruleset",
        "standard",
    ]
    done = subprocess.run(
        command, input="\n".join(lines), capture_output=True, text=True, check=True
    )
    assert done.stdout.splitlines() == [
        "standard; P0 hand 7D; P1 points 6H; deck 3C; turn 0 P0",
        "legal: draw, points 7D, oneoff 7D, scuttle 7D>6H",
        "error: P0 may not scuttle 7D>6S now",
        "standard; P0; P1; deck 3C; scrap 6H 7D; turn 1 P1; ply 1",
        "legal: draw",
        "standard; P0; P1; deck 3C; scrap 6H 7D; turn 1 P1; ply 2; over concede P1",
        "legal: ",
        "error: not an action: 'nonsense' (for example: draw, points 3H, oneoff 9C>KD)",
        "error: the deck must contain each of the 52 cards once",
    ]


@pytest.mark.slow
def test_a_conversation_needs_a_ruleset_that_exists() -> None:
    done = run("--stdio", "--ruleset", "whist")
    assert done.returncode == 2
    assert "unknown ruleset: 'whist'" in done.stdout
