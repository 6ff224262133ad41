"""Word what the signs on cards mean."""

from __future__ import annotations

from typing import Final, Literal

from cuttle_tui.i18n.translation import N_, Message

Sign = Literal["target", "chosen", "barred", "frozen", "lost", "jacks", "glasses", "role"]
"""A kind of sign that can be on a card."""

MEANINGS: Final[dict[Sign, Message]] = {
    "target": N_("a target: press its letter"),
    "chosen": N_("the first target"),
    "barred": N_("cannot be chosen"),
    "frozen": N_("frozen for your next turn"),
    "lost": N_("lost if this happens"),
    "jacks": N_("jacks: the last one holds it"),
    "glasses": N_("an eight as glasses"),
    "role": N_("what it does besides points"),
}
