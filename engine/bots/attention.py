"""See what is plain: the play that wins, the plays that do not lose at once or harm oneself."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice
from typing import Final

from engine.actions import DECLINE, Action, Kind
from engine.cards import JACKS, JOKERS, KINGS, NUMBERS, QUEENS, members, set_of, value_of
from engine.play.legal import legal_actions
from engine.play.observe import determinize
from engine.play.perform import play
from engine.play.position import Position
from engine.play.view import RESPONSE_ASKS, Ask, Outcome, View

_WINNING: Final = (Kind.POINTS, Kind.ROYAL, Kind.JACK, Kind.JOKER, Kind.ONE_OFF)
"""The kinds of play that may win at once: a one-off where a queen lets nobody counter it."""
WINNING_ASKS: Final = (Ask.PLAY, Ask.SEVEN)
"""The asks that are answered by such a play."""
NEAR: Final = 10
"""The most points that a single play brings, or saves as a king."""


def winning(p: Position, legal: Sequence[Action] | None = None) -> tuple[Action, Outcome] | None:
    """Return a play that wins at once for the asked seat, with its outcome; None without one."""
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


_DRAWN: Final = 8
"""Cards on top of the deck that are shuffled for every deal: lines draw fewer."""


class Deals:
    """Deals the cards whose place a seat does not know, again and again."""

    def __init__(self, view: View, rng: random.Random) -> None:
        self._random = rng.random
        self._base = determinize(view, b"search")
        self._base.events = None
        base = self._base
        self._down = view.unknown_deck
        self._top = base.deck[self._down :]
        self._missing = [part.hand_size - len(part.known) for part in view.seats]
        self._known = [set_of(part.known) for part in view.seats]
        pool = base.deck[: self._down]
        for hand, known in zip(base.hands, self._known, strict=True):
            pool += members(hand & ~known)
        self._pool = sorted(pool)
        self._count = 0

    def next(self) -> Position:
        """Deal once more."""
        p = self._base.copy()
        pool = self._pool
        end = len(pool)
        draw = self._random
        for last in range(end - 1, max(0, self._down - _DRAWN) - 1, -1):
            other = int(draw() * (last + 1))
            pool[last], pool[other] = pool[other], pool[last]
        at = end
        for seat, missing in enumerate(self._missing):
            if missing:
                hand = self._known[seat]
                for card in pool[at - missing : at]:
                    hand |= 1 << card
                p.hands[seat] = hand
                at -= missing
        p.deck = pool[: self._down] + self._top
        self._count += 1
        p.seed = b"%d" % self._count
        return p


_GUESSES: Final = 8
"""How often the hidden cards are guessed."""
_SAFER: Final = 3
"""In how many guesses more than another a play loses that is left out."""
_SURE: Final = 24
"""In how many guesses a play holds that is sure to, where only the deck is hidden."""
_STEPS: Final = 12
"""Answers that are followed after a play."""
_OPTIONS: Final = 30
"""Choices of cards that are tried, say of what to discard."""


def attended(view: View, seed: int) -> View:
    """Return the view with only those legal actions between which it takes thought to choose.

    If some win at once, they are left; otherwise those that lose to the next play of an opponent
    are left out, and then those that harm the viewer's own side, if there are others.
    """
    if len(view.legal) < 2:
        return view
    won = wins(view)
    if won:
        return replace(view, legal=won)
    # an opponent may win by its next play, or by the one that is announced
    foes = [view.seats[foe] for foe in _foes(view)]
    near = any(part.goal - part.score <= NEAR for part in foes)
    if near or view.pile or _has_stacks(view):
        view = replace(view, legal=_held(view, seed))
    return replace(view, legal=harmless(view))


def wins(view: View) -> tuple[Action, ...]:
    """Return the legal actions that win at once, whatever is hidden."""
    seat = view.viewer
    if seat is None or not view.legal:
        return ()
    part = view.seats[seat]
    near = part.goal - part.score <= NEAR or _has_stacks(view)
    if view.ask not in RESPONSE_ASKS and not (near and view.ask in WINNING_ASKS):
        return ()
    guesses = list(islice(_guesses(view, 0), 2))
    return tuple(
        action
        for action in view.legal
        if all(won_by(guess, seat, action) is not None for guess in guesses)
    )


_MOST_REPLIES: Final = 60
"""Replies of an opponent to a play; with more of them nothing is taken for sure."""


def reckoned(view: View, seed: int) -> View:
    """Return the view with only those plays that win by the next turn, whatever the opponent does.

    Only between two seats, and where the viewer knows the other hand; without such a play the view
    is returned as it is.
    """
    foe = None if view.viewer is None or len(view.seats) > 2 else view.seats[1 - view.viewer]
    if view.viewer is None or foe is None or view.ask is not Ask.PLAY or len(view.legal) < 2:
        return view
    own = view.seats[view.viewer]
    if len(foe.known) < foe.hand_size or own.goal - own.score > 2 * NEAR:
        return view
    guesses = list(islice(_guesses(view, seed), _SURE))
    sure = tuple(
        action
        for action in view.legal
        if all(_wins_by(guess, action, own.side, _STEPS) for guess in guesses)
    )
    return replace(view, legal=sure) if sure else view


def _wins_by(p: Position, action: Action, side: int, steps: int) -> bool:
    """Return whether a side wins by its next turn after an action, whatever the other replies."""
    after = p.copy()
    play(after, action)
    sides = p.rules.ruleset.sides
    if after.outcome is not None:
        return any(sides[winner] == side for winner in after.outcome.winners)
    mine = sides[after.prompt.seats[0]] == side
    legal = legal_actions(after)
    if mine and after.prompt.ask is Ask.PLAY:
        return winning(after, legal) is not None
    if not steps or len(legal) > _MOST_REPLIES:
        return False
    decide = any if mine else all
    return decide(_wins_by(after, reply, side, steps - 1) for reply in legal)


def _foes(view: View) -> list[int]:
    """Return the seats that play against the viewer."""
    sides = view.ruleset.sides
    own = None if view.viewer is None else sides[view.viewer]
    return [seat for seat, side in enumerate(sides) if side != own and seat not in view.retired]


def _has_stacks(view: View) -> bool:
    """Return whether cards were taken over: several may go back at once."""
    return any(placed.stack for part in view.seats for placed in part.points)


def _held(view: View, seed: int) -> tuple[Action, ...]:
    """Return the legal actions without those that lose at once, if others do not.

    Who knows the hands of all opponents takes no chance with the deck where another play is sure.
    """
    seat = view.viewer or 0
    foes = [view.seats[foe] for foe in _foes(view)]
    if all(len(foe.known) == foe.hand_size for foe in foes):
        guesses = list(islice(_guesses(view, seed), _SURE))
        sure = [a for a in view.legal if not any(_loses(guess, a, seat) for guess in guesses)]
        if sure:
            return tuple(sure)
    # else without those that lose much oftener than others
    lost = dict.fromkeys(view.legal, 0)
    for guess in islice(_guesses(view, seed), _GUESSES):
        for action in view.legal:
            lost[action] += _loses(guess, action, seat)
    least = min(lost.values())
    bound = min(least + _SAFER, _GUESSES) if least < _GUESSES else _GUESSES + 1
    return tuple(action for action in view.legal if lost[action] < bound)


def _guesses(view: View, seed: int) -> Iterator[Position]:
    deals = Deals(view, random.Random(f"{seed} {view.ply} at a glance"))
    while True:
        yield deals.next()


def _loses(p: Position, action: Action, seat: int, steps: int = _STEPS) -> bool:
    """Return whether a seat has lost, after a play, before its side's next turn."""
    after = p.copy()
    play(after, action)
    allies = after.rules.allies[seat]
    while after.outcome is None and steps:
        steps -= 1
        asked, ask = after.prompt.seats[0], after.prompt.ask
        legal = legal_actions(after)
        if ask is Ask.PLAY and asked in allies:
            return False
        if ask is not Ask.PLAY:
            decide = all if asked in allies else any
            return decide(_loses(after, option, seat, steps) for option in legal[:_OPTIONS])
        if winning(after, legal) is not None:
            return True
        if after.rules.around[asked][1] in allies:
            return False
        play(after, legal[0])
    winners = () if after.outcome is None else after.outcome.winners
    return bool(winners) and seat not in winners


# harm to oneself ----------------------------------------------------------------------------------

_MAY_HARM: Final = frozenset(
    {Kind.SCUTTLE, Kind.JACK, Kind.JOKER, Kind.ONE_OFF, Kind.COUNTER, Kind.BLOCK, Kind.REBUFF}
)
"""The kinds of play that change what others have, or keep it from being changed."""
_ROYAL: Final = 5.0
"""What a royal is worth, in points."""
_HELD: Final = 0.5
"""What a card in hand is worth, in points."""


def harmless(view: View) -> tuple[Action, ...]:
    """Return the legal actions without those that harm the viewer's side, if others are left.

    A play harms if it costs the side more than it costs any other: a two or nine at its own royal,
    an ace with the most points on the table, a counter against an opponent's foolish six. What is
    compared is what everybody sees, as if nobody countered: points, royals, and sizes of hands.
    """
    if view.viewer is None or not any(action.kind in _MAY_HARM for action in view.legal):
        return view.legal
    p = determinize(view, b"harm")
    before = p
    if view.ask in RESPONSE_ASKS:
        before = _resolved(p, DECLINE)
    kept = tuple(
        action
        for action in view.legal
        if action.kind not in _MAY_HARM or not _harms(p, before, action, view.viewer)
    )
    return kept or view.legal


def _harms(p: Position, before: Position, action: Action, seat: int) -> bool:
    """Return whether a play costs the side of a seat more than each of the others."""
    after = _resolved(p, action)
    sides = p.rules.ruleset.sides
    own = sides[seat]
    if after.outcome is not None and after.outcome.winners:
        return all(sides[winner] != own for winner in after.outcome.winners)
    losses = dict.fromkeys(sides, 0.0)
    for each, side in enumerate(sides):
        losses[side] += _worth(before, each) - _worth(after, each)
    if p.hands[seat] >> action.card & 1:
        losses[own] -= _HELD * len(action.cards)  # every play costs its card
    return all(losses[own] > loss for side, loss in losses.items() if side != own)


def _resolved(p: Position, action: Action) -> Position:
    """Return a position after an action that nobody answers."""
    after = p.copy()
    play(after, action)
    while after.outcome is None and after.prompt.ask in RESPONSE_ASKS:
        play(after, DECLINE)
    return after


def _worth(p: Position, seat: int) -> float:
    """Return what a seat has on the table and in hand, in points."""
    royals, hand = p.royals[seat].bit_count(), p.hands[seat].bit_count()
    return p.score(seat) + _ROYAL * royals + _HELD * hand
