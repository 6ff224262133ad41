"""The app ends with its terminal, with or without a signal, and its game is kept to be resumed."""

from __future__ import annotations

import fcntl
import os
import signal
import struct
import subprocess
import sys
import termios
from contextlib import suppress
from pathlib import Path

import pytest

from tests.ptys import answer, in_terminal, read, started, take_away, until, without_terminal
from tests.whole import some, whole_only

pytestmark = pytest.mark.slow

APP = (sys.executable, "-m", "server.cli")
SEED = ("--seed", "8")
"""The player begins."""
TABLE = (*APP, "--bot", "sharp", *SEED)
PLAIN = (*APP, "--plain", *SEED)
DRAW = [(b"deck", b"d"), (b"drew", b"")]
SIT_DOWN = [(b"> ", b"computer\n"), (b"Type a number", b"draw\n"), (b"You drew", b"")]


@pytest.fixture
def env(tmp_path: Path) -> dict[str, str]:
    """Keep the process away from this machine's own folders; its player has a name."""
    (tmp_path / "CONFIG" / "cuttle").mkdir(parents=True)
    (tmp_path / "CONFIG" / "cuttle" / "settings.json").write_text('{"name": "ana"}')
    home = {f"XDG_{name}_HOME": str(tmp_path / name) for name in ("DATA", "STATE", "CONFIG")}
    return {**os.environ, **home, "LANGUAGE": "", "LC_ALL": "C.UTF-8", "TERM": "xterm-256color"}


def kept(folder: Path) -> list[str]:
    """Give the first action of each game that was left, and see that nothing broke or ended."""
    assert not (folder / "STATE").exists()
    assert not [*(folder / "DATA").rglob("*.cuttle")]
    files = (path.read_text().splitlines() for path in (folder / "DATA").rglob("*.table"))
    return [next(line for line in lines if '"acted"' in line) for lines in files]


DRAWN = '"action":"draw"'


QUESTION = [*DRAW[:-1], (b"drew", b"q"), (b"LEAVE", b"")]
ENDS = {
    "table": (TABLE, DRAW, 1),
    "question": (TABLE, QUESTION, 1),
    "home": (APP, [(b"WELCOME", b"")], 0),
    "conversation": (PLAIN, SIT_DOWN, 1),
    "nothing shown": (TABLE, [(b"\x1b[?1049h", b"")], 0),
}
"""A command, what is typed, and how many games are left when its terminal is taken away."""


@pytest.mark.parametrize("end", some(ENDS, 3))
def test_a_program_ends_with_its_terminal(env: dict[str, str], tmp_path: Path, end: str) -> None:
    command, typed, games = ENDS[end]
    assert without_terminal(command, typed, env) == 0
    left = kept(tmp_path)
    assert len(left) == games
    assert all(DRAWN in action for action in left)


@whole_only
def test_a_terminal_may_be_gone_before_anything_begins(env: dict[str, str]) -> None:
    assert without_terminal(TABLE, [], env) in (0, 1)


def test_a_chord_draws_no_card_and_a_game_without_a_move_is_not_kept(
    env: dict[str, str], tmp_path: Path
) -> None:
    chords = b"\x1bd\x1bD\x1b[100;3u\x1b[100;3;100u\x1b[27;3;100~\x1b[27;5;100~\x04"
    assert without_terminal(TABLE, [(b"deck", chords + b"?"), (b"HELP", b"")], env) == 0
    assert kept(tmp_path) == []


@pytest.mark.parametrize(
    "command", some([APP, (sys.executable, "-m", "cuttle_tui")], 2), ids=" ".join
)
def test_a_size_that_was_exported_does_not_freeze_that_of_the_terminal(
    env: dict[str, str], command: tuple[str, ...]
) -> None:
    with started(command, {**env, "COLUMNS": "33", "LINES": "9"}) as (process, terminal):
        answer(terminal, [(b"WELCOME", b"")])
        for rows, columns, shown in ((9, 33, b"33x9"), (24, 80, b"WELCOME")):
            fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
            process.send_signal(signal.SIGWINCH)
            answer(terminal, [(shown, b"")])
        take_away(terminal)
        assert process.wait(timeout=30) == 0


def test_lines_break_where_the_terminal_ends(env: dict[str, str]) -> None:
    sizes = {"COLUMNS": "30", "LINES": "9"}
    status, shown = in_terminal((*APP, "--help"), [], {**env, **sizes}, (100, 24))
    assert status == 0
    assert max(map(len, shown.decode().splitlines())) > 60


@pytest.mark.parametrize("number", some([signal.SIGHUP, signal.SIGTERM], 2))
@pytest.mark.parametrize(
    ("command", "typed"), [(TABLE, DRAW), (PLAIN, SIT_DOWN)], ids=["table", "plain"]
)
def test_a_signal_leaves_a_game_as_quitting_does(
    env: dict[str, str],
    tmp_path: Path,
    command: tuple[str, ...],
    typed: list[tuple[bytes, bytes]],
    number: signal.Signals,
) -> None:
    with started(command, env) as (process, terminal):
        shown = answer(terminal, typed)
        process.send_signal(number)
        while chunk := read(terminal):
            shown += chunk
        assert process.wait(timeout=30) == 0
    assert b"Traceback" not in shown
    assert len(kept(tmp_path)) == 1


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
        answer(terminal, DRAW)
        take_away(terminal)
        for _ in range(10_000):  # one of them comes when the keys are read no more
            process.send_signal(signal.SIGCONT)
            with suppress(subprocess.TimeoutExpired):
                process.wait(timeout=0.001)
        assert process.poll() == 0
    assert len(kept(tmp_path)) == 1


THINKING = """
import sys
from engine.bots import thinkers
from server.cli.main import main
thinkers._BEGIN = "import os, time; open('pid', 'w').write(str(os.getpid())); time.sleep(3600)"
sys.exit(main(["--bot", "sharp", "--seed", "8"]))
"""


def test_a_computer_that_thinks_holds_nothing_up_and_ends_with_the_app(
    env: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    env["PYTHONPATH"] = str(Path(__file__).parents[3])
    with started((sys.executable, "-c", THINKING), env) as (process, terminal):
        answer(terminal, [*DRAW, (b"", b"?")])
        until(terminal, b"HELP")  # the help is shown while the computer thinks
        thinking = tmp_path / "pid"
        while not (thinking.exists() and thinking.read_text()):  # its process may begin later
            assert process.poll() is None
        take_away(terminal)
        assert process.wait(timeout=30) == 0
    with pytest.raises(ProcessLookupError):
        os.kill(int(thinking.read_text()), 0)


def test_lines_that_end_keep_the_game(env: dict[str, str], tmp_path: Path) -> None:
    done = subprocess.run(
        PLAIN, input="computer\ndraw\n", capture_output=True, text=True, env=env, timeout=60
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert len(kept(tmp_path)) == 1
