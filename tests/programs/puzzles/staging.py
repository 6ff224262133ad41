"""Ask what games seldom ask: what to discard, what a seven leaves, whom a jack takes, a counter.

A card of a hand is exchanged for one out of the deck, and played where that leads to the question.
What comes of it are legal positions, though nobody has played them.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from engine.actions import DECLINE, Kind
from engine.cards import (
    EIGHTS,
    FOUR,
    JACKS,
    ONE_OF_RANK,
    QUEENS,
    SEVEN,
    TWOS,
    CardSet,
    members,
    rank_of,
)
from engine.play.legal import legal_actions
from engine.play.perform import play
from engine.play.position import Position
from engine.play.readers import hands_read_by
from engine.play.view import RESPONSE_ASKS, Ask
from engine.record.position_text import parse_position, position_text

TARGETS: Final = 2
"""Point cards of an opponent between which a jack has to choose, at least."""


def staged(p: Position, rng: random.Random) -> Iterator[Position]:
    """Yield what may be asked of seat 0 where it has the turn, or had it exchanged for the other's.

    Each has a question of another kind, if the cards allow it.
    """
    if p.prompt.ask is Ask.PLAY:
        for asked in (*(_after(p, rng, each) for each in _ONE_OFFS), _with_jack(p, rng)):
            if asked is not None and asked.outcome is None and asked.prompt.seats[0] == 0:
                yield asked


class _OneOff(NamedTuple):
    """A one-off that leads to a question, and who holds what for that."""

    ask: Ask
    by_other: bool
    """Whether the opponent plays it, who gets the turn for that."""
    rank: int | None
    """Its rank; None for any."""
    holder: int
    held: CardSet
    """One of these is in the holder's hand."""


_ONE_OFFS: Final = (
    _OneOff(Ask.GIVE, by_other=True, rank=FOUR, holder=1, held=ONE_OF_RANK[FOUR]),
    _OneOff(Ask.SEVEN, by_other=False, rank=SEVEN, holder=0, held=ONE_OF_RANK[SEVEN]),
    _OneOff(Ask.COUNTER, by_other=True, rank=None, holder=0, held=TWOS),
)


def _after(p: Position, rng: random.Random, one_off: _OneOff) -> Position | None:
    """Play a one-off, and decline until its question is asked; None where it is not."""
    p = made_readable(turned(p)) if one_off.by_other else p.copy()
    if not _hold(p, one_off.holder, one_off.held, rng):
        return None
    plays = [
        action
        for action in legal_actions(p)
        if action.kind is Kind.ONE_OFF and one_off.rank in (None, rank_of(action.card))
    ]
    if not plays:
        return None
    play(p, rng.choice(plays))
    while p.outcome is None and p.prompt.ask in RESPONSE_ASKS and p.prompt.ask is not one_off.ask:
        play(p, DECLINE)
    return p if p.outcome is None and p.prompt.ask is one_off.ask else None


def _with_jack(p: Position, rng: random.Random) -> Position | None:
    """Hold a jack, where there is more than one card to take."""
    if p.points[1].bit_count() < TARGETS or p.royals[1] & QUEENS:
        return None
    p = p.copy()
    return p if _hold(p, 0, JACKS, rng) else None


def _hold(p: Position, seat: int, wanted: CardSet, rng: random.Random) -> bool:
    """Have a seat hold one of some cards; return whether that can be."""
    free = p.hands[seat] & ~p.frozen[seat]
    if free & wanted:
        return True
    hidden = [card for card in p.deck[: len(p.deck) - p.revealed] if wanted >> card & 1]
    if not hidden or not free:
        return False
    card, given = rng.choice(hidden), rng.choice(members(free))
    p.deck[p.deck.index(card)] = given
    p.hands[seat] ^= 1 << card | 1 << given
    return True


def turned(p: Position) -> Position:
    """Return the position with the seats exchanged."""
    text = re.sub(r"\b(P|<|exposer |offerer |sudden )([01])\b", _other_seat, position_text(p))
    return parse_position(text)


def _other_seat(match: re.Match[str]) -> str:
    return f"{match[1]}{1 - int(match[2])}"


def made_readable(p: Position) -> Position:
    """Return a copy without the seed; if the other hand has cards to guess, with glasses."""
    p = p.copy()
    p.seed, p.events = b"", None
    if 1 in hands_read_by(p, 0) or (p.hands[1] & ~p.frozen[1]).bit_count() <= 1:
        return p
    down = p.deck[: len(p.deck) - p.revealed]
    for zone, cards in ((p.deck, down), (p.scrap, p.scrap)):
        eight = next((card for card in cards if EIGHTS >> card & 1), None)
        if eight is not None:
            zone.remove(eight)
            p.royals[0] |= 1 << eight
            break
    return p
