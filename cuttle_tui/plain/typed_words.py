"""Words that may be typed in the player's language; the English ones count in every language."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from cuttle_tui.i18n.translation import C_, kept_in_each_language, without_accents

WORDS: Final = (
    # Translators: each word in its place; several for one with commas, such as oui,o; - for none
    C_("words to type", "yes no all wait quit"),
    C_("words to type", "draw pass points scuttle royal jack joker oneoff counter block rebuff"),
    C_("words to type", "decline take discard accept reject king queen guard glasses wipe break"),
    C_("words to type", "rob purge peek evict steal give fetch answer throw"),
    C_("words to type", "choices why card actions table hand hands scrap log find clock hint"),
    C_("words to type", "analyse undo ready unready fill claim off show hide send concede retract"),
    C_("words to type", "offer away back let cut seal leave end say phrases mute task again next"),
    C_("words to type", "computer level quick ranked open join sit watch who tables queue"),
    C_("words to type", "challenge meet refuse withdraw unblock report friend friends forget home"),
    C_("words to type", "deal ladder lessons puzzles lesson puzzle mistakes games replay record"),
    C_("words to type", "moments position practise decided result close check picture cast"),
    C_("words to type", "season bracket year top player match follow unfollow night inbox"),
    C_("words to type", "vacation email account link guest unlink calendar delete settings set"),
    C_("words to type", "results invite resume name rules rulesets language help short long width"),
    C_("words to type", "desk settle correct"),
    C_("words to type", "length"),
)
"""All that a line begins with, and what answers a question."""


def _pairs() -> Iterator[tuple[str, list[str]]]:
    """Pair each word in English with those of the session's language."""
    for group in WORDS:
        for english, own in zip(group.text.split(), str(group).split(), strict=False):
            yield english, [] if own == "-" else own.split(",")


@kept_in_each_language(8)
def _english() -> Mapping[str, str]:
    return {without_accents(own.lower()): word for word, owns in _pairs() for own in owns}


@kept_in_each_language(8)
def _owns() -> Mapping[str, str]:
    return {word: own for word, owns in _pairs() for own in owns[:1] if own != word}


def in_english(word: str) -> str:
    """Return what a word of the session's language is typed as in English; else the word."""
    return _english().get(without_accents(word.lower()), word)


def begun_in_english(line: str) -> str:
    """Return a line with its first word in English."""
    word, apart, rest = line.partition(" ")
    return f"{in_english(word)}{apart}{rest}"


def in_own_words(words: Iterable[str]) -> str:
    """List words in the session's language, as far as it has any for them."""
    return ", ".join(own_word(word) or word for word in words)


def own_word(word: str) -> str:
    """Return the first word of the session's language for one in English; empty if it is that."""
    return _owns().get(word, "")
