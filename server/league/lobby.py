"""The league of the server, as the app's port `League`."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import datetime
from typing import Concatenate, Final, ParamSpec, Protocol, TypeVar

from sqlalchemy import Connection

from cuttle_tui.ports import RATED_TIMINGS, LobbyError, TablePlan
from cuttle_tui.ports.league import (
    BracketPage,
    HeadToHead,
    Profile,
    SeasonLine,
    SeasonPage,
    WeekPage,
    YearPage,
)
from cuttle_tui.ports.listings import RatingLine
from server.league.store import championships, pages, profiles
from server.people.accounts import Player, has_account
from server.people.presence import Follows, Presence
from server.sanitize import clean
from server.store.store import Store
from server.store.values import NoSuchPerson, StoreError, player_id
from server.tables.challenges import MATCH, Challenges

_MOST_FOLLOWED: Final = 200
_PATIENCE: Final = 10.0
"""Seconds for which a page is waited for, those asked for before it among them."""
_MINUTE: Final = 60
_LONGEST: Final = 64
"""Characters of a name or an id that are looked at."""
_P = ParamSpec("_P")
_T = TypeVar("_T")


class Reader(Protocol):
    """Queries the store off the loop."""

    def ask(
        self, function: Callable[_P, _T], /, *args: _P.args, **named: _P.kwargs
    ) -> Awaitable[_T]:
        """Call a method of the store."""


class LeagueService:
    """The league for everybody who is online."""

    def __init__(
        self,
        store: Store,
        reader: Reader,
        presence: Presence,
        follows: Follows,
        clock: Callable[[], datetime],
        challenges: Challenges | None = None,
        version: Callable[[], int] | None = None,
    ) -> None:
        """Create the league; `version` changes with all that a week's page shows, but for names."""
        self.store = store
        self.presence = presence
        self.follows = follows
        self.clock = clock
        self.challenges = challenges
        self._reader = reader
        self._version = version
        self._week: tuple[object, WeekPage | None] = (None, None)
        """The last page of the running week, and what it was read at."""
        self._turn = asyncio.Lock()
        """Pages are made one at a time: several threads that make pages hold the loop for long."""

    def of(self, who: Callable[[], Player], count: Callable[[], None]) -> PlayerLeague:
        """Return the league as a player sees it; `count` counts changes against their limit."""
        return PlayerLeague(self, who, count)

    async def read(
        self,
        query: Callable[Concatenate[Connection, _P], _T],
        /,
        *args: _P.args,
        **named: _P.kwargs,
    ) -> _T:
        """Run a query in another thread, as `ask` does."""
        return await self.ask(lambda: self.store.read(query, *args, **named))

    async def running_week(self) -> WeekPage | None:
        """Return the week that runs, else the last one; the first screen of everybody asks.

        It is read once for all of them, and anew after each change, and each minute.
        """
        now = self.clock()
        at = None if self._version is None else (self._version(), int(now.timestamp()) // _MINUTE)
        if at is None or at != self._week[0]:
            self._week = at, await self.read(pages.week_page, "", None, now)
        return self._week[1]

    async def champion_by(self, championship: str, table: str) -> str:
        """Return the name of the champion whom the match of a table has made; empty if none."""
        return await self.read(championships.champion_by, championship, table)

    async def ask(self, function: Callable[_P, _T], /, *args: _P.args, **named: _P.kwargs) -> _T:
        """Call a method of the store in another thread.

        Raises:
            LobbyError: ``not-now``, ``no-such-player``.
        """
        try:
            async with asyncio.timeout(_PATIENCE), self._turn:
                return await self._reader.ask(function, *args, **named)
        except (StoreError, TimeoutError):
            raise LobbyError("not-now") from None
        except NoSuchPerson:
            raise LobbyError("no-such-player") from None


class PlayerLeague:
    """The league as one player sees it: the port `League`."""

    def __init__(
        self, service: LeagueService, who: Callable[[], Player], count: Callable[[], None]
    ) -> None:
        self._service = service
        self._store = service.store
        self._ask = service.ask
        self._read = service.read
        self._who = who
        self._count = count

    @property
    def _viewer(self) -> str:
        """The id of the player's account; empty for guests."""
        identity = self._who().identity
        return identity if has_account(identity) else ""

    async def seasons(self) -> tuple[SeasonLine, ...]:
        return await self._read(pages.season_lines, self._service.clock())

    async def season(self, id: str = "") -> SeasonPage:
        wanted = _id(id)
        page = await self._read(pages.season_page, wanted, self._service.clock())
        if page is None:
            raise LobbyError("no-such-season" if wanted else "no-season")
        return page

    async def week(self, season: str = "", week: int | None = None) -> WeekPage:
        if season or week is not None:
            now = self._service.clock()
            page = await self._read(pages.week_page, _id(season), week, now)
        else:
            page = await self._service.running_week()
        if page is None:
            await self.season(season)  # says so if it is the season that is not there
            raise LobbyError("no-such-week")
        return page

    async def championships(self) -> tuple[BracketPage, ...]:
        return await self._read(pages.bracket_pages)

    async def bracket(self, id: str = "") -> BracketPage:
        page = await self._read(pages.find_bracket, _id(id))
        if page is None:
            raise LobbyError("no-such-championship")
        return page

    async def play(self, championship: str) -> str:
        service, who = self._service, self._who()
        me = player_id(who.identity)
        id = _id(championship)
        found = await self._read(championships.match_to_play, id, me)
        if found is None or service.challenges is None:
            raise LobbyError("no-match")
        opponent, rules = found
        online = {player_id(identity): identity for identity in service.presence}
        if opponent not in online:
            raise LobbyError("not-here")
        asked = service.challenges.asking(who.identity)
        if asked is not None and asked.championship == id and asked.by.identity == online[opponent]:
            raise LobbyError("they-called")
        plan = TablePlan(f"{rules}+{MATCH}", timing=RATED_TIMINGS[0], public=True)
        service.challenges.send(who, online[opponent], plan, id)
        return service.presence.lobbies(online[opponent])[0].player

    async def year(self, year: int | None = None) -> YearPage:
        return await self._read(pages.year_page, year or self._service.clock().year)

    async def top(self, pool: str = "live") -> tuple[RatingLine, ...]:
        return await self._read(pages.top, _id(pool))

    async def profile(self, name: str = "") -> Profile:
        wanted = clean(name, _LONGEST) or self._who().name
        seen = await self._read(profiles.profile_for, wanted, self._viewer)
        if seen is None:
            raise LobbyError("no-such-player")
        presence = self._service.presence
        shown = seen.profile.me or presence.is_shown(seen.person)
        online = not seen.blocked and shown and bool(presence.lobbies(seen.person))
        return replace(seen.profile, online=online)

    async def head_to_head(self, one: str, other: str) -> HeadToHead:
        names = clean(one, _LONGEST), clean(other, _LONGEST)
        try:
            return await self._read(profiles.head_to_head, names, self._viewer)
        except profiles.Hidden:
            raise LobbyError("hidden") from None

    async def follow(self, name: str, yes: bool = True) -> None:
        me = self._viewer
        if not me:
            raise LobbyError("no-account")
        self._count()
        person = await self._ask(self._store.person_named, clean(name, _LONGEST))
        if person is None or person.id == me:
            raise LobbyError("no-such-player")
        if not yes:
            await self._ask(self._store.unfollow, me, person.id)
        elif not await self._ask(self._store.follow, me, person.id, _MOST_FOLLOWED):
            raise LobbyError("too-many")
        self._service.follows.follow(me, person.id, yes)


def _id(text: str) -> str:
    return clean(text, _LONGEST).lower()
