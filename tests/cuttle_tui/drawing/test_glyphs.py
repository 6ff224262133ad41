"""Cards show the letters of the reader's own packs."""

from __future__ import annotations

import contextvars

import pytest

from cuttle_tui.drawing.palette import ASCII, UNICODE, Glyphs
from cuttle_tui.drawing.tiles import stack_text
from cuttle_tui.i18n.translation import languages, speak
from engine.cards import CARD_NAMES, parse_card

COURT = "JC QD KH XB"


def spoken(language: str, glyphs: Glyphs, names: str) -> str:
    """Write cards as they stand on tiles in a language."""

    def write() -> str:
        speak(language)
        return " ".join(glyphs.index(parse_card(name)) for name in names.split())

    return contextvars.copy_context().run(write)


def test_english_cards() -> None:
    assert spoken("en", UNICODE, COURT) == "J♣ Q♦ K♥ Jo★"
    assert spoken("en", ASCII, COURT + " TS AS") == "JC QD KH JoB 10S AS"


def test_french_cards() -> None:
    assert spoken("fr", UNICODE, COURT) == "V♣ D♦ R♥ Jo★"
    assert spoken("fr", ASCII, COURT + " TS AS") == "VT DK RC JoN 10P AP"


def test_french_jacks_on_a_card_are_valets() -> None:
    def write() -> str:
        speak("fr")
        return stack_text((parse_card("JC"), parse_card("JD")), 9, UNICODE)

    assert contextvars.copy_context().run(write).startswith("V")


@pytest.mark.parametrize("language", languages())
def test_no_two_cards_look_alike_and_no_suit_is_a_rank(language: str) -> None:
    shown = spoken(language, ASCII, " ".join(CARD_NAMES)).split()
    assert len(set(shown)) == len(CARD_NAMES)
    plain = [text for text in shown if not text.startswith("Jo")]
    assert not {text[-1] for text in plain} & {text[:-1] for text in plain}
