"""What is released has what its readers need, and says what it is."""

from __future__ import annotations

import re
import subprocess
import sys
import tarfile
import tomllib
from pathlib import Path
from typing import Any, Final

import pytest

from cuttle_tui import __version__
from server.cli.hosting import hosting_files
from server.cli.main import main
from tests.programs.dist import floors, unpack

ROOT: Final = Path(__file__).parents[1]
PROJECT: Final[dict[str, Any]] = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
README: Final = (ROOT / "README.md").read_text()
_LINK: Final = re.compile(r"\]\(([^)]+)\)")


def test_the_hosting_files_are_written_once(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "new" / "hosting"
    assert main(["hosting", str(folder)]) == 0
    assert "begin with HOSTING.md" in capsys.readouterr().out
    there = {each.name for each in (ROOT / "docs" / "hosting").iterdir()} | {"HOSTING.md"}
    assert {each.name for each in folder.iterdir()} == there
    assert (folder / "nginx.conf").read_bytes() == hosting_files()["nginx.conf"].read_bytes()


def test_no_file_of_an_operator_is_overwritten(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    mine = tmp_path / "cuttle.toml"
    mine.write_text("mine")
    assert main(["hosting", str(tmp_path)]) == 1
    assert capsys.readouterr() == (
        "",
        f"cuttle: {mine} is there already, and nothing was written: name another folder\n",
    )
    assert [*tmp_path.iterdir()] == [mine]
    assert mine.read_text() == "mine"


@pytest.mark.parametrize("place", ["file/below", "file"])
def test_a_folder_that_cannot_be_is_a_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], place: str
) -> None:
    (tmp_path / "file").touch()
    assert main(["hosting", str(tmp_path / place)]) == 1
    assert re.fullmatch(r"cuttle: .*file.*: .+\n", capsys.readouterr().err)


def test_every_link_of_the_readme_can_be_followed_from_an_index() -> None:
    """An index shows the README away from the files beside it."""
    # in a process of its own: setuptools changes how the whole process finds modules
    code = (
        "import runpy, setuptools; setuptools.setup = lambda **_: None;"
        "print(runpy.run_path('setup.py')['_readme']())"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, timeout=60)
    assert done.returncode == 0, done.stderr
    shown = done.stdout.decode()
    beside, whole = _LINK.findall(README), _LINK.findall(shown)
    assert len(beside) == len(whole) > 20
    for link, target in zip(whole, beside, strict=True):
        if not target.startswith(("https:", "#")):
            assert (ROOT / target.partition("#")[0]).exists(), target
            assert link.startswith(f"{PROJECT['urls']['Source']}/"), link
            assert link.endswith(f"/{target}")
            assert ("/raw/" in link) == target.endswith(".svg")


@pytest.mark.parametrize("package", ["engine", "cuttle_tui", "server"])
def test_each_package_says_that_it_has_types(package: str) -> None:
    assert (ROOT / package / "py.typed").read_bytes() == b""


def test_the_project_says_who_and_where_it_is() -> None:
    assert PROJECT["authors"] == [{"name": "the Cuttle contributors"}]
    assert {"Homepage", "Source", "Issues", "Changelog"} == PROJECT["urls"].keys()
    pythons = {
        one.rpartition(" ")[2] for one in PROJECT["classifiers"] if re.search(r":: 3\.\d+$", one)
    }
    for workflow in ("tests", "wheels"):
        text = (ROOT / ".github" / "workflows" / f"{workflow}.yml").read_text()
        assert set(re.findall(r'"(3\.\d+)"', text)) == pythons


def test_no_registry_is_named_where_packages_are_pinned() -> None:
    """Whoever installs from the lock asks the registry that their own pip is told."""
    for name in ("requirements.lock", "pyproject.toml", "setup.py", "Makefile", "MANIFEST.in"):
        text = (ROOT / name).read_text()
        assert "index-url" not in text
        assert set(re.findall(r"https?://([\w.-]+)", text)) <= {
            "cuttle.example.org",
            *re.findall(r"https?://([\w.-]+)", README),
            "localhost",
        }


def test_what_a_server_needs_is_pinned_with_hashes_as_in_the_lock() -> None:
    pins = dict(re.findall(r"^([\w-]+)==(\S+)", _plain(ROOT / "requirements.lock"), re.MULTILINE))
    hashed = _plain(ROOT / "docs" / "hosting" / "hashed.txt")
    entries = re.findall(r"^([\w-]+)==(\S+)([^\n]*)\n((?: .*\n)+)", hashed, re.MULTILINE)
    assert len(entries) == hashed.count("==") - hashed.count(" == ")
    for name, version, marker, hashes in entries:
        if "win32" not in marker:  # where the lock was not made
            assert pins[name] == version
        assert re.fullmatch(r"(    --hash=sha256:[0-9a-f]{64}( \\)?\n)+", hashes), name
    assert set(re.findall(r"[\w-]+(?=[\[>])", " ".join(_needed()))) <= {one[0] for one in entries}


def _plain(path: Path) -> str:
    """Return a list of packages with their names as an index writes them."""
    text = path.read_text()
    return re.sub(r"^[\w.-]+(?===)", lambda name: _named(name[0]), text, flags=re.MULTILINE)


def _named(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def _needed() -> list[str]:
    extras = PROJECT["optional-dependencies"]
    named = [*PROJECT["dependencies"], *(one for each in _SERVED for one in extras[each])]
    return [one for one in named if not one.startswith("cuttle-tui")]


_SERVED: Final = ("server", "postgres", "cluster", "web")


def test_every_floor_is_known_and_no_pin_is_below_it() -> None:
    pins = dict(re.findall(r"^([\w-]+)==(\S+)", _plain(ROOT / "requirements.lock"), re.MULTILINE))
    found = floors()
    assert {"textual", "asyncssh", "sqlalchemy", "aiohttp", "numpy"} <= found.keys()
    for name, lowest in found.items():
        assert _numbers(pins[name]) >= _numbers(lowest), name


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(map(int, version.split(".")))


def test_the_package_for_debian_has_our_version_and_files() -> None:
    folder = ROOT / "docs" / "packaging" / "debian"
    version = re.match(r"cuttle \((\S+)\)", (folder / "changelog").read_text())
    assert version is not None
    assert version[1].replace("~dev", ".dev") == __version__
    rules = (folder / "rules").read_text()
    for path in re.findall(r"(?<=[ \t])(?:docs/[\w./-]+|LICENSE)", rules):
        assert (ROOT / path).exists(), path
    assert (folder / "rules").stat().st_mode & 0o100


def test_an_sdist_is_unpacked_by_the_oldest_python_that_has_our_version(tmp_path: Path) -> None:
    """The Python of Debian 12 is 3.11.2, whose `tarfile` knows no filters."""
    (tmp_path / "it-1.0").mkdir()
    (tmp_path / "it-1.0" / "LICENSE").write_text("MIT")
    sdist = tmp_path / "it-1.0.tar.gz"
    with tarfile.open(sdist, "w:gz") as packed:
        packed.add(tmp_path / "it-1.0", "it-1.0")
    assert (unpack(sdist, tmp_path / "a place") / "LICENSE").read_text() == "MIT"
    assert [each.name for each in (tmp_path / "a place").iterdir()] == ["it-1.0"]
