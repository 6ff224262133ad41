"""What each card does under the rules in play, and what a ruleset's source tells otherwise."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

from cuttle_tui.i18n.translation import (
    AND,
    C_,
    N_,
    Message,
    Plural,
    Sentence,
    Span,
    Words,
    card_span,
    counted,
    listing,
    plain,
    say,
    tell,
    tr,
)
from cuttle_tui.kit.names import an_opponent, role_word
from engine.cards import EIGHT, JOKER, KING, NUMBERS, QUEEN, TEN, Card, card_name, rank_of
from engine.rules import effects
from engine.rules.effects import Sides
from engine.rules.rulesets import UNLIMITED, Ruleset

OF_SOMEBODY: Final = {
    "P": C_("one among somebody's", "point cards"),
    "J": C_("one among somebody's", "jacks"),
    "Q": C_("one among somebody's", "queens"),
    "K": C_("one among somebody's", "kings"),
    "G": C_("one among somebody's", "glasses"),
    "X": C_("one among somebody's", "jokers"),
}
OF_YOURS: Final = {
    "P": C_("your", "point cards"),
    "J": C_("your", "jacks"),
    "Q": C_("your", "queens"),
    "K": C_("your", "kings"),
    "G": C_("your", "glasses"),
    "X": C_("your", "jokers"),
}
MISSING: Final = {
    "R": C_("of those missing", "royal"),
    "J": C_("of those missing", "jack"),
    "Q": C_("of those missing", "queen"),
    "K": C_("of those missing", "king"),
    "G": C_("of those missing", "glasses"),
    "X": C_("of those missing", "joker"),
}
IN_A_LIST: Final = {
    "A": C_("in a list", "aces"),
    "2": C_("in a list", "twos"),
    "3": C_("in a list", "threes"),
    "4": C_("in a list", "fours"),
    "5": C_("in a list", "fives"),
    "6": C_("in a list", "sixes"),
    "7": C_("in a list", "sevens"),
    "8": C_("in a list", "eights"),
    "9": C_("in a list", "nines"),
    "T": C_("in a list", "tens"),
    "J": C_("in a list", "jacks"),
    "Q": C_("in a list", "queens"),
    "K": C_("in a list", "kings"),
    "X": C_("in a list", "jokers"),
    "G": C_("in a list", "glasses"),
}


def listed(letters: str, words: dict[str, Message], joint: Message = AND) -> str:
    """List kinds or ranks by their letters."""
    return plain(listing([str(words[letter]) for letter in letters], joint))


EffectWords = dict[type[effects.Effect], Callable[[Any, Ruleset], Words]]
"""The words for each type of effect, from its values."""


def scraps_glasses(effect: effects.Effect) -> bool:
    """Return whether all an effect does is to scrap glasses."""
    return isinstance(effect, effects.ScrapTarget) and effect.reaches[0].kinds == "G"


# a line for a card -------------------------------------------------------------------------------


def card_rule(card: Card, ruleset: Ruleset) -> Sentence:
    """Explain in a line what a card does."""
    rule, word = rule_of(card, ruleset), role_word(card, ruleset)
    return say(card_span(card), " ", tr("{word}: {rule}", word=word, rule=rule) if word else rule)


def one_off_rule(card: Card, key: str, ruleset: Ruleset) -> Sentence:
    """Explain in a line what a card does as a one-off, which `key` plays; it has other uses."""
    return tell("one-off ({key}): {rule}", key=Span(key, "key"), rule=rule_of(card, ruleset))


def by_key(key: str, rule: Words) -> Sentence:
    """Say what a key does where another one does something else."""
    return tell("{key}: {rule}", key=Span(key, "key"), rule=rule)


def rule_of(card: Card, ruleset: Ruleset) -> Words:
    """Say what a card does, without its name."""
    rank, effect = rank_of(card), effects.effect_of(ruleset, rank_of(card))
    if rank == EIGHT and effects.wears_glasses(ruleset):
        return _GLASSES[ruleset.seats > 2][effect is not None]
    if effect is not None:
        return _LINES[type(effect)](effect, ruleset)
    if NUMBERS >> card & 1:
        blocks = rank == TEN and ruleset.ten_block_scuttle
        return counted(rank + 1, _BLOCKS if blocks else _NO_EFFECT)
    if rank == KING:
        return N_("lowers the points you need")
    if rank == QUEEN:
        return _GUARDS[ruleset.queen_max_per_side < UNLIMITED]
    if rank == JOKER:
        if ruleset.joker_reach == "anyToAny":
            return N_("move a royal from any player to any other")
        return N_("steal a royal, or a jack with the card it holds")
    if ruleset.jack_reach == "oppToSelf":
        return N_("take an opponent's point card")
    return _MOVES[ruleset.seats > 2]


_NO_EFFECT: Final = Plural("{n} point; no one-off effect", "{n} points; no one-off effect")
_BLOCKS: Final = Plural("{n} point, or block a scuttle", "{n} points, or block a scuttle")
_GLASSES: Final = (
    (
        N_("eight points, or see your opponent's hand"),
        N_("eight points, or glasses to see your opponent's hand; or scrap glasses"),
    ),
    (
        N_("eight points, or see your opponents' hands"),
        N_("eight points, or glasses to see your opponents' hands; or scrap glasses"),
    ),
)
"""For two players or more; without or with another effect."""
_GUARDS: Final = (
    N_("protects your other cards from jacks, twos and nines"),
    N_("protects your other cards from jacks, twos and nines; one per player"),
)
_MOVES: Final = (
    N_("move a point card across the table"),
    N_("move a point card from any player to any other"),
)


def _returns(effect: effects.ReturnTargets, ruleset: Ruleset) -> str:
    if ruleset.nine_royal_response and effect.count == 1 and not effect.to_deck:
        return tr("return a card to a hand, or counter a royal")
    rule = counted(effect.count, _TO_DECK if effect.to_deck else _TO_HAND)
    return tr("{rule}; or counter a royal", rule=rule) if ruleset.nine_royal_response else rule


_TO_HAND: Final = Plural("return a card to its player", "return {n} cards to their players")
_TO_DECK: Final = Plural("put a card on top of the deck", "put {n} cards on top of the deck")
_TWO: Final = N_("counter a one-off, or scrap one royal or glasses")


def discards(effect: effects.OpponentDiscards, opponent: str) -> str:
    """Say how many cards an opponent, by that name, discards."""
    return counted(effect.count, _AT_RANDOM if effect.at_random else _DISCARDS, opponent=opponent)


_DISCARDS: Final = Plural("{opponent} discards {n} card", "{opponent} discards {n} cards")
_AT_RANDOM: Final = Plural(
    "{opponent} discards {n} card at random", "{opponent} discards {n} cards at random"
)
_MUST_DRAW: Final = Plural("{opponent} must draw {n} card", "{opponent} must draw {n} cards")
_DRAWS: Final = (
    Plural("draw {n} card", "draw {n} cards"),
    Plural("discard one, then draw {n} card", "discard one, then draw {n} cards"),
)
_PEEKS: Final = (
    N_("play the top card of the deck"),
    N_("play one of the top two cards of the deck"),
)
_SEES: Final = (
    N_("eight points, or your opponent plays with an open hand until the next eight"),
    N_("eight points, or your opponents play with open hands until the next eight"),
)

_LINES: Final[EffectWords] = {
    effects.ScrapPoints: lambda effect, ruleset: N_("scrap all point cards"),
    effects.ScrapTarget: lambda effect, ruleset: (
        N_("eight points; or scrap glasses") if scraps_glasses(effect) else _TWO
    ),
    effects.ScrapRoyals: lambda effect, ruleset: tr(
        "scrap all {kinds}", kinds=listed(effect.kinds, IN_A_LIST)
    ),
    effects.TakeFromScrap: lambda effect, ruleset: (
        N_("take any card but a three from the scrap")
        if effect.barred
        else N_("take a card from the scrap")
    ),
    effects.OpponentDiscards: lambda effect, ruleset: discards(effect, an_opponent(ruleset)),
    effects.OpponentDraws: lambda effect, ruleset: counted(
        effect.count, _MUST_DRAW, opponent=an_opponent(ruleset)
    ),
    effects.DrawCards: lambda effect, ruleset: counted(effect.count, _DRAWS[effect.cost > 0]),
    effects.PlayFromDeck: lambda effect, ruleset: _PEEKS[effect.shown > 1],
    effects.SeeHands: lambda effect, ruleset: _SEES[ruleset.seats > 2],
    effects.ReturnTargets: _returns,
    effects.SwapHands: lambda effect, ruleset: tr(
        "swap hands with {opponent}", opponent=an_opponent(ruleset)
    ),
}


# a page for the one-offs -------------------------------------------------------------------------


def one_offs(ruleset: Ruleset) -> Iterator[str]:
    """Write what each one-off does."""
    if not ruleset.one_offs:
        yield tr("There are none: number cards only score and scuttle.")
        return
    yield tr("You may play a number card for its effect instead; then it is scrapped.")
    yield tr("A one-off that lacks a target, a card to take or a card to draw cannot be played.")
    yield from one_off_by_rank(ruleset).values()


def one_off_by_rank(ruleset: Ruleset) -> dict[int, str]:
    """Write what each rank does as a one-off, without ranks that do nothing."""
    told = {}
    for rank, effect in enumerate(effects.effects_of(ruleset)):
        if effect is None or card_name(rank * 4)[0] in ruleset.deck_exclude:
            continue
        if scraps_glasses(effect) and not effects.wears_glasses(ruleset):
            continue
        rule = _PAGE[type(effect)](effect, ruleset)
        told[rank] = tr("{rank}: {rule}", rank=RANK_HEADS[rank], rule=rule)
    return told


RANK_HEADS: Final = {
    0: C_("at the head of a rule", "Ace"),
    1: C_("at the head of a rule", "Two"),
    2: C_("at the head of a rule", "Three"),
    3: C_("at the head of a rule", "Four"),
    4: C_("at the head of a rule", "Five"),
    5: C_("at the head of a rule", "Six"),
    6: C_("at the head of a rule", "Seven"),
    7: C_("at the head of a rule", "Eight"),
    8: C_("at the head of a rule", "Nine"),
    9: C_("at the head of a rule", "Ten"),
    JOKER: C_("at the head of a rule", "Joker"),
}


def _whose(effect: effects.Effect, ruleset: Ruleset) -> str:
    """Return whose cards may be hit; with partners, those of any player but them."""
    if effect.reaches[0].sides is Sides.OPPONENTS:
        return tr("an opponent's")
    has_partners = len(set(ruleset.sides)) < ruleset.seats
    return tr("your own or an opponent's") if has_partners else tr("any player's")


def _scraps(effect: effects.ScrapTarget, ruleset: Ruleset) -> str:
    kinds = effect.reaches[0].kinds
    if scraps_glasses(effect):
        return tr("scrap any player's glasses.")
    if not kinds:
        return tr("counter a one-off.")
    message = N_("scrap one of {whose} {kinds}. Or counter a one-off.")
    return tr(message, whose=_whose(effect, ruleset), kinds=listed(kinds, OF_SOMEBODY))


def _returned(effect: effects.ReturnTargets, ruleset: Ruleset) -> str:
    kinds = effect.reaches[0].kinds
    if not kinds:
        return tr("it cannot return any card.")
    message = _NINES[effect.to_deck, len(effect.reaches) > 1]
    whose = _whose(effect, ruleset)
    said = counted(effect.count, message, whose=whose, kinds=listed(kinds, OF_SOMEBODY))
    if effect.freezes and not effect.to_deck:
        return " ".join((said, tr("Its holder cannot play it next turn.")))
    return said


_NINES: Final = {
    (False, False): Plural(
        "return one of {whose} {kinds} to hand.", "return {n} of {whose} {kinds} to hand."
    ),
    (False, True): Plural(
        "return one of {whose} {kinds}, or any glasses, to hand.",
        "return {n} of {whose} {kinds}, or any glasses, to hand.",
    ),
    (True, False): Plural(
        "put one of {whose} {kinds} on top of the deck.",
        "put {n} of {whose} {kinds} on top of the deck.",
    ),
    (True, True): Plural(
        "put one of {whose} {kinds}, or any glasses, on top of the deck.",
        "put {n} of {whose} {kinds}, or any glasses, on top of the deck.",
    ),
}
"""By whether they go on the deck, and whether anybody's glasses may go too."""


def _drawn(effect: effects.DrawCards, ruleset: Ruleset) -> str:
    if not effect.cost:
        return counted(effect.count, Plural("draw {n} card.", "draw {n} cards."))
    return counted(
        effect.cost,
        Plural("discard {n} card, then draw {number}.", "discard {n} cards, then draw {number}."),
        number=effect.count,
    )


def _revealed(effect: effects.PlayFromDeck, ruleset: Ruleset) -> str:
    top = tr(_TOP) if effect.shown == 1 else counted(effect.shown, _TOP_CARDS)
    unplayable = tr(_UNPLAYABLE[effect.shown > 1])
    rule = " ".join((top, unplayable, tr(_SEVEN_GOES[ruleset.seven_scrapped])))
    if ruleset.seven_self_jack and ruleset.jack_reach == "oppToSelf":
        given = tr(
            "A revealed jack with no other target must give one of your own point cards to an"
            " opponent."
        )
        return f"{rule} {given}"
    return rule


_TOP: Final = N_("reveal the top card of the deck and play it at once, in any way you can.")
_TOP_CARDS: Final = Plural(
    "reveal the top {n} card of the deck and play it at once.",
    "reveal the top {n} cards of the deck and play one at once; the rest go back on top.",
)
_UNPLAYABLE: Final = (
    N_("If it cannot be played, it is scrapped."),
    N_("If none can be played, you scrap one."),
)
_SEVEN_GOES: Final = {
    "afterEffect": N_(
        "The seven is scrapped when that is done, so a revealed three cannot take it."
    ),
    "onPlay": N_("The seven is scrapped before that is played, so a revealed three may take it."),
}
_CHOSEN: Final = Plural(
    "{opponent} discards {n} card of their choice.",
    "{opponent} discards {n} cards of their choice.",
)
_UNCHOSEN: Final = Plural(
    "{opponent} discards {n} card at random.", "{opponent} discards {n} cards at random."
)
_DRAWN: Final = Plural("{opponent} draws {n} card.", "{opponent} draws {n} cards.")

_PAGE: Final[EffectWords] = {
    effects.ScrapPoints: lambda effect, ruleset: N_("scrap all point cards of all players."),
    effects.ScrapTarget: _scraps,
    effects.ScrapRoyals: lambda effect, ruleset: tr(
        "scrap all {kinds} of all players; stolen point cards go back to their owners.",
        kinds=listed(effect.kinds, IN_A_LIST),
    ),
    effects.TakeFromScrap: lambda effect, ruleset: (
        N_("take any card except a three from the scrap.")
        if effect.barred
        else N_("take any card from the scrap.")
    ),
    effects.OpponentDiscards: lambda effect, ruleset: counted(
        effect.count, _UNCHOSEN if effect.at_random else _CHOSEN, opponent=an_opponent(ruleset)
    ),
    effects.OpponentDraws: lambda effect, ruleset: counted(
        effect.count, _DRAWN, opponent=an_opponent(ruleset)
    ),
    effects.DrawCards: _drawn,
    effects.PlayFromDeck: _revealed,
    effects.SeeHands: lambda effect, ruleset: N_(
        "your opponents play with open hands until somebody plays another eight for its effect."
    ),
    effects.ReturnTargets: _returned,
    effects.SwapHands: lambda effect, ruleset: tr(
        "swap hands with {opponent}.", opponent=an_opponent(ruleset)
    ),
}

_READINGS: Final[dict[str, tuple[Message, ...]]] = {
    "sipie": (
        N_(
            "Its scuttle takes anybody's point card; here an opponent's, or with "
            "own-scuttle your own too."
        ),
        N_("Its two scraps any one-off just played; here it counters an opponent's card only."),
        N_("Its five may draw two cards; here it draws two, or what is left."),
        N_("Its glasses work until they are scrapped; here a nine ends that as well."),
    ),
    "miller": (N_("The players decide who goes first; here the first deal decides, at random."),),
    "howto": (
        N_("It opens the hand of the player who plays the eight; here it opens the opponents'."),
        N_("It names other orders of the suits; here there is one, with the option tie-suit."),
        N_("It also has first to three matches; here a match is first to two or three games."),
    ),
}
"""By the name of a ruleset."""


def readings(ruleset: Ruleset) -> Iterator[str]:
    """Write what the source of a ruleset tells otherwise."""
    for reading in _READINGS.get(ruleset.name.partition("+")[0], ()):
        yield tr(reading)
