"""Ask what games seldom ask: what to discard, what a seven leaves, whom a jack takes, a counter.

A card of a hand is exchanged for one out of the deck, and played where that leads to the question.
What comes of it are legal positions, though nobody has played them.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from typing import Final

from engine.actions import DECLINE, Kind
from engine.cards import (
    EIGHTS,
    FOUR,
    JACKS,
    ONE_OF_RANK,
    QUEENS,
    SEVEN,
    TWOS,
    Card,
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
        for stage in _STAGES:
            asked = stage(p, rng)
            if asked is not None and asked.outcome is None and asked.prompt.seats[0] == 0:
                yield asked


def _discard(p: Position, rng: random.Random) -> Position | None:
    """Let the opponent play a four."""
    p = made_readable(turned(p))
    given = _hold(p, 1, ONE_OF_RANK[FOUR], rng)
    return None if given is None else _after_one_off(p, rng, FOUR, Ask.GIVE)


def _seven(p: Position, rng: random.Random) -> Position | None:
    """Play a seven."""
    p = p.copy()
    given = _hold(p, 0, ONE_OF_RANK[SEVEN], rng)
    return None if given is None else _after_one_off(p, rng, SEVEN, Ask.SEVEN)


def _counter(p: Position, rng: random.Random) -> Position | None:
    """Let the opponent play a one-off, with a two to answer it."""
    p = made_readable(turned(p))
    given = _hold(p, 0, TWOS, rng)
    return None if given is None else _after_one_off(p, rng, None, Ask.COUNTER)


def _jack(p: Position, rng: random.Random) -> Position | None:
    """Hold a jack, where there is more than one card to take."""
    if p.points[1].bit_count() < TARGETS or p.royals[1] & QUEENS:
        return None
    p = p.copy()
    return None if _hold(p, 0, JACKS, rng) is None else p


_STAGES: Final[tuple[Callable[[Position, random.Random], Position | None], ...]] = (
    _discard,
    _seven,
    _counter,
    _jack,
)


def _hold(p: Position, seat: int, wanted: CardSet, rng: random.Random) -> Card | None:
    """Have a seat hold one of some cards; return it, or None if that cannot be."""
    free = p.hands[seat] & ~p.frozen[seat]
    if held := free & wanted:
        return rng.choice(members(held))
    hidden = [card for card in p.deck[: len(p.deck) - p.revealed] if wanted >> card & 1]
    if not hidden or not free:
        return None
    card, given = rng.choice(hidden), rng.choice(members(free))
    p.deck[p.deck.index(card)] = given
    p.hands[seat] ^= 1 << card | 1 << given
    return card


def _after_one_off(p: Position, rng: random.Random, rank: int | None, ask: Ask) -> Position | None:
    """Play a one-off, of a rank or of any, and decline until something is asked; None without."""
    plays = [
        action
        for action in legal_actions(p)
        if action.kind is Kind.ONE_OFF and (rank is None or rank_of(action.card) == rank)
    ]
    if not plays:
        return None
    play(p, rng.choice(plays))
    while p.outcome is None and p.prompt.ask in RESPONSE_ASKS and p.prompt.ask is not ask:
        play(p, DECLINE)
    return p if p.outcome is None and p.prompt.ask is ask else None


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
