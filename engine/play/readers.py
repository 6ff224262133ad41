"""Say who may read whose hand: the one rule that views, events and searches ask.

It is not compiled (`setup.py`), so that a test can plant holes in it.
"""

from __future__ import annotations

from engine.cards import EIGHTS
from engine.play.position import Position, check_seat


def hands_read_by(position: Position, viewer: int | None) -> frozenset[int]:
    """Return the seats whose hands a viewer may read now, its own included.

    Raises:
        SeatError: there is no such seat.
    """
    if viewer is not None:
        check_seat(viewer, position.rules.seats)
    ruleset = position.rules.ruleset
    deck_ran_out = ruleset.reveal_hands_deck_empty and not position.deck
    if ruleset.hands_open or position.outcome is not None or deck_ran_out:
        return frozenset(range(position.rules.seats))
    if viewer is None:
        return frozenset()
    foes = position.rules.foes[viewer] if sees_hands(position, viewer) else ()
    return frozenset((viewer, *(foe for foe in foes if foe not in position.retired)))


def sees_hands(position: Position, seat: int) -> bool:
    """Return whether a seat reads its opponents' hands, by glasses or an eight as a one-off."""
    return position.exposer == seat or position.royals[seat] & EIGHTS != 0
