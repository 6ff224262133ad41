"""Today's deal on a server: one try for each player, whatever the door and the node.

Nothing of a day's deal leaves the server but to its own player while the day lasts: its tables are
listed nowhere, its games are closed to others (`Room`), and the table of the day is for those who
have finished their own try.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final, Protocol, get_args

from cuttle_tui.ports import DailyPage, LobbyError, TryLine
from cuttle_tui.ports.daily import Line
from engine.bots.daily import CoachLines, TryEnd, TryResult, day_at, day_before
from engine.record.record import Record
from server.lobby.archive import Archive
from server.people.accounts import Player, has_account
from server.store.values import TryRow
from server.tables.chairs import PlayerChair

_ENDS: Final[dict[str, TryEnd]] = {end: end for end in get_args(TryEnd)}


class Seats(Protocol):
    """What is needed of the lobby of a player."""

    @property
    def who(self) -> Player:
        """The player."""

    def held(self) -> PlayerChair | None:
        """Return the seat that is held for the player, at whichever node."""

    async def deal_day(self, day: str, table: str) -> PlayerChair:
        """Open a table with the deal of a day."""


@dataclass(slots=True)
class DailyService:
    """The deals of the days, for all players."""

    archive: Archive
    coach: CoachLines
    clock: Callable[[], float]
    check_free: Callable[[str], None]
    """Raises ``busy`` for a player who is in the middle of a game."""

    async def page(self, identity: str) -> DailyPage:
        """Return what a player may know of today's deal; nobody's identity is empty."""
        day, archive = day_at(self.clock()), self.archive
        rows = await archive.tries(day)
        if any(row.who == identity and not row.end for row in rows):  # it may just have ended
            await archive.settled()
            rows = await archive.tries(day)
        before, lines = day_before(day), lines_of(rows, identity)
        own = next((line for line in lines if line.mine), None)
        begun = any(row.who == identity for row in rows)
        return DailyPage(
            day,
            "done" if own is not None else "begun" if begun else "new",
            own,
            lines if own is not None else (),
            len(lines),
            before,
            lines_of(await archive.tries(before), identity),
        )


class PlayerDaily:
    """The deals of the days for the player of a lobby."""

    def __init__(self, service: DailyService, seats: Seats) -> None:
        self._service = service
        self._seats = seats

    @property
    def _today(self) -> str:
        return day_at(self._service.clock())

    async def page(self) -> DailyPage:
        return await self._service.page(self._seats.who.identity)

    async def play(self) -> PlayerChair:
        """Begin today's deal, or return to it; a table that was never opened is opened now."""
        service, seats, day = self._service, self._seats, self._today
        who, archive = seats.who, service.archive
        if (held := self._held(day)) is not None:
            return held
        mine = [row for row in await archive.tries(day) if row.who == who.identity]
        if any(row.end for row in mine):
            raise LobbyError("deal-played")
        service.check_free(who.identity)
        person = who.identity if has_account(who.identity) else None
        row = await archive.begin_try(
            TryRow(day, who.identity, person, who.name, secrets.token_hex(8))
        )
        if row.end:
            raise LobbyError("deal-played")
        if (held := self._held(day)) is not None:  # of another session, meanwhile
            return held
        if await archive.is_running(row.table):  # a node that is gone had it: another takes it up
            raise LobbyError("no-answer")
        return await seats.deal_day(day, row.table)

    def _held(self, day: str) -> PlayerChair | None:
        held = self._seats.held()
        if held is None or (state := held.state()).day != day:
            return None
        over = state.view is not None and state.view.outcome is not None
        return None if over or state.called_off else held

    async def record(self, whose: Line) -> Record:
        before = day_before(self._today)
        if whose == "coach":
            return await self._service.coach.of(before)
        return await self._service.archive.best_record(before)


def lines_of(rows: Iterable[TryRow], identity: str) -> tuple[TryLine, ...]:
    """Return the tries that are over, the best first; those that did equally well share a place."""
    done = [
        (TryResult(_ENDS[row.end], row.turns, row.margin, row.race), row)
        for row in rows
        if row.end in _ENDS
    ]
    ranks = sorted(result.rank for result, _ in done)
    lines = [
        TryLine(row.name, result, row.who == identity, ranks.index(result.rank) + 1)
        for result, row in done
    ]
    return tuple(sorted(lines, key=lambda line: (line.place, line.name)))
