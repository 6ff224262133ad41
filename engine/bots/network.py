"""Networks that evaluate positions and rate plays, in pure Python."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Callable, Sequence
from functools import lru_cache
from importlib import resources
from math import exp, tanh
from operator import getitem, mul
from typing import Final

from engine.actions import Action
from engine.bots.features import PLAIN, ZONE_ROWS, describe, rows
from engine.cards import CardSet
from engine.play.compiled import Rules, compile_rules
from engine.play.position import Position
from engine.play.view import Outcome, View
from engine.rules.rulesets import UNLIMITED, Ruleset

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

Odds = dict[int, float]
"""The odds of plays, by their number: cards of a rank share one."""
_PlayWeights = tuple[int, float, tuple[float, ...]]
"""The number of a play, its bias, and its weight for each hidden unit."""

PLAY_ROWS: Final = 21 * 15 * 3
"""Rows of the head that rates plays: see `play_rows`."""


def play_rows(action: Action, slot: int) -> tuple[int, ...]:
    """Return the rows of a play: its kind and card, its target, and whom it names.

    `slot` is the named seat, counted clockwise from the player; 0 without one.
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

    _MOST: Final = 1_000
    """Sets to remember: few, so that they stay in the processor's cache."""

    def __init__(self, weights: list[int]) -> None:
        super().__init__()
        self._pairs: list[list[int]] = []
        """For every two ranks, the weights of every set of their cards: such a set is a byte."""
        for at in range(0, ZONE_ROWS, 8):
            low, high = (0, *weights[at : at + 4]), (0, *weights[at + 4 : at + 8])
            sums = [[one + other for one in low] for other in high]
            self._pairs.append(
                [sums[(cards >> 4).bit_count()][(cards & 15).bit_count()] for cards in range(256)]
            )

    def __missing__(self, cards: CardSet) -> int:
        if len(self) >= self._MOST:
            self.clear()
        found = self[cards] = sum(map(getitem, self._pairs, cards.to_bytes(7, "little")))
        return found


class _Floats(dict[int, float]):
    """Weights as floats, one object for each: they stay in the processor's cache."""

    def __missing__(self, weight: int) -> float:
        found = self[weight] = weight / SCALE
        return found


_FLOATS: Final = _Floats()


class Network:
    """Weights, ready to evaluate with."""

    def __init__(self, seats: int, blob: bytes) -> None:
        """Read weights: magic, then little-endian 16-bit numbers, compressed.

        Raises:
            ValueError: the file is not made of as many weights as the seats need.
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
        self._rated: list[dict[Action, _PlayWeights]] = [{} for _ in range(seats)]
        self._by_rows: dict[tuple[int, ...], _PlayWeights] = {}

    def hidden(self, p: Position, seat: int) -> list[float]:
        """Return the hidden units for a running game, from a seat's side."""
        sets, plain = describe(p, seat)
        total = sum(map(getitem, self._sets, sets), self._bias)
        total = sum(map(self._plain.__getitem__, plain), total) & _MASK
        lanes = memoryview(total.to_bytes(_BYTES, "little")).cast("H")
        return list(map(_ACTIVE.__getitem__, lanes))

    def value(self, hidden: Sequence[float]) -> float:
        """Return the chance that the seat's side wins, from the hidden units."""
        return 1 / (1 + exp(-sum(map(mul, hidden, self._out), self._out_bias)))

    def odds(
        self, hidden: Sequence[float], p: Position, plays: Sequence[Action], known: Odds
    ) -> list[float]:
        """Return the odds of each play to be the best, by the network; they have no fixed sum.

        `known` holds what was found out before from the same hidden units; more is added.
        """
        rated = self._rated
        seat = p.prompt.seats[0]
        odds = []
        for action in plays:
            slot = (action.seat - seat) % p.rules.seats if action.seat >= 0 else 0
            weights = rated[slot].get(action)
            if weights is None:
                weights = rated[slot][action] = self._play_weights(play_rows(action, slot))
            number, bias, of_units = weights
            if number not in known:
                logit = sum(map(mul, hidden, of_units), bias)
                known[number] = exp(-12.0 if logit < -12 else 12.0 if logit > 12 else logit)
            odds.append(known[number])
        return odds

    def _play_weights(self, rows_of_play: tuple[int, ...]) -> _PlayWeights:
        found = self._by_rows.get(rows_of_play)
        if found is None:
            width = UNITS + 1
            parts = [self._plays[row * width : (row + 1) * width] for row in rows_of_play]
            sums = [sum(column) for column in zip(*parts, strict=True)]
            *of_units, bias = [_FLOATS[value] for value in sums]
            found = self._by_rows[rows_of_play] = (len(self._by_rows), bias, tuple(of_units))
        return found


def pack_weights(numbers: Sequence[int]) -> bytes:
    """Return a file of weights: the rows, their bias, the output and its bias, the plays."""
    return _MAGIC + zlib.compress(struct.pack(f"<{len(numbers)}h", *numbers), 9)


def unpack_weights(blob: bytes) -> tuple[int, ...]:
    """Return the numbers in a file of weights; none if it is another file."""
    unpacked = zlib.decompress(blob[8:]) if blob[:8] == _MAGIC else b""
    return struct.unpack(f"<{len(unpacked) // 2}h", unpacked)


def network_name(rules: Rules) -> str:
    if rules.seats > 2:
        return "cutthroat" if rules.seats == 3 else "team"
    return "cuttle.cards" if rules.ruleset.hand_limit < UNLIMITED else "standard"


def network_of(rules: Rules) -> Network:
    """Return the network of self-play that ships for some rules."""
    return _load(network_name(rules), rules.seats)


def networks_from(view: View) -> tuple[Network, ...]:
    """Return for each seat the network that ships, as the viewer should judge: one for its own
    side, and one that knows how opponents of all kinds play.
    """
    assert view.viewer is not None
    name, sides = network_name(compile_rules(view.ruleset)), view.ruleset.sides
    own, others = (_load(f"{name}.{side}", len(sides)) for side in ("own", "others"))
    return tuple(own if side == sides[view.viewer] else others for side in sides)


@lru_cache(maxsize=8)
def _load(name: str, seats: int) -> Network:
    file = resources.files("engine.bots").joinpath("weights", f"{name}.network")
    return Network(seats, file.read_bytes())


Chances = tuple[float, ...]
"""For each seat, the chance that its side wins."""


def share(outcome: Outcome, ruleset: Ruleset, seat: int) -> float:
    """Return what a seat has of a game that is over; all share a stalemate."""
    if not outcome.winners:
        return 1 / len(set(ruleset.sides))
    return 1.0 if seat in outcome.winners else 0.0


def final(p: Position, outcome: Outcome) -> Chances:
    """Return what each seat has of a game that is over."""
    return tuple([share(outcome, p.rules.ruleset, seat) for seat in range(p.rules.seats)])


def spread(nets: Sequence[Network], p: Position, hidden: list[float]) -> Chances:
    """Return the chances of all seats, given the hidden units for the seat that must act."""
    value = nets[p.prompt.seats[0]].value(hidden)
    return across(p, value, lambda seat: nets[seat].value(nets[seat].hidden(p, seat)))


def across(p: Position, value: float, value_of: Callable[[int], float]) -> Chances:
    """Return the chances of all seats, given that of the seat that must act."""
    asked = p.prompt.seats[0]
    seats = p.rules.seats
    if seats == 2:
        return (value, 1 - value) if asked == 0 else (1 - value, value)
    allies = p.rules.allies[asked]
    if len(allies) > 1:
        return tuple([value if seat in allies else 1 - value for seat in range(seats)])
    raw = [
        value if seat == asked else 0.0 if seat in p.retired else value_of(seat)
        for seat in range(seats)
    ]
    whole = sum(raw) or 1.0
    return tuple([part / whole for part in raw])
