"""What a card shows, where it is to be drawn, and where it was."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from cuttle_tui.drawing.edges import Bleed
from cuttle_tui.drawing.layout import TileSize
from engine.cards import Card

Look = Literal["paper", "mute", "sel", "tgt", "ice"]


@dataclass(frozen=True, slots=True)
class Face:
    """What one tile shows."""

    card: Card
    jacks: tuple[Card, ...] = ()
    """Jacks or jokers lying on it, bottom to top."""
    look: Look = "paper"
    word: str = ""
    """A quiet word in the last row."""
    ribbon: str = ""
    """A word on a dark ribbon in the last row; it replaces the word."""
    alarm: bool = False
    """The ribbon is coral."""
    key: str = ""
    """The key that chooses it."""
    lifted: bool = False
    """It stands one row higher."""
    lit: bool = False
    """It has just come here."""


@dataclass(frozen=True, slots=True)
class Tile:
    """A card to draw: what it shows, where it lies and how large it is."""

    face: Face
    x: int
    """The column of its upper left corner."""
    y: int
    """The row of it."""
    size: TileSize
    bleed: Bleed = ""
    """Where it takes half a column more."""
    ground: str | None = None
    """What it lies on, if not on the row's own ground."""

    @property
    def last(self) -> int:
        """Its last row."""
        return self.y + self.size.height - 1


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a card was drawn, for the mouse."""

    card: Card
    x: int
    y: int
    width: int
    height: int

    def covers(self, x: int, y: int) -> bool:
        """Return whether a cell lies on the card."""
        return self.x <= x < self.x + self.width and self.y <= y < self.y + self.height
