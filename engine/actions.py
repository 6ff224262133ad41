"""Actions: what a seat may do, as immutable values with a text form that round-trips.

The text form is a word for the kind, then the seat's own cards, then ``>`` and the targets, then
``@`` and the named seat, each where it applies::

    draw              points 3H         scuttle 9S>8D      jack JS>TH@2
    oneoff 9C>KD,TS   oneoff 4C@1       counter 2S         discard 4C 7D
"""

from __future__ import annotations

import re
from enum import IntEnum
from functools import lru_cache
from itertools import combinations
from typing import Final, NamedTuple

from engine.cards import ALL_CARDS, Card, card_name, parse_card
from engine.errors import NotationError


class Kind(IntEnum):
    """The kinds of action."""

    DRAW = 0
    PASS = 1
    POINTS = 2
    SCUTTLE = 3
    ROYAL = 4
    """A king, a queen, or an eight as glasses."""
    JACK = 5
    JOKER = 6
    ONE_OFF = 7
    COUNTER = 8
    """A two against a one-off or against another two."""
    BLOCK = 9
    """A ten against a scuttle."""
    REBUFF = 10
    """A nine against a royal as it is played."""
    DECLINE = 11
    TAKE = 12
    """A card out of the scrap, by a three."""
    DISCARD = 13
    CONCEDE = 14
    OFFER = 15
    """Offer a stalemate."""
    ACCEPT = 16
    REJECT = 17
    RETRACT = 18
    """Take back a concession that a partner has not yet joined."""
    LEAVE = 19
    """The player has left for good; the seat plays on automatically (teams only)."""
    RETURN = 20


WORDS: Final[dict[Kind, str]] = {
    kind: kind.name.lower().replace("_", "") for kind in Kind
}  # ONE_OFF is written "oneoff"
OUT_OF_TURN: Final = (Kind.CONCEDE, Kind.RETRACT, Kind.LEAVE, Kind.RETURN, Kind.OFFER)
"""Kinds that are legal out of turn; the action names the acting seat."""
_KIND_BY_WORD: Final = {word: kind for kind, word in WORDS.items()}


class Action(NamedTuple):
    """An action of a seat."""

    kind: Kind
    cards: tuple[Card, ...] = ()
    """The seat's own cards: the played card, or discarded cards in ascending order."""
    targets: tuple[Card, ...] = ()
    """The targets, in ascending order."""
    seat: int = -1
    """The named seat (a victim, a destination, the seat that concedes), or -1."""

    @property
    def card(self) -> Card:
        """The card played."""
        return self.cards[0]

    def __str__(self) -> str:
        text = WORDS[self.kind]
        if self.cards:
            text += " " + " ".join(map(card_name, self.cards))
        if self.targets:
            text += ">" + ",".join(map(card_name, self.targets))
        if self.seat >= 0:
            text += f"@{self.seat}"
        return text


_FORM: Final = (
    r"(?P<word>[a-z]+)(?P<cards>(?: [0-9A-Z]{2})*)(?:>(?P<targets>[0-9A-Z]{2}(?:,[0-9A-Z]{2})*))?"
    r"(?:@(?P<seat>[0-9]))?"
)
"""A regular expression, compiled at first use: importing this module stays cheap."""


def parse_action(text: str) -> Action:
    """Read an action from its text form.

    Raises:
        NotationError: the text is not an action.
    """
    match = re.fullmatch(_FORM, text)
    kind = _KIND_BY_WORD.get(match["word"]) if match else None
    if match is None or kind is None:
        raise NotationError(
            "not an action: {text!r} (for example: draw, points 3H, oneoff 9C>KD)", text=text
        )
    return Action(
        kind,
        tuple(sorted(map(parse_card, match["cards"].split()))),
        tuple(sorted(parse_card(name) for name in (match["targets"] or "").split(",") if name)),
        int(match["seat"]) if match["seat"] else -1,
    )


def _per_card(kind: Kind) -> tuple[Action, ...]:
    return tuple(Action(kind, (card,)) for card in range(ALL_CARDS))


def _per_pair(kind: Kind) -> tuple[tuple[Action, ...], ...]:
    return tuple(
        tuple(Action(kind, (card,), (target,)) for target in range(ALL_CARDS))
        for card in range(ALL_CARDS)
    )


# Actions are values: the generators share these instances instead of building new ones.
DRAW: Final = Action(Kind.DRAW)
PASS: Final = Action(Kind.PASS)
DECLINE: Final = Action(Kind.DECLINE)
ACCEPT: Final = Action(Kind.ACCEPT)
REJECT: Final = Action(Kind.REJECT)
DISCARD_NOTHING: Final = Action(Kind.DISCARD)
POINTS: Final = _per_card(Kind.POINTS)
ROYAL: Final = _per_card(Kind.ROYAL)
ONE_OFF: Final = _per_card(Kind.ONE_OFF)
COUNTER: Final = _per_card(Kind.COUNTER)
BLOCK: Final = _per_card(Kind.BLOCK)
REBUFF: Final = _per_card(Kind.REBUFF)
TAKE: Final = _per_card(Kind.TAKE)
DISCARD: Final = _per_card(Kind.DISCARD)
SCUTTLE: Final = _per_pair(Kind.SCUTTLE)
JACK: Final = _per_pair(Kind.JACK)
JOKER: Final = _per_pair(Kind.JOKER)
ONE_OFF_AT: Final = _per_pair(Kind.ONE_OFF)
ONE_OFF_AGAINST: Final = tuple(
    tuple(Action(Kind.ONE_OFF, (card,), (), seat) for seat in range(4)) for card in range(ALL_CARDS)
)
"""By card and named seat."""


@lru_cache(maxsize=1 << 14)
def transfer(kind: Kind, card: Card, target: Card, to: int) -> Action:
    """Return the jack or joker that moves a card on the table to a named seat."""
    return Action(kind, (card,), (target,), to)


@lru_cache(maxsize=1 << 14)
def _discard(cards: tuple[Card, ...]) -> Action:
    return Action(Kind.DISCARD, cards)


def discards(cards: list[Card], count: int) -> list[Action]:
    """List every way to discard `count` of these cards (given in ascending order)."""
    if count == 1:
        return [DISCARD[card] for card in cards]
    if count == 0:
        return [DISCARD_NOTHING]
    return [_discard(chosen) for chosen in combinations(cards, count)]
