"""What Python has on some systems only is asked for politely."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from server.cli.main import RUNS_ON

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[3]


def _without(module: str, *words: str) -> subprocess.CompletedProcess[str]:
    """Run `cuttle` where Python lacks a module."""
    script = f"import sys; sys.modules[{module!r}] = None\n"
    script += f"from server.cli.main import main; sys.exit(main({[*words]!r}))"
    command = [sys.executable, "-c", script]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=120)


def test_a_server_is_checked_without_the_limits_of_a_process(tmp_path: Path) -> None:
    done = _without("resource", "serve", "--check", "--data", str(tmp_path), "--port", "0")
    assert "Traceback" not in done.stderr
    assert done.returncode == 0, done.stderr


def test_a_system_without_locks_is_refused_in_a_line(tmp_path: Path) -> None:
    done = _without("fcntl", "serve", "--check", "--data", str(tmp_path), "--port", "0")
    assert done.returncode != 0
    assert done.stderr.splitlines()[-1].endswith(RUNS_ON)
    assert "Traceback" not in done.stderr


def test_readme_and_metadata_name_the_systems() -> None:
    readme, project = ((ROOT / name).read_text() for name in ("README.md", "pyproject.toml"))
    for system in ("Linux", "macOS", "BSD"):
        assert system in readme
        assert f":: {system}" in project or f":: {system.replace('mac', 'Mac')}" in project
