"""Say why something cannot be done: one reason, put into words from what the engine tells."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from cuttle_tui.objections import Objection, objection_to
from cuttle_tui.prose import SILENCE, Sentence, card_span, cards, say
from cuttle_tui.wording.names import Names, ally_of, number
from engine.actions import Action, Kind
from engine.cards import EIGHT, JACK, KING, NINE, QUEEN, TWO, Card, rank_of
from engine.errors import CuttleError, NotYourTurn, StaleAction
from engine.explain import Reason, Refusal
from engine.view import Ask, View

TARGET_VERBS: Final = {Kind.SCUTTLE: "Scuttle", Kind.JACK: "Steal", Kind.JOKER: "Take"}
ONE_OFF_VERBS: Final = {TWO: "Scrap", NINE: "Evict", EIGHT: "Scrap"}


@dataclass(frozen=True, slots=True)
class _Case:
    """A refusal with what it is about."""

    view: View
    action: Action
    refusal: Refusal
    names: Names

    @property
    def by(self) -> Sentence:
        """Name the cards that stand in the way."""
        return cards(self.refusal.by, most=2)


def reason_line(view: View, action: Action, refusal: Refusal, names: Names) -> Sentence:
    """Say what stands in the way of an action, without saying of which."""
    words = REASONS[refusal.reason]
    return say(words if isinstance(words, str) else words(_Case(view, action, refusal, names)))


def objection_line(view: View, objection: Objection, names: Names) -> Sentence:
    """Say which card or play is refused, and why."""
    action, refusal = objection
    reason = reason_line(view, action, refusal, names)
    if refusal.reason in _ABOUT_THE_MOMENT:
        return reason
    if action.targets:
        return say("not ", card_span(action.targets[-1]), ": ", reason)
    if action.cards:
        return say("not ", cards(action.cards), _AS.get(action.kind, ""), ": ", reason)
    return say(f"no {action.kind.name.lower()}: ", reason)


_AS: Final = {
    Kind.POINTS: " for points",
    Kind.SCUTTLE: " as a scuttle",
    Kind.ONE_OFF: " for its effect",
    Kind.DISCARD: " to the scrap",
}
_ABOUT_THE_MOMENT: Final = (Reason.GAME_OVER, Reason.NOT_ASKED, Reason.OTHER_QUESTION)


# The reasons -------------------------------------------------------------------------------------


def _not_asked(case: _Case) -> str:
    seat = case.refusal.seat
    me = case.view.viewer
    if me is not None and me in case.view.retired:
        return "you gave up: the others play on"
    if me is not None and me in case.view.absent:
        return "you stepped away: q, then b, and you are back"
    return f"{case.names.who(seat)} is asked now, not you" if seat >= 0 else "nobody is asked now"


def _not_hostile(case: _Case) -> str:
    seat, me = case.refusal.seat, case.names.seat
    if seat == me:
        return "it is your own"
    ally = None if me is None else ally_of(case.view, me)
    return f"{case.names.who(seat)} is your ally" if seat == ally else "out of reach"


def _covered(case: _Case) -> Sentence:
    one = len(case.refusal.by) == 1
    return say(case.by, " guards it" if one else " guard it")


def _too_high(case: _Case) -> Sentence:
    (target,) = case.refusal.by
    if rank_of(target) == rank_of(case.action.card):
        tie = case.view.ruleset.scuttle_tie == "suit"
        return say("its suit beats yours" if tie else "equal ranks cannot scuttle each other")
    return say("higher than your ", card_span(case.action.card))


def _no_victim(case: _Case) -> str:
    seat = case.refusal.seat
    if seat >= 0:
        return f"{case.names.who(seat)} holds no card"
    return "the other hand is empty" if len(case.view.seats) == 2 else "no foe holds a card"


def _wrong_answer(case: _Case) -> str:
    what = {Ask.BLOCK: "ten blocks", Ask.REBUFF: "nine answers"}.get(case.view.ask, "two counters")
    return f"only a {what}"


def _wrong_seat(case: _Case) -> str:
    seat = case.refusal.seat
    return f"it cannot go to {case.names.who(seat)}" if seat >= 0 else "name a seat for it"


def _draw_full(case: _Case) -> str:
    return f"a hand of {case.refusal.number} cards draws no more"


def _wrong_count(case: _Case) -> str:
    count = case.refusal.number
    return f"{number(count)} card{'' if count == 1 else 's'} must go"


def _queen_limit(case: _Case) -> str:
    count = case.refusal.number
    return f"a side has {number(count)} queen{'' if count == 1 else 's'} at most"


REASONS: Final[dict[Reason, str | Callable[[_Case], str | Sentence]]] = {
    Reason.GAME_OVER: "the game is over",
    Reason.NOT_ASKED: _not_asked,
    Reason.OTHER_QUESTION: "something else is asked of you now",
    Reason.NOT_IN_HAND: "it is not in your hand",
    Reason.NOT_SHOWN: "only what the seven turned up may be played",
    Reason.NOT_IN_SCRAP: "it is not in the scrap",
    Reason.FROZEN: "frozen until your next turn",
    Reason.NOT_A_NUMBER: "only aces to tens lie for points and scuttle",
    Reason.NOT_FOR_THAT: "it is never played so under these rules",
    Reason.DECK_EMPTY: "the deck is empty",
    Reason.DECK_LEFT: "one passes only once the deck is empty",
    Reason.HAND_FULL: _draw_full,
    Reason.PLAYS_LEFT: "one passes only when nothing else can be done",
    Reason.NO_TARGET: "there is nothing to aim at",
    Reason.NOT_ON_TABLE: "it does not lie on the table",
    Reason.NOT_HOSTILE: _not_hostile,
    Reason.WRONG_KIND: "it does not touch that kind of card",
    Reason.COVERED: _covered,
    Reason.BURIED: lambda case: say(case.by, " lies on it"),
    Reason.TOO_HIGH: _too_high,
    Reason.QUEEN_FORBIDS_SCUTTLE: lambda case: say(case.by, " stops scuttles there"),
    Reason.QUEEN_LIMIT: _queen_limit,
    Reason.SCRAP_EMPTY: "the scrap holds nothing to take",
    Reason.THREE_BARRED: "no three takes a three",
    Reason.NO_VICTIM: _no_victim,
    Reason.NEEDS_TARGET: "there is nothing to aim at",
    Reason.NO_AIM: "it is played without an aim",
    Reason.TWO_TARGETS: "two cards must be named",
    Reason.ON_ONE_ANOTHER: "one of the two lies on the other",
    Reason.WRONG_SEAT: _wrong_seat,
    Reason.WRONG_ANSWER: _wrong_answer,
    Reason.SHIELDED: "a queen shields it from your answer",
    Reason.WRONG_COUNT: _wrong_count,
    Reason.MUST_PLAY: "one of the cards turned up can be played, so none is scrapped",
    Reason.OFFERS_OFF: "no draw can be offered now",
}
"""Every reason there is, in words."""


# What the prompt says of itself ------------------------------------------------------------------


def not_playable(view: View, card: Card, names: Names) -> Sentence:
    """Say why a card has not the effect one might expect."""
    action = Action(expected_kind(view, card), (card,))
    objection = objection_to(view, action)
    if objection is None:
        return SILENCE
    reason = reason_line(view, *objection, names)
    if objection.refusal.reason is Reason.FROZEN:
        return say("not ", card_span(card), ": ", reason)
    if objection.refusal.reason is Reason.COVERED:
        reason = say(cards(objection.refusal.by, most=2), " on guard")
    return say("not ", card_span(card), " for its effect: ", reason)


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
    reason = reason_line(view, *objection, names)
    whose = owner(barred[0])
    many = sum(owner(card) == whose for card in barred) > 1
    if objection.refusal.reason is Reason.COVERED and many and len(view.seats) > 2:
        return say(f"not {names.whose(whose)}: ", cards(objection.refusal.by), " on guard")
    return say("not ", card_span(barred[0]), ": ", reason)


CARD_FIRST: Final = say("choose a card of your own first, then how to play it")


def refusal_line(error: CuttleError) -> Sentence:
    """Say why the table did not take an action."""
    if isinstance(error, StaleAction):
        return say("the table moved on before that arrived: look again")
    if isinstance(error, NotYourTurn):
        return say("it is not your turn")
    return say("that is not possible now")
