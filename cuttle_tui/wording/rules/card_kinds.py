"""Name kinds of cards, in the grammatical form each list needs."""

from __future__ import annotations

from typing import Final

from cuttle_tui.i18n.rich_text import AND, listing, plain
from cuttle_tui.i18n.translation import C_, Message

OF_SOMEBODY: Final = {
    "P": C_("one among somebody's", "point cards"),
    "J": C_("one among somebody's", "jacks"),
    "Q": C_("one among somebody's", "queens"),
    "K": C_("one among somebody's", "kings"),
    "G": C_("one among somebody's", "glasses"),
    "X": C_("one among somebody's", "jokers"),
}
OF_YOURS: Final = {
    "P": C_("your", "point cards"),
    "J": C_("your", "jacks"),
    "Q": C_("your", "queens"),
    "K": C_("your", "kings"),
    "G": C_("your", "glasses"),
    "X": C_("your", "jokers"),
}
MISSING: Final = {
    "R": C_("of those missing", "royal"),
    "J": C_("of those missing", "jack"),
    "Q": C_("of those missing", "queen"),
    "K": C_("of those missing", "king"),
    "G": C_("of those missing", "glasses"),
    "X": C_("of those missing", "joker"),
}
IN_A_LIST: Final = {
    "A": C_("in a list", "aces"),
    "2": C_("in a list", "twos"),
    "3": C_("in a list", "threes"),
    "4": C_("in a list", "fours"),
    "5": C_("in a list", "fives"),
    "6": C_("in a list", "sixes"),
    "7": C_("in a list", "sevens"),
    "8": C_("in a list", "eights"),
    "9": C_("in a list", "nines"),
    "T": C_("in a list", "tens"),
    "J": C_("in a list", "jacks"),
    "Q": C_("in a list", "queens"),
    "K": C_("in a list", "kings"),
    "X": C_("in a list", "jokers"),
    "G": C_("in a list", "glasses"),
}


def listed(letters: str, words: dict[str, Message], joint: Message = AND) -> str:
    """List kinds or ranks by their letters."""
    return plain(listing([str(words[letter]) for letter in letters], joint))
