"""Streams that are closed, full, or read by nobody make no noise and do no harm."""

from __future__ import annotations

import errno
import os
import resource
import subprocess
import sys
from pathlib import Path

import pytest

from cuttle_tui.tty.output import run_quietly
from tests.whole import some

pytestmark = pytest.mark.slow

CUTTLE = (sys.executable, "-m", "server.cli")
COMMANDS = ("--help", "--version", "rules", "rules standard", "doctor", "completions bash")


@pytest.fixture
def env(tmp_path: Path) -> dict[str, str]:
    """Keep the process away from this machine's own folders."""
    home = {f"XDG_{name}_HOME": str(tmp_path / name) for name in ("DATA", "STATE", "CONFIG")}
    usual = {name: text for name, text in os.environ.items() if name != "PYTHONUNBUFFERED"}
    return {**usual, **home, "LANGUAGE": "", "LC_ALL": "C.UTF-8", "TERM": "xterm"}


@pytest.mark.parametrize("command", [*COMMANDS, "--plain"])
def test_nobody_has_to_read_what_is_written(env: dict[str, str], command: str) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    done = subprocess.run(
        (*CUTTLE, *command.split()), input=b"rules\n", stdout=writer, stderr=subprocess.PIPE,
        env=env, timeout=60,
    )  # fmt: skip
    os.close(writer)
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.parametrize("command", some([*COMMANDS, "--plain"], 3))
@pytest.mark.parametrize("closing", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
def test_streams_may_be_closed_from_the_beginning(
    env: dict[str, str], tmp_path: Path, command: str, closing: str
) -> None:
    done = subprocess.run(
        ("sh", "-c", f'exec "$@" {closing}', "sh", *CUTTLE, *command.split()), input="",
        capture_output=True, text=True, env=env, timeout=60,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    assert not (tmp_path / "STATE").exists()


def test_without_streams_there_is_no_terminal_either(env: dict[str, str]) -> None:
    done = subprocess.run(
        ("sh", "-c", 'exec "$@" <&-', "sh", *CUTTLE), capture_output=True, text=True, env=env,
        timeout=60,
    )  # fmt: skip
    assert done.returncode == 1
    assert "cuttle --plain" in done.stderr


@pytest.mark.parametrize("command", [*COMMANDS, "--plain"])
def test_a_full_disk_is_told_in_one_line(env: dict[str, str], tmp_path: Path, command: str) -> None:
    with (tmp_path / "full").open("w") as full:
        done = subprocess.run(
            (*CUTTLE, *command.split()), input="rules\n", stdout=full, stderr=subprocess.PIPE,
            text=True, env=env, timeout=60, preexec_fn=_no_file_may_grow,
        )  # fmt: skip
    assert done.returncode == 1
    assert done.stderr == "cuttle: could not write everything: File too large\n"


def test_a_device_without_room_is_told_as_well(capsys: pytest.CaptureFixture[str]) -> None:
    def write() -> int:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    assert run_quietly(write) == 1
    assert (
        capsys.readouterr().err == "cuttle: could not write everything: No space left on device\n"
    )


def _no_file_may_grow() -> None:
    """Be where no byte can be written to a file, as on a disk that is full."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
