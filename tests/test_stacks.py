"""A test that hangs is ended, with its stacks, and the others go on."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.whole import takes_longer

pytestmark = pytest.mark.slow
ROOT = Path(__file__).parents[1]
_CONFTEST = "from tests.stacks import pytest_runtest_protocol as pytest_runtest_protocol\n"
_TESTS = """
import asyncio

async def wait_for_ever():
    while True:
        try:
            await asyncio.sleep(1000)
        except BaseException:
            pass

def test_hangs():
    asyncio.run(wait_for_ever())

def test_runs():
    pass
"""


@takes_longer
def test_a_test_that_hangs_is_shown_and_ended(tmp_path: Path) -> None:
    (tmp_path / "conftest.py").write_text(_CONFTEST)
    (tmp_path / "test_two.py").write_text(_TESTS)
    words = ("-n", "1", "-c", str(ROOT / "pyproject.toml"), "--rootdir", str(tmp_path))
    done = subprocess.run(
        [sys.executable, "-m", "pytest", *words, "--timeout=2", str(tmp_path)],
        capture_output=True,
        text=True,
        timeout=100,
        cwd=ROOT,
    )
    assert done.returncode == 1, done.stdout + done.stderr
    assert "1 failed, 1 passed" in done.stdout
    assert "test_hangs hangs" in done.stderr
    assert "in wait_for_ever" in done.stderr
