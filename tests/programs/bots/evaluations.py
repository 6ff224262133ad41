"""Evaluations without a search: by a learned sum of features, or by networks alone."""

from __future__ import annotations

import math
import struct
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Final

from engine.bots.features import PLAIN, RANKS, ZONE_ROWS, describe
from engine.bots.network import SCALE, Chances, Network, across, final, network_name, spread
from engine.cards import CardSet
from engine.play.compiled import Rules
from engine.play.position import Position

WEIGHTS: Final = Path(__file__).parent / "weights"
_MAGIC: Final = b"CUTTLELN"


def by_linear(p: Position) -> Chances:
    """Evaluate by a learned sum of features."""
    if p.outcome is not None:
        return final(p, p.outcome)
    weights = _weights(network_name(p.rules))

    def value(seat: int) -> float:
        return chance_of(weights, rows_in(p, seat))

    return across(p, value(p.prompt.seats[0]), value)


def rows_in(p: Position, seat: int) -> list[int]:
    """Return the weights that count for a position from a seat's side."""
    sets, plain = describe(p, seat)
    return plain + [
        PLAIN + ZONE_ROWS * zone + row
        for zone, cards in enumerate(sets)
        for row in rows_of_set(cards)
    ]


def chance_of(weights: Sequence[float], found: Sequence[int]) -> float:
    """Return the chance that some weights say; the bias is the last weight."""
    return 1 / (1 + math.exp(-sum(map(weights.__getitem__, found), weights[-1])))


def linear_weights(rules: Rules) -> list[float]:
    """Return a copy of the weights for some rules."""
    return list(_weights(network_name(rules)))


def pack_linear(numbers: list[int]) -> bytes:
    """Return a file of weights, the bias last."""
    return _MAGIC + struct.pack(f"<{len(numbers)}h", *numbers)


@lru_cache(maxsize=4)
def _weights(name: str) -> list[float]:
    blob = (WEIGHTS / f"{name}.linear").read_bytes()
    if blob[:8] != _MAGIC:
        raise ValueError("not a file of linear weights")
    return [value / SCALE for value in struct.unpack(f"<{len(blob) // 2 - 4}h", blob[8:])]


def chances(net: Network, p: Position) -> Chances:
    """Return the chances of all seats."""
    return chances_by((net,) * p.rules.seats, p)


def chances_by(nets: Sequence[Network], p: Position) -> Chances:
    """Return the chances of all seats, with a network for each."""
    if p.outcome is not None:
        return final(p, p.outcome)
    asked = p.prompt.seats[0]
    return spread(nets, p, nets[asked].hidden(p, asked))


def rows_of_set(cards: CardSet) -> list[int]:
    """Return the weights of a set of cards: one for each rank in it, by the count."""
    return [
        4 * rank + count - 1
        for rank in range(RANKS)
        if (count := (cards >> 4 * rank & 15).bit_count())
    ]
