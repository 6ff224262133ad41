"""Who enters a championship, in which order: ties, play-off matches and lots.

The same rules seed a season's championship and the World Championship, on a server and on paper.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any, Final

from server.league.errors import LeagueError


@dataclass(frozen=True, slots=True)
class Ties:
    """What separates players who are level in everything that was played."""

    playoffs: tuple[tuple[str, str], ...] = ()
    """Play-off matches, as (winner, loser)."""
    lot: tuple[str, ...] = ()
    """Players in the order in which they were drawn."""
    drawn: Callable[[str], str] = field(default=str)
    """Returns what the league's own lot orders a player by."""


NO_TIES: Final = Ties()


@dataclass(frozen=True, slots=True)
class Cut:
    """Who enters a championship."""

    entrants: tuple[str, ...]
    """In order of seed."""
    level: tuple[str, ...] = ()
    """Players still level across the border: a play-off match has to decide, or a lot. Until then
    the league's own lot orders them."""
    drawn: tuple[tuple[str, ...], ...] = ()
    """Level players who all enter, in the order of the league's own lot."""


def league_lot(championship: str, name: str) -> str:
    """Return what the league's own lot orders a player by, the smallest first.

    It is the SHA-256 of the championship's id, a blank and the name: everybody can draw it again,
    and nobody is ahead in every season.
    """
    return hashlib.sha256(f"{championship} {name}".encode()).hexdigest()


def seeded(keys: Mapping[str, Any], size: int, ties: Ties = NO_TIES) -> Cut:
    """Return who enters, in order of seed.

    Args:
        keys: by player what they are ranked by, the smallest first; level players have equal ones.
        size: how many enter.
        ties: what separates those who are level.

    Raises:
        LeagueError: a play-off or a lot is of players who are not level.
    """
    _check_playoffs(keys, ties.playoffs)
    parted = {player: (key, _lost_ground(player, ties.playoffs)) for player, key in keys.items()}
    _check_lot(parted, ties.lot)
    merit = {player: (key, _place(player, ties.lot)) for player, key in parted.items()}
    order = sorted(merit, key=lambda player: (merit[player], ties.drawn(player)))
    groups = [tuple(group) for _, group in groupby(order, key=merit.__getitem__)]
    entrants = tuple(order[:size])
    _check_needed(keys, entrants, ties)
    level = [group for group in groups if len(group) > 1]
    inside = tuple(group for group in level if {*group} <= {*entrants})
    across = (group for group in level if group not in inside and {*group} & {*entrants})
    return Cut(entrants, next(across, ()), inside)


def _lost_ground(player: str, playoffs: Iterable[tuple[str, str]]) -> int:
    return -sum(winner == player for winner, _ in playoffs)


def _place(player: str, lot: Sequence[str]) -> int:
    """Return when a player was drawn; where nobody was drawn all are level."""
    return lot.index(player) if player in lot else len(lot)


def _check_playoffs(keys: Mapping[str, Any], playoffs: Sequence[tuple[str, str]]) -> None:
    """Refuse a play-off of players who are not level, and one that is told twice."""
    for number, pair in enumerate(playoffs):
        one, other = pair
        if one == other or not {*pair} <= keys.keys() or keys[one] != keys[other]:
            raise LeagueError(
                "{one} and {other} are not level, so no play-off decides between them",
                one=one,
                other=other,
            )
        if any({*pair} == {*before} for before in playoffs[:number]):
            raise LeagueError("{one} and {other} have one play-off, not two", one=one, other=other)


def _check_needed(keys: Mapping[str, Any], entrants: Sequence[str], ties: Ties) -> None:
    """Refuse a play-off or a lot of players of whom none enters."""
    entering = [keys[player] for player in entrants]
    for player in (*ties.lot, *(winner for winner, _ in ties.playoffs)):
        if keys[player] not in entering:
            raise LeagueError("{name} does not enter, so nothing is to be decided", name=player)


def _check_lot(keys: Mapping[str, Any], lot: Sequence[str]) -> None:
    """Refuse a lot of players who are not level, and one that leaves out somebody who is."""
    for number, player in enumerate(lot):
        if player in lot[:number]:
            raise LeagueError("the lot names {name} twice", name=player)
        level = [each for each in keys if player in keys and keys[each] == keys[player]]
        if len(level) < 2:
            raise LeagueError("{name} is level with nobody, so no lot is drawn", name=player)
        left_out = [each for each in level if each not in lot]
        if left_out:
            raise LeagueError(
                "{name} is level with {other}: draw the lot among all who are",
                name=player,
                other=left_out[0],
            )
