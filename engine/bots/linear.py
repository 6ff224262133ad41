"""A learned linear evaluation: one weight for each feature."""

from __future__ import annotations

import math
import struct
from functools import lru_cache
from importlib import resources
from typing import Final

from engine.bots.evaluate import Chances, across
from engine.bots.features import PLAIN, ZONE_ROWS, describe, rows_of_set
from engine.bots.network import SCALE, network_name
from engine.play.position import Position

_MAGIC: Final = b"CUTTLELN"


def linear(p: Position) -> Chances:
    """Return the chances of all seats in a running game."""
    weights = _weights(network_name(p.rules))

    def value(seat: int) -> float:
        sets, plain = describe(p, seat)
        total = weights[-1] + sum(weights[row] for row in plain)
        for zone, cards in enumerate(sets):
            first = PLAIN + ZONE_ROWS * zone
            total += sum(weights[first + row] for row in rows_of_set(cards))
        return 1 / (1 + math.exp(-total))

    return across(p, value(p.prompt.seats[0]), value)


def pack_linear(numbers: list[int]) -> bytes:
    """Return a file of weights, the bias last."""
    return _MAGIC + struct.pack(f"<{len(numbers)}h", *numbers)


@lru_cache(maxsize=4)
def _weights(name: str) -> list[float]:
    blob = resources.files("engine.bots").joinpath("weights", f"{name}.linear").read_bytes()
    if blob[:8] != _MAGIC:
        raise ValueError("not a file of linear weights")
    return [value / SCALE for value in struct.unpack(f"<{len(blob) // 2 - 4}h", blob[8:])]
