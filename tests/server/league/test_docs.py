"""The examples of docs/LEAGUE.md are what the command prints."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from server.cli.main import main

TEXT = (Path(__file__).parents[3] / "docs" / "LEAGUE.md").read_text(encoding="utf-8")
FILES = re.findall(r"^```\w+ (\S+)\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)
EXAMPLES = re.findall(r"^```console\n\$ cuttle (.*?)\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)


def _write_files(folder: Path) -> None:
    for name, text in FILES:
        (folder / name).write_text(text, encoding="utf-8")


@pytest.mark.parametrize(("command", "output"), EXAMPLES, ids=[each[0] for each in EXAMPLES])
def test_an_example_prints_what_it_says(
    command: str,
    output: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    _write_files(tmp_path)
    monkeypatch.chdir(tmp_path)
    assert main(shlex.split(command)) == 0
    assert capsys.readouterr().out == output


def test_the_error_it_shows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    _write_files(tmp_path)
    monkeypatch.chdir(tmp_path)
    with Path("spring.txt").open("a") as file:
        file.write("ann beat bob\n")
    assert main(["league", "bracket", "spring.txt"]) == 2
    assert f"```\n{capsys.readouterr().err}```\n" in TEXT


def test_there_are_examples() -> None:
    assert [name for name, _ in FILES] == ["games.csv", "spring.txt"]
    assert [command.split()[1] for command, _ in EXAMPLES] == ["table", "bracket"]
