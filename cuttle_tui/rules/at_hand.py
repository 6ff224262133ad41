"""The rules of what a player is asked, for the help."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import Final

from cuttle_tui.rules import book
from engine.actions import Kind
from engine.cards import FIVE, SEVEN, THREE, Card, rank_of
from engine.play.view import Ask, View
from engine.rules.rulesets import Ruleset

_MOST: Final = 2
"""Sentences that leave room for the keys on a small screen."""


def rules_at_hand(view: View, card: Card | None, play: Kind | None) -> tuple[str, ...]:
    """Write the rules of the question that the viewer is asked.

    Args:
        view: the game, with its question.
        card: the card chosen so far, if any.
        play: the way to play it, if that is chosen.
    """
    ruleset, ask = view.ruleset, view.ask
    by_rank = book.rules_by_rank(ruleset)
    rules: Iterable[str] = ()
    if play is Kind.POINTS:
        rules = islice(book.points(ruleset), 1)
    elif play is Kind.SCUTTLE:
        rules = book.scuttles(ruleset)
    elif card is not None and ask in (Ask.PLAY, Ask.SEVEN):
        rules = by_rank.get(rank_of(card), ()) or book.points(ruleset)
    elif ask in _BY_ASK:
        rules = _BY_ASK[ask](ruleset)
    elif ask is Ask.GIVE:  # for a four, or a ten
        rules = by_rank.get(rank_of(view.pile[-1].action.card), ())
    elif ask in _RANKS:
        rules = by_rank.get(_RANKS[ask], ())
    return tuple(islice(rules, _MOST))


_BY_ASK: Final[dict[Ask, Callable[[Ruleset], Iterator[str]]]] = {
    Ask.COUNTER: book.counters,
    Ask.BLOCK: book.scuttles,
    Ask.REBUFF: book.rebuffs,
    Ask.LIMIT: book.hand_limit,
    Ask.OFFER: book.leaving,
}
"""The rules of each question; which card to play, the keys say."""
_RANKS: Final = {Ask.FETCH: THREE, Ask.PAY: FIVE, Ask.SEVEN: SEVEN}
"""The card whose effect asks."""
