"""Hold how a recorded game is being watched: what is asked, how fast it runs, what was sought."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal

from cuttle_tui.archive.export import NOWHERE, Source
from cuttle_tui.i18n.rich_text import SILENCE, Sentence
from engine.record.key_moments import Moment, MomentKind

Asked = Literal["", "go", "find", "seat", "share", "copy"]
SPEEDS: Final = (0.5, 1.0, 2.0, 4.0)
"""Moves a second a game can be played at by itself."""


@dataclass(frozen=True, slots=True)
class ReplayState:
    """All that the screen holds beside the ply and the side."""

    asked: Asked = ""
    """What the prompt asks for in place of the next step."""
    typed: str = ""
    """What was typed in answer."""
    playing: bool = False
    pace: int = 1
    """The speed, as a place among `SPEEDS`."""
    sought: MomentKind | None = None
    """What was looked for last."""
    seats: tuple[int, ...] = ()
    """The seats in which the game can be played on, the likely one first."""
    notice: Sentence = SILENCE
    """What came of the last key, until the next one."""
    source: Source = NOWHERE
    """Where the game came from."""
    may_copy: bool = False
    """Whether files can be written here."""

    @property
    def speed(self) -> float:
        """Moves a second."""
        return SPEEDS[self.pace]

    def faster(self, step: int) -> ReplayState:
        """Take another speed, so many places up or down."""
        return replace(self, pace=max(0, min(len(SPEEDS) - 1, self.pace + step)))


def nearest(found: Sequence[Moment], ply: int) -> Moment:
    """Give the first moment from a ply on, or else the last before it."""
    return found[min(bisect_left(_plies(found), ply), len(found) - 1)]


def further(found: Sequence[Moment], ply: int, step: int) -> Moment | None:
    """Give the moment after a ply, or (for a step of -1) before it; None where there is none."""
    plies = _plies(found)
    place = bisect_right(plies, ply) if step > 0 else bisect_left(plies, ply) - 1
    return found[place] if 0 <= place < len(found) else None


def _plies(found: Sequence[Moment]) -> list[int]:
    return [moment.ply for moment in found]
