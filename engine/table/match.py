"""Matches of several games: the first seat, the score, the winners."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from engine.play.view import Outcome
from engine.rules.rulesets import Ruleset

WINS_NEEDED: Final = {"single": 1, "firstTo2": 2, "firstTo3": 3, "bestOf3": 2}
"""Games a side must win; stalemates do not count."""


@dataclass(slots=True)
class Match:
    """A series of games between the same seats."""

    ruleset: Ruleset
    first: int
    """The seat that acts first in the first game."""
    outcomes: list[Outcome] = field(default_factory=list)
    before: tuple[int, ...] = ()
    """Games won by each seat before the match came to this table; empty if it began here."""

    def next_first(self) -> int:
        """Return the seat that acts first in the next game; stalemates also pass the deal."""
        if self.ruleset.deal_rotate == "match":
            return self.first
        return (self.first + len(self.outcomes)) % self.ruleset.seats

    def next_match(self) -> Match:
        """Return a new match, after passing the deal."""
        first = self.next_first() if self.ruleset.deal_rotate == "game" else self.first + 1
        return Match(self.ruleset, first % self.ruleset.seats)

    def going_on(self, won: tuple[int, ...]) -> Match:
        """Return the match from here on, with the games that each seat has won in it so far."""
        return Match(self.ruleset, self.next_first(), before=won)

    @property
    def score(self) -> tuple[int, ...]:
        """Count the games won by each seat."""
        before = self.before or (0,) * self.ruleset.seats
        return tuple(
            before[seat] + sum(seat in outcome.winners for outcome in self.outcomes)
            for seat in range(self.ruleset.seats)
        )

    @property
    def winners(self) -> tuple[int, ...]:
        """Return the seats that have won the match, none while it is open."""
        needed = WINS_NEEDED[self.ruleset.match]
        return tuple(seat for seat, wins in enumerate(self.score) if wins >= needed)

    @property
    def decided(self) -> bool:
        """Whether the match is over; a single game needs no winner."""
        return bool(self.winners) or (self.ruleset.match == "single" and bool(self.outcomes))
