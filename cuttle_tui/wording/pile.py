"""Word the open pile for the band: what is played, the rule, and the answers to it."""

from __future__ import annotations

from typing import Final

from cuttle_tui.prose import Sentence, card_span, cards, say
from cuttle_tui.wording.cards import foe
from cuttle_tui.wording.names import Names, counted, role_word
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
from engine.view import Ask, View


def stack_lines(view: View, names: Names) -> list[Sentence]:
    """Word the open pile for the band: what is played, the rule, and the answers to it."""
    if not view.pile:
        return _peek_lines(view, names)
    first = view.pile[0]
    card = first.action.card
    who = names.who(first.seat)
    verb = names.verb(first.seat, "play")
    if first.action.kind is Kind.ONE_OFF:
        word = role_word(card, view.ruleset)
        aim = say(" at ", cards(first.action.targets)) if first.action.targets else ()
        if first.action.seat >= 0:
            aim = say(f" against {names.who(first.action.seat)}")
        end = f": {word}" if word else ""
        lines = [say(f"{who} {verb} ", card_span(card), " as a one-off", aim, end)]
    else:
        aimed = first.action.targets
        lines = [say(f"{who} {verb} ", card_span(card), say(" at ", cards(aimed)) if aimed else ())]
    for answer in view.pile[1:][-2:]:
        verb = names.verb(answer.seat, "answer")
        lines.append(say(f"{names.who(answer.seat)} {verb} with ", card_span(answer.action.card)))
    return lines if len(lines) > 1 else [*lines, *_rule_of(view, card, first.action.kind)]


def _peek_lines(view: View, names: Names) -> list[Sentence]:
    """Word a seven that has turned up cards."""
    verb = names.verb(view.mover, "play")
    first = say(f"{names.who(view.mover)} {verb} ", card_span(view.held[-1]), " as a one-off: peek")
    return [first, say("turned up: ", cards(view.revealed))] if view.revealed else [first]


_ANSWERS: Final = {
    Ask.BLOCK: "a ten would send both to the scrap",
    Ask.REBUFF: "a nine would send it back to the hand",
}


def _rule_of(view: View, card: Card, kind: Kind) -> list[Sentence]:
    if kind is not Kind.ONE_OFF:
        answer = _ANSWERS.get(view.ask)
        return [say(answer)] if answer else []
    ruleset = view.ruleset
    count = counted(ruleset.four_count, "card")
    four = {
        "choice": f"{foe(ruleset)} discards {count} of choice",
        "random": f"{foe(ruleset)} loses {count} of the hand by chance",
        "opponentDraws": f"{foe(ruleset)} draws {count}",
    }
    far = "on top of the deck" if ruleset.nine_dest == "deckTop" else "back to the hand"
    texts = {
        ACE: "all point cards go to the scrap",
        TWO: "one royal or glasses goes to the scrap",
        THREE: "one card from the scrap comes to the hand",
        FOUR: four[ruleset.four_mode],
        FIVE: f"{ruleset.five_draw} cards are drawn from the deck",
        SIX: "all kings, queens, jacks and glasses go to the scrap",
        SEVEN: "a card is played straight off the deck",
        EIGHT: "glasses go to the scrap" if ruleset.eight_one_off else "the other hands lie open",
        NINE: f"{counted(ruleset.nine_count, 'card')} may go {far}",
        TEN: "a card is discarded",
        JOKER: "two hands are exchanged",
    }
    text = texts.get(rank_of(card))
    return [say(text)] if text else []
