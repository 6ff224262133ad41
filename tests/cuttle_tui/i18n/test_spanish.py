"""Spanish is written as Spanish is: by its signs, to a friend, in the words of the glossary."""

from __future__ import annotations

import re
from typing import Final

import pytest

from cuttle_tui.i18n.compile import CATALOGUES
from tests.cuttle_tui.i18n import catalogues
from tests.cuttle_tui.i18n.catalogues import Said, takes_words, words_of
from tests.languages import read, texts

GLOSSARY: Final = catalogues.glossary("Spanish")


def catalogue() -> tuple[Said, ...]:
    return catalogues.catalogue("es")


_FAULTS: Final = {
    r"^[^¿]*[\w}»]\?(?=\s|$)": "¿…?",
    r"¿[^?]*$": "¿…?",
    r"^[^¡]*[a-záéíóúñ]!(?=\s|$)": "¡…!",
    r"[¿¡«]\s|\s[;:,.»](?=\s|$)|[¿][^?]*\s\?": "no blank inside of signs",
    r"[’“”‘–—]|(?<!x)\"(?!x)": "straight apostrophes, « » for quotes, no dashes",
    r"[a-záéíóúñ][.!?;][A-ZÁÉÍÓÚÑ¿¡]": "a blank between sentences",
    r"\d%": "a blank before %",
    r"\b(?:de|a) el\b": "del, al",
    r"\b(?:el|la|del|al) \{(?:who|whom|name|names|us|all)\}": "no article before a name",
    r"\by (?:i|hi)(?!e)\w|\bo h?o\w": "e, u",
}
"""What is not written, by what is."""


def faults_of(text: str) -> list[str]:
    """Name what is wrong with the signs of a text."""
    plain = re.sub(r"`[^`]*`|!r\}|--\w+|\w+=\S*|%\(?\w*\)?s|\"\$\(.*?\)\"", "x", text)
    return [rule for fault, rule in _FAULTS.items() if re.search(fault, plain)]


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("Robar?", "¿…?"),
        ("¿Robar", "¿…?"),
        ("Adiós!", "¡…!"),
        ("¿Robar ?", "no blank inside of signs"),
        ("uno , dos", "no blank inside of signs"),
        ("corta con “as”", "straight apostrophes, « » for quotes, no dashes"),
        ("donde estaba.Vuelve", "a blank between sentences"),
        ("54% de opciones", "a blank before %"),
        ("la mano de el rival", "del, al"),
        ("puntos del {who}", "no article before a name"),
        ("reinas y hilos", "e, u"),
    ],
)
def test_a_fault_is_seen(text: str, fault: str) -> None:
    assert faults_of(text) == [fault]


@pytest.mark.slow
def test_texts_are_written_as_spanish_is() -> None:
    assert {one.own: faults for one in catalogue() if (faults := faults_of(one.own))} == {}


_SMALL: Final = ("I have an account", "I am ready", "I am back", "Swiss", "English")
_DATES: Final = ("a month", "until a day")


def test_capitals_are_those_of_english() -> None:
    """A sentence stays one, a label stays one, and what shouts shouts."""
    found = [
        (one.english, one.own)
        for one in catalogue()
        if one.english[:1].isalpha() and one.own[:1].isalpha()
        if one.english not in _SMALL and one.context not in _DATES
        if one.english[0].isupper() != one.own[0].isupper()
        or (len(words_of(one.english)) > 3 and one.english.isupper() != one.own.isupper())
    ]
    assert found == []


_ENGLISH: Final = re.compile(
    r"\b(?:the|of|and|your|you|with|are|from|not|games?|players?|hand|deck|seat|wins?|won|lost|loses|"
    r"beginner|casual|regular|sharp|rated|goal|scuttle|one-off|counter|royal|glasses|scrap|settings|"
    r"lobby|coach)\b",
    re.IGNORECASE,
)
_SHOWN: Final = re.compile(
    r"[Ee]scribe (?:\w+ )*?(?:para|o)\b|draw, points.*|points 7S.*|ann \w+(?: \w+)*|own-scuttle|"
    r"best y coach"
)
"""Commands and options that a sentence shows without quotes."""


def english_in(text: str) -> list[str]:
    """List English words that stand in a Spanish text, apart from what is typed."""
    return _ENGLISH.findall(_SHOWN.sub("", words_of(text)))


def test_no_english_word_is_left() -> None:
    found = {
        one.own: left
        for one in catalogue()
        if not takes_words(one.english) and (left := english_in(one.own))
    }
    assert found == {}


@pytest.mark.parametrize("text", ["nivel beginner", "la hand de {who}", "los settings"])
def test_an_english_word_is_seen(text: str) -> None:
    assert english_in(text)


_WORDS: Final = ("goal", "deck", "opponent", "partner", "ladder", "coach", "replay", "match")


@pytest.mark.parametrize("english", _WORDS)
def test_messages_have_the_words_of_the_glossary(english: str) -> None:
    """Most of them: a sentence may say a thing without its word."""
    having = [one for one in catalogue() if re.search(rf"\b{english}s?\b", one.english)]
    others = [one for one in having if GLOSSARY[english] not in one.own.lower()]
    assert 2 * len(others) < len(having), others


_LEFT: Final = {
    r"\b(?:usted(?:es)?|vosotr[oa]s|vuestr[oa]s?|[a-z]+[áéí]is(?<!dieciséis))\b": "tú",
    r"\b(?:elija|escriba|pulse|espere|pruebe|vuelva)\b": "tú: elige, escribe",
    r"\bcompañer[oa]s?\b|\bsoci[oa]\b": "pareja, whoever that is",
    r"\bhistorial\b|\bbitácora\b": "diario",
    r"\bficheros?\b": "archivo",
    r"\bcomodín\b(?!\s|,|$)|\bun comodín\b": "joker",
    r"\bcontrol de tiempo\b": "ritmo",
    r"\b(?:el|un|los) contras?\b": "la contra",
    r"\bhall(?:a|o|ad[oa]s?|ar|azgo)\b": "buscar, encontrar",
    r"\bdenunciar\b|\bdesafía\b|\brehusar\b": "reportar, retar, rechazar",
    r"\bpor invitación\b": "sin cuenta, of a guest",
    r"\bjugar con la máquina\b": "contra la máquina",
    r"\b(?:en|de|otra|esta) máquina(?=,|:|$| de)(?<!la máquina)": "ordenador, which runs a server",
    r"\brob(?:ó|as?te|ar) .*\b(?:figura|a \{who\} con)\b": "quitar, as robar is to draw",
    r"\bcanjea": "cambiar de mano",
    r"\b[Vv]er tus amigos\b": "ver a tus amigos",
    r"\bagudo\b": "astuto",
    r"\bsólo\b|\béste\b": "solo, este",
}
"""What was left, or reads as translated, by what is said instead."""


def left_in(text: str) -> list[str]:
    """List words that were left for another."""
    return [now for left, now in _LEFT.items() if re.search(left, text)]


def test_no_word_is_left_for_another() -> None:
    found = {
        one.own: left
        for one in catalogue()
        if one.context != "words to type" and (left := left_in(one.own))
    }
    assert found == {}


@pytest.mark.parametrize(
    "text", ["usted juega", "elija una carta", "tu compañero", "leer el historial", "el contra"]
)
def test_a_word_that_was_left_is_seen(text: str) -> None:
    assert left_in(text)


_COUNTED: Final = re.compile(
    r"\{(?:n|number)\} (?!(?:más|tablas|mirando|hoy|min|por|en|de|a|que)\b)\w*[^\W\ds]\b"
)


def test_several_have_a_plural() -> None:
    several = [texts(one)[1] for one in read(CATALOGUES / "es.po") if isinstance(one.id, tuple)]
    assert [text for text in several if _COUNTED.search(text)] == []


def test_cards_take_their_own_article() -> None:
    """In plain mode it stands before them: no *tu el as*, no *de el as*."""
    cards = r"\{(?:cards?|targets?|below|first|second|\d\w)\}"
    fixed = re.compile(rf"\b(?:una?|el|la|tu|su|del?|al?) {cards}", re.IGNORECASE)
    assert [one.own for one in catalogue() if fixed.search(one.own)] == []
