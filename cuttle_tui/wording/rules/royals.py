"""Write the rules of the cards that stay, and of counters, from a ruleset's data."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from cuttle_tui.i18n.translation import N_, Plural, counted, tr
from cuttle_tui.wording.rules.card_kinds import OF_YOURS, listed, worn
from engine.rules.rulesets import UNLIMITED, Ruleset


def royals(ruleset: Ruleset) -> Iterator[str]:
    """Say what each card does that stays on the table."""
    if worn(ruleset):
        yield tr(_GLASSES[ruleset.eight_form])
    if "J" not in ruleset.deck_exclude:
        yield tr(_JACKS[ruleset.jack_reach])
        yield tr("Jacks pile up: the top one holds the card. If it goes, the card goes back.")
        if ruleset.attach_targetable == "any":
            yield tr("A buried jack can be named as well; those above it stay.")
    if "Q" not in ruleset.deck_exclude:
        yield from _queens(ruleset)
    if "K" not in ruleset.deck_exclude:
        yield tr("King: lowers your goal.")
    if ruleset.joker_mode == "stealRoyal":
        yield tr(_JOKERS[ruleset.joker_reach])
    if ruleset.nine_royal_response:
        yield tr(
            "As a royal is played a foe may answer with a nine: the royal goes back to the hand."
        )


_GLASSES: Final = {
    "permanent": N_("Eight as glasses: while it lies there you read the hands of your foes."),
    "unowned": N_(
        "Eight as glasses: while it lies there you read the hands of your foes. It belongs to "
        "nobody."
    ),
}
_JACKS: Final = {
    "anyToOther": N_("Jack: move any point card to the other side of the table."),
    "oppToSelf": N_("Jack: take a foe's point card."),
    "anyToAny": N_("Jack: move a point card from any seat to any other."),
}
_JOKERS: Final = {
    "none": N_("Joker: does nothing."),
    "oppToSelf": N_("Joker: take a foe's royal; it lies on it as jacks lie on points."),
    "anyToAny": N_("Joker: move a royal from any seat to any other."),
}


def _queens(ruleset: Ruleset) -> Iterator[str]:
    if ruleset.queen_covers:
        covered = listed(ruleset.queen_covers, OF_YOURS)
        thieves = ruleset.joker_mode == "stealRoyal"
        yield tr(_SHIELDS[thieves], covered=covered)
    if ruleset.queen_self:
        yield tr("She protects herself.")
    elif ruleset.queen_mutual:
        yield tr("Two queens of one seat protect each other; one alone does not protect herself.")
    else:
        yield tr("She protects no queen, herself included.")
    if ruleset.queen_max_per_side != UNLIMITED:
        most = Plural("A seat may have {n} queen.", "A seat may have {n} queens.")
        yield counted(ruleset.queen_max_per_side, most)


_SHIELDS: Final = {
    True: N_("Queen: your {covered} cannot be the target of a foe's two, nine, jack or joker."),
    False: N_("Queen: your {covered} cannot be the target of a foe's two, nine or jack."),
}
"""By whether jokers are aimed."""


def counters(ruleset: Ruleset) -> Iterator[str]:
    """Say what may be answered, and with what."""
    if not ruleset.one_offs and ruleset.joker_mode != "handSwap":
        return
    yield tr(_COUNTERED[ruleset.jack_counterable])
    if ruleset.queen_blocks_counter in _SHELTERS:
        yield tr(_SHELTERS[ruleset.queen_blocks_counter])
    if ruleset.seats > 2:
        yield tr("Seats are asked clockwise from the left of whoever played the card on top.")


_COUNTERED: Final = {
    True: N_("A foe's one-off or a jack may be answered with a two, and that two with another."),
    False: N_("A foe's one-off may be answered with a two, and that two with another."),
}
_SHELTERS: Final = {
    "all": N_("What a seat with a queen plays cannot be countered."),
    "twos": N_("A two played by a seat with a queen cannot be countered."),
}
