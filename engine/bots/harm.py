"""See which plays turn against the side that makes them, such as a two at one's own queen."""

from __future__ import annotations

from typing import Final

from engine.actions import DECLINE, Action, Kind
from engine.play.observe import determinize
from engine.play.perform import play
from engine.play.position import Position
from engine.play.view import RESPONSE_ASKS, View

_MAY_HARM: Final = frozenset(
    {Kind.SCUTTLE, Kind.JACK, Kind.JOKER, Kind.ONE_OFF, Kind.COUNTER, Kind.BLOCK, Kind.REBUFF}
)
"""The kinds of play that change what others have, or keep it from being changed."""
_ROYAL: Final = 5.0
"""What a royal is worth, in points."""
_HELD: Final = 0.5
"""What a card in hand is worth, in points."""


def harmless(view: View) -> tuple[Action, ...]:
    """Return the legal actions without those that harm the viewer's side, if others are left.

    A play harms if it costs the side more than it costs any other: a two or nine at its own royal,
    an ace with the most points on the table, a counter against an opponent's foolish six. What is
    compared is what everybody sees, as if nobody countered: points, royals, and sizes of hands.
    """
    if view.viewer is None or not any(action.kind in _MAY_HARM for action in view.legal):
        return view.legal
    p = determinize(view, b"harm")
    before = p
    if view.ask in RESPONSE_ASKS:
        before = _resolved(p, DECLINE)
    kept = tuple(
        action
        for action in view.legal
        if action.kind not in _MAY_HARM or not _harms(p, before, action, view.viewer)
    )
    return kept or view.legal


def _harms(p: Position, before: Position, action: Action, seat: int) -> bool:
    """Return whether a play costs the side of a seat more than each of the others."""
    after = _resolved(p, action)
    sides = p.rules.ruleset.sides
    own = sides[seat]
    if after.outcome is not None and after.outcome.winners:
        return all(sides[winner] != own for winner in after.outcome.winners)
    losses = dict.fromkeys(sides, 0.0)
    for each, side in enumerate(sides):
        losses[side] += _worth(before, each) - _worth(after, each)
    if p.hands[seat] >> action.card & 1:
        losses[own] -= _HELD * len(action.cards)  # every play costs its card
    return all(losses[own] > loss for side, loss in losses.items() if side != own)


def _resolved(p: Position, action: Action) -> Position:
    """Return a position after an action that nobody answers."""
    after = p.copy()
    play(after, action)
    while after.outcome is None and after.prompt.ask in RESPONSE_ASKS:
        play(after, DECLINE)
    return after


def _worth(p: Position, seat: int) -> float:
    """Return what a seat has on the table and in hand, in points."""
    royals, hand = p.royals[seat].bit_count(), p.hands[seat].bit_count()
    return p.score(seat) + _ROYAL * royals + _HELD * hand
