"""The command: what starts, what it says, and how it fails."""

from __future__ import annotations

import re
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest


def _cuttle(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "server.cli", *words], capture_output=True, text=True, timeout=60
    )


def test_help_and_version() -> None:
    assert "serve" in _cuttle("--help").stdout
    assert re.fullmatch(r"cuttle \S.*\n", _cuttle("--version").stdout)


@pytest.mark.parametrize("words", [["fly"], ["serve", "--port", "x"], ["serve", "--port", "70000"]])
def test_wrong_use_is_status_2(words: list[str]) -> None:
    done = _cuttle(*words)
    assert done.returncode == 2
    assert "Traceback" not in done.stderr


def test_playing_at_home_loads_no_server() -> None:
    program = (
        "import sys, types\n"
        "home = types.ModuleType('cuttle_tui.__main__')\n"
        "home.main = lambda: None\n"
        "sys.modules['cuttle_tui.__main__'] = home\n"
        "from server.cli import main\n"
        "assert main([]) == 0\n"
        "bad = [name for name in sys.modules if name.split('.')[0] in ('asyncssh', 'server')]\n"
        "assert sorted(bad) == ['server', 'server.cli'], bad\n"
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


def test_a_data_directory_that_cannot_be_is_one_clear_line(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    done = _cuttle("serve", "--port", "0", "--data", str(tmp_path / "file" / "sub"))
    assert done.returncode == 1
    assert re.fullmatch(r"cuttle: cannot use the data directory .*--data DIR\n", done.stderr)


def test_a_broken_host_key_is_one_clear_line(tmp_path: Path) -> None:
    (tmp_path / "host_ed25519").write_text("nonsense")
    done = _cuttle("serve", "--port", "0", "--data", str(tmp_path))
    assert done.returncode == 1
    assert re.fullmatch(r"cuttle: the host key .* cannot be read .*\n", done.stderr)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_serving_says_how_to_connect_and_ends_on_a_signal(
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
        process.send_signal(number)
        _, err = process.communicate(timeout=30)
    assert (process.returncode, err) == (0, "")
