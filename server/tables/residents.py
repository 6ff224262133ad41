"""Residents: computer players of the server that are always here, and play people for ratings.

Their games are rated in the pool of bots and belong to no match of a week. Each runs at the node of
the player who asked for it, so no process has to stand for a resident.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Final

from cuttle_tui.ports import RATED_TIMINGS, LobbyError, QueueLine
from engine.bots.levels import LEVELS, name_of
from engine.rules.options import parse_ruleset
from server.league.ratings import Pool
from server.people.accounts import Player
from server.tables.challenges import may_be_rated
from server.tables.stakes import Stakes

POOL: Final[Pool] = "live-bots"
TIMING: Final = RATED_TIMINGS[0]
USUAL: Final = tuple(level.name for level in LEVELS[1:])
"""The levels that are here unless the operator chose others: a beginner is for beginners."""


@dataclass(frozen=True, slots=True)
class Residents:
    """The residents of a server."""

    stakes: Stakes
    levels: Collection[str] = ()
    """Their levels; empty without any."""

    def lines(self, who: Player) -> tuple[QueueLine, ...]:
        """List whom a player may meet, weakest first: nobody for guests, who have no rating."""
        if who.guest or who.bot:
            return ()
        return tuple(self._line(level.name) for level in LEVELS if level.name in self.levels)

    def _line(self, level: str) -> QueueLine:
        name = name_of(level)
        return QueueLine(
            name=name,
            ruleset=parse_ruleset(self.stakes.ruleset).name,
            rated=True,
            since=0.0,
            me=False,
            id=name,
            timing=TIMING,
            rating=self.stakes.rating(name, POOL),
            level=level,
        )

    def check(self, who: Player, level: str) -> None:
        """Check that a player may meet a resident.

        Raises:
            LobbyError: ``guests-unrated``, ``bots-unrated``; ``no-resident``: nobody of that level
                is here.
        """
        may_be_rated(who)
        if level not in self.levels:
            raise LobbyError("no-resident")
