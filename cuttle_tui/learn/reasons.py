"""Say why a puzzle is solved: what the first move did, and what the opponent can do no more."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from cuttle_tui.coach.purposes import purpose_line
from cuttle_tui.i18n.translation import SILENCE, Sentence, card_span, say, tell
from cuttle_tui.kit.names import Names, names_of
from cuttle_tui.learn.puzzles import Puzzle
from cuttle_tui.ports import TableState
from cuttle_tui.table.words.menu_lines import choice_words
from engine.actions import Action, Kind
from engine.cards import Card
from engine.coach.plays import purposes
from engine.coach.purposes import Purpose
from engine.play.events import Event, PlayedPoints, PlayedRoyal, Stole
from engine.play.view import Outcome, View

_IDLE: Final = (Kind.DRAW, Kind.PASS, Kind.DECLINE)
"""What leaves the table as it is."""
_SAID_OTHERWISE: Final = ("stops", "nears", "wins", "wins-unless", "sure", "safe", "exposed")
"""What a move is for that the score or the opponent's threat tells better."""
_SHOWS_SCORE: Final = (Kind.POINTS, Kind.ROYAL)
"""Moves whose words tell the score or the goal after them."""


@dataclass(frozen=True, slots=True)
class _Reason:
    """Why a first move solves a puzzle, as data."""

    before: View
    found: tuple[Purpose, ...]
    """What the move is for."""
    idled: TableState | None = None
    """The table after nothing was done about it, if that fails."""


@lru_cache(maxsize=8)
def _reason(puzzle: Puzzle, first: Action) -> _Reason:
    """Work out why; the reply to doing nothing is searched as that to any wrong answer."""
    contest = puzzle.contest()
    before = contest.view
    found = purposes(before, first)
    legal = (action for kind in _IDLE for action in before.legal if action.kind is kind)
    idle = next((action for action in legal if action not in puzzle.solutions), None)
    if idle is None:
        return _Reason(before, found)
    contest.submit(idle, before.ply)
    return _Reason(before, found, contest.state() if contest.failed else None)


def why_solved(puzzle: Puzzle, first: Action, end: TableState) -> Sentence:
    """Say in a sentence why a first move solved a puzzle, which ended at the table as given."""
    if first.kind is Kind.DRAW:
        return tell("no card in your hand does it")
    reason, names = _reason(puzzle, first), names_of(end.sitters, 0)
    did = _did(reason, names) or choice_words(reason.before, first, names)
    wins = any(purpose.kind == "wins" for purpose in reason.found)
    told = SILENCE
    if not (wins and first.kind in _SHOWS_SCORE):
        told = _reached(end) or _threat(reason.idled, names)
    return tell("{told}; {more}", told=did, more=told) if told else say(did)


def _did(reason: _Reason, names: Names) -> Sentence:
    """Say the main thing that the move did to the table."""
    told = [purpose for purpose in reason.found if purpose.kind not in _SAID_OTHERWISE]
    return purpose_line(told[0], names) if told else SILENCE


def _reached(end: TableState) -> Sentence:
    """Tell the score with which the player won, where it is points that won."""
    outcome = _outcome(end)
    if end.view is None or outcome is None or outcome.winners != (0,) or outcome.why != "goal":
        return SILENCE
    me = end.view.seats[0]
    return tell("you have {score} of {goal}", score=me.score, goal=me.goal) if me.goal > 0 else ()


def _threat(idled: TableState | None, names: Names) -> Sentence:
    """Tell with what an opponent would have won, had nothing been done."""
    outcome = None if idled is None else _outcome(idled)
    if idled is None or outcome is None or not outcome.winners or 0 in outcome.winners:
        return SILENCE
    winner = outcome.winners[0]
    card, who = _winning_card(idled.log, winner), names.who(winner)
    if card is None:
        return tell("otherwise {who} can win", who=who)
    return tell("otherwise {who} can win with {card}", who=who, card=card_span(card))


def _winning_card(log: Sequence[Event], winner: int) -> Card | None:
    """Return the card that brought the last points, or lowered the goal."""
    played = (PlayedPoints, PlayedRoyal, Stole)
    cards = [each.card for each in log if isinstance(each, played) and each.seat == winner]
    return cards[-1] if cards else None


def _outcome(state: TableState) -> Outcome | None:
    return None if state.view is None else state.view.outcome
