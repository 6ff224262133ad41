"""Word the open play for the band: the card, its rule, and the counters to it."""

from __future__ import annotations

from typing import Final

from cuttle_tui.i18n.rich_text import Sentence, Span, card_span, cards, say, tell
from cuttle_tui.i18n.translation import N_, Plural, Words, counted
from cuttle_tui.wording.names import Names, foes_of, role_word
from engine.actions import Kind
from engine.cards import (
    ACE,
    EIGHT,
    FIVE,
    FOUR,
    JOKER,
    NINE,
    SEVEN,
    SIX,
    TEN,
    THREE,
    TWO,
    Card,
    rank_of,
)
from engine.play.view import Ask, Pending, View
from engine.rules.rulesets import Ruleset

_PLAYS = (N_("you play {card}"), N_("{who} plays {card}"))
_PLAYS_AT = (N_("you play {card} on {cards}"), N_("{who} plays {card} on {cards}"))
_ONE_OFF = (N_("you play {card} as a one-off"), N_("{who} plays {card} as a one-off"))
_ONE_OFF_AGAINST = (
    N_("you play {card} against {whom}"),
    N_("{who} plays {card} against you"),
    N_("{who} plays {card} against {whom}"),
)
_COUNTERS = (N_("you counter with {card}"), N_("{who} counters with {card}"))
_TOLD: Final = 2
"""Maximum number of counters with a line each; more share a line."""
_PEEKS = (N_("you play {card} as a one-off: peek"), N_("{who} plays {card} as a one-off: peek"))


def stack_lines(view: View, names: Names) -> list[Sentence]:
    """Word the open play for the band: the card, its rule, and the counters to it."""
    if not view.pile:
        return _peek_lines(view, names)
    first = view.pile[0]
    played, answers = _played(view, first, names), view.pile[1:]
    if not answers:
        return [played, *_rule_of(view, first.action.card, first, names)]
    told = answers[-2:] if len(answers) <= _TOLD else answers[-1:]
    before = cards([counter.action.card for counter in answers[: -len(told)]])
    return [
        played,
        *([tell("then {cards}", cards=before)] if before else []),
        *(
            names.by(counter.seat, *_COUNTERS, card=card_span(counter.action.card))
            for counter in told
        ),
    ]


def _played(view: View, first: Pending, names: Names) -> Sentence:
    card, aimed = card_span(first.action.card), first.action.targets
    if first.action.kind is not Kind.ONE_OFF:
        said = _PLAYS_AT if aimed else _PLAYS
        return names.by(first.seat, *said, card=card, cards=cards(aimed))
    deed = _one_off(first, card, names)
    word = role_word(first.action.card, view.ruleset)
    return tell("{deed}: {effect}", deed=deed, effect=word) if word else deed


def _one_off(first: Pending, card: Span, names: Names) -> Sentence:
    aimed, victim = first.action.targets, first.action.seat
    if victim >= 0:
        return names.between(first.seat, victim, *_ONE_OFF_AGAINST, card=card)
    said = _PLAYS_AT if aimed else _ONE_OFF
    return names.by(first.seat, *said, card=card, cards=cards(aimed))


def _peek_lines(view: View, names: Names) -> list[Sentence]:
    first = names.by(view.mover, *_PEEKS, card=card_span(view.pending_sevens[-1]))
    return (
        [first, tell("revealed: {cards}", cards=cards(view.revealed))] if view.revealed else [first]
    )


def _rule_of(view: View, card: Card, first: Pending, names: Names) -> list[Sentence]:
    if first.action.kind is not Kind.ONE_OFF:
        answer = _ANSWERS.get(view.ask)
        return [names.by(first.seat, *answer)] if answer else []
    rank = rank_of(card)
    if rank == THREE:
        return [names.by(first.seat, *_FETCHES)]
    rule = _mine(rank, view) if names.seat == _victim(view, first) else ""
    rule = rule or _effect(rank, view.ruleset)
    return [say(rule)] if rule else []


def _victim(view: View, first: Pending) -> int:
    """Return the player an effect hits; -1 if not decided."""
    if first.action.seat >= 0:
        return first.action.seat
    if view.ask is Ask.GIVE:
        return view.asked[0]
    foes = foes_of(view, first.seat)
    return foes[0] if len(foes) == 1 else -1


def _mine(rank: int, view: View) -> Words:
    """Describe what an effect does to the reader; nothing if it hits no player."""
    if rank == FOUR:
        mode, most = view.ruleset.four_mode, view.ruleset.four_count
        held = view.seats[view.viewer or 0].hand_size
        count = most if mode == "opponentDraws" else min(most, held)
        return counted(count, _MY_FOURS[mode]) if count else _NO_CARD
    return _MY_TEN if rank == TEN else ""


_NO_CARD: Final = N_("you have no card to discard")
_MY_TEN: Final = N_("you discard a card")
_MY_FOURS: Final = {
    "choice": Plural("you discard {n} card", "you discard {n} cards"),
    "random": Plural("you discard {n} card at random", "you discard {n} cards at random"),
    "opponentDraws": Plural("you draw {n} card", "you draw {n} cards"),
}


_BLOCK: Final = N_("a ten blocks: the ten and the attacking card are scrapped")
_ANSWERS: Final = {
    Ask.BLOCK: (_BLOCK, _BLOCK),
    Ask.REBUFF: (N_("a nine returns it to your hand"), N_("a nine returns it to {who}'s hand")),
}
"""What a counter would do, to the reader and to another player."""
_FETCHES: Final = (N_("you take a card from the scrap"), N_("{who} takes a card from the scrap"))


def _effect(rank: int, ruleset: Ruleset) -> Words:
    if rank == FOUR:
        return counted(ruleset.four_count, _FOURS[ruleset.four_mode][ruleset.seats > 2])
    if rank == FIVE:
        return counted(ruleset.five_draw, _FIVE)
    if rank == NINE:
        return counted(ruleset.nine_count, _NINES[ruleset.nine_dest == "deckTop"])
    if rank == EIGHT and ruleset.eight_one_off:
        return _EIGHT_SCRAPS
    if rank == SIX and ruleset.joker_mode == "stealRoyal":
        return _PURGE_JOKERS
    return _EFFECTS.get(rank, "")


_EFFECTS: Final = {
    ACE: N_("all point cards are scrapped"),
    TWO: N_("one royal or glasses is scrapped"),
    SIX: N_("all kings, queens, jacks and glasses are scrapped"),
    SEVEN: N_("a card from the deck is played at once"),
    EIGHT: N_("opponents' hands are open"),
    TEN: N_("a card is discarded"),
    JOKER: N_("two hands are exchanged"),
}
_PURGE_JOKERS: Final = N_("all kings, queens, jacks, jokers and glasses are scrapped")
_EIGHT_SCRAPS: Final = N_("glasses are scrapped")
_FOURS: Final = {
    "choice": (
        Plural("the opponent discards {n} card", "the opponent discards {n} cards"),
        Plural("an opponent discards {n} card", "an opponent discards {n} cards"),
    ),
    "random": (
        Plural(
            "the opponent discards {n} card at random", "the opponent discards {n} cards at random"
        ),
        Plural(
            "an opponent discards {n} card at random", "an opponent discards {n} cards at random"
        ),
    ),
    "opponentDraws": (
        Plural("the opponent draws {n} card", "the opponent draws {n} cards"),
        Plural("an opponent draws {n} card", "an opponent draws {n} cards"),
    ),
}
"""For two players, and for more."""
_FIVE: Final = Plural("{n} card is drawn from the deck", "{n} cards are drawn from the deck")
_NINES: Final = (
    Plural(
        "{n} card can be returned to its controller's hand",
        "{n} cards can be returned to their controllers' hands",
    ),
    Plural("{n} card can be put on top of the deck", "{n} cards can be put on top of the deck"),
)
