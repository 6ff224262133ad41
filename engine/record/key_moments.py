"""Find the key moments of a recorded game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final, Literal, get_args

from engine.play.events import (
    AnnouncedOneOff,
    Countered,
    Destroyed,
    Event,
    Evicted,
    Scuttled,
    Stole,
    Wiped,
)
from engine.play.view import View
from engine.record.replay import Replay

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
    points leads; a tie changes nothing.
    """
    found: list[Moment] = []
    before, leader = replay.view(0), _leader(replay.view(0))
    for ply in range(1, replay.plies + 1):
        view = replay.view(ply)
        ahead = _leader(view)
        found += _deeds(ply, replay.events(ply))
        if ahead is not None and ahead != leader:
            leader = ahead
            found.append(Moment(ply, "lead", _seats_of(view, ahead)))
        found += _ends(ply, before, view)
        before = view
    return tuple(found)


def _deeds(ply: int, events: Iterable[Event]) -> Iterator[Moment]:
    """Return the moments made by actions at a ply, in the order of the kinds."""
    seats: dict[MomentKind, list[int]] = {}
    for event in events:
        if isinstance(event, _Deed) and not (isinstance(event, Wiped) and not event.lost):
            doers = seats.setdefault(_kind_of(event), [])
            doers += [event.seat] * (event.seat not in doers)
    return (Moment(ply, kind, tuple(seats[kind])) for kind in KINDS if kind in seats)


def _kind_of(deed: _Deed) -> MomentKind:
    if isinstance(deed, AnnouncedOneOff):
        return "one-off"
    return "counter" if isinstance(deed, Countered) else "capture"


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


def _seats_of(view: View, side: int) -> tuple[int, ...]:
    return tuple(
        seat
        for seat, part in enumerate(view.seats)
        if part.side == side and seat not in view.retired
    )
