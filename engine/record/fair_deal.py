"""Deal verifiably.

Before anybody cuts, the table shows the *commitment* to a 32-byte secret. Players may then cut the
deck, each with a word. The seed follows from the secret and these words alone, so that a table
which has shown its commitment has nothing left to choose. After the game the secret is shown, and
anybody can repeat the deal:

* ``commitment = SHA-256("cuttle seal 2" || secret)``;
* ``seed = SHA-256("cuttle deal 2" || secret || for each seat in order: length || word)`` with
  each length as 2 bytes, big-endian, and an empty word for a seat that did not cut;
* the deck is `engine.prng.Stream` (seed) shuffling the pack in card order, deal order first;
* the seat that acts first in a match is ``Stream(seed || "first")`` below the number of seats.

This is the second scheme. In the first one the table drew a nonce for each seat that did not cut,
which no commitment covered. Its deals stay verifiable: the commitment was the plain SHA-256 of the
secret, and the seed began with "cuttle deal 1". A commitment of one scheme opens in no other.
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
SCHEME: Final = 2
"""The scheme of new deals."""
SCHEMES: Final = (1, 2)
_SEALS: Final = {1: b"", 2: b"cuttle seal 2"}
"""What a commitment hashes before the secret, by scheme."""
_SEEDS: Final = {1: b"cuttle deal 1", 2: b"cuttle deal 2"}
"""What a seed hashes before the secret, by scheme."""


@dataclass(frozen=True, slots=True)
class Deal:
    """The randomness of a game: the table's secret and the seats' nonces."""

    secret: bytes
    """32 bytes, shown only after the game."""
    nonces: tuple[bytes, ...]
    """The word with which each seat cut; empty (in scheme 1: random) if it did not."""
    scheme: int = SCHEME

    @property
    def commitment(self) -> bytes:
        """The hash shown before the deal."""
        return hashlib.sha256(_SEALS[self.scheme] + self.secret).digest()

    @property
    def seed(self) -> bytes:
        """The seed of every random choice in the game."""
        parts = [_SEEDS[self.scheme], self.secret]
        for nonce in self.nonces:
            parts += [len(nonce).to_bytes(2, "big"), nonce]
        return hashlib.sha256(b"".join(parts)).digest()

    def deck(self, ruleset: Ruleset) -> list[Card]:
        """Shuffle the pack of a ruleset, in deal order."""
        return Stream(self.seed).shuffled(compile_rules(ruleset).pack)

    def first(self, seats: int) -> int:
        """Draw the seat that acts first in the first game of a match."""
        return Stream(self.seed + b"first").below(seats)


def is_cut(word: str) -> bool:
    """Return whether a word can cut the deck: a short printable line."""
    return word == word.strip() and 1 <= len(word) <= LONGEST_CUT and word.isprintable()


def word_mark(word: bytes) -> str:
    """Return 16 hex digits of a word's hash: they show the others that it stays as it was."""
    return hashlib.sha256(word).hexdigest()[:_MARK]


_MARK: Final = 16
