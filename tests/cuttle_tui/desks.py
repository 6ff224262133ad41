"""A secretary's desk that notes what is decided, for the tests of the app."""

from __future__ import annotations

from dataclasses import dataclass, field

from cuttle_tui.ports import LobbyError
from cuttle_tui.ports.desk import RatedLine, ReportLine

REPORTS = (
    ReportLine(
        7,
        "2026-11-30 20:15",
        "bob",
        "gus",
        "oak",
        "spam; zz zz zz zz zz zz; well played, bob, well played",
    ),
    ReportLine(6, "2026-11-29 18:02", "guest-otter", "carol", "", "stalling"),
)
RESULTS = (
    RatedLine("f3a1", "2026-11-30 19:40", ("bob", "carol"), "bob", void=False, corrected=False),
    RatedLine("e2b7", "2026-11-30 19:10", ("carol", "dmitri"), "", void=False, corrected=True),
)


@dataclass
class FakeDesk:
    """A desk with some reports and results."""

    filed: tuple[ReportLine, ...] = REPORTS
    played: tuple[RatedLine, ...] = RESULTS
    done: list[tuple[object, ...]] = field(default_factory=list)

    async def reports(self) -> tuple[ReportLine, ...]:
        """List them."""
        return self.filed

    async def results(self) -> tuple[RatedLine, ...]:
        """List them."""
        return self.played

    async def settle(self, number: int, reason: str) -> None:
        """Note it."""
        self._note(reason, number)
        self.filed = tuple(line for line in self.filed if line.number != number)

    async def correct(self, game: str, result: str, reason: str) -> None:
        """Note it."""
        self._note(reason, game, result)

    def _note(self, reason: str, *what: object) -> None:
        if not reason.strip():
            raise LobbyError("no-reason")
        self.done.append((*what, reason))
