"""Hold the verbs of actions: those of the notation, and those with which choices are told."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from engine.actions import OUT_OF_TURN, WORDS, Kind
from engine.cards import RANK_LETTERS


class Verb(NamedTuple):
    """What a word may mean."""

    kind: Kind
    rank: str = ""
    """The letter of the only rank that is played so; empty where any may be."""

    def fits(self, rank: int) -> bool:
        """Tell whether a card of this rank can be meant."""
        return not self.rank or RANK_LETTERS[rank : rank + 1] == self.rank


_ONE_OFFS: Final = {"wipe": "A", "break": "2", "rob": "4", "purge": "6", "peek": "7", "evict": "9"}
_ROYALS: Final = {"king": "K", "queen": "Q", "guard": "Q", "glasses": "8"}

VERBS: Final[Mapping[str, tuple[Verb, ...]]] = {
    **{word: (Verb(kind),) for kind, word in WORDS.items() if kind not in OUT_OF_TURN},
    **{word: (Verb(Kind.ROYAL, rank),) for word, rank in _ROYALS.items()},
    **{word: (Verb(Kind.ONE_OFF, rank),) for word, rank in _ONE_OFFS.items()},
    "steal": (Verb(Kind.JACK, "J"),),
    "give": (Verb(Kind.JACK, "J"), Verb(Kind.JOKER)),
    "fetch": (Verb(Kind.ONE_OFF, "3"), Verb(Kind.TAKE)),
    "take": (Verb(Kind.TAKE), Verb(Kind.JOKER)),
    "answer": (Verb(Kind.REBUFF),),
    "throw": (Verb(Kind.DISCARD),),
}
"""For each word that begins an action: what it may mean, the likeliest first."""
