"""Count sequences of actions, with the engine and with the naive rules."""

from __future__ import annotations

from engine.play.legal import legal_actions
from engine.play.perform import play
from engine.play.position import Position
from tests import naive


def engine_count(position: Position, depth: int) -> int:
    """Count the sequences of exactly so many actions by the asked seats."""
    legal = legal_actions(position)
    if depth == 1:
        return len(legal)
    total = 0
    for action in legal:
        after = position.copy()
        play(after, action)
        total += engine_count(after, depth - 1)
    return total


def naive_count(s: naive.State, depth: int) -> int:
    """Count them by the naive rules."""
    legal = naive.legal(s)
    if depth == 1:
        return len(legal)
    return sum(naive_count(naive.play(s, action), depth - 1) for action in sorted(legal))
