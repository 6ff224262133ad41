"""The play night as one player sees it: the app's port `Nights`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from cuttle_tui.ports.league import (
    BracketPage,
    NightLine,
    NightPage,
    NightPairing,
    NightPlace,
    NightPlan,
    NightPlayerLine,
    PairingState,
    PlaceLine,
)
from server.league.night_director import NightDirector
from server.league.nights import Night, NightMatch, bracket_lines
from server.people.accounts import Player
from server.store.values import player_id
from server.tables.chairs import TableActions

_MOST_SHOWN: Final = 256
"""Matches that are listed; those of early rounds are left out first."""


class PlayerNight:
    """The play night for one player's session, within their limits: the port `Nights`."""

    def __init__(
        self,
        nights: NightDirector,
        actions: TableActions,
        clock: Callable[[], float],
        who: Callable[[], Player],
        address: Callable[[], str],
    ) -> None:
        """Show the night to a player; `clock` is in seconds since 1970, `address` may be empty."""
        self._nights = nights
        self._actions = actions
        self._clock = clock
        self._who = who
        self._address = address

    @property
    def _me(self) -> str:
        return player_id(self._who().identity)

    def line(self) -> NightLine | None:
        night = self._nights.night
        return None if night is None else self._line(night)

    def page(self) -> NightPage | None:
        night, name = self._nights.night, self._nights.name
        if night is None:
            return None
        mine = night.open_match(self._me)
        latest = sorted(night.matches, key=lambda match: (-match.pairing.round, match.number))
        bracket = None
        if night.bracket is not None:
            places = tuple(PlaceLine(place, name(who), 0) for place, who in night.bracket.places)
            bracket = BracketPage("", 0, "", bracket_lines(night.bracket, name), places)
        return NightPage(
            line=self._line(night),
            pairings=tuple(map(self._pairing, latest[:_MOST_SHOWN])),
            standings=tuple(
                NightPlace(
                    line.place,
                    name(line.player),
                    line.points,
                    line.wins,
                    line.draws,
                    line.losses,
                    line.byes,
                    line.buchholz,
                )
                for line in night.standings
            ),
            players=tuple(
                NightPlayerLine(
                    name(each.player),
                    seed if night.started is not None else 0,
                    self._nights.is_online(each.player),
                    each.left,
                )
                for seed, each in enumerate(night.players, 1)
            ),
            bracket=bracket,
            opponent="" if mine is None else name(mine.opponent(self._me)),
        )

    def _line(self, night: Night) -> NightLine:
        ends = night.ends if night.state == "running" else None
        return NightLine(
            host=self._nights.name(night.plan.host),
            format=night.plan.format,
            ruleset=night.plan.ruleset,
            timing=night.plan.timing,
            state=night.state,
            players=len(night.here),
            round=night.round,
            rounds=night.rounds,
            minutes=night.plan.minutes,
            left=None if ends is None else max(0, round((ends - self._clock()) / 60)),
            joined=self._me in night.here,
            may_join=night.state != "over" and night.may_join(self._me),
            mine=night.plan.host == self._me,
            winner=self._nights.name(night.winner) if night.winner else "",
        )

    def _pairing(self, match: NightMatch) -> NightPairing:
        name, night = self._nights.name, self._nights.night
        second = match.pairing.second
        decided = bool(match.winner) or match.why == "played"
        annulled = decided and night is not None and not night.annulled.isdisjoint(match.players)
        state: PairingState = "playing" if match.table else "waiting"
        return NightPairing(
            number=match.number,
            round=match.pairing.round,
            names=(name(match.pairing.first), "" if second is None else name(second)),
            state=state if match.open else "over",
            winner=name(match.winner) if match.winner and not annulled else "",
            why="void" if annulled else match.why,
            table=match.table if match.open else "",
            missing=tuple(map(name, self._nights.missing(match))),
            mine=self._me in match.players,
        )

    async def open(self, plan: NightPlan) -> None:
        self._actions.may_open_night(self._who(), self._address())
        self._nights.open(self._who(), plan, address=self._address())
        await self._nights.shown()

    async def join(self) -> None:
        self._actions.check_open()
        self._count_change()
        self._nights.join(self._who(), self._address())
        await self._nights.shown()

    async def leave(self) -> None:
        self._count_change()
        self._nights.leave(self._me)
        await self._nights.shown()

    async def begin(self) -> None:
        self._actions.check_open()
        self._count_change()
        self._nights.begin(self._me)
        await self._nights.shown()

    async def withdraw(self, name: str) -> None:
        self._count_change()
        self._nights.withdraw(self._me, name)
        await self._nights.shown()

    async def end(self) -> None:
        self._count_change()
        self._nights.end(self._me)
        await self._nights.shown()

    def _count_change(self) -> None:
        self._actions.may_change(self._who(), self._address())
