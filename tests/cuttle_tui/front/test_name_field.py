"""A name is typed over the one that is offered, and is pasted whole or not at all."""

from __future__ import annotations

from cuttle_tui.front.naming import NameField
from cuttle_tui.i18n.translation import SILENCE, Sentence, plain, say
from cuttle_tui.kit.keymap import TypeText


def _no_digits(_before: str, letter: str) -> Sentence:
    return say("no digits") if letter.isdigit() else SILENCE


def test_the_first_letter_replaces_the_offer() -> None:
    field = NameField("ana", 4)
    assert (field.name, field.offered) == ("ana", True)
    assert field.edit(TypeText("b")) == SILENCE
    assert (field.name, field.offered) == ("b", False)
    field.offer("cleo")
    assert (field.name, field.offered) == ("cleo", True)


def test_what_cannot_be_in_a_name_is_refused_and_leaves_the_offer() -> None:
    field = NameField("ana", 3, _no_digits)
    assert plain(field.edit(TypeText("1"))) == "no digits"
    assert (field.name, field.offered) == ("ana", True)
    assert plain(field.paste("a1")) == "no digits"
    assert field.paste(" bob\n") == SILENCE
    assert field.edit(TypeText("x"))
    assert field.name == "bob"
