"""The first change of CONTRIBUTING.md is true to the letter: a copy of the project gets it."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

from tests.programs.accept import ROOT
from tests.whole import whole_only

pytestmark = [pytest.mark.slow, pytest.mark.long]

_LEFT_OUT: Final = shutil.ignore_patterns(".*", "*.egg-info", "build", "dist", "node_modules")
_TAILS: Final = {
    "engine/rules/options.py": "    )\n}\n",
    "tests/engine/cases/test_options.py": "]\n",
}
"""What follows the end of the list that a block of the guide goes to."""


RULES: Final = tuple(
    f"tests/cuttle_tui/{room}/test_{name}.py"
    for room, name in (("rules", "rulebook"), ("front", "newtable"), ("i18n", "languages"))
)


def _blocks() -> dict[str, str]:
    """Read from the guide which lines go into which file."""
    guide = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    section = guide.split("## A first change")[1].split("\n## ")[0]
    found = re.findall(r"`([\w/]+\.py)`:\n\n```\n(.*?)```", section, flags=re.DOTALL)
    return dict(found)


def _run(copy: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": str(copy), "PYTEST_ADDOPTS": ""}
    environment.pop("CUTTLE_SWEEP", None)
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=copy,
        env=environment,
        capture_output=True,
        text=True,
        timeout=900,
    )


def _passes(copy: Path, *tests: str) -> None:
    done = _run(copy, "-m", "pytest", "-q", "-p", "no:cacheprovider", *tests)
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-2000:]


@pytest.fixture
def changed(tmp_path: Path) -> Path:
    """A copy of the project with the first change made as the guide says."""
    copy = tmp_path / "cuttle"
    shutil.copytree(ROOT, copy, ignore=_LEFT_OUT)
    blocks = _blocks()
    assert set(blocks) == set(_TAILS)
    for name, lines in blocks.items():
        file = copy / name
        text = file.read_text(encoding="utf-8")
        head, tail, rest = text.partition("\n" + _TAILS[name])
        assert tail, f"the list in {name} ends otherwise now"
        file.write_text(f"{head}\n{lines}{tail[1:]}{rest}", encoding="utf-8")
    return copy


@pytest.mark.timeout(600)
@whole_only
def test_after_the_first_change_accept_renews_all_that_is_kept(changed: Path) -> None:
    done = _run(changed, "-m", "tests.programs.accept")
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-2000:]
    for name in ("catalogues/fr.po", "new-table"):
        assert name in done.stdout
    _passes(changed, "-n", "auto", "tests/engine/cases", "tests/cuttle_tui/gallery", *RULES)
    page = _run(changed, "-m", "server.cli", "rules", "standard+rich-five").stdout
    assert "Five: draw 4 cards." in page
