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
LEFT_OUT: Final = {
    "A": C_("a pack without", "aces"),
    "2": C_("a pack without", "twos"),
    "3": C_("a pack without", "threes"),
    "4": C_("a pack without", "fours"),
    "5": C_("a pack without", "fives"),
    "6": C_("a pack without", "sixes"),
    "7": C_("a pack without", "sevens"),
    "8": C_("a pack without", "eights"),
    "9": C_("a pack without", "nines"),
    "T": C_("a pack without", "tens"),
    "J": C_("a pack without", "jacks"),
    "Q": C_("a pack without", "queens"),
    "K": C_("a pack without", "kings"),
}


def listed(letters: str, words: dict[str, Message], joint: Message = AND) -> str:
    """List kinds or ranks by their letters."""
    return plain(listing([str(words[letter]) for letter in letters], joint))
