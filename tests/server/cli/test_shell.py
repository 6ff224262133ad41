"""Completions in real shells, and the manual page."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from docs.man import PAGE, page
from tests.programs.accept import HOW
from tests.server.commands import run_here

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[3]


def _script(shell: str) -> str:
    done = run_here("completions", shell)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def _run(shell: str, *words: str, folder: Path) -> list[str]:
    path = shutil.which(shell)
    if path is None:
        pytest.skip(f"{shell} is not installed here")
    done = subprocess.run(
        [path, *words],
        capture_output=True,
        text=True,
        timeout=60,
        cwd=folder,
        env={**os.environ, "HOME": str(folder)},
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.split("\n")


_ASK_BASH = """
source ./script
COMP_WORDS=(%s) COMP_CWORD=%d
COMP_LINE="${COMP_WORDS[*]}" COMP_POINT=${#COMP_LINE}
_shtab_cuttle cuttle "${COMP_WORDS[COMP_CWORD]}"
printf '%%s\\n' "${COMPREPLY[@]}"
"""


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("cuttle do", {"doctor"}),
        ("cuttle --the", {"--theme"}),
        ("cuttle --theme no", {"nord"}),
        ("cuttle --bot gr", {"greedy"}),
        ("cuttle completions f", {"fish"}),
        ("cuttle replay game", {"game.cuttle"}),
    ],
)
def test_bash(tmp_path: Path, words: str, expected: set[str]) -> None:
    (tmp_path / "script").write_text(_script("bash"))
    (tmp_path / "game.cuttle").touch()
    ask = _ASK_BASH % (words, len(words.split()) - 1)
    assert expected == {one.strip() for one in _run("bash", "-c", ask, folder=tmp_path)} - {""}


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("cuttle do", {"doctor"}),
        ("cuttle --the", {"--theme"}),
        ("cuttle --theme no", {"nord"}),
        ("cuttle completions f", {"fish"}),
    ],
)
def test_fish(tmp_path: Path, words: str, expected: set[str]) -> None:
    (tmp_path / "script").write_text(_script("fish"))
    told = _run("fish", "-c", f"source ./script; complete -C '{words}'", folder=tmp_path)
    assert expected <= {line.split("\t")[0] for line in told}


def test_the_script_is_the_same_from_a_process() -> None:
    command = [sys.executable, "-m", "server.cli", "completions", "bash"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stdout, done.stderr) == (0, _script("bash"), "")


def test_zsh(tmp_path: Path) -> None:
    (tmp_path / "_cuttle").write_text(_script("zsh"))
    ask = (
        "fpath=($PWD $fpath); autoload -Uz compinit; compinit -u -d ./dump;"
        " print -r -- ${_comps[cuttle]}"
    )
    assert _run("zsh", "-f", "-c", ask, folder=tmp_path)[0] == "_cuttle"
    assert _run("zsh", "-n", "_cuttle", folder=tmp_path) == [""]


def test_the_manual_page_is_what_the_parser_says(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    assert PAGE.read_text(encoding="utf-8") == page(), HOW


def test_the_manual_page_is_the_same_on_every_machine(tmp_path: Path) -> None:
    elsewhere = {"HOME": str(tmp_path), "COLUMNS": "80", "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, "-c", "import docs.man; print(docs.man.page(), end='')"],
        capture_output=True,
        text=True,
        timeout=60,
        cwd=tmp_path,
        env={**os.environ, **elsewhere},
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == PAGE.read_text(encoding="utf-8")


def test_the_manual_page_is_installed_where_man_looks() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    assert project["tool"]["setuptools"]["data-files"] == {"share/man/man1": ["docs/cuttle.1"]}


def test_the_manual_page_reads_well(tmp_path: Path) -> None:
    done = _run("mandoc", "-T", "lint", "-W", "error", str(PAGE), folder=tmp_path)
    assert done == [""]
    shown = "\n".join(_run("mandoc", "-T", "utf8", str(PAGE), folder=tmp_path))
    bare = re.sub(".\b", "", shown)
    for word in ("NAME", "OPTIONS", "COMMANDS", "EXIT STATUS", "EXAMPLES", "--ruleset", "doctor"):
        assert word in bare
