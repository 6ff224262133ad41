"""Word plain mode at a table: what is asked, what lies there, and what there is to be said."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from cuttle_tui.ports import TableState
from cuttle_tui.prose import SILENCE, Sentence, card_span, cards, say
from cuttle_tui.wording.asking import Prompt
from cuttle_tui.wording.cards import card_rule
from cuttle_tui.wording.ending import over_prompt
from cuttle_tui.wording.log import secret_line
from cuttle_tui.wording.names import (
    Names,
    ally_of,
    counted,
)
from cuttle_tui.wording.pile import stack_lines
from cuttle_tui.wording.plain_choices import question_of, seat_of
from cuttle_tui.wording.prompt import prompt_of
from engine.cards import Card
from engine.view import Ask, Placed, View


def _prompt(view: View, names: Names, state: TableState) -> Prompt:
    if view.outcome is not None or state.called_off:
        return over_prompt(view, names, state)
    question = replace(
        question_of(view, names),
        away=state.away,
        claimable=state.claimable,
        may_call_off=state.may_call_off,
    )
    return prompt_of(question)


def question_lines(view: View, names: Names, state: TableState) -> Iterator[Sentence]:
    """Say what is asked of the reader, or whom the table waits for, or how the game ended."""
    prompt = _prompt(view, names, state)
    yield say(prompt.head.capitalize())
    if view.ask is Ask.SEVEN and view.revealed:
        yield say("turned up: ", cards(view.revealed))
    yield prompt.sentence
    yield prompt.why


def waiting_for(view: View, names: Names) -> Sentence:
    """Say whose turn begins."""
    return say(f"it is {names.whose(view.mover)} turn")


def over_lines(state: TableState, names: Names) -> Iterator[Sentence]:
    """Say how a game ended, and what may come after it."""
    assert state.view is not None
    yield say("the game is over")
    yield from question_lines(state.view, names, state)
    if state.secret:
        yield secret_line(state.secret)
    gone = any(sitter.kind == "nobody" for sitter in state.sitters)
    again = "" if gone or names.seat is None else "ready to play again, "
    yield say(f"type {again}record for the record, log all for the log, or leave")


NOTHING_ASKED: Final = "nothing is asked of you now"
NOT_DEALT: Final = "the cards are not dealt yet"
NOT_OVER: Final = "the game is not over yet"
NO_SUCH_CHOICE: Final = "there is no such choice"
NO_CARD: Final = "that is no card: type a rank and a suit, as 9H, TS, or 9 of hearts"
NO_UNDO: Final = "moves are taken back only against the computer at home"
NOTHING_TO_UNDO: Final = "there is no move of yours to take back"
UNDONE: Final = "your last move is taken back"
MAY_DO: Final = "that can be done now"
NO_CLOCKS: Final = "there are no clocks"
NO_TALK: Final = "free text is off: type phrases for what can be said"
NOT_NOW: Final = "that cannot be done now"
LEAVE_ASKED: Final = "leaving gives the running game up"
CONCEDE_ASKED: Final = "this gives the game up"
READY_ALREADY: Final = "you are ready; the others are waited for"
SHOWN: Final = "you agree to show your hand to watchers, once all agree"
HIDDEN: Final = "your hand is hidden from watchers"
WATCHING: Final = "you watch; type leave to stop"


def unreadable(text: str) -> str:
    """Say that an action cannot be read."""
    return f"{text} is no action: type for example draw, points 7S, scuttle 9S>8D, oneoff 9C>KD"


def which_line(places: Sequence[int]) -> str:
    """Ask which of several choices is meant."""
    return f"at what? Type one of these numbers: {', '.join(map(str, places))}"


# the table ---------------------------------------------------------------------------------------


def hand_line(view: View) -> Sentence:
    """List the reader's hand."""
    side = view.seats[seat_of(view)]
    if not side.hand_size:
        return say("your hand is empty")
    frozen = say("; frozen: ", cards(side.frozen)) if side.frozen else SILENCE
    return say(f"your hand, {counted(side.hand_size, 'card')}: ", cards(side.hand), frozen)


def score_line(view: View, seat: int, names: Names) -> Sentence:
    """Say how many points a seat has."""
    side = view.seats[seat]
    verb = "have" if names.seat == seat else "has"
    return say(f"{names.who(seat)} {verb} {side.score} of {max(side.goal, 0)} points")


def table_lines(state: TableState, names: Names) -> Iterator[Sentence]:
    """Say what lies on the table, seat by seat, and what is waited for."""
    view = state.view
    assert view is not None
    yield say(f"table {state.title}, turn {view.turn + 1}, rules {view.ruleset.name}")
    seats = range(len(view.seats))
    for seat in sorted(seats, key=lambda one: (one - seat_of(view) - 1) % len(view.seats)):
        yield from _seat_lines(view, seat, names)
    top = say(", ", card_span(view.scrap[-1]), " on top") if view.scrap else SILENCE
    yield say(f"deck: {counted(view.deck_size, 'card')}")
    yield say(f"scrap: {counted(len(view.scrap), 'card')}", top)
    if view.pile or view.revealed:
        yield from stack_lines(view, names)
    if view.viewer is not None:
        yield hand_line(view)
    if view.viewer not in view.asked[:1] and view.outcome is None:
        yield _prompt(view, names, state).sentence


def _seat_lines(view: View, seat: int, names: Names) -> Iterator[Sentence]:
    side = view.seats[seat]
    yield score_line(view, seat, names)
    if seat != view.viewer:
        yield _hand_of(view, seat, names)
    if side.points:
        yield say(f"{names.whose(seat)} points: ", _placed(side.points))
    if side.court:
        yield say(f"{names.whose(seat)} royals: ", _placed(side.court))
    standing = (
        (view.retired, "gave up"),
        (view.absent, "stepped away: the seat plays by rote"),
        (view.conceding, "would give up"),
    )
    for seats, words in standing:
        if seat in seats:
            yield say(f"{names.who(seat)} {words}")


def _hand_of(view: View, seat: int, names: Names) -> Sentence:
    side = view.seats[seat]
    ally = f"{names.who(seat)} is your ally, with" if seat == _ally(view) else ""
    head = ally or f"{names.who(seat)} {'have' if names.seat == seat else 'has'}"
    shown = say(", known to you: ", cards(side.hand)) if side.hand else SILENCE
    frozen = say("; frozen: ", cards(side.frozen)) if side.frozen else SILENCE
    return say(f"{head} {counted(side.hand_size, 'card')} in hand", shown, frozen)


def _ally(view: View) -> int | None:
    return None if view.viewer is None else ally_of(view, view.viewer)


def _placed(placed: Sequence[Placed]) -> Sentence:
    """List cards, each with what lies on it."""
    listed: Sentence = SILENCE
    for one in placed:
        under = say(" under ", cards(one.stack)) if one.stack else SILENCE
        listed = say(listed, ", " if listed else "", card_span(one.card), under)
    return listed


def scrap_lines(newest: Sequence[Card], count: int) -> Iterator[Sentence]:
    """List the scrap as far as it may be looked at."""
    yield say(f"the scrap has {counted(count, 'card')}")
    if newest:
        only = "only the top one may be looked at: " if len(newest) < count else "newest first: "
        yield say(only, cards(list(newest)))


def about_card(view: View, card: Card) -> Sentence:
    """Say what a card is good for."""
    return card_rule(card, view.ruleset)


def time_words(seconds: int) -> str:
    """Say a time."""
    return counted(seconds, "second") if seconds <= 30 else counted(seconds // 60, "minute")


def clock_lines(state: TableState, names: Names) -> Iterator[Sentence]:
    """Tell the clocks."""
    for seat, seconds in enumerate(state.clocks):
        yield say(f"{names.who(seat)}: {time_words(seconds)}")


def time_left(seconds: int) -> Sentence:
    """Warn that one's time runs out."""
    return say(f"your time: {time_words(seconds)} left")
