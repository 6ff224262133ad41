"""End actions, turns and games: wins, hand limits, thawing, the run of passes."""

from __future__ import annotations

from engine.actions import PASS
from engine.cards import FIRST_KING, points_of
from engine.play.compiled import OVER, prompt_of
from engine.play.events import Ended
from engine.play.legal import legal_actions
from engine.play.position import Position
from engine.play.view import Ask, Outcome
from engine.rules.rulesets import WON


def end_action(p: Position) -> None:
    """End an action: check for a win, count a pass, apply the hand limit, then end the turn."""
    if p.pending_sevens:
        p.scrap += p.pending_sevens
        p.pending_sevens.clear()
    rules = p.rules
    if p.unsettled and (_won_by_any(p) if rules.any_now else _won_by_kings(p)):
        return
    if p.idle_turn and rules.steps and not _wins_at_turn_end(p):
        count_pass(p)
        if p.outcome is not None:
            return
    seat = p.mover
    if p.grown >> seat & 1:
        p.grown &= ~(1 << seat)
        owed = p.hands[seat].bit_count() - rules.limit
        if owed > 0 and seat not in p.retired:
            p.prompt = prompt_of(Ask.LIMIT, (seat,), owed)
            return
    end_turn(p)


def _won_by_any(p: Position) -> bool:
    """Return whether a seat has reached its goal, and end the game if so."""
    rules = p.rules
    unsettled = p.unsettled
    p.unsettled = 0
    for seat in rules.around[p.mover]:
        if not unsettled >> seat & 1:
            continue
        needed = rules.goal_with[p.royals[seat] >> FIRST_KING & 0b1111]
        if points_of(p.points[seat]) >= needed and seat not in p.retired:
            win(p, seat)
            return True
    return False


def _won_by_kings(p: Position) -> bool:
    for seat in p.rules.around[p.mover]:
        if p.goal(seat) == WON and seat not in p.retired:
            win(p, seat)
            return True
    return False


def _wins_at_turn_end(p: Position) -> bool:
    seat = p.mover
    return not p.rules.any_now and seat not in p.retired and p.score(seat) >= p.goal(seat)


def end_turn(p: Position) -> None:
    """End a turn: check for a win, thaw, count passes and sudden death; then start the next."""
    seat = p.mover
    rules = p.rules
    if not rules.any_now and _wins_at_turn_end(p):
        win(p, seat)
        return
    p.frozen[seat] = 0
    if p.sudden >= 0 or p.idle_turn:
        _count_down(p)
        if p.outcome is not None:
            return
        p.idle_turn = False
    elif not rules.steps:
        p.passes = 0
    p.offerer = -1
    p.turn += 1
    seat = rules.after[seat]
    while p.retired and seat in p.retired:
        seat = rules.after[seat]
    p.mover = seat
    p.prompt = rules.play_prompts[seat]
    if rules.auto_pass and legal_actions(p) == [PASS]:
        p.prompt = rules.forced_pass_prompts[seat]


def _count_down(p: Position) -> None:
    """Count a turn of sudden death, or an idle turn as a pass."""
    if p.sudden >= 0:
        p.sudden -= 1
        if p.sudden == 0:
            over(p, Outcome((), "suddenDeath"))
    elif not p.rules.steps:
        count_pass(p)


def count_pass(p: Position) -> None:
    if p.sudden >= 0:
        return
    p.passes += 1
    needed = max(2, p.rules.ruleset.pass_to_end - len(p.retired))
    if p.passes >= needed:
        over(p, Outcome((), "passes"))


def win(p: Position, seat: int) -> None:
    over(p, p.rules.wins[seat])


def over(p: Position, outcome: Outcome) -> None:
    p.outcome = outcome
    p.prompt = OVER
    if p.events is not None:
        p.events.append(Ended(outcome.winners, outcome.why))
