"""What a play may target, as data: a `Reach` for each kind of play under a ruleset.

`engine.play.legal`, `engine.play.explain` and an app's highlighting read these, so rules about
targets are only written here.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Final, NamedTuple

from engine.cards import (
    ALL_CARDS,
    EIGHTS,
    JACKS,
    JOKERS,
    KINGS,
    LOWER_CARD,
    LOWER_RANK,
    NUMBERS,
    ONE_OF_RANK,
    QUEENS,
    RANK_LETTERS,
    CardSet,
)
from engine.rules.rulesets import Ruleset


class TargetMask(NamedTuple):
    """Kinds of card on the table, as masks."""

    points: CardSet
    royals: CardSet
    """The kings, queens and glasses among them."""
    attached: CardSet
    """The jacks and jokers among them."""


_ROYALS: Final = {"K": KINGS, "Q": QUEENS, "G": EIGHTS}
_ATTACHED: Final = {"J": JACKS, "X": JOKERS}


def target_mask(kinds: str) -> TargetMask:
    """Return the mask of kinds named by letters, for example ``JQKG``."""
    return TargetMask(
        NUMBERS if "P" in kinds else 0,
        sum(mask for letter, mask in _ROYALS.items() if letter in kinds),
        sum(mask for letter, mask in _ATTACHED.items() if letter in kinds),
    )


def cards_of_ranks(letters: str) -> CardSet:
    """Return the cards of some ranks, for example ``A2``."""
    return sum(ONE_OF_RANK[RANK_LETTERS.index(letter)] for letter in letters)


class Sides(IntEnum):
    """The sides that may be targeted."""

    OPPONENTS = 0
    NOT_PARTNERS = 1
    """The player's own side and the opponents': a two or a nine never hits a partner."""
    EVERYONE = 2
    NOBODY = 3


class Shield(IntEnum):
    """What an opponent's queen protects."""

    NOTHING = 0
    COVERED_CARDS = 1
    """The cards that queens cover under the ruleset."""
    WHOLE_SIDE = 2


BEATS_ALL: Final[tuple[CardSet, ...]] = (-1,) * ALL_CARDS
"""Any card beats any target."""


class Reach(NamedTuple):
    """What a kind of play may target, and what stops it."""

    kinds: str
    """The kinds of card it may target, as letters."""
    mask: TargetMask
    """The same, as masks."""
    sides: Sides
    shield: Shield = Shield.COVERED_CARDS
    beats: tuple[CardSet, ...] = BEATS_ALL
    """For each card played, the targets it beats."""
    holders_of_royals: bool = True
    """Whether a joker that holds a royal may be targeted, rather than only the royal."""
    names_seat: bool = False
    """Whether the play also names the seat that gets the target."""


def _reach(
    kinds: str,
    sides: Sides,
    shield: Shield = Shield.COVERED_CARDS,
    *,
    beats: tuple[CardSet, ...] = BEATS_ALL,
    holders_of_royals: bool = True,
    names_seat: bool = False,
) -> Reach:
    return Reach(kinds, target_mask(kinds), sides, shield, beats, holders_of_royals, names_seat)


def scuttle_reach(ruleset: Ruleset) -> tuple[Reach, ...]:
    """Return what a number card may scuttle."""
    shield = Shield.WHOLE_SIDE if ruleset.scuttle_queen_blocks else Shield.NOTHING
    beats = LOWER_CARD if ruleset.scuttle_tie == "suit" else LOWER_RANK
    sides = Sides.NOT_PARTNERS if ruleset.scuttle_side == "any" else Sides.OPPONENTS
    return (_reach("P", sides, shield, beats=beats),)


_TAKES_FROM: Final = {
    "none": Sides.NOBODY,
    "oppToSelf": Sides.OPPONENTS,
    "anyToOther": Sides.EVERYONE,
    "anyToAny": Sides.EVERYONE,
}


def jack_reach(ruleset: Ruleset) -> tuple[Reach, ...]:
    """Return what a jack may take."""
    knob = ruleset.jack_reach
    return (_reach("P", _TAKES_FROM[knob], names_seat=knob == "anyToAny"),)


def joker_reach(ruleset: Ruleset) -> tuple[Reach, ...]:
    """Return what a joker may take: royals, or a jack with the point card it holds."""
    if ruleset.joker_mode != "stealRoyal":
        return ()
    knob = ruleset.joker_reach
    sides, names_seat = _TAKES_FROM[knob], knob == "anyToAny"
    return (_reach("KQGJX", sides, holders_of_royals=False, names_seat=names_seat),)


def two_reach(ruleset: Ruleset) -> tuple[Reach, ...]:
    """Return what a two may scrap."""
    sides = Sides.NOT_PARTNERS if ruleset.two_side == "any" else Sides.OPPONENTS
    return (_reach(ruleset.two_kinds, sides),)


def eight_reach() -> tuple[Reach, ...]:
    """Return what an eight may scrap as a one-off against glasses."""
    return (_reach("G", Sides.EVERYONE),)


def nine_reach(ruleset: Ruleset) -> tuple[Reach, ...]:
    """Return what a nine may send back."""
    sides = Sides.NOT_PARTNERS if ruleset.nine_side == "any" else Sides.OPPONENTS
    reach = _reach(ruleset.nine_kinds, sides)
    if ruleset.nine_side == "opp+anyG" and "G" in ruleset.nine_kinds:
        return reach, _reach("G", Sides.EVERYONE)
    return (reach,)
