"""Say why something cannot be done: one reason, put into words from what the engine tells."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from cuttle_tui.i18n.rich_text import (
    OR,
    SILENCE,
    Sentence,
    Span,
    card_span,
    cards,
    listing,
    say,
    tell,
)
from cuttle_tui.i18n.translation import N_
from cuttle_tui.keymap.names import key_words, keys_named
from cuttle_tui.table import choices
from cuttle_tui.table.rejections import Objection, objection_to
from cuttle_tui.wording.names import Names
from cuttle_tui.wording.refusals.engine_reasons import reason_line
from cuttle_tui.wording.refusals.partial_input import EXAMPLES, how_typed
from cuttle_tui.wording.table.discards import too_few
from engine.actions import Action, Kind
from engine.cards import EIGHT, JACK, KING, QUEEN, Card, rank_of
from engine.errors import CuttleError, NotYourTurn, StaleAction
from engine.play.explain import Reason, Refusal
from engine.play.view import Ask, View


def objection_line(view: View, objection: Objection, names: Names) -> Sentence:
    """Say which card or play is refused, and why."""
    action, refusal, also = objection
    reason = reason_line(view, action, refusal, names)
    if refusal.reason in _ABOUT_THE_MOMENT:
        return reason
    if refusal.reason is Reason.WRONG_COUNT and action.kind in EXAMPLES:
        return how_typed(view, action)
    if refusal.reason is Reason.WRONG_COUNT and _picks_too_few(view, action, refusal):
        return too_few(view, view.viewer or 0, refusal.number)
    if refusal.reason is Reason.NOT_FOR_THAT and action.cards and action.kind in _NEVER_SO:
        return tell(_NEVER_SO[action.kind], card=card_span(action.card))
    if also and refusal.reason is Reason.COVERED:
        barred = cards((*action.targets, *also), OR, most=3)
        return tell(_NOT_CARD, card=barred, reason=_on_guard(refusal))
    if action.targets:
        wrong = action.cards[:1] if refusal.reason in _ABOUT_THE_CARD else ()
        return tell(_NOT_CARD, card=card_span((wrong or action.targets)[-1]), reason=reason)
    if action.cards:
        message = _NOT_SO.get(action.kind, _NOT_CARD)
        return tell(message, card=cards(action.cards), reason=reason)
    return tell(_NO_SUCH.get(action.kind, _NO_ACTION), reason=reason)


def _picks_too_few(view: View, action: Action, refusal: Refusal) -> bool:
    """Tell whether more cards than were picked must be discarded."""
    return view.ask is not Ask.SEVEN and (
        action.kind is Kind.DISCARD and len(action.cards) < refusal.number
    )


def _on_guard(refusal: Refusal) -> Sentence:
    return tell("{cards} on guard", cards=cards(refusal.by, most=2))


_NOT_CARD: Final = N_("not {card}: {reason}")
_NOT_SO: Final = {
    Kind.POINTS: N_("not {card} for points: {reason}"),
    Kind.SCUTTLE: N_("not {card} as a scuttle: {reason}"),
    Kind.ONE_OFF: N_("not {card} for its effect: {reason}"),
    Kind.DISCARD: N_("not {card} to the scrap: {reason}"),
}
_NEVER_SO: Final = {
    Kind.POINTS: N_("{card} cannot be played for points under these rules"),
    Kind.SCUTTLE: N_("{card} cannot scuttle under these rules"),
    Kind.ONE_OFF: N_("{card} cannot be played as a one-off under these rules"),
    Kind.ROYAL: N_("{card} cannot be played as a royal under these rules"),
    Kind.JACK: N_("{card} cannot be played as a jack under these rules"),
    Kind.JOKER: N_("{card} cannot be played as a joker under these rules"),
    Kind.DISCARD: N_("{card} cannot be thrown away under these rules"),
}
_NO_ACTION: Final = N_("not now: {reason}")
_NO_SUCH: Final = {
    Kind.DRAW: N_("no draw: {reason}"),
    Kind.PASS: N_("no pass: {reason}"),
    Kind.SCUTTLE: N_("no scuttle: {reason}"),
    Kind.ONE_OFF: N_("no one-off: {reason}"),
    Kind.DISCARD: N_("no discard: {reason}"),
    Kind.COUNTER: N_("no counter: {reason}"),
    Kind.OFFER: N_("no offer: {reason}"),
}
_ABOUT_THE_MOMENT: Final = (Reason.GAME_OVER, Reason.NOT_ASKED, Reason.OTHER_QUESTION)
_ABOUT_THE_CARD: Final = (
    Reason.NOT_IN_HAND,
    Reason.NOT_SHOWN,
    Reason.FROZEN,
    Reason.NOT_A_NUMBER,
    Reason.NOT_FOR_THAT,
    Reason.DECK_EMPTY,
    Reason.SCRAP_EMPTY,
    Reason.NO_AIM,
)
"""What stands in the way of the card that is played, whatever it is aimed at."""


# What the prompt says of itself ------------------------------------------------------------------


def not_playable(view: View, card: Card, names: Names) -> Sentence:
    """Say why a card has not the effect one might expect; nothing, where it has."""
    kind = expected_kind(view, card)
    if kind in choices.plays(view, card):
        return SILENCE
    action = Action(kind, (card,))
    objection = objection_to(view, action)
    if objection is None:
        return SILENCE
    reason = reason_line(view, objection.action, objection.refusal, names)
    if objection.refusal.reason is Reason.FROZEN:
        return tell(_NOT_CARD, card=card_span(card), reason=reason)
    if objection.refusal.reason is Reason.COVERED:
        reason = _on_guard(objection.refusal)
    return tell(_NOT_SO[Kind.ONE_OFF], card=card_span(card), reason=reason)


def expected_kind(view: View, card: Card) -> Kind:
    """Tell for what a card is worth most, as a rule."""
    rank = rank_of(card)
    if rank == JACK:
        return Kind.JACK
    if rank in (QUEEN, KING):
        return Kind.ROYAL
    if rank == EIGHT and view.ruleset.eight_form in ("permanent", "unowned"):
        return Kind.ROYAL
    if rank > KING and view.ruleset.joker_mode == "stealRoyal":
        return Kind.JOKER
    return Kind.ONE_OFF


def not_targets(
    view: View, action: Action, barred: Sequence[Card], names: Names, owner: Callable[[Card], int]
) -> Sentence:
    """Say why the first card that looks like a target is none.

    Args:
        view: the table.
        action: what is being aimed, without the target that is asked for.
        barred: cards that look like targets and are none.
        names: who reads it.
        owner: tells on whose side a card lies.
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
        return tell("not {who}'s: {cards} on guard", who=names.who(whose), cards=guards)
    return tell(_NOT_CARD, card=card_span(barred[0]), reason=reason)


def no_target_line(key: str, keys: Sequence[str]) -> Sentence:
    """Say that no target has a key, and which keys there are."""
    named = [*keys] if len(keys) <= _NAMED_ONE_BY_ONE else [keys_named(keys)]
    there = listing([Span(one, "target") for one in named], OR)
    return tell(_NO_SUCH_TARGET, key=key, keys=there, esc=Span(key_words("esc"), "key"))


_NAMED_ONE_BY_ONE: Final = 3
_NO_SUCH_TARGET: Final = N_("no target has the key {key}: choose {keys}, or go back with {esc}")


def card_first_line(view: View) -> Sentence:
    """Say that a card comes before the way to play it."""
    return say(_TURNED_UP_FIRST if view.ask is Ask.SEVEN else _CARD_FIRST)


_CARD_FIRST: Final = N_("choose a card of your own first, then how to play it")
HOW_FIRST: Final = N_("choose how first: your card could be played at it in more than one way")
_TURNED_UP_FIRST: Final = N_("choose a card that was turned up first, then how to play it")


def refusal_line(error: CuttleError) -> Sentence:
    """Say why the table did not take an action."""
    if isinstance(error, StaleAction):
        return tell("the table moved on before that arrived: look again")
    if isinstance(error, NotYourTurn):
        return tell("it is not your turn")
    return tell("that is not possible now")
