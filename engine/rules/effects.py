"""What cards do under a ruleset, as plain values: effects of one-offs, reaches of plays."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum
from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

from engine.cards import (
    ACE,
    ALL_CARDS,
    EIGHT,
    EIGHTS,
    FIVE,
    FOUR,
    JACKS,
    JOKER,
    JOKERS,
    KINGS,
    LOWER_CARD,
    LOWER_RANK,
    NINE,
    NUMBERS,
    ONE_OF_RANK,
    QUEENS,
    RANK_LETTERS,
    SEVEN,
    SIX,
    TEN,
    THREE,
    TWO,
    CardSet,
)
from engine.errors import built_anew
from engine.rules.rulesets import Ruleset

if TYPE_CHECKING:
    from engine.actions import Kind


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


_GLASSES_REACH: Final = (_reach("G", Sides.EVERYONE),)
"""What an eight may scrap as a one-off, and a nine may send back by some rules: any glasses."""


class Needs(IntEnum):
    """What a one-off requires."""

    NOTHING = 0
    DECK = 1
    """A card in the deck."""
    SCRAP = 2
    """A card in the scrap that may be taken."""
    TARGET = 3
    """A card on the table within its reach."""
    TWO_TARGETS = 4
    """Two such cards, or a single card if no two can be named together."""
    OPPONENT = 5
    OPPONENT_WITH_CARDS = 6
    """An opponent whose hand is not empty."""
    OPPONENT_WHO_DRAWS = 7
    """An opponent, and a card in the deck."""


AIMED: Final = tuple(needs for needs in Needs if needs > Needs.DECK)
"""Needs that depend on the cards on the table and in hands, or name an opponent."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Effect:
    """What a rank does as a one-off."""

    needs: Needs = Needs.NOTHING
    reaches: tuple[Reach, ...] = ()
    """What it may target: a target must be within any of them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ScrapPoints(Effect):
    """Scrap every point card."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ScrapRoyals(Effect):
    """Scrap every royal, jack, joker and pair of glasses."""

    kinds: str
    """The kinds that the ruleset allows on the table, as letters."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ScrapTarget(Effect):
    """Scrap the target."""

    needs: Needs = Needs.TARGET


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeFromScrap(Effect):
    """Take a card from the scrap."""

    needs: Needs = Needs.SCRAP
    barred: CardSet
    """Cards that may not be taken."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OpponentDiscards(Effect):
    """Make an opponent discard."""

    needs: Needs = Needs.OPPONENT_WITH_CARDS
    count: int
    at_random: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class OpponentDraws(Effect):
    """Make an opponent draw."""

    needs: Needs = Needs.OPPONENT_WHO_DRAWS
    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawCards(Effect):
    """Discard the cost, then draw."""

    needs: Needs = Needs.DECK
    count: int
    cost: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayFromDeck(Effect):
    """Turn up cards of the deck and play any of them."""

    needs: Needs = Needs.DECK
    shown: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SeeHands(Effect):
    """See the opponents' hands until another eight is played as a one-off."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReturnTargets(Effect):
    """Send targets back to their controllers' hands, or to the top of the deck."""

    needs: Needs = Needs.TARGET
    count: int
    to_deck: bool
    freezes: bool
    """Whether an opponent's returned card is frozen in its next turn."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SwapHands(Effect):
    """Exchange hands with an opponent."""

    needs: Needs = Needs.OPPONENT


built_anew(Effect, *Effect.__subclasses__())


def _four(ruleset: Ruleset) -> Effect:
    if ruleset.four_mode == "opponentDraws":
        return OpponentDraws(count=ruleset.four_count)
    return OpponentDiscards(count=ruleset.four_count, at_random=ruleset.four_mode == "random")


def _six(ruleset: Ruleset) -> Effect:
    thieves = "X" if ruleset.joker_mode == "stealRoyal" else ""
    return ScrapRoyals(kinds=f"KQJ{thieves}{'G' if wears_glasses(ruleset) else ''}")


def _eight(ruleset: Ruleset) -> Effect | None:
    if ruleset.eight_form == "status":
        return SeeHands()
    return ScrapTarget(reaches=_GLASSES_REACH) if ruleset.eight_one_off else None


def _nine(ruleset: Ruleset) -> Effect:
    sides = Sides.NOT_PARTNERS if ruleset.nine_side == "any" else Sides.OPPONENTS
    any_glasses = ruleset.nine_side == "opp+anyG" and "G" in ruleset.nine_kinds
    return ReturnTargets(
        needs=Needs.TARGET if ruleset.nine_count == 1 else Needs.TWO_TARGETS,
        reaches=(_reach(ruleset.nine_kinds, sides), *(_GLASSES_REACH if any_glasses else ())),
        count=ruleset.nine_count,
        to_deck=ruleset.nine_dest == "deckTop",
        freezes=ruleset.nine_freeze,
    )


_BY_RANK: Final[dict[int, Callable[[Ruleset], Effect | None]]] = {
    ACE: lambda ruleset: ScrapPoints(),
    TWO: lambda ruleset: ScrapTarget(reaches=two_reach(ruleset)),
    THREE: lambda ruleset: TakeFromScrap(
        barred=cards_of_ranks("3") if ruleset.three_exclude == "self+3" else 0
    ),
    FOUR: _four,
    FIVE: lambda ruleset: DrawCards(count=ruleset.five_draw, cost=ruleset.five_discard),
    SIX: _six,
    SEVEN: lambda ruleset: PlayFromDeck(shown=ruleset.seven_reveal),
    EIGHT: _eight,
    NINE: _nine,
    TEN: lambda ruleset: OpponentDiscards(count=1) if ruleset.ten_one_off == "discard1" else None,
    JOKER: lambda ruleset: SwapHands() if ruleset.joker_mode == "handSwap" else None,
}


def wears_glasses(ruleset: Ruleset) -> bool:
    """Return whether an eight can be played as glasses."""
    return ruleset.eight_form in ("permanent", "unowned")


def effect_of(ruleset: Ruleset, rank: int) -> Effect | None:
    """Return the one-off effect of a rank; None if it has none."""
    return effects_of(ruleset)[rank]


@lru_cache(maxsize=64)
def effects_of(ruleset: Ruleset) -> tuple[Effect | None, ...]:
    """Return the one-off effect of each rank, ace to joker."""
    found: list[Effect | None] = []
    for rank in range(JOKER + 1):
        # eights and jokers have knobs of their own
        own_knob = rank == JOKER or (rank == EIGHT and ruleset.eight_form != "status")
        played = own_knob or RANK_LETTERS[rank] in ruleset.one_offs
        found.append(_BY_RANK[rank](ruleset) if played and rank in _BY_RANK else None)
    return tuple(found)


def reaches_of(ruleset: Ruleset, kind: Kind, rank: int) -> tuple[Reach, ...]:
    """Return what a card of this rank may target in this kind of play; empty for no target."""
    from engine.actions import Kind  # builds thousands of actions; the effects need none

    reaches = {Kind.SCUTTLE: scuttle_reach, Kind.JACK: jack_reach, Kind.JOKER: joker_reach}
    if kind in reaches:
        return reaches[kind](ruleset)
    effect = effect_of(ruleset, rank) if kind is Kind.ONE_OFF else None
    return effect.reaches if effect else ()
