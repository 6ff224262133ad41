"""The commands `picture` and `cast`: to the standard output or a new file, from a kept game too."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

from engine.record.record import record_text
from server.cli.main import main
from tests.engine.test_summary import record_by_hand


@pytest.fixture
def record(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Keep a game."""
    monkeypatch.setattr("platformdirs.user_data_path", lambda _name: tmp_path / "data")
    folder = tmp_path / "data" / "records"
    folder.mkdir(parents=True)
    file = folder / "game.cuttle"
    file.write_text(record_text(record_by_hand()), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return file


@pytest.mark.parametrize("kept", ["game", "game.cuttle", "data/records/game.cuttle"])
def test_a_picture_is_written_as_asked(
    record: Path, kept: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["picture", kept]) == 0
    assert ElementTree.fromstring(capsys.readouterr().out).tag.endswith("svg")
    assert main(["picture", kept, "--text"]) == 0
    assert capsys.readouterr().out.startswith("ana beat bob\n")


def test_a_recording_goes_to_a_new_file_only(
    record: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["cast", "game", "-o", "game.cast"]) == 0
    written = Path("game.cast").read_text(encoding="utf-8")
    assert json.loads(written.splitlines()[0])["version"] == 2
    assert main(["cast", "game", "-o", "game.cast"]) == 1
    assert "game.cast" in capsys.readouterr().err
    assert Path("game.cast").read_text(encoding="utf-8") == written


def test_what_cannot_be_read_is_named(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["picture", "nothing"]) == 1
    assert "nothing: cannot be read" in capsys.readouterr().err
