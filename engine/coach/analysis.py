"""Judge the decisions of a recorded game by what each seat could know, and find what decided it."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from hashlib import sha256
from typing import Final, Literal, get_args

from engine.actions import OUT_OF_TURN, Kind
from engine.bots.attention import wins
from engine.bots.search import Assessment, Rated
from engine.play.view import View
from engine.record.record import record_text
from engine.record.summary import Moment, Replay

TURNING: Final = 0.12
"""The loss of chance from which a decision counts as a turning point."""
WORST: Final = 0.3
"""The loss of chance from which a decision is worth nothing for the accuracy."""
_NO_DECISIONS: Final = (*OUT_OF_TURN, Kind.ACCEPT, Kind.REJECT)
"""Kinds that are never judged: draw offers, their answers, conceding."""
_SAME: Final = 0.01
"""The difference of chances below which plays count as equally good."""


@dataclass(frozen=True, slots=True)
class Decision:
    """A decision of a seat, and what it could have thought of it."""

    ply: int
    """The number of actions played before."""
    turn: int
    """The turn, from 1."""
    seat: int
    side: int
    chance: float
    """The chance of the seat's side with the best play, 0 to 1."""
    played: Rated
    best: Rated
    matters: bool
    """Whether its plays differ: moves that are forced, or all the same, do not."""
    missed_win: bool = False
    """Whether a play that won at once was passed by."""
    weighed: bool = False
    """Whether it was thought about long enough to be named."""

    @property
    def loss(self) -> float:
        """How much chance the play cost, compared with the best one."""
        return max(0.0, self.best.chance - self.played.chance)

    @property
    def turns(self) -> bool:
        """Whether this is a turning point of the game.

        A win that was passed by is one, unless what was played wins as surely.
        """
        if self.missed_win and self.loss >= _SAME:
            return True
        return self.matters and self.loss >= TURNING

    @property
    def worth(self) -> float:
        """What it is worth for the accuracy, 0 to 1."""
        return 1.0 - min(1.0, self.loss / WORST)


def candidates(assessment: Assessment) -> tuple[Rated, ...]:
    """Return the plays to choose from, best first; conceding and offers are none."""
    return tuple(play for play in assessment.plays if play.action.kind not in OUT_OF_TURN)


def rated_plays(view: View, assessment: Assessment) -> tuple[Rated, ...]:
    """Return the plays to choose from, best first; those that win at once win for certain."""
    won = wins(view)
    return tuple(
        replace(play, chance=1.0) if play.action in won else play for play in candidates(assessment)
    )


def plies_to_judge(replay: Replay, seat: int | None = None) -> tuple[int, ...]:
    """List the plies at which a seat, or any of them, had a choice, in order."""
    found = []
    for ply, entry in enumerate(replay.record.entries):
        if entry.action.kind not in _NO_DECISIONS and seat in (None, entry.seat):
            legal = replay.view(ply, entry.seat).legal
            if sum(action.kind not in OUT_OF_TURN for action in legal) > 1:
                found.append(ply)
    return tuple(found)


def decision_view(replay: Replay, ply: int) -> View:
    """Return the game at a decision as its seat could see it."""
    entry = replay.entry(ply + 1)
    assert entry is not None
    return replay.view(ply, entry.seat)


def judged(replay: Replay, ply: int, assessment: Assessment) -> Decision | None:
    """Judge the decision at a ply; None if the assessment does not rate what was played."""
    entry = replay.entry(ply + 1)
    assert entry is not None
    view = replay.view(ply, entry.seat)
    won, rated = wins(view), rated_plays(view, assessment)
    played = next((play for play in rated if play.action == entry.action), None)
    if played is None:
        return None
    return Decision(
        ply=ply,
        turn=view.turn + 1,
        seat=entry.seat,
        side=view.seats[entry.seat].side,
        chance=rated[0].chance,
        played=played,
        best=rated[0],
        matters=rated[0].chance - rated[-1].chance >= _SAME,
        missed_win=bool(won) and entry.action not in won,
    )


@dataclass(frozen=True)
class Analysis:
    """What the coach thinks of a game, as far as it has come."""

    plies: tuple[int, ...]
    """The plies to judge."""
    last: int
    """The last ply of the game."""
    sides: tuple[int, ...]
    """The side of each seat."""
    winners: tuple[int, ...] | None
    """The sides that won; None if the game was not finished."""
    decisions: tuple[Decision, ...] = ()
    done: int = 0
    """How many plies have been judged."""
    seat: int | None = None
    """The seat whose decisions are judged; None for those of all."""

    @property
    def complete(self) -> bool:
        """Whether every decision has been judged."""
        return self.done == len(self.plies)

    def revised(self, decision: Decision) -> Analysis:
        """Return the analysis with a decision that was judged again, with more thought."""
        every = (decision if each.ply == decision.ply else each for each in self.decisions)
        return replace(self, decisions=tuple(every))

    def further(self, decision: Decision | None) -> Analysis:
        """Return the analysis with the next ply judged."""
        found = () if decision is None else (decision,)
        return replace(self, decisions=(*self.decisions, *found), done=self.done + 1)

    @property
    def known_to(self) -> int:
        """The last ply at which the chances are known."""
        return self.last if self.complete else self.plies[self.done - 1] if self.done else -1

    @cached_property
    def turning_points(self) -> tuple[Decision, ...]:
        """The decisions that cost much of the chance to win."""
        return tuple(decision for decision in self.decisions if decision.turns)

    @cached_property
    def moments(self) -> tuple[Moment, ...]:
        """The turning points as moments of the game, each after its action."""
        return tuple(Moment(d.ply + 1, "turning", (d.seat,)) for d in self.turning_points)

    def turning_at(self, ply: int) -> Decision | None:
        """Return the turning point whose action led to a ply."""
        return next((point for point in self.turning_points if point.ply + 1 == ply), None)

    def accuracy(self, side: int) -> int | None:
        """Return how well a side played, 0 to 100; None without a decision that matters.

        This is 100 times the mean of what its decisions are worth, once all have been judged.
        """
        if not self.complete:
            return None
        return self.accuracy_of([d for d in self.decisions if d.side == side])

    @staticmethod
    def accuracy_of(decisions: Sequence[Decision]) -> int | None:
        """Return 100 times the mean of what decisions are worth; None if none of them matters."""
        worths = [decision.worth for decision in decisions if decision.matters]
        return round(100 * sum(worths) / len(worths)) if worths else None

    @cached_property
    def curves(self) -> dict[int, tuple[float, ...]]:
        """The chance of each side at each ply, as it could think at its own last decision.

        At a decision that is the chance with the best play, and from then on with what was played.
        The sides know different cards, so that their chances need not add up to all. The end of a
        finished game is certain. Beyond `known_to` the values mean nothing.
        """
        sides = tuple(dict.fromkeys(self.sides))
        even = 1 / len(sides)
        curves = {}
        for side in sides:
            own = [one for one in self.decisions if one.side == side]
            known = {one.ply + 1: one.played.chance for one in own}
            known |= {one.ply: one.chance for one in own}
            chance, values = even, list[float]()
            for ply in range(self.last + 1):
                chance = known.get(ply, chance)
                values.append(chance)
            if self.winners is not None:
                values[-1] = float(side in self.winners) if self.winners else even
            curves[side] = tuple(values)
        return curves


def begun(replay: Replay, seat: int | None = None) -> Analysis:
    """Return the analysis of a game, or of one seat in it, before a decision is judged."""
    end = replay.view(replay.plies)
    sides = tuple(seat.side for seat in end.seats)
    winners = None
    if end.outcome is not None:
        winners = tuple(dict.fromkeys(sides[seat] for seat in end.outcome.winners))
    return Analysis(plies_to_judge(replay, seat), replay.plies, sides, winners, seat=seat)


_KEPT: Final = 16
"""How many analyses are kept."""
_Key = tuple[bytes, int | None]


class AnalysisBook:
    """The analyses of a session, so that none is made twice; the latest few are kept."""

    def __init__(self) -> None:
        self._kept: OrderedDict[_Key, Analysis] = OrderedDict()

    def of(self, replay: Replay, seat: int | None = None) -> Analysis:
        """Return the analysis of a game, or of one seat in it, as far as it has come."""
        return self._kept.get((_digest(replay), seat)) or begun(replay, seat)

    def keep(self, replay: Replay, analysis: Analysis) -> None:
        """Keep an analysis."""
        key = _digest(replay), analysis.seat
        self._kept[key] = analysis
        self._kept.move_to_end(key)
        while len(self._kept) > _KEPT:
            self._kept.popitem(last=False)

    def known(self, replay: Replay, ply: int) -> Decision | None:
        """Return the decision at a ply if any analysis of the game has judged it."""
        digest = _digest(replay)
        parts = (analysis for (game, _), analysis in self._kept.items() if game == digest)
        return next((d for part in parts for d in part.decisions if d.ply == ply), None)


def _digest(replay: Replay) -> bytes:
    return sha256(record_text(replay.record).encode()).digest()


Result = Literal["won", "lost", "drawn"]
CommentKind = Literal[
    "missed",
    "won-late",
    "cost-all",
    "cost-most",
    "won-despite",
    "came-back",
    "still-open",
    "well-won",
    "well-lost",
    "well-drawn",
    "little-by-little",
    "won-so",
    "drawn-so",
    "no-choice",
    "given-up",
]
KINDS: Final[tuple[CommentKind, ...]] = get_args(CommentKind)

WELL: Final = 90
"""The accuracy from which on a seat played well."""
FAR_BEHIND: Final = 0.3
"""The chance from which a win counts as coming back."""
_EVEN: Final = 0.5
_OPEN: Final = 0.25
"""The chance that is left in a game that need not be given up."""
_OF_CARDS: Final[dict[Result, CommentKind]] = {
    "won": "well-won",
    "lost": "well-lost",
    "drawn": "well-drawn",
}
_SO: Final[dict[Result, CommentKind]] = {
    "won": "won-so",
    "lost": "little-by-little",
    "drawn": "drawn-so",
}


@dataclass(frozen=True, slots=True)
class Comment:
    """The one thing that is said of a finished game."""

    kind: CommentKind
    seat: int
    """Of whom it is said."""
    decision: Decision | None = None
    """What it is about; None if it is about no single turn."""
    accuracy: int | None = None
    """How well the seat played, 0 to 100; None without a decision that matters."""

    @property
    def ply(self) -> int | None:
        """The ply at which it can be seen: after the action, or before the way back began."""
        if self.decision is None:
            return None
        return self.decision.ply + (self.kind != "came-back")


def comment_on(analysis: Analysis, seat: int, *, conceded: bool = False) -> Comment | None:
    """Return what decided the game for a seat; None if that is not known.

    Only the decisions of the seat are looked at, which were judged from what it could see.

    Args:
        conceded: whether the game was given up, by somebody.
    """
    if not analysis.complete or analysis.winners is None:
        return None
    own = [decision for decision in analysis.decisions if decision.seat == seat]
    result: Result = "lost" if analysis.winners else "drawn"
    if analysis.sides[seat] in analysis.winners:
        result = "won"
    accuracy = analysis.accuracy_of(own)
    kind, decision = _decisive(own, result, conceded=conceded) or (None, None)
    if kind is None:
        so = _OF_CARDS if accuracy is not None and accuracy >= WELL else _SO
        none: CommentKind = "given-up" if conceded else "no-choice"
        kind = none if accuracy is None else so[result]
    return Comment(kind, seat, decision, accuracy)


def _decisive(
    own: Sequence[Decision], result: Result, *, conceded: bool
) -> tuple[CommentKind, Decision] | None:
    """Return the turn that speaks for the whole game, if one does."""
    if result == "won":  # a win that came in that turn by another play was not passed by
        own = [one for one in own if not (one.missed_win and one.turn == own[-1].turn)]
    missed = next((decision for decision in own if decision.missed_win), None)
    if missed is not None:
        return ("won-late" if result == "won" else "missed"), missed
    # the lowest chance where the seat had been better off: a bad hand has fallen behind nobody
    had, found = 0.0, list[Decision]()
    for decision in own:
        if decision.chance <= min(FAR_BEHIND, had - TURNING):
            found.append(decision)
        had = max(had, decision.chance)
    lowest = min(found, key=lambda decision: decision.chance, default=None)
    if result == "won" and lowest is not None:
        return "came-back", lowest
    last = own[-1] if own else None
    if conceded and result == "lost" and last is not None and last.played.chance >= _OPEN:
        return "still-open", last
    worst = max((one for one in own if one.turns), key=lambda one: one.loss, default=None)
    if worst is None:
        return None
    if result == "won":
        return "won-despite", worst
    turned = worst.best.chance >= _EVEN > worst.played.chance and worst.loss >= WORST
    return ("cost-all" if turned and result == "lost" else "cost-most"), worst
