"""Measure what nobody should overlook: ``python -m tests.programs.bench.quality``.

Positions come from games between levels, with fixed seeds. Each line says how often a level passed
by a play that wins at once, or the only kind of play that keeps an opponent from winning at once,
and of how many such positions of lost games the coach says so. Games of each level against itself
say how often it aimed at its own cards, or played a six or an ace that cost itself most.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from itertools import islice
from typing import Final

from engine.actions import DECLINE, Action, Kind
from engine.bots.levels import LEVELS, Level, Person
from engine.bots.search import assess
from engine.cards import ACE, SIX, rank_of
from engine.coach.analysis import decision_view, judged
from engine.play.legal import legal_actions
from engine.play.observe import observe
from engine.play.perform import play
from engine.play.position import Position
from engine.play.readers import hands_read_by
from engine.play.view import Ask, SeatView, View
from engine.record.record import Game, record_of
from engine.record.summary import Replay
from engine.rules.rulesets import PRESETS, Ruleset

RULESETS: Final = ("cuttle.cards", "standard")
POSITIONS: Final = 300
GAMES: Final = 300
MISSED: Final = 60
_SEED: Final = 417
_PERSON: Final = Person({}, 2.0, weighs=True)
_ANYTHING: Final = 0.15
"""How often a play is any that is legal."""
_SPURNED: Final = 0.4
"""How often a win at hand is passed by on purpose, where such games are wanted."""
_LONGEST: Final = 400
"""After how many plies a game is left."""
_STARTED: Final = datetime(2026, 1, 1, tzinfo=UTC)


@dataclass(frozen=True)
class Question:
    """A position, and the choices that are right in it."""

    position: Position
    seat: int
    right: frozenset[Action]

    def asked(self) -> View:
        """Return what the seat sees."""
        return observe(self.position, self.seat)


def games(ruleset: Ruleset, seed: int, *, spurned: bool = False) -> Iterator[Game]:
    """Yield games in progress, at each of their plies; wins at hand may be passed by on purpose."""
    number = 0
    while True:
        rng = random.Random(f"{seed} {number}")
        game = Game.from_seed(ruleset, rng.randbytes(32), first=rng.randrange(2))
        number += 1
        while game.outcome is None and game.position.ply < _LONGEST:
            yield game
            view = observe(game.position, game.position.prompt.seats[0])
            if spurned and rng.random() < _SPURNED:
                view = _without_wins(game.position, view)
            game.submit(view.asked[0], _some_play(view, rng), view.ply)


def _without_wins(p: Position, view: View) -> View:
    """Return the view without the plays that win at once, if there are others."""
    wins = winning(p, p.prompt.seats[0]) if view.ask is Ask.PLAY else ()
    others = tuple(action for action in view.legal if action not in wins)
    return replace(view, legal=others or view.legal)


def _some_play(view: View, rng: random.Random) -> Action:
    """Play as anybody might: mostly well, sometimes anything."""
    if rng.random() < _ANYTHING:
        return rng.choice(view.legal)
    return _PERSON.choose(view, rng.getrandbits(32))


def _after(p: Position, action: Action) -> Position:
    after = p.copy()
    play(after, action)
    return after


def winning(p: Position, seat: int) -> frozenset[Action]:
    """Return the legal actions that win at once."""
    return frozenset(
        action
        for action in legal_actions(p)
        if (outcome := _after(p, action).outcome) is not None and seat in outcome.winners
    )


def with_a_win(ruleset: Ruleset, seed: int) -> Iterator[Question]:
    """Yield positions with a play that wins at once, one a game and seat at most."""
    last = None
    for game in games(ruleset, seed):
        p, seat = game.position, game.position.prompt.seats[0]
        if p.prompt.ask is Ask.PLAY and (right := winning(p, seat)):
            if last is not game and len(right) < len(legal_actions(p)):
                yield Question(p.copy(), seat, right)
            last = game


def with_one_defence(ruleset: Ruleset, seed: int) -> Iterator[Question]:
    """Yield positions in which plays of one kind alone keep the other side from winning at once.

    What the other side could win by is seen by the seat: it reads that hand, or the loss is
    announced and waits for an answer.
    """
    last = None
    for game in games(ruleset, seed):
        p, seat = game.position, game.position.prompt.seats[0]
        if not _is_near(p, 1 - seat) or not _sees(p, seat) or last is game or winning(p, seat):
            continue
        right = frozenset(a for a in legal_actions(p) if not _loses(_after(p, a), seat))
        kinds = {(a.kind, rank_of(a.card) if a.cards else -1) for a in right}
        if len(kinds) == 1 and len(right) < len(legal_actions(p)):
            yield Question(p.copy(), seat, right)
            last = game


def _is_near(p: Position, seat: int) -> bool:
    """Return whether a single play may win for a seat: a king or a card brings ten at most."""
    return p.goal(seat) - p.score(seat) <= 10


def _sees(p: Position, seat: int) -> bool:
    """Return whether a seat reads the other hand, or loses at once if it does not counter."""
    if 1 - seat in hands_read_by(p, seat):
        return True
    return p.prompt.ask is Ask.COUNTER and _after(p, DECLINE).outcome is not None


def _loses(p: Position, seat: int) -> bool:
    """Return whether the other side has won, or may win with its next play."""
    while p.outcome is None:
        asked = p.prompt.seats[0]
        legal = legal_actions(p)
        if p.prompt.ask is Ask.PLAY:
            return asked != seat and bool(winning(p, asked))
        decide = all if asked == seat else any
        return decide(_loses(_after(p, action), seat) for action in legal[:20])
    return bool(p.outcome.winners) and seat not in p.outcome.winners


def overlooked(questions: list[Question], choose: Callable[[View, int], Action]) -> int:
    """Return in how many positions none of the right plays is chosen."""
    return sum(
        choose(question.asked(), number) not in question.right
        for number, question in enumerate(questions)
    )


def passed_by(ruleset: Ruleset, seed: int) -> Iterator[tuple[Replay, int]]:
    """Yield finished games, each with a ply at which its loser passed a win by one turn before."""
    found: tuple[int, int, int] | None = None
    last = None
    for game in games(ruleset, seed, spurned=True):
        if last is not None and last is not game:
            if found is not None and _lost_next(last, *found):
                seconds = [0.0] * len(last.actions)
                record = record_of(last, ("one", "other"), seconds, started=_STARTED)
                yield Replay(record), found[0]
            found = None
        last, p = game, game.position
        seat = p.prompt.seats[0]
        if p.prompt.ask is Ask.PLAY and winning(p, seat):
            found = p.ply, p.turn, seat


def _lost_next(game: Game, ply: int, turn: int, seat: int) -> bool:
    outcome = game.outcome
    lost = outcome is not None and bool(outcome.winners) and seat not in outcome.winners
    return lost and game.position.turn <= turn + 2 and ply < len(game.actions)


def is_flagged(replay: Replay, ply: int) -> bool:
    """Return whether the coach calls the decision at a ply a turning point."""
    decision = judged(replay, ply, assess(decision_view(replay, ply), 1))
    return decision is not None and decision.turns


HARMS: Final = ("own cards aimed at", "sixes with more royals and jacks", "aces with more points")
"""What a level may do against itself: as a person counts it, with nothing weighed."""


def harms_itself(view: View, action: Action) -> str | None:
    """Return what an action does against the viewer's own side; None if nothing."""
    assert view.viewer is not None
    own = view.seats[view.viewer]
    others = [part for part in view.seats if part.side != own.side]
    if action.kind is Kind.ONE_OFF and not action.targets:
        rank = rank_of(action.card)
        if rank == SIX and _six_costs(own) > max(map(_six_costs, others)):
            return HARMS[1]
        if rank == ACE and own.score > max(part.score for part in others):
            return HARMS[2]
    partners = [seat for seat, part in enumerate(view.seats) if part.side == own.side]
    if action.seat in partners and action.targets:
        return None  # a jack or joker from one partner to the other
    placed = [
        card for seat in partners for card in view.seats[seat].points + view.seats[seat].royals
    ]
    mine = {card for each in placed for card in (each.card, *each.stack)}
    return HARMS[0] if action.targets and mine.issuperset(action.targets) else None


def _six_costs(part: SeatView) -> int:
    """Return how many royals and jacks of a seat a six scraps."""
    return len(part.royals) + sum(bool(placed.stack) for placed in part.points)


def against_itself(ruleset: Ruleset, level: Level, games: int, seed: int) -> dict[str, list[int]]:
    """Let a level play itself; return for each harm the numbers of the games with one, in order."""
    player = level.player()
    found: dict[str, list[int]] = {harm: [] for harm in HARMS}
    for number in range(games):
        game = Game.from_seed(ruleset, f"{seed} {number}".encode())
        while game.outcome is None and game.position.ply < _LONGEST:
            view = observe(game.position, game.position.prompt.seats[0])
            action = player.choose(view, number)
            harm = harms_itself(view, action) if len(view.legal) > 1 else None
            if harm is not None:
                found[harm].append(number)
            game.submit(view.asked[0], action, view.ply)
    return found


def main() -> None:
    """Measure, and print a line for each figure."""
    parser = argparse.ArgumentParser(description="Measure what nobody should overlook.")
    parser.add_argument("--positions", type=int, default=POSITIONS)
    parser.add_argument("--records", type=int, default=MISSED)
    parser.add_argument("--games", type=int, default=GAMES)
    parser.add_argument("--seed", type=int, default=_SEED)
    parser.add_argument("--levels", nargs="*", default=[level.name for level in LEVELS])
    asked = parser.parse_args()
    for name in RULESETS:
        ruleset = PRESETS[name]
        for what, source in (("win", with_a_win), ("only defence", with_one_defence)):
            questions = list(islice(source(ruleset, asked.seed), asked.positions))
            for level in LEVELS:
                if level.name in asked.levels:
                    missed = overlooked(questions, level.player().choose)
                    _tell(f"{name} {what} overlooked by {level.name}", missed, len(questions))
        for level in LEVELS:
            if level.name in asked.levels:
                for harm, numbers in against_itself(
                    ruleset, level, asked.games, asked.seed
                ).items():
                    _tell(
                        f"{name} {harm} by {level.name}: {len(numbers)} in games",
                        len(set(numbers)),
                        asked.games,
                    )
        records = list(islice(passed_by(ruleset, asked.seed), asked.records))
        flagged = sum(is_flagged(replay, ply) for replay, ply in records)
        _tell(f"{name} wins passed by that the coach flags", flagged, len(records))


def _tell(what: str, count: int, of: int) -> None:
    sys.stdout.write(f"{what}: {count} of {of} ({count / max(1, of):.1%})\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
