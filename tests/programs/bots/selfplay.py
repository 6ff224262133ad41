"""Games that networks learn from: of players that look one play ahead, or search."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, NamedTuple

from engine.actions import Action
from engine.bots import greedy
from engine.bots.features import Features, describe
from engine.bots.network import Chances, Network, final, play_rows
from engine.bots.search import Search
from engine.cards import members, set_of
from engine.play.compiled import compile_rules
from engine.play.legal import legal_actions
from engine.play.observe import observe
from engine.play.perform import play
from engine.play.position import Position, deal
from engine.play.readers import hands_read_by
from engine.play.view import Ask
from engine.rules.rulesets import Ruleset
from tests.programs.bots.evaluations import chances

Evaluator = Callable[[Position], Chances]
Chooser = Callable[[Position, list[Action], random.Random], "Choice"]
"""(the position, the legal actions, random numbers) -> the choice of the seat that must act"""
Preferred = tuple[tuple[tuple[int, ...], ...], tuple[float, ...]]
"""The rows of each play, and how much it should be preferred; empty if unknown."""
_UNKNOWN: Preferred = ((), ())
_SHARPNESS: Final = 0.04
"""What a play may be worse by and still be taught, after one look ahead; half as much after a
search, whose untried plays would be taught too much otherwise."""
_MOST: Final = 40
"""Plays that are looked at; of more, a sample."""
_TAUGHT: Final = 0.4
"""How many of the one-ply choices the network learns plays from."""
_RASH: Final = 0.04
"""How often any play is tried."""
_LATEST: Final = 20
"""The ply before which a game that explores makes any kind of play."""
_LINES_BEFORE: Final = 16
"""How many lines are tried for the choices before that."""
_CURIOSITY: Final = 0.1
"""How curious the search is after it."""
_CAUTION: Final = 0.06
"""How much worse than its position an untried play is taken to be."""
_DOUBT: Final = 4
"""How many tries that counts for, beside those that were made."""


@dataclass(frozen=True, slots=True)
class Choice:
    """What a player chose, and what it thought."""

    action: Action
    liked: Preferred = _UNKNOWN
    best: Chances = ()
    """The chances after the best play, if it saw the cards as they are."""


class Lesson(NamedTuple):
    """A position from a game, from a seat's side."""

    seat: int
    features: Features
    target: float
    """What the seat's side should think its chance is."""
    plays: Preferred


@dataclass
class Samples:
    """Lessons for a network, column by column."""

    features: list[Features] = field(default_factory=list)
    targets: list[float] = field(default_factory=list)
    plays: list[Preferred] = field(default_factory=list)

    def take(self, lessons: Iterable[Lesson]) -> None:
        """Add lessons."""
        for _, features, target, plays in lessons:
            self.features.append(features)
            self.targets.append(target)
            self.plays.append(plays)

    def __add__(self, other: Samples) -> Samples:
        return Samples(
            self.features + other.features, self.targets + other.targets, self.plays + other.plays
        )


def start(ruleset: Ruleset, rng: random.Random) -> Position:
    """Deal a game."""
    deck = list(compile_rules(ruleset).pack)
    rng.shuffle(deck)
    first = rng.randrange(ruleset.seats)
    return deal(ruleset, deck, first=first, seed=rng.randbytes(8))


def by_hand(p: Position) -> Chances:
    """Evaluate by the hand-made evaluation."""
    if p.outcome is not None:
        return final(p, p.outcome)
    if p.rules.seats == 3:
        odds = [math.exp(max(-9, min(9, greedy.evaluate(p, seat) / 5))) for seat in range(3)]
        return tuple(odd / sum(odds) for odd in odds)
    worth = greedy.evaluate(p, 0)
    value = 1 / (1 + math.exp(-worth / 6))
    return tuple(value if seat in p.rules.allies[0] else 1 - value for seat in range(p.rules.seats))


def by_network(net: Network) -> Evaluator:
    """Evaluate by a network."""
    return lambda p: chances(net, p)


def play_game(
    ruleset: Ruleset, rng: random.Random, choose: Chooser, evaluate: Evaluator, lam: float
) -> list[Lesson]:
    """Play a game; return a lesson for the seat that had to act in each position, last first; with
    three seats, one for each."""
    p = start(ruleset, rng)
    told: list[tuple[dict[int, Features], int, Chances, Preferred]] = []
    while p.outcome is None:
        legal = legal_actions(p)
        seat = p.prompt.seats[0]
        sides = {side: describe(p, side) for side in _sides(p)}
        if len(legal) == 1:
            told.append((sides, seat, (), _UNKNOWN))
            play(p, legal[0])
            continue
        choice = choose(p, legal, rng)
        play(p, choice.action)
        told.append((sides, seat, choice.best or evaluate(p), choice.liked))
    ahead = final(p, p.outcome)
    lessons = []
    for sides, seat, best, liked in reversed(told):
        lessons += [
            Lesson(side, features, ahead[side], liked if side == seat else _UNKNOWN)
            for side, features in sides.items()
        ]
        if best and lam < 1:
            ahead = tuple(lam * a + (1 - lam) * b for a, b in zip(ahead, best, strict=True))
    return lessons


def _sides(p: Position) -> Sequence[int]:
    """Return the seats from whose side the network is asked about a position: of two sides, one
    chance tells the other."""
    if p.rules.seats != 3:
        return p.prompt.seats[:1]
    return [seat for seat in range(3) if seat not in p.retired]


def one_ply(evaluate: Evaluator, rng: random.Random) -> Chooser:
    """Build a player for one game that evaluates what follows each action; most see no more than
    their seat does."""
    heat = rng.choice((0.01, 0.03, 0.06))
    honest = rng.random() < 0.7

    def choose(p: Position, legal: list[Action], rng: random.Random) -> Choice:
        seen = _guess(p, p.prompt.seats[0], rng) if honest else p
        found = _choose(seen, legal, rng, evaluate, heat)
        return replace(found, best=()) if honest else found

    return choose


def choose_on_a_guess(p: Position, rng: random.Random, evaluate: Evaluator, heat: float) -> Action:
    """Choose by what follows each action, in one guess at the cards that the seat cannot see.

    Args:
        p: the game.
        rng: random numbers.
        evaluate: what positions are worth.
        heat: how far a play may fall behind the best, and still be played at times.
    """
    guess = _guess(p, p.prompt.seats[0], rng)
    return _choose(guess, legal_actions(p), rng, evaluate, heat).action


def searcher(nets: Sequence[Network], lines: int) -> Chooser:
    """Build a player that searches, with a network for each seat's choices."""

    def choose(p: Position, legal: list[Action], rng: random.Random) -> Choice:
        found = _look(p, rng, nets, lines).ratings()
        actions = [rating.action for rating in found]
        liked = _preferred(p, actions, [rating.chance for rating in found], _SHARPNESS / 2)
        if rng.random() < _RASH:
            return Choice(rng.choice(legal), liked)
        return Choice(rng.choices(actions, [rating.visits**2 for rating in found])[0], liked)

    return choose


def exploring_game(
    ruleset: Ruleset, rng: random.Random, nets: Sequence[Network], lines: int
) -> list[Lesson]:
    """Play a game with any kind of play in it, and well from there on; return lessons from there.

    They tell how the game ended, so they show what plays are worth that the network never tries.
    """
    p = start(ruleset, rng)
    ply = rng.randrange(_LATEST)
    while p.outcome is None and (p.ply < ply or p.prompt.ask is not Ask.PLAY):
        found = _look(p, rng, nets, _LINES_BEFORE).ratings()
        weights = [rating.visits**2 + 0.01 for rating in found]
        play(p, rng.choices([rating.action for rating in found], weights)[0])
    if p.outcome is not None:
        return []
    play(p, _any_kind(legal_actions(p), rng))
    told: list[tuple[dict[int, Features], int, Preferred]] = []
    while p.outcome is None:
        legal, seat = legal_actions(p), p.prompt.seats[0]
        sides = {side: describe(p, side) for side in _sides(p)}
        action, liked = legal[0], _UNKNOWN
        if len(legal) > 1:
            action, liked = _best(p, _look(p, rng, nets, lines, _CURIOSITY))
        told.append((sides, seat, liked))
        play(p, action)
    end = final(p, p.outcome)
    return [
        Lesson(side, features, end[side], liked if side == seat else _UNKNOWN)
        for sides, seat, liked in told
        for side, features in sides.items()
    ]


def _look(
    p: Position, rng: random.Random, nets: Sequence[Network], lines: int, curiosity: float = 0.0
) -> Search:
    view = observe(p, p.prompt.seats[0])
    search = Search(view, rng.getrandbits(32), nets, curiosity=curiosity)
    search.run(lines)
    return search


def _best(p: Position, search: Search) -> tuple[Action, Preferred]:
    """Return the play that was tried most, and how much each should be preferred."""
    found = search.ratings()
    untried = search.chance() - _CAUTION
    worth = [
        (rating.visits * rating.chance + _DOUBT * untried) / (rating.visits + _DOUBT)
        for rating in found
    ]
    actions = [rating.action for rating in found]
    return actions[0], _preferred(p, actions, worth, _SHARPNESS / 2)


def _preferred(
    p: Position, plays: list[Action], worth: Sequence[float], sharpness: float
) -> Preferred:
    """Return how much each play should be preferred, by what it is worth."""
    best = max(worth)
    odds = [math.exp((each - best) / sharpness) for each in worth]
    whole = sum(odds)
    return rows_of(plays, p), tuple(odd / whole for odd in odds)


def _any_kind(legal: list[Action], rng: random.Random) -> Action:
    """Choose a kind of play and a rank first, so that rare ones are tried as often as others."""
    kinds: dict[tuple[int, ...], list[Action]] = {}
    for action in legal:
        ranks = [card >> 2 for card in action.cards[:1]]
        kinds.setdefault((action.kind, *ranks), []).append(action)
    return rng.choice(rng.choice(list(kinds.values())))


def _guess(p: Position, seat: int, rng: random.Random) -> Position:
    """Deal the cards that a seat cannot see anew."""
    reads = hands_read_by(p, seat)
    hidden = p.deck[: len(p.deck) - p.revealed]
    closed = [s for s in range(p.rules.seats) if s not in reads]
    for other in closed:
        hidden += members(p.hands[other] & ~p.frozen[other])
    rng.shuffle(hidden)
    guess = p.copy()
    for other in closed:
        known = p.frozen[other]
        missing = p.hands[other].bit_count() - known.bit_count()
        guess.hands[other] = known | set_of(hidden.pop() for _ in range(missing))
    guess.deck = hidden + p.deck[len(p.deck) - p.revealed :]
    return guess


def _choose(
    p: Position, legal: list[Action], rng: random.Random, evaluate: Evaluator, heat: float
) -> Choice:
    seat = p.prompt.seats[0]
    if len(legal) > _MOST:
        legal = rng.sample(legal, _MOST)
    results = []
    for action in legal:
        after = p.copy()
        play(after, action)
        results.append(evaluate(after))
    best = max(results, key=lambda result: result[seat])
    top = best[seat]
    liked = _UNKNOWN
    if rng.random() < _TAUGHT:
        liked = _preferred(p, legal, [result[seat] for result in results], _SHARPNESS)
    if rng.random() < _RASH:
        return Choice(rng.choice(legal), liked, best)
    odds = [math.exp((result[seat] - top) / heat) for result in results]
    return Choice(rng.choices(legal, odds)[0], liked, best)


def rows_of(plays: list[Action], p: Position) -> tuple[tuple[int, ...], ...]:
    """Return the rows of plays for the seat that must act."""
    seat, seats = p.prompt.seats[0], p.rules.seats
    return tuple(
        play_rows(action, (action.seat - seat) % seats if action.seat >= 0 else 0)
        for action in plays
    )
