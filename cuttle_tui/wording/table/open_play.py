"""Word the open pile for the band: what is played, the rule, and the answers to it."""

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
_PLAYS_AT = (N_("you play {card} at {cards}"), N_("{who} plays {card} at {cards}"))
_ONE_OFF = (N_("you play {card} as a one-off"), N_("{who} plays {card} as a one-off"))
_ONE_OFF_AT = (
    N_("you play {card} as a one-off at {cards}"),
    N_("{who} plays {card} as a one-off at {cards}"),
)
_ONE_OFF_AGAINST = (
    N_("you play {card} as a one-off against {whom}"),
    N_("{who} plays {card} as a one-off against you"),
    N_("{who} plays {card} as a one-off against {whom}"),
)
_ANSWERS_WITH = (N_("you answer with {card}"), N_("{who} answers with {card}"))
_TOLD: Final = 2
"""Answers there is room to tell; of more, all but the last are named together."""
_PEEKS = (N_("you play {card} as a one-off: peek"), N_("{who} plays {card} as a one-off: peek"))


def stack_lines(view: View, names: Names) -> list[Sentence]:
    """Word the open pile for the band: what is played, the rule, and the answers to it."""
    if not view.pile:
        return _peek_lines(view, names)
    first = view.pile[0]
    played, answers = _played(view, first, names), view.pile[1:]
    if not answers:
        return [played, *_rule_of(view, first.action.card, first, names)]
    told = answers[-2:] if len(answers) <= _TOLD else answers[-1:]
    before = cards([one.action.card for one in answers[: -len(told)]])
    return [
        played,
        *([tell("then {cards}", cards=before)] if before else []),
        *(names.by(one.seat, *_ANSWERS_WITH, card=card_span(one.action.card)) for one in told),
    ]


def _played(view: View, first: Pending, names: Names) -> Sentence:
    """Say who played what, at what, and in one word what it does."""
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
    said = _ONE_OFF_AT if aimed else _ONE_OFF
    return names.by(first.seat, *said, card=card, cards=cards(aimed))


def _peek_lines(view: View, names: Names) -> list[Sentence]:
    """Word a seven that has turned up cards."""
    first = names.by(view.mover, *_PEEKS, card=card_span(view.held[-1]))
    return (
        [first, tell("turned up: {cards}", cards=cards(view.revealed))]
        if view.revealed
        else [first]
    )


def _rule_of(view: View, card: Card, first: Pending, names: Names) -> list[Sentence]:
    """Say what the card would do, or what could answer it."""
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
    """Tell whom an effect hits that is aimed at a player; -1 if that is open."""
    if first.action.seat >= 0:
        return first.action.seat
    if view.ask is Ask.GIVE:
        return view.asked[0]
    foes = foes_of(view, first.seat)
    return foes[0] if len(foes) == 1 else -1


def _mine(rank: int, view: View) -> Words:
    """Say what an effect does to the reader whom it hits; nothing, if it hits no player."""
    if rank == FOUR:
        mode, most = view.ruleset.four_mode, view.ruleset.four_count
        held = view.seats[view.viewer or 0].hand_size
        count = most if mode == "opponentDraws" else min(most, held)
        return counted(count, _MY_FOURS[mode]) if count else _NO_CARD
    return _MY_TEN if rank == TEN else ""


_NO_CARD: Final = N_("you have no card to discard")
_MY_TEN: Final = N_("you discard a card")
_MY_FOURS: Final = {
    "choice": Plural("you discard {n} card of your choice", "you discard {n} cards of your choice"),
    "random": Plural(
        "you lose {n} card of the hand by chance", "you lose {n} cards of the hand by chance"
    ),
    "opponentDraws": Plural("you draw {n} card", "you draw {n} cards"),
}


_BLOCK: Final = N_("a ten blocks it: ten and scuttler go to the scrap")
_ANSWERS: Final = {
    Ask.BLOCK: (_BLOCK, _BLOCK),
    Ask.REBUFF: (
        N_("a nine would send it back to your hand"),
        N_("a nine would send it back to {who}'s hand"),
    ),
}
"""What an answer would do, to the reader who asks for it and to somebody else."""
_FETCHES: Final = (
    N_("one card from the scrap comes to your hand"),
    N_("one card from the scrap comes to {who}'s hand"),
)


def _effect(rank: int, ruleset: Ruleset) -> Words:
    """Say what a one-off does under the rules in play."""
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
    ACE: N_("all point cards go to the scrap"),
    TWO: N_("one royal or glasses goes to the scrap"),
    SIX: N_("all kings, queens, jacks and glasses go to the scrap"),
    SEVEN: N_("a card is played straight off the deck"),
    EIGHT: N_("the other hands lie open"),
    TEN: N_("a card is discarded"),
    JOKER: N_("two hands are exchanged"),
}
_PURGE_JOKERS: Final = N_("kings, queens, jacks, jokers and glasses all go to the scrap")
_EIGHT_SCRAPS: Final = N_("glasses go to the scrap")
_FOURS: Final = {
    "choice": (
        Plural(
            "the other player discards {n} card of their choice",
            "the other player discards {n} cards of their choice",
        ),
        Plural(
            "a foe discards {n} card of their choice", "a foe discards {n} cards of their choice"
        ),
    ),
    "random": (
        Plural(
            "the other player loses {n} card of the hand by chance",
            "the other player loses {n} cards of the hand by chance",
        ),
        Plural(
            "a foe loses {n} card of the hand by chance",
            "a foe loses {n} cards of the hand by chance",
        ),
    ),
    "opponentDraws": (
        Plural("the other player draws {n} card", "the other player draws {n} cards"),
        Plural("a foe draws {n} card", "a foe draws {n} cards"),
    ),
}
"""For two players, and for more."""
_FIVE: Final = Plural("{n} card is drawn from the deck", "{n} cards are drawn from the deck")
_NINES: Final = (
    Plural(
        "{n} card may go back to its holder's hand", "{n} cards may go back to their holders' hands"
    ),
    Plural("{n} card may go on top of the deck", "{n} cards may go on top of the deck"),
)
