"""Deal verifiably.

Before a game the table shows the *commitment*, the SHA-256 of a 32-byte secret. Every seat adds a
nonce: the word with which its player cut the deck, or random bytes. The seed combines both, so a
table cannot choose the deck for a player who cuts. After the game the secret is shown, and anybody
can repeat the deal:

* ``seed = SHA-256("cuttle deal 1" || secret || for each seat in order: length || nonce)`` with
  each length as 2 bytes, big-endian;
* the deck is `engine.prng.Stream` (seed) shuffling the pack in card order, deal order first;
* the seat that acts first in a match is ``Stream(seed || "first")`` below the number of seats.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import Final

from engine.cards import Card
from engine.play.compiled import compile_rules
from engine.prng import Stream
from engine.rules.rulesets import Ruleset

SECRET_BYTES: Final = 32
"""Bytes in a secret; a shorter secret could be guessed from its commitment."""
LONGEST_NONCE: Final = 0xFFFF
"""The most bytes in a nonce."""
LONGEST_CUT: Final = 64
"""The most characters in the word that cuts the deck."""


@dataclass(frozen=True, slots=True)
class Deal:
    """The randomness of a game: the table's secret and the seats' nonces."""

    secret: bytes
    """32 bytes, shown only after the game."""
    nonces: tuple[bytes, ...]
    """The nonce of each seat."""

    @property
    def commitment(self) -> bytes:
        """The hash shown before the deal."""
        return commitment_of(self.secret)

    @property
    def seed(self) -> bytes:
        """The seed of every random choice in the game."""
        parts = [b"cuttle deal 1", self.secret]
        for nonce in self.nonces:
            parts += [len(nonce).to_bytes(2, "big"), nonce]
        return hashlib.sha256(b"".join(parts)).digest()

    def deck(self, ruleset: Ruleset) -> list[Card]:
        """Shuffle the pack of a ruleset, in deal order."""
        return Stream(self.seed).shuffled(compile_rules(ruleset).pack)

    def first(self, seats: int) -> int:
        """Draw the seat that acts first in the first game of a match."""
        return Stream(self.seed + b"first").below(seats)


def commitment_of(secret: bytes) -> bytes:
    """Hash a secret for display before the deal."""
    return hashlib.sha256(secret).digest()


def is_cut(word: str) -> bool:
    """Return whether a word can cut the deck: a short printable line."""
    return word == word.strip() and 1 <= len(word) <= LONGEST_CUT and word.isprintable()
