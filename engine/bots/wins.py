"""Find plays that win at once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.actions import Action, Kind
from engine.cards import JACKS, JOKERS, KINGS, NUMBERS, QUEENS, value_of
from engine.play.legal import legal_actions
from engine.play.perform import play
from engine.play.position import Position
from engine.play.view import Ask, Outcome

_WINNING: Final = (Kind.POINTS, Kind.ROYAL, Kind.JACK, Kind.JOKER, Kind.ONE_OFF)
"""The kinds of play that may win at once: a one-off where a queen lets nobody counter it."""
WINNING_ASKS: Final = (Ask.PLAY, Ask.SEVEN)
"""The asks that are answered by such a play."""
NEAR: Final = 10
"""The most points that a single play brings, or saves as a king."""


def winning(p: Position, legal: Sequence[Action] | None = None) -> tuple[Action, Outcome] | None:
    """Return a play that wins at once for the asked seat, with its outcome; None without one.

    Args:
        p: the position.
        legal: the legal actions, if they are known.
    """
    if p.prompt.ask not in WINNING_ASKS or not _may_win(p):
        return None
    seat, short = p.prompt.seats[0], _short(p, p.prompt.seats[0])
    regains = _may_regain(p, seat)
    for action in legal_actions(p) if legal is None else legal:
        if action.kind not in _WINNING:
            continue
        if action.kind is Kind.POINTS and value_of(action.card) < short:
            continue
        if action.kind is Kind.ONE_OFF and not regains:
            continue
        outcome = won_by(p, seat, action)
        if outcome is not None:
            return action, outcome
    return None


def won_by(p: Position, seat: int, action: Action) -> Outcome | None:
    """Return the outcome if an action of the asked seat wins at once for a seat; None if not."""
    after = p.copy()
    play(after, action)
    outcome = after.outcome
    return outcome if outcome is not None and seat in outcome.winners else None


def _short(p: Position, seat: int) -> int:
    return p.goal(seat) - p.score(seat)


def _may_win(p: Position) -> bool:
    """Return whether the asked seat may have a play that wins: quickly, and rather too often."""
    seat = p.prompt.seats[0]
    short = _short(p, seat)
    hand = p.hands[seat]
    for card in p.shown() if p.revealed else ():
        hand |= 1 << card
    if _highest(hand & NUMBERS) >= short or hand & JOKERS:
        return True
    if hand & KINGS and short <= NEAR:
        return True
    if _may_regain(p, seat):
        return True
    foes = p.rules.foes[seat]
    return hand & JACKS != 0 and max([_highest(p.points[foe]) for foe in foes]) >= short


def _may_regain(p: Position, seat: int) -> bool:
    """Return whether a seat may get cards back by a one-off that nobody can counter."""
    return bool(p.stacks) and p.royals[seat] & QUEENS != 0


def _highest(cards: int) -> int:
    """Return the points of the highest of some number cards; 0 without any."""
    return (cards.bit_length() + 3) >> 2
