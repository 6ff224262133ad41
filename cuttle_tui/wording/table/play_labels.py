"""Label the ways to play a card, giving a card away among them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cuttle_tui.i18n.rich_text import OR, SILENCE, Sentence, cards, listing, say, tell
from cuttle_tui.i18n.translation import N_, Plural, counted, tr
from cuttle_tui.wording.names import foes_of, goal_with, kings_of, role_word
from cuttle_tui.wording.prompt_types import Question
from cuttle_tui.wording.table.pending_effect import owner_of
from engine.actions import Action, Kind
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

TAKES_OVER: Final = (Kind.JACK, Kind.JOKER)
"""The ways to play a card that lay it on another, which then changes sides."""


def is_gift(q: Question, card: Card, kind: Kind) -> bool:
    """Return whether the target is the player's own, so that it would be given away."""
    return kind in TAKES_OVER and owner_of(q.view, card) == q.seat


def gift_label(q: Question, given: Sentence) -> Sentence:
    """Word giving cards away, and to whom if that is certain."""
    if len(q.view.seats) > 2:
        return tell("give away {cards}", cards=given)
    return tell("give {who} {cards}", who=q.names.who(_receiver(q)), cards=given)


def _receiver(q: Question) -> int:
    """Return who gets a card that is given away without naming a seat."""
    return foes_of(q.view, q.seat)[0]


def winning_gift_line(q: Question, actions: Sequence[Action]) -> Sentence:
    """Warn of giving a point card to an opponent who would win with it.

    Args:
        q: the table, and who reads it.
        actions: what may be done as far as it has been chosen.
    """
    gifts = (
        one for one in actions if one.kind is Kind.JACK and is_gift(q, one.targets[0], one.kind)
    )
    aimed = ((one.targets[0], one.seat if one.seat >= 0 else _receiver(q)) for one in gifts)
    winning = [(card, to) for card, to in aimed if would_win(q, card, to)]
    if not winning:
        return SILENCE
    given, gainers = (dict.fromkeys(some) for some in zip(*winning, strict=True))
    who = listing([q.names.who(to) for to in gainers], OR)
    return tell("{who} would win with {cards}", who=who, cards=cards([*given], OR, most=3))


def would_win(q: Question, card: Card, seat: int) -> bool:
    """Return whether an opponent would win with a point card."""
    side = q.view.seats[seat]
    return seat in foes_of(q.view, q.seat) and side.score + value_of(card) >= side.goal


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
    THREE: N_("one-off: take from scrap"),
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
