"""`cuttle arena`: what is printed, kept, gone on with and refused."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from shlex import join

import pytest

from engine.arena.entrants import Block
from engine.arena.games import Host, PlayedBlock
from engine.record.parser import parse_record
from server.cli.main import main
from tests.whole import some

pytestmark = pytest.mark.slow

_EXAMPLE = Path(__file__).parents[3] / "docs" / "examples" / "player.py"
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
    words = ("greedy", "random", "beginner", "-n", "4", "--seed", "1")
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
    assert f"{file}: line 2 is broken: --fresh starts over, --state names another file" in err
    assert arena(*words, "--fresh")[0] == 0
    status, _, err = arena(*words, "--seed", "2")
    assert (status, "it belongs to another arena (seed: " in err) == (1, True)
    file.write_bytes(b"\xff\xfe")
    assert "not a file of an arena" in arena(*words)[2]


def test_a_seed_is_drawn_told_and_kept_for_the_rest(
    arena: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = ("greedy", "random", "-n", "6")
    drawn = []
    for _ in range(2):
        _, out, err = arena(*words)
        seed = err.partition("--seed ")[2].split()[0]
        assert f"seed {seed}: 6 games" in out
        drawn.append(seed)
    assert drawn[0] != drawn[1]
    again = arena(*words, "--seed", drawn[0])[1]
    assert f"seed {drawn[0]}: 6 games" in again
    play, seen = Host.play, list[Block]()

    def interrupted(host: Host, block: Block) -> PlayedBlock:
        seen.append(block)
        if len(seen) == 2:
            raise KeyboardInterrupt
        return play(host, block)

    monkeypatch.setattr(Host, "play", interrupted)
    _, _, err = arena(*words)
    begun = err.partition("--seed ")[2].split()[0]
    status, out, _ = arena(*words)
    assert (status, f"seed {begun}: 6 games" in out) == (0, True)


def test_results_of_a_program_are_not_added_to_those_of_another_version(
    arena: Cli, tmp_path: Path
) -> None:
    player = tmp_path / "player.py"
    player.write_text(_EXAMPLE.read_text())
    file = tmp_path / "state"
    command = join([sys.executable, str(player)])
    words = (f"me={command}", "random", "-n", "2", "--state", str(file))
    assert arena(*words)[0] == 0
    assert arena(*words)[0] == 0
    player.write_text(_EXAMPLE.read_text() + "\n# better\n")
    status, _, err = arena(*words)
    assert (status, "a program has changed since" in err) == (1, True)
    assert arena(*words, "--fresh")[0] == 0


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
        (["greedy", "-n", "2", "nobody"], 2, "no player is called 'nobody'"),
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


def test_players_may_stand_between_flags(arena: Cli) -> None:
    status, out, _ = arena("greedy", "-n", "2", "random", "--seed", "3", "beginner")
    assert status == 0
    assert "seed 3: 6 games on 1 deal" in out


def test_a_flag_that_is_unknown_is_refused_with_the_usage_of_the_arena(
    arena: Cli, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        arena("greedy", "--fast", "random")
    assert ended.value.code == 2
    err = capsys.readouterr().err
    assert "usage: cuttle arena" in err
    assert "unrecognized arguments: --fast" in err


# Commands that are stopped: in processes of their own.

STOPPED = "stopped; what was played is kept in"


@contextmanager
def running(tmp_path: Path, *words: str) -> Iterator[subprocess.Popen[str]]:
    """Start the command in a home and a group of processes of its own."""
    home = {name: str(tmp_path) for name in ("HOME", "XDG_DATA_HOME", "PYTHONPATH")}
    home["PYTHONPATH"] += os.pathsep + str(Path(__file__).parents[3])
    with subprocess.Popen(
        [sys.executable, "-m", "server.cli", "arena", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | home,
        start_new_session=True,
    ) as process:
        try:
            yield process
        finally:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)


@pytest.mark.slow
@pytest.mark.parametrize("number", some([signal.SIGINT, signal.SIGTERM], 2))
def test_workers_that_are_still_being_started_say_nothing_when_stopped(
    tmp_path: Path, number: signal.Signals
) -> None:
    started = tmp_path / "started"
    os.mkfifo(started)
    (tmp_path / "sitecustomize.py").write_text(
        "import os, sys\n"
        "if '--multiprocessing-fork' in sys.orig_argv:\n"
        f"    os.write(os.open({str(started)!r}, os.O_WRONLY), b'.')\n"
    )
    with (
        started.open("r+b", buffering=0) as pipe,
        running(tmp_path, "master", "expert", "--seed=1", "-n40", "--jobs=2") as process,
    ):
        pipe.read(1)  # returns once a worker begins to load
        if number is signal.SIGINT:  # ctrl+c is sent to all
            os.killpg(process.pid, number)
        else:
            process.send_signal(number)
        _, err = process.communicate(timeout=60)
    assert (process.returncode, len(err.splitlines())) == (128 + number, 1), err
    assert STOPPED in err


@pytest.mark.slow
@pytest.mark.parametrize("number", some([signal.SIGINT, signal.SIGTERM], 2))
def test_only_games_that_count_have_records_when_it_is_stopped(
    tmp_path: Path, number: signal.Signals
) -> None:
    program = tmp_path / "player.py"
    program.write_text(
        "import json, os, sys\n"
        "def say(**message): print(json.dumps(message), flush=True)\n"
        "sys.stdin.readline()\n"
        "say(type='hello', protocol=1, name='x')\n"
        "games = 0\n"
        "for line in sys.stdin:\n"
        "    message = json.loads(line)\n"
        "    games += message['type'] == 'game'\n"
        "    last = games == 2 and message.get('seat') == 1  # the second game of the second deal\n"
        "    if last: os.kill(os.getppid(), int(sys.argv[1]))\n"
        "    elif message['type'] == 'view': say(type='action', choice=0)\n"
    )
    me = f"me={join([sys.executable, '-IS', str(program), str(int(number))])}"
    records, state = tmp_path / "records", tmp_path / "state"
    words = (me, "greedy", "-n", "8", "--jobs=1", f"--records={records}", f"--state={state}")
    with running(tmp_path, *words) as process:
        out, err = process.communicate(timeout=60)
    assert process.returncode == 128 + number, err
    assert "2 games on 1 deal" in out
    assert STOPPED in err
    assert len(state.read_text().splitlines()) == 2, "a heading, and one deal"
    assert len([*records.iterdir()]) == 2


@pytest.mark.parametrize("words", [["-n=0"], ["-n=x"], ["--seconds=0"], ["--seconds=nan"]])
def test_wrong_numbers_are_refused(arena: Cli, words: list[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        arena("greedy", "random", *words)
    assert ended.value.code == 2
