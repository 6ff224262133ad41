"""Draw the cards and a deal of some rules, beside a form or a list."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cuttle_tui.drawing.faces import Face
from cuttle_tui.i18n.translation import C_, Span, counted, kept_in_each_language, say, tr
from cuttle_tui.kit.board import BoardModel, BoardSeat
from cuttle_tui.kit.drawn import CardsModel
from cuttle_tui.kit.names import CARDS
from cuttle_tui.kit.text_types import PanelBlock, PanelModel
from cuttle_tui.rules.book import rules_by_rank
from cuttle_tui.rules.cards import card_rule
from engine.cards import TEN, Card, rank_of
from engine.errors import RulesetError
from engine.play.compiled import compile_rules
from engine.play.observe import observe
from engine.play.position import deal
from engine.prng import Stream
from engine.rules.options import parse_ruleset
from engine.rules.rulesets import Ruleset

_SUITS: Final = 4


@kept_in_each_language(256)
def cards_block(ruleset: Ruleset) -> PanelBlock:
    """Say in a line what each rank does by a ruleset, on cards of the four suits in turn."""
    cards = tuple(_SUITS * rank + rank % _SUITS for rank in rules_by_rank(ruleset))
    title, told = tr("the cards"), tuple(card_rule(card, ruleset) for card in cards)
    drawn = tuple((card, line[2:]) for card, line in zip(cards, told, strict=True))
    lines = tuple(
        say(line[0], " " * (1 + (rank_of(card) != TEN)), *line[2:])
        for card, line in zip(cards, told, strict=True)
    )
    return PanelBlock(title, lines, drawn=CardsModel(title, drawn), whole=True)


@kept_in_each_language(64)
def dealt_block(ruleset: Ruleset) -> PanelBlock:
    """Show how a game begins: what is dealt to whom, as the seat that goes first sees it."""
    pack = sorted(compile_rules(ruleset).in_pack)
    view = observe(deal(ruleset, Stream(_DEALT).shuffled(pack)), 0)
    foes = compile_rules(ruleset).foes[0]
    others = (
        _dealt(tr("opponent") if seat in foes else tr("partner"), side.hand_size, side.hand)
        for seat, side in enumerate(view.seats)
        if seat
    )
    deck = _dealt(tr(C_("a place on the table", "deck")), view.deck_size, (), backs=1)
    hand = tuple(map(Face, view.seats[0].hand))
    title = say(Span(tr("a deal by these rules"), "strong"))
    board = BoardModel("", (title,), (*others, deck), tr("your hand"), hand)
    return PanelBlock("", (), drawn=board)


def _dealt(name: str, count: int, known: Sequence[Card], backs: int | None = None) -> BoardSeat:
    """Return cards that are dealt, as backs unless they are open."""
    hidden = (Face(0, side="back"),) * (count if backs is None else backs)
    faces = tuple(map(Face, known)) or hidden
    return BoardSeat(name, counted(count, CARDS), near=False, points=faces, royals=())


_DEALT: Final = b"a deal to look at"


@kept_in_each_language(256)
def cards_named(ruleset: str) -> PanelModel:
    """Say in a line what each rank does by a ruleset's text; nothing if it cannot be read."""
    try:
        return (cards_block(parse_ruleset(ruleset)),)
    except RulesetError:
        return ()
