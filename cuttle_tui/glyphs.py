"""Hold the signs the table is drawn with, for Unicode and for plain ASCII terminals."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from cuttle_tui.terminal import Terminal
from engine.cards import RANK_LETTERS, Card, card_name, rank_of

RED_SUITS: Final = "DH"


@dataclass(frozen=True, slots=True)
class Glyphs:
    """One set of signs."""

    suits: dict[str, str]
    """The sign of each suit letter, and of the black and the red joker."""
    back: str
    """What fills the back of a card."""
    full: str
    """A reached cell of the score bar."""
    empty: str
    """A cell of the score bar still to go."""
    turn: str
    """The mark of the seat whose turn it is."""
    free: str
    """A free seat."""
    edges: bool
    """Tiles get edges of characters, because fills may not show."""

    def index(self, card: Card) -> str:
        """Write a card as it stands on a tile: rank and suit, ten as ``10``."""
        return self.rank(card) + self.suit(card)

    def rank(self, card: Card) -> str:
        """Write the rank of a card."""
        if rank_of(card) >= len(RANK_LETTERS):
            return "Jo"
        letter = RANK_LETTERS[rank_of(card)]
        return "10" if letter == "T" else letter

    def suit(self, card: Card) -> str:
        """Write the suit sign of a card; a joker's sign tells the black one from the red."""
        return self.suits[card_name(card)[1]]


def is_red(card: Card) -> bool:
    """Tell whether a card is a heart, a diamond or the red joker."""
    name = card_name(card)
    return name[1] in RED_SUITS or name == "XR"


_SIGNS: Final = {"C": "♣", "D": "♦", "H": "♥", "S": "♠", "B": "★", "R": "☆"}
_LETTERS: Final = {"C": "C", "D": "D", "H": "H", "S": "S", "B": "B", "R": "R"}

UNICODE: Final = Glyphs(_SIGNS, "░", "━", "─", "▌", "○", edges=False)
UNICODE_EDGED: Final = Glyphs(_SIGNS, "░", "━", "─", "▌", "○", edges=True)
ASCII: Final = Glyphs(_LETTERS, "#", "=", "-", ">", "o", edges=True)


def glyphs_of(terminal: Terminal) -> Glyphs:
    """Choose the signs for what a terminal can show."""
    if not terminal.unicode:
        return ASCII
    return UNICODE if terminal.colours in ("true", "256") else UNICODE_EDGED
