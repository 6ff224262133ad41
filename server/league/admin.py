"""Carry out the operator's decisions about the league on the running server."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from cuttle_tui.ports import LobbyError
from engine.errors import RulesetError
from engine.rules.options import parse_ruleset, stamped
from server.admin.schema import AdminError, Values
from server.cluster.options import Row
from server.league.ratings import LeagueError
from server.league.seasons import Season
from server.league.store.pages import bracket_pages
from server.league.store.seasons import Draw
from server.store.values import AuditRow

if TYPE_CHECKING:
    from server.league.night_director import NightDirector
    from server.league.nights import Night
    from server.serve import Server
    from server.store.store import Store


_MOST_LISTED: Final = 200


class LeagueAdmin:
    """The operator's commands for the league, by their names in `admin_commands`.

    Each may raise `AdminError` with a text that says what to do.
    """

    def __init__(self, server: Server) -> None:
        self._server = server

    @property
    def store(self) -> Store:
        """The store of the league; `AdminError` says that there is none."""
        if self._server.store is None:
            raise AdminError("this server stores nothing, so it has no league")
        return self._server.store

    async def season_list(self) -> list[Row]:
        rows = await asyncio.to_thread(self.store.all_seasons)
        now = self._server.now()
        return [
            {
                "season": row.season.id,
                "start": f"{row.season.start:%Y-%m-%d}",
                "end": f"{row.season.end:%Y-%m-%d}",
                "weeks": row.season.weeks,
                "week": row.season.week(now),
                "ruleset": row.season.ruleset,
                "size": row.season.size,
                "closed": f"{row.closed:%Y-%m-%d}" if row.closed else None,
            }
            for row in rows
        ]

    async def season_new(self, ask: Values) -> list[str]:
        season = Season(
            f"{ask['year']}-{ask['suit']}",
            ask["suit"],
            ask["year"],
            _ruleset(ask["ruleset"]),
            ask["start"],
            ask["weeks"],
            ask["size"],
        )
        opened = partial(self.store.open_season, other_year=ask["other_year"])
        return await self.decide(opened, ask, season)

    async def season_change(self, ask: Values) -> list[str]:
        change = {name: ask[name] for name in ("start", "weeks", "size") if ask[name]}
        if ask["ruleset"]:
            change["ruleset"] = _ruleset(ask["ruleset"])
        changed = partial(self.store.change_season, other_year=ask["other_year"])
        return await self.decide(changed, ask, ask["season"], change)

    async def season_close(self, ask: Values) -> list[str]:
        closed = partial(self.store.close_season, early=ask["early"])
        return await self.decide(closed, ask, ask["season"], _draw(ask))

    async def championship_list(self) -> list[Row]:
        return [
            {
                "championship": page.id,
                "to_be_played": ", ".join(
                    " - ".join(slot.name for slot in match.slots)
                    for match in page.matches
                    if match.state == "open"
                ),
                "champion": page.champion,
                "from": page.source,
            }
            for page in await asyncio.to_thread(self.store.read, bracket_pages)
        ]

    async def championship_new(self, ask: Values) -> list[str]:
        drawn = self.store.draw_championship
        return await self.decide(drawn, ask, ask["id"], ask["size"], _draw(ask))

    async def championship_report(self, ask: Values) -> list[str]:
        kind, who = "no-show" if ask["no_show"] else "beat", [ask["winner"], ask["loser"]]
        enter = self.store.enter_result
        return await self.decide(enter, ask, ask["id"], kind, who, ask["score"])

    async def championship_withdraw(self, ask: Values) -> list[str]:
        enter = self.store.enter_result
        return await self.decide(enter, ask, ask["id"], "withdrawal", [ask["name"]], None)

    async def result_list(self, ask: Values) -> list[Row]:
        try:
            rows = await asyncio.to_thread(
                self.store.results, ask["player"], ask["season"], ask["week"], _MOST_LISTED
            )
        except LeagueError as error:
            raise AdminError(str(error)) from None
        return [
            {
                "game": row.game,
                "ended": row.ended.isoformat(timespec="minutes"),
                "season": row.season,
                "week": row.week,
                "players": [*row.players],
                "result": row.result,
                "corrected": row.corrected,
            }
            for row in rows
        ]

    async def result_correct(self, ask: Values) -> list[str]:
        """Correct the result of a game; players are owed a reason."""
        if not ask["reason"]:
            raise AdminError("say why the result is corrected: --reason TEXT")
        return await self.decide(self.store.correct, ask, ask["game"], ask["verdict"])

    # the play night

    def night_list(self) -> list[Row]:
        """Return the play night that is held, or was held last."""
        night = self._nights.night
        if night is None:
            return []
        return [
            {
                "host": self._nights.name(night.plan.host),
                "format": night.plan.format,
                "state": night.state,
                "players": len(night.here),
                "round": night.round,
                "playing": len(night.playing),
                "opened": datetime.fromtimestamp(night.plan.at, UTC).isoformat(timespec="seconds"),
            }
        ]

    async def night_end(self, ask: Values) -> list[str]:
        night = self._nights.night
        if night is None or night.closed is not None:
            raise AdminError("no play night is held: `night list` shows the last one")
        void = len(night.playing)
        lines = [f"{self._night_name(night)} ends now"]
        lines += [f"{void} matches that are played count for nobody"] if void else []
        return await self._decide_night(ask, lines, self._nights.close)

    async def night_reopen(self, ask: Values) -> list[str]:
        night = self._nights.night
        if night is None or night.closed is None or night.before is None:
            raise AdminError("no play night is closed that could go on")
        going_on = len(night.before.playing)
        lines = [f"{self._night_name(night)} goes on"]
        lines += [f"{going_on} matches are played on"] if going_on else []
        return await self._decide_night(ask, lines, self._nights.reopen)

    @property
    def _nights(self) -> NightDirector:
        """The play nights of this server."""
        member = self._server.cluster
        if member is not None and (holder := member.nights_at()):
            raise AdminError(f"the node {holder} holds the play nights: ask there")
        return self._server.matchmaker.nights

    def _night_name(self, night: Night) -> str:
        host = self._nights.name(night.plan.host)
        return f"the play night of {host}, {night.plan.format}, {len(night.here)} players,"

    async def _decide_night(
        self, ask: Values, lines: list[str], decide: Callable[[], None]
    ) -> list[str]:
        """Write a decision down and carry it out, or only return what it changes."""
        if not ask["trial"]:
            entry = AuditRow(self._server.now(), ask["by"], ask["command"], {}, ask["reason"])
            await asyncio.to_thread(self.store.note_order, entry)
            try:
                decide()
            except LobbyError as error:
                raise AdminError(f"it is too late: {error}") from None
        return lines

    async def audit(self) -> list[Row]:
        """List what operators have decided, newest first."""
        rows = await asyncio.to_thread(self.store.audit, _MOST_LISTED)
        return [
            {
                "at": row.at.isoformat(timespec="seconds"),
                "by": row.by,
                "action": row.action,
                "detail": ", ".join(f"{name} {value}" for name, value in row.detail.items()),
                "reason": row.reason,
            }
            for row in rows
        ]

    async def decide(
        self, decision: Callable[..., list[str]], ask: Values, *values: Any
    ) -> list[str]:
        """Carry out a decision of the store, or try it, and have the league in memory follow."""
        now, detail = self._server.now(), detail_of(ask)
        entry = AuditRow(now, ask["by"], ask["command"], detail, ask["reason"])
        try:
            lines = await asyncio.to_thread(decision, ask["trial"], *values, entry)
        except LeagueError as error:
            raise AdminError(str(error)) from None
        if not ask["trial"]:
            await self._server.league_decided()
        return lines


def detail_of(ask: Values) -> dict[str, Any]:
    """Return what was asked, for the audit."""
    own = {"command", "by", "trial", "reason"}
    return {name: _plain(value) for name, value in ask.items() if name not in own and value}


def _plain(value: Any) -> Any:
    if isinstance(value, tuple | list):
        return ", ".join(map(str, map(_plain, value)))
    if isinstance(value, dict):
        return ", ".join(f"{name}={each}" for name, each in value.items())
    return value if isinstance(value, int | str) else f"{value:%Y-%m-%d}"


def _draw(ask: Values) -> Draw:
    return Draw(tuple(ask["declined"]), tuple(ask["playoffs"]), tuple(ask["lot"]))


def _ruleset(text: str) -> str:
    """Return the full name of the rules that a season can be played by."""
    try:
        ruleset = parse_ruleset(text)
    except RulesetError as error:
        raise AdminError(str(error)) from None
    if ruleset.seats != 2 or "+" in ruleset.name:
        raise AdminError("a season is played by two, and by a ruleset without options")
    return stamped(ruleset)
