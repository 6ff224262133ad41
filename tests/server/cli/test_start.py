"""The command starts Cuttle, or says in a line that something else would be started."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[3]
SCRIPT = "import sys\nfrom cuttle_tui.start import main\nsys.exit(main())\n"


def _cuttle(script: Path, *path: Path) -> subprocess.CompletedProcess[str]:
    """Run `cuttle --version` by a script, with folders on Python's path."""
    script.parent.mkdir(exist_ok=True)
    script.write_text(SCRIPT)
    return subprocess.run(
        [sys.executable, str(script), "--version"],
        env={"PYTHONPATH": ":".join(map(str, path)), "HOME": str(script.parent)},
        cwd=script.parent,
        capture_output=True,
        text=True,
        timeout=60,
    )


def _foreign(folder: Path, name: str) -> Path:
    folder.mkdir()
    (folder / name).parent.mkdir(exist_ok=True)
    (folder / name).write_text("raise SystemExit('this is somebody else')\n")
    return folder


@pytest.mark.parametrize(
    "name", ["server.py", "engine.py", "server/__init__.py", "engine/__init__.py"]
)
def test_what_is_somebody_elses_is_refused_in_a_line(name: str, tmp_path: Path) -> None:
    other = _foreign(tmp_path / "other", name)
    done = _cuttle(tmp_path / "bin" / "cuttle", other, ROOT)
    assert (done.returncode, done.stdout) == (2, "")
    (line,) = done.stderr.splitlines()
    assert line.startswith(f"cuttle: {other / name} is not Cuttle's ")


@pytest.mark.parametrize("name", ["server", "engine"])
def test_a_package_that_was_overwritten_is_refused_in_a_line(name: str, tmp_path: Path) -> None:
    for each in ("cuttle_tui", "engine", "server"):
        shutil.copytree(
            ROOT / each, tmp_path / "site" / each, ignore=shutil.ignore_patterns("*.po")
        )
    (tmp_path / "site" / name / "__init__.py").write_text('"""Another one."""\n')
    done = _cuttle(tmp_path / "bin" / "cuttle", tmp_path / "site")
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 1


def test_what_lies_beside_the_script_is_not_imported(tmp_path: Path) -> None:
    _foreign(tmp_path / "bin", "server.py")
    done = _cuttle(tmp_path / "bin" / "cuttle", ROOT)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("cuttle ")
