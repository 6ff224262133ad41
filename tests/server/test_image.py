"""The container image, built without a container: from exactly the files that it would be given."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import sysconfig
from fnmatch import fnmatch
from pathlib import Path

import pytest

from cuttle_tui import __version__
from tests.whole import takes_longer

pytestmark = [takes_longer, pytest.mark.slow, pytest.mark.long]

ROOT = Path(__file__).parents[2]
_OFFLINE = ("--quiet", "--disable-pip-version-check", "--no-index", "--no-deps")


def _let_in(path: Path) -> bool:
    """Tell whether `.dockerignore` lets a file in: the last pattern that fits it decides."""
    names = [str(path), *map(str, path.parents)]
    let_in = True
    for line in (ROOT / ".dockerignore").read_text().split():
        pattern = line.removeprefix("!").replace("**/", "*")
        if any(fnmatch(name, pattern) for name in names):
            let_in = line.startswith("!")
    return let_in


def _copied(folder: Path) -> Path:
    """Copy what the build stage copies, in so far as it is let in."""
    dockerfile = (ROOT / "docs" / "hosting" / "Dockerfile").read_text()
    for sources, target in re.findall(r"^COPY (?!--from)(.*) (\S+)$", dockerfile, re.MULTILINE):
        for source in map(Path, sources.split()):
            whole = ROOT / source
            files = [whole] if whole.is_file() else whole.rglob("*")
            into = Path(target) if whole.is_dir() else Path(target) / source.name
            for file in (each for each in files if each.is_file()):
                if _let_in(file.relative_to(ROOT)) and file.suffix != ".mo":
                    place = folder / into / file.relative_to(whole)
                    place.parent.mkdir(parents=True, exist_ok=True)
                    shutil.copy(file, place)
    return folder


def _run(*command: str | Path, **environment: str) -> str:
    done = subprocess.run(
        [*map(str, command)],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        timeout=170,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def _built(folder: Path) -> Path:
    """Return the environment that the image would have, but for the packages it depends on."""
    source, wheels, made = _copied(folder / "src"), folder / "wheels", folder / "cuttle"
    pip = (sys.executable, "-m", "pip")
    _run(*pip, "wheel", *_OFFLINE, "--no-build-isolation", "--wheel-dir", wheels, source)
    _run(sys.executable, "-m", "venv", "--without-pip", made)
    (wheel,) = wheels.glob("*.whl")
    _run(*pip, "--python", made / "bin" / "python", "install", *_OFFLINE, wheel)
    return made


def test_what_the_image_is_given_is_enough_to_build_it_speak_french_and_serve(
    tmp_path: Path,
) -> None:
    image, packages = _built(tmp_path), sysconfig.get_path("purelib")

    def cuttle(*words: str, **environment: str) -> str:
        return _run(image / "bin" / "cuttle", *words, PYTHONPATH=packages, **environment)

    assert cuttle("--version").startswith(f"cuttle {__version__}")
    assert "Cuttle" in (image / "share" / "man" / "man1" / "cuttle.1").read_text()
    assert [*image.rglob("fr.mo")]
    assert "affich" in cuttle("--lang", "fr", "--help")
    at = {"CUTTLE_SERVER_WEB_ENABLED": "true", "CUTTLE_SERVER_WEB_PORT": "0"}
    data = str(tmp_path / "data")
    assert "listen.port = 0" in cuttle("serve", "--data", data, "--port", "0", "--check")
    told = cuttle("serve", "--data", data, "--port", "0", "--check", **at)
    assert "browsers open: http://localhost:" in told
    program = "from server.web.rendering import page_files; print(*page_files())"
    served = _run(image / "bin" / "python", "-c", program, PYTHONPATH=packages)
    assert {"/page/page.js", "/page/textual.js"} <= {*served.split()}
