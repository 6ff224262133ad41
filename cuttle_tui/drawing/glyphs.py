"""The signs the table is drawn with, for Unicode and for plain ASCII terminals."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final, Literal

from cuttle_tui.i18n.card_letters import COURT, SUIT_NAMES
from cuttle_tui.tty.terminal import Terminal
from engine.cards import RANK_LETTERS, Card, card_name, rank_of

_JOKERS: Final = {"B": "S", "R": "H"}


@dataclass(frozen=True, slots=True)
class Glyphs:
    """One set of signs."""

    suits: dict[str, str]
    """Sign of each suit letter, the jokers included."""
    back: str
    """Fill of the back of a card."""
    full: str
    """Cell of the score bar already reached."""
    empty: str
    """Cell of the score bar still to go."""
    turn: str
    """Mark of the seat to move."""
    free: str
    """Mark of a free seat."""
    lit: str
    """Mark of what has just happened."""
    cursor: str
    """Text cursor."""
    edges: bool
    """Whether cards get edge characters, because fills may not show."""
    sides: str = ""
    """Thin lines left and right of a card, for fills of low contrast."""
    block: str = "█"
    """A full cell of a graph, where fills may not show."""
    lower: str = "▄"
    """A cell of a graph whose lower half is full."""

    half: str = "▌"
    """A cell whose left half is filled."""
    edge: str = "▏"
    """The edge of a card that lies under another."""

    @property
    def lettered(self) -> bool:
        """Whether suits are letters, which could read as part of a word."""
        return self.suits["C"] == "C"

    def index(self, card: Card) -> str:
        """Write the index of a card: rank and suit, ten as ``10``."""
        return self.rank(card) + self.suit(card)

    def rank(self, card: Card) -> str:
        """Return the rank of a card as packs in the player's language print it."""
        if rank_of(card) >= len(RANK_LETTERS):
            return "Jo"
        letter = RANK_LETTERS[rank_of(card)]
        return "10" if letter == "T" else str(COURT.get(letter, letter))

    def suit(self, card: Card) -> str:
        """Return the suit sign of a card; each joker has its own."""
        letter = card_name(card)[1]
        return str(SUIT_NAMES[letter]) if self.lettered else self.suits[letter]

    def pip(self, card: Card) -> str:
        """Return the sign in the middle of a large card; a joker's letter would read as a suit."""
        joker = rank_of(card) >= len(RANK_LETTERS)
        return "" if joker and self.lettered else self.suit(card)


def suit_of(card: Card) -> str:
    """Return the suit that colours a card: C, D, H or S; for a joker, spades or hearts."""
    letter = card_name(card)[1]
    return _JOKERS.get(letter, letter)


_SIGNS: Final = {"C": "♣", "D": "♦", "H": "♥", "S": "♠", "B": "★", "R": "☆"}
_LETTERS: Final = {"C": "C", "D": "D", "H": "H", "S": "S", "B": "B", "R": "R"}

UNICODE: Final = Glyphs(_SIGNS, "░", "━", "─", "▌", "○", "•", "▌", edges=False)
UNICODE_SIDED: Final = replace(UNICODE, sides="▏▕")
UNICODE_EDGED: Final = Glyphs(_SIGNS, "░", "━", "─", "▌", "○", "•", "▌", edges=True)
ASCII: Final = Glyphs(
    _LETTERS,
    "#",
    "=",
    "-",
    ">",
    "o",
    "*",
    "|",
    edges=True,
    half="|",
    edge="|",
    block="#",
    lower=".",
)


Signs = Literal["auto", "unicode", "ascii"]


def glyphs_of(terminal: Terminal, signs: Signs = "auto", *, soft: bool = False) -> Glyphs:
    """Choose the signs for a terminal.

    Args:
        terminal: the terminal's abilities.
        signs: the player's setting.
        soft: whether cards have little contrast to the ground.
    """
    if signs == "ascii" or (signs == "auto" and not terminal.unicode):
        return ASCII
    if terminal.colours not in ("true", "256"):
        return UNICODE_EDGED
    return UNICODE_SIDED if soft else UNICODE
