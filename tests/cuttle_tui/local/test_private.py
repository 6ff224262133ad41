"""What is written on a machine is for its owner alone, whatever the umask."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from cuttle_tui.local import user
from cuttle_tui.local.user import private_file, private_folder


@pytest.fixture(autouse=True)
def _open_umask() -> Iterator[None]:
    before = os.umask(0)
    yield
    os.umask(before)


def _mode(path: Path) -> int:
    return path.stat().st_mode & 0o777


def test_a_crash_log_is_its_owners(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(user, "user_state_path", lambda name: tmp_path / name)
    written = user.log_crash(ValueError("x"))
    assert written is not None
    assert (_mode(written), _mode(written.parent)) == (0o600, 0o700)


def test_a_crash_log_of_an_older_version_is_closed_to_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(user, "user_state_path", lambda name: tmp_path / name)
    log = tmp_path / "cuttle" / "crash.log"
    log.parent.mkdir()
    log.write_text("before\n")
    assert _mode(log) == 0o666
    assert user.log_crash(ValueError("x")) == log
    assert _mode(log) == 0o600
    assert log.read_text().startswith("before\n")


def test_a_folder_is_made_for_its_owner_and_one_that_is_there_is_left(tmp_path: Path) -> None:
    private_folder(tmp_path / "a" / "b")
    assert _mode(tmp_path / "a" / "b") == 0o700
    (tmp_path / "c").mkdir(mode=0o750)
    private_folder(tmp_path / "c")
    assert _mode(tmp_path / "c") == 0o750
    private_file(tmp_path / "c" / "file")
    assert _mode(tmp_path / "c" / "file") == 0o600
