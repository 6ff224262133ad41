"""Write the rules of the cards that stay, and of counters, from a ruleset's data."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from cuttle_tui.i18n.translation import N_, Plural, counted, tr
from cuttle_tui.wording.rules.card_kinds import OF_YOURS, listed, worn
from engine.rules.rulesets import UNLIMITED, Ruleset


def royals(ruleset: Ruleset) -> Iterator[str]:
    """Write what each royal does, and glasses."""
    if worn(ruleset):
        yield tr(_GLASSES[ruleset.eight_form])
    if "J" not in ruleset.deck_exclude:
        yield tr(_JACKS[ruleset.jack_reach])
        yield tr(
            "Jacks can be stacked: the top one controls the card. If it leaves, the card goes back."
        )
        if ruleset.attach_targetable == "any":
            yield tr("You can target a covered jack too; the jacks above it stay.")
    if "Q" not in ruleset.deck_exclude:
        yield from _queens(ruleset)
    if "K" not in ruleset.deck_exclude:
        yield tr("King: lowers your goal.")
    if ruleset.joker_mode == "stealRoyal":
        yield tr(_JOKERS[ruleset.joker_reach])
    if ruleset.nine_royal_response:
        yield tr(
            "When a royal is played, an opponent may counter with a nine: the royal goes "
            "back to its player's hand."
        )


_GLASSES: Final = {
    "permanent": N_(
        "Eight as glasses: while it is on the table, you can see your opponents' hands."
    ),
    "unowned": N_(
        "Eight as glasses: while it is on the table, you can see your opponents' hands. "
        "It belongs to nobody."
    ),
}
_JACKS: Final = {
    "anyToOther": N_("Jack: move a point card across the table."),
    "oppToSelf": N_("Jack: steal an opponent's point card."),
    "anyToAny": N_("Jack: move a point card from any player to any other."),
}
_JOKERS: Final = {
    "none": N_("Joker: no effect."),
    "oppToSelf": N_("Joker: steal an opponent's royal; it goes on it as a jack goes on points."),
    "anyToAny": N_("Joker: move a royal from any player to any other."),
}


def _queens(ruleset: Ruleset) -> Iterator[str]:
    if ruleset.queen_covers:
        covered = listed(ruleset.queen_covers, OF_YOURS)
        thieves = ruleset.joker_mode == "stealRoyal"
        yield tr(_SHIELDS[thieves], covered=covered)
    if ruleset.queen_self:
        yield tr("She protects herself.")
    elif ruleset.queen_mutual:
        yield tr("Two queens of one player protect each other; one alone does not protect herself.")
    else:
        yield tr("She protects no queen, not even herself.")
    if ruleset.queen_max_per_side != UNLIMITED:
        most = Plural("A player may have {n} queen.", "A player may have {n} queens.")
        yield counted(ruleset.queen_max_per_side, most)


_SHIELDS: Final = {
    True: N_("Queen: opponents' twos, nines, jacks and jokers cannot target your {covered}."),
    False: N_("Queen: opponents' twos, nines and jacks cannot target your {covered}."),
}
"""By whether jokers are aimed."""


def counters(ruleset: Ruleset) -> Iterator[str]:
    """Write the rules of counters."""
    if not ruleset.one_offs and ruleset.joker_mode != "handSwap":
        return
    yield tr(_COUNTERED[ruleset.jack_counterable])
    if ruleset.queen_blocks_counter in _SHELTERS:
        yield tr(_SHELTERS[ruleset.queen_blocks_counter])
    if ruleset.seats > 2:
        yield tr("Players are asked clockwise, from the left of the player who played last.")


_COUNTERED: Final = {
    True: N_("A two counters an opponent's one-off or jack; another two counters that two."),
    False: N_("A two counters an opponent's one-off; another two counters that two."),
}
_SHELTERS: Final = {
    "all": N_("If you have a queen, nobody can counter what you play."),
    "twos": N_("If you have a queen, nobody can counter your twos."),
}
