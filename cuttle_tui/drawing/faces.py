"""Represent cards to draw: what they show, where, and the cells they covered."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final, Literal

from cuttle_tui.drawing.layout import TileSize
from cuttle_tui.drawing.palette import Glyphs
from engine.cards import Card

Look = Literal["paper", "mute", "sel", "tgt", "ice"]
Side = Literal["face", "back", "none"]
"""What of a card is seen: nothing, before it is dealt."""
Bleed = Literal["", "right"]
"""The side on which a card bleeds half a column, so that its text keeps off the edge."""

NARROW: Final = 3
"""Maximum width of a card whose text starts in its first column."""
_TIGHT: Final = 4
"""Maximum width of a card that bleeds."""


@dataclass(frozen=True, slots=True)
class Face:
    """The face of a card."""

    card: Card
    jacks: tuple[Card, ...] = ()
    """Jacks or jokers on it, bottom to top."""
    look: Look = "paper"
    word: str = ""
    """A quiet word in the last row."""
    brief: str = ""
    """What a hand says instead, or a ribbon, where that has no room."""
    frozen: bool = False
    """Whether it says so, briefly where no word has room."""
    ribbon: str = ""
    """Text on a dark ribbon in the last row; replaces the word."""
    beside: str = ""
    """A sign beside the letter on the ribbon, where the word has no room there."""
    alarm: bool = False
    """Whether the ribbon is coral."""
    key: str = ""
    """The key that chooses it."""
    lifted: bool = False
    """Whether it is raised by a row."""
    won: bool = False
    """Whether it counts for who won: gold shows that by itself, marks are for what was chosen."""
    lit: bool = False
    """Whether it has just arrived."""
    wanted: bool = False
    """Whether a task names it: a phone fills it like a target."""
    gone: bool = False
    """Whether it has just left, and is only shown: a click on it means the felt."""
    side: Side = "face"
    second: bool = False
    """Whether it has the second fill of its look, beside a card that it touches."""
    cornered: bool = False
    """Whether its index stands in two corners where it has no pips."""

    @property
    def fill(self) -> str:
        """Return the colour role of its paper."""
        return f"{self.look}2" if self.second else self.look


@dataclass(frozen=True, slots=True)
class Tile:
    """A card to draw: face, position and size."""

    face: Face
    x: int
    """Column of its upper left corner."""
    y: int
    """Row of its upper left corner."""
    size: TileSize
    bleed: Bleed = ""
    ground: str | None = None
    """Its ground; None for the row's own."""

    @property
    def last(self) -> int:
        """Its last row."""
        return self.y + self.size.height - 1


@dataclass(frozen=True, slots=True)
class Spot:
    """The cells a card covers, for the mouse."""

    card: Card
    x: int
    y: int
    width: int
    height: int

    def covers(self, x: int, y: int) -> bool:
        """Return whether a cell is on the card."""
        return self.x <= x < self.x + self.width and self.y <= y < self.y + self.height


def bleed_of(width: int) -> Bleed:
    """Return the bleed of a card of this width: a ten leaves no blank on a narrow card.

    It bleeds to the right, so that a row of cards starts in line with what is above and below.
    """
    return "right" if width <= _TIGHT else ""


def with_foot(face: Face, width: int) -> Face:
    """Return a card whose ribbon fits its last row.

    The letter of a target has with it whose it is: the word if it fits, or the sign. Other ribbons
    are brief if they are too long.

    Args:
        face: the card.
        width: columns of its last row.
    """
    if face.ribbon and face.brief:
        return replace(face, ribbon=face.ribbon if len(face.ribbon) <= width else face.brief)
    if not (face.ribbon and face.beside):
        return face
    spelled = len(f"{face.ribbon[-1]} {face.word}") <= width  # beside the letters that have no mark
    sign = "" if spelled else face.beside
    forms = (f"{face.ribbon} {face.word}", face.ribbon + sign, face.ribbon)
    return replace(face, ribbon=next((form for form in forms if len(form) <= width), face.ribbon))


def lit_face(face: Face, width: int, glyphs: Glyphs) -> Face:
    """Add the sign of what has just happened to the ribbon of a card, if it is lit.

    Args:
        face: the card; the letter of a target stays before the sign.
        width: columns of its last row.
        glyphs: the signs to use.
    """
    if not face.lit:
        return face
    text = face.ribbon or face.word
    room = width - 1 if width > NARROW else width  # the text does not move
    forms = (f"{text} {glyphs.lit}".strip(), f"{text}{glyphs.lit}", face.ribbon)
    ribbon = next((form for form in forms if form and len(form) <= room), "")
    return replace(face, ribbon=ribbon or glyphs.lit)
