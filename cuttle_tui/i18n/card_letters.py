"""Name the letters of ranks and suits, as packs in the player's language print them."""

from __future__ import annotations

from typing import Final

from cuttle_tui.i18n.translation import C_

COURT: Final = {
    "J": C_("in the corner of a card", "J"),
    "Q": C_("in the corner of a card", "Q"),
    "K": C_("in the corner of a card", "K"),
}
SUIT_NAMES: Final = {
    "C": C_("clubs", "C"),
    "D": C_("diamonds", "D"),
    "H": C_("hearts", "H"),
    "S": C_("spades", "S"),
    "B": C_("the black joker", "B"),
    "R": C_("the red joker", "R"),
}
