"""Record what happened, in the past tense, as values that can be redacted for one seat.

Every event is public but for the cards inside `Drew`, which only the seats that may read that
hand get to see: `redact` is the one place that takes them out.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from engine.cards import Card


@dataclass(frozen=True, slots=True)
class Dealt:
    """A game began; `first` acts first."""

    first: int
    sizes: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Drew:
    """A seat drew `count` cards; `cards` names them, empty where they are hidden."""

    seat: int
    count: int
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Passed:
    """A seat passed."""

    seat: int


@dataclass(frozen=True, slots=True)
class PlayedPoints:
    """A seat played a card for points."""

    seat: int
    card: Card


@dataclass(frozen=True, slots=True)
class AnnouncedScuttle:
    """A seat aims a card at a point card, and a ten may yet block it."""

    seat: int
    card: Card
    target: Card
    victim: int


@dataclass(frozen=True, slots=True)
class Scuttled:
    """A seat scuttled a point card; both cards and `lost` jacks went to the scrap."""

    seat: int
    card: Card
    target: Card
    victim: int
    lost: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class AnnouncedRoyal:
    """A seat plays a royal (at `target`, for jacks and jokers), and a nine may yet rebuff it."""

    seat: int
    card: Card
    target: Card | None
    to: int


@dataclass(frozen=True, slots=True)
class PlayedRoyal:
    """A seat played a king, a queen or glasses; `goal` is what it needs now."""

    seat: int
    card: Card
    goal: int


@dataclass(frozen=True, slots=True)
class Stole:
    """A jack or joker moved `target` from one seat to another."""

    seat: int
    card: Card
    target: Card
    origin: int
    to: int


@dataclass(frozen=True, slots=True)
class AnnouncedOneOff:
    """A seat plays a one-off; it may yet be countered."""

    seat: int
    card: Card
    targets: tuple[Card, ...]
    victim: int
    """The seat that is named or hit, -1 where there is none."""


@dataclass(frozen=True, slots=True)
class Countered:
    """A seat answered `against` with `card`: a two, a blocking ten, a rebuffing nine."""

    seat: int
    card: Card
    against: Card


@dataclass(frozen=True, slots=True)
class Shielded:
    """The queens of a seat let nobody answer what it played."""

    seat: int
    queens: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Declined:
    """A seat that was asked let it happen."""

    seat: int


@dataclass(frozen=True, slots=True)
class Fizzled:
    """The played card was answered for good and had no effect."""

    seat: int
    card: Card


@dataclass(frozen=True, slots=True)
class Rebuffed:
    """A royal went back to its player's hand before it took effect."""

    seat: int
    card: Card


@dataclass(frozen=True, slots=True)
class Wiped:
    """An ace or a six cleared the table of these cards."""

    seat: int
    card: Card
    lost: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Destroyed:
    """A one-off scrapped a card of `victim`, with what lay on it."""

    seat: int
    card: Card
    target: Card
    victim: int
    lost: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Returned:
    """A card went back to the seat it had been taken from."""

    card: Card
    to: int


@dataclass(frozen=True, slots=True)
class Fetched:
    """A seat took a card out of the scrap."""

    seat: int
    card: Card


@dataclass(frozen=True, slots=True)
class Discarded:
    """A seat discarded cards, shown to all."""

    seat: int
    cards: tuple[Card, ...]
    why: Literal["four", "five", "ten", "limit", "seven"]
    by_chance: bool = False


@dataclass(frozen=True, slots=True)
class Revealed:
    """A seven turned up these cards."""

    seat: int
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Evicted:
    """A nine sent `target` of `victim` back to its hand, or to the top of the deck."""

    seat: int
    card: Card
    target: Card
    victim: int
    frozen: bool
    to_deck: bool
    lost: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Exposed:
    """An eight as a one-off laid the hands of these seats open to its player."""

    seat: int
    card: Card
    exposed: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class SwappedHands:
    """Two seats exchanged their whole hands."""

    seat: int
    other: int


@dataclass(frozen=True, slots=True)
class HandsOpened:
    """The deck ran out and every hand lies open."""


@dataclass(frozen=True, slots=True)
class HandsClosed:
    """The deck has a card again and hands are hidden again."""


@dataclass(frozen=True, slots=True)
class OfferedStalemate:
    """A seat offered a stalemate."""

    seat: int


@dataclass(frozen=True, slots=True)
class AnsweredOffer:
    """A seat answered an offer."""

    seat: int
    accepted: bool


@dataclass(frozen=True, slots=True)
class Conceded:
    """A seat gave up."""

    seat: int


@dataclass(frozen=True, slots=True)
class AskedToConcede:
    """A seat would give up, and waits for its side to agree."""

    seat: int


@dataclass(frozen=True, slots=True)
class Retracted:
    """A seat that would have given up plays on after all."""

    seat: int


@dataclass(frozen=True, slots=True)
class Ended:
    """The game is over; `winners` is empty for a stalemate."""

    winners: tuple[int, ...]
    why: Literal["goal", "concede", "passes", "agreed", "suddenDeath"]


Event = (
    Dealt
    | Drew
    | Passed
    | PlayedPoints
    | AnnouncedScuttle
    | Scuttled
    | AnnouncedRoyal
    | PlayedRoyal
    | Stole
    | AnnouncedOneOff
    | Countered
    | Shielded
    | Declined
    | Fizzled
    | Rebuffed
    | Wiped
    | Destroyed
    | Returned
    | Fetched
    | Discarded
    | Revealed
    | Evicted
    | Exposed
    | SwappedHands
    | HandsOpened
    | HandsClosed
    | OfferedStalemate
    | AnsweredOffer
    | Conceded
    | AskedToConcede
    | Retracted
    | Ended
)


def redact(event: Event, readable: frozenset[int]) -> Event:
    """Take out of an event what a viewer may not know who may read these seats' hands."""
    if isinstance(event, Drew) and event.seat not in readable:
        return replace(event, cards=())
    return event
