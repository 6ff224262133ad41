"""Write the rules of the one-offs, rank by rank, from a ruleset's data."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from cuttle_tui.i18n.translation import N_, Plural, counted, tr
from cuttle_tui.wording.rules.card_kinds import OF_SOMEBODY, listed, worn
from engine.cards import RANK_LETTERS
from engine.rules.effects import SeeHands, effect_of
from engine.rules.rulesets import Ruleset


def _has(ruleset: Ruleset, letter: str) -> bool:
    effect = effect_of(ruleset, RANK_LETTERS.index(letter))
    if effect is None or letter in ruleset.deck_exclude:
        return False
    return letter != "8" or isinstance(effect, SeeHands)


def one_offs(ruleset: Ruleset) -> Iterator[str]:
    """Say what each card does for its effect."""
    if not ruleset.one_offs:
        yield tr("There are none: number cards are points and scuttle only.")
        return
    yield tr("A number card may be played for its effect instead, and is then scrapped.")
    for rank, write in _RANK_LINES:
        if _has(ruleset, rank):
            yield write(ruleset)
    if ruleset.eight_one_off and worn(ruleset):
        yield tr("Eight: scrap glasses on any side.")
    if ruleset.joker_mode == "handSwap":
        yield tr(_SWAPS[ruleset.seats == 2])


_SWAPS: Final = {
    True: N_("Joker: exchange hands with the other seat."),
    False: N_("Joker: exchange hands with a foe."),
}
"""Here and below, by whether two play."""


def _ace(ruleset: Ruleset) -> str:
    return tr("Ace: scrap every point card of every seat.")


def _two(ruleset: Ruleset) -> str:
    if not ruleset.two_kinds:
        return tr("Two: counter with it.")
    whose = _whose(ruleset, ruleset.two_side)
    return tr(_TWOS[whose], kinds=listed(ruleset.two_kinds, OF_SOMEBODY))


def _whose(ruleset: Ruleset, side: str) -> str:
    """Return the key for whose cards may be hit: with partners, "any" spares theirs."""
    has_partners = len(set(ruleset.sides)) < ruleset.seats
    return "own+opp" if side == "any" and has_partners else side


_TWOS: Final = {
    "opp": N_("Two: scrap one card among a foe's {kinds}. Or counter with it."),
    "any": N_("Two: scrap one card among any seat's {kinds}. Or counter with it."),
    "own+opp": N_(
        "Two: scrap one card among your own or an opponent's {kinds}. Or counter with it."
    ),
}


def _three(ruleset: Ruleset) -> str:
    return tr(_THREES[ruleset.three_exclude])


_THREES: Final = {
    "self": N_("Three: take any card out of the scrap."),
    "self+3": N_("Three: take any card but a three out of the scrap."),
}


def _four(ruleset: Ruleset) -> str:
    return counted(ruleset.four_count, _FOURS[ruleset.four_mode, ruleset.seats == 2])


_FOURS: Final = {
    ("opponentDraws", True): Plural(
        "Four: the other seat draws {n} card.", "Four: the other seat draws {n} cards."
    ),
    ("opponentDraws", False): Plural("Four: a foe draws {n} card.", "Four: a foe draws {n} cards."),
    ("random", True): Plural(
        "Four: the other seat loses {n} card of its hand, drawn at random.",
        "Four: the other seat loses {n} cards of its hand, drawn at random.",
    ),
    ("random", False): Plural(
        "Four: a foe loses {n} card of its hand, drawn at random.",
        "Four: a foe loses {n} cards of its hand, drawn at random.",
    ),
    ("choice", True): Plural(
        "Four: the other seat discards {n} card of its own choice.",
        "Four: the other seat discards {n} cards of its own choice.",
    ),
    ("choice", False): Plural(
        "Four: a foe discards {n} card of its own choice.",
        "Four: a foe discards {n} cards of its own choice.",
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
    return tr(_SIXES[thieves, worn(ruleset)])


_SIXES: Final = {
    (True, True): N_(
        "Six: scrap every king, queen, jack, joker and glasses of every seat; point cards go back "
        "to their owners."
    ),
    (True, False): N_(
        "Six: scrap every king, queen, jack, joker of every seat; point cards go back to their "
        "owners."
    ),
    (False, True): N_(
        "Six: scrap every king, queen, jack and glasses of every seat; point cards go back to "
        "their owners."
    ),
    (False, False): N_(
        "Six: scrap every king, queen, jack of every seat; point cards go back to their owners."
    ),
}
"""By whether jokers lie on the table, and whether glasses do."""


def _seven(ruleset: Ruleset) -> str:
    if ruleset.seven_self_jack and ruleset.jack_reach == "oppToSelf":
        return " ".join((_turned_up(ruleset), tr(_SELF_JACK)))
    return _turned_up(ruleset)


_SELF_JACK: Final = N_(
    "A jack turned up with no other target must give one of your own point cards to an opponent."
)


def _turned_up(ruleset: Ruleset) -> str:
    if ruleset.seven_reveal == 1:
        return tr(
            "Seven: turn up the top card of the deck; play it now in any way it can be played."
        )
    several = Plural(
        "Seven: turn up the top {n} card of the deck; play one of them now, the rest go back on "
        "top.",
        "Seven: turn up the top {n} cards of the deck; play one of them now, the rest go back on "
        "top.",
    )
    return counted(ruleset.seven_reveal, several)


def _eight(ruleset: Ruleset) -> str:
    return tr("Eight: the foes play with open hands until another eight is played so.")


def _nine(ruleset: Ruleset) -> str:
    if not ruleset.nine_kinds:
        return tr("Nine: no card can be put back by it.")
    said = counted(
        ruleset.nine_count,
        _NINES[_whose(ruleset, ruleset.nine_side), ruleset.nine_dest],
        kinds=listed(ruleset.nine_kinds, OF_SOMEBODY),
    )
    if ruleset.nine_freeze and ruleset.nine_dest == "hand":
        return " ".join((said, tr("A foe cannot play it in its next turn.")))
    return said


_NINES: Final = {
    ("opp", "hand"): Plural(
        "Nine: put one card among a foe's {kinds} back to the hand.",
        "Nine: put {n} cards among a foe's {kinds} back to the hand.",
    ),
    ("opp", "deckTop"): Plural(
        "Nine: put one card among a foe's {kinds} on top of the deck.",
        "Nine: put {n} cards among a foe's {kinds} on top of the deck.",
    ),
    ("any", "hand"): Plural(
        "Nine: put one card among any seat's {kinds} back to the hand.",
        "Nine: put {n} cards among any seat's {kinds} back to the hand.",
    ),
    ("any", "deckTop"): Plural(
        "Nine: put one card among any seat's {kinds} on top of the deck.",
        "Nine: put {n} cards among any seat's {kinds} on top of the deck.",
    ),
    ("own+opp", "hand"): Plural(
        "Nine: return one card among your own or an opponent's {kinds} to the hand.",
        "Nine: return {n} cards among your own or an opponent's {kinds} to the hand.",
    ),
    ("own+opp", "deckTop"): Plural(
        "Nine: put one card among your own or an opponent's {kinds} on top of the deck.",
        "Nine: put {n} cards among your own or an opponent's {kinds} on top of the deck.",
    ),
    ("opp+anyG", "hand"): Plural(
        "Nine: put one card among a foe's {kinds}, or any glasses back to the hand.",
        "Nine: put {n} cards among a foe's {kinds}, or any glasses back to the hand.",
    ),
    ("opp+anyG", "deckTop"): Plural(
        "Nine: put one card among a foe's {kinds}, or any glasses on top of the deck.",
        "Nine: put {n} cards among a foe's {kinds}, or any glasses on top of the deck.",
    ),
}


def _ten(ruleset: Ruleset) -> str:
    return tr(_TENS[ruleset.seats == 2])


_TENS: Final = {
    True: N_("Ten: the other seat discards one card of its own choice."),
    False: N_("Ten: a foe discards one card of its own choice."),
}
_RANK_LINES: Final[tuple[tuple[str, Callable[[Ruleset], str]], ...]] = (
    ("A", _ace),
    ("2", _two),
    ("3", _three),
    ("4", _four),
    ("5", _five),
    ("6", _six),
    ("7", _seven),
    ("8", _eight),
    ("9", _nine),
    ("T", _ten),
)
