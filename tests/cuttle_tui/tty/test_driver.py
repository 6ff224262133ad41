"""A game ends with its terminal, with or without a signal, and is kept as when one leaves."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import termios
from contextlib import suppress
from pathlib import Path

import pytest

from tests.ptys import read, started, take_away, without_terminal

pytestmark = pytest.mark.slow

APP = (sys.executable, "-m", "server.cli")
TABLE = (*APP, "--bot", "greedy")
PLAIN = (*APP, "--plain")
SIT_DOWN = [(b"> ", b"computer\n"), (b"Type a number", b"")]


@pytest.fixture
def env(tmp_path: Path) -> dict[str, str]:
    """Keep the process away from this machine's own folders."""
    home = {f"XDG_{name}_HOME": str(tmp_path / name) for name in ("DATA", "STATE", "CONFIG")}
    return {**os.environ, **home, "LANGUAGE": "", "LC_ALL": "C.UTF-8", "TERM": "xterm-256color"}


def kept(folder: Path) -> list[str]:
    """Give the ends of the games that were kept, and see that nothing broke."""
    assert not (folder / "STATE").exists()
    return [
        line
        for path in (folder / "DATA").rglob("*.cuttle")
        for line in path.read_text().splitlines()
        if line.startswith("result:")
    ]


def test_a_table_ends_with_its_terminal(env: dict[str, str], tmp_path: Path) -> None:
    assert without_terminal(TABLE, [(b"deck", b"")], env) == 0
    assert kept(tmp_path) == ["result: 1 concede"]


def test_the_home_screen_ends_with_its_terminal(env: dict[str, str], tmp_path: Path) -> None:
    assert without_terminal(APP, [(b"WELCOME", b"")], env) == 0
    assert kept(tmp_path) == []


def test_a_terminal_may_be_gone_before_anything_is_shown(env: dict[str, str]) -> None:
    assert without_terminal(TABLE, [(b"\x1b[?1049h", b"")], env) == 0
    assert without_terminal(TABLE, [], env) in (0, 1)


def test_a_question_that_nobody_will_answer_ends_with_its_terminal(
    env: dict[str, str], tmp_path: Path
) -> None:
    assert without_terminal(TABLE, [(b"deck", b"q"), (b"LEAVE", b"")], env) == 0
    assert kept(tmp_path) == ["result: 1 concede"]


def test_a_conversation_ends_with_its_terminal(env: dict[str, str], tmp_path: Path) -> None:
    assert without_terminal(PLAIN, SIT_DOWN, env) == 0
    assert kept(tmp_path) == ["result: 1 concede"]


@pytest.mark.parametrize("number", [signal.SIGHUP, signal.SIGTERM])
@pytest.mark.parametrize(
    ("command", "typed", "asked"), [(TABLE, b"", b"deck"), (PLAIN, b"computer\n", b"Type a number")]
)
def test_a_signal_ends_a_game_as_leaving_does(
    env: dict[str, str],
    tmp_path: Path,
    command: tuple[str, ...],
    typed: bytes,
    asked: bytes,
    number: signal.Signals,
) -> None:
    with started(command, env) as (process, terminal):
        os.write(terminal, typed)
        shown = b""
        while asked not in shown and (chunk := read(terminal)):
            shown += chunk
        process.send_signal(number)
        while chunk := read(terminal):
            shown += chunk
        assert process.wait(timeout=30) == 0
    assert b"Traceback" not in shown
    assert kept(tmp_path) == ["result: 1 concede"]


def test_a_signal_to_continue_begins_nothing_twice(env: dict[str, str], tmp_path: Path) -> None:
    with started(APP, env) as (process, terminal):
        before = termios.tcgetattr(terminal)
        until(terminal, b"WELCOME")
        process.send_signal(signal.SIGCONT)
        os.write(terminal, b"qy")
        while read(terminal):
            pass
        assert process.wait(timeout=30) == 0
        assert termios.tcgetattr(terminal) == before
    assert kept(tmp_path) == []


def test_signals_to_continue_hold_up_no_end(env: dict[str, str], tmp_path: Path) -> None:
    with started(TABLE, env) as (process, terminal):
        until(terminal, b"deck")
        take_away(terminal)
        for _ in range(10_000):  # one of them comes when the keys are read no more
            process.send_signal(signal.SIGCONT)
            with suppress(subprocess.TimeoutExpired):
                process.wait(timeout=0.001)
        assert process.poll() == 0
    assert kept(tmp_path) == ["result: 1 concede"]


THINKING = """
import os, sys, time
from engine.bots import greedy
from server.cli.main import main
def think(*_):
    os.write(1, b"thinking")
    time.sleep(3600)
greedy.choose = think
sys.exit(main(["--bot", "greedy"]))
"""


def test_a_computer_that_thinks_holds_up_no_end(env: dict[str, str]) -> None:
    with started((sys.executable, "-c", THINKING), env) as (process, terminal):
        until(terminal, b"deck")
        os.write(terminal, b"d")  # the computer has to move now, if it did not before
        until(terminal, b"thinking")
        take_away(terminal)
        assert process.wait(timeout=30) == -signal.SIGALRM


def until(terminal: int, text: bytes) -> None:
    """Read until a text is shown."""
    shown = b""
    while text not in shown:
        chunk = read(terminal)
        assert chunk, shown
        shown += chunk


def test_lines_that_end_keep_the_game(env: dict[str, str], tmp_path: Path) -> None:
    done = subprocess.run(
        PLAIN, input="computer\n", capture_output=True, text=True, env=env, timeout=60
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert kept(tmp_path) == ["result: 1 concede"]
