"""The command: what starts, what it says, and how it fails."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from engine.actions import parse_action
from engine.record.record import record_text
from engine.rules.options import parse_ruleset
from engine.table.seats import Ready
from engine.table.table import Table
from tests.ptys import in_terminal
from tests.server.commands import run_here
from tests.whole import some, takes_longer

pytestmark = pytest.mark.slow


def _cuttle(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "server.cli", *words], capture_output=True, text=True, timeout=60
    )


def test_help_and_version() -> None:
    assert "serve" in _cuttle("--help").stdout
    assert re.fullmatch(r"cuttle \S.*\n", _cuttle("--version").stdout)


def test_wrong_use_is_status_2() -> None:
    done = _cuttle("fly")
    assert done.returncode == 2
    assert "Traceback" not in done.stderr
    for port in ("x", "70000"):
        assert run_here("serve", "--port", port).returncode == 2


def test_playing_at_home_loads_no_server() -> None:
    program = (
        "import sys\n"
        "from unittest import mock\n"
        "from cuttle_tui import __main__ as home\n"
        "begun = []\n"
        "home.run = lambda app, hosting=None: begun.append(app) or 0\n"
        "from server.cli.main import main\n"
        "with mock.patch('os.isatty'), mock.patch('sys.stdin') as i, mock.patch('sys.stderr'):\n"
        "    assert main([]) == 0\n"
        "assert len(begun) == 1\n"
        "tops = {name.split('.')[0] for name in sys.modules}\n"
        "heavy = tops & {'asyncssh', 'sqlalchemy', 'alembic', 'openskill', 'prometheus_client',"
        " 'shtab'}\n"
        "assert not heavy, heavy\n"
        "ours = {name for name in sys.modules if name.split('.')[0] == 'server'}\n"
        "assert ours == {'server', 'server.cli', 'server.cli.main', 'server.cli.play',"
        " 'server.cli.parser'}, ours\n"
    )
    subprocess.run([sys.executable, "-c", program], check=True, timeout=60)


def test_a_port_in_use_is_one_clear_line(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        done = _cuttle("serve", "--port", str(port), "--data", str(tmp_path))
    assert done.returncode == 1
    assert done.stdout == ""
    assert re.fullmatch(
        rf"cuttle: cannot listen on 127.0.0.1 port {port} .*--port.*\n", done.stderr
    )


@takes_longer
def test_a_port_for_browsers_in_use_is_named_with_its_own_flags(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        words = ("--port", "0", "--web", "--web-port", str(port), "--data", str(tmp_path))
        done = _cuttle("serve", *words)
    assert (done.returncode, done.stdout) == (1, "")
    assert re.fullmatch(
        rf"cuttle: cannot listen on 127.0.0.1 port {port} .*--web-port.*\n", done.stderr
    )


@pytest.mark.parametrize("form", some(["text", "json"], 2))
def test_a_server_for_browsers_says_where_they_find_it(tmp_path: Path, form: str) -> None:
    words = ("--port", "0", "--web", "--web-port", "0", "--data", str(tmp_path))
    with subprocess.Popen(
        [sys.executable, "-m", "server.cli", "serve", *words, "--log-format", form],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as process:
        assert process.stdout
        told = process.stdout.readline()
        if form == "text":
            told += process.stdout.readline()
        process.terminate()
        assert process.wait(30) == 0
    assert re.search(r"ssh -p [1-9]\d* 127\.0\.0\.1\b", told)
    assert re.search(r"or in a browser: +http://localhost:[1-9]\d*\b", told)


def test_a_data_directory_that_cannot_be_is_one_clear_line(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    done = _cuttle("serve", "--port", "0", "--data", str(tmp_path / "file" / "sub"))
    assert done.returncode == 1
    assert re.fullmatch(r"cuttle: cannot use the data directory .*--data DIR\n", done.stderr)


@takes_longer
def test_a_broken_host_key_is_one_clear_line(tmp_path: Path) -> None:
    (tmp_path / "host_ed25519").write_text("nonsense")
    done = _cuttle("serve", "--port", "0", "--data", str(tmp_path))
    assert done.returncode == 1
    assert re.fullmatch(r"cuttle: the host key .* cannot be read .*\n", done.stderr)


_ENDS = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGQUIT)


@pytest.mark.parametrize("number", some([*_ENDS], 4))
def test_serving_says_how_to_connect_and_drains_on_a_signal(
    tmp_path: Path, number: signal.Signals
) -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "server.cli", "serve", "--port", "0", "--data", str(tmp_path)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout
        assert re.search(r"ssh -p \d+ 127.0.0.1", process.stdout.readline())
        assert "SHA256:" in process.stdout.readline()
        for ignored in (signal.SIGUSR1, signal.SIGUSR2):
            process.send_signal(ignored)
            assert process.stderr
            assert f"{ignored.name} is ignored" in process.stderr.readline()
        process.send_signal(number)
        _, err = process.communicate(timeout=30)
    assert process.returncode == 0
    begins, over = err.splitlines()
    assert "level=info" in begins
    assert 'event="the drain begins' in begins
    assert 'event="the drain is over' in over


@takes_longer
def test_a_server_that_ignores_the_end_of_its_terminal_goes_on(tmp_path: Path) -> None:
    serve = [sys.executable, "-m", "server.cli", "serve", "--port", "0", "--data", str(tmp_path)]
    with subprocess.Popen(
        ["nohup", *serve],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout
        assert "Cuttle is open" in process.stdout.readline()
        for number in (signal.SIGHUP, signal.SIGUSR1):
            process.send_signal(number)
        assert process.stderr
        assert "SIGUSR1 is ignored" in process.stderr.readline()
        assert process.poll() is None
        process.terminate()
        process.communicate(timeout=30)
    assert process.returncode == 0


@pytest.mark.parametrize("encoding", ["cp1252", "cp437", "ascii", "utf-8"])
@pytest.mark.parametrize(
    "words",
    [
        ("doctor",),
        ("rules", "standard"),
        ("league", "bracket", "players"),
        ("--lang", "fr", "--help"),
        ("replay", "none"),
    ],
)
def test_output_is_written_in_whatever_encoding_a_pipe_has(
    tmp_path: Path, encoding: str, words: tuple[str, ...]
) -> None:
    (tmp_path / "players").write_text("Zoé\nОльга\nbob\n", encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "server.cli", *words],
        cwd=tmp_path,
        env={
            **os.environ,
            "PYTHONPATH": str(Path(__file__).parents[2]),
            "PYTHONIOENCODING": encoding,
            "HOME": str(tmp_path),
        },
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=120,
        check=False,
    )
    text = (done.stdout + done.stderr).decode(encoding)
    assert text
    assert "Traceback" not in text
    assert "Error" not in text


def test_rules_lists_and_prints() -> None:
    listed = run_here("rules")
    assert listed.returncode == 0
    assert "cutthroat" in listed.stdout
    assert "random-four" in listed.stdout
    page = run_here("rules", "standard+quick-15")
    assert page.returncode == 0
    assert "Get 15 points" in page.stdout
    unknown = run_here("rules", "whist")
    assert unknown.returncode == 2
    assert "unknown ruleset: 'whist'" in unknown.stderr


def _record() -> str:
    table = Table(parse_ruleset("standard"), b"secret")
    ann = table.sit(0, "ann", "person", ready=False)
    table.sit(1, "bob", "person")
    table.cut(0, "lucky 7")
    ann.ask(Ready())
    table.submit(1, parse_action("concede@1"), 0)
    return record_text(table.record())


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("cuttle record 1", "cuttle record 9", "line 1: a record begins with 'cuttle record 1'"),
        ("concede@1", "points KS", "line 15: seat 1 cannot play points KS now"),
        ("result: 0 concede", "result: *", "line 13: the actions lead to 0 concede"),
    ],
)
def test_replay_refuses_what_is_broken_in_one_line(
    tmp_path: Path, old: str, new: str, reason: str
) -> None:
    file = tmp_path / "game.cuttle"
    assert old in _record()
    file.write_text(_record().replace(old, new))
    done = run_here("replay", str(file))
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == f"cuttle: {file}: {reason}\n"


@pytest.mark.parametrize(
    ("number", "said"),
    [("", "the record does not number its game"), ("game: 2\n", "game 2 of its table")],
)
def test_verify_says_when_it_cannot_tell_who_acts_first(
    tmp_path: Path, number: str, said: str
) -> None:
    file = tmp_path / "game.cuttle"
    file.write_text(_record().replace("game: 1\n", number))
    done = run_here("verify", str(file))
    assert done.returncode == 0
    assert said in done.stdout


def test_replay_needs_a_file_and_a_terminal(tmp_path: Path) -> None:
    done = run_here("replay", str(tmp_path / "none"))
    assert done.returncode == 1
    assert re.fullmatch(r"cuttle: .*none: cannot be read: .*\n", done.stderr)
    file = tmp_path / "game.cuttle"
    file.write_text(_record())
    done = _cuttle("replay", str(file))
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == "cuttle: replay needs a terminal\n"


def test_replay_shows_the_game_in_a_terminal(tmp_path: Path) -> None:
    file = tmp_path / "game.cuttle"
    file.write_text(_record())
    command = [sys.executable, "-m", "server.cli", "replay", str(file)]
    environment = {**os.environ, "TERM": "xterm-256color"}
    status, shown = in_terminal(command, [(b"REPLAY", b"q")], environment)
    assert status == 0
    assert b"move 0 of 1" in shown


def test_verify_checks_a_record(tmp_path: Path) -> None:
    good = tmp_path / "good.cuttle"
    good.write_text(_record())
    done = _cuttle("verify", str(good))
    assert done.returncode == 0
    told = done.stdout.splitlines()
    assert told[1:6] == [
        "rules: standard/1",
        "seat 1: ann",
        "seat 2: bob",
        "bob goes first",
        "ann beat bob: bob conceded",
    ]
    assert "seat 1 cut: 6c75636b792037 (" in done.stdout
    assert "seat 2 did not cut" in told
    assert not re.search(r"player \d|first: \d|seat 0", done.stdout)
    assert done.stdout.splitlines()[-1].startswith("names, times")
    bad = tmp_path / "bad.cuttle"
    bad.write_text(good.read_text().replace("commitment: ", "commitment: 00"))
    done = run_here("verify", str(bad))
    assert done.returncode == 1
    assert "line 8: the rules and the secret do not match the commitment" in done.stderr
    for wrong in (tmp_path / "none", tmp_path):
        done = run_here("verify", str(wrong))
        assert done.returncode == 1
        assert "cannot be read" in done.stderr
    ground = _record().replace("player 0: ann", "player 0: computer master")
    bad.write_text(ground)
    done = run_here("verify", str(bad))
    assert (done.returncode, done.stdout) == (1, "")
    assert "computer master cut the deck, which a computer never does: the table cheated" in (
        done.stderr
    )
    bad.write_text(_record().replace("standard/1", "standard/1+ten-block"))
    done = run_here("verify", str(bad))
    assert done.returncode == 1
    assert "the rules and the secret do not match the commitment" in done.stderr
    (tmp_path / "bytes").write_bytes(b"\xff\xfe\x00")
    assert "is not text" in run_here("verify", str(tmp_path / "bytes")).stderr
