"""The answers of terminals are read, and nothing of them is taken for keys."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st
from textual.events import Key

from cuttle_tui.tty.driver import KeyboardParser
from cuttle_tui.tty.terminal import Replies, Terminal, question_for

DEVICE = b"\x1b[?64;1;2;6;22c"
ANSWERS = {
    "xterm": (b"\x1bP1$r0;48:2::1:2:3m\x1b\\", True),
    "kitty": (b"\x1bP1$r48:2:1:2:3m\x1b\\", True),
    "windows terminal": (b"\x1bP1$r0;48;2;1;2;3m\x1b\\", True),
    "the nearest of 256": (b"\x1bP1$r0;48:5:16m\x1b\\", False),
    "another colour": (b"\x1bP1$r0;48;2;0;0;0m\x1b\\", False),
    "longer numbers": (b"\x1bP1$r0;48;2;1;2;30m\x1b\\", False),
    "request unknown": (b"\x1bP0$r\x1b\\", False),
    "request cancelled": (b"\x1bP0$r\x18", False),
    "none": (b"", False),
}
KEYS = (b"a", b"\x1b[A", b"\x1b", b"\x1b[<0;10;3M", b"\x1b[200~paste\x1b[201~", "é".encode())


@pytest.mark.parametrize("answer", ANSWERS)
def test_what_terminals_answer(answer: str) -> None:
    reply, truecolour = ANSWERS[answer]
    replies = Replies()
    assert replies.feed(reply + DEVICE) == b""
    assert (replies.complete, replies.truecolour) == (True, truecolour)


GROUNDS = {
    "xterm": (b"\x1b]11;rgb:ffff/fbfb/f0f0\x1b\\", True),
    "with a bell": (b"\x1b]11;rgb:1d1d/1f1f/2121\x07", False),
    "two figures": (b"\x1b]11;rgb:ff/ff/ff\x07", True),
    "see-through": (b"\x1b]11;rgba:0000/0000/0000/8000\x1b\\", False),
    "bright blue": (b"\x1b]11;rgb:0000/0000/ffff\x1b\\", False),
    "no colour": (b"\x1b]11;?\x1b\\", None),
    "none": (b"", None),
}


@pytest.mark.parametrize("ground", GROUNDS)
def test_what_terminals_answer_about_their_ground(ground: str) -> None:
    reply, light = GROUNDS[ground]
    replies = Replies()
    keys = [replies.feed(part) for part in (b"a" + reply[:7], reply[7:] + DEVICE, b"b")]
    assert b"".join(keys) == b"ab"
    assert replies.told_of(Terminal("256")) == Terminal("256", light=light)


def test_a_terminal_is_asked_only_what_it_has_not_announced() -> None:
    assert "$qm" in question_for(Terminal("256"))
    assert "]11;?" in question_for(Terminal("256"))
    assert "$qm" not in question_for(Terminal("true"))
    assert "]11;?" in question_for(Terminal("true"))
    assert "]11;?" not in question_for(Terminal("256", light=False))
    assert question_for(Terminal("true", light=True)) == ""
    assert question_for(Terminal("16")) == question_for(Terminal("none")) == ""


@pytest.mark.parametrize(
    "late", [GROUNDS["xterm"][0], GROUNDS["with a bell"][0], ANSWERS["xterm"][0]]
)
def test_an_answer_that_comes_too_late_is_no_key(late: bytes) -> None:
    parser = KeyboardParser()
    keys = [*parser.feed(f"a{late.decode()}b")]
    assert [key.key for key in keys if isinstance(key, Key)] == ["a", "b"]


@pytest.mark.slow
@given(
    st.sampled_from([*ANSWERS.values(), *((reply, False) for reply, _ in GROUNDS.values())]),
    st.lists(st.sampled_from(KEYS), max_size=4),
    st.lists(st.sampled_from(KEYS), max_size=4),
    st.lists(st.sampled_from(KEYS), max_size=4),
    st.randoms(use_true_random=False),
)
def test_keys_come_through_whole_however_the_input_is_split(
    answer: tuple[bytes, bool],
    before: list[bytes],
    between: list[bytes],
    after: list[bytes],
    random: object,
) -> None:
    parts = [*before, *_split(answer[0], random), *between, *_split(DEVICE, random), *after]
    replies = Replies()
    rest = b"".join(map(replies.feed, parts))
    assert rest == b"".join([*before, *between, *after])
    assert (replies.complete, replies.truecolour) == (True, answer[1])


def _split(data: bytes, random: object) -> list[bytes]:
    """Split an answer somewhere after its first two bytes, which come together."""
    if len(data) < 4:
        return [data]
    at = random.randrange(2, len(data))  # type: ignore[attr-defined]
    return [data[:at], data[at:]]


@given(st.lists(st.binary(max_size=40), max_size=6))
def test_what_is_no_answer_is_never_kept_back_for_long(parts: list[bytes]) -> None:
    replies = Replies()
    rest = b"".join(map(replies.feed, parts)) + replies.feed(b"\x1b[A")
    assert rest.endswith(b"\x1b[A")
