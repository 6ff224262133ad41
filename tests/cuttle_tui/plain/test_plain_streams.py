"""Plain mode as a process: in a pipe, in a file, at a terminal, and by the script of its docs."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from cuttle_tui.plain.lines import Lines
from tests.ptys import started

pytestmark = pytest.mark.slow

COMMAND = (sys.executable, "-m", "cuttle_tui.plain", "--pace", "0", "--seed", "streams")
DOCS = Path(__file__).parents[3] / "docs" / "PLAIN.md"
_PATIENCE = 60


@pytest.fixture
def env(tmp_path: Path) -> dict[str, str]:
    """Keep the process away from this machine's own folders."""
    home = {f"XDG_{name}_HOME": str(tmp_path / name) for name in ("DATA", "STATE", "CONFIG")}
    english = {"LANGUAGE": "", "LC_ALL": "C.UTF-8"}
    return {**os.environ, **home, **english, "PYTHONPATH": str(DOCS.parents[1])}


def run(env: dict[str, str], typed: str, *more: str) -> subprocess.CompletedProcess[str]:
    """Run plain mode on some input to its end."""
    words = (*COMMAND, *more)
    return subprocess.run(
        words, input=typed, capture_output=True, text=True, env=env, timeout=_PATIENCE, check=False
    )


def test_a_pipe_is_played_to_its_end(env: dict[str, str]) -> None:
    done = run(env, "computer\nwait\n1\nwait\nhand\nnonsense\ngive up\nyes")
    assert done.returncode == 0
    assert "Type a number from 1 to " in done.stdout
    assert "There is no command 'nonsense' here" in done.stdout
    assert "> " not in done.stdout
    assert "\x1b" not in done.stdout
    assert done.stderr == ""
    assert "New to the game?" in done.stdout
    again = run(env, "computer\nwait\n1\nwait\nhand\nnonsense\ngive up\nyes").stdout
    assert "New to the game?" not in again  # they have played once
    assert again[again.index("Turn 1") :] == done.stdout[done.stdout.index("Turn 1") :]


def test_an_empty_input_ends_at_once(env: dict[str, str]) -> None:
    assert run(env, "").returncode == 0


def test_options_are_told_and_refused(env: dict[str, str]) -> None:
    done = run(env, "", "--ruleset", "nonsense")
    assert done.returncode == 2
    assert "Type rulesets" not in done.stdout
    assert "nonsense" in done.stderr
    assert "Traceback" not in done.stderr
    assert "rules team." in run(env, "computer\n", "--ruleset", "team", "--short").stdout


def test_a_file_is_played(env: dict[str, str], tmp_path: Path) -> None:
    file = tmp_path / "moves"
    file.write_text("computer\r\nwait\r\nactions\r\nquit\r\nyes\r\n", encoding="utf-8")
    with file.open() as source:
        done = subprocess.run(
            COMMAND, stdin=source, capture_output=True, text=True, env=env, timeout=_PATIENCE,
            check=True,
        )  # fmt: skip
    assert "1: d" in done.stdout
    assert done.stdout.endswith("Goodbye.\n")


def test_ascii_is_written_where_nothing_else_can_be(env: dict[str, str]) -> None:
    plain = {**env, "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    assert "There is no command 'w?rter'" in run(plain, "wörter\n").stdout


def test_nobody_has_to_read_to_the_end(env: dict[str, str]) -> None:
    process = subprocess.Popen(
        COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=env
    )
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdout.readline()
    process.stdout.close()
    process.stdin.write(b"rules\n" * 50)
    process.stdin.close()
    assert process.wait(_PATIENCE) == 0
    assert process.stderr is not None
    assert process.stderr.read() == b""
    process.stderr.close()


def test_the_script_of_the_docs_plays_a_game(env: dict[str, str], tmp_path: Path) -> None:
    found = re.search(r"```python\n(.*?)```", DOCS.read_text(encoding="utf-8"), re.DOTALL)
    assert found is not None
    script = tmp_path / "player.py"
    script.write_text(found[1], encoding="utf-8")
    done = subprocess.run(
        (sys.executable, str(script), *COMMAND), capture_output=True, text=True, env=env,
        timeout=2 * _PATIENCE, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "The game is over." in done.stdout
    assert done.stdout.endswith("Goodbye.\n")


@pytest.fixture
def at_a_terminal(env: dict[str, str]) -> Iterator[tuple[subprocess.Popen[bytes], int]]:
    """Run plain mode at a terminal, whose other end is a file descriptor."""
    with started(COMMAND, env) as process_and_terminal:
        yield process_and_terminal


def read_until(terminal: int, text: bytes) -> bytes:
    """Read until a text has come."""
    got = b""
    while text not in got:
        got += os.read(terminal, 1024)
    return got


def test_a_terminal_has_a_prompt_and_its_end_of_file_ends_it(
    at_a_terminal: tuple[subprocess.Popen[bytes], int],
) -> None:
    process, terminal = at_a_terminal
    read_until(terminal, b"\r\n> ")
    os.write(terminal, b"who\n")
    assert b"nobody else" in read_until(terminal, b"\r\n> ")
    os.write(terminal, b"\x04")
    assert process.wait(_PATIENCE) == 0


def test_an_interrupt_ends_it_without_a_traceback(
    at_a_terminal: tuple[subprocess.Popen[bytes], int],
) -> None:
    process, terminal = at_a_terminal
    read_until(terminal, b"\r\n> ")
    process.send_signal(signal.SIGINT)
    assert process.wait(_PATIENCE) == 130
    assert b"Traceback" not in os.read(terminal, 4096)


async def test_lines_are_made_of_pieces_and_bounded() -> None:
    lines = Lines()
    for piece in (b"one\ntw", b"o\r", b"\n", "drei ü".encode()[:-1], b"\xbc\n\n", b"x" * 9000):
        lines.feed(piece)
    lines.feed(b"x" * 9000 + b"\nlast")
    lines.end()
    async with asyncio.timeout(_PATIENCE):
        got = [line async for line in lines]
    assert got[:4] == ["one", "two", "drei ü", ""]
    assert 400 < len(got[4]) <= 2048
    assert got[5:] == ["last"]
