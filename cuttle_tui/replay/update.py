"""Update a replay: the question asked, the speed, the search. Pure."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal

from cuttle_tui.i18n.rich_text import SILENCE, Sentence
from cuttle_tui.kit.editing import Erase, TypeText, edited
from cuttle_tui.kit.keymap import Intent
from cuttle_tui.ports import NOWHERE, Source
from engine.record.summary import KINDS, Moment, MomentKind, Replay
from engine.table.practice import PracticeError

Asked = Literal["", "go", "find", "seat", "share", "copy"]
SPEEDS: Final = (0.5, 1.0, 2.0, 4.0)
"""The speeds of autoplay, in moves per second."""


_LONGEST: Final[dict[Asked, int]] = {"go": 5, "copy": 400}
"""The maximum length of a typed answer."""


@dataclass(frozen=True, slots=True)
class AskFor(Intent):
    """Ask a question in the prompt, or cancel it."""

    asked: Asked


@dataclass(frozen=True, slots=True)
class ChangeSpeed(Intent):
    """Change the speed of autoplay."""

    step: int


@dataclass(frozen=True, slots=True)
class ReplayState:
    """The state of the screen besides the ply and the side."""

    asked: Asked = ""
    """The question in the prompt, if any."""
    typed: str = ""
    """The answer typed so far."""
    playing: bool = False
    pace: int = 1
    """The speed, as an index into `SPEEDS`."""
    sought: MomentKind | None = None
    """The last search."""
    seats: tuple[int, ...] = ()
    """The seats that practice can start in, the most likely first."""
    notice: Sentence = SILENCE
    """The result of the last intent, until the next."""
    source: Source = NOWHERE
    """Where the game came from."""
    may_copy: bool = False
    """Whether files can be written here."""
    analysing: bool = False
    """Whether the analysis covers the fields."""
    only_to_analyse: bool = False
    """Whether the player came for the analysis, and has not looked at the table yet."""

    @property
    def speed(self) -> float:
        """The speed in moves per second."""
        return SPEEDS[self.pace]


AT_REST: Final = ReplayState()
"""No question is asked."""


def update(playback: ReplayState, intent: Intent) -> ReplayState | None:
    """Return the state after an intent; None if the intent is about something else."""
    if isinstance(intent, AskFor):
        return replace(playback, asked=intent.asked, typed="")
    if isinstance(intent, ChangeSpeed):
        return replace(playback, pace=max(0, min(len(SPEEDS) - 1, playback.pace + intent.step)))
    if isinstance(intent, TypeText | Erase):
        asked = playback.asked or "go"  # a digit asks for a move
        return replace(playback, asked=asked, typed=edited(playback.typed, intent, _LONGEST[asked]))
    return None


def kinds_of(found: Sequence[Moment]) -> tuple[MomentKind, ...]:
    """List the kinds of moments that a game has, in the order of their numbers."""
    kinds = {moment.kind for moment in found}
    return tuple(kind for kind in KINDS if kind in kinds)


def nearest(found: Sequence[Moment], ply: int) -> Moment:
    """Return the first moment at or after a ply, otherwise the last before it."""
    return found[min(bisect_left(_plies(found), ply), len(found) - 1)]


def further(found: Sequence[Moment], ply: int, step: int) -> Moment | None:
    """Return the moment after a ply, or before it for a step of -1; None if there is none."""
    plies = _plies(found)
    place = bisect_right(plies, ply) if step > 0 else bisect_left(plies, ply) - 1
    return found[place] if 0 <= place < len(found) else None


def _plies(found: Sequence[Moment]) -> list[int]:
    return [moment.ply for moment in found]


def seats_at(replay: Replay, ply: int, viewer: int | None, player: str) -> tuple[int, ...]:
    """List the seats available at a ply, the most likely first, the others in order.

    The most likely is the seat in view, then the player's own, then the seat to move.

    Raises:
        PracticeError: no game can continue from there.
    """
    if replay.record.outcome is None:
        raise PracticeError("unfinished")
    view = replay.view(ply)
    if view.outcome is not None:
        raise PracticeError("over")
    seats = tuple({*range(len(view.seats))} - {*view.retired, *view.absent})
    if not seats:
        raise PracticeError("gone")
    names = replay.record.players
    own = names.index(player) if names.count(player) == 1 else None
    mover = view.asked[0] if view.asked else view.mover
    likely = next(seat for seat in (viewer, own, mover, *seats) if seat in seats)
    return (likely, *(seat for seat in seats if seat != likely))
