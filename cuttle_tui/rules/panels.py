"""Write rules beside a form or a lesson, with sample cards and a deal; and for the help."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import Final

from cuttle_tui.i18n.translation import (
    SILENCE,
    Sentence,
    Span,
    kept_in_each_language,
    say,
    tell,
    tr,
)
from cuttle_tui.kit import keymap as letters
from cuttle_tui.kit.keymap import HELP
from cuttle_tui.kit.names import in_short
from cuttle_tui.kit.text_types import PanelBlock, PanelModel
from cuttle_tui.rules import book
from cuttle_tui.rules.book import rules_page
from engine.actions import Kind
from engine.cards import FIVE, SEVEN, THREE, Card, rank_of
from engine.errors import RulesetError
from engine.play.view import Ask, View
from engine.rules.options import parse_ruleset
from engine.rules.rulesets import Ruleset


def more_rules_line() -> Sentence:
    """Say how to read the rules that have no room beside a list."""
    keys = {"help": Span(HELP.key, "key"), "rules": Span(letters.READ_RULES, "strong")}
    return tell("more: {help} then {rules}", **keys)


@kept_in_each_language(256)
def named_rules(ruleset: str) -> PanelModel:
    """Name a ruleset by its text, and write its rules; nothing if it cannot be read."""
    try:
        rules = parse_ruleset(ruleset)
    except RulesetError:
        return ()
    name = PanelBlock(tr("rules"), (say(Span(in_short(ruleset), "strong")),))
    return (name, *rules_blocks(rules))


@kept_in_each_language(256)
def goal_named(ruleset: str) -> PanelModel:
    """Write the goal of a ruleset's text, whole or not at all; nothing if it cannot be read."""
    return tuple(block._replace(more=SILENCE, whole=True) for block in named_rules(ruleset)[1:])


def rules_blocks(ruleset: Ruleset) -> PanelModel:
    """Write the goal of a ruleset, and where to read its other rules."""
    goal = rules_page(ruleset)[0]
    return (PanelBlock(goal.heading, tuple(map(say, goal.lines)), more_rules_line()),)


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
