"""Write the rules of the one-offs, rank by rank, from a ruleset's data."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from cuttle_tui.i18n.translation import N_, Plural, counted, tr
from cuttle_tui.wording.rules.card_kinds import OF_SOMEBODY, listed
from engine.cards import RANK_LETTERS
from engine.rules.effects import SeeHands, effect_of, wears_glasses
from engine.rules.rulesets import Ruleset


def _has(ruleset: Ruleset, letter: str) -> bool:
    effect = effect_of(ruleset, RANK_LETTERS.index(letter))
    if effect is None or letter in ruleset.deck_exclude:
        return False
    return letter != "8" or isinstance(effect, SeeHands)


def one_offs(ruleset: Ruleset) -> Iterator[str]:
    """Write what each one-off does."""
    if not ruleset.one_offs:
        yield tr("There are none: number cards only score and scuttle.")
        return
    yield tr("You may play a number card for its effect instead; then it is scrapped.")
    for rank, write in _RANK_LINES:
        if _has(ruleset, rank):
            yield write(ruleset)
    if ruleset.eight_one_off and wears_glasses(ruleset):
        yield tr("Eight: scrap any player's glasses.")
    if ruleset.joker_mode == "handSwap":
        yield tr(_SWAPS[ruleset.seats == 2])


_SWAPS: Final = {
    True: N_("Joker: exchange hands with your opponent."),
    False: N_("Joker: exchange hands with an opponent."),
}
"""Here and below, by whether two play."""


def _two(ruleset: Ruleset) -> str:
    if not ruleset.two_kinds:
        return tr("Two: counter a one-off.")
    whose = _whose(ruleset, ruleset.two_side)
    return tr(_TWOS[whose], kinds=listed(ruleset.two_kinds, OF_SOMEBODY))


def _whose(ruleset: Ruleset, side: str) -> str:
    """Return the key for whose cards may be hit: with partners, "any" spares theirs."""
    has_partners = len(set(ruleset.sides)) < ruleset.seats
    return "own+opp" if side == "any" and has_partners else side


_TWOS: Final = {
    "opp": N_("Two: scrap one of an opponent's {kinds}. Or counter a one-off."),
    "any": N_("Two: scrap one of any player's {kinds}. Or counter a one-off."),
    "own+opp": N_("Two: scrap one of your own or an opponent's {kinds}. Or counter a one-off."),
}


_THREES: Final = {
    "self": N_("Three: take any card from the scrap."),
    "self+3": N_("Three: take any card but a three from the scrap."),
}


_FOURS: Final = {
    ("opponentDraws", True): Plural(
        "Four: your opponent draws {n} card.", "Four: your opponent draws {n} cards."
    ),
    ("opponentDraws", False): Plural(
        "Four: an opponent draws {n} card.", "Four: an opponent draws {n} cards."
    ),
    ("random", True): Plural(
        "Four: your opponent discards {n} card at random.",
        "Four: your opponent discards {n} cards at random.",
    ),
    ("random", False): Plural(
        "Four: an opponent discards {n} card at random.",
        "Four: an opponent discards {n} cards at random.",
    ),
    ("choice", True): Plural(
        "Four: your opponent discards {n} card of their choice.",
        "Four: your opponent discards {n} cards of their choice.",
    ),
    ("choice", False): Plural(
        "Four: an opponent discards {n} card of their choice.",
        "Four: an opponent discards {n} cards of their choice.",
    ),
}


def _five(ruleset: Ruleset) -> str:
    if not ruleset.five_discard:
        return tr("Five: draw {number}.", number=ruleset.five_draw)
    after = Plural(
        "Five: discard {n} card, then draw {number}.",
        "Five: discard {n} cards, then draw {number}.",
    )
    return counted(ruleset.five_discard, after, number=ruleset.five_draw)


def _six(ruleset: Ruleset) -> str:
    thieves = ruleset.joker_mode == "stealRoyal"
    return tr(_SIXES[thieves, wears_glasses(ruleset)])


_SIXES: Final = {
    (True, True): N_(
        "Six: scrap all kings, queens, jacks, jokers and glasses of all players; stolen "
        "point cards go back to their owners."
    ),
    (True, False): N_(
        "Six: scrap all kings, queens, jacks and jokers of all players; stolen point "
        "cards go back to their owners."
    ),
    (False, True): N_(
        "Six: scrap all kings, queens, jacks and glasses of all players; stolen point "
        "cards go back to their owners."
    ),
    (False, False): N_(
        "Six: scrap all kings, queens and jacks of all players; stolen point cards go "
        "back to their owners."
    ),
}
"""By whether jokers can be on the table, and whether glasses can."""


def _seven(ruleset: Ruleset) -> str:
    if ruleset.seven_self_jack and ruleset.jack_reach == "oppToSelf":
        return " ".join((_revealed(ruleset), tr(_SELF_JACK)))
    return _revealed(ruleset)


_SELF_JACK: Final = N_(
    "A revealed jack with no other target must give one of your own point cards to an opponent."
)


def _revealed(ruleset: Ruleset) -> str:
    if ruleset.seven_reveal == 1:
        return tr("Seven: reveal the top card of the deck and play it at once, in any way you can.")
    several = Plural(
        "Seven: reveal the top {n} card of the deck and play it at once.",
        "Seven: reveal the top {n} cards of the deck and play one at once; the rest go "
        "back on top.",
    )
    return counted(ruleset.seven_reveal, several)


def _nine(ruleset: Ruleset) -> str:
    if not ruleset.nine_kinds:
        return tr("Nine: it cannot return any card.")
    said = counted(
        ruleset.nine_count,
        _NINES[_whose(ruleset, ruleset.nine_side), ruleset.nine_dest],
        kinds=listed(ruleset.nine_kinds, OF_SOMEBODY),
    )
    if ruleset.nine_freeze and ruleset.nine_dest == "hand":
        return " ".join((said, tr("An opponent cannot play it on their next turn.")))
    return said


_NINES: Final = {
    ("opp", "hand"): Plural(
        "Nine: return one of an opponent's {kinds} to their hand.",
        "Nine: return {n} of an opponent's {kinds} to their hand.",
    ),
    ("opp", "deckTop"): Plural(
        "Nine: put one of an opponent's {kinds} on top of the deck.",
        "Nine: put {n} of an opponent's {kinds} on top of the deck.",
    ),
    ("any", "hand"): Plural(
        "Nine: return one of any player's {kinds} to their hand.",
        "Nine: return {n} of any player's {kinds} to their hand.",
    ),
    ("any", "deckTop"): Plural(
        "Nine: put one of any player's {kinds} on top of the deck.",
        "Nine: put {n} of any player's {kinds} on top of the deck.",
    ),
    ("own+opp", "hand"): Plural(
        "Nine: return one of your own or an opponent's {kinds} to hand.",
        "Nine: return {n} of your own or an opponent's {kinds} to hand.",
    ),
    ("own+opp", "deckTop"): Plural(
        "Nine: put one of your own or an opponent's {kinds} on top of the deck.",
        "Nine: put {n} of your own or an opponent's {kinds} on top of the deck.",
    ),
    ("opp+anyG", "hand"): Plural(
        "Nine: return one of an opponent's {kinds}, or any glasses, to their controller's hand.",
        "Nine: return {n} of an opponent's {kinds}, or any glasses, to their controller's hand.",
    ),
    ("opp+anyG", "deckTop"): Plural(
        "Nine: put one of an opponent's {kinds}, or any glasses, on top of the deck.",
        "Nine: put {n} of an opponent's {kinds}, or any glasses, on top of the deck.",
    ),
}


_TENS: Final = {
    True: N_("Ten: your opponent discards one card of their choice."),
    False: N_("Ten: an opponent discards one card of their choice."),
}
_ACE: Final = N_("Ace: scrap all point cards of all players.")
_EIGHT: Final = N_(
    "Eight: your opponents play with open hands until somebody plays another eight for its effect."
)
_RANK_LINES: Final[tuple[tuple[str, Callable[[Ruleset], str]], ...]] = (
    ("A", lambda ruleset: tr(_ACE)),
    ("2", _two),
    ("3", lambda ruleset: tr(_THREES[ruleset.three_exclude])),
    (
        "4",
        lambda ruleset: counted(ruleset.four_count, _FOURS[ruleset.four_mode, ruleset.seats == 2]),
    ),
    ("5", _five),
    ("6", _six),
    ("7", _seven),
    ("8", lambda ruleset: tr(_EIGHT)),
    ("9", _nine),
    ("T", lambda ruleset: tr(_TENS[ruleset.seats == 2])),
)
