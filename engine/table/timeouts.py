"""Tell how long a table waits for a seat: its clock, and how long it is held for who is away."""

from __future__ import annotations

from engine.table.history import TableHistory
from engine.table.state import in_steps


class Patience:
    """The times of a running game; moments are seconds since 1970."""

    def __init__(self, course: TableHistory, hold: float) -> None:
        """Watch over a table.

        Args:
            course: what has happened there.
            hold: seconds the seat of a player who is away is safe from a claim.
        """
        self._course = course
        self._hold = hold

    def times(self, now: float) -> tuple[int, ...]:
        """Tell the seconds each seat has left, in the steps in which they are shown."""
        clocks = self._course.clocks
        if clocks is None or not self._course.running:
            return ()
        seats = range(self._course.ruleset.seats)
        return tuple(in_steps(clocks.left(seat, now)) for seat in seats)

    def absences(self, now: float) -> tuple[int | None, ...]:
        """Tell the seconds until each absent person's seat may be claimed, in steps."""
        if not self._course.running:
            return ()
        away = self._course.seating.away
        return tuple(None if one is None else in_steps(one + self._hold - now) for one in away)

    def claimable(self, seat: int, now: float) -> set[int]:
        """Name the seats that were held for long enough, for a seat whose player is here."""
        if not self._course.seating.sitters[seat].present:
            return set()
        return {other for other, left in enumerate(self.absences(now)) if left == 0}

    def overdue(self, now: float) -> int | None:
        """Name the seat of a person whose time has run out."""
        clocks = self._course.clocks
        if clocks is None or clocks.running is None or not self._course.running:
            return None
        seat = clocks.running
        is_person = self._course.seating.sitters[seat].kind == "person"
        return seat if is_person and clocks.left(seat, now) <= 0 else None
