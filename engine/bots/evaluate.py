"""Chances of winning for every seat, by a network."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine.bots.network import Network
from engine.play.position import Position
from engine.play.view import Outcome
from engine.rules.rulesets import Ruleset

Chances = tuple[float, ...]
"""For each seat, the chance that its side wins."""


def share(outcome: Outcome, ruleset: Ruleset, seat: int) -> float:
    """Return what a seat has of a game that is over; all share a stalemate."""
    if not outcome.winners:
        return 1 / len(set(ruleset.sides))
    return 1.0 if seat in outcome.winners else 0.0


def final(p: Position, outcome: Outcome) -> Chances:
    """Return what each seat has of a game that is over."""
    return tuple([share(outcome, p.rules.ruleset, seat) for seat in range(p.rules.seats)])


def chances(net: Network, p: Position) -> Chances:
    """Return the chances of all seats."""
    return chances_by((net,) * p.rules.seats, p)


def chances_by(nets: Sequence[Network], p: Position) -> Chances:
    """Return the chances of all seats, with a network for each."""
    if p.outcome is not None:
        return final(p, p.outcome)
    asked = p.prompt.seats[0]
    return spread(nets, p, nets[asked].hidden(p, asked))


def spread(nets: Sequence[Network], p: Position, hidden: list[float]) -> Chances:
    """Return the chances of all seats, given the hidden units for the seat that must act."""
    value = nets[p.prompt.seats[0]].value(hidden)
    return across(p, value, lambda seat: nets[seat].value(nets[seat].hidden(p, seat)))


def across(p: Position, value: float, value_of: Callable[[int], float]) -> Chances:
    """Return the chances of all seats, given that of the seat that must act."""
    asked = p.prompt.seats[0]
    seats = p.rules.seats
    if seats == 2:
        return (value, 1 - value) if asked == 0 else (1 - value, value)
    allies = p.rules.allies[asked]
    if len(allies) > 1:
        return tuple([value if seat in allies else 1 - value for seat in range(seats)])
    raw = [
        value if seat == asked else 0.0 if seat in p.retired else value_of(seat)
        for seat in range(seats)
    ]
    whole = sum(raw) or 1.0
    return tuple([part / whole for part in raw])
