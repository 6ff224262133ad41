"""Who plays whom on which deal, from which seats."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

from engine.rules.rulesets import Ruleset

Pair = tuple[int, int]
"""Two entrants, by their numbers."""


@dataclass(frozen=True, slots=True, order=True)
class Block:
    """A deal that two entrants play from every side."""

    deal: int
    pair: Pair


def sides_of(ruleset: Ruleset) -> int:
    """Return how many sides play."""
    return len(set(ruleset.sides))


def seating(ruleset: Ruleset, game: int) -> tuple[int, ...]:
    """Return who of a pair, 0 or 1, sits in each seat in one of the games of a block.

    The first entrant has each side in turn, the second one all others.
    """
    side = sorted(set(ruleset.sides))[game]
    return tuple(int(other != side) for other in ruleset.sides)


def blocks(entrants: int, games: int, ruleset: Ruleset) -> Iterator[Block]:
    """Yield all blocks, deal by deal, so that every pair has played much the same at any time.

    Args:
        entrants: how many players there are.
        games: how many games each pair plays, rounded up to whole blocks.
        ruleset: the rules.
    """
    for deal in range(-(-games // sides_of(ruleset))):
        for pair in combinations(range(entrants), 2):
            yield Block(deal, pair)


def deal_seed(seed: str, deal: int) -> bytes:
    """Return the seed of a deal: the same for every pair and seating."""
    return hashlib.sha256(f"cuttle arena deal {deal} of {seed}".encode()).digest()


def game_id(seed: str, block: Block, game: int, seat: int) -> str:
    """Return what a player is told as the id of a game: it says nothing about the deal."""
    where = f"game {game} of {block.pair} in deal {block.deal}"
    text = f"cuttle arena {where} as seat {seat} hears of it, of {seed}"
    return hashlib.sha256(text.encode()).hexdigest()[:12]


def player_seed(seed: str, deal: int, seat: int) -> int:
    """Return the source of chance of whoever sits in a seat: 32 bits."""
    text = f"cuttle arena seat {seat} in deal {deal} of {seed}"
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:4], "big")
