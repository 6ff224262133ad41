"""What a computer player is, and one that looks a single action ahead."""

from __future__ import annotations

import random
from typing import Final, Protocol

from engine.actions import Action, Kind
from engine.cards import EIGHTS, KINGS, QUEENS, members, rank_of
from engine.play.legal import legal_actions
from engine.play.observe import determinize
from engine.play.perform import play
from engine.play.position import Position
from engine.play.view import RESPONSE_ASKS, Ask, View


class Player(Protocol):
    """Chooses actions for a seat, from its view alone."""

    def choose(self, view: View, seed: int) -> Action:
        """Choose among the view's legal actions; the same view and seed give the same choice.

        Args:
            view: the game as the player's seat sees it; it must be asked.
            seed: the source of the player's random numbers.
        """


def chance_at(view: View, seed: int) -> random.Random:
    """Return a source of chance for a choice: another one wherever the table looks different."""
    sides = [
        (part.hand, [placed.card for placed in (*part.points, *part.royals)]) for part in view.seats
    ]
    pile = [str(pending.action) for pending in view.pile]
    return random.Random(f"{seed} {view.ply} {sides} {view.scrap} {view.deck_size} {pile}")


def out_of_turn(view: View) -> Action | None:
    """Choose an action out of turn: join a partner who wants to concede."""
    seat = view.viewer
    if seat is None or view.outcome is not None or seat in (*view.conceding, *view.absent):
        return None
    side = view.seats[seat].side
    joined = any(view.seats[other].side == side for other in view.conceding)
    return Action(Kind.CONCEDE, seat=seat) if joined else None


_KEEP: Final = (1.2, 2.6, 1.3, 1.0, 1.5, 1.1, 1.6, 1.0, 1.7, 1.9, 2.6, 2.8, 3.4, 2.5)
"""The value of a card in hand, ace to joker, in points on the table."""

_WON: Final = 1000.0


def choose(view: View, seed: int) -> Action:
    """Choose among the legal actions of the view of a seat that is asked, on a random guess."""
    return best(view, view.legal, seed)


def best(view: View, plays: tuple[Action, ...], seed: int) -> Action:
    """Return the best of some of the view's legal actions; a forced one takes as long to find."""
    seat, guess = _guess(view, seed)
    return max(plays, key=lambda action: _worth(guess, seat, action))


def worths(view: View, seed: int) -> list[tuple[Action, float]]:
    """Return what each legal action is worth to the viewer."""
    seat, guess = _guess(view, seed)
    return [(action, _worth(guess, seat, action)) for action in view.legal]


def standing(view: View, seed: int) -> float:
    """Return what the viewer's position is worth to it."""
    seat, guess = _guess(view, seed)
    return evaluate(guess, seat)


def _guess(view: View, seed: int) -> tuple[int, Position]:
    """Guess what the viewer cannot see; return its seat and the position."""
    assert view.viewer is not None
    guess = determinize(view, seed.to_bytes(8, "big") + view.ply.to_bytes(4, "big"))
    guess.offerer = view.viewer
    return view.viewer, guess


def _worth(guess: Position, seat: int, action: Action) -> float:
    after = guess.copy()
    play(after, action)
    for _ in range(6):  # resolve what was announced, unanswered
        ask = after.prompt.ask
        if ask not in RESPONSE_ASKS and not _is_own_choice(after, seat):
            break
        options = legal_actions(after)
        if _is_own_choice(after, seat):
            best = max(options, key=lambda option: _after(after, seat, option))
            play(after, best)
        else:
            play(after, options[0])
    may_be_countered = action.kind is Kind.ONE_OFF and not guess.royals[seat] & QUEENS
    return evaluate(after, seat) - (_RISK if may_be_countered else 0.0)


_RISK: Final = 0.6
"""What a one-off costs for the chance that a two counters it."""
_OWN_CHOICES: Final = (Ask.FETCH, Ask.PAY, Ask.SEVEN, Ask.LIMIT)


def _is_own_choice(p: Position, seat: int) -> bool:
    return p.prompt.seats[:1] == (seat,) and p.prompt.ask in _OWN_CHOICES


def _after(p: Position, seat: int, option: Action) -> float:
    after = p.copy()
    play(after, option)
    return evaluate(after, seat)


def evaluate(p: Position, seat: int) -> float:
    """Evaluate a position for a seat: higher is better; a won game is worth a thousand."""
    if p.outcome is not None:
        if not p.outcome.winners:
            return 0.0
        return _WON if seat in p.outcome.winners else -_WON
    allies = p.rules.allies[seat]
    mine = max(_standing(p, ally) for ally in allies)
    foes = max(_standing(p, foe) for foe in p.rules.foes[seat])
    hands = sum(
        sum(_KEEP[rank_of(card)] for card in members(p.hands[s])) * (1 if s in allies else -1)
        for s in range(p.rules.seats)
    )
    return mine - 1.1 * foes + 0.5 * hands


def _standing(p: Position, seat: int) -> float:
    """Evaluate a seat's side of the table: its distance from the goal, and its royals."""
    goal = max(p.goal(seat), 1)
    score = p.score(seat)
    nearness = score / goal
    queens = (p.royals[seat] & QUEENS).bit_count()
    kings = (p.royals[seat] & KINGS).bit_count()
    glasses = (p.royals[seat] & EIGHTS).bit_count()
    worth = 14 * nearness + 10 * nearness * nearness
    worth += 2.2 * kings + (3.0 if queens else 0.0) + 1.0 * max(0, queens - 1)
    worth += 0.9 * min(glasses, 1)
    return worth
