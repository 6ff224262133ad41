"""A learned linear evaluation: one weight for each feature."""

from __future__ import annotations

import math
import struct
from collections.abc import Sequence
from functools import lru_cache
from importlib import resources
from typing import Final

from engine.bots.evaluate import Chances, across
from engine.bots.features import PLAIN, ZONE_ROWS, describe, rows_of_set
from engine.bots.network import SCALE, network_name
from engine.play.compiled import Rules
from engine.play.position import Position

_MAGIC: Final = b"CUTTLELN"


def linear(p: Position) -> Chances:
    """Return the chances of all seats in a running game."""
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
    blob = resources.files("engine.bots").joinpath("weights", f"{name}.linear").read_bytes()
    if blob[:8] != _MAGIC:
        raise ValueError("not a file of linear weights")
    return [value / SCALE for value in struct.unpack(f"<{len(blob) // 2 - 4}h", blob[8:])]
