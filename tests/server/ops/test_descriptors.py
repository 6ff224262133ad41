"""A server has as many file descriptors as its connections need, or takes fewer connections."""

from __future__ import annotations

import os
import resource
from pathlib import Path

import pytest

from cuttle_tui.local.doctor import of_files
from server.cli.main import main
from server.cli.serve import _affordable
from server.config import loader as config_loader
from server.config.check import obstacles
from server.config.loader import load
from server.config.schema import Config, Listen
from server.ops.limits import SPARE, Limits, descriptors_needed


class _Limits:
    """Limits of a process that are not this one's."""

    def __init__(self, soft: int, hard: int) -> None:
        self.now = (soft, hard)

    def get(self, kind: int) -> tuple[int, int]:
        assert kind == resource.RLIMIT_NOFILE
        return self.now

    def put(self, kind: int, limits: tuple[int, int]) -> None:
        assert kind == resource.RLIMIT_NOFILE
        self.now = limits


def limited(monkeypatch: pytest.MonkeyPatch, soft: int, hard: int) -> _Limits:
    limits = _Limits(soft, hard)
    monkeypatch.setattr(resource, "getrlimit", limits.get)
    monkeypatch.setattr(resource, "setrlimit", limits.put)
    return limits


@pytest.mark.parametrize("hard", [100_000, resource.RLIM_INFINITY])
def test_the_soft_limit_is_raised_at_the_start(monkeypatch: pytest.MonkeyPatch, hard: int) -> None:
    limits = limited(monkeypatch, 256, hard)
    assert _affordable(Limits()) == Limits()
    assert limits.now == (descriptors_needed(Limits()), hard)


def test_no_more_connections_are_taken_than_there_are_descriptors(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    limits = limited(monkeypatch, 256, 1024)
    assert _affordable(Limits()).connections == 1024 - SPARE
    assert limits.now == (1024, 1024)
    assert "1024 open files" in caplog.text
    (line,) = obstacles(Config(data=tmp_path, listen=Listen(port=0)))
    assert line.startswith("limits.connections = 2000 needs 2192 open files")
    assert line.endswith(f"set limits.connections = {1024 - SPARE}")


def test_too_little_memory_is_refused_in_one_line(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(resource, "getrlimit", lambda kind: (60 << 20, 60 << 20))
    assert main(["serve", "--check", "--data", str(tmp_path), "--port", "0"]) == 2
    assert capsys.readouterr().err == (
        "cuttle: this user may have 60 MB of address space, and the server needs 512: "
        "raise it (ulimit -v)\n"
    )


def test_a_home_that_cannot_be_read_has_no_configuration(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    original = os.stat

    def stat(path: str | Path, **named: bool) -> os.stat_result:
        if str(path).startswith(str(tmp_path)):
            raise PermissionError(13, "Permission denied", str(path))
        return original(path, **named)

    monkeypatch.setattr(config_loader, "usual_file", lambda: tmp_path / "server.toml")
    monkeypatch.setattr(os, "stat", stat)
    assert load(None, {}, {}).config == Config()
    (settings, games) = of_files(tmp_path / "settings.json", tmp_path / "records", "")
    assert "cannot be written" not in settings.value + games.value
