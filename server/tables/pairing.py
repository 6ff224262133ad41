"""Pair the players who wait for a quick match, by how they are rated and how long they wait."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final

AT_ONCE: Final = 150.0
"""Points of rating within which players meet without waiting."""
A_SECOND: Final = 10.0
"""Points by which the range widens with each second of waiting."""
ANYBODY: Final = 60.0
"""Seconds after which a player meets anybody."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """A player who waits."""

    id: str
    waited: float
    """Seconds."""
    rating: int | None = None
    """None without rated games: such players meet anybody."""


def reach(waited: float) -> float:
    """Return how far apart in rating an opponent may be after so many seconds."""
    return float("inf") if waited >= ANYBODY else AT_ONCE + A_SECOND * max(0.0, waited)


def may_pair(one: Waiting, other: Waiting) -> bool:
    """Return whether two ratings are close enough for the one who has waited longer."""
    if one.rating is None or other.rating is None:
        return True
    return abs(one.rating - other.rating) <= reach(max(one.waited, other.waited))


def opponent_for(
    player: Waiting, queue: Iterable[Waiting], may_meet: Callable[[str, str], bool]
) -> Waiting | None:
    """Return the player who meets this one: of those who fit, the one who has waited longest.

    Args:
        player: who looks for an opponent.
        queue: who else waits.
        may_meet: whether two players may meet at all, by their ids.
    """
    fitting = (
        other
        for other in sorted(queue, key=lambda each: -each.waited)
        if other.id != player.id and may_pair(player, other) and may_meet(player.id, other.id)
    )
    return next(fitting, None)


def pairs_of(
    queue: Iterable[Waiting], may_meet: Callable[[str, str], bool] = lambda _one, _other: True
) -> list[tuple[str, str]]:
    """Pair those who wait; who has waited longest is paired first, and is named first.

    Args:
        queue: who waits.
        may_meet: whether two players may meet at all, by their ids.
    """
    left = sorted(queue, key=lambda each: -each.waited)
    pairs = []
    while left:
        player = left.pop(0)
        other = opponent_for(player, left, may_meet)
        if other is not None:
            left.remove(other)
            pairs.append((player.id, other.id))
    return pairs
