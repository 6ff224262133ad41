"""Every text file that we read may come from Notepad, from PowerShell's > or from Windows."""

from __future__ import annotations

import codecs
import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from cuttle_tui.local.home_table import ResultBook
from cuttle_tui.local.user import own_language, settings_path
from cuttle_tui.plain.lines import Lines
from cuttle_tui.preferences import FileStore
from cuttle_tui.replay.folder import FolderArchive, read_record
from engine.record.parser import parse_record
from engine.record.position_text import parse_position, position_text
from engine.record.record import RecordError, record_text
from engine.rules.rulesets import PRESETS
from server.config.loader import load
from tests.cuttle_tui.games import record_after

Write = Callable[[str], bytes]
WRITERS: dict[str, Write] = {
    "UTF-8": str.encode,
    "UTF-8 with a mark": lambda text: text.encode("utf-8-sig"),
    "Windows line ends": lambda text: text.replace("\n", "\r\n").encode(),
    "Notepad": lambda text: text.replace("\n", "\r\n").encode("utf-8-sig"),
    "old line ends": lambda text: text.replace("\n", "\r").encode(),
    "PowerShell": lambda text: codecs.BOM_UTF16_LE + text.replace("\n", "\r\n").encode("utf-16-le"),
    "UTF-16, large end first": lambda text: codecs.BOM_UTF16_BE + text.encode("utf-16-be"),
    "UTF-16 without a mark": lambda text: text.encode("utf-16-le"),
}
written = pytest.mark.parametrize("write", WRITERS.values(), ids=WRITERS)


@written
def test_records(write: Write, tmp_path: Path) -> None:
    record = record_after()
    file = tmp_path / "game.cuttle"
    file.write_bytes(write(record_text(record)))
    again = read_record(file)
    assert record_text(again) == record_text(parse_record(record_text(record)))


@written
def test_records_of_the_archive(write: Write, tmp_path: Path) -> None:
    archive = FolderArchive(tmp_path)
    archive.keep(record_text(record_after()))
    (file,) = tmp_path.iterdir()
    file.write_bytes(write(file.read_text(encoding="utf-8")))
    (game,) = archive.games()
    assert game.readable
    assert game.players == ("ana", "bob")


@pytest.mark.parametrize("mark", ["", "\ufeff"])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_texts_that_somebody_else_decoded(mark: str, end: str) -> None:
    text = record_text(record_after())
    assert parse_record(mark + text.replace("\n", end)) == parse_record(text)
    line = "standard; P0 hand 3C; P1 hand 4C; deck 5C; turn 0 P0"
    assert position_text(parse_position(mark + line + end)) == line


@pytest.mark.parametrize("data", [b"\xff\xfe\x00", b"\x80", b"cuttle record 1\n\0\0"])
def test_what_is_no_text_is_called_so(data: bytes, tmp_path: Path) -> None:
    file = tmp_path / "game.cuttle"
    file.write_bytes(data)
    with pytest.raises(RecordError, match="is not text"):
        read_record(file)


def test_a_record_that_an_old_editor_of_windows_wrote(tmp_path: Path) -> None:
    record = replace(record_after(), players=("Zoé", "bob"))
    text = record_text(record)
    file = tmp_path / "game.cuttle"
    file.write_bytes(f"\n{text}".replace("\n", "\r\n").encode("cp1252"))
    assert read_record(file) == parse_record(text)


@written
def test_configs(write: Write, tmp_path: Path) -> None:
    file = tmp_path / "server.toml"
    file.write_bytes(write('# été\nmotd = "à bientôt"\n'))
    assert load(file, {}, {}).config.motd == "à bientôt"


@written
def test_preferences(write: Write, tmp_path: Path) -> None:
    file = tmp_path / "settings.json"
    file.write_bytes(write(json.dumps({"name": "Zoé"}, ensure_ascii=False, indent=1)))
    store = FileStore(file)
    assert store.trouble == ""
    assert store.saved["name"] == "Zoé"


@written
def test_the_language_before_the_app_is_there(
    write: Write, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    settings_path().parent.mkdir(parents=True, exist_ok=True)
    settings_path().write_bytes(write(json.dumps({"language": "fr"})))
    assert own_language() == "fr"


@written
def test_results_at_home(write: Write, tmp_path: Path) -> None:
    file = tmp_path / "results"
    ResultBook(file).note(record_after(), "regular")
    before = ResultBook(file).results()
    file.write_bytes(write(file.read_text(encoding="utf-8")))
    assert ResultBook(file).results() == before != ()


def test_a_pipe_may_begin_with_a_mark() -> None:
    reader = Lines()
    reader.feed(b"\xef\xbb\xbfrules standard\r\nquit\r\n")
    assert list(reader._ready) == ["rules standard", "quit"]
    assert PRESETS["standard"].seats == 2
