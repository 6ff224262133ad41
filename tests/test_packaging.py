"""What is released has what its readers need, and says what it is."""

from __future__ import annotations

import re
import runpy
import tomllib
from pathlib import Path
from typing import Any, Final

import pytest

from server.cli.hosting import hosting_files
from server.cli.main import main

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


def test_every_link_of_the_readme_can_be_followed_from_an_index(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """An index shows the README away from the files beside it."""
    monkeypatch.chdir(ROOT)
    monkeypatch.setattr("setuptools.setup", lambda **_: {})
    shown: str = runpy.run_path("setup.py", run_name="setup")["_readme"]()
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
