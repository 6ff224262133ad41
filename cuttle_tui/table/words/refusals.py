"""Word refusals of typed actions, keys and clicks, and show how to type an action."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from cuttle_tui.i18n.translation import (
    N_,
    OR,
    SILENCE,
    Plural,
    Sentence,
    Span,
    card_span,
    cards,
    counted,
    listing,
    say,
    tell,
)
from cuttle_tui.kit.keymap import key_words, keys_named
from cuttle_tui.kit.names import Names, in_words
from cuttle_tui.table import choices
from cuttle_tui.table.selection import Objection, objection_to
from cuttle_tui.table.words.engine_reasons import NOT_NOW, reason_line
from engine.actions import WORDS, Action, Kind
from engine.cards import EIGHT, JACK, KING, NUMBERS, QUEEN, Card, card_name, rank_of
from engine.errors import CuttleError, NotYourTurn, StaleAction
from engine.play.explain import Reason, Refusal
from engine.play.view import Ask, View
from engine.rules.effects import wears_glasses

EXAMPLES: Final = {
    Kind.POINTS: "points 7S",
    Kind.SCUTTLE: "scuttle 9S>8D",
    Kind.ROYAL: "royal KD",
    Kind.JACK: "jack JH>10S",
    Kind.JOKER: "joker XB>KD",
    Kind.ONE_OFF: "oneoff 9C>KD",
    Kind.COUNTER: "counter 2S",
    Kind.BLOCK: "block 10S",
    Kind.REBUFF: "rebuff 9S",
    Kind.TAKE: "take 9S",
}
"""An example of each kind of action that plays a single card."""
_AIMED: Final = (Kind.SCUTTLE, Kind.JACK, Kind.JOKER, Kind.ONE_OFF)


def how_typed(view: View, action: Action) -> Sentence:
    """Explain what a typed action lacks."""
    kind, cards = action.kind, action.cards
    if not cards:
        return tell("which card? as in {example}", example=EXAMPLES[kind])
    if kind in _AIMED and len(cards) == 2 and not action.targets:
        example = f"{WORDS[kind]} {'>'.join(_own_first(view, cards))}"
        return tell("write > before the target, as in {example}", example=example)
    return tell("one card at a time, as in {example}", example=EXAMPLES[kind])


def _own_first(view: View, cards: tuple[Card, ...]) -> list[str]:
    held = () if view.viewer is None else view.seats[view.viewer].hand
    names = [card_name(card) for card in sorted(cards, key=lambda card: card not in held)]
    return [name.replace("T", "10") for name in names]


def objection_line(view: View, objection: Objection, names: Names) -> Sentence:
    """Name the refused card or play, and explain why."""
    action, refusal, also = objection
    reason = reason_line(view, action, refusal, names)
    if refusal.reason in _ABOUT_THE_MOMENT:
        return reason
    if refusal.reason is Reason.WRONG_COUNT and action.kind in EXAMPLES:
        return how_typed(view, action)
    if refusal.reason is Reason.WRONG_COUNT and _picks_too_few(view, action, refusal):
        return too_few(view, view.viewer or 0, refusal.number)
    if refusal.reason is Reason.NOT_FOR_THAT and action.cards and action.kind in _NEVER_SO:
        return _never_so(view, action, names)
    if refusal.reason in _ABOUT_ANY_PLAY and action.cards:
        return tell(_NOT_CARD, card=cards(action.cards), reason=reason)
    if also and refusal.reason is Reason.COVERED:
        barred = cards((*action.targets, *also), OR, most=3)
        guarded = tell("protected by {cards}", cards=cards(refusal.by, most=2))
        return tell(_NOT_CARD, card=barred, reason=guarded)
    if action.targets:
        wrong = action.cards[:1] if refusal.reason in _ABOUT_THE_CARD else ()
        return tell(_NOT_CARD, card=card_span((wrong or action.targets)[-1]), reason=reason)
    if action.cards:
        message = _NOT_SO.get(action.kind, _NOT_CARD)
        return tell(message, card=cards(action.cards), reason=reason)
    return tell(_NO_SUCH.get(action.kind, _NOT_NOW), reason=reason)


def _never_so(view: View, action: Action, names: Names) -> Sentence:
    """Explain that a card has no such play; of a court card or joker, name the play it has."""
    meant = expected_kind(view, action.card)
    if NUMBERS >> action.card & 1 or action.kind not in _MISTAKEN or meant not in _MEANT:
        return tell(_NEVER_SO[action.kind], card=card_span(action.card))
    return not_playable(view, action.card, names) or tell(
        _MEANT[meant], card=card_span(action.card)
    )


_MISTAKEN: Final = (Kind.ONE_OFF, Kind.ROYAL)
_MEANT: Final = {
    Kind.JACK: N_("{card} is a jack: it steals a point card"),
    Kind.JOKER: N_("{card} is a joker: it steals a royal"),
    Kind.ROYAL: N_("{card} is a royal: it has no one-off effect"),
}


def _picks_too_few(view: View, action: Action, refusal: Refusal) -> bool:
    """Return whether more cards must be discarded."""
    return view.ask is not Ask.SEVEN and (
        action.kind is Kind.DISCARD and len(action.cards) < refusal.number
    )


_NOT_CARD: Final = N_("not {card}: {reason}")
_NOT_NOW: Final = N_("not now: {reason}")
_NOT_SO: Final = {
    Kind.POINTS: N_("not {card} for points: {reason}"),
    Kind.SCUTTLE: N_("no scuttle with {card}: {reason}"),
    Kind.ONE_OFF: N_("not {card} as a one-off: {reason}"),
    Kind.DISCARD: N_("not {card}: {reason}"),
}
_NEVER_SO: Final = {
    Kind.POINTS: N_("{card} cannot be played for points in this game"),
    Kind.SCUTTLE: N_("{card} cannot scuttle in this game"),
    Kind.ONE_OFF: N_("{card} is not a one-off in this game"),
    Kind.ROYAL: N_("{card} is not a royal in this game"),
    Kind.JACK: N_("{card} is not a jack"),
    Kind.JOKER: N_("{card} is not a joker"),
    Kind.DISCARD: N_("{card} cannot be scrapped now"),
}
_NO_SUCH: Final = {
    Kind.DRAW: N_("no draw: {reason}"),
    Kind.PASS: N_("no pass: {reason}"),
    Kind.SCUTTLE: N_("no scuttle: {reason}"),
    Kind.ONE_OFF: N_("no one-off: {reason}"),
    Kind.DISCARD: N_("no discard: {reason}"),
    Kind.COUNTER: N_("no counter: {reason}"),
    Kind.OFFER: N_("no draw offer: {reason}"),
}
_ABOUT_THE_MOMENT: Final = (Reason.GAME_OVER, Reason.NOT_ASKED, Reason.OTHER_QUESTION)
_ABOUT_ANY_PLAY: Final = (Reason.NOT_IN_HAND, Reason.NOT_SHOWN, Reason.FROZEN)
"""Reasons that concern the card, however it is played."""
_ABOUT_THE_CARD: Final = (
    *_ABOUT_ANY_PLAY,
    Reason.NOT_A_NUMBER,
    Reason.NOT_FOR_THAT,
    Reason.DECK_EMPTY,
    Reason.SCRAP_EMPTY,
    Reason.NO_AIM,
)
"""Reasons that concern the played card, whatever its target."""


# What the prompt says of itself ------------------------------------------------------------------


def refused(why: Sentence) -> Sentence:
    """Return a reason why not in the colour of one."""
    return tuple(span._replace(role="refusal") if span.role == "text" else span for span in why)


def not_playable(view: View, card: Card, names: Names) -> Sentence:
    """Explain why a card's usual play is not possible; return nothing if it is."""
    kind = expected_kind(view, card)
    if kind in choices.plays(view, card):
        return SILENCE
    objection = objection_to(view, Action(kind, (card,)))
    return SILENCE if objection is None else objection_line(view, objection, names)


def expected_kind(view: View, card: Card) -> Kind:
    """Return the usual play of a card."""
    rank = rank_of(card)
    if rank == JACK:
        return Kind.JACK
    if rank in (QUEEN, KING):
        return Kind.ROYAL
    if rank == EIGHT and wears_glasses(view.ruleset):
        return Kind.ROYAL
    if rank > KING and view.ruleset.joker_mode == "stealRoyal":
        return Kind.JOKER
    return Kind.ONE_OFF


def not_targets(
    view: View, action: Action, barred: Sequence[Card], names: Names, owner: Callable[[Card], int]
) -> Sentence:
    """Explain why the first of the `barred` cards, which look like targets, is none.

    The action still lacks its target; `owner` returns the seat that controls a card.
    """
    if not barred:
        return SILENCE
    aimed = action._replace(targets=tuple(sorted({*action.targets, barred[0]})))
    objection = objection_to(view, aimed)
    if objection is None:
        return SILENCE
    reason = reason_line(view, objection.action, objection.refusal, names)
    whose = owner(barred[0])
    many = sum(owner(card) == whose for card in barred) > 1
    if objection.refusal.reason is Reason.COVERED and many and len(view.seats) > 2:
        guards = cards(objection.refusal.by)
        return tell("not {who}'s: protected by {cards}", who=names.who(whose), cards=guards)
    return tell(_NOT_CARD, card=card_span(barred[0]), reason=reason)


def no_target_line(key: str, keys: Sequence[str]) -> Sentence:
    """Report that no target has this key, and list the keys."""
    named = [*keys] if len(keys) <= _NAMED_ONE_BY_ONE else [keys_named(keys)]
    there = listing([Span(name, "target") for name in named], OR)
    return tell(_NO_SUCH_TARGET, key=key, keys=there, esc=Span(key_words("esc"), "key"))


_NAMED_ONE_BY_ONE: Final = 3
_NO_SUCH_TARGET: Final = N_("{key} is not a target: press {keys}, or go back with {esc}")


def card_first_line(view: View) -> Sentence:
    """Ask for a card before the way to play it."""
    return say(_TURNED_UP_FIRST if view.ask is Ask.SEVEN else _CARD_FIRST)


_CARD_FIRST: Final = N_("choose one of your cards first")
HOW_FIRST: Final = N_("there is more than one way to do that: click on one above, or press its key")
CLICK_AGAIN: Final = N_("click there again to play, or press enter")
_TURNED_UP_FIRST: Final = N_("choose one of the revealed cards first, then how to play it")


def refusal_line(error: CuttleError) -> Sentence:
    """Explain why the table refused an action."""
    if isinstance(error, StaleAction):
        return tell("the table changed before your key arrived: look again")
    if isinstance(error, NotYourTurn):
        return tell("it is not your turn")
    return say(NOT_NOW)


def late_click_line() -> Sentence:
    """Explain why a click did nothing: it was aimed at another question."""
    return tell("the table changed before your click arrived: look again")


def about_discard(view: View, seat: int) -> Sentence:
    """Explain why cards must be discarded, or that frozen cards may be."""
    frozen = view.seats[seat].frozen
    if frozen:
        return tell(_FROZEN if len(frozen) == 1 else _FROZEN_MANY, cards=cards(frozen))
    if view.ask is Ask.LIMIT:
        return say(counted(view.ruleset.hand_limit, _LIMIT))
    if view.ask is Ask.PAY:
        return say(counted(view.ruleset.five_draw, _THEN_DRAW))
    return SILENCE


_FROZEN: Final = N_("{cards} is frozen, but you may discard it")
_FROZEN_MANY: Final = N_("{cards} are frozen, but you may discard them")
_LIMIT: Final = Plural(
    "you may keep {n} card at the end of your turn",
    "you may keep {n} cards at the end of your turn",
)
_THEN_DRAW: Final = Plural("then you draw {n} card", "then you draw {n} cards")


def too_few(view: View, seat: int, count: int) -> Sentence:
    """Ask for the missing cards, with the reason."""
    asked = Plural("choose {number} card first", "choose {number} cards first")
    first = say(in_words(count, asked))
    reason = about_discard(view, seat)
    return tell("{pick}; {reason}", pick=first, reason=reason) if reason else first
