"""Label a way to play a card."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cuttle_tui.i18n.rich_text import OR, Sentence, cards, say, tell
from cuttle_tui.i18n.translation import N_, Plural, counted, tr
from cuttle_tui.wording.names import goal_with, kings_of, role_word
from cuttle_tui.wording.prompt_types import Question
from cuttle_tui.wording.table.giveaways import TAKES_OVER, gift_label, is_gift
from cuttle_tui.wording.table.pending_effect import owner_of
from engine.actions import Kind
from engine.cards import (
    ACE,
    EIGHT,
    FIVE,
    KING,
    QUEEN,
    SEVEN,
    SIX,
    THREE,
    TWO,
    Card,
    rank_of,
    value_of,
)
from engine.play.view import View


def play_label(q: Question, card: Card, kind: Kind) -> Sentence:
    """Label a way to play a card."""
    if kind is Kind.POINTS:
        side = q.view.seats[q.seat]
        points, goal = side.score + value_of(card), max(side.goal, 0)
        return tell("points: {points} of {goal}", points=points, goal=goal)
    if kind in _AT_CARDS and only_own(q, card, kind):
        return gift_label(q, cards(targets_of(q.view, card, kind), OR, most=3))
    if kind in _AT_CARDS:
        targets = targets_of(q.view, card, kind)
        return tell(_AT_CARDS[kind], cards=cards(_of_others(q, targets), OR, most=3))
    if kind is Kind.ONE_OFF:
        return _one_off_label(q, card)
    if kind is Kind.ROYAL:
        return _royal_label(q, card)
    return tell("scrap it")


_AT_CARDS: Final = {
    Kind.SCUTTLE: N_("scuttle {cards}"),
    Kind.JACK: N_("steal {cards}"),
    Kind.JOKER: N_("take {cards}"),
}


def only_own(q: Question, card: Card, kind: Kind) -> bool:
    """Return whether a jack or joker can only target the reader's own cards."""
    if kind not in TAKES_OVER:
        return False
    return all(is_gift(q, one, kind) for one in targets_of(q.view, card, kind))


def _one_off_label(q: Question, card: Card) -> Sentence:
    rank, ruleset = rank_of(card), q.view.ruleset
    if rank == TWO:
        found = targets_of(q.view, card, Kind.ONE_OFF)
        targets = [*_of_others(q, found), *_own(q, found)]
        named = cards(targets, OR, most=2 if len(targets) == 2 else 1)
        return tell("one-off: scrap {cards}", cards=named)
    if rank == FIVE:
        return say(counted(ruleset.five_draw, _DRAWS))
    if rank in _ONE_OFFS:
        return say(_ONE_OFFS[rank])
    return tell("one-off: {effect}", effect=role_word(card, ruleset) or tr("one-off"))


_ONE_OFFS: Final = {
    ACE: N_("one-off: scrap all points"),
    THREE: N_("one-off: take from the scrap"),
    SIX: N_("one-off: scrap all royals"),
    SEVEN: N_("one-off: play from the deck"),
}
_DRAWS: Final = Plural("one-off: draw {n} card", "one-off: draw {n} cards")


def _royal_label(q: Question, card: Card) -> Sentence:
    rank = rank_of(card)
    if rank == KING:
        goal = goal_with(q.view, kings_of(q.view, q.seat) + 1)
        return tell("king: goal {goal}", goal=goal) if goal > 0 else tell("king: no points needed")
    if rank == QUEEN:
        return tell("queen: protect your cards")
    if rank == EIGHT and len(q.view.seats) == 2:
        return tell("glasses: see your opponent's hand")
    return tell("glasses: see your opponents' hands") if rank == EIGHT else tell("royal")


def _of_others(q: Question, targets: Sequence[Card]) -> list[Card]:
    """List the targets of other players."""
    return [one for one in targets if owner_of(q.view, one) != q.seat]


def _own(q: Question, targets: Sequence[Card]) -> list[Card]:
    """List the targets of the reader's own."""
    return [one for one in targets if owner_of(q.view, one) == q.seat]


def targets_of(view: View, card: Card, kind: Kind) -> list[Card]:
    """List the first targets of a card."""
    found = (a.targets[0] for a in view.legal if a.kind is kind and a.cards == (card,) if a.targets)
    return list(dict.fromkeys(found))
