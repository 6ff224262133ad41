"""Draw unbiased random numbers from a seed, reproducibly in any language.

The stream is SHA-256 over ``seed || counter`` (counter: 8 bytes, big-endian, from 0), block after
block. A number below n is made of the fewest whole bytes that can hold n-1, big-endian; values at
or above the largest multiple of n are thrown away, so every number is equally likely. A shuffle
is Fisher-Yates from the last place down.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Final

_BYTE: Final = 256
_LIMITS: Final = (0, *(_BYTE // n * n for n in range(1, _BYTE + 1)))
"""For each n, the largest multiple of n that a byte below it can be."""


class Stream:
    """An endless, reproducible stream of random numbers."""

    def __init__(self, seed: bytes) -> None:
        self._seed = seed
        self._counter = 0
        self._buffer = b""

    def _take(self, count: int) -> bytes:
        while len(self._buffer) < count:
            block = self._seed + self._counter.to_bytes(8, "big")
            self._buffer += hashlib.sha256(block).digest()
            self._counter += 1
        taken, self._buffer = self._buffer[:count], self._buffer[count:]
        return taken

    def below(self, n: int) -> int:
        """Draw a whole number from 0 to n-1, each equally likely."""
        size = max(1, ((n - 1).bit_length() + 7) // 8)
        limit = (1 << 8 * size) // n * n
        while True:
            number = int.from_bytes(self._take(size), "big")
            if number < limit:
                return number % n

    def shuffled(self, cards: Sequence[int]) -> list[int]:
        """Shuffle cards into a new list."""
        deck = list(cards)
        if len(deck) > _BYTE:
            for last in range(len(deck) - 1, 0, -1):
                other = self.below(last + 1)
                deck[last], deck[other] = deck[other], deck[last]
            return deck
        last = len(deck) - 1
        while last > 0:  # the same with single bytes, several at a time, which is much faster
            for number in self._take(last):
                if number < _LIMITS[last + 1]:
                    other = number % (last + 1)
                    deck[last], deck[other] = deck[other], deck[last]
                    last -= 1
        return deck

    def sample(self, cards: Sequence[int], count: int) -> list[int]:
        """Draw `count` cards without replacement, ascending."""
        return sorted(self.shuffled(cards)[:count])
