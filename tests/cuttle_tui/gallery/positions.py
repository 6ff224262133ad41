"""Hold the positions of two seats that only the gallery needs."""

from __future__ import annotations

from typing import Final

from engine.cards import CARD_NAMES
from tests.cuttle_tui.tables import BOBS, MINE, position


def _played_by(rules: str, text: str) -> str:
    """Play a position by other rules."""
    return text.replace("cuttle.cards", rules, 1)


_BLIND: Final = MINE.replace(" 8S", "")
_UNGUARDED: Final = BOBS.replace("KC QC", "KC")

_FIRST: Final = "2S AH 3H 9C JS"
_SECOND: Final = "4S TC QH 3D KS 6D"
_REST: Final = " ".join(name for name in CARD_NAMES[:52] if name not in f"{_FIRST} {_SECOND}")
DEALT: Final = (
    f"cuttle.cards; P0 hand {_FIRST}; P1 hand {_SECOND}; deck {_REST}; turn 0 P0; ask play P0"
)
BACKS: Final = position(_BLIND, more="turn 21 P1; ask play P1; ply 41")
_HIDDEN: Final = position(_BLIND)
SEEN: Final = f"{_HIDDEN}; seen 12 TC KS, 18 {_HIDDEN.partition('; deck ')[2][:2]}"
"""Two cards of the opponent's hand and the next one of the deck were seen."""
FULL_HAND: Final = position(
    "hand AH 2S 3H 5C 6H 9C JS QD points 7H 4C[JH<1,JC<0] court KD 8S",
    "hand 4S TC QH 3D KS points AS TD 2H[JD<0] court QC KC",
)
NO_HAND: Final = position("points 7H 3C", "hand 4S TC points TD")
NO_TARGET: Final = position(MINE, "hand 4S TC QH points AS 2H court QC KC")
NINE_TWO: Final = _played_by("standard+nine-two", position(MINE, _UNGUARDED))
SWAP: Final = _played_by("standard+joker-swap", position(MINE.replace("QD", "XB")))

COUNTERED: Final = position(
    _BLIND.replace("QD", "2D"),
    _UNGUARDED,
    "turn 20 P0; ask counter P0; pile P0 oneoff 6S, P1 counter 2C; ply 42",
)
LONG_STACK: Final = position(
    MINE.replace("2S", "2D"),
    _UNGUARDED.replace("2H[JH<0,JC<1,JD<0] ", ""),
    "turn 20 P0; ask counter P0; pile P0 oneoff 6S, P1 counter 2C, P0 counter 2S,"
    " P1 counter 2H; ply 44",
)
_SIX: Final = "turn 20 P0; ask counter P1; pile P0 oneoff 6S; ply 41"
NO_TWO: Final = position(BOBS.replace("KC QC", "8D"), MINE.replace("2S ", ""), _SIX)
BLOCK: Final = _played_by(
    "standard+ten-block",
    position(
        BOBS.replace("TC", "4H"),
        MINE.replace("QD", "TC"),
        "turn 20 P0; ask block P1; pile P0 scuttle 9D>7H; ply 41",
    ),
)
REBUFF: Final = _played_by(
    "cuttle.cards+nine_royal_response=yes",
    position(BOBS, MINE, "turn 20 P0; ask rebuff P1; pile P0 royal KH; ply 41"),
)
GIVE_ONE: Final = _played_by(
    "howto", position(MINE, BOBS, "turn 32 P1; ask give P0 1; pile P1 oneoff TH; ply 60")
)
OFFER: Final = position(more="turn 20 P0; ask offer P0; offerer 1; ply 41")

_TURNED: Final = "turn 20 P0; ask seven P0; revealed 1; held 7S; ply 41"
SEVEN: Final = _played_by("standard", position(more=_TURNED))
GIFTS: Final = position("hand JD 3H points 5C 2S", "hand 4S points 4D TH 4H").replace(
    "cuttle.cards", "standard"
)
"""A jack that may take from bob or give to him, who would win with one of the gifts."""
DEAD_SEVEN: Final = (
    "standard; P0 hand 9C QD points 7H 3C court KD; P1 hand TC 4S court QC;"
    f" deck JS 4D 5C 6H TD; scrap AS 2D 9H; {_TURNED}"
)
NO_DECK: Final = (
    "cuttle.cards; P0 hand 2S AH 9C points 7H 3C court KD; P1 hand TC 4S points TD court QC KC;"
    " scrap AS 2D 9H 5C 6S 8D 4H; turn 40 P0; passes 1; ply 80"
)

FULL_SCRAP: Final = position("hand 2S AH points 7H", "hand 4S points TD", scrap=44)

LOST: Final = position(MINE, BOBS.replace("TD", "TD 9H"), "turn 21 P1; over goal P1; ply 45")
DRAWN: Final = position(more="turn 20 P0; over agreed; ply 44")
PASSED: Final = position(more="turn 20 P0; over passes; ply 44")
CONCEDED: Final = position(more="turn 20 P0; over concede P0; ply 44")
STRESS: Final = position(
    "hand 4S 5D 6C 7S 9D TC TH JD KS 8H 9H 5C 6S 4D frozen 9D points AS AH AD 2C 2S"
    " 2D 3H[JC<1,JH<0,JS<1] court QS QH QD 8C 8D KH",
    "hand 5S 6H 7D KC 9C TD points 3C 2H 4H 3D 3S 4C AC court QC 8S",
    "turn 32 P0; ask play P0; ply 60",
    scrap=2,
)
