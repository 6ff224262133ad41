"""Step through a recorded game, and sum it up: its scores, its numbers, its key moments."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final, Literal, get_args

from engine.play.events import (
    AnnouncedOneOff,
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
from engine.play.observe import observe, redacted
from engine.play.position import Position
from engine.play.view import Outcome, View
from engine.record.record import Record, RecordedAction


@dataclass(frozen=True, slots=True)
class FinalScore:
    """The end of a game, seen from outside."""

    scores: tuple[int, ...]
    """The points of each seat."""
    turns: int
    outcome: Outcome | None
    """None if the game was not finished."""
    goals: tuple[int, ...]
    """The goal of each seat."""


def final_score(record: Record) -> FinalScore:
    """Play a record to its end, and return the scores and the number of turns.

    Raises:
        RecordError: an action is illegal.
    """
    game = record.game()
    for _ in record.play_on(game):
        pass
    return end_seen(observe(game.position, None))


def end_seen(view: View) -> FinalScore:
    """Return the scores, the turns and the outcome that a last view shows."""
    return FinalScore(
        tuple(seat.score for seat in view.seats),
        turns_played(view),
        view.outcome,
        tuple(seat.goal for seat in view.seats),
    )


def turns_played(view: View) -> int:
    """Count the turns up to a view; none in a game that was given up before anything was played."""
    untouched = view.ply <= 1 and view.outcome is not None and view.outcome.why == "concede"
    return 0 if untouched else view.turn + 1


_Plies = tuple[tuple[Event, ...], ...]


class Replay:
    """A recorded game at every ply.

    A record contains its deal, so it has no secrets; the views show the game as a seat saw it.
    """

    def __init__(self, record: Record, backs: Sequence[str] = ()) -> None:
        """Replay the record and keep every position.

        Args:
            record: the game.
            backs: what the cards of each seat wear, where that is known.

        Raises:
            RecordError: an action is illegal.
        """
        game = record.game()
        self.record: Final = record
        self.backs = tuple(backs) or ("",) * len(record.players)
        self._positions: list[Position] = [game.position.copy()]
        self._events: list[tuple[Event, ...]] = [(game.opening,)]
        self._told: dict[int | str | None, _Plies] = {}
        for events in record.play_on(game):
            self._positions.append(game.position.copy())
            self._events.append(tuple(events))

    @property
    def names(self) -> tuple[str, ...]:
        """The name in each seat, safe for a terminal."""
        return tuple(map(printable, self.record.players))

    @property
    def plies(self) -> int:
        """How many actions were played."""
        return len(self._positions) - 1

    @property
    def turns(self) -> tuple[int, ...]:
        """The turn after each action, the deal first; turns are counted from 0."""
        return tuple(position.turn for position in self._positions)

    def entry(self, ply: int) -> RecordedAction | None:
        """Return the action that led to a ply; None for the deal."""
        return self.record.entries[ply - 1] if ply else None

    def events(
        self, ply: int, viewer: int | None = None, *, all_hands: bool = False
    ) -> tuple[Event, ...]:
        """Return the events of the action that led to a ply, as a viewer could know them."""
        return self.told(viewer, all_hands=all_hands)[ply]

    def view(self, ply: int, viewer: int | None = None, *, all_hands: bool = False) -> View:
        """Return the game at a ply as a viewer could see it."""
        return observe(self._positions[ply], viewer, all_hands=all_hands)

    def told(self, viewer: int | None = None, *, all_hands: bool = False) -> _Plies:
        """Return the events of each action, the deal first, as a viewer could know them."""
        everything = all_hands and viewer is None
        key = "all" if everything else viewer
        if key not in self._told:
            self._told[key] = tuple(
                events if everything else redacted(position, events, viewer)
                for position, events in zip(self._positions, self._events, strict=True)
            )
        return self._told[key]


def printable(name: str) -> str:
    """Return a name with unprintable characters replaced."""
    return "".join(sign if sign.isprintable() else "?" for sign in name)


MomentKind = Literal["turning", "capture", "counter", "one-off", "lead", "close", "end"]
"""Turning points are an opinion: `engine.coach` finds them, not `moments_of`."""
KINDS: Final[tuple[MomentKind, ...]] = get_args(MomentKind)
CLOSE: Final = 3
"""Points short of the goal that count as close to winning."""

_Deed = Scuttled | Stole | Destroyed | Evicted | Wiped | Countered | AnnouncedOneOff


@dataclass(frozen=True, slots=True)
class Moment:
    """A key moment, at the ply after it happened."""

    ply: int
    kind: MomentKind
    seats: tuple[int, ...]
    """The seats that did it, lead, are close, or won."""


def moments_of(replay: Replay) -> tuple[Moment, ...]:
    """List the moments of a game in order, each kind at most once per ply.

    A capture is a card scuttled, stolen, scrapped or sent back. The side that needs the fewest
    points leads; a tie changes nothing, and the first lead is no change.
    """
    found: list[Moment] = []
    before, leader = replay.view(0), _leader(replay.view(0))
    for ply in range(1, replay.plies + 1):
        view = replay.view(ply)
        ahead = _leader(view)
        acting: dict[MomentKind, list[int]] = {}
        for event in replay.events(ply):
            if isinstance(event, _Deed) and not (isinstance(event, Wiped) and not event.lost):
                kind: MomentKind = "capture"
                if isinstance(event, AnnouncedOneOff | Countered):
                    kind = "counter" if isinstance(event, Countered) else "one-off"
                doers = acting.setdefault(kind, [])
                doers += [event.seat] * (event.seat not in doers)
        found += (Moment(ply, kind, tuple(acting[kind])) for kind in KINDS if kind in acting)
        if ahead is not None and ahead != leader:
            playing = (seat for seat in range(len(view.seats)) if seat not in view.retired)
            seats = tuple(seat for seat in playing if view.seats[seat].side == ahead)
            found += [Moment(ply, "lead", seats)] * (leader is not None)
            leader = ahead
        found += _ends(ply, before, view)
        before = view
    return tuple(found)


def _ends(ply: int, before: View, view: View) -> Iterator[Moment]:
    """Yield the moments when seats come close to winning, or the game ends."""
    if view.outcome is None:
        far = {seat for seat in range(len(view.seats)) if _short(before, seat) > CLOSE}
        near = tuple(seat for seat in sorted(far) if _short(view, seat) <= CLOSE)
        if near:
            yield Moment(ply, "close", near)
    elif before.outcome is None:
        yield Moment(ply, "end", view.outcome.winners)


def _short(view: View, seat: int) -> int:
    return view.seats[seat].goal - view.seats[seat].score


def _leader(view: View) -> int | None:
    """Return the side that needs the fewest points, None for a tie."""
    lacking: dict[int, int] = {}
    for seat, part in enumerate(view.seats):
        if seat not in view.retired:
            short = _short(view, seat)
            lacking[part.side] = min(lacking.get(part.side, short), short)
    fewest = min(lacking.values(), default=0)
    ahead = [side for side, short in lacking.items() if short == fewest]
    return ahead[0] if len(ahead) == 1 else None


_Play = PlayedPoints | Scuttled | Stole | Wiped | Destroyed | Evicted
"""What can change a score."""


@dataclass(frozen=True, slots=True)
class LargestPlay:
    """The play that gained or took the most points."""

    ply: int
    turn: int
    """From 1."""
    event: _Play
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
    scuttled: tuple[int, ...]
    """How often each seat scuttled."""
    countered: tuple[int, ...]
    lead_changes: int
    """How often the lead went from one side to another: the first lead is no change."""
    largest: LargestPlay | None
    """None if nobody ever gained or lost a point."""
    end: FinalScore

    @property
    def turns(self) -> int:
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
    drawn, scuttled, countered = ([0] * len(views[0].seats) for _ in range(3))
    for event in events:
        if isinstance(event, Drew):
            drawn[event.seat] += event.count
        elif isinstance(event, Scuttled | Countered):
            (scuttled if isinstance(event, Scuttled) else countered)[event.seat] += 1
    # the deal and the end of each turn; a turn in which nobody acted changes nothing
    ends = [views[0]]
    for before, after in pairwise(views):
        turn = before.turn + 1
        ends += [ends[-1]] * (turn - len(ends))
        ends[turn:] = [after]
    return Summary(
        scores=tuple(tuple(side.score for side in view.seats) for view in ends),
        goals=tuple(tuple(max(0, side.goal) for side in view.seats) for view in ends),
        drawn=tuple(drawn),
        scuttled=tuple(scuttled),
        countered=tuple(countered),
        lead_changes=sum(moment.kind == "lead" for moment in moments_of(replay)),
        largest=_largest(replay, views),
        end=end_seen(views[-1]),
    )


def _largest(replay: Replay, views: Sequence[View]) -> LargestPlay | None:
    """Return the largest play; of equal ones that which moved most, then the first."""
    best: tuple[int, int] = (0, 0)
    found: LargestPlay | None = None
    for ply in range(1, len(views)):
        before, after = views[ply - 1], views[ply]
        deed = next((event for event in replay.events(ply) if isinstance(event, _Play)), None)
        if deed is None:
            continue
        gained = taken = 0  # for the player's side, from the others
        for old, new in zip(before.seats, after.seats, strict=True):
            if old.side == before.seats[deed.seat].side:
                gained += new.score - old.score
            else:
                taken += old.score - new.score
        size = max(gained, taken), gained + taken
        if size > best:
            best, found = size, LargestPlay(ply, before.turn + 1, deed, size[0])
    return found
