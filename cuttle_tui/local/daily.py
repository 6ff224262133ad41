"""Today's deal at home: one try for all who share it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from cuttle_tui.local.day_book import DayBook
from cuttle_tui.ports import Chair, DailyPage, LobbyError
from cuttle_tui.ports.daily import Line
from engine.bots.daily import CoachLines, day_at, day_before
from engine.errors import CuttleError
from engine.record.parser import parse_record
from engine.record.record import Record

if TYPE_CHECKING:
    from cuttle_tui.local.lobby import LocalLobby


class HomeDaily:
    """The deals of the days as this home knows them."""

    def __init__(
        self, lobby: LocalLobby, book: DayBook, coach: CoachLines, clock: Callable[[], float]
    ) -> None:
        self._lobby = lobby
        self._book = book
        self._coach = coach
        self._clock = clock

    @property
    def _today(self) -> str:
        return day_at(self._clock())

    async def page(self) -> DailyPage:
        day, player = self._today, self._lobby.player
        before = day_before(day)
        own, own_before = self._book.line(day, player), self._book.line(before, player)
        begun = self._book.is_begun(day)
        return DailyPage(
            day,
            "done" if own is not None else "begun" if begun else "new",
            own,
            played=int(own is not None),
            before=before,
            lines_before=() if own_before is None else (own_before,),
        )

    async def play(self) -> Chair:
        """Begin today's deal, or go on with it; one left before the first move is dealt again."""
        day = self._today
        if self._book.line(day, "") is not None:
            raise LobbyError("deal-played")
        kept = self._lobby.kept_deal(day)
        if kept is not None:
            return kept
        self._book.begin(day)
        return self._lobby.deal_day(day)

    async def record(self, whose: Line) -> Record:
        before: Final = day_before(self._today)
        if whose == "coach":
            return await self._coach.of(before)
        try:
            return parse_record(self._book.record(before))
        except CuttleError:
            raise LobbyError("deal-unplayed") from None
