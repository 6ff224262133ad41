"""Events of a game as values that can be redacted for a seat.

Events are public except for the cards inside `Drew`, which only the seats that may read that hand
see: only `redact` removes them.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal, get_args

from engine.cards import Card
from engine.errors import built_anew


@dataclass(frozen=True, slots=True)
class _BySeat:
    """Something that a seat did."""

    seat: int


@dataclass(frozen=True, slots=True)
class _ByCard(_BySeat):
    """Something that a seat did with a card."""

    card: Card


@dataclass(frozen=True, slots=True)
class Dealt:
    """A game began; `first` acts first."""

    first: int
    sizes: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Drew(_BySeat):
    """A seat drew `count` cards; `cards` names them, empty where they are hidden."""

    count: int
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Passed(_BySeat):
    """A seat passed."""


@dataclass(frozen=True, slots=True)
class PlayedPoints(_ByCard):
    """A seat played a card for points."""


@dataclass(frozen=True, slots=True)
class AnnouncedScuttle(_ByCard):
    """A seat announced a scuttle, which a ten may still block."""

    target: Card
    victim: int


@dataclass(frozen=True, slots=True)
class Scuttled(_ByCard):
    """A seat scuttled a point card; both cards and `lost` jacks went to the scrap."""

    target: Card
    victim: int
    lost: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class AnnouncedRoyal(_ByCard):
    """A seat announced a royal (a jack or joker on `target`), which a nine may still rebuff."""

    target: Card | None
    to: int


@dataclass(frozen=True, slots=True)
class PlayedRoyal(_ByCard):
    """A seat played a king, a queen or glasses; `goal` is its new goal."""

    goal: int


@dataclass(frozen=True, slots=True)
class Stole(_ByCard):
    """A jack or joker moved `target` from `origin` to `to`."""

    target: Card
    origin: int
    to: int


@dataclass(frozen=True, slots=True)
class AnnouncedOneOff(_ByCard):
    """A seat announced a one-off, which may still be countered."""

    targets: tuple[Card, ...]
    victim: int
    """The named seat, or -1."""


@dataclass(frozen=True, slots=True)
class Countered(_ByCard):
    """A seat answered `against` with `card`: a two, a blocking ten, a rebuffing nine."""

    against: Card


@dataclass(frozen=True, slots=True)
class Shielded(_BySeat):
    """The queens of a seat shielded its card from responses."""

    queens: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Declined(_BySeat):
    """An asked seat declined to respond."""


@dataclass(frozen=True, slots=True)
class Fizzled(_ByCard):
    """The played card was countered and had no effect."""


@dataclass(frozen=True, slots=True)
class Rebuffed(_ByCard):
    """A royal went back to its player's hand before it took effect."""


@dataclass(frozen=True, slots=True)
class Wiped(_ByCard):
    """An ace or a six cleared the table of these cards."""

    lost: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Destroyed(_ByCard):
    """A one-off scrapped a card of `victim` with its stack."""

    target: Card
    victim: int
    lost: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Returned:
    """A card went back to the seat it had been taken from."""

    card: Card
    to: int


@dataclass(frozen=True, slots=True)
class Fetched(_ByCard):
    """A seat took a card out of the scrap."""


DiscardedFor = Literal["four", "five", "ten", "limit", "seven"]


@dataclass(frozen=True, slots=True)
class Discarded(_BySeat):
    """A seat discarded cards, shown to all."""

    cards: tuple[Card, ...]
    why: DiscardedFor
    by_chance: bool = False


@dataclass(frozen=True, slots=True)
class Revealed(_BySeat):
    """A seven turned up these cards."""

    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Evicted(_ByCard):
    """A nine sent `target` of `victim` back to its hand, or to the top of the deck."""

    target: Card
    victim: int
    frozen: bool
    to_deck: bool
    lost: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Exposed(_ByCard):
    """An eight as a one-off exposed the hands of these seats to its player."""

    exposed: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class SwappedHands(_BySeat):
    """Two seats exchanged their whole hands."""

    other: int


@dataclass(frozen=True, slots=True)
class HandsOpened:
    """The deck ran out and all hands are open."""


@dataclass(frozen=True, slots=True)
class HandsClosed:
    """The deck has a card again, so hands are hidden."""


@dataclass(frozen=True, slots=True)
class OfferedStalemate(_BySeat):
    """A seat offered a stalemate."""


@dataclass(frozen=True, slots=True)
class AnsweredOffer(_BySeat):
    """A seat answered an offer."""

    accepted: bool


@dataclass(frozen=True, slots=True)
class Conceded(_BySeat):
    """A seat conceded."""


@dataclass(frozen=True, slots=True)
class AskedToConcede(_BySeat):
    """A seat asked its side to concede."""


@dataclass(frozen=True, slots=True)
class Retracted(_BySeat):
    """A seat withdrew its wish to concede."""


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
built_anew(*get_args(Event))


def redact(event: Event, readable: frozenset[int]) -> Event:
    """Remove the hidden cards for a viewer who may read these seats' hands."""
    if isinstance(event, Drew) and event.seat not in readable:
        return replace(event, cards=())
    return event
