"""Types of pages of text: blocks, which stand below each other or in columns."""

from __future__ import annotations

from dataclasses import dataclass

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


@dataclass(frozen=True, slots=True)
class PageText:
    """A page: what stands across it, then blocks."""

    blocks: tuple[Block, ...]
    lead: tuple[Sentence, ...] = ()
    """Lines above all columns."""
    narrowest: int = 46
    """How wide each of two columns must be; else there is one."""
    second: int = 0
    """The block at the top of the second column; 0 makes both about the same height."""
