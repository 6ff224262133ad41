"""`cuttle arena`: what is printed, kept, gone on with and refused."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from engine.arena.games import Host, PlayedBlock
from engine.arena.schedule import Block
from engine.record.parser import parse_record
from server.cli.main import main

Cli = Callable[..., tuple[int, str, str]]


@pytest.fixture
def arena(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Cli:
    """Run the command in a home of its own; return its status and what it wrote."""
    monkeypatch.setattr("platformdirs.user_data_path", lambda _name: tmp_path / "data")

    def run(*words: str) -> tuple[int, str, str]:
        status = main(["arena", *words, "--jobs=1"])
        return (status, *capsys.readouterr())

    return run


def kept(tmp_path: Path) -> list[Path]:
    return [*(tmp_path / "data" / "arena").glob("*")]


def test_the_result_is_printed_and_nothing_is_left(arena: Cli, tmp_path: Path) -> None:
    status, out, err = arena("greedy", "random", "-n", "7")
    assert status == 0
    assert "8 games on 4 deals" in out
    assert "greedy made" in out
    assert "8 of 8 games  greedy" in err
    assert kept(tmp_path) == []


def test_a_tournament_that_was_interrupted_goes_on(
    arena: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = ("greedy", "random", "beginner", "-n", "4")
    whole = arena(*words)[1].partition("time a move")[0]
    play = Host.play
    seen: list[Block] = []

    def interrupted(host: Host, block: Block) -> PlayedBlock:
        seen.append(block)
        if len(seen) == 3:
            raise KeyboardInterrupt
        return play(host, block)

    monkeypatch.setattr(Host, "play", interrupted)
    status, out, err = arena(*words)
    assert status == 130
    assert "4 games on 1 deal" in out
    (file,) = kept(tmp_path)
    assert f"what was played is kept in {file}, the same command goes on" in err
    assert json.loads(file.read_text().splitlines()[0])["players"]["greedy"] == "greedy"
    status, out, err = arena(*words)
    assert status == 0
    assert f"going on with {file}" in err
    assert out.partition("time a move")[0] == whole
    assert len({*seen}) == 6
    assert len(seen) == 7, "only what was interrupted is played again"
    assert kept(tmp_path) == []


def test_a_file_that_is_named_is_kept_and_read(arena: Cli, tmp_path: Path) -> None:
    file = tmp_path / "state"
    words = ("greedy", "random", "-n", "2", "--state", str(file))
    whole = arena(*words)[1]
    before = file.read_text()
    assert arena(*words)[1] == whole
    assert file.read_text() == before
    file.write_text(before.replace('"deal"', '"dea"'))
    status, _, err = arena(*words)
    assert status == 1
    assert f"{file}: line 2 is broken: --fresh begins anew, --state names another file" in err
    assert arena(*words, "--fresh")[0] == 0
    status, _, err = arena(*words, "--seed", "2")
    assert (status, "it belongs to another arena (seed: '1')" in err) == (1, True)
    file.write_bytes(b"\xff\xfe")
    assert "no file of an arena" in arena(*words)[2]


def test_records_are_written(arena: Cli, tmp_path: Path) -> None:
    assert arena("greedy", "random", "-n", "2", "--records", str(tmp_path / "r"))[0] == 0
    records = sorted((tmp_path / "r").iterdir())
    assert len(records) == 2
    players = [parse_record(path.read_text()).players for path in records]
    assert players == [("greedy", "random"), ("random", "greedy")]


@pytest.mark.parametrize(
    ("words", "status", "said"),
    [
        (["greedy"], 2, "name two players"),
        (["greedy", "nobody"], 2, "no player is called 'nobody': choose from beginner"),
        (["greedy", "random", "--ruleset=none"], 2, "unknown ruleset"),
        (["greedy", "me=/nowhere/at-all"], 1, "me: /nowhere/at-all: no such file or directory"),
        (["greedy", "me=true"], 1, "me: the program ended with status 0"),
        (["greedy", "random", "--state=/"], 1, "/: is a directory"),
        (["greedy", "random", "--records=/dev/null/x"], 1, "/dev/null"),
    ],
)
def test_what_cannot_be_played_is_said_before(
    arena: Cli, words: list[str], status: int, said: str
) -> None:
    ended, out, err = arena(*words)
    assert (ended, out) == (status, "")
    assert said.lower() in err.lower()


@pytest.mark.parametrize("words", [["-n=0"], ["-n=x"], ["--seconds=0"], ["--seconds=nan"]])
def test_wrong_numbers_are_refused(arena: Cli, words: list[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        arena("greedy", "random", *words)
    assert ended.value.code == 2
