"""Text from people is harmless on other people's terminals."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import example, given, strategies as st
from rich.cells import cell_len, get_character_cell_size
from wcwidth import wcswidth, wcwidth

from cuttle_tui.kit.pasted import room_code
from server.sanitize import (
    BadLine,
    TooLong,
    Unprintable,
    chat_line,
    clean,
    line,
    log_text,
    title_text,
)
from tests.server.sequences import read_strictly

NASTY = st.text(
    st.one_of(
        st.characters(),
        st.characters(categories=["Mn", "Mc", "Me", "Cf", "Zs", "Lo", "So", "Sk"]),
        st.sampled_from("e\u0301\u0300\u0323 \u200d\u202e\u1100\u1161\x1b]2;\x07\x9b\u3000"),
    ),
    max_size=80,
)


@given(NASTY)
@example("a" + "\u0301" * 60)
@example("\u0301a \u0301b")
@example("e\u200d\u0301")
def test_what_is_left_prints_and_is_bounded(text: str) -> None:
    cleaned = clean(text, 20)
    assert len(cleaned) <= 20
    assert cleaned == cleaned.strip()
    assert "  " not in cleaned
    assert all(unicodedata.category(c)[0] in "LMNPS" or c == " " for c in cleaned)
    assert unicodedata.is_normalized("NFC", cleaned)
    cleaned.encode()


@pytest.mark.slow
@given(NASTY, st.integers(0, 30))
def test_its_width_is_bounded_whoever_measures(text: str, width: int) -> None:
    cleaned = clean(text, 40, width)
    assert sum(map(get_character_cell_size, cleaned)) <= width
    assert cell_len(cleaned) <= width
    assert wcswidth(cleaned) <= width + sum(map(_disputed, cleaned))


def _disputed(character: str) -> int:
    """How many columns two widely used tables of widths disagree about."""
    return abs(wcwidth(character) - get_character_cell_size(character))


@given(NASTY)
def test_no_character_carries_more_than_two_marks(text: str) -> None:
    marks = 3
    for character in clean(text, 80):
        if unicodedata.category(character)[0] == "M":
            marks += 1
            assert marks <= 2
        else:
            marks = 3 if character == " " else 0


@given(NASTY)
def test_cleaning_twice_changes_nothing_more(text: str) -> None:
    cleaned = clean(text, 40)
    assert clean(cleaned, 40) == cleaned


@given(NASTY)
def test_chat_titles_and_log_fields_stay_in_their_place(text: str) -> None:
    try:
        said = chat_line(text)
    except BadLine:
        said = ""
    assert cell_len(said) <= 120
    read_strictly(f"\x1b]2;{title_text(text)}\x07{said}".encode())
    assert '"' not in log_text(text)
    assert len(log_text(text)) <= 80


@pytest.mark.parametrize(
    ("text", "cleaned"),
    [
        ("e\u0301", "\u00e9"),
        ("a\x1b[31mb", "a[31mb"),
        ("a\u202eb\u2066c", "abc"),
        ("a\u200bb\u200dc\ufeffd", "abcd"),
        ("a\ufe0fb\U000e0041c", "abc"),
        ("\x9b31m\x07\x00\x7f", "31m"),
        ("a\nb\tc\u00a0d\u2028e  f", "a b c d e f"),
        ("a\u2800\u3164b", "ab"),
        ("\ue000\U000f0000a\u0378", "a"),
        ("\ud800a", "a"),
        ("[b]x[/b]", "[b]x[/b]"),
        ("x" + "\u0316" * 9, "x\u0316\u0316"),
    ],
)
def test_what_is_dropped(text: str, cleaned: str) -> None:
    assert clean(text, 20) == cleaned


def test_wide_characters_count_as_what_they_take() -> None:
    assert clean("漢字漢字", 10, 5) == "漢字"
    assert chat_line("漢" * 60) == "漢" * 60
    with pytest.raises(TooLong):
        chat_line("漢" * 61)


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("e\u0301", "\u00e9"),
        (" a\tb\u00a0 c\r\n", "a b c"),
        ("\ufeffhello", "hello"),
        ("I \u2764\ufe0f it", "I \u2764 it"),
        ("x" * 20, "x" * 20),
        ("   ", ""),
        ("nguye\u0302\u0303n", "nguy\u1ec5n"),
    ],
)
def test_a_line_is_composed_and_nothing_is_lost(text: str, read: str) -> None:
    assert line(text, 20) == read


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("x" * 21, TooLong),
        ("x" * 10_000_000, TooLong),
        ("漢" * 11, TooLong),
        ("a\x1b[31mb", Unprintable),
        ("a\u202eb", Unprintable),
        ("a\u200bb", Unprintable),
        ("\x00", Unprintable),
        ("a\U0001f1eb\U0001f1f7", Unprintable),
        ("Zo\ufffd", Unprintable),
        ("\ue000", Unprintable),
        ("x\u0316\u0317\u0318", Unprintable),
        ("\u0301a", Unprintable),
    ],
)
def test_a_line_of_which_something_would_be_lost_is_refused(text: str, why: type[BadLine]) -> None:
    with pytest.raises(why):
        line(text, 20)


@given(NASTY)
def test_a_line_that_is_taken_reads_as_it_was_written(text: str) -> None:
    try:
        read = line(text, 80)
    except BadLine:
        return
    assert read == clean(text, 80)
    assert _letters_of(read) == _letters_of(text.removeprefix("\ufeff"))


def _letters_of(text: str) -> str:
    """Decompose a text, without blanks and what selects the form of a character."""
    apart = unicodedata.normalize("NFD", "".join(text.split()))
    return "".join(
        sign
        for sign in apart
        if not unicodedata.name(sign, "").startswith(("VARIATION SELECTOR", "MONGOLIAN FREE"))
        and unicodedata.category(sign) != "Zs"
    )


def test_a_room_code_is_found_however_it_is_typed() -> None:
    assert room_code(" k7qf\r\n") == "K7QF"
