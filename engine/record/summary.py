"""Sum up a recorded game in numbers: the score turn by turn, the largest play, what was counted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from engine.play.events import (
    Countered,
    Destroyed,
    Drew,
    Event,
    Evicted,
    PlayedPoints,
    Scuttled,
    Stole,
    Wiped,
)
from engine.play.view import Outcome, View
from engine.record.final_score import FinalScore, end_seen
from engine.record.key_moments import moments_of
from engine.record.replay import Replay

_Play = PlayedPoints | Scuttled | Stole | Wiped | Destroyed | Evicted
"""What can change a score."""


@dataclass(frozen=True, slots=True)
class LargestPlay:
    """The play that gained or took the most points."""

    ply: int
    turn: int
    """From 1."""
    event: Event
    points: int


@dataclass(frozen=True, slots=True)
class Summary:
    """A recorded game in numbers; everything in it was public when it happened."""

    scores: tuple[tuple[int, ...], ...]
    """The score of each seat after each turn; first the deal, last the end of the record."""
    goals: tuple[tuple[int, ...], ...]
    """The goal of each seat at the same moments; never less than 0."""
    drawn: tuple[int, ...]
    """The cards each seat drew, without the deal."""
    scuttles: int
    counters: int
    lead_changes: int
    """How often another side came to need the fewest points, the first lead included."""
    largest: LargestPlay | None
    """None if nobody ever gained or lost a point."""
    end: FinalScore

    @property
    def turns(self) -> int:
        """The number of turns."""
        return self.end.turns

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; None if it was not finished."""
        return self.end.outcome

    def score(self, seat: int) -> int:
        """Return the last score of a seat."""
        return self.end.scores[seat]

    def goal(self, seat: int) -> int:
        """Return the last goal of a seat."""
        return self.goals[-1][seat]


def summary_of(replay: Replay) -> Summary:
    """Sum up a recorded game, finished or not."""
    views = [replay.view(ply) for ply in range(replay.plies + 1)]
    events = [event for ply in range(replay.plies + 1) for event in replay.events(ply)]
    seats = range(len(views[0].seats))
    ends = _ends_of_turns(views)
    return Summary(
        scores=tuple(_scores(view) for view in ends),
        goals=tuple(tuple(max(0, side.goal) for side in view.seats) for view in ends),
        drawn=tuple(sum(_drawn(event, seat) for event in events) for seat in seats),
        scuttles=sum(isinstance(event, Scuttled) for event in events),
        counters=sum(isinstance(event, Countered) for event in events),
        lead_changes=sum(moment.kind == "lead" for moment in moments_of(replay)),
        largest=_largest(replay, views),
        end=end_seen(views[-1]),
    )


def _ends_of_turns(views: Sequence[View]) -> list[View]:
    """Return the deal and the end of each turn; a turn in which nobody acted changes nothing."""
    ends = [views[0]]
    for before, after in pairwise(views):
        turn = before.turn + 1
        ends += [ends[-1]] * (turn - len(ends))
        ends[turn:] = [after]
    return ends


def _scores(view: View) -> tuple[int, ...]:
    return tuple(side.score for side in view.seats)


def _drawn(event: Event, seat: int) -> int:
    return event.count if isinstance(event, Drew) and event.seat == seat else 0


def _largest(replay: Replay, views: Sequence[View]) -> LargestPlay | None:
    """Return the largest play; of equal ones that which moved most, then the first."""
    best: tuple[int, int] = (0, 0)
    found: LargestPlay | None = None
    for ply in range(1, len(views)):
        before, after = views[ply - 1], views[ply]
        deed = next((event for event in replay.events(ply) if isinstance(event, _Play)), None)
        if deed is None:
            continue
        gained, taken = _swing(before, after, deed.seat)
        size = max(gained, taken), gained + taken
        if size > best:
            best, found = size, LargestPlay(ply, before.turn + 1, deed, size[0])
    return found


def _swing(before: View, after: View, seat: int) -> tuple[int, int]:
    """Return what a play gained for the side of a seat, and what it took from the others."""
    side = before.seats[seat].side
    gained = taken = 0
    for old, new in zip(before.seats, after.seats, strict=True):
        if old.side == side:
            gained += new.score - old.score
        else:
            taken += old.score - new.score
    return gained, taken
