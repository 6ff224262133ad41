"""The rules of what a player is asked, for the help."""

from __future__ import annotations

from collections.abc import Callable, Iterator
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
    return tuple(islice(_rules(view, card, play), _MOST))


def _rules(view: View, card: Card | None, play: Kind | None) -> Iterator[str]:
    if play in _BY_PLAY:
        return _BY_PLAY[play](view.ruleset)
    if card is not None and view.ask in (Ask.PLAY, Ask.SEVEN):
        return iter(_of_rank(view.ruleset, rank_of(card)) or book.points(view.ruleset))
    return _BY_ASK[view.ask](view) if view.ask in _BY_ASK else iter(())


_BY_PLAY: Final[dict[Kind | None, Callable[[Ruleset], Iterator[str]]]] = {
    Kind.POINTS: lambda ruleset: islice(book.points(ruleset), 1),
    Kind.SCUTTLE: book.scuttles,
}
"""The rules of a way to play that any number card has."""


def _of_rank(ruleset: Ruleset, rank: int) -> tuple[str, ...]:
    return book.rules_by_rank(ruleset).get(rank, ())


def _of_pile(view: View) -> Iterator[str]:
    yield from _of_rank(view.ruleset, rank_of(view.pile[-1].action.card))


def _of(rank: int) -> Callable[[View], Iterator[str]]:
    return lambda view: iter(_of_rank(view.ruleset, rank))


_BY_ASK: Final[dict[Ask, Callable[[View], Iterator[str]]]] = {
    Ask.COUNTER: lambda view: book.counters(view.ruleset),
    Ask.BLOCK: lambda view: book.scuttles(view.ruleset),
    Ask.REBUFF: lambda view: book.rebuffs(view.ruleset),
    Ask.FETCH: _of(THREE),
    Ask.GIVE: _of_pile,
    Ask.PAY: _of(FIVE),
    Ask.SEVEN: _of(SEVEN),
    Ask.LIMIT: lambda view: book.hand_limit(view.ruleset),
    Ask.OFFER: lambda view: book.leaving(view.ruleset),
}
"""The rules of each question; which card to play, the keys say."""
