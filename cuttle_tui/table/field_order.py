"""Sort the cards of a field in the order they were played, read from the log."""

from __future__ import annotations

from collections.abc import Sequence

from engine.cards import Card
from engine.play.events import Event, PlayedPoints, PlayedRoyal, Stole
from engine.play.view import Placed, View


def arrange(placed: Sequence[Placed], log: Sequence[Event]) -> tuple[Placed, ...]:
    """Sort cards by when they came to this side; those not in the log come first."""
    when = arrivals(log)
    return tuple(sorted(placed, key=lambda lying: (when.get(lying.card, -1), lying.card)))


def arrivals(log: Sequence[Event]) -> dict[Card, int]:
    """Return the log index at which each card last came to a side of the table."""
    when: dict[Card, int] = {}
    for place, event in enumerate(log):
        if isinstance(event, (PlayedPoints, PlayedRoyal)):
            when[event.card] = place
        elif isinstance(event, Stole):
            when[event.target] = place
    return when


def table_order(view: View, log: Sequence[Event], seat: int) -> tuple[Card, ...]:
    """List every card on the table in drawing order: opponents in turn order, then the player.

    A jack comes right after the card it is attached to.
    """
    order: list[Card] = []
    for other in (*others(view, seat), seat):
        side = view.seats[other]
        for placed in (*arrange(side.points, log), *arrange(side.royals, log)):
            order.extend((placed.card, *placed.stack))
    return tuple(order)


def others(view: View, seat: int) -> tuple[int, ...]:
    """List the other seats in turn order, the next player first."""
    count = len(view.seats)
    return tuple((seat + step) % count for step in range(1, count))
