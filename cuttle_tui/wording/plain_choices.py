"""Word the numbered choices of plain mode: each legal action as one short line."""

from __future__ import annotations

from typing import Final

from cuttle_tui.choose import NOTHING, settle
from cuttle_tui.prose import SILENCE, Sentence, card_span, cards, say
from cuttle_tui.wording.asking import Question
from cuttle_tui.wording.names import (
    Names,
    counted,
    goal_with,
    kings_of,
)
from cuttle_tui.wording.plays import play_label
from cuttle_tui.wording.threat import owner_of
from engine.actions import Action, Kind
from engine.cards import EIGHT, KING, QUEEN, Card, rank_of, value_of
from engine.view import Ask, View


def seat_of(view: View) -> int:
    """Tell from which seat one looks: a watcher sits behind the first."""
    return 0 if view.viewer is None else view.viewer


def question_of(view: View, names: Names) -> Question:
    """Hold what the prompt is worded from, with nothing chosen yet."""
    seat = seat_of(view)
    return Question(view, seat, names, settle(view, NOTHING, seat))


def choice_words(view: View, action: Action, names: Names) -> Sentence:
    """Word one legal action of the seat that is asked."""
    if action.kind in _ANSWERS:
        return say(_ANSWERS[action.kind], card_span(action.card))
    if action.kind is Kind.DISCARD:
        return _discard(view, action)
    if action.kind is Kind.POINTS:
        return _points(view, action)
    if action.kind is Kind.ROYAL:
        return _royal(view, action)
    if action.kind is Kind.ONE_OFF:
        return _one_off(view, action, names)
    if action.kind in _TAKES:
        return _takes(view, action, names)
    return say(_BARE[action.kind])


_ANSWERS: Final = {
    Kind.COUNTER: "counter with ",
    Kind.BLOCK: "block with ",
    Kind.REBUFF: "answer with ",
    Kind.TAKE: "take ",
}
_TAKES: Final = {Kind.SCUTTLE: "scuttle", Kind.JACK: "steal", Kind.JOKER: "take"}
_BARE: Final = {
    Kind.DRAW: "draw a card",
    Kind.PASS: "pass",
    Kind.DECLINE: "let it happen",
    Kind.ACCEPT: "accept the draw",
    Kind.REJECT: "play on",
}


def _discard(view: View, action: Action) -> Sentence:
    if not action.cards:
        return say("discard nothing")
    verb = "throw away " if view.ask is Ask.SEVEN else "discard "
    return say(verb, cards(action.cards))


def _points(view: View, action: Action) -> Sentence:
    side = view.seats[seat_of(view)]
    total = side.score + value_of(action.card)
    return say(card_span(action.card), f" for points, {total} of {max(side.goal, 0)}")


def _royal(view: View, action: Action) -> Sentence:
    rank = rank_of(action.card)
    if rank == KING:
        goal = goal_with(view, seat_of(view), kings_of(view, seat_of(view)) + 1)
        end = f" as a king, goal {goal}" if goal > 0 else " as a king, no goal left"
    else:
        end = {QUEEN: " on guard", EIGHT: " as glasses"}.get(rank, " on the table")
    return say(card_span(action.card), end)


def _one_off(view: View, action: Action, names: Names) -> Sentence:
    what = play_label(question_of(view, names), action.card, Kind.ONE_OFF)
    aims = [_target(view, target, names) for target in action.targets]
    at = say(" at ", aims[0], *(say(" and ", one) for one in aims[1:])) if aims else SILENCE
    against = f" against {names.who(action.seat)}" if action.seat >= 0 else ""
    return say(card_span(action.card), " as a ", what, at, against)


def _takes(view: View, action: Action, names: Names) -> Sentence:
    target = _target(view, action.targets[0], names)
    named = action.seat >= 0 and action.seat != view.viewer
    whom = f" for {names.who(action.seat)}" if named else ""
    return say(f"{_TAKES[action.kind]} ", target, " with ", card_span(action.card), whom)


def _target(view: View, card: Card, names: Names) -> Sentence:
    return say(f"{names.whose(owner_of(view, card))} ", card_span(card))


def numbered(place: int, what: Sentence) -> Sentence:
    """Head a choice with its number."""
    return say(f"{place}: ", what)


def card_line(card: Card) -> Sentence:
    """Name a card in a list."""
    return say(card_span(card))


def closing(count: int, pick: int) -> str:
    """Say what to type: the last line of every question, for which scripts wait."""
    return f"Type {counted(pick, 'number')}, 1 to {count}."
