"""Tell how long a table waits for a seat: its clock, and how long it is held for who is away."""

from __future__ import annotations

from engine.table.history import TableHistory
from engine.table.state import in_steps


class Timeouts:
    """The times of a running game; moments are seconds since 1970."""

    def __init__(self, history: TableHistory, hold: float) -> None:
        """Watch over a table.

        Args:
            history: what has happened there.
            hold: seconds the seat of a player who is away is safe from a claim.
        """
        self._history = history
        self._hold = hold

    def times(self, now: float) -> tuple[int, ...]:
        """Tell the seconds each seat has left, in the steps in which they are shown."""
        clocks = self._history.clocks
        if clocks is None or not self._history.running:
            return ()
        seats = range(self._history.ruleset.seats)
        return tuple(in_steps(clocks.left(seat, now)) for seat in seats)

    def absences(self, now: float) -> tuple[int | None, ...]:
        """Tell the seconds until each absent person's seat may be claimed, in steps."""
        if not self._history.running:
            return ()
        away = self._history.seats.away
        return tuple(None if one is None else in_steps(one + self._hold - now) for one in away)

    def claimable(self, seat: int, now: float) -> set[int]:
        """Name the seats that were held for long enough, for a seat whose player is here."""
        if not self._history.seats.sitters[seat].present:
            return set()
        return {other for other, left in enumerate(self.absences(now)) if left == 0}

    def overdue(self, now: float) -> int | None:
        """Name the seat of a person whose time has run out."""
        clocks = self._history.clocks
        if clocks is None or clocks.running is None or not self._history.running:
            return None
        seat = clocks.running
        is_person = self._history.seats.sitters[seat].kind == "person"
        return seat if is_person and clocks.left(seat, now) <= 0 else None
