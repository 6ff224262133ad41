"""`cuttle replay` and `cuttle verify`: the games kept at home, by number, name or file."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from cuttle_tui.local.lobby import data_lobby
from cuttle_tui.replay.folder import FolderArchive
from engine.actions import Action, Kind
from tests.ptys import in_terminal
from tests.server.commands import run_here

COMMAND = (sys.executable, "-m", "server.cli")
pytestmark = pytest.mark.slow


def env(folder: Path) -> dict[str, str]:
    places = {f"XDG_{name}_HOME": str(folder / name) for name in ("DATA", "STATE", "CONFIG")}
    return {**os.environ, **places, "LC_ALL": "C.UTF-8", "LANGUAGE": "", "TERM": "xterm-256color"}


def cuttle(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return run_here(*words, env=env(folder))


@pytest.fixture
async def kept(tmp_path: Path) -> Path:
    """Give the folder of a home where a game has been given up."""
    lobby = data_lobby(tmp_path / "DATA" / "cuttle", "ana", seed=bytes(32), pace=60.0)
    chair = await lobby.play_computer("standard")
    chair.submit(Action(Kind.CONCEDE, seat=0), 0)
    lobby.put_aside(chair)
    return tmp_path


@pytest.mark.parametrize("command", ["replay", "verify"])
def test_without_a_game_it_lists_those_kept(kept: Path, command: str) -> None:
    done = cuttle(kept, command)
    assert (done.returncode, done.stderr) == (0, "")
    first, *_, last = done.stdout.splitlines()
    assert first.startswith("  1  20")
    assert first.endswith("beat ana: ana conceded")
    assert "`cuttle replay 1`" in last


def test_nothing_kept_and_no_such_number_are_clear_errors(tmp_path: Path, kept: Path) -> None:
    empty = cuttle(tmp_path / "elsewhere", "replay")
    assert (empty.returncode, empty.stdout) == (1, "")
    assert "no game is kept here yet" in empty.stderr
    wrong = cuttle(kept, "verify", "7")
    assert (wrong.returncode, wrong.stdout) == (1, "")
    assert "no game '7' is kept here" in wrong.stderr


def test_a_number_or_a_name_stands_for_its_file(kept: Path) -> None:
    archive = FolderArchive(kept / "DATA" / "cuttle" / "records")
    for name in ("1", archive.games()[0].name, str(archive.path / archive.games()[0].name)):
        done = cuttle(kept, "verify", name)
        assert (done.returncode, done.stderr) == (0, "")
        assert "the secret matches the commitment" in done.stdout


def test_in_a_terminal_the_list_opens_and_ends(kept: Path) -> None:
    status, shown = in_terminal(
        [*COMMAND, "replay"], [(b"Which replay?", b"\x1b[B"), (b"", b"q")], env(kept)
    )
    assert status == 0
    assert b"against the computer" in shown
