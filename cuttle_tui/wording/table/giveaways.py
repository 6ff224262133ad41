"""Word giving a card of your own away with a jack or joker."""

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
    """Return whether the target is the player's own, so that it would be given away."""
    return kind in TAKES_OVER and owner_of(q.view, card) == q.seat


def gift_label(q: Question, given: Sentence) -> Sentence:
    """Word giving cards away, and to whom if that is certain."""
    if len(q.view.seats) > 2:
        return tell("give away {cards}", cards=given)
    return tell("give {who} {cards}", who=q.names.who(1 - q.seat), cards=given)


def winning_gift_line(q: Question, actions: Sequence[Action]) -> Sentence:
    """Warn of giving a point card to an opponent who would win with it.

    Args:
        q: the table, and who reads it.
        actions: what may be done as far as it has been chosen.
    """
    gifts = (
        one for one in actions if one.kind is Kind.JACK and is_gift(q, one.targets[0], one.kind)
    )
    aimed = ((one.targets[0], one.seat if one.seat >= 0 else 1 - q.seat) for one in gifts)
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
