"""German is written as German is: by its signs, its capitals, and the words of the glossary."""

from __future__ import annotations

import re
from typing import Final

import pytest

from tests.cuttle_tui.i18n import catalogues
from tests.cuttle_tui.i18n.catalogues import Said, takes_words

GLOSSARY: Final = catalogues.glossary("German")


def catalogue() -> tuple[Said, ...]:
    """All but the words that may be typed, which are in small letters."""
    return tuple(one for one in catalogues.catalogue("de") if one.context != "words to type")


_TYPED: Final = re.compile(
    r"`[^`]*`|\$\(.*?\)|\"\$\(.*?\)\"|--[\w-]+|\w+=\S*|\[[^]]*\]|\{\w+(?:![a-z])?\}|%\(?\w*\)?[rs]"
)
"""Commands, flags and places, which are the same in every language."""

_FAULTS: Final = {
    r'"': "„“ for quotes",
    r"„[^“]*(?:„|$)|^[^„]*“": "quotes in pairs",
    r"[’‘«»–—]": "straight apostrophes, no dashes",
    r"\d%": "a blank before %",
    r"\s[,;:.](?=\s|$)": "no blank before a sign",
    r"[a-zäöüß][.!?;][A-ZÄÖÜ]": "a blank between sentences",
    r"\bdaß\b|\bmuß\b": "dass",
    r"(?<![.:!?] )(?<!^)\b(?:Sie|Ihnen|Ihr|Ihre[mnrs]?)\b": "du, as among friends",
    r"\b(?:der|die|das|dem|den|des) x(?<!x)": "no article before a name",
}
"""What is not written, by what is."""


def faults_of(text: str) -> list[str]:
    """Name what is wrong with the signs of a text."""
    plain = _TYPED.sub("x", text)
    return [rule for fault, rule in _FAULTS.items() if re.search(fault, plain)]


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ('heb mit "Wort" ab', "„“ for quotes"),
        ("Lektion „Konter geschafft", "quotes in pairs"),
        ("das geht – später", "straight apostrophes, no dashes"),
        ("54% Chance", "a blank before %"),
        ("bereit ,", "no blank before a sign"),
        ("wo sie war.Deine Sitzung", "a blank between sentences"),
        ("du weißt, daß er kommt", "dass"),
        ("wählen Sie eine Karte", "du, as among friends"),
    ],
)
def test_a_fault_is_seen(text: str, fault: str) -> None:
    assert faults_of(text) == [fault]


@pytest.mark.slow
def test_texts_are_written_as_german_is() -> None:
    found = {one.own: faults for one in catalogue() if (faults := faults_of(one.own))}
    assert found == {}


def test_capitals_are_at_least_those_of_english() -> None:
    """A sentence stays one, and what shouts shouts."""
    found = [
        (one.english, one.own)
        for one in catalogue()
        if one.english[:1].isalpha() and one.own[:1].isalpha() and one.english != "I am back"
        if (one.english[0].isupper() and not one.own[0].isupper())
        or (
            len(re.findall(r"[^\W\d]", _TYPED.sub("", one.own))) > 3
            and one.english.isupper() != one.own.isupper()
        )
    ]
    assert found == []


# words -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "english", ["goal", "deck", "opponent", "watcher", "ladder", "stalemate", "replay"]
)
def test_messages_have_the_words_of_the_glossary(english: str) -> None:
    """Most of them: a sentence may say a thing without its word."""
    having = [one for one in catalogue() if re.search(rf"\b{english}s?\b", one.english)]
    others = [one for one in having if GLOSSARY[english].lower() not in one.own.lower()]
    assert 2 * len(others) < len(having), others


def test_nouns_have_a_capital() -> None:
    """All but those that are verbs or commands as well."""
    small_too = re.compile("Konter|Ziel|Tipp|Stapel|Coach|Computer|Match|Host|Hand|Analyse|Bot")
    nouns = {word for word in GLOSSARY.values() if word.istitle() and not small_too.fullmatch(word)}
    small = re.compile(rf"\b(?:{'|'.join(nouns)})(?:e|en|n|er|s)?\b".lower())
    found = [one.own for one in catalogue() if small.search(_TYPED.sub("", one.own))]
    assert found == []


_ENGLISH: Final = re.compile(
    r"\b(?:the|of|and|your|you|with|from|not|games?|players?|seat|wins?|won|lost|loses|beginner|"
    r"casual|regular|sharp|rated|goal|scuttle|one-off|counter|royal|glasses|scrap|settings|swiss|"
    r"replay|challenge)\b",
    re.IGNORECASE,
)
_SHOWN: Final = re.compile(
    r"[Tt]ippe? .*|draw, points.*|points 7S.*|ann \w+(?: \w+)*|FORMAT ist .*|set free.*|"
    r"own-scuttle|How to Play"
)
"""Commands and options that a sentence shows without quotes."""


def english_in(text: str) -> list[str]:
    """List English words that stand in a German text, apart from what is typed."""
    return _ENGLISH.findall(_SHOWN.sub("", _TYPED.sub("", text)))


def test_no_english_word_is_left() -> None:
    found = {
        one.own: left
        for one in catalogue()
        if not takes_words(one.english) and (left := english_in(one.own))
    }
    assert found == {}


@pytest.mark.parametrize("text", ["Stufe beginner", "zeig die hand of {who}", "die Settings"])
def test_an_english_word_is_seen(text: str) -> None:
    assert english_in(text)


_LEFT: Final = {
    r"\bPleiten?\b": "verloren, Niederlage",
    r"\bLettern\b": "Buchstaben",
    r"\bThema\b": "Farbschema",
    r"\bStamm\b": "Kenner",
    r"\bMaschinen?\b": "Rechner",
    r"\bSchweizer(?! System)\b": "Schweizer System",
    r"\bschnelle\w* Match\b": "Schnellpartie",
    r"\b(?:ge)?block(?:en|t|st|e)?\b.*\b(?:Person|jemanden)\b": "blockieren",
    r"\bForderung\b|\bfordert? (?:dich|\{who\})(?! .*heraus)": "herausfordern",
    r"\bbeanspruch\w*": "den Sieg fordern",
    r"\bPartie abbrechen\b|\babgebrochen\b": "annullieren",
    r"\bWenden?\b": "Führungswechsel",
    r"\bdu gab(?:s)?t auf\b|\b(?:gewann|verlor)s?t\b": "du hast aufgegeben",
    r"\b(?:von|gegen|mit) der Computer\b": "Computer, as a name",
    r"\bdein(?:e[nmrs])? \{(?:card|target|cards)\}": "a card is a she: deine",
    r"\bentsperr\w*|\bKennung\b": "freigeben; ID",
}
"""What was left, or reads as translated, by what is said instead."""


def left_in(text: str) -> list[str]:
    """List words that were left for another."""
    return [now for left, now in _LEFT.items() if re.search(left, text)]


def test_no_word_is_left_for_another() -> None:
    assert {one.own: left for one in catalogue() if (left := left_in(one.own))} == {}


@pytest.mark.parametrize(
    "text",
    ["3 Siege, 2 Pleiten", "{who} fordert dich ({rules})", "Punkte von der Computer", "2 Wenden"],
)
def test_a_word_that_was_left_is_seen(text: str) -> None:
    assert left_in(text)
