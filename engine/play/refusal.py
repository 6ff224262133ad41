"""Hold what may stand in the way of an action, as data; the app puts it into words."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto

from engine.cards import Card


class Reason(Enum):
    """What stands in the way."""

    GAME_OVER = auto()
    NOT_ASKED = auto()
    """Another seat is asked (`Refusal.seat`)."""
    OTHER_QUESTION = auto()
    """Something else is asked of this seat now."""
    NOT_IN_HAND = auto()
    NOT_SHOWN = auto()
    """Only a card that the seven turned up may be played."""
    NOT_IN_SCRAP = auto()
    FROZEN = auto()
    NOT_A_NUMBER = auto()
    """Only number cards lie for points and scuttle."""
    NOT_FOR_THAT = auto()
    """This card is never played so under these rules."""
    DECK_EMPTY = auto()
    DECK_LEFT = auto()
    """Passing needs an empty deck."""
    HAND_FULL = auto()
    """No drawing at the hand limit."""
    PLAYS_LEFT = auto()
    """Passing is only for a seat that can do nothing else."""
    NO_TARGET = auto()
    """Nothing on the table can be aimed at."""
    NOT_ON_TABLE = auto()
    NOT_HOSTILE = auto()
    """Only what lies on a foe's side may be aimed at."""
    WRONG_KIND = auto()
    """This card does not touch that kind of card."""
    COVERED = auto()
    """A queen protects it (`Refusal.by`)."""
    BURIED = auto()
    """Another jack or joker lies on it (`Refusal.by`)."""
    TOO_HIGH = auto()
    """A scuttle needs the higher card."""
    QUEEN_FORBIDS_SCUTTLE = auto()
    QUEEN_LIMIT = auto()
    SCRAP_EMPTY = auto()
    """The scrap holds nothing that may be taken."""
    THREE_BARRED = auto()
    """No three takes a three."""
    NO_VICTIM = auto()
    """No foe holds a card, or the named one does not."""
    NEEDS_TARGET = auto()
    """A target must be named."""
    NO_AIM = auto()
    """It is played without naming anything, or anyone."""
    TWO_TARGETS = auto()
    """Two cards must be named."""
    ON_ONE_ANOTHER = auto()
    """One of the two cards lies on the other."""
    WRONG_SEAT = auto()
    """The card cannot go to that seat, or that seat cannot be named."""
    WRONG_ANSWER = auto()
    """Only a card of one rank answers here."""
    SHIELDED = auto()
    """A queen of the player of the card on top forbids it."""
    WRONG_COUNT = auto()
    """Another number of cards is owed (`Refusal.number`)."""
    MUST_PLAY = auto()
    """A card that the seven turned up can be played, so none may be scrapped."""
    OFFERS_OFF = auto()
    """No stalemate may be offered here, or not again in this turn."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why not."""

    reason: Reason
    by: tuple[Card, ...] = ()
    """The cards that stand in the way."""
    seat: int = -1
    """The seat it turns on."""
    number: int = 0
    """A count that it turns on."""
