"""The host key is made once, kept, and readable by its owner alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from server.ops.host_key import NAME, DataError, host_key


def test_the_key_is_made_once_for_its_owner_alone(tmp_path: Path) -> None:
    first = host_key(tmp_path / "new")
    assert host_key(tmp_path / "new").get_fingerprint() == first.get_fingerprint()
    assert (tmp_path / "new" / NAME).stat().st_mode & 0o777 == 0o600
    assert (tmp_path / "new").stat().st_mode & 0o777 == 0o700


def test_a_broken_key_is_never_replaced(tmp_path: Path) -> None:
    (tmp_path / NAME).write_text("broken")
    with pytest.raises(DataError):
        host_key(tmp_path)
    assert (tmp_path / NAME).read_text() == "broken"


def test_a_key_that_cannot_be_read_is_named_and_not_the_directory(tmp_path: Path) -> None:
    (tmp_path / NAME).mkdir()
    with pytest.raises(
        DataError, match=rf"the host key \S+/{NAME} cannot be read \(Is a dir.*user"
    ):
        host_key(tmp_path)
