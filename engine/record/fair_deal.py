"""Deal so that everyone can check it afterwards.

Before a game the table shows the *commitment*, the SHA-256 of a 32-byte secret. Every seat adds a
nonce: the word with which its player cut the deck, or bytes that the table drew for it. The seed of
the deal is made of both, so a table cannot choose the deck for a player who cuts.
After the game the secret is shown, and anybody can repeat the deal:

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
"""Bytes a secret has: no fewer, or it could be found from its commitment."""
LONGEST_NONCE: Final = 0xFFFF
"""Bytes a nonce may have."""
LONGEST_CUT: Final = 64
"""Characters of the word with which a player cuts the deck."""


@dataclass(frozen=True, slots=True)
class Deal:
    """The chance of one game: the table's secret and what each seat added."""

    secret: bytes
    """32 bytes, shown only after the game."""
    nonces: tuple[bytes, ...]
    """One for each seat."""

    @property
    def commitment(self) -> bytes:
        """What is shown before the deal."""
        return commitment_of(self.secret)

    @property
    def seed(self) -> bytes:
        """What every later choice of chance comes from."""
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
    """Hash a secret for showing it before the deal."""
    return hashlib.sha256(secret).digest()


def is_cut(word: str) -> bool:
    """Return whether the deck can be cut with a word: a short line that can be shown."""
    return word == word.strip() and 1 <= len(word) <= LONGEST_CUT and word.isprintable()
