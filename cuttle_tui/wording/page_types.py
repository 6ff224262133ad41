"""Types of pages of text: blocks, which stand below each other or in columns."""

from __future__ import annotations

from dataclasses import dataclass, replace

from cuttle_tui.i18n.rich_text import SILENCE, Sentence
from engine.cards import Card


@dataclass(frozen=True, slots=True)
class Block:
    """Lines that stay together, below a heading or beside a card."""

    lines: tuple[Sentence, ...]
    heading: Sentence = SILENCE
    card: Card | None = None
    """The card whose rank the lines are about."""
    word: str = ""
    """Its nickname, as on the cards in hand."""
    follows: bool = False
    """It continues the block before, with no blank row between them."""
    step: str = ""
    """Its number among steps: the block lies on a plate, and its first line is what to do."""


@dataclass(frozen=True, slots=True)
class PageText:
    """A page: what stands across it, then blocks."""

    blocks: tuple[Block, ...]
    lead: tuple[Sentence, ...] = ()
    """Lines above all columns."""
    narrowest: int = 46
    """How wide each of two columns must be; else there is one."""
    second: int = 0
    """The block that begins another column; 0 makes all about the same height."""
    code: str = ""
    """Spelled on cards where there is room, with the lines above all columns beside them."""
    spare: tuple[Block, ...] = ()
    """What is worth saying besides, where everything is in sight without scrolling."""

    def with_spare(self) -> PageText:
        """Return the page with what is worth saying besides, in columns of its own."""
        blocks = (*self.blocks, *self.spare)
        return replace(self, blocks=blocks, second=len(self.blocks), spare=())

    def tight(self) -> PageText:
        """Return the page without blank lines above the columns."""
        return replace(self, lead=tuple(line for line in self.lead if line))
