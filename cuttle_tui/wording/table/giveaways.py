"""Word cards of one's own that a jack or a joker would give away."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cuttle_tui.i18n.rich_text import OR, SILENCE, Sentence, cards, listing, tell
from cuttle_tui.wording.names import foes_of
from cuttle_tui.wording.prompt_types import Question
from cuttle_tui.wording.table.pending_effect import owner_of
from engine.actions import Action, Kind
from engine.cards import Card, value_of

TAKES_OVER: Final = (Kind.JACK, Kind.JOKER)
"""The ways to play a card that lay it on another, which then changes sides."""


def is_gift(q: Question, card: Card, kind: Kind) -> bool:
    """Tell whether a card would be given away where it is aimed at: it lies on one's own side."""
    return kind in TAKES_OVER and owner_of(q.view, card) == q.seat


def gift_label(q: Question, given: Sentence) -> Sentence:
    """Say that cards of one's own are given away, and to whom, where that is plain."""
    if len(q.view.seats) > 2:
        return tell("give away {cards}", cards=given)
    return tell("give {who} {cards}", who=q.names.who(_receiver(q)), cards=given)


def _receiver(q: Question) -> int:
    """Return who gets a gift that names no seat."""
    return foes_of(q.view, q.seat)[0]


def winning_gift_line(q: Question, actions: Sequence[Action]) -> Sentence:
    """Warn of giving a point card of one's own to a foe who would reach the goal with it.

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
    """Tell whether a seat is a foe that would reach its goal with a point card."""
    side = q.view.seats[seat]
    return seat in foes_of(q.view, q.seat) and side.score + value_of(card) >= side.goal
