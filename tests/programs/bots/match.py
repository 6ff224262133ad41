"""Matches between computer players: same deals, seats swapped, a score with its interval."""

from __future__ import annotations

import math
import random
import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from engine.actions import Action
from engine.bots.greedy import Player
from engine.play.compiled import compile_rules
from engine.play.legal import legal_actions
from engine.play.observe import observe
from engine.play.perform import play
from engine.play.position import Position, deal
from engine.rules.rulesets import Ruleset

Mover = Callable[[Position, int, int], Action]
"""(the position, the seat, a seed) -> a legal action of the seat"""


@dataclass
class Score:
    """How a match went for the first player."""

    games: int = 0
    won: int = 0
    drawn: int = 0
    times: list[float] = field(default_factory=list)
    """CPU seconds of the first player's choices among several actions."""

    @property
    def share(self) -> float:
        """The share of the points; a stalemate is half a point."""
        return (self.won + self.drawn / 2) / max(1, self.games)

    @property
    def margin(self) -> float:
        """Half the width of the 95 % interval of the share (Wilson's, without its shift)."""
        z, n, share = 1.96, max(1, self.games), self.share
        return z * math.sqrt(share * (1 - share) / n + z * z / (4 * n * n)) / (1 + z * z / n)

    @property
    def median_ms(self) -> float:
        """The median time of a choice."""
        return 1000 * statistics.median(self.times) if self.times else 0.0

    def play_out(self, p: Position, first: Mover, second: Mover, side: int) -> None:
        """Play a game to its end, the first player on a side, and count it."""
        sides = p.rules.ruleset.sides
        while p.outcome is None:
            legal = legal_actions(p)
            seat = p.prompt.seats[0]
            mine = sides[seat] == side
            seed = (1_009 * int.from_bytes(p.seed, "big") + p.ply) & 0xFFFFFFFF
            began = time.process_time()
            action = legal[0] if len(legal) == 1 else (first if mine else second)(p, seat, seed)
            if mine and len(legal) > 1:
                self.times.append(time.process_time() - began)
            play(p, action)
        winners = p.outcome.winners
        self.games += 1
        self.won += any(sides[seat] == side for seat in winners)
        self.drawn += not winners

    def add(self, other: Score) -> None:
        """Count the games of another score as well."""
        self.games += other.games
        self.won += other.won
        self.drawn += other.drawn
        self.times += other.times

    def __str__(self) -> str:
        return f"{100 * self.share:5.1f} % ± {100 * self.margin:.1f} (n={self.games})"


def seated(player: Player) -> Mover:
    """Let a player, who sees only views, play from positions."""
    return lambda p, seat, seed: player.choose(observe(p, seat), seed)


def dealt(ruleset: Ruleset, seed: int) -> Position:
    """Deal a game."""
    rng = random.Random(seed)
    deck = list(compile_rules(ruleset).pack)
    rng.shuffle(deck)
    first = rng.randrange(ruleset.seats)
    return deal(ruleset, deck, first=first, seed=seed.to_bytes(8, "big"))


def match(ruleset: Ruleset, first: Mover, second: Mover, games: int, seed: int) -> Score:
    """Play a match; each deal is played once from every side.

    Args:
        ruleset: its rules; with three seats the first player sits alone, in teams beside itself.
        first: the player whose score it is.
        second: the player in all other seats.
        games: how many, rounded up to whole deals.
        seed: the first deal; deals with other seeds are others.
    """
    score = Score()
    sides = sorted(set(ruleset.sides))
    for number in range(-(-games // len(sides))):
        start = dealt(ruleset, seed * 1_000_003 + number)
        for side in sides:
            score.play_out(start.copy(), first, second, side)
    return score
