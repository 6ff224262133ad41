"""The desk of a secretary, as the app's `Desk` port."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Final, ParamSpec, TypeVar

from cuttle_tui.ports import LobbyError, Reason
from cuttle_tui.ports.desk import RatedLine, ReportLine
from server.store.values import AuditRow, Person, Refused, StoreError, as_secretary
from server.tables.chairs import read_text

if TYPE_CHECKING:
    from server.people.accounts import Accounts

_MOST: Final = 200
"""Lines of a list."""
_P = ParamSpec("_P")
_T = TypeVar("_T")


class PlayerDesk:
    """What a secretary does; whether somebody still is one is looked up each time."""

    def __init__(self, accounts: Accounts, person: Callable[[], Person]) -> None:
        self._accounts = accounts
        self._person = person

    async def reports(self) -> tuple[ReportLine, ...]:
        found = await self._ask(self._accounts.store.filed_reports, False, _MOST)
        return tuple(
            ReportLine(
                each.number,
                f"{each.report.at:%Y-%m-%d %H:%M}",
                each.by,
                each.against,
                each.report.table,
                each.report.text,
            )
            for each in found
            if self._person().id not in (each.report.by, each.report.against)
        )

    async def settle(self, number: int, reason: str) -> None:
        if number not in {each.number for each in await self.reports()}:
            raise LobbyError("decided-already")
        decision = self._decision("report settle", reason, number=number)
        settle = self._accounts.store.settle_report
        await self._decide("decided-already", settle, number, True, decision)

    async def results(self) -> tuple[RatedLine, ...]:
        found = await self._ask(self._accounts.store.results, "", "", None, _MOST)
        return tuple(
            RatedLine(
                each.game,
                f"{each.ended:%Y-%m-%d %H:%M}",
                each.players,
                next((name for name in each.players if each.result == f"{name} won"), ""),
                each.result == "void",
                each.corrected,
            )
            for each in found
            if self._person().name not in each.players
        )

    async def correct(self, game: str, result: str, reason: str) -> None:
        if game not in {each.game for each in await self.results()}:
            raise LobbyError("no-such-game")
        decision = self._decision("result correct", reason, game=game, verdict=result)
        await self._decide("no-such-game", self._accounts.store.correct, game, result, decision)
        await self._accounts.league_decided()

    def _decision(self, action: str, reason: str, **detail: Any) -> AuditRow:
        said = read_text(reason)
        if not said:
            raise LobbyError("no-reason")
        return AuditRow(datetime.now(UTC), as_secretary(self._person().name), action, detail, said)

    async def _decide(self, late: Reason, decision: Callable[..., list[str]], *values: Any) -> None:
        """Carry out a decision of the store, however long it takes."""
        try:
            await asyncio.to_thread(decision, False, *values)
        except Refused:
            raise LobbyError(late) from None
        except StoreError:
            raise LobbyError("not-now") from None

    async def _ask(self, function: Callable[_P, _T], /, *args: _P.args, **named: _P.kwargs) -> _T:
        """Query the store for a secretary, or raise ``no-secretary`` or ``not-now``."""
        ask, store = self._accounts.writer.ask, self._accounts.store
        try:
            if not await ask(store.is_secretary, self._person().id):
                raise LobbyError("no-secretary")
            return await ask(function, *args, **named)
        except StoreError:
            raise LobbyError("not-now") from None
