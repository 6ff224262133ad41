"""Players read the words of the glossary, and none that was left for another."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

import pytest

from tests.languages import ROOT, code_messages
from tests.whole import takes_longer

LEFT: Final = {
    r"\bfoes?\b": "opponent",
    r"\bother (?:side|seat)s?\b": "opponent",
    r"\b(?:ally|allies)\b": "partner",
    r"\bmachines?\b": "computer",
    r"\b(?:un)?ranked\b": "rated",
    r"\b(?:gives?|gave|given|giving) (?:\w+ ){0,3}up\b": "concede",
    r"\bthe draw\b(?! offer)": "draw offer",
    r"\bl(?:ie|ies|ay|ain|ying)\b": "open hand",
    r"\bundo(?:es|ne)? (?:your|\{)": "counter",
    r"\banswers? with\b": "counter",
    r"\bevicts?\b(?!:)|\bevicted\b": "return",
    r"\bturn(?:s|ed)? up\b": "reveal",
    r"\bby chance\b": "at random",
    r"\bfigures?\b": "digits",
    r"\b(?:whoever|whomever)\b": "player",
    r"\b(?:oneself|one's|one passes|one plays)\b": "player",
    r"\bwould not have\b": "",
}
"""What was left, and the word of the glossary that stands there now."""
A_COMPUTER: Final = "a computer on the network, not a player"
ANY_WAY: Final = "in whatever way: who conceded, left, was away or ran out of time gave up"
EXCEPTIONS: Final = {
    "Your opponents gave up": ANY_WAY,
    "given up before a choice mattered": ANY_WAY,
    "not a way to give up: {text!r}": ANY_WAY,
    "seat {seat} did not give up": ANY_WAY,
    "the game was given up before a choice of yours mattered": ANY_WAY,
    "the game was given up before a choice of {who} mattered": ANY_WAY,
    "{us} gave up": ANY_WAY,
    "{all} gave up": ANY_WAY,
    "on the machine with your key, type {command}": A_COMPUTER,
    "without it you cannot reach friends on other machines": A_COMPUTER,
    "Let a friend connect to your machine?": A_COMPUTER,
    "on your machine": A_COMPUTER,
    "manage a server running on this machine": A_COMPUTER,
    "open a room on this machine for a friend, and play in it": A_COMPUTER,
    "sit down at a friend's table on another machine": A_COMPUTER,
    "the line or the link that you were sent; or the friend's machine, as NAME, NAME:PORT "
    "or USER@NAME, and the room code": A_COMPUTER,
    "this names no machine: paste the whole line or link that you were sent": A_COMPUTER,
    "address to listen on (all of this machine)": A_COMPUTER,
    "evict": "the nickname on a nine",
    "ranked [timing T] [LEVEL]": "a command, which scripts type",
    "computer level quick ranked open join sit watch who tables queue": "commands",
    "rob purge peek evict steal give fetch answer throw": "verbs of actions",
}
GLOSSARY: Final = (ROOT / "docs" / "GLOSSARY.md").read_text(encoding="utf-8")


def english() -> Iterator[str]:
    """Yield each English text that a player may read, plurals in both numbers."""
    for message in code_messages():
        texts = message.id if isinstance(message.id, tuple) else (message.id,)
        yield from filter(None, texts)


@takes_longer
def test_no_message_has_a_word_that_was_left() -> None:
    found = {
        text: instead
        for text in english()
        for word, instead in LEFT.items()
        if re.search(word, text, re.IGNORECASE) and text not in EXCEPTIONS
    }
    assert found == {}


@takes_longer
def test_each_exception_is_still_needed() -> None:
    texts = set(english())
    needed = {
        text
        for text in texts & EXCEPTIONS.keys()
        if any(re.search(word, text, re.IGNORECASE) for word in LEFT)
    }
    assert needed == EXCEPTIONS.keys()


@pytest.mark.parametrize("word", sorted(set(filter(None, LEFT.values())) - {"digits"}))
def test_the_words_that_stand_there_now_are_explained(word: str) -> None:
    assert f"| {word}" in GLOSSARY


@pytest.mark.parametrize(
    "text",
    ["no foe holds a card", "al gave the game up", "thinking about the draw", "it lies there"],
)
def test_a_word_that_was_left_is_seen(text: str) -> None:
    assert any(re.search(word, text) for word in LEFT)
