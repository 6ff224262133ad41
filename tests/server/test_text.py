"""Text from people is harmless on other people's terminals."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.text import clean, player_name, room_code


@given(st.text(max_size=80))
def test_what_is_left_prints_and_is_bounded(text: str) -> None:
    cleaned = clean(text, 20)
    assert len(cleaned) <= 20
    assert cleaned == cleaned.strip()
    assert all(unicodedata.category(c)[0] in "LMNPS" or c == " " for c in cleaned)


@given(st.text(max_size=80))
def test_names_are_plain(text: str) -> None:
    name = player_name(text)
    assert 1 <= len(name) <= 16
    assert all(c.isascii() and (c.isalnum() or c in "-_") for c in name)


@pytest.mark.parametrize(
    ("text", "cleaned"),
    [
        ("e\u0301", "\u00e9"),
        ("a\x1b[31mb", "a[31mb"),
        ("a\u202eb\u2066c", "abc"),
        ("a\u200bb\u200dc\ufeffd", "abcd"),
        ("a\ufe0fb\U000e0041c", "abc"),
        ("\x9b31m\x07\x00", "31m"),
        ("a\nb\tc\u00a0d", "abcd"),
    ],
)
def test_what_is_dropped(text: str, cleaned: str) -> None:
    assert clean(text, 20) == cleaned


def test_a_room_code_is_found_however_it_is_typed() -> None:
    assert room_code(" k7qf\r\n") == "K7QF"
