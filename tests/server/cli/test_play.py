"""The flags of plain `cuttle`: what they begin, and what they refuse."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

from tests.ptys import in_terminal
from tests.server.commands import run_here
from tests.whole import some, takes_longer

pytestmark = pytest.mark.slow

_DEVICE: Final = b"\x1b[?62;22c"
_TRUE: Final = b"\x1bP1$r0;48;2;1;2;3m\x1b\\"
"""What a terminal answers that reads a colour back, before its device attributes."""
COMMAND = (sys.executable, "-m", "server.cli")


def _home(folder: Path, **more: str) -> dict[str, str]:
    """Give an environment whose settings and records lie in a folder of their own."""
    settings = folder / "config" / "cuttle" / "settings.json"
    settings.parent.mkdir(parents=True, exist_ok=True)
    if not settings.exists():
        settings.write_text('{"name": "ana"}')
    return {
        **{name: value for name, value in os.environ.items() if name != "NO_COLOR"},
        "XDG_CONFIG_HOME": str(folder / "config"),
        "XDG_DATA_HOME": str(folder / "data"),
        "XDG_STATE_HOME": str(folder / "state"),
        "TERM": "xterm-256color",
        "COLORTERM": "truecolor",
        "LC_ALL": "C.UTF-8",
        **more,
    }


def _cuttle(*words: str, **more: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, **more}
    return subprocess.run(
        [*COMMAND, *words],
        capture_output=True,
        text=True,
        timeout=60,
        stdin=subprocess.DEVNULL,
        env=environment,
    )


def _words(shown: bytes) -> str:
    """Take the escape sequences out of what a terminal was sent."""
    return re.sub(
        r"\x1b(\[[0-9;?]*[ -/]*[@-~]|[\]P][^\x1b\x07]*(\x07|\x1b\\)?|.)", "", shown.decode()
    )


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--ruleset", "whist"], "unknown ruleset: 'whist'"),
        (["--ruleset", "standard+nothing"], "nothing"),
        (["--bot", "genius"], "invalid choice: 'genius'"),
        (["--lang", "xx"], "invalid choice: 'xx'"),
        (["--theme", "pink"], "invalid choice: 'pink'"),
        (["--seed"], "expected one argument"),
        (["completions", "tcsh"], "invalid choice: 'tcsh'"),
        (["--rule", "standard"], "unknown flag --rule; did you mean --ruleset?"),
        (["--plain", "--xyz=1"], "unknown flag --xyz\n"),
        (["--ruleset="], "unknown ruleset: ''"),
        (["rules", "--dance"], "unrecognized arguments: --dance"),
        (["join", "here", "--por", "1", "CODE"], "--por"),
        (["join", "here", "CODE", "--port", "x"], "a port is a number from 0 to 65535, not 'x'"),
        (["host", "--port", "65536"], "a port is a number from 0 to 65535, not '65536'"),
    ],
)
def test_wrong_use_is_told_with_status_2(words: list[str], told: str) -> None:
    done = run_here(*words)
    assert (done.returncode, done.stdout) == (2, "")
    assert told in done.stderr


def test_without_a_terminal_it_says_what_else_there_is() -> None:
    done = _cuttle(TERM="xterm")
    assert (done.returncode, done.stdout) == (1, "")
    assert "cuttle --plain" in done.stderr


def test_help_lists_flags_commands_and_examples() -> None:
    told = run_here("--help", env={"COLUMNS": "80"}).stdout
    for word in ("--ruleset", "--bot", "--plain", "--theme", "doctor", "completions", "examples:"):
        assert word in told
    assert all(len(line) <= 80 for line in told.splitlines())


def test_rules_are_preselected_and_the_theme_holds_for_this_run(tmp_path: Path) -> None:
    words = ("--ruleset", "cutthroat", "--theme", "felt-light", "--ascii")
    status, shown = in_terminal(
        [*COMMAND, *words], [(b"WELCOME", b"q"), (b"QUIT?", b"y")], _home(tmp_path)
    )
    assert "cutthroat" in _words(shown)
    assert b"48;2;163;188;174" in shown
    assert "♠" not in shown.decode()
    assert status == 0
    file = tmp_path / "config" / "cuttle" / "settings.json"
    assert json.loads(file.read_text()) == {"name": "ana"}


@pytest.mark.parametrize(
    ("answer", "felt"), some([(_TRUE, b"48;2;16;33;29"), (b"", b"48;5;233")], 2)
)
def test_a_terminal_is_asked_for_true_colour(tmp_path: Path, answer: bytes, felt: bytes) -> None:
    environment = {**_home(tmp_path), "COLORTERM": ""}
    replies = [(b"\x1b[c", answer + _DEVICE), (b"WELCOME", b"q"), (b"QUIT?", b"y")]
    status, shown = in_terminal(COMMAND, replies, environment)
    assert felt in shown
    assert status == 0


def test_a_bot_is_played_at_once_and_a_seed_deals_the_same(tmp_path: Path) -> None:
    words = ("--bot", "greedy", "--seed", "7")
    leave = [(b"deck", b"q"), (b"WELCOME", b"q"), (b"QUIT?", b"y")]
    games = []
    for run in ("one", "two"):
        status, shown = in_terminal([*COMMAND, *words], leave, _home(tmp_path / run))
        assert status == 0
        text = _words(shown)
        assert "computer" in text
        games.append(re.findall(r"[AJQK0-9]+[♠♥♦♣]", text[: text.index("WELCOME")]))
    assert games[0][:5] == games[1][:5]
    assert games[0]


def test_settings_of_the_run_are_not_kept_but_changes_are(tmp_path: Path) -> None:
    file = tmp_path / "config" / "cuttle" / "settings.json"
    file.parent.mkdir(parents=True)
    file.write_text('{"theme": "nord", "name": "ana"}')
    _, shown = in_terminal(COMMAND, [(b"WELCOME", b"q"), (b"QUIT?", b"y")], _home(tmp_path))
    assert b"48;2;46;52;64" in shown
    assert json.loads(file.read_text()) == {"theme": "nord", "name": "ana"}


def test_a_dumb_terminal_gets_plain_lines(tmp_path: Path) -> None:
    environment = _home(tmp_path, TERM="dumb")
    done = subprocess.run(
        COMMAND, input="quit\n", capture_output=True, text=True, timeout=60, env=environment
    )
    assert done.returncode == 0
    assert "\x1b" not in done.stdout
    assert "Cuttle" in done.stdout


def test_the_computer_is_played_at_once_in_plain_lines_as_well(tmp_path: Path) -> None:
    done = subprocess.run(
        [*COMMAND, "--plain", "--bot", "greedy", "--seed", "7", "--ruleset", "cutthroat"],
        input="", capture_output=True, text=True, timeout=60, env=_home(tmp_path),
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    assert "rules cutthroat" in done.stdout
    assert "Type a number" in done.stdout


@takes_longer
def test_an_empty_seed_is_a_seed(tmp_path: Path) -> None:
    words = [*COMMAND, "--plain", "--bot", "greedy", "--seed="]
    games = [
        subprocess.run(
            words, input="", capture_output=True, text=True, timeout=60, env=_home(tmp_path)
        ).stdout
        for _ in range(2)
    ]
    assert games[0] == games[1]
    assert "Your hand" in games[0]


def test_plain_lines_are_in_the_language_of_the_flag(tmp_path: Path) -> None:
    for words, told in some([(["--lang", "fr"], "Au revoir."), ([], "Goodbye.")], 2):
        done = subprocess.run(
            [*COMMAND, "--plain", "--ascii", *words], input="computer\nquit\nyes\n", text=True,
            capture_output=True, timeout=60, env=_home(tmp_path),
        )  # fmt: skip
        assert done.stdout.endswith(f"{told}\n")
        assert done.stdout.isascii()


def test_the_version_is_told_without_the_game() -> None:
    told = subprocess.run(
        [sys.executable, "-c", _LOADED_FOR_VERSION], capture_output=True, text=True, timeout=60
    )
    assert told.stdout.splitlines()[-1] == "[]", told.stderr


_LOADED_FOR_VERSION: Final = """
import sys
from contextlib import suppress
from server.cli.main import main
with suppress(SystemExit):
    main(["--version"])
heavy = {"textual", "asyncssh", "sqlalchemy", "engine.play.legal", "cuttle_tui.preferences"}
print(sorted(heavy & {*sys.modules}))
"""
