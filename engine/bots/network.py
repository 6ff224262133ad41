"""A small neural network that evaluates positions and rates plays, in pure Python.

The first layer is a sum of one packed integer for each feature: the integer holds the weights of
all hidden units side by side, so one addition adds them all. Everything else works on the few
hidden units.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Sequence
from functools import lru_cache
from importlib import resources
from math import exp, tanh
from operator import mul
from typing import Final

from engine.actions import Action
from engine.bots.features import PLAIN, ZONE_ROWS, describe, rows, rows_of_set
from engine.cards import CardSet
from engine.play.compiled import Rules
from engine.play.position import Position
from engine.rules.rulesets import UNLIMITED

UNITS: Final = 64
"""Hidden units."""
_LANE: Final = 16
"""Bits of a hidden unit in a packed integer."""
SCALE: Final = 256
"""What a weight of 1 is as an integer."""
_BYTES: Final = UNITS * _LANE // 8
_MASK: Final = (1 << UNITS * _LANE) - 1
_ACTIVE: Final = tuple(tanh((lane - 32768) / SCALE) for lane in range(65536))
_MAGIC: Final = b"CUTTLENN"

PLAY_ROWS: Final = 21 * 15 * 3
"""Rows of the head that rates plays: see `play_rows`."""


def play_rows(action: Action, slot: int) -> tuple[int, ...]:
    """Return the rows of a play: its kind and card, its target, and whom it names.

    Args:
        action: the play.
        slot: the named seat, counted clockwise from the player; 0 without one.
    """
    kind = 45 * action.kind
    card = action.cards[0] >> 2 if action.cards else 14
    found = [kind + card]
    if len(action.cards) > 1:
        found.append(kind + (action.cards[1] >> 2))
    found += [kind + 15 + (target >> 2) for target in action.targets]
    if slot:
        found.append(kind + 30 + slot)
    return tuple(found)


def _pack(weights: Sequence[int]) -> int:
    """Put the weights of all units side by side into one integer."""
    return sum(weight << _LANE * unit for unit, weight in enumerate(weights))


class _Sets(dict[CardSet, int]):
    """The packed weights of sets of cards, each added up when it is first asked for."""

    _MOST: Final = 20_000
    """Sets to remember."""

    def __init__(self, weights: list[int]) -> None:
        super().__init__()
        self._weights = weights

    def __missing__(self, cards: CardSet) -> int:
        if len(self) >= self._MOST:
            self.clear()
        weights = self._weights
        found = self[cards] = sum([weights[row] for row in rows_of_set(cards)])
        return found


class Network:
    """Weights, ready to evaluate with."""

    def __init__(self, seats: int, blob: bytes) -> None:
        """Read weights.

        Args:
            seats: how many seats the network is for.
            blob: the file: magic, then little-endian 16-bit numbers, compressed.

        Raises:
            ValueError: the file is not made of that many weights.
        """
        count = rows(seats)
        numbers = UNITS * (count + 2) + 1 + PLAY_ROWS * (UNITS + 1)
        values = unpack_weights(blob)
        if len(values) != numbers:
            raise ValueError("not a file of weights for this many seats")
        packed = [_pack(values[at : at + UNITS]) for at in range(0, UNITS * count, UNITS)]
        self._plain = packed[:PLAIN]
        self._sets = [_Sets(packed[at : at + ZONE_ROWS]) for at in range(PLAIN, count, ZONE_ROWS)]
        at = UNITS * count
        self._bias = _pack([value + 32768 for value in values[at : at + UNITS]])
        at += UNITS
        self._out = [value / SCALE for value in values[at : at + UNITS]]
        at += UNITS
        self._out_bias = values[at] / SCALE
        at += 1
        self._plays = values[at:]
        self._rated: list[dict[Action, tuple[float, ...]]] = [{} for _ in range(seats)]

    def hidden(self, p: Position, seat: int) -> list[float]:
        """Return the hidden units for a running game, from a seat's side."""
        sets, plain = describe(p, seat)
        total = self._bias
        for of_set, cards in zip(self._sets, sets, strict=True):
            if cards:
                total += of_set[cards]
        total = sum(map(self._plain.__getitem__, plain), total) & _MASK
        lanes = memoryview(total.to_bytes(_BYTES, "little")).cast("H")
        return list(map(_ACTIVE.__getitem__, lanes))

    def value(self, hidden: Sequence[float]) -> float:
        """Return the chance that the seat's side wins, from the hidden units."""
        return 1 / (1 + exp(-sum(map(mul, hidden, self._out), self._out_bias)))

    def odds(self, hidden: Sequence[float], p: Position, plays: Sequence[Action]) -> list[float]:
        """Return the odds of each play to be the best, by the network; they have no fixed sum."""
        rated = self._rated
        seat = p.prompt.seats[0]
        seats = p.rules.seats
        odds = []
        for action in plays:
            slot = (action.seat - seat) % seats if action.seat >= 0 else 0
            weights = rated[slot].get(action)
            if weights is None:
                weights = rated[slot][action] = self._play_weights(action, slot)
            logit = sum(map(mul, hidden, weights), weights[UNITS])
            odds.append(exp(-12.0 if logit < -12 else 12.0 if logit > 12 else logit))
        return odds

    def _play_weights(self, action: Action, slot: int) -> tuple[float, ...]:
        width = UNITS + 1
        sums = [0] * width
        for row in play_rows(action, slot):
            for at in range(width):
                sums[at] += self._plays[row * width + at]
        return tuple(value / SCALE for value in sums)


def pack_weights(numbers: Sequence[int]) -> bytes:
    """Return a file of weights: the rows, their bias, the output and its bias, the plays."""
    return _MAGIC + zlib.compress(struct.pack(f"<{len(numbers)}h", *numbers), 9)


def unpack_weights(blob: bytes) -> tuple[int, ...]:
    """Return the numbers in a file of weights; none if it is another file."""
    unpacked = zlib.decompress(blob[8:]) if blob[:8] == _MAGIC else b""
    return struct.unpack(f"<{len(unpacked) // 2}h", unpacked)


def network_name(rules: Rules) -> str:
    """Return the name of the network for some rules."""
    if rules.seats > 2:
        return "cutthroat" if rules.seats == 3 else "team"
    return "cuttle.cards" if rules.ruleset.hand_limit < UNLIMITED else "standard"


def network_of(rules: Rules) -> Network:
    """Return the network that ships for some rules."""
    return _load(network_name(rules), rules.seats)


@lru_cache(maxsize=4)
def _load(name: str, seats: int) -> Network:
    file = resources.files("engine.bots").joinpath("weights", f"{name}.network")
    return Network(seats, file.read_bytes())
