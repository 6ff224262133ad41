"""The pages of the league as a browser asks for them: what each shows, read from the store."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from typing import Final

from cuttle_tui.league.pages import shown_name
from cuttle_tui.league.people import rating_text, tally_text
from cuttle_tui.league.seasons import season_state
from cuttle_tui.ports import LobbyError
from cuttle_tui.ports.league import BracketPage, League, Profile, SeasonPage, is_deleted
from server.league.seasons import SUITS
from server.league.site.pages import curve_points, listed, players_of
from server.lobby.archive import Archive
from server.web.rendering import Page

_TOP: Final = 10
"""Ratings on the first page."""
_NAMED: Final = 3
"""Players who are named when a page is previewed."""


class LeaguePages:
    """Reads what the pages of the league show."""

    def __init__(self, league: League, archive: Archive) -> None:
        """Read a league as somebody without an account."""
        self._league = league
        self._archive = archive

    async def front(self) -> Page:
        """Read the latest season, the newest championship, and the best ratings."""
        brackets, top = await self._league.championships(), await self._league.top()
        bracket = brackets[0] if brackets else None
        values = {"page": await self._latest(), "bracket": bracket, "top": top[:_TOP]}
        return Page("index.html", values, "index")

    async def seasons(self) -> Page:
        """Read the list of seasons."""
        return Page("seasons.html", {"seasons": await self._league.seasons()}, "seasons")

    async def season(self, season: str = "") -> Page:
        """Read the standings of a season: by its id or its suit, by default the latest."""
        page = await self._season(await self._id(season))
        if page is None:
            return await self.seasons()
        weeks = list(_weeks(page))
        return Page("season.html", {"page": page, "weeks": weeks}, about=lambda: _standings(page))

    async def week(self, season: str, week: str) -> Page:
        """Read a week of a season."""
        page = await self._league.week(await self._id(season), int(week))
        games = [id for match in page.matches for id in match.games]
        public = await self._archive.public_ids(games)
        return Page("week.html", {"week": page, "public": public})

    async def championships(self) -> Page:
        """Read the list of championships."""
        brackets = await self._league.championships()
        return Page("championships.html", {"brackets": brackets}, "championships")

    async def bracket(self, season: str = "") -> Page:
        """Read a championship: by its season, by default the latest."""
        if not season and not await self._league.championships():
            return await self.championships()
        bracket = await self._league.bracket(await self._id(season))
        return Page("bracket.html", {"bracket": bracket}, about=lambda: _champion(bracket))

    async def year(self, year: str = "") -> Page:
        """Read the table of a year, by default this one."""
        return Page("year.html", {"page": await self._league.year(int(year) if year else None)})

    async def players(self) -> Page:
        """List the players with a rating, in the latest season, and in championships."""
        top = {line.name: line for line in await self._league.top()}
        latest, brackets = await self._latest(), await self._league.championships()
        standings = () if latest is None else latest.standings
        names = {*top, *(line.name for line in standings)}
        names.update(*map(players_of, brackets))
        ordered = sorted((name for name in names if not is_deleted(name)), key=str.casefold)
        players = [listed(name, [top[name]] if name in top else []) for name in ordered]
        return Page("players.html", {"players": players}, "players")

    async def player(self, name: str) -> Page:
        """Read what a player shows of themselves."""
        profile = await self._league.profile(name)
        values = {"profile": profile, "curve": curve_points(profile.curve)}
        return Page("player.html", values, about=lambda: _player(profile))

    async def _season(self, id: str = "") -> SeasonPage | None:
        """Return a season, by default the latest; None if there has been none yet."""
        try:
            return await self._league.season(id)
        except LobbyError as error:
            if error.reason != "no-season":
                raise
            return None

    async def _latest(self) -> SeasonPage | None:
        """Return the latest season that has begun."""
        page = await self._season()
        return None if page is None or page.season.state == "coming" else page

    async def _id(self, season: str) -> str:
        """Return the id of a season; of a suit, that of its latest season that has begun."""
        if season not in SUITS:
            return season
        seasons = await self._league.seasons()
        begun = (each for each in seasons if each.suit == season and each.state != "coming")
        return next((each.id for each in begun), season)


def _weeks(page: SeasonPage) -> Iterable[int]:
    """Yield the weeks in which something was played, and the running one, the newest first."""
    season = page.season
    for week in range(season.week or season.weeks, 0, -1):
        if week == season.week or any(any(line.weeks[week - 1 : week]) for line in page.standings):
            yield week


def _standings(page: SeasonPage) -> str:
    first = islice(page.standings, _NAMED)
    leaders = (f"{line.place}. {shown_name(line.name)} {line.points}" for line in first)
    return ", ".join((season_state(page.season), *leaders))


def _champion(bracket: BracketPage) -> str:
    places = sorted(bracket.places, key=lambda line: line.place)
    return ", ".join(f"{line.place}. {shown_name(line.name)}" for line in places[:_NAMED])


def _player(profile: Profile) -> str:
    ratings = (rating_text(line) for line in profile.ratings[:1])
    return ", ".join((*ratings, *([tally_text(profile.games)] * ("games" in profile.parts))))
