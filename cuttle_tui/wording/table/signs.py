"""Word what the signs on cards mean."""

from __future__ import annotations

from typing import Final, Literal

from cuttle_tui.i18n.translation import N_, Message

Sign = Literal["target", "chosen", "barred", "frozen", "lost", "jacks", "glasses", "role"]
"""A kind of sign that can be on a card."""

MEANINGS: Final[dict[Sign, Message]] = {
    "target": N_("a target: press its letter"),
    "chosen": N_("the first target you chose"),
    "barred": N_("you cannot choose this card"),
    "frozen": N_("frozen: you cannot play it on your next turn"),
    "lost": N_("you or others lose this card if it happens"),
    "jacks": N_("jacks on a card, in order: the last one holds it"),
    "glasses": N_("an eight worn as glasses: it shows hands"),
    "role": N_("what the card does besides points"),
}
