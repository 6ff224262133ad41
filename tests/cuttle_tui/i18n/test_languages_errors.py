"""What is wrong with a text, a file or an action is said in the reader's language."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from cuttle_tui.i18n.translation import plain, worded
from cuttle_tui.replay.archive_words import not_written_line
from cuttle_tui.replay.folder import NotWritten, read_record, write_copy
from engine.errors import CuttleError
from engine.record.parser import parse_record
from engine.record.record import RecordError
from tests.engine.broken import BROKEN, a_record
from tests.pseudo import english_left, pseudo

CASES = pytest.mark.parametrize(("read", "said"), BROKEN, ids=[said[:40] for _, said in BROKEN])


def caught(read: Callable[[], object]) -> CuttleError:
    """Give the error that reading something ends in."""
    with pytest.raises(CuttleError) as found:
        read()
    return found.value


def quoted(error: CuttleError) -> Iterator[str]:
    """Give what an error quotes, and what the errors in it quote."""
    for part in error.parts.values():
        if isinstance(part, CuttleError):
            yield from quoted(part)
        elif not isinstance(part, BaseException):
            yield str(part)


@CASES
def test_an_error_of_the_engine_is_translated_but_for_what_it_quotes(
    read: Callable[[], object], said: str
) -> None:
    del said
    error = caught(read)
    allowed = frozenset(english_left(" ".join(quoted(error))))
    with pseudo():
        text = worded(error)
    assert english_left(text, allowed=allowed) == []
    assert text != str(error)


@CASES
def test_in_english_nothing_changes_but_for_what_python_says(
    read: Callable[[], object], said: str
) -> None:
    error = caught(read)
    if "hexadecimal" in said:
        assert worded(error) == "line 8: secret: it cannot be read"
    else:
        assert worded(error) == str(error)


def test_a_file_that_cannot_be_read_is_told_in_the_readers_language(tmp_path: Path) -> None:
    (tmp_path / "binary").write_bytes(b"\xff\xfe\x00")
    missing = caught(lambda: read_record(tmp_path / "missing"))
    binary = caught(lambda: read_record(tmp_path / "binary"))
    assert worded(missing) == "cannot be read: No such file or directory"
    assert worded(binary) == "is not text"
    with pseudo():
        for error in (missing, binary, caught(lambda: read_record(tmp_path))):
            assert isinstance(error, RecordError)
            assert english_left(worded(error)) == []


def test_a_copy_that_cannot_be_written_is_told_in_the_readers_language(tmp_path: Path) -> None:
    record = parse_record(a_record())
    error = caught(lambda: write_copy(record, str(tmp_path / "no" / "such" / "folder")))
    assert isinstance(error, NotWritten)
    assert plain(not_written_line(error)).endswith("no such file or directory")
    with pseudo():
        assert english_left(worded(error)) == []


def test_what_the_system_says_and_we_do_not_know_is_passed_on() -> None:
    assert worded(OSError(0, "the disk is on fire")) == "the disk is on fire"
    assert worded(OSError(98, "error while binding ('x', 1): address in use")) != ""
    with pseudo():
        assert english_left(worded(PermissionError(13, "a library's own words"))) == []
