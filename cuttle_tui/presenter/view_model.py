"""Represent what each zone of the table shows, as plain values that can be compared."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from cuttle_tui.i18n.rich_text import Sentence
from cuttle_tui.i18n.translation import Words
from cuttle_tui.wording.prompt_types import Prompt
from engine.cards import Card

if TYPE_CHECKING:  # drawing loads Textual, which lines of text do without
    from cuttle_tui.drawing.faces import Face


@dataclass(frozen=True, slots=True)
class SeatModel:
    """One seat: its score line, its hand and its field."""

    name: str
    room: int = 0
    """Characters of the longest name of those whose score lines stand in one column."""
    relation: str = ""
    """Ally or foe, where there are teams."""
    aim: str = ""
    """The letter by which the seat itself is chosen."""
    turn: bool = False
    score: int = 0
    goal: int = 0
    note: str = ""
    note_role: Literal["ink", "quiet", "threat", "key"] = "quiet"
    near: bool = False
    """Close to winning: the score is drawn in the warning colour."""
    hand_size: int = 0
    hand_limit: int | None = None
    known: tuple[Card, ...] = ()
    """The cards of the hand that can be read."""
    hand_note: str = ""
    clock: str = ""
    """The time the seat has left."""
    hurried: bool = False
    """That is less than half a minute."""
    points: tuple[Face, ...] = ()
    royals: tuple[Face, ...] = ()
    empty: bool = False
    """Nobody sits here yet."""
    dealt: bool = True
    """There are cards: the score and the hand say something."""
    lit: frozenset[str] = frozenset()
    """Which of ``score``, ``goal`` and ``hand`` have just changed."""
    fresh: frozenset[Card] = frozenset()
    """The cards among `known` that have just come."""
    backs: int = 0
    """How many of the cards that cannot be read have just come."""


@dataclass(frozen=True, slots=True)
class StackCard:
    """A card of the open pile with who played it."""

    card: Card
    name: str
    """The player in three letters."""
    mine: bool
    lit: bool = False
    """It was played just now."""


@dataclass(frozen=True, slots=True)
class MidModel:
    """What is common to all: the deck, the scrap, what is open, what happened last."""

    deck: int = 0
    top: Card | None = None
    scrap: int = 0
    stack: tuple[StackCard, ...] = ()
    lines: tuple[Sentence, ...] = ()
    dealt: bool = True
    """There is a deck and a scrap."""
    newest_first: bool = False
    """The first line is the one that counts, not the last."""
    spoken: bool = False
    """The last line is talk, which is told here only where there is room for it."""
    lit: frozenset[str] = frozenset()
    """Which of ``deck`` and ``scrap`` have just changed."""


@dataclass(frozen=True, slots=True)
class TrayModel:
    """The cards to choose from, and the player's hand where it is not among them."""

    faces: tuple[Face, ...]
    held: tuple[Card, ...] = ()
    backs: int = 0
    """The cards of a hand nobody here may see."""


@dataclass(frozen=True, slots=True)
class KeysModel:
    """The last row: hints at the left, the place at the right."""

    hints: tuple[tuple[str, str], ...]
    right: str


@dataclass(frozen=True, slots=True)
class LogModel:
    """The log: its lines, oldest first."""

    lines: tuple[Sentence, ...]
    scroll: int = 0
    focus: int = -1
    """The line in focus, if the log is read line by line."""
    found: tuple[int, ...] = ()
    """The lines that were searched for."""
    menu: tuple[tuple[str, str], ...] = ()
    """Keys and what they say, below the lines."""
    banded: int = 0
    """How many of the first lines the band tells as well."""
    empty: Words = ""
    """What is said where there are no lines."""


@dataclass(frozen=True, slots=True)
class TableModel:
    """What every zone shows."""

    others: tuple[SeatModel, ...]
    mid: MidModel
    me: SeatModel
    prompt: Prompt
    tray: tuple[Face, ...]
    keys: KeysModel
    log: LogModel
    held: tuple[Card, ...] = ()
    """One's own hand, while other cards lie in the tray."""
    backs: int = 0
    """The cards of the lower hand that nobody here may see."""
    order: tuple[Card, ...] = field(default=())
    """The cards of the table as they are drawn, for the letters of targets."""
    tells_more: bool = False
    """The prompt would say more of a card, were it asked what that is good for."""
