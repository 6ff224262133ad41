"""Words lose their last vowel before a name that begins with one, where a language does that."""

from __future__ import annotations

from collections.abc import Callable
from contextvars import copy_context
from typing import TypeVar

import pytest

from cuttle_tui.i18n.translation import (
    C_,
    N_,
    Part,
    Plural,
    Span,
    card_span,
    counted,
    listing,
    plain,
    speak,
    tell,
    tr,
)
from engine.cards import parse_card

R = TypeVar("R")
MINE = N_("profile of {name}")
MUST = N_("you want to concede: {who} must agree")
HOLDS = N_("keeps {first} for {who}'s {second}")


def in_french(say: Callable[[], R], *, ascii: bool = False) -> R:
    def spoken() -> R:
        speak("fr", ascii=ascii)
        return say()

    return copy_context().run(spoken)


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("bob", "profil de bob"),
        ("anna", "profil d'anna"),
        ("Élodie", "profil d'Élodie"),
        ("Œdipe", "profil d'Œdipe"),
        ("IGOR", "profil d'IGOR"),
        ("hugo", "profil de hugo"),
        ("yann", "profil de yann"),
        ("8ball", "profil de 8ball"),
        ("", "profil de "),
    ],
)
def test_de_is_shortened_before_a_vowel_alone(name: str, told: str) -> None:
    assert in_french(lambda: tr(MINE, name=name)) == told
    assert in_french(lambda: plain(tell(MINE, name=Span(name, "strong")))) == told


def test_que_is_shortened_too() -> None:
    assert in_french(lambda: tr(MUST, who="igor")) == (
        "tu veux abandonner : il faut qu'igor accepte"
    )


@pytest.mark.parametrize(
    ("names", "told"),
    [
        ([Span("anna", "strong"), "bob"], "d'anna et bob"),
        ([Span("bob", "strong"), "anna"], "de bob et anna"),
        ([N_("the computer")], "de l'ordinateur"),
        ([C_("who discards or draws", "an opponent")], "d'un adversaire"),
    ],
)
def test_a_list_and_a_message_count_by_what_they_begin_with(names: list[Part], told: str) -> None:
    said = in_french(lambda: plain(tell(MINE, name=listing(names))))
    assert said == f"profil {told}"


def test_a_card_is_no_word() -> None:
    ace, two = (card_span(parse_card(name)) for name in ("AS", "2C"))
    said = in_french(lambda: plain(tell(HOLDS, first=two, who="anna", second=ace)))
    assert said == "garde 2C pour AS d'anna"
    assert in_french(lambda: plain(tell(MINE, name=ace))) == "profil de AS"


def test_counts_and_ascii_do_the_same() -> None:
    shows = Plural("shows {who}'s only card", "shows {who}'s {n} cards")
    assert in_french(lambda: counted(1, shows, who="anna")) == "montre la seule carte d'anna"
    assert in_french(lambda: counted(3, shows, who="bob")) == "montre les 3 cartes de bob"
    assert in_french(lambda: tr(MINE, name="Élodie"), ascii=True) == "profil d'Élodie"


def test_english_leaves_words_as_they_are() -> None:
    assert tr(N_("Watch {names} at {table}?"), names="anna", table="oak") == "Watch anna at oak?"
