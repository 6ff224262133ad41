"""Copies of records: written once, never over anything, and refused in words."""

from __future__ import annotations

from pathlib import Path

import pytest

from cuttle_tui.replay.folder import FolderArchive, NotWritten, Taken, file_name, write_copy
from engine.record.parser import parse_record
from engine.record.record import record_text
from tests.cuttle_tui.games import record_after


def test_a_copy_is_the_record(tmp_path: Path) -> None:
    record = parse_record(record_text(record_after()))
    path = write_copy(record, str(tmp_path / "game.cuttle"))
    assert path == tmp_path / "game.cuttle"
    assert parse_record(path.read_text(encoding="utf-8")) == record


def test_in_a_folder_it_gets_the_proposed_name(tmp_path: Path) -> None:
    assert write_copy(record_after(), str(tmp_path)) == tmp_path / file_name(record_after())


def test_home_is_understood(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    assert write_copy(record_after(), "~/game.cuttle") == tmp_path / "game.cuttle"


def test_nothing_is_written_over(tmp_path: Path) -> None:
    file = tmp_path / "game.cuttle"
    file.write_text("mine")
    with pytest.raises(Taken):
        write_copy(record_after(), str(file))
    assert file.read_text() == "mine"


@pytest.mark.parametrize("name", ["no/where", "x" * 300, "~nobody-here/x", "a\0b"])
def test_what_cannot_be_written_is_refused(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(NotWritten):
        write_copy(record_after(), name)
    assert not list(tmp_path.iterdir())


def test_a_shelf_knows_its_games_by_their_records(tmp_path: Path) -> None:
    archive = FolderArchive(tmp_path / "records")
    text, other = record_text(record_after()), record_text(record_after(seed=9))
    record = parse_record(text)
    assert archive.where(record) == ""
    archive.keep(other)
    assert archive.where(record) == ""
    archive.keep(text)
    assert parse_record(Path(archive.where(record)).read_text()) == record
    assert parse_record(Path(archive.where(parse_record(other))).read_text()) != record
