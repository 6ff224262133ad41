"""French is written as French is: by its typography, its grammar, and the words of the glossary."""

from __future__ import annotations

import re
from typing import Final

import pytest

from cuttle_tui.i18n.compile import CATALOGUES
from tests.cuttle_tui.i18n import catalogues
from tests.cuttle_tui.i18n.catalogues import Said, takes_words, words_of
from tests.languages import read, texts


def catalogue() -> tuple[Said, ...]:
    return catalogues.catalogue("fr")


# typography --------------------------------------------------------------------------------------

_FAULTS: Final = {
    r"[^\s«(>][;!?»](?=\s|$)": "a blank before ; ! ? »",
    r"[^\s%](?<!cuttle):(?=\s|$)": "a blank before :",
    r"«\S": "a blank after «",
    r"[’“”]": "straight apostrophes, « » for quotes",
    r"\s[,.](?=\s|$)": "no blank before a comma or a full stop",
    r"[a-zà-ÿ][.!?;][A-ZÀ-Ý]": "a blank between sentences",
    r"\d%": "a blank before %",
}
"""What French does not write, by what it writes."""


def faults_of(text: str) -> list[str]:
    """Name what is wrong with the signs of a text."""
    plain = re.sub(r"`[^`]*`|!r\}|--\w+|\w+=[^\s]*|%\(?\w*\)?s", "x", text)
    return [rule for fault, rule in _FAULTS.items() if re.search(fault, plain)]


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("c'est fini: bravo", "a blank before :"),
        ("12: coups", "a blank before :"),
        ("prêt?", "a blank before ; ! ? »"),
        ("{n}; reste", "a blank before ; ! ? »"),
        ("dit «but »", "a blank after «"),
        ("l’as", "straight apostrophes, « » for quotes"),
        ("reprend où elle était.Ta session", "a blank between sentences"),
        ("un , deux", "no blank before a comma or a full stop"),
        ("54% de chances", "a blank before %"),
    ],
)
def test_a_fault_of_signs_is_seen(text: str, fault: str) -> None:
    assert faults_of(text) == [fault]


@pytest.mark.slow
def test_signs_stand_as_french_sets_them() -> None:
    found = {one.own: faults for one in catalogue() if (faults := faults_of(one.own))}
    assert found == {}


def test_blanks_are_doubled_only_where_english_doubles_them() -> None:
    assert [one.own for one in catalogue() if "  " in one.own and "  " not in one.english] == []


def test_quotes_are_french() -> None:
    quoted = [one.own for one in catalogue() if '"' in re.sub(r'"\$\(.*?\)"', "", one.own)]
    assert quoted == []


_OWN_CAPITALS: Final = frozenset(
    {
        "I have an account",
        "I am ready",
        "I am back",
        "Swiss",
        "Jared Miller's rules sheet",
        "English",
    }
)
"""What begins with a capital in English alone."""


def test_capitals_are_those_of_english() -> None:
    """A sentence stays one, a label stays one, and what shouts shouts."""
    found = [
        (one.english, one.own)
        for one in catalogue()
        if one.english[:1].isalpha() and one.own[:1].isalpha()
        if one.english not in _OWN_CAPITALS and one.context not in ("a month", "until a day", _CPU)
        if one.english[0].isupper() != one.own[0].isupper()
        or (len(words_of(one.english)) > 3 and one.english.isupper() != one.own.isupper())
    ]
    assert found == []


_CPU: Final = "the computer, on a narrow card"


# words -------------------------------------------------------------------------------------------

_ENGLISH: Final = re.compile(
    r"\b(?:the|of|and|your|you|with|are|from|not|game|games|player|players|hand|deck|seat|win|wins|"
    r"won|lost|loses|beginner|casual|regular|sharp|master|rated|goal|scuttle|one-off|counter|royal|"
    r"glasses|scrap|settings|lobby)\b",
    re.IGNORECASE,
)
_SHOWN: Final = re.compile(
    r"[Tt]ape (?:\w+ ){0,2}?(?:pour|ou)\b|draw, points.*|points 7S.*|ann \w+(?: \w+)*|own-scuttle"
)
"""Commands and options that a sentence shows without quotes."""


def english_in(text: str) -> list[str]:
    """List English words that stand in a French text, apart from what is typed."""
    return _ENGLISH.findall(_SHOWN.sub("", words_of(text)))


def test_no_english_word_is_left() -> None:
    found = {
        one.own: left
        for one in catalogue()
        if not takes_words(one.english) and (left := english_in(one.own))
    }
    assert found == {}


@pytest.mark.parametrize("text", ["niveau beginner", "tape la hand de {who}", "les settings"])
def test_an_english_word_is_seen(text: str) -> None:
    assert english_in(text)


_LEFT: Final = {
    r"\bbuts?\b": "objectif",
    r"\brebuts?\b": "défausse",
    r"\béchelle\b": "parcours",
    r"\bsalles?\b": "table",
    r"\brediffusions?\b": "revoir, la partie revue",
    r"\bpare\b": "bloque",
    r"\b(?:sa|la) valeur\b(?! par| inconnue)": "rang",
    r"\bjou\w+ depuis la pioche\b": "jouer une carte de la pioche",
    r"(?<!faire )(?<!fais )\btaire\b": "faire taire",
    r"\brend(?:s|re)?\b.*\b(?:à la main|en main)\b": "renvoyer",
    r"\bloyale?s?\b": "régulière",
    r"\bmontrer adversaires\b|\b(?:ouvrir|cacher) main\b": "with its article",
    r"\bfeuille de partie\b": "relevé",
}
"""What was left, by the word of the glossary that stands there now."""


def left_in(one: Said) -> list[str]:
    """List words that were left for another."""
    return [now for left, now in _LEFT.items() if re.search(left, one.own, re.IGNORECASE)]


def test_no_word_is_left_for_another() -> None:
    assert {one.own: left for one in catalogue() if (left := left_in(one))} == {}


@pytest.mark.parametrize(
    "text",
    [
        "tu joues {card} : but {goal}",
        "au rebut",
        "ÉCHELLE",
        "le code de la salle",
        "une rediffusion",
    ],
)
def test_a_word_that_was_left_is_seen(text: str) -> None:
    assert left_in(Said(text, ""))


GLOSSARY: Final = catalogues.glossary("French")


@pytest.mark.parametrize("english", ["goal", "deck", "opponent", "watcher", "ladder"])
def test_messages_have_the_words_of_the_glossary(english: str) -> None:
    """Most of them: a sentence may say a thing without its word."""
    having = [one for one in catalogue() if re.search(rf"\b{english}s?\b", one.english)]
    others = [one for one in having if GLOSSARY[english] not in one.own.lower()]
    assert 2 * len(others) < len(having), others


_TO_SEVERAL: Final = (
    *("{us}", "ou both have", "of you", "you share", "will not meet again", "each have", "team's"),
)
"""What English messages say where French speaks to several people at once."""


def test_french_calls_the_player_tu() -> None:
    """Plural forms are for several people alone."""
    polite = re.compile(r"\b(vous|votre|vos|(?!(?:ass|ch|n)ez\b)[a-zéèê]+ez)\b", re.IGNORECASE)
    found = [
        one.own
        for one in catalogue()
        if polite.search(one.own) and not any(part in one.english for part in _TO_SEVERAL)
    ]
    assert found == []


_CALQUES: Final = {
    r"(?:\d %|chance\}) de gagner\b": "tu as 54 % de chances de gagner",
    r"\btout droit\b": "directement",
    r"\b(?:ta|la|à la|de la) maison\b": "l'accueil, chez toi",
    r"\bjou\w+ de la pioche\b": "jouer une carte tirée de la pioche",
    r"\bfait \{?\w+\}? cartes? en main\b": "il te reste 6 cartes en main",
    r"\bà l'exercice\b": "à l'entraînement",
    r"\bhorloge\b": "pendule, as chess players say",
    r"\b(?:qui est|en) (?:désigné|focus)\b": "sélectionné",
    r"\bgagne ce tour\b": "gagne à ce tour",
    r"\bde ta poudre\b": "garde une cartouche",
}
"""What reads as translated from English, by what is said instead."""


def test_french_is_no_word_for_word_translation() -> None:
    found = [
        f"{one.own}; rather: {better}"
        for calque, better in _CALQUES.items()
        for one in catalogue()
        if re.search(calque, one.own, re.IGNORECASE)
    ]
    assert found == []


# grammar -----------------------------------------------------------------------------------------

_UNCHANGED: Final = ("s", "h", "j", "min", "fois", "à", "de", "en", "sur", "aujourd'hui", "spect")
"""Words behind a count that are the same for one and for several."""
_COUNTED: Final = re.compile(r"\{(?:n|number)\} ([\w'-]+)")


def test_a_count_of_one_has_a_singular_and_several_a_plural() -> None:
    wrong = []
    for one in read(CATALOGUES / "fr.po"):
        if isinstance(one.id, tuple):
            single, several = texts(one)
            single_words, several_words = _COUNTED.findall(single), _COUNTED.findall(several)
            wrong += [
                single for word in single_words if word.endswith("s") and word not in _UNCHANGED
            ]
            wrong += [
                several
                for word in several_words
                if word[-1] not in "sxz" and word not in _UNCHANGED
            ]
    assert wrong == []


def test_a_card_is_a_she() -> None:
    """A card of any rank is *une carte*: what is said of it agrees with that."""
    he = re.compile(
        r"\{(?:card|target|cards)\} (?:est|sont|doit être|a été|n'est pas) "
        r"(?:joué|protégé|gelé|bloqué|contré|détruit|revenu|perdu|pris)s?\b"
        r"|\b(?:un|le|ton|son|mon|du|au) \{(?:card|cards|target|below|second|first|what)\}"
    )
    assert [one.own for one in catalogue() if he.search(one.own)] == []


_NAMES: Final = r"\{(?:who|whom|name|names|host|owner|winner|loser|player|rival|us|all)\}"


def test_names_take_no_article_and_no_fixed_elision() -> None:
    """``de {who}`` is shortened where a vowel follows, never in the catalogue."""
    fixed = re.compile(rf"\b(?:[dl]|qu)'{_NAMES}|\b(?:du|au|des|aux|le|la|les) {_NAMES}")
    assert [one.own for one in catalogue() if fixed.search(one.own)] == []


_APART: Final = re.compile(
    r"\b(?:de les|à les?|(?:de|que|ne|je|me|te|se) [aeiouéèêàîôû](?!nze\b)\w*|si ils?)\b",
    re.IGNORECASE,
)


@pytest.mark.parametrize("text", ["la carte de à côté", "que elle", "à le joueur", "si il vient"])
def test_words_that_stand_apart_are_seen(text: str) -> None:
    assert _APART.search(text)


def test_words_are_contracted_and_elided() -> None:
    plain = re.compile(r"[\w-]*-l[ae] à|[`']")
    found = [one.own for one in catalogue() if _APART.search(plain.sub("", words_of(one.own)))]
    assert found == []
