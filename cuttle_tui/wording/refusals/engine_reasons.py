"""Say what stands in the way of an action: each reason of the engine in words."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from cuttle_tui.i18n.rich_text import Sentence, card_span, cards, say, tell
from cuttle_tui.i18n.translation import N_, Message, Plural, counted
from cuttle_tui.wording.names import Names, ally_of
from cuttle_tui.wording.refusals.no_target import missing_line
from engine.actions import Action
from engine.cards import rank_of
from engine.play.explain import Reason, Refusal
from engine.play.view import Ask, View


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
    if isinstance(words, Message):
        return say(words)
    return words(_Case(view, action, refusal, names))


def _not_asked(case: _Case) -> Sentence:
    seat = case.refusal.seat
    me = case.view.viewer
    if me is not None and me in case.view.retired:
        return tell("you gave up: the others play on")
    if me is not None and me in case.view.absent:
        return tell("you stepped away: q, then b, and you are back")
    if seat < 0:
        return tell("nobody is asked now")
    return tell("{who} is asked now, not you", who=case.names.who(seat))


def _not_hostile(case: _Case) -> Sentence:
    seat, me = case.refusal.seat, case.names.seat
    if seat == me:
        return tell("it is your own")
    if me is None or seat != ally_of(case.view, me):
        return tell("out of reach")
    return tell("{who} is your ally", who=case.names.who(seat))


def _covered(case: _Case) -> Sentence:
    if len(case.refusal.by) == 1:
        return tell("{card} guards it", card=case.by)
    return tell("{cards} guard it", cards=case.by)


def _buried(case: _Case) -> Sentence:
    return tell("{card} lies on it", card=case.by)


def _too_high(case: _Case) -> Sentence:
    (target,) = case.refusal.by
    if rank_of(target) != rank_of(case.action.card):
        return tell("higher than your {card}", card=card_span(case.action.card))
    if case.view.ruleset.scuttle_tie == "suit":
        return tell("its suit beats yours")
    return tell("equal ranks cannot scuttle each other")


def _queen_forbids(case: _Case) -> Sentence:
    return tell("{card} stops scuttles there", card=case.by)


def _missing(case: _Case) -> Sentence:
    return missing_line(case.view, case.action, case.names)


def _no_victim(case: _Case) -> Sentence:
    seat = case.refusal.seat
    if seat >= 0:
        return case.names.by(seat, N_("you hold no card"), N_("{who} holds no card"))
    if len(case.view.seats) == 2:
        return tell("the other hand is empty")
    return tell("no foe holds a card")


def _wrong_answer(case: _Case) -> Sentence:
    return say(_ANSWERS.get(case.view.ask, N_("only a two counters")))


_ANSWERS: Final = {Ask.BLOCK: N_("only a ten blocks"), Ask.REBUFF: N_("only a nine answers")}


def _wrong_seat(case: _Case) -> Sentence:
    seat = case.refusal.seat
    if seat < 0:
        return tell("name a seat for it")
    return tell("it cannot go to {who}", who=case.names.who(seat))


def _draw_full(case: _Case) -> Sentence:
    full = Plural("a hand of {n} card draws no more", "a hand of {n} cards draws no more")
    return say(counted(case.refusal.number, full))


def _wrong_count(case: _Case) -> Sentence:
    count = case.refusal.number
    return say(_MUST_GO.get(count) or counted(count, _MANY_MUST_GO))


_MUST_GO: Final = {
    1: N_("one card must go"),
    2: N_("two cards must go"),
    3: N_("three cards must go"),
    4: N_("four cards must go"),
}
_MANY_MUST_GO: Final = Plural("{n} card must go", "{n} cards must go")


def _queen_limit(case: _Case) -> Sentence:
    count = case.refusal.number
    return say(_QUEENS.get(count) or counted(count, _MANY_QUEENS))


_QUEENS: Final = {
    1: N_("a side has one queen at most"),
    2: N_("a side has two queens at most"),
    3: N_("a side has three queens at most"),
}
_MANY_QUEENS: Final = Plural("a side has {n} queen at most", "a side has {n} queens at most")


REASONS: Final[dict[Reason, Message | Callable[[_Case], Sentence]]] = {
    Reason.GAME_OVER: N_("the game is over"),
    Reason.NOT_ASKED: _not_asked,
    Reason.OTHER_QUESTION: N_("something else is asked of you now"),
    Reason.NOT_IN_HAND: N_("it is not in your hand"),
    Reason.NOT_SHOWN: N_("only what the seven turned up may be played"),
    Reason.NOT_IN_SCRAP: N_("it is not in the scrap"),
    Reason.FROZEN: N_("frozen until your next turn"),
    Reason.NOT_A_NUMBER: N_("only aces to tens lie for points and scuttle"),
    Reason.NOT_FOR_THAT: N_("it is never played so under these rules"),
    Reason.DECK_EMPTY: N_("the deck is empty"),
    Reason.DECK_LEFT: N_("one passes only once the deck is empty"),
    Reason.HAND_FULL: _draw_full,
    Reason.PLAYS_LEFT: N_("one passes only when nothing else can be done"),
    Reason.NO_TARGET: _missing,
    Reason.NOT_ON_TABLE: N_("it does not lie on the table"),
    Reason.NOT_HOSTILE: _not_hostile,
    Reason.WRONG_KIND: N_("it does not touch that kind of card"),
    Reason.COVERED: _covered,
    Reason.BURIED: _buried,
    Reason.TOO_HIGH: _too_high,
    Reason.QUEEN_FORBIDS_SCUTTLE: _queen_forbids,
    Reason.QUEEN_LIMIT: _queen_limit,
    Reason.SCRAP_EMPTY: N_("the scrap holds nothing to take"),
    Reason.THREE_BARRED: N_("no three takes a three"),
    Reason.NO_VICTIM: _no_victim,
    Reason.NEEDS_TARGET: _missing,
    Reason.NO_AIM: N_("it is played without an aim"),
    Reason.TWO_TARGETS: N_("two cards must be named"),
    Reason.ON_ONE_ANOTHER: N_("one of the two lies on the other"),
    Reason.WRONG_SEAT: _wrong_seat,
    Reason.WRONG_ANSWER: _wrong_answer,
    Reason.SHIELDED: N_("a queen shields it from your answer"),
    Reason.WRONG_COUNT: _wrong_count,
    Reason.MUST_PLAY: N_("one of the cards turned up can be played, so none is scrapped"),
    Reason.OFFERS_OFF: N_("no draw can be offered now"),
}
"""Every reason there is, in words."""
