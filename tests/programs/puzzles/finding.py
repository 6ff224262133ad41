"""Play games between computer players, and keep the positions that are puzzles."""

from __future__ import annotations

import random
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, Literal, get_args

from engine.actions import Action, Kind
from engine.bots.attention import won_by
from engine.bots.levels import level_of
from engine.cards import members, set_of
from engine.play.legal import legal_actions
from engine.play.observe import observe
from engine.play.position import Position
from engine.play.view import Ask
from engine.record.position_text import position_text
from engine.record.record import Game
from engine.rules.rulesets import PRESETS
from engine.solver import Objective, Search, TooMany, Verdict, Worlds, worlds_of
from tests.programs.puzzles.staging import made_readable, staged, turned

RULESETS: Final = ("standard", "cuttle.cards")
"""The rulesets of the games, in turn."""
PLAYERS: Final = ("beginner", "casual", "casual", "regular")
"""Who plays: quick levels, which leave each other something to find."""
FIRST_TURN: Final = 6
"""Before it there is little on the table."""
LONGEST: Final = 250
"""Plies after which a game is left."""
WORLDS: Final = 60
"""The limit of hands that an opponent may hold."""
NODES: Final = 2_000
"""The limit of positions per first action: at the table somebody waits for the answer."""
GLANCE: Final = 600
"""The limit where the order of the deck is known."""
NEAR: Final = 11
"""Points that a play or two may bring."""
FAR: Final = 17
"""Points that two plays hardly exceed."""
ORDERS: Final = 3
"""How many further orders of the deck are tried before a proof."""
DEALS: Final = 2
"""How often the hands of a position are dealt anew."""
MOST_HOPES: Final = 3
"""Where more first actions work as the cards lie, too many are expected to work in any case."""
MOST_SOLUTIONS: Final = 2
SHARE: Final = 4
"""At most one of so many legal actions solves a puzzle that is about a turn."""
LEAST_CHOICES: Final = 3
"""Where cards are to be discarded, or a seven's to be played, there are so many ways at least."""
LOOK_ALIKES: Final = 2
"""A play that wins at once needs so many of its kind that do not."""

Goal = Literal["win", "hold"]
Asked = Literal["win", "plan", "survive", "counter", "discard", "seven", "jack"]
"""The kinds of puzzles: see `kind_of`."""
KINDS: Final[tuple[Asked, ...]] = get_args(Asked)


@dataclass(frozen=True, slots=True)
class Found:
    """A position in which few first actions reach an aim."""

    kind: Asked
    goal: Goal
    turns: int
    """How many further turns count."""
    text: str
    """The position."""
    solutions: tuple[Action, ...]
    nodes: int
    """Positions searched in the proof."""

    @property
    def aim(self) -> Objective:
        """What is to be forced."""
        turn = next(f for f in self.text.split("; ") if f.startswith("turn ")).split()[1]
        return Objective(0, self.goal, int(turn) + self.turns)


class _Glance(Search):
    """A search that knows the order of the deck: what fails in it can be forced by nobody."""

    def _results(self, world: Position, action: Action) -> list[Position]:
        return [self._played(world, action)]


def found_in(seed: int, number: int, wanted: Collection[Asked] = KINDS) -> Iterator[Found]:
    """Yield the puzzles of a game, the first of each kind; the same for the same seed."""
    before: set[tuple[object, ...]] = set()
    for p in _positions(seed, number):
        for found in _puzzles(p, wanted):
            sort = found.kind, found.goal, found.turns, found.solutions[0].kind
            if sort not in before:
                before.add(sort)
                yield found


def kind_of(
    ask: Ask, goal: Goal, turns: int, solutions: Collection[Action], legal: Collection[Action]
) -> Asked:
    """Return what kind of puzzle it is, by what is asked, its aim and the jack that solves it."""
    if ask in _BY_ASK:
        return _BY_ASK[ask]
    if goal == "win" and not turns:
        return "win"
    jacks = {action for action in legal if action.kind is Kind.JACK}
    if jacks > set(solutions):
        return "jack"
    return "survive" if goal == "hold" else "plan"


_BY_ASK: Final[dict[Ask, Asked]] = {
    Ask.COUNTER: "counter",
    Ask.GIVE: "discard",
    Ask.PAY: "discard",
    Ask.SEVEN: "seven",
}


def _positions(seed: int, number: int) -> Iterator[Position]:
    """Play a game, and yield its decisions, each as a position in which seat 0 is asked."""
    rng = random.Random(f"puzzles {seed} {number}")
    ruleset = PRESETS[RULESETS[number % len(RULESETS)]]
    game = Game.from_seed(ruleset, rng.randbytes(32), first=rng.randrange(2))
    players = [level_of(rng.choice(PLAYERS)).player() for _ in range(2)]
    while game.outcome is None and game.position.ply < LONGEST:
        p, asked = game.position, game.position.prompt.seats[0]
        view = observe(p, asked)
        if p.turn >= FIRST_TURN and len(view.legal) > 1 and _is_near(p):
            p = made_readable(turned(p) if asked else p)
            for dealt in (p, *(_dealt_anew(p, rng) for _ in range(DEALS))):
                yield dealt
                yield from staged(dealt, rng)
        game.submit(asked, players[asked].choose(view, rng.getrandbits(32)), view.ply)


def _is_near(p: Position) -> bool:
    """Return whether somebody is near their goal."""
    return min(p.goal(seat) - p.score(seat) for seat in range(2)) <= NEAR


def _dealt_anew(p: Position, rng: random.Random) -> Position:
    """Return a copy with other cards in the hands, as many as before, out of those and the deck."""
    p = p.copy()
    asked = range(2) if p.prompt.ask is Ask.PLAY else (1,)
    end = len(p.deck) - p.revealed
    pool = p.deck[:end] + [c for seat in asked for c in members(p.hands[seat] & ~p.frozen[seat])]
    rng.shuffle(pool)
    for seat in asked:
        count = (p.hands[seat] & ~p.frozen[seat]).bit_count()
        p.hands[seat] = p.frozen[seat] | set_of(pool[:count])
        del pool[:count]
    p.deck = pool + p.deck[end:]
    return p


def _puzzles(p: Position, wanted: Collection[Asked]) -> Iterator[Found]:
    """Yield what a position asks for: the nearest win that can be forced, or else a defence."""
    legal = legal_actions(p)
    if not _may_be(p, legal, wanted):
        return
    try:
        worlds = worlds_of(p, 0, most=WORLDS)
    except TooMany:
        return
    for goal, turns in _aims(p):
        hopes = _hopes(p, Objective(0, goal, p.turn + turns))
        if not hopes:
            continue
        if len(hopes) <= MOST_HOPES:
            found = _proved(p, worlds, hopes, goal, turns)
            if (
                found is not None
                and found.solutions
                and found.kind in wanted
                and _is_worthy(p, found)
            ):
                yield found
            if found is None:
                continue
        return


def _may_be(p: Position, legal: Sequence[Action], wanted: Collection[Asked]) -> bool:
    """Return whether a position may be a puzzle of one of some kinds."""
    if p.prompt.ask in _BY_ASK:
        return _BY_ASK[p.prompt.ask] in wanted
    jacks = sum(action.kind is Kind.JACK for action in legal)
    return not {"win", "plan", "survive"}.isdisjoint(wanted) or ("jack" in wanted and jacks > 1)


def _hopes(p: Position, aim: Objective) -> tuple[Action, ...]:
    """Return the first actions that reach an aim in some orders of the deck; a few more at most."""
    decks, hopes = _shuffled(p), list(legal_actions(p))
    for deck in decks:
        hopes = [action for action in hopes if _may_reach(deck, aim, action)]
        if len(hopes) > 2 * MOST_HOPES:
            break
    return tuple(hopes)


def _shuffled(p: Position) -> list[Position]:
    """Return the position with its deck in several orders; once, if no order is hidden."""
    decks, end = [p], len(p.deck) - p.revealed
    rng = random.Random(position_text(p))
    for _ in range(ORDERS if end > 1 else 0):
        other = p.copy()
        other.deck = [*rng.sample(p.deck[:end], end), *p.deck[end:]]
        decks.append(other)
    return decks


def _may_reach(p: Position, aim: Objective, action: Action) -> bool:
    return _Glance(aim, nodes=GLANCE).judge_action((p,), action) is not Verdict.REFUTED


def _aims(p: Position) -> Iterator[tuple[Goal, int]]:
    """Yield what may be forced from here, and within how many further turns."""
    own, short = p.mover == 0, p.goal(0) - p.score(0)
    ask, threatened = p.prompt.ask, p.goal(1) - p.score(1) <= NEAR or bool(p.stacks)
    if ask is Ask.COUNTER or (ask is Ask.GIVE and not own):
        if own and short <= FAR:
            yield "win", 0
        if short <= FAR:
            yield "win", 2 if own else 1
        if threatened and not own:
            yield "hold", 2
    elif own and ask in (Ask.PLAY, Ask.SEVEN, Ask.FETCH, Ask.PAY):
        if short <= NEAR or p.stacks or p.points[1]:
            yield "win", 0
        if short <= FAR:
            yield "win", 2
        if short <= FAR and len(p.deck) <= 1 and ask is Ask.PLAY:
            yield "win", 4
        if threatened:
            yield "hold", 1


def _proved(
    p: Position, worlds: Worlds, hopes: tuple[Action, ...], goal: Goal, turns: int
) -> Found | None:
    """Return the solutions, none if there are too many; None if there is no way to force it."""
    aim, solutions, nodes = Objective(0, goal, p.turn + turns), [], 0
    for action in hopes:
        search = Search(aim, nodes=NODES)
        verdict = search.judge_action(worlds, action)
        nodes += search.spent
        if verdict is Verdict.PROVED:
            solutions.append(action)
        if verdict is Verdict.UNKNOWN or len(solutions) > MOST_SOLUTIONS:
            return Found("plan", goal, turns, "", (), nodes)
    if not solutions:
        return None
    kind = kind_of(p.prompt.ask, goal, turns, solutions, legal_actions(p))
    return Found(kind, goal, turns, position_text(p), tuple(solutions), nodes)


def _is_worthy(p: Position, found: Found) -> bool:
    """Return whether there is something to find."""
    legal, kinds = legal_actions(p), {action.kind for action in found.solutions}
    if len(kinds) != 1:
        return False
    if p.prompt.ask is Ask.COUNTER:
        return True
    if p.prompt.ask is not Ask.PLAY:
        return len(legal) >= max(LEAST_CHOICES, 2 * len(found.solutions))
    if len(legal) < SHARE * len(found.solutions):
        return False
    if found.aim.last > p.turn:
        return True
    plain = [action for action in found.solutions if won_by(p, 0, action) is not None]
    alike = sum(action.kind in kinds for action in legal) - len(found.solutions)
    return Kind.POINTS not in kinds and (not plain or alike >= LOOK_ALIKES)
