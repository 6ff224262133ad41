"""Nothing a terminal sends breaks the reading of it."""

from __future__ import annotations

import pytest
from hypothesis import given, settings, strategies as st
from textual.events import Key, Paste, Resize

from server.terminal.driver import LONGEST_PASTE, KeyReader
from tests.whole import times

pytestmark = pytest.mark.slow


def _keys(reader: KeyReader, data: bytes) -> list[str]:
    return [message.key for message in reader.feed(data) if isinstance(message, Key)]


@settings(max_examples=times(6, 40))
@given(st.lists(st.binary(max_size=40), max_size=8))
def test_any_bytes_can_be_read_and_keys_still_work_afterwards(portions: list[bytes]) -> None:
    reader = KeyReader()
    for portion in portions:
        reader.feed(portion)
    reader.feed(b"x" * (LONGEST_PASTE + 1))
    reader.feed(b"\x1b[201~x")
    assert _keys(reader, b"a") == ["a"]


def test_sequences_that_crash_the_parser_are_dropped() -> None:
    reader = KeyReader()
    assert _keys(reader, b"\x1b[99999999999999u") == []
    assert _keys(reader, b"a") == ["a"]


def test_a_terminal_cannot_choose_its_size_by_typing() -> None:
    messages = KeyReader().feed(b"\x1b[48;9999;9999;1;1t")
    assert not any(isinstance(message, Resize) for message in messages)


def test_a_character_split_between_portions_is_whole() -> None:
    reader = KeyReader()
    assert reader.feed("é".encode()[:1]) == []
    (key,) = reader.feed("é".encode()[1:])
    assert isinstance(key, Key)
    assert key.character == "é"


def test_pasted_text_comes_as_one() -> None:
    (paste,) = KeyReader().feed(b"\x1b[200~K7QF\x1b[201~ ")[:1]
    assert isinstance(paste, Paste)
    assert paste.text == "K7QF"
